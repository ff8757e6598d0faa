// Run in a page by screens.py: finds cards and controls that are outside the window, cut off or covered.
({ board }) => {
  const faults = [];
  const name = (e) => `${e.tagName.toLowerCase()}${e.className.baseVal ?? (e.className && "." + String(e.className).trim().split(/\s+/).join("."))} "${(e.getAttribute("aria-label") || e.textContent || "").trim().slice(0, 40)}"`;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1 && !e.closest(".visually-hidden, .skip, dialog:not([open]), svg.paints");
  const scrolls = (e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowY) || ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
  const inScroller = (e) => { for (let at = e.parentElement; at && at !== document.body; at = at.parentElement) if (scrolls(at) && (at.scrollHeight > at.clientHeight + 1 || at.scrollWidth > at.clientWidth + 1)) return true; return false; };
  const full = board && innerWidth >= 960 && innerHeight >= 560;
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`);
  if (full && document.documentElement.scrollHeight > innerHeight + 1) faults.push(`the page is ${document.documentElement.scrollHeight} high, the window ${innerHeight}`);
  const places = [...document.querySelectorAll("*")].filter(scrolls).map((e) => [e, e.scrollTop, e.scrollLeft]);
  // What an open dialog or menu lies over is not looked at.
  const over = document.querySelector("dialog[open], .share[open] .menu") ?? document;
  const things = [...over.querySelectorAll("button, a[href], input, select, textarea, summary, .held, .holder, .stacks .card, .mini, .reading-of > *, .reading-legend span")].filter(shown).filter((e) => !e.matches("input[type=file]"));
  for (const e of things) {
    const still = full && !inScroller(e);
    if (!still) e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = e.getBoundingClientRect();
    const tall = box.height > innerHeight;
    if (box.left < -1 || box.right > innerWidth + 1 || (!tall && (box.top < -1 || box.bottom > innerHeight + 1))) { faults.push(`outside the window: ${name(e)}`); continue; }
    for (let at = e.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible" || at.matches(".editor *, .sheet")) continue;
      const edge = at.getBoundingClientRect();
      if (box.left < edge.left - 2 || box.right > edge.right + 2 || (box.height <= edge.height && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2))) { faults.push(`cut off by ${name(at).slice(0, 40)}: ${name(e)}`); break; }
    }
    if (tall) continue;
    for (const [x, y] of [[0.5, 0.5], [0.2, 0.25], [0.8, 0.25], [0.2, 0.75], [0.8, 0.75]]) {
      const found = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      const mine = found && (e.contains(found) || found.contains(e) || e.labels && [...e.labels].some((label) => label.contains(found)) || e.closest(".page, label")?.contains(found));
      if (!mine) { faults.push(`covered by ${found ? name(found).slice(0, 60) : "nothing"}: ${name(e)}`); break; }
    }
  }
  for (const e of document.querySelectorAll("button, .button, h1, h2, .who, .prompt, dt, dd, .plate small, .turn, .now b")) {
    if (shown(e) && getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1) faults.push(`its words are cut off: ${name(e)}`);
  }
  for (const [e, top, left] of places) e.scrollTo(left, top);
  scrollTo(0, 0);
  return faults;
}
