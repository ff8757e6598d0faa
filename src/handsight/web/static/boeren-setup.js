// Set a table of Boeren Bridge: who sits where.

import { SEAT_NAMES } from "./boeren-cards.js";
import { ask, h } from "./dom.js";
import { remember } from "./saved.js";

const PERSON = "person";
const ME = "me";
export const USUAL = "counter";

const ROUNDS = [
  ["short", "five: 3, 4, 5, 4 and 3 cards, all dealt out"], ["long", "fifteen: 1 to 8 and back to 1 card, of the whole pack"], ["own", "others, written out"],
];

// Open a table and go there: for each seat an agent's name, "me" or "person"; agreed is the rest of the order.
export async function deal(who, agreed = {}) {
  const opened = await ask("/api/boeren", { seats: who.map((one) => ({ bot: one === ME || one === PERSON ? "" : one })), ...agreed });
  const me = who.indexOf(ME);
  const secret = opened.secrets[me] ?? "";
  const links = Object.fromEntries(opened.secrets.map((one, at) => [at, one]).filter(([at, one]) => one && at !== me));
  remember({ id: opened.id, game: "boeren", secret, names: opened.names, variant: "Boeren Bridge", over: false, links });
  location.hash = `#/boeren/${opened.id}${secret ? `?seat=${secret}` : ""}`;
}

export function setup(root) {
  let agents = [{ name: USUAL, about: "" }];
  const said = h("p", { class: "said", role: "alert" });
  const seats = h("ol", { class: "seats" });
  const rules = h("select", { id: "rules" },
    h("option", { value: "text" }, "text: the deal goes clockwise"), h("option", { value: "author" }, "author: who took the last trick opens the next round"));

  const own = h("input", { id: "own-rounds", value: "1..5..1/32", maxlength: 60, autocomplete: "off", spellcheck: "false", "aria-describedby": "own-help" });
  const ownHelp = h("small", { id: "own-help" }, "cards in each round; after a slash the pack, whose rest is a face-down stock");
  const ownLabel = h("label", { for: "own-rounds" }, "Written out");
  const ownField = h("span", { class: "own" }, own, ownHelp);
  const rounds = h("select", { id: "rounds", onchange: choose }, ROUNDS.map(([value, about]) => h("option", { value }, about)));
  const trump = h("select", { id: "trump" }, h("option", { value: "separate" }, "drawn from a separate pack"), h("option", { value: "turn_up" }, "the stock’s top card, turned up"));
  const practice = h("input", { id: "practice", type: "checkbox", checked: true });

  function choose() {
    const others = rounds.value === "own";
    ownLabel.hidden = ownField.hidden = !others;
    if (rounds.value === "short") trump.value = "separate"; // there is no stock to turn a card of
    trump.disabled = rounds.value === "short";
  }

  function place(who) {
    seats.replaceChildren(...SEAT_NAMES.map((name, at) => {
      const about = h("small", {});
      const hint = () => { about.textContent = agents.find((one) => one.name === select.value)?.about ?? (select.value === PERSON ? "you get a link to send" : ""); };
      const select = h("select", { "aria-label": `Who sits ${name}`, onchange: hint },
        h("option", { value: ME }, "you"), h("option", { value: PERSON }, "another person"),
        h("optgroup", { label: "agents" }, agents.map((one) => h("option", { value: one.name }, one.name))));
      select.value = who[at];
      hint();
      return h("li", {}, h("span", { class: `name of-seat seat-${at}` }, name), select, about);
    }));
  }

  const chosen = () => [...seats.querySelectorAll("select")].map((select) => select.value);

  async function start(event) {
    event.preventDefault();
    try {
      await deal(chosen(), {
        rules: rules.value, schedule: rounds.value === "own" ? own.value : rounds.value, trump: trump.value, practice: practice.checked ? null : false,
      });
    } catch (error) {
      said.textContent = error.message;
      said.dataset.mood = "wrong";
    }
  }

  const preset = (label, ...who) => h("button", { type: "button", class: "quiet", onclick: () => place(who) }, label);
  root.append(
    h("div", { class: "hero" }, h("h1", {}, "Boeren Bridge"),
      h("p", {}, "Four play for themselves. Say how many tricks you will take, then take exactly that many. You see your own hand alone: who holds the rest is inference, and the viewer beside the table shows it.")),
    h("div", { class: "columns" }, h("form", { class: "panel setup", onsubmit: start },
      h("h2", {}, "Set a table"),
      h("div", { class: "presets" }, preset("Me and three agents", USUAL, USUAL, ME, USUAL), preset("Watch four agents", "greedy", "full-kripke", "counter", "greedy-kripke"), preset("Two people", ME, USUAL, PERSON, USUAL)),
      h("p", { class: "fields" }, h("label", { for: "rules" }, "Rules"), rules, h("label", { for: "rounds" }, "Rounds"), rounds, ownLabel, ownField, h("label", { for: "trump" }, "Trump"), trump),
      seats, h("label", { class: "tick", for: "practice" }, practice, "practice, where one person plays: moves can be undone"), said, h("button", { type: "submit", class: "main" }, "Deal")),
    h("section", { class: "panel goon" }, h("h2", {}, "How it goes"),
      h("ul", { class: "howto" }, [
        "Four play. The short match has five rounds of 3, 4, 5, 4 and 3 cards each, from the top ranks; every card is in some hand.",
        "The long match has fifteen rounds, of 1 to 8 cards and back, from the whole pack; the rest is a face-down stock.",
        "Everybody bids; the dealer bids last and may not make the bids add up.",
        "Follow suit if you can. The highest trump takes the trick, else the highest card of the suit led.",
        "A bid met scores 10 and 2 a trick; each trick of difference costs 2. From six cards on, a bid of none that is met scores 20.",
      ].map((line) => h("li", {}, line))))));
  place([USUAL, USUAL, ME, USUAL]);
  choose();
  ask("/api/boeren/agents").then((found) => {
    const who = chosen();
    agents = found;
    place(who);
  }).catch(() => {});
}
