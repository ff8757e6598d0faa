// Boeren Bridge: set a table, or sit at one.

import { setup } from "./boeren-setup.js";
import { sit } from "./boeren-table.js";

export function open(root, address) {
  return address.path[1] ? sit(root, address) : setup(root);
}
