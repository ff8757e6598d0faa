// Every view of the page: the first word of its address, its file, and its name in the navigation (if it is there).
// A view's file exports `open(root, address)`: it fills root and may return a function that closes it again.
// address is { path: ["table", "x1"], query: URLSearchParams }.

export const VIEWS = [
  { word: "", file: "./home.js", nav: "Play" },
  { word: "table", file: "./table.js" },
  { word: "boeren", file: "./boeren.js", nav: "Boeren Bridge" },
  { word: "replay", file: "./replay.js", nav: "Replay" },
  { word: "lab", file: "./lab.js", nav: "Lab" },
  { word: "models", file: "./models.js", nav: "Models" },
];

export function addressOf(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").map(decodeURIComponent), query: new URLSearchParams(query ?? "") };
}
