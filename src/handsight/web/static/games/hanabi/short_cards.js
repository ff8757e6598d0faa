// @ts-check
// Short labels for the cards that a card may be by a convention.

/**
 * The cards that a card may be, as short labels: [{ suit, text }] with a suit's index, or null for none. Ranks of one suit become a range;
 * one rank of several suits becomes "a 5"; more than that are only counted, and very many are left out.
 * @param {[number, number][]} cards suits (indices) and ranks
 * @param {(rank: number) => string} rankWord
 */
export function shortCards(cards, rankWord) {
  const suits = [...new Set(cards.map(([suit]) => suit))];
  const ranks = [...new Set(cards.map(([, rank]) => rank))];
  if (!cards.length) return [];
  if (suits.length === 1) return [{ suit: suits[0], text: rangeOf(ranks, rankWord) }];
  if (cards.length === 2) return cards.map(([suit, rank]) => ({ suit, text: rankWord(rank) }));
  if (ranks.length === 1) return [{ suit: null, text: `a ${rankWord(ranks[0])}` }];
  return cards.length <= MOST_COUNTED ? [{ suit: null, text: `1 of ${cards.length}` }] : [];
}

const MOST_COUNTED = 6;

function rangeOf(ranks, rankWord) {
  const all = [...ranks].sort((one, other) => one - other);
  const row = all.length > 2 && all.every((rank, at) => rank === all[0] + at);
  return row ? `${rankWord(all[0])}–${rankWord(all.at(-1))}` : all.map(rankWord).join(",");
}
