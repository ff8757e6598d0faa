// @ts-check
// Which keys belong to the element in focus, so that a screen leaves them to it.

const TEXT = "textarea, select, input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=file])";
const SLIDER_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

/**
 * Whether a key that was pressed is for the element in focus: any key in a text field or a list, but in a slider only
 * those that nothing else uses. Keys with Ctrl, Alt or Meta are the browser's.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function isForField(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const field = /** @type {Element | null} */ (event.target);
  if (field?.matches?.(TEXT)) return true;
  return Boolean(field?.matches?.("[type=range]")) && SLIDER_KEYS.has(event.key);
}

/**
 * Whether a key presses the element in focus: space and Enter on a button, a link, a tick box or a summary.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function isPress(event) {
  const element = /** @type {Element | null} */ (event.target);
  return (event.key === " " || event.key === "Enter") && Boolean(element?.closest?.("button, a, summary, [type=checkbox], [type=file]"));
}
