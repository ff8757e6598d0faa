"""The robots of Fabrigoule and Guillot as printed, for two players; our repaired ones are conventions.

`docs/explanation/robots.md` has the document's figures and ours. A name may be followed by readings, as in
``robot4-printed danger=text save=code``.
"""

from collections.abc import Mapping
from functools import partial

from handsight.bots.bot import BotSpec
from handsight.bots.hanabi.printed_robots.document_robots import PeekingRobot2, Robot1, Robot2, Robot3, Robot4
from handsight.bots.hanabi.printed_robots.printed_robot import PrintedRobot
from handsight.errors import UnknownNameError
from handsight.text.suggestions import did_you_mean, listed

_BY = "as printed by Fabrigoule and Guillot:"
_ROBOTS: Mapping[str, tuple[type[PrintedRobot], str]] = {
    "robot1-printed": (Robot1, f"{_BY} plays clued 1s, clues 1s and 5s, discards on the left"),
    "robot2-printed": (Robot2, f"{_BY} a clue points at one card; bombs wait until fully known"),
    "robot3-printed": (Robot3, f"{_BY} plays bombs when nothing better is left to do"),
    "robot4-printed": (Robot4, f"{_BY} waits for its partner's next bomb, and saves it"),
    "robot2-author": (
        PeekingRobot2,
        "NOT HONEST: robot 2 of their program, which looks at its own hand to discard",
    ),
}


def _spec(name: str, readings: Mapping[str, str] | None = None) -> BotSpec:
    robot, about = _ROBOTS[name.split(maxsplit=1)[0]]
    return BotSpec(
        name,
        f"{about}; two players",
        partial(robot, readings=readings) if readings else robot,
        honest=robot is not PeekingRobot2,
        players=(2,),
    )


PRINTED_ROBOTS = tuple(map(_spec, _ROBOTS))


def find_printed_robot(name: str) -> BotSpec | None:
    """Find a printed robot by name and readings, as in ``robot4-printed danger=text``; None for others."""
    first, *options = name.split() or [""]
    if first not in _ROBOTS:
        return None
    known = _ROBOTS[first][0].READINGS
    answers = [f"{question}={answer}" for question, several in known.items() for answer in several]
    for option in options:
        if option not in answers:
            hint = did_you_mean(option, answers, f"it has {listed(answers)}" if answers else "it has none")
            raise UnknownNameError(f"{first} has no reading {option!r}; {hint}")
    return _spec(name, dict(option.split("=", 1) for option in options))
