// @ts-check
// The coach of a practice table, off by default: what one's last move lost, after it was made.

import { h } from "../../shared/dom.js";
import { prefers } from "../../shared/preferences.js";

export const COACH = ["coach", "Coach: say what my last move lost"];
const CALLS = { inaccuracy: "an inaccuracy", mistake: "a mistake", blunder: "a blunder" };

// send(message) asks the server. Returns { update(game), received(message), failed(), forget(), line(game) }.
export function practiceCoach(send) {
  let asked = -1;
  let refused = -1; // the move of which the server would not say anything; it is not asked again
  let said = null;
  const wanted = ({ welcome }) => prefers("coach") && welcome.practice && welcome.seat >= 0;

  // Ask about the last move of one's own, once.
  function update(game) {
    const { now, welcome } = game;
    if (said && said.turn >= now.turn) said = null; // it was undone
    if (asked >= now.turn) asked = -1;
    if (refused >= now.turn) refused = -1;
    const last = now.log.findLast((line) => line.seat === welcome.seat && line.kind !== "stop");
    if (!wanted(game) || !last || last.turn === asked || last.turn === refused || said?.turn === last.turn) return;
    if (send({ type: "coach", turn: last.turn })) { asked = last.turn; said = null; }
  }

  function line(game) {
    if (!wanted(game)) return null;
    if (said) return h("p", { class: "coach", role: "status", "data-turn": said.turn }, h("b", {}, "Coach: "), words(said));
    return asked >= 0 ? h("p", { class: "coach faint" }, "Coach: playing your move on many deals…") : null;
  }

  // An error says not what was asked; should it be about something else, the answer still comes.
  function failed() {
    if (asked >= 0) refused = asked;
    asked = -1;
  }

  // The connection was lost, and with it what was asked.
  const forget = () => { asked = -1; };

  return { update, line, failed, forget, received: (message) => { said = message; asked = -1; } };
}

function words({ played, value, best, loss, loss_error: error, call, why, deals, by }) {
  const how = `(${deals} deals that you could not rule out, if ${by} plays on)`;
  if (loss <= error) return `your move, ${played}, was as good as any: ${value.toFixed(1)} points expected ${how}.`;
  return `your move, ${played}, ${call ? `was ${CALLS[call]}: it` : ""} lost ${loss.toFixed(1)} ± ${error.toFixed(1)} points against ${best} ${how}.${why ? ` ${why[0].toUpperCase()}${why.slice(1)}.` : ""}`;
}
