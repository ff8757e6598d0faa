// @ts-check
// Boeren Bridge on the page.

import { loadStyle } from "../../shared/dom.js";

export { setup, watch } from "./setup.js";
export { table } from "./table.js";

await loadStyle(new URL("./boeren.css", import.meta.url).pathname);
