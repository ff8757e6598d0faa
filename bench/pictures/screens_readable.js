// Run in a page by screens.py: computes the contrast of every text with what lies under it, and finds small type.
({ sizes }) => {
  const faults = new Set();
  const parse = (text) => {
    const srgb = /color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)/.exec(text);
    if (srgb) return [srgb[1] * 255, srgb[2] * 255, srgb[3] * 255, srgb[4] === undefined ? 1 : Number(srgb[4])];
    const rgb = /rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/.exec(text);
    return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), rgb[4] === undefined ? 1 : Number(rgb[4])] : null;
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, at) => part * a + under[at] * (1 - a));
  const light = (color) => color.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  // The colours that may lie under an element: its own and its ancestors' grounds, every colour of a gradient for itself.
  const grounds = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (at.namespaceURI.endsWith("svg") && at.tagName !== "svg") continue;
      const image = style.backgroundImage === "none" ? [] : style.backgroundImage.match(/color\(srgb[^)]*\)|rgba?\([^)]*\)/g) ?? [];
      const colors = [...image, ...(image.length ? [] : [style.backgroundColor])].map(parse).filter(Boolean);
      if (colors.length && colors.some((color) => color[3] > 0)) layers.push(colors);
      if (colors.length === 1 && colors[0][3] === 1) break;
    }
    let under = [[255, 255, 255]];
    for (const colors of layers.reverse()) under = colors.flatMap((color) => under.map((one) => over(color, one)));
    return under.slice(0, 40);
  };
  const opacity = (e) => { let all = 1; for (let at = e; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity); return all; };
  const visible = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".visually-hidden, .skip, svg.paints, option, .editor .pen, dialog:not([open])");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    const e = walk.currentNode.parentElement;
    if (!text || !e || !visible(e) || e.closest("script, style, noscript, select, textarea")) continue;
    const style = getComputedStyle(e);
    const svg = e.namespaceURI.endsWith("svg");
    if (svg && Number(style.fillOpacity) < 0.5) continue; // ruled out: drawn faintly on purpose
    const color = parse(svg ? style.fill : style.color);
    if (!color) continue;
    let under = grounds(e);
    if (svg) {
      const papers = [...(e.parentElement?.children ?? [])].filter((one) => /rect|circle/.test(one.tagName) && one.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING).map((one) => parse(getComputedStyle(one).fill)).filter((one) => one && one[3] > 0.5);
      if (papers.length) under = [papers.at(-1).slice(0, 3)];
    }
    const alpha = [...color.slice(0, 3), color[3] * opacity(e)];
    const worst = Math.min(...under.map((ground) => contrast(over(alpha, ground), ground)));
    if (worst < 4.5) faults.add(`contrast ${worst.toFixed(2)}: "${text.slice(0, 30)}" in ${e.tagName.toLowerCase()}.${e.className.baseVal ?? e.className}`);
    const size = parseFloat(style.fontSize);
    if (svg || e.closest(".pc, .fan, .trump")) continue; // pictures
    if (size < 12.9) faults.add(`${size} px: "${text.slice(0, 30)}" in ${e.tagName.toLowerCase()}.${e.className}`);
    if (sizes && ![13, 15, 22].includes(Math.round(size * 100) / 100)) faults.add(`${size} px is none of the three sizes: "${text.slice(0, 30)}" in ${e.tagName.toLowerCase()}.${e.className}`);
  }
  return [...faults];
}
