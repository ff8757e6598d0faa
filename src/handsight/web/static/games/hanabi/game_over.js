// @ts-check
// The end of a game: its score, with fireworks for what was reached.

import { h, s } from "../../shared/dom.js";
import { plural } from "../../shared/numbers.js";

const ENDS = {
  perfect: "A perfect game.", final_round: "The deck is empty.", strikeout: "Three strikes.",
  no_more_points: "No more points were possible.", terminated: "The game was abandoned.",
};

const LOST = { strikeout: "three strikes lose them", terminated: "an abandoned game scores 0" };

// buttons lead on from here; words tell what others have asked for.
export function gameOver(game, buttons, words) {
  const { now, welcome: { rules } } = game;
  const share = now.score / rules.max_score;
  return h("section", { class: `game-over ${now.end}`, "aria-label": "Game over" },
    fireworks(game.suits, now),
    h("div", {}, h("p", { class: "end" }, ENDS[now.end] ?? "The game is over."),
      h("p", { class: "final" }, h("b", {}, String(now.score)), ` of ${rules.max_score}`),
      h("p", { class: "praise" }, now.score === 0 && now.played ? `${plural(now.played, "card")} lay on the stacks; ${LOST[now.end] ?? "they do not count"}.` : praise(share)),
      words ? h("p", { role: "status" }, words) : null, h("p", { class: "offers" }, buttons)));
}

function praise(share) {
  if (share === 1) return "A perfect score.";
  if (share >= 0.84) return "An amazing score.";
  if (share >= 0.64) return "A good score.";
  if (share >= 0.4) return "A fair score.";
  return "Better luck next time.";
}

// A burst for every suit, with as many rays as its stack had cards.
function fireworks(suits, now) {
  return s("svg", { class: "fireworks", viewBox: `0 0 ${suits.length * 40} 40`, "aria-hidden": "true" },
    suits.map((suit, at) => {
      const rays = (now.stacks?.[at].height ?? 0) * 3;
      return s("g", { transform: `translate(${at * 40 + 20} 20)`, "stroke-width": 2, "stroke-linecap": "round" },
        Array.from({ length: rays }, (_, ray) => {
          const angle = (ray / rays) * 2 * Math.PI;
          const [x, y] = [Math.cos(angle), Math.sin(angle)];
          return s("path", { stroke: suit.inks[ray % suit.inks.length], d: `M${(x * 6).toFixed(1)} ${(y * 6).toFixed(1)}L${(x * 16).toFixed(1)} ${(y * 16).toFixed(1)}` });
        }), s("circle", { r: rays ? 2.5 : 1.2, fill: suit.inks[0], stroke: "none" }));
    }));
}
