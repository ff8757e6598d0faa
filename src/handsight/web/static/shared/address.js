// @ts-check
// Addresses of the page: what stands after the # is a path and a query, such as #/table/hanabi/x1?seat=secret.

export function addressOf(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").map(decodeURIComponent), query: new URLSearchParams(query ?? "") };
}

export const tableAddress = (game, id, secret) => `#/table/${game}/${encodeURIComponent(id)}${secret ? `?seat=${encodeURIComponent(secret)}` : ""}`;
