"""What can be asked about knowledge in every game: a game's name leads to its module.

A new game adds one line to `GAMES`, here or from outside, with a module that has what `GameKnowledge` says.
The command line and the page ask through `knowledge_of(game)`; others call `know`, `explain` and `ask`.
"""

from importlib import import_module
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Protocol, cast, overload

from handsight.errors import InputError, UnknownNameError
from handsight.game.recorded_game import RecordedGame
from handsight.knowledge.claims import FormulaAnswer
from handsight.notation.checked_game import CheckedGame
from handsight.text.suggestions import find_named

if TYPE_CHECKING:  # a game's module is imported when it is asked
    from handsight import boeren, hanabi
    from handsight.boeren import BoerenRecord
    from handsight.hanabi import HanabiRecord
    from handsight.knowledge.boeren.explain import OwnerExplanation
    from handsight.knowledge.boeren.owners import Owners
    from handsight.knowledge.hanabi.explain import CardExplanation
    from handsight.knowledge.hanabi.own_hand import Knowledge


class GameKnowledge(Protocol):
    """What a game's knowledge module has.

    Every answer has `sentences(names)`, lines of text for people, and `to_json(names)`; *names* are those of
    the seats.

    Turns and slots are indices from 0. People count both from 1: in *about*, in formulas and in sentences.
    """

    State: type
    """The class of the game's states."""
    ABOUT: str
    """What an explanation can be asked about, for help texts: "a slot" or "a card"."""
    FORMULAS: str
    """What formulas can speak of, for help texts."""

    def know(self, game: Any, /, *, seat: int | str, turn: int | None = None) -> Any:
        """Return what a seat knows at a turn (default: the last)."""

    def explain(self, game: Any, /, *, seat: int | str, about: str, turn: int | None = None) -> Any:
        """Return what a seat knows for certain about a card, as a person names it, or raise InputError."""

    def explain_card(self, game: Any, /, *, seat: int | str, turn: int | None = None, **about: Any) -> Any:
        """Return what `explain` returns; the card is named by the game's own parameter, *slot* or *card*."""

    def ask(self, game: Any, /, *, formula: str, turn: int | None = None) -> FormulaAnswer:
        """Return whether a formula is true at a turn, or raise InputError or TooLargeError."""


GAMES: dict[str, str] = {
    "hanabi": "handsight.knowledge.hanabi.questions",
    "boeren": "handsight.knowledge.boeren.questions",
}
"""By game, the module that is its `GameKnowledge`."""


def knowledge_of(game: Any) -> GameKnowledge:
    """Return the knowledge module of a game, by its name or for a recorded game or a state.

    Raises:
        UnknownNameError: no game in the table has this name, or states of this kind.
    """
    if isinstance(game, str):
        return cast("GameKnowledge", import_module(find_named("game", game, GAMES)))
    state = game.states[0] if isinstance(game, RecordedGame) else game
    for name in GAMES:
        module = knowledge_of(name)
        if isinstance(state, module.State):
            return module
    raise UnknownNameError(
        f"a {type(game).__name__} is neither a recorded game nor a state; give one of those"
    )


@overload
def know(game: "HanabiRecord | hanabi.State", *, seat: int | str, turn: int | None = None) -> "Knowledge": ...
@overload
def know(game: "BoerenRecord | boeren.State", *, seat: int | str, turn: int | None = None) -> "Owners": ...
@overload
def know(game: RecordedGame[Any, Any, Any], *, seat: int | str, turn: int | None = None) -> Any: ...
def know(game: Any, *, seat: int | str, turn: int | None = None) -> Any:
    """Return what a seat knows, by the rules alone: every deal that fits what it saw is equally likely.

    In Hanabi that is its own hand, card by card; in Boeren Bridge who may hold each card it does not see.

    Args:
        game: a game, or one state.
        seat: its index, its player's name, or ``P0``.
        turn: how many actions have been taken (default: all of them); not used with a single state.

    Raises:
        InputError: there is no such seat or turn.

    Examples:
        >>> import handsight as hs
        >>> game = hs.load("sample:first")
        >>> hs.know(game, turn=48, seat="Bob")[3].probability["b4"]
        Fraction(1, 1)
    """
    return _asked(game, "know").know(game, seat=seat, turn=turn)


