"""Search: what is this move worth? One engine answers, for bots that search and for the analysis of games.

    History, ActionEvidence → Belief → WeightedHands → SeatPosition → Deals → Rollouts → Race → Verdict

| type | module | what it is |
| --- | --- | --- |
| `Blueprint` | `blueprint` | the compiled bot that everybody is taken to play |
| `History` | `seat_history` | the game as one seat saw it, its own hand supposed |
| `ActionEvidence` | `action_evidence` | how likely a partner's action was, for each hand of the seat |
| `Belief` | `hand_belief` | the hands that the seat may hold: sampled, listed, thinned; weighed |
| `SeatPosition` | `possible_deals` | where the seat stands: the state, its hands, who goes on |
| `Deals` | `possible_deals` | deals of a position: drawn in blocks by dice of their own, or all |
| `Rollouts` | `rollouts`, `gpu_rollouts` | actions on deals, played on to the end, on threads or a GPU |
| `Race` | `action_race` | actions on the same deals: who is out, who leads, how sure |
| `Verdict` | `action_values` | the value of each action with its error, the best, the blueprint's |

What varies is a value that is handed in, not a subclass:

- the evidence: `EXACT` (partners do what the blueprint does), `FORGIVING` (they may leave it, so an action
  makes hands less likely and rules out none), or None (nothing counts but rules and clues);
- the rule that ends a race (`search_settings`): a `Budget` of rollouts for a bot, which leaves the blueprint
  only for a sure lead, or a `Precision` for an analysis, which goes on until it knows what a move lost.

Everything is whole numbers, and every block of deals follows from (key, turn, number of the block). So a
verdict is the same for any number of threads, and on a GPU.

Callers: `searching_bots` (`search(pair)`, `endgame(pair)`; `roster.search_bots` reads these names),
`exact_endgame` (all deals, and several own moves, near the end), `analysis.hanabi` (what every move of a
recorded game was worth, and what the rules of a convention lose). `bench.network_search` does the
same for thousands of games of a network side by side, with the same rules, on tensors.

A mixture of several blueprints fits in at two places. Each candidate keeps a history and a belief of its own;
`Belief.share_explaining` says how likely it makes an action, from which the candidates' chances follow. And
`Rollouts` is asked for blocks by number, so each block may be played by another candidate on its own deals.

Apart from all that, `open_hands` solves a game in which everybody sees all cards.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """Import the solver only when it is used: it is compiled, and naming a searching bot does not need it."""
    if name in ("Solution", "solve"):
        from handsight.search import open_hands  # noqa: PLC0415  it compiles, and few need it

        return getattr(open_hands, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
