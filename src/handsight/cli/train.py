"""Teach a learner Boeren Bridge by deep Q-learning, and write its weights to a folder.

It plays rounds with itself and with agents, and learns what every bid and card is worth. Whatever it is told
is what its seat may know: --state plain (its hand and the table), kripke (who may hold each card) or exact
(with the chance of every owner). Some 30 times it plays matches against three full-kripke, always the same,
and is written down; the same command goes on where it was broken off. Needs PyTorch: the extra `rl`. The same
course gives the same weights on the same machine. The default course takes some 15 minutes on two cores.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from handsight.cli import arguments as words
from handsight.cli import experiment

EXAMPLE = (
    "  handsight train boeren --state kripke --out taught\n"
    '  handsight simulate --game boeren "learner taught/learner.npz" greedy greedy greedy --games 2000'
)


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    add = parser.add_argument
    add("game", choices=("boeren",), metavar="GAME", help="boeren")
    add("--state", default="kripke", help="what it is told of the owners (default: kripke)")
    add("--batches", type=int, metavar="N", help="how long the course is, in batches of 1,024 rounds (900)")
    add("--seed", type=int, default=1, help="of everything that is left to chance (default: 1)")
    add(
        "--out",
        default="taught",
        metavar="FOLDER",
        help="where it is kept, and gone on with (default: taught)",
    )
    add("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where its network lives")
    add("--json", action="store_true", help="print a line of JSON for every exam")


def run(args: Namespace) -> int:
    """Teach, and tell how it goes."""
    from handsight.lab.learning import Course, Moment, train

    changes: dict[str, Any] = {} if args.batches is None else {"batches": args.batches}
    with experiment.asked():
        course, folder = Course(state=args.state, seed=args.seed, **changes), Path(args.out)

    def tell(moment: Moment) -> None:
        if args.json:
            print(words.json_line(moment._asdict()), flush=True)
            return
        left = moment.seconds / moment.batch * (course.batches - moment.batch)
        said = f"batch {moment.batch:>5,} of {course.batches:,}  mean {moment.mean:6.2f}"
        rest = f"against {moment.rivals:5.2f}  wins {moment.wins:6.1%}  {left / 60:4.1f} minutes left"
        print(f"{said} {rest}", file=sys.stderr, flush=True)

    curve = train(course, folder, tell, device=args.device)
    if not args.json:
        last = curve[-1]
        print(f"{folder}/learner.npz: mean {last.mean:.2f} against {last.rivals:.2f}, wins {last.wins:.1%}")
        print(f'play with it: handsight play boeren --with "learner {folder}/learner.npz"')
    return 0
