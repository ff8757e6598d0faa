"""Stop-gap until notation has its table of games."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from handsight.notation import Written, formats, read, sentence, summary, writable
from handsight.notation.boeren import files, json_file, log
from handsight.notation.boeren.record import sentence as boeren_sentence
from handsight.notation.boeren.record import summary as boeren_summary


class Writer(NamedTuple):
    """A format in which games can be written."""

    suffix: str
    write: Callable[[Sequence[Any]], Written]
    several: bool


class GameNotation(NamedTuple):
    """How the records of a game are read and written."""

    read: Callable[..., list[Any]]
    summary: Callable[[Any], dict[str, Any]]
    sentence: Callable[[Any], str]
    writers: dict[str, Writer]
    to_check: Callable[[list[Any]], list[Any]] = list


def _each(name: str) -> Callable[[Sequence[Any]], Written]:
    def write(games: Sequence[Any]) -> Written:
        written = [formats[name].write(game) for game in games]
        text = "\n".join(each.text.rstrip("\n") for each in written) + "\n"
        return Written(text, tuple(dict.fromkeys(loss for each in written for loss in each.lost)))

    return write


def _page(games: Sequence[Any]) -> Written:
    """Write a game as one file for the browser."""
    from handsight.notation import Reading
    from handsight.web.replay.replay import Recording
    from handsight.web.replay.single_file import page

    recording = Recording(Reading("", games[0]), "")
    lost = ("reasons, and what others may think (they take long to find here)",) if recording.spare else ()
    return Written(page(recording).decode(), lost)


NOTATIONS = {
    "hanabi": GameNotation(
        read,
        summary,
        sentence,
        {name: Writer(formats[name].suffix, _each(name), name == "jsonl") for name in writable()}
        | {"html": Writer(".html", _page, several=False)},
    ),
    "boeren": GameNotation(
        files.read,
        boeren_summary,
        boeren_sentence,
        {
            "log": Writer(files.SUFFIX, log.write, several=True),
            "json": Writer(".json", json_file.write, several=True),
        },
        files.to_check,
    ),
}


def recognise(text: str, label: str) -> str:
    """Return which game a text is."""
    return "boeren" if files.recognised(text, label) else "hanabi"


def recorded(checked: Any) -> Any:
    """Return the game of a checked game."""
    return checked.game if hasattr(checked, "game") else checked.round
