// @ts-check
// Hanabi on the page.

import { loadStyle } from "../../shared/dom.js";

export { setup } from "./setup.js";
export { table } from "./table.js";
export { replay } from "./replay.js";

await loadStyle(new URL("./hanabi.css", import.meta.url).pathname, "/static/replay/replay.css"); // replays overrule some of it
