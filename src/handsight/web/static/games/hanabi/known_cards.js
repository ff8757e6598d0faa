// @ts-check
// What the mover could have known of the own cards, by rules and clues alone, in words: one line for all cards of which the same is known since the same turn.

import { plural } from "../../shared/numbers.js";

const WORDS = {
  "known-playable": ["fits", "fit"], "known-trash": ["is not needed", "are not needed"], "known-critical": ["is critical", "are critical"],
};

/**
 * @param {any[]} known the statements of a row of the analysis
 * @param {(order: number) => number} slotOf the slot (from 1) of a card of the mover; 0 where it is not in the hand
 * @param {string[]} names
 * @param {boolean} chances whether to tell the chances of the card that was played or discarded, too
 * @returns {string[]}
 */
export function knownInWords(known, slotOf, names, chances) {
  const groups = new Map();
  const lines = [];
  for (const one of known) {
    const slot = one.order === undefined ? 0 : slotOf(one.order);
    if (one.kind in WORDS && slot) {
      const key = `${one.kind} ${one.since}`;
      groups.set(key, { kind: one.kind, since: one.since, slots: [...(groups.get(key)?.slots ?? []), { slot, card: one.card }] });
    } else if (one.kind === "chance-playable" && chances && slot) lines.push(`Slot ${slot}, which was played, fits with chance ${one.chance}.`);
    else if (one.kind === "chance-critical" && chances && slot) lines.push(`Slot ${slot}, which was discarded, is critical with chance ${one.chance}.`);
    else if (one.seat !== undefined) lines.push(`${names[one.seat]} knew already what the clue told.`);
  }
  const said = [...groups.values()].map(({ kind, since, slots }) => {
    const list = slots.sort((a, b) => a.slot - b.slot).map(({ slot, card }) => `${slot}${card ? ` (${card})` : ""}`);
    const all = list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${list.at(-1)}` : list[0];
    return `${plural(list.length, "slot").replace(/^\d+ s/, "S")} ${all} ${WORDS[kind][list.length > 1 ? 1 : 0]}: known since turn ${since + 1}.`;
  });
  return [...said, ...lines];
}
