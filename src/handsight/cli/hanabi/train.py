"""Training a player of Hanabi by playing with itself: `handsight train hanabi`."""

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cli import shared_options as shared
from handsight.cli.output import print_json
from handsight.errors import UsageError
from handsight.extras import EXTRAS, need_extra

if TYPE_CHECKING:  # the help of a verb needs no PyTorch
    from handsight.learning.hanabi import Evaluation, PpoSettings

NUMBERS = ("suits", "ranks", "hand", "tokens", "steps", "games", "minibatch", "rate")
"""Options that are settings of the same name."""
SHORT = 1_000_000_000
"""A run of fewer steps is short: its plan is made for a small game."""


def train(args: Namespace) -> int:
    """Train, print every evaluation, draw the learning curve, and say how to play with the learner."""
    need_extra("rl")
    from handsight.learning.hanabi import train as train_by_ppo

    with shared.usage_errors():
        settings = _settings(args)
    folder = Path(args.out)
    best = settings.suits * settings.ranks

    def show(evaluation: "Evaluation") -> None:
        if args.json:
            print_json(evaluation._asdict())
            return
        planned = settings.iterations * settings.steps_an_iteration
        done = f"{evaluation.steps / 1e6:>8,.1f} of {planned / 1e6:,.1f}"
        score = f"{evaluation.official:.3f} ± {evaluation.error:.3f} of {best}"
        rates = f"perfect {evaluation.perfect:.1%}  struck out {evaluation.struck_out:.1%}"
        speed = evaluation.steps / max(evaluation.seconds, 1e-9)
        print(f"{done} million steps  {score}  {rates}  {speed:,.0f} steps/s", file=sys.stderr, flush=True)

    curve = train_by_ppo(settings, folder, show, device=args.device, minutes=args.minutes, every=args.every)
    _draw(curve, folder)
    if not args.json:
        last = curve[-1]
        print(f"{folder}: mean of averaged weights {last.averaged:.3f}, of the last ones {last.official:.3f}")
        if last.steps < settings.steps:
            print("the run is not finished; the same command continues it")
        print(f"play with it: {_play_with_it(settings, folder)}")
    return 0


def _play_with_it(settings: "PpoSettings", folder: Path) -> str:
    """Return the command that lets the learner play, or for a small game a hint how to do so in Python."""
    bot = f"learned {folder / 'averaged.npz'}"
    full = (settings.suits, settings.ranks, settings.tokens) == (5, 5, 8)
    if full and settings.hand == (5 if settings.players <= 3 else 4):
        return f'handsight simulate "{bot}" --players {settings.players}'
    return f'VecHanabi in Python, with variant=tiny(…) of this size and partners={{1: "{bot}"}}'


def _settings(args: Namespace) -> "PpoSettings":
    from handsight.learning.hanabi import PpoSettings

    chosen: dict[str, Any] = {"players": args.players or 2, "seed": args.seed}
    if args.start:
        from handsight.bots.hanabi.learned.shipped_weights import SHIPPED

        chosen["start"] = str(SHIPPED) if args.start == "learned" else args.start
    for name in NUMBERS:
        if getattr(args, name) is not None:
            chosen[name] = getattr(args, name)
    chosen.setdefault("hand", 5 if chosen["players"] <= 3 else 4)
    if args.hidden:
        chosen["hidden"] = _widths(args.hidden)
    settings = PpoSettings(**chosen)
    if settings.steps >= SHORT:
        return settings
    # strikes count sooner, and evaluations take their share of the time
    ramp = 0.1 * settings.steps, 0.4 * settings.steps
    return replace(settings, strike_ramp=ramp, average=0.99, evaluation_games=2000)


def _widths(text: str) -> tuple[int, ...]:
    """Read the widths of the hidden layers, as in ``512,512``."""
    parts = text.split(",")
    if not all(part.strip().isdecimal() and 0 < int(part) <= 8192 for part in parts):
        raise UsageError(f"--hidden {text} is not understood; write widths from 1 to 8192, such as 512,512")
    return tuple(int(part) for part in parts)


def _draw(curve: "list[Evaluation]", folder: Path) -> None:
    """Draw the learning curve, if what this takes is installed."""
    try:
        need_extra("lab", *EXTRAS["lab"])
    except ImportError:
        return
    from handsight.learning.training_folder import PICTURE, draw_curve

    minutes = "minutes of training", [point.seconds / 60 for point in curve]
    means = {"mean score of greedy play": [point.official for point in curve]}
    shares = {"perfect games": [point.perfect for point in curve]}
    draw_curve(folder / PICTURE, minutes, means, shares, "mean score, struck out = 0")
