"""Training a learner of Boeren Bridge: `handsight train boeren`."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cli import arguments

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.lab.learning import Moment


def run(args: Namespace) -> int:
    """Train, print every evaluation, and say how to play with the learner."""
    from handsight.lab.learning import Course, train

    changes: dict[str, Any] = {} if args.batches is None else {"batches": args.batches}
    with arguments.usage_errors():
        course, folder = Course(state=args.state, seed=args.seed, **changes), Path(args.out)

    def show(moment: "Moment") -> None:
        if args.json:
            print(arguments.json_line(moment._asdict()), flush=True)
            return
        left = moment.seconds / moment.batch * (course.batches - moment.batch)
        progress = f"batch {moment.batch:>5,} of {course.batches:,}  mean {moment.mean:6.2f}"
        rest = f"against {moment.rivals:5.2f}  wins {moment.wins:6.1%}  {left / 60:4.1f} minutes left"
        print(f"{progress} {rest}", file=sys.stderr, flush=True)

    curve = train(course, folder, show, device=args.device)
    if not args.json:
        last = curve[-1]
        print(f"{folder}/learner.npz: mean {last.mean:.2f} against {last.rivals:.2f}, wins {last.wins:.1%}")
        print(f'play with it: handsight play boeren --with "learner {folder}/learner.npz"')
    return 0