@overload
def explain(
    game: "HanabiRecord | hanabi.State", *, seat: int | str, slot: int, turn: int | None = None
) -> "CardExplanation": ...
@overload
def explain(
    game: "BoerenRecord | boeren.State",
    *,
    seat: int | str,
    card: "boeren.Card | str",
    turn: int | None = None,
) -> "OwnerExplanation": ...
@overload
def explain(
    game: RecordedGame[Any, Any, Any],
    *,
    seat: int | str,
    slot: int | None = None,
    card: Any = None,
    turn: int | None = None,
) -> Any: ...
def explain(
    game: Any, *, seat: int | str, slot: int | None = None, card: Any = None, turn: int | None = None
) -> Any:
    """Return what a seat knows for certain about a card: claims, each with its facts and since when.

    Args:
        game: a game, or one state (then everything is known since its own turn).
        seat: its index, its player's name, or ``P0``.
        slot: in Hanabi, the card's index in the seat's own hand, 0 = newest.
        card: in Boeren Bridge, the card, as a value or as text such as ``QH``.
        turn: how many actions have been taken (default: all of them); not used with a single state.

    Raises:
        InputError: there is no such seat, turn, slot or card.
        TypeError: nothing to explain was named, or something that this game does not have.

    Examples:
        >>> import handsight as hs
        >>> explanation = hs.explain(hs.load("sample:first"), turn=48, seat="Bob", slot=3)
        >>> [(claim.text, claim.since) for claim in explanation.claims]
        [('b4', 48), ('critical', 48)]
    """
    module = _asked(game, "explain")
    subject = {name: value for name, value in (("slot", slot), ("card", card)) if value is not None}
    if len(subject) != 1:
        raise TypeError("explain() needs exactly one of slot and card")
    return module.explain_card(game, seat=seat, turn=turn, **subject)


def ask(game: RecordedGame[Any, Any, Any], *, formula: str, turn: int | None = None) -> FormulaAnswer:
    """Return whether a formula of knowledge is true at a turn of a game, and worlds that show why not.

    Args:
        game: a game.
        formula: such as ``K[Alice] Kv[Bob] is(Bob,2)``. In formulas slots count from 1 = newest.
        turn: how many actions have been taken (default: all of them).

    Raises:
        InputError: the formula cannot be read, or names what the game does not have.
        TooLargeError: too many worlds decide this formula.

    Examples:
        >>> import handsight as hs
        >>> hs.ask(hs.load("sample:first"), turn=48, formula="Kv[Bob] is(Bob,4)").holds
        True
    """
    return _asked(game, "ask").ask(game, formula=formula, turn=turn)


def _asked(game: Any, function: str) -> GameKnowledge:
    """Return the knowledge module of a game; InputError if *function* was given something else."""
    if isinstance(game, str | PathLike):
        load = f"load it first: hs.{function}(hs.load({fspath(game)!r}), …)"
        raise InputError(f"{function}() takes a game, not the name of a file; {load}")
    if isinstance(game, CheckedGame):
        valid = f"hs.{function}(checked.valid_game(), …), or its .game as far as that is valid"
        raise InputError(f"{function}() takes a game, not a CheckedGame; ask {valid}")
    return knowledge_of(game)


def sentences(game: RecordedGame[Any, Any, Any], answer: Any) -> list[str]:
    """Return an answer of `know`, `explain` or `ask` as lines of text for people, who count from 1."""
    return list(answer.sentences(game.seats))


def to_json(game: RecordedGame[Any, Any, Any], answer: Any) -> dict[str, Any]:
    """Return an answer about knowledge as JSON data, with turns and slots as indices from 0."""
    row: dict[str, Any] = answer.to_json(game.seats)
    return row
