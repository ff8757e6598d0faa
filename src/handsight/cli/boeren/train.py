"""Training a learner of Boeren Bridge: `handsight train boeren`."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cli import arguments

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.learning.boeren import Evaluation


def run(args: Namespace) -> int:
    """Train, print every evaluation, and say how to play with the learner."""
    from handsight.learning.boeren import TrainingSettings, train

    changes: dict[str, Any] = {} if args.batches is None else {"batches": args.batches}
    with arguments.usage_errors():
        settings, folder = (
            TrainingSettings(
                state=args.state, reward=args.reward, discount=args.discount, seed=args.seed, **changes
            ),
            Path(args.out),
        )

    def show(evaluation: "Evaluation") -> None:
        if args.json:
            print(arguments.json_line(evaluation._asdict()), flush=True)
            return
        left = evaluation.seconds / evaluation.batch * (settings.batches - evaluation.batch)
        progress = f"batch {evaluation.batch:>5,} of {settings.batches:,}  mean {evaluation.mean:6.2f}"
        rest = f"against {evaluation.rivals:5.2f}  wins {evaluation.wins:6.1%}  {left / 60:4.1f} minutes left"
        print(f"{progress} {rest}", file=sys.stderr, flush=True)

    curve = train(settings, folder, show, device=args.device)
    if not args.json:
        last = curve[-1]
        print(f"{folder}/learner.npz: mean {last.mean:.2f} against {last.rivals:.2f}, wins {last.wins:.1%}")
        print(f'play with it: handsight play boeren --with "learner {folder}/learner.npz"')
    return 0
