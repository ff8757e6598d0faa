// @ts-check
// The tab where the people of a table meet: invitations, one's name, and chat. Its elements stay, so that nothing typed is lost.

import { h } from "../shared/dom.js";
import { MOST_NAME, playerName, savePlayerName } from "../shared/player_name.js";
import { emptySeats, invitations } from "./invitations.js";

const MOST_SAID = 300;

// panel is the tab panel; send(message) tells the server. Returns what the table calls when something has come.
export function chatTab(panel, { page, id, send, memory = "table" }) {
  const invited = invitations(page, id);
  const lines = h("ol", { class: "chat-lines", "aria-label": "Chat", "aria-live": "polite" });
  const text = h("input", { id: "chat-text", maxlength: MOST_SAID, autocomplete: "off", placeholder: "Say something", "data-key": "chat-text", "aria-label": "Say something" });
  const say = h("form", { class: "chat-say", onsubmit: (event) => {
    event.preventDefault();
    if (text.value.trim() && send({ type: "say", text: text.value })) text.value = "";
  } }, text, h("button", { type: "submit", "data-key": "chat-say" }, "Say"));
  const name = nameForm(send);
  const state = { said: [], names: [], seat: -1, unread: 0, invited: false };
  let body = null;

  function welcome(message) {
    state.names = message.names;
    state.seat = message.seat;
    const people = message.bots.filter((bot) => !bot).length;
    if (people > 1 && !body) {
      body = panel.add("chat", "Chat", { content: [invited.element, name.element, lines, say] });
      if (!localStorage.getItem(`tab-${memory}`)) panel.show("chat");
    }
    say.hidden = message.seat < 0;
    name.welcome(message);
  }

  function received(message) {
    if (message.fresh) state.said = [];
    else if (panel.chosen !== "chat") state.unread += message.lines.length;
    state.said.push(...message.lines);
    draw();
  }

  function update(now, message) {
    if (now.names.join("\n") !== state.names.join("\n")) { state.names = now.names; draw(); }
    if (body && !state.invited && !now.over && emptySeats(id, message, now.present).some(([, link]) => link)) panel.show("chat"); // the links come first
    state.invited = true;
    invited.show(message, now.over ? now.names.map(() => true) : now.present);
    if (panel.chosen === "chat") state.unread = 0;
    label();
  }

  function draw() {
    lines.replaceChildren(...state.said.map((line) => h("li", { class: line.seat === state.seat ? "own" : null },
      h("b", { title: new Date(line.time * 1000).toLocaleTimeString() }, state.names[line.seat]), " ", h("span", {}, line.text))));
    lines.scrollTop = lines.scrollHeight;
    label();
  }

  function label() {
    const tab = panel.element.querySelector('[data-key="tab-chat"]');
    if (tab) tab.textContent = state.unread ? `Chat (${state.unread})` : "Chat";
  }

  return { welcome, received, update };
}

// Asks for the name of the person in the seat, once; where it is known, the table is told.
function nameForm(send) {
  const field = h("input", { id: "player-name", maxlength: MOST_NAME, autocomplete: "nickname", "data-key": "player-name" });
  const element = h("form", { class: "name-form", hidden: true, onsubmit: (event) => {
    event.preventDefault();
    const name = savePlayerName(field.value);
    if (name && send({ type: "name", name })) element.hidden = true;
  } }, h("label", { for: "player-name" }, "Your name"), field, h("button", { type: "submit", class: "main", "data-key": "save-name" }, "Save"));

  function welcome({ seat, names, bots }) {
    if (seat < 0) return;
    const name = playerName();
    element.hidden = Boolean(name) || bots.filter((bot) => !bot).length < 2;
    if (name && !names[seat].startsWith(name)) send({ type: "name", name });
  }

  return { element, welcome };
}
