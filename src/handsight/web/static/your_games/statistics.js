// @ts-check
// Simple statistics of finished games: how many, the mean, the best, perfect games and strike-outs; for all, and by players and variant.
// A game is { players, variant, score, max_score, end }.

export function statistics(games) {
  const groups = new Map();
  for (const game of games) {
    const key = `${game.players}\n${game.variant}`;
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  const rows = [...groups.values()].map((group) => row(group, group[0].players, group[0].variant))
    .sort((one, other) => other.games - one.games || one.players - other.players || one.variant.localeCompare(other.variant));
  return { all: row(games, null, null), rows };
}

function row(games, players, variant) {
  const scores = games.map((game) => game.score);
  return {
    players, variant, games: games.length,
    mean: scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null,
    best: scores.length ? Math.max(...scores) : null,
    perfect: games.filter((game) => game.score === game.max_score).length,
    strikeouts: games.filter((game) => game.end === "strikeout").length,
  };
}
