// Hanabi on the page.

export { setup } from "./setup.js";
export { table } from "./table.js";
export { replay } from "./replay.js";
