"""Files of Hanabi: how each format is recognised by its content, read, validated, written and summarised.

A game on hanab.live has an address, in every form that people paste it: a replay is
`https://hanab.live/replay/123`, shared it is `/shared-replay/123`, with `#30` at the end for turn 30; people
also paste `hanab.live/replay/123`, or just the number. The game itself is at `/export/123`.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from handsight.errors import InputError
from handsight.hanabi import HanabiRecord, Rules, State, pace_and_efficiency, rule_set
from handsight.notation.checked_game import CheckedGame, ReadOptions
from handsight.notation.games import Format, GameLink, by_name
from handsight.notation.hanabi.table_text import score_text
from handsight.notation.hanabi.validation import PLAYED_ON, ParsedGame, validate
from handsight.text.counting_from_one import counted

_HERE = "handsight.notation.hanabi."
FORMATS = by_name(
    Format("log", "the log language, one statement a line", ".hanabi", _HERE + "log", "write"),
    Format("live", "a hanab.live export", ".json", _HERE + "hanab_live_export", "write"),
    Format(
        "jsonl",
        "hanab.live exports, one a line",
        ".jsonl",
        _HERE + "hanab_live_export",
        "write",
        several=True,
    ),
    Format("code", "the code in a hanab.live replay link", ".code", _HERE + "hanab_live_links", "write"),
    Format("seed", "a hanab.live seed, such as p2v0s1", ".seed", _HERE + "hanab_live_seeds"),
    Format("url", "a hanab.live replay link", ".url", _HERE + "hanab_live_links", "write_link"),
    Format("hanabidata", "a log of HanabiData", ".log", _HERE + "hanabidata"),
    Format(
        "save001", "a save file of Fabrigoule and Guillot's terminal game", ".py", _HERE + "terminal_save"
    ),
)
SAMPLES = Path(__file__).parent / "samples"
"""Games made for the tour, one in a file."""
ABOUT_SAMPLES = {
    "first": "three players, No Variant, played to the end: 23 of 25. The tour and the examples use it",
    "rainbow": "four players with a rainbow suit, which every colour clue touches",
    "up_or_down": "two players; stacks may be built up or down, and start cards begin them",
}
"""What each sample shows, by name."""

_CODE = r"[0-9][A-Za-z0-9-]{20,},[A-Za-z0-9-]{2,},[0-9-]+(?:,\S*)?"
_LINK = r"(?:\S*/)?(?:shared-)?replay-json/\S*"
_STATEMENT = (
    r"card[ \t]+\w|players[ \t]+\d+[ \t]*\r?$|\S+[ \t]+(?:plays|discards)[ \t]+\d|p\d+[ \t]+(?:clues|ends)\b"
)

# The first of these patterns that some line begins with decides the format. Blanks of a pattern stay
# within a line, or a file of empty lines would be searched over and over.
_LINE_PATTERNS = (
    (r"(?im)^[ \t]*(?:players|cards|moves)[ \t]*=", "save001"),
    (r"(?im)^MOVE: ", "hanabidata"),
    (rf"(?im)^[ \t]*(?:{_STATEMENT})", "log"),
)
# What the first line may look like; and what to say of texts that are not games.
_FIRST_LINES = (
    (r"(?i)\[?(?:Old GID:|Treatment:)", "hanabidata"),
    (r"[\[{]", "live"),
    (rf"(?:{_LINK}|{_CODE})\Z", "code"),
    (r"(?:legacy-.-)?p\d{1,2}v\d{1,6}s\S+\Z", "seed"),
)
_NO_GAMES = (
    (r"\w+://\S*\Z", "nothing is downloaded; save the page as a file and read that"),
    (r"<", "this is a web page or XML, no game; save the export, not the page that shows it"),
    (r"%PDF", "this is a PDF document, no game"),
)
_WIDTH = 4_000
"""How many characters of the first line are looked at."""

SITE = "https://hanab.live"
SITE_VARIABLE = "HANDSIGHT_HANAB_LIVE"
"""The environment variable that names another server which runs the site's software."""

