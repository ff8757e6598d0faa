// Set a table of Boeren Bridge: who sits where.

import { SEAT_NAMES } from "./boeren-cards.js";
import { ask, h } from "./dom.js";
import { remember } from "./saved.js";

const PERSON = "person";
const ME = "me";
export const USUAL = "counter";

// Open a table and go there: for each seat an agent's name, "me" or "person".
export async function deal(who, rules = "text") {
  const opened = await ask("/api/boeren", { seats: who.map((one) => ({ bot: one === ME || one === PERSON ? "" : one })), rules });
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
      await deal(chosen(), rules.value);
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
      h("p", { class: "fields" }, h("label", { for: "rules" }, "Rules"), rules),
      seats, said, h("button", { type: "submit", class: "main" }, "Deal")),
    h("section", { class: "panel goon" }, h("h2", {}, "How it goes"),
      h("ul", { class: "howto" }, [
        "Five rounds of 3, 4, 5, 4 and 3 cards each, from the top ranks; every card is in some hand.",
        "Everybody bids; the dealer bids last and may not make the bids add up.",
        "Follow suit if you can. The highest trump takes the trick, else the highest card of the suit led.",
        "A bid met scores 10 and 2 a trick; each trick of difference costs 2.",
      ].map((line) => h("li", {}, line))))));
  place([USUAL, USUAL, ME, USUAL]);
  ask("/api/boeren/agents").then((found) => {
    const who = chosen();
    agents = found;
    place(who);
  }).catch(() => {});
}
