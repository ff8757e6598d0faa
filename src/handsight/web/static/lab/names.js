// @ts-check
// What conventions are called: a copy gets a name of its own, and a changed one says so.

const NAMED = /^(\s*convention\s+)([\w-]+)/m;

/**
 * A text with its convention under a new name: minimal becomes minimal-copy.
 * @param {string} text
 */
export function copyOf(text) {
  return text.replace(NAMED, (_, words, name) => {
    const copied = /^(.*-copy)(?:-(\d+))?$/.exec(name);
    return `${words}${copied ? `${copied[1]}-${Number(copied[2] ?? 1) + 1}` : `${name}-copy`}`;
  });
}

/**
 * The names of the conventions of an experiment: one that is no longer as it was shipped is marked, equal names are told apart.
 * @param {string[]} names as the texts have them
 * @param {string[]} texts
 * @param {{ name: string, text: string }[]} shipped
 */
export function titles(names, texts, shipped) {
  const marked = names.map((name, at) => {
    const original = shipped.find((one) => one.name === name);
    return original && original.text !== texts[at] ? `${name} (changed)` : name;
  });
  return marked.map((name, at) => (marked.indexOf(name) !== marked.lastIndexOf(name) ? `${name}, ${"AB"[at]}` : name));
}