_TURN = r"(?:\?[^#\s]*)?(?:#(?P<turn>\d{1,4}))?"
_GAME = re.compile(
    r"[<\"'(]*(?:(?:https?:)?//)?(?:[\w.-]*hanab[\w.-]*(?::\d+)?)?"
    rf"/?(?:(?:shared-)?replay|export|game)/(?P<id>\d{{1,9}})/?{_TURN}[>\"').,]*",
    re.IGNORECASE | re.ASCII,
)
_NUMBER = re.compile(rf"#?(?P<id>\d{{1,9}}){_TURN}", re.ASCII)
_LINK_TURN = re.compile(r"\S*replay-json/\S*#(?P<turn>\d{1,4})", re.ASCII)


class Address(NamedTuple):
    """A game on hanab.live by its number, and the turn (from 1) that a link leads to, if any."""

    id: int
    turn: int | None = None

    @property
    def export(self) -> str:
        """Where the game can be downloaded."""
        return f"{os.environ.get(SITE_VARIABLE, SITE).rstrip('/')}/export/{self.id}"


def read_address(text: str) -> Address | None:
    """Return the game that an address or a bare number stands for, or None if it is neither.

    >>> read_address("hanab.live/shared-replay/123#30")
    Address(id=123, turn=30)
    """
    found = _GAME.fullmatch(text.strip()) or _NUMBER.fullmatch(text.strip())
    return Address(int(found["id"]), _turn(found["turn"])) if found else None


def _turn(digits: str | None) -> int | None:
    """Return a turn from 1; #0 is the deal, as #1 is."""
    return None if digits is None else max(1, int(digits))


def how_to_go_on(address: Address) -> str:
    """Return a sentence that a game must be downloaded first, with two ways to do that."""
    turn = f" and --turn {address.turn}" if address.turn else ""
    return (
        f"this is game {address.id} of hanab.live, and nothing is downloaded unless you ask for it: "
        f"add --fetch (in Python fetch=True); or open {address.export} in a browser, "
        f"save it as {address.id}.json, and go on with that file{turn}"
    )


def recognise_format(text: str) -> Format:
    """Return the format of a text by its content, or raise InputError saying what it seems to be."""
    start = text.strip()
    if not start:
        raise InputError("there is no text in it")
    line = start.split("\n", 1)[0].rstrip()[:_WIDTH]
    for pattern, name in _FIRST_LINES:
        if re.match(pattern, line):
            return FORMATS[name]
    address = read_address(start) if "/" in start else None  # a mere number in a file is not an address
    if address:
        raise InputError(how_to_go_on(address))
    for pattern, message in _NO_GAMES:
        if re.match(pattern, line):
            raise InputError(message)
    for pattern, name in _LINE_PATTERNS:
        if re.search(pattern, text):
            return FORMATS[name]
    known = "; ".join(format_.about for format_ in FORMATS.values())
    raise InputError(f"this is not a game in any format that Handsight reads: {known}")


def recognise(text: str, label: str = "") -> bool:
    """Whether a text is a game of Hanabi, by its file's ending or by its content."""
    if label.endswith(FORMATS["log"].suffix):
        return True
    try:
        format_ = recognise_format(text)
    except InputError:
        return False
    return format_.name != "live" or bool(re.search(r'"(?:deck|actions|seed)"\s*:', text))


def link(source: str) -> GameLink | None:
    """Return what an address on hanab.live, a replay link, its code or a seed stands for, or None."""
    address = read_address(source)
    if address:
        return GameLink(str(address.id), address.turn, address.export, how_to_go_on(address))
    try:
        name = recognise_format(source).name
    except InputError:
        return None
    if name == "seed":
        return GameLink(source.strip())
    found = _LINK_TURN.fullmatch(source.strip())
    return (
        GameLink("link" if "/" in source else "code", _turn(found["turn"] if found else None))
        if name == "code"
        else None
    )


