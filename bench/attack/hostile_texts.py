"""Read broken texts in every format: no traceback, no hang, and every error says where.

Good texts are damaged (letters changed, lines moved, values of other kinds put in, bytes flipped, lone
surrogates, numbers of 5,000 digits, terminal escapes), or made of the words of their language at random.

    python -m bench.attack.hostile_texts --cases 31500 --seed 1
"""

import argparse
import json
import random
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from bench.attack.outcomes import Outcomes
from handsight.conventions.convention_loader import check_source
from handsight.conventions.convention_stories import parse_stories
from handsight.conventions.library import LIBRARY, SUFFIX, Source
from handsight.errors import HandsightError, InputError
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.logic.files import SAMPLES, answers
from handsight.logic.files import read as read_logic
from handsight.logic.files.json_cases import answer_cases
from handsight.notation import read
from handsight.notation.game_files import decode
from handsight.notation.games import GAMES
from handsight.playable_games import load

HERE = Path(__file__).parent / "samples"
READ, REFUSED, NO_PLACE, CRASHED, HUNG = "read", "refused", "error without a place", "crashed", "hung"
SECONDS = 20

NUMBERS = ("9" * 5_000, "-1", "0", "1e999", "1_000", "٣", "²", "0x10", "3.0", str(2**64))
STRANGE = (
    "\ud800", "\x00", "\x1b[31m", "\x1b]0;title\x07", "\u202e", "\ufeff", "é" * 20, "'", '"', "\\", "\n\n",
    "\t",
    "(" * 400, "[" * 400, "{", "}", ",", ":", "#", "--", "NaN", "null", "true", '"\\ud800"', "\r", "\x85",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    0.5,
    "",
    "\ud800",
    [],
    {},
    [[]],
    {"a": 1},
    "x" * 300,
    9999,
    "9" * 400,
)

Found = bool | str
"""Whether a text could be read without an error, or what an error says."""


class Format(NamedTuple):
    """A format: good texts, and a reader that yields what is wrong, each with whether it says where."""

    name: str
    texts: list[str]
    read: Callable[[bytes], Iterator[tuple[str, bool]]]
    in_lines: bool = True
    """Whether errors have a line; the others are of one word."""


def read_games(data: bytes) -> Iterator[tuple[str, bool]]:
    """Read recorded games of any kind."""
    for checked in read(decode(data), "case"):
        for problem in checked.problems:
            yield str(problem), problem.position is not None or problem.turn is not None


def read_convention(data: bytes) -> Iterator[tuple[str, bool]]:
    """Check a convention."""
    checked = check_source(Source("case", decode(data)))
    for problem in (*checked.problems, *checked.warnings):
        yield str(problem), problem.position is not None


def read_story(data: bytes) -> Iterator[tuple[str, bool]]:
    """Parse stories."""
    for _ in parse_stories(decode(data)):
        pass
    yield from ()


def read_model(data: bytes) -> Iterator[tuple[str, bool]]:
    """Read a model of knowledge, and answer its queries."""
    for answer in answers(read_logic(decode(data))):
        if answer.error is not None:
            yield str(answer.error), "line" in str(answer.error)
        json.dumps(answer.to_json())


def read_cases(data: bytes) -> Iterator[tuple[str, bool]]:
    """Answer cases in JSON; an error is that of a case, which is its place."""
    for answer in answer_cases(data):
        if answer.error is not None:
            yield f"{answer.id}: {answer.error}", True
        json.dumps(answer.to_json())


def formats() -> list[Format]:
    """Return every format with good texts."""
    game = load("sample:first")
    hanabi, boeren = GAMES["hanabi"], GAMES["boeren"]
    rounds = [part for number in range(2) for part in BoerenPlan(("random",) * 4).record_match(number)]
    exports = [path.read_text("utf-8") for path in sorted(Path(hanabi.load().SAMPLES or ".").glob("*.json"))]
    exports += [json.dumps(json.loads(text), indent=1) for text in exports]
    codes = [hanabi.write([game], name).text for name in ("code", "url")]
    conventions = [path.read_text("utf-8") for path in sorted(LIBRARY.glob(f"*/*{SUFFIX}"))]
    return [
        Format("log of Hanabi", [hanabi.write([game], "log").text], read_games),
        Format("export", exports, read_games),
        Format("exports, one a line", [hanabi.write([game, game], "jsonl").text], read_games),
        Format("code and link", codes, read_games, in_lines=False),
        Format("HanabiData", [(HERE / "hanabidata.txt").read_text("utf-8")], read_games),
        Format("terminal save", [(HERE / "terminal-save.txt").read_text("utf-8")], read_games),
        Format("log of Boeren Bridge", [boeren.write(rounds[:3], "log").text], read_games),
        Format("JSON of Boeren Bridge", [boeren.write(rounds[:2], "json").text], read_games),
        Format("convention", conventions, read_convention),
        Format("story", [(HERE / "minimal.story").read_text("utf-8")], read_story),
        Format("logic", [path.read_text("utf-8") for path in SAMPLES.glob("*.logic")], read_model),
        Format("SMCDEL", [path.read_text("utf-8") for path in SAMPLES.glob("*.smcdel")], read_model),
        Format("cases", [path.read_text("utf-8") for path in SAMPLES.glob("*.json")], read_cases),
    ]  # fmt: skip


