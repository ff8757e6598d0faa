// @ts-check
// The links to send to the other people of a table.

import { tableAddress } from "../shared/address.js";
import { h } from "../shared/dom.js";
import { savedTable } from "../shared/saved_tables.js";

export function invitations(game, id, { names, seat }) {
  const links = Object.entries(savedTable(id)?.links ?? {}).filter(([at]) => Number(at) !== seat);
  return links.length ? h("details", { class: "invite" }, h("summary", {}, "Invite"), links.map(([at, secret]) => {
    const url = `${location.origin}/${tableAddress(game.name, id, secret)}`;
    return h("label", {}, `${names[at]}: `, h("input", { readonly: true, value: url, onfocus: (event) => event.target.select() }),
      h("button", { type: "button", onclick: () => navigator.clipboard?.writeText(url) }, "Copy"));
  })) : null;
}
