// The start page: set a table, or go on with one.

import { deal as dealBoeren } from "./boeren-setup.js";
import { ask, h } from "./dom.js";
import { moreOptions } from "./options.js";
import { SPEEDS } from "./tempo.js";
import { remember, tables } from "./saved.js";

const NAMES = ["Alice", "Bob", "Cathy", "Donald", "Emily", "Frank"];
const PERSON = "person";
const PARTNER = "robot5";
const watchBoeren = () => dealBoeren(["greedy", "full-kripke", "counter", "greedy-kripke"]);

export function open(root) {
  let bots = [{ name: PARTNER, about: "" }];
  const said = h("p", { class: "said", role: "alert" });
  const seats = h("ol", { class: "seats" });
  const count = h("select", { id: "players", onchange: () => place() }, [2, 3, 4, 5, 6].map((n) => h("option", { value: n }, String(n))));
  const variant = h("input", { id: "variant", list: "variants", value: "No Variant", autocomplete: "off", onfocus: loadVariants });
  const speed = h("select", { id: "speed" }, SPEEDS.map(([seconds, name]) => h("option", { value: seconds }, name)));
  const more = moreOptions(() => Number(count.value));
  const names = h("datalist", { id: "variants" });
  count.value = "3";
  speed.value = "0.7";

  function place(who) {
    const before = who ?? [...seats.querySelectorAll("select")].map((select) => select.value);
    more.refresh();
    seats.replaceChildren(...Array.from({ length: Number(count.value) }, (_, at) => {
      const chosen = before[at] ?? PARTNER;
      const select = h("select", { "aria-label": `Who sits in seat ${at + 1}`, onchange: () => hint(select) },
        h("option", { value: "me" }, "you"), h("option", { value: PERSON }, "another person"),
        h("optgroup", { label: "bots" }, bots.map((bot) => h("option", { value: bot.name }, bot.name))));
      select.value = chosen;
      const about = h("small", {});
      select.about = about;
      hint(select);
      return h("li", {}, h("span", { class: "name" }, NAMES[at]), select, about);
    }));
  }

  function hint(select) {
    select.about.textContent = bots.find((bot) => bot.name === select.value)?.about
      ?? (select.value === PERSON ? "you get a link to send" : "");
  }

  async function loadVariants() {
    if (names.childElementCount) return;
    names.append(...(await ask("/api/variants")).map((name) => h("option", { value: name })));
  }

  async function deal(event) {
    event.preventDefault();
    said.textContent = "";
    const who = [...seats.querySelectorAll("select")].map((select) => select.value);
    try {
      const opened = await ask("/api/tables", {
        seats: who.map((one) => ({ bot: one === "me" || one === PERSON ? "" : one })), variant: variant.value, pause: Number(speed.value), ...more.chosen(),
      });
      const me = who.indexOf("me");
      const secret = opened.secrets[me] ?? "";
      const links = Object.fromEntries(opened.secrets.map((one, at) => [at, one]).filter(([at, one]) => one && at !== me));
      remember({ id: opened.id, secret, names: opened.names, variant: variant.value, over: false, links });
      location.hash = `#/table/${opened.id}${secret ? `?seat=${secret}` : ""}`;
    } catch (error) {
      said.textContent = error.message;
      said.dataset.mood = "wrong";
      said.scrollIntoView({ block: "nearest" });
    }
  }

  const preset = (label, ...who) => h("button", { type: "button", class: "quiet", onclick: () => { count.value = String(who.length); place(who); } }, label);
  const best = () => PARTNER;
  const form = h("form", { class: "panel setup", onsubmit: deal },
    h("h2", {}, "Set a table"),
    h("div", { class: "presets" },
      preset("Me and two bots", "me", undefined, undefined), preset("Me and one bot", "me", undefined),
      preset("Two people", "me", PERSON), preset("Watch bots", undefined, undefined, undefined)),
    h("p", { class: "fields" }, h("label", { for: "players" }, "Players"), count, h("label", { for: "variant" }, "Variant"), variant, names,
      h("label", { for: "speed" }, "Bots move"), speed),
    seats, more.root, said, h("button", { type: "submit", class: "main" }, "Deal"));
  const left = tables().filter((known) => !known.over && known.names);
  root.append(
    h("div", { class: "hero" }, h("h1", {}, "What does each player know?"),
      h("p", {}, "In Hanabi you see every hand but your own. Play it here with bots or with each other; ask at any moment what your hand can still be, exactly.")),
    h("div", { class: "columns" }, form, h("div", { class: "beside" },
      h("section", { class: "panel goon" }, h("h2", {}, "Watch a recorded game"),
        h("p", { class: "faint" }, "Every turn through every pair of eyes: what each card could be, why, and since when."),
        h("p", { class: "offers" }, h("a", { class: "button", href: "#/replay/sample:first" }, "A game to look at"), h("a", { class: "button", href: "#/replay" }, "Open one of yours"))),
      h("section", { class: "panel goon" }, h("h2", {}, "Boeren Bridge"),
        h("p", { class: "faint" }, "Bid your tricks and take exactly those. See who may hold each card, and who knows that who knows."),
        h("p", { class: "offers" }, h("a", { class: "button", href: "#/boeren" }, "Take a seat"),
          h("button", { type: "button", onclick: () => watchBoeren().catch((error) => { said.textContent = error.message; }) }, "Watch four agents"))),
      h("section", { class: "panel goon" }, h("h2", {}, "Try a convention"),
        h("p", { class: "faint" }, "Write how clues are meant, play it ten thousand times, and see where the points are lost."),
        h("p", { class: "offers" }, h("a", { class: "button", href: "#/lab" }, "To the lab"))),
      h("section", { class: "panel goon" }, h("h2", {}, "Step through a puzzle"),
        h("p", { class: "faint" }, "Muddy children, Cheryl's birthday, a false belief: the worlds that people think possible, and how news makes them vanish."),
        h("p", { class: "offers" }, h("a", { class: "button", href: "#/models/muddy" }, "Muddy children"), h("a", { class: "button", href: "#/models" }, "All puzzles"))),
      left.length ? h("section", { class: "panel goon" }, h("h2", {}, "Go on playing"), h("ul", {}, left.map((known) => h("li", {},
        h("a", { href: `#/${known.game ?? "table"}/${known.id}${known.secret ? `?seat=${known.secret}` : ""}` }, known.names.join(", ")), h("small", {}, known.variant))))) : null)));
  place(["me"]);
  ask("/api/bots").then((found) => { bots = found.filter((bot) => bot.name !== "random").concat(found.filter((bot) => bot.name === "random")); place(); }).catch(() => {});
}
