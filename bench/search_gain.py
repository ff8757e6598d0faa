"""What search in one seat gains, on the same deals: a script of its own, because it takes minutes.

python -m bench.search_gain pair robot2 hat --games 40 --rollouts 500
"""

from argparse import ArgumentParser
from math import sqrt
from statistics import fmean, stdev
from time import process_time

from handsight.hanabi import Terms, rule_set
from handsight.lab.hanabi.plan import HanabiPlan


def gain(name: str, terms: Terms, games: int, rollouts: int, seed: int) -> str:
    """Play the same deals with and without a searcher in the first seat; return a line of a table."""
    others = (name,) * (terms.players - 1)
    alone = HanabiPlan((name, *others), terms, seed)
    search = HanabiPlan((f"search({name}, {rollouts})", *others), terms, seed)
    search.play_game(games)  # compiles
    before = alone.play_chunk(0, games)[:, 0].tolist()
    begun = process_time()
    after = [search.play_game(number).final.score for number in range(games)]
    seconds = (process_time() - begun) / games
    gains = [found - was for found, was in zip(after, before, strict=True)]
    top = terms.variant.max_score
    cells = (
        f"`{name}`",
        f"{rollouts:,}",
        games,
        f"{fmean(before):.2f} ({before.count(top) / games:.0%})",
        f"{fmean(after):.2f} ± {error(after):.2f}",
        f"{after.count(top) / games:.0%}",
        f"{fmean(gains):+.2f} ± {error(gains):.2f}",
        f"{seconds:.1f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def error(values: list[int]) -> float:
    """Return the standard error of a mean."""
    return stdev(values) / sqrt(len(values))


def main() -> None:
    """Print a line for each blueprint."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("blueprint", nargs="+")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rollouts", type=int, default=500)
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args()
    terms = Terms(args.players, rules=rule_set("stacks"))
    print("| blueprint | rollouts | games | alone | with search | perfect | gain | CPU-s a game |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in args.blueprint:
        print(gain(name, terms, args.games, args.rollouts, args.seed), flush=True)


if __name__ == "__main__":
    main()
