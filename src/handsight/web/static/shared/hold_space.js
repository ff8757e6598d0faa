// @ts-check
// Something that is shown while Space is held down: `show(true)` when it is pressed, `show(false)` when it is released.
// A button that was reached by the keyboard keeps Space for itself; one that was clicked does not.

export function holdSpace(may, show) {
  let held = false;
  let byPointer = true;

  const pointed = () => { byPointer = true; };
  const down = (event) => {
    if (event.key === "Tab") byPointer = false;
    if (event.key !== " " || event.ctrlKey || event.altKey || event.metaKey) return;
    if (held) { event.preventDefault(); return; }
    const field = event.target.closest?.("input, textarea, select, summary, [role=tab]");
    if ((field && field.type !== "range") || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("button, a") && !byPointer) return;
    if (!may()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = true;
    show(true);
  };
  const release = (event) => {
    if (!held || (event.type === "keyup" && event.key !== " ")) return;
    event.preventDefault();
    held = false;
    show(false);
  };

  addEventListener("pointerdown", pointed, true);
  addEventListener("keydown", down, true);
  addEventListener("keyup", release, true);
  addEventListener("blur", release);
  return () => {
    removeEventListener("pointerdown", pointed, true);
    removeEventListener("keydown", down, true);
    removeEventListener("keyup", release, true);
    removeEventListener("blur", release);
  };
}
