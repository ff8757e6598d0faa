// @ts-check
// The links to send to the people whose seats are empty, with an address that other machines can reach, or a word that there is none.

import { tableAddress } from "../shared/address.js";
import { ask, h } from "../shared/dom.js";
import { savedTable } from "../shared/saved_tables.js";

const HERE = /^(localhost|127\.[\d.]+|\[::1\])$/;
let known = null;

// Where others find this page: { origin, reachable }. The name in the address bar, where that is more than this machine's own.
export function reachableOrigin() {
  if (!HERE.test(location.hostname)) return Promise.resolve({ origin: location.origin, reachable: true });
  known ??= ask("/api/addresses").catch(() => { known = null; return []; });
  return known.then((addresses) => (addresses.length
    ? { origin: addresses[0].replace(/\/$/, ""), reachable: true } : { origin: location.origin, reachable: false }));
}

// The seats of people who are not there: [seat, secret or ""].
export function emptySeats(id, { names, seat, bots }, present) {
  const links = savedTable(id)?.links ?? {};
  return names.map((_, at) => [at, links[at] ?? ""]).filter(([at]) => !bots[at] && at !== seat && !present[at]);
}

// Returns { element, show(welcome, present) }; it is drawn anew only when who is missing has changed, so that a link stays selected.
export function invitations(page, id) {
  const element = h("section", { class: "invitations", "aria-label": "Invitations" });
  let drawn = "";

  async function show(welcome, present) {
    const empty = emptySeats(id, welcome, present);
    const key = JSON.stringify([empty, welcome.names]);
    if (key === drawn) return;
    drawn = key;
    const { origin, reachable } = await reachableOrigin();
    if (key !== drawn) return;
    element.replaceChildren(...empty.map(([at, secret]) => (secret ? invitation(welcome.names[at], `${origin}/${tableAddress(page.name, id, secret)}`)
      : h("p", { class: "faint" }, `Waiting for ${welcome.names[at]}. Whoever opened the table has the link for that seat.`))),
    ...(empty.some(([, secret]) => secret) ? [h("p", { class: "faint reach" }, reachable
      ? "Whoever opens a link takes that seat, on any machine that reaches this one."
      : "Only browsers on this computer can open these links, in another window: the page is not open to other machines."),
    reachable ? "" : h("details", { class: "faint" }, h("summary", {}, "How can a friend elsewhere join?"),
      h("p", {}, "Whoever started Handsight stops it and starts it again with ", h("code", {}, "--host 0.0.0.0"), ". The table is kept, and this link then has an address that other machines can reach."))] : []));
  }

  return { element, show };
}

function invitation(name, url) {
  const copied = h("span", { class: "faint", role: "status" });
  const copy = async () => {
    try { await navigator.clipboard.writeText(url); copied.textContent = "Copied."; } catch { field.select(); copied.textContent = "Press Ctrl+C to copy."; }
  };
  const field = h("input", { readonly: true, value: url, "aria-label": `Link for ${name}`, "data-key": `link-${name}`, onfocus: (event) => event.target.select() });
  return h("div", { class: "invitation" }, h("p", {}, h("b", {}, `Invite ${name}: `), "send this link."), field,
    h("button", { type: "button", "data-key": `copy-${name}`, onclick: copy }, "Copy link"), copied);
}