def parse(text: str, *, players: int | None = None) -> list[ParsedGame]:
    """Return every game of a text, unvalidated; *players* is how many play, where a log does not say."""
    format_ = recognise_format(text)
    options = {"players": players} if format_.name == "log" else {}
    games: list[ParsedGame] = format_.load().read(text, **options)
    return games


def read(text: str, label: str, options: ReadOptions) -> Iterator[CheckedGame[HanabiRecord]]:
    """Read and validate every game of a text; an unknown rule set is refused at once."""
    if isinstance(options.rules, str):
        options = replace(options, rules=rule_set(options.rules))
    return _read(text, label, options)


def _read(text: str, label: str, options: ReadOptions) -> Iterator[CheckedGame[HanabiRecord]]:
    for number, parsed in enumerate(parse(text, players=options.players), 1):
        yield validate(
            _ruled(parsed, options),
            f"{label}:{number}",
            partial=options.partial,
            keep_going=options.keep_going,
        )


def _ruled(parsed: ParsedGame, options: ReadOptions) -> ParsedGame:
    """Return a parsed game with the rule set and the single switches that the options give."""
    if parsed.terms is None or not (options.rules or options.switches):
        return parsed
    chosen: Rules = options.rules or parsed.terms.rules
    for name, value in options.switches:
        chosen = chosen.switched(name, value)
    retry = parsed.retry and (replace(parsed.retry[0], rules=chosen), parsed.retry[1])
    return replace(parsed, terms=replace(parsed.terms, rules=chosen), retry=retry)


def to_score(games: Iterable[CheckedGame[HanabiRecord]]) -> Iterable[CheckedGame[HanabiRecord]]:
    """Return all games: every game of Hanabi has a score."""
    return games


FIGURES: dict[str, Callable[[State], Any]] = {
    "players": lambda final: final.terms.players,
    "variant": lambda final: final.terms.variant.name,
    "rules": lambda final: final.terms.rules.name,
    "turns": lambda final: final.turn,
    "score": lambda final: final.score,
    "max_score": lambda final: final.max_score,
    "perfect_score": lambda final: final.terms.variant.max_score,
    "stacks": lambda final: list(final.heights),
    "clues": lambda final: final.tokens,
    "strikes": lambda final: final.strikes,
    "end": lambda final: final.end.value,
    "pace": pace_and_efficiency.pace,
    "efficiency": lambda final: (
        None if (it := pace_and_efficiency.efficiency(final)) is None else round(it, 2)
    ),
}
"""The figures of every game; all None for a game that cannot be read."""


def summary(checked: CheckedGame[HanabiRecord]) -> dict[str, Any]:
    """Return the row of `check --json`; an invalid game is summarised as of its last valid turn."""
    game = checked.game
    return checked.json({name: figure(game.final) if game else None for name, figure in FIGURES.items()})


def sentence(checked: CheckedGame[HanabiRecord]) -> str:
    """Return one line that says whether a game is valid, and how it stands or ended."""
    if checked.game is None:
        return f"{checked.label}: cannot be played"
    final = checked.game.final
    variant = final.terms.variant
    skipped = sum(notice.startswith(PLAYED_ON) for notice in checked.notices)
    so_far = f"played on without {skipped} illegal action{'s' * (skipped != 1)}" if skipped else ""
    verdict = "valid" if checked.valid else f"INVALID, {so_far or 'as of its last valid turn'}"
    end = final.end.value.replace("_", " ")
    stacks = " ".join(
        letter + rule.top(at)
        for letter, rule, at in zip(variant.letters, variant.stacks, final.stacks, strict=True)
    )
    return (
        f"{checked.label}: {verdict}; {variant.name}, {final.terms.players} players, "
        f"{counted(final.turn, 'turn')}, {end}, score {score_text(final)} ({stacks}), "
        f"{counted(final.tokens, 'clue')}, {counted(final.strikes, 'strike')}"
    )
