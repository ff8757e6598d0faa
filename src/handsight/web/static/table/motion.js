// @ts-check
// Cards glide from their old to their new positions: ask for the positions before a change, and glide after it.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function cardPositions(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-order]")) found.set(element.dataset.order, element.getBoundingClientRect());
  return found;
}

export function glide(root, before) {
  if (calm.matches || !before.size) return;
  for (const element of root.querySelectorAll("[data-order]")) {
    const old = before.get(element.dataset.order);
    const now = element.getBoundingClientRect();
    if (!old) {
      element.animate([{ opacity: 0, transform: "translateY(-14px)" }, { opacity: 1, transform: "none" }], { duration: 260, easing: "ease-out" });
      continue;
    }
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    element.animate([
      { transform: `translate(${x}px, ${y}px) scale(${now.width ? old.width / now.width : 1})`, transformOrigin: "top left", zIndex: 5 },
      { transform: "none", transformOrigin: "top left", zIndex: 5 },
    ], { duration: 340, easing: "cubic-bezier(.2,.8,.3,1)" });
  }
}