def damaged(text: str, words: list[str], dice: random.Random) -> bytes:  # noqa: C901, PLR0911  # one line each
    """Damage a text in one of many ways."""
    kind = dice.randrange(9)
    at = dice.randrange(len(text) + 1)
    if kind == 0:
        return text[:at].encode("utf-8", "surrogatepass")
    if kind == 1:
        data = bytearray(text.encode())
        for _ in range(dice.randint(1, 3)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        return bytes(data)
    if kind == 2:
        lines = text.split("\n")
        one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        return "\n".join(lines).encode()
    if kind == 3:
        found = list(re.finditer(r"\d+", text))
        if found:
            number = dice.choice(found)
            text = text[: number.start()] + dice.choice(NUMBERS) + text[number.end() :]
        return text.encode("utf-8", "surrogatepass")
    if kind == 4 and text.lstrip()[:1] in ("{", "["):
        return _other_value(text, dice).encode("utf-8", "surrogatepass")
    if kind == 5:
        return " ".join(dice.choices(words, k=dice.randint(1, 40))).encode()
    if kind == 6:
        lines = [" ".join(dice.choices(words, k=dice.randint(1, 6))) for _ in range(dice.randint(1, 12))]
        return "\n".join(lines).encode()
    if kind == 7:
        word = dice.choice(words)
        return (text[:at] + word + text[at + dice.randint(0, 5) :]).encode()
    return (text[:at] + dice.choice(STRANGE) + text[at:]).encode("utf-8", "surrogatepass")


def _other_value(text: str, dice: random.Random) -> str:
    """Put a value of another kind somewhere in a JSON text."""
    try:
        tree = json.loads(text)
    except ValueError:
        return text
    node = tree
    while isinstance(node, dict | list) and node:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = dice.choice(keys)
        if not isinstance(node[key], dict | list) or not node[key] or dice.random() < 0.3:
            node[key] = dice.choice(VALUES)
            break
        node = node[key]
    return json.dumps(tree)


class Hung(BaseException):
    """A reader took too long."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise Hung in this block after some seconds."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def end_of(form: Format, data: bytes) -> tuple[str, str]:
    """Read one text, and return how that ended and what was said."""
    problems: list[tuple[str, bool]] = []
    try:
        with limited(SECONDS):
            problems = list(form.read(data))
    except Hung:
        return HUNG, ""
    except InputError as error:
        problems = [(str(error), bool(error.line) or bool(re.search(r"line \d|offset \d", str(error))))]
    except HandsightError as error:
        problems = [(str(error), True)]  # too large, as a whole
    except Exception:
        return CRASHED, traceback.format_exc(limit=-3)
    for said, placed in problems:
        said.encode("utf-8")  # a message that cannot be printed is a crash to come
        if form.in_lines and not placed and not AS_A_WHOLE.search(said):
            return NO_PLACE, said
    return (REFUSED if problems else READ), ""


AS_A_WHOLE = re.compile(
    r"no game in it|there is no text in it|is larger than|there is no story|is empty|too large|too long"
    r"|not a game in any format|this is a game of|only games of|this is an address"
)
"""Problems with a text as a whole, which have no place in it."""


def attack(cases: int, seed: int) -> Outcomes:
    """Read broken texts of every format, and count what came of it."""
    outcomes = Outcomes((READ, REFUSED, NO_PLACE, CRASHED, HUNG), frozenset({NO_PLACE, CRASHED, HUNG}))
    every = formats()
    for form in every:
        dice = random.Random(f"{seed} {form.name}")
        words = sorted({word for text in form.texts for word in re.findall(r"\S+", text)})
        words += [*NUMBERS[1:], "K", "?", "=", "@"]
        for _ in range(-(-cases // len(every))):
            data = damaged(dice.choice(form.texts), words, dice)
            try:
                end, said = end_of(form, data)
            except UnicodeEncodeError as error:
                end, said = CRASHED, f"a message cannot be printed: {error}"
            outcomes.add(form.name, end, f"{said} for {data[:200]!r}" if said or end == HUNG else "")
    return outcomes


def main(argv: list[str] | None = None) -> int:
    """Attack, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=31_500, help="how many texts to read")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    any_digits: Any = sys.set_int_max_str_digits
    any_digits(4_300)  # Python's own limit, whatever was set before
    return attack(args.cases, args.seed).report()


if __name__ == "__main__":
    sys.exit(main())
