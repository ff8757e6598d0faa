// @ts-check
// How a move broke a convention, as it may be shown now: with all cards what has happened, and in a player's view what that player can tell by now.

// A break as it may be shown: the break itself, else what players say of it who can tell less; null where nothing may be shown.
export function shownBreak({ seat, turn, hidden, furthest }, broken) {
  const end = seat !== null ? turn : hidden ? furthest : Infinity;
  const from = (one) => (seat === null ? one.told_from : one.known_from[seat]);
  const versions = [broken, broken.in_public].filter((one) => one && from(one) !== null && from(one) <= end);
  return versions[0] ?? null;
}

// The breaks of a move that may be shown.
export const shownBreaks = (state, move) => move.broken.map((broken) => shownBreak(state, broken)).filter(Boolean);

// A break in words. With all cards also when the holder of a card could tell, unless that is yet to come.
export function breakWords({ seat, hidden, furthest }, names, broken) {
  const later = broken.holder !== null && broken.seen !== null && broken.seen > broken.told_from; // else the text says it
  const told = later && seat === null && !(hidden && broken.seen > furthest);
  return told ? `${broken.text}; ${names[broken.holder]} could tell at move ${broken.seen}` : broken.text;
}
