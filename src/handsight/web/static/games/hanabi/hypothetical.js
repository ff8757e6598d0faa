// @ts-check
// Hypotheticals in a replay: from any turn other moves are played by hand. A line is the turn (from 1) at which it departs and its moves,
// "12.p31.d22.c1n3", and stands in the address, so browser Back takes the last move back.

import { clueWord } from "./board.js";
import { h } from "../../shared/dom.js";
import { lineWith, lineWithoutLast } from "./lines.js";
import { lineAddress } from "./replay_address.js";

// What marks a hypothetical, with the ways back; null in a game as it was played.
export function hypotheticalBanner({ head, source, state }) {
  if (!head.line) return null;
  const moves = head.turns - head.line.turn;
  const to = (line, turn) => { location.hash = lineAddress(source, state, line, turn); };
  return h("p", { class: "hypothetical-banner", role: "status" }, h("b", {}, "Hypothetical"), ` ${moves} ${moves === 1 ? "move" : "moves"} from turn ${head.line.turn + 1} on. `,
    h("button", { type: "button", "data-key": "line-undo", onclick: () => to(lineWithoutLast(head.line.text), head.turns - 1) }, "Undo"),
    h("button", { type: "button", "data-key": "line-leave", onclick: () => to("", head.line.turn) }, "Back to the game"));
}

// Fill the tab with what the player to move may do.
export async function showTries(body, replay) {
  const { source, state, head, names, rules } = replay;
  const turn = state.turn;
  const found = await source.choices(turn);
  if (turn !== state.turn) return; // another turn was chosen meanwhile
  const make = (word, label) => h("button", { type: "button", "data-try": word, onclick: () => { location.hash = lineAddress(source, state, lineWith(head.line?.text ?? "", turn, word), turn + 1); } }, label);
  if (found.mover < 0) { body.replaceChildren(h("p", { class: "faint" }, "The game is over here; go back to an earlier turn to try another move.")); return; }
  const targets = names.map((name, seat) => [name, found.clues.filter(([to]) => to === seat)]).filter(([, clues]) => clues.length);
  body.replaceChildren(h("section", { class: "tries", "aria-label": "Try another move" },
    h("p", { class: "faint" }, `What if ${names[found.mover]} had done something else at turn ${turn + 1}? The deck stays as it was.`),
    h("div", { class: "choices-of" }, h("h3", {}, "Play"), found.hand.map((order, slot) => make(`p${order}`, `Slot ${slot + 1}`)), found.bottom >= 0 ? make(`p${found.bottom}`, "Last card of the deck") : null),
    found.may_discard ? h("div", { class: "choices-of" }, h("h3", {}, "Discard"), found.hand.map((order, slot) => make(`d${order}`, `Slot ${slot + 1}`))) : null,
    targets.map(([name, clues]) => h("div", { class: "choices-of" }, h("h3", {}, `Clue ${name}`), clues.map(([seat, mark]) => make(`c${seat}${mark}`, clueWord(rules, mark)))))));
}
