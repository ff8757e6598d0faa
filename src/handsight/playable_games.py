"""Games for Python programs: load one or deal a new one, play on, and ask what each seat knows.

A game is a value: `play` returns another game, which has one action and one state more. Another kind of game
adds a class here, and a line to `CLASSES`.
"""

import os
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, ClassVar, Generic, Literal, Self, TypedDict, TypeVar, Unpack, overload

from msgspec import Struct
from msgspec.structs import astuple, replace

from handsight import boeren, hanabi
from handsight.boeren import BoerenRecord
from handsight.errors import IllegalActionError, InputError
from handsight.game import RecordedGame, Seed, as_seed, deal_dice, shuffled
from handsight.game.recorded_game import index_in
from handsight.hanabi import HanabiRecord
from handsight.knowledge.boeren.owners import Owners
from handsight.knowledge.games import know
from handsight.knowledge.hanabi.own_hand import Knowledge
from handsight.notation import open_source, read
from handsight.notation.boeren import table_text as boeren_text
from handsight.notation.hanabi import table_text as hanabi_text
from handsight.text.suggestions import find_named

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

DEFAULT_PLAYERS = 3


class NamedAction(Struct, Generic[ActionT], frozen=True):
    """An action of the seat to move, and the words that `Game.play` takes for it."""

    action: ActionT
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Game(RecordedGame[SetupT, ActionT, StateT], Generic[SetupT, ActionT, StateT], frozen=True):
    """A game as far as it was played: `setup`, `actions`, and the `states` after 0, 1, 2, … actions.

    Printing it shows the table; `final` is the last state, and `seats` are the names of the players.
    """

    rules: ClassVar[Any]
    """The module with the game's five functions (see `GameRules`)."""
    words: ClassVar[Any]
    """The module that writes the table and actions as text, and reads actions."""

    def play(self, action: str | ActionT | NamedAction[ActionT]) -> Self:
        """Return the game after an action of the seat to move.

        Args:
            action: in words (`legal` lists them), or as a value.

        Raises:
            InputError: the words mean no action.
            IllegalActionError: the rules forbid it; the message says why, and what would be legal.
        """
        chosen: Any = action.action if isinstance(action, NamedAction) else action
        if isinstance(chosen, str):
            chosen = self.words.read_action(self.final, self.seats, chosen)
        try:
            after = self.rules.play(self.final, chosen)
        except IllegalActionError as error:
            said = self.words.advice(self.final, chosen, error.code, str(error), self.seats)
            raise IllegalActionError(error.code, said) from None
        return replace(self, actions=(*self.actions, chosen), states=(*self.states, after))

    def legal(self) -> list[NamedAction[ActionT]]:
        """Return every legal action of the seat to move; none once the game is over."""
        actions = self.rules.legal(self.final)
        return [NamedAction(one, self.words.action_text(self.final, self.seats, one)) for one in actions]

    def know(self, seat: int | str, turn: int | None = None) -> Any:
        """Return what a seat knows (see `hs.know`).

        Args:
            seat: its index, its player's name, or ``P0``.
            turn: how many actions have been taken (default: all of them).

        Raises:
            InputError: there is no such seat or turn.
        """
        return know(self, seat=seat, turn=turn)

    def __str__(self) -> str:
        text: str = self.words.table_text(self.final, self.seats)
        return text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


class HanabiGame(Game[hanabi.Setup, hanabi.Action, hanabi.State], HanabiRecord, frozen=True):
    """A game of Hanabi; actions in words are `play 2`, `discard 5` (slots from 1) and `clue Bob red`."""

    rules: ClassVar[Any] = hanabi
    words: ClassVar[Any] = hanabi_text

    def know(self, seat: int | str, turn: int | None = None) -> Knowledge:
        """Return what a seat knows of its own hand, card by card (see `hs.know`)."""
        return know(self, seat=seat, turn=turn)


class BoerenRound(Game[boeren.Setup, boeren.Action, boeren.State], BoerenRecord, frozen=True):
    """A round of Boeren Bridge; actions in words are `bid 2`, `change to 3` and `play QH`."""

    rules: ClassVar[Any] = boeren
    words: ClassVar[Any] = boeren_text

    def know(self, seat: int | str, turn: int | None = None) -> Owners:
        """Return who may hold each card that a seat does not see (see `hs.know`)."""
        return know(self, seat=seat, turn=turn)


CLASSES: dict[type, type] = {HanabiRecord: HanabiGame, BoerenRecord: BoerenRound}
"""For each class of records, the class of games that can be played on."""


class LoadKeywords(TypedDict, total=False):
    """The keywords of `load` that do not decide what it returns."""

    number: int | None
    players: int | None
    rules: Any
    switches: Sequence[tuple[str, str]]
    partial: bool
    fetch: bool


Source = str | os.PathLike[str]
HanabiSample = Literal["sample:first", "sample:rainbow", "sample:up_or_down"]
BoerenSample = Literal["sample:boeren"]


@overload
def load(source: HanabiSample, **options: Unpack[LoadKeywords]) -> HanabiGame: ...
@overload
def load(source: BoerenSample, **options: Unpack[LoadKeywords]) -> BoerenRound: ...
@overload
def load(source: Source, *, game: Literal["hanabi"], **options: Unpack[LoadKeywords]) -> HanabiGame: ...
@overload
def load(source: Source, *, game: Literal["boeren"], **options: Unpack[LoadKeywords]) -> BoerenRound: ...
@overload
def load(
    source: Source, *, game: str | None = None, **options: Unpack[LoadKeywords]
) -> Game[Any, Any, Any]: ...
def load(  # noqa: PLR0913  # each is an option of the command line too
    source: Source,
    *,
    number: int | None = None,
    game: str | None = None,
    players: int | None = None,
    rules: Any = None,
    switches: Sequence[tuple[str, str]] = (),
    partial: bool = False,
    fetch: bool = False,
) -> Any:
    """Load one recorded game, or raise an error if it breaks the rules.

    Args:
        source: a file, `-` for standard input, a hanab.live link, code or seed, or `sample:first`.
        number: which game, counted from 0, where a file holds several.
        game: "hanabi" or "boeren"; by default recognised from the file's name and content.
        players: how many play, where a log does not say.
        rules: a rule set of the game, by name or as a value; it overrules what the file says.
        switches: single rule switches, such as `[("refund_five", "no")]`.
        partial: accept a deck that lists too few cards.
        fetch: download the game, if the source is an address or a game's number on hanab.live.

    Returns:
        The game, to look at or to play on: a `HanabiGame` or a `BoerenRound`.

    Raises:
        InputError: there is no such file, or it cannot be read.
        UnknownNameError: no game or rule set has this name.
        HandsightError: the game breaks the rules; the message is its first problem.

    Examples:
        >>> game = load("sample:first")
        >>> game.final.score
        23
    """
    games = read(
        *open_source(source, fetch=fetch),
        game=game,
        players=players,
        rules=rules,
        switches=switches,
        partial=partial,
    )
    if number is None and len(games) > 1:
        raise InputError(f"there are {len(games)} games here; choose one: number=0 to {len(games) - 1}")
    at = 0 if number is None else index_in("number", number, len(games) - 1, "the games here are")
    return playable(games[at].valid_game())


def playable(record: Any) -> Any:
    """Return a record as a game that can be played on, or unchanged if `CLASSES` has no class for it."""
    made = CLASSES.get(type(record))
    return made(*astuple(record)) if made else record


@overload
def new_game(
    *,
    players: int | None = None,
    seed: Seed = 1,
    variant: str | int | hanabi.Variant = "No Variant",
    rules: str | hanabi.Rules = "official",
    names: Sequence[str] = (),
    game: Literal["hanabi"] = "hanabi",
) -> HanabiGame: ...
@overload
def new_game(
    *,
    game: Literal["boeren"],
    players: int | None = None,
    seed: Seed = 1,
    rules: str | boeren.Rules = "text",
    names: Sequence[str] = (),
) -> BoerenRound: ...
def new_game(  # noqa: PLR0913  # what a table agrees on
    *,
    players: int | None = None,
    seed: Seed = 1,
    variant: str | int | hanabi.Variant = "No Variant",
    rules: str | hanabi.Rules | boeren.Rules | None = None,
    names: Sequence[str] = (),
    game: str = "hanabi",
) -> HanabiGame | BoerenRound:
    """Deal a new game, to play on.

    Args:
        players: how many play; in Hanabi by default one for each name, or 3; in Boeren Bridge always 4.
        seed: decides the deal, which is that of game 0 of an experiment with this seed.
        variant: of Hanabi, by its name or number on hanab.live, or as a value.
        rules: a rule set of the game, by name or as a value.
        names: the players, by default Alice, Bob, Cathy, … or North, East, South and West.
        game: "hanabi", or "boeren" for the first round of a match.

    Raises:
        InputError: such a game cannot be dealt.
        UnknownNameError: no game, variant or rule set has this name; the message asks which was meant.

    Examples:
        >>> game = new_game(players=3, seed=7)
        >>> game = game.play("clue Bob red")
        >>> game.legal()[:2]
        [<play 1>, <play 2>]
    """
    if isinstance(names, str):
        raise InputError(f"names is a list of names, such as ['Ann', 'Ben'], not the text {names!r}")
    deal: dict[str, Callable[..., HanabiGame | BoerenRound]]
    deal = {"hanabi": _new_hanabi, "boeren": _new_boeren}
    dealt = find_named("game", game, deal)(players or len(names) or None, as_seed(seed), variant, rules)
    if names and len(names) != len(dealt.seats):
        raise InputError(f"there are {len(names)} names for {len(dealt.seats)} players")
    return replace(dealt, names=tuple(names))


def _new_hanabi(players: int | None, seed: Seed, variant: Any, rules: Any) -> HanabiGame:
    chosen = variant if isinstance(variant, hanabi.Variant) else hanabi.variant(variant)
    agreed = rules if isinstance(rules, hanabi.Rules) else hanabi.rule_set(rules or "official")
    terms = hanabi.Terms(DEFAULT_PLAYERS if players is None else players, chosen, agreed)
    setup = hanabi.Setup(terms, shuffled(chosen.deck(), deal_dice(seed)))
    return HanabiGame(setup, (), (hanabi.deal(setup),))


def _new_boeren(players: int | None, seed: Seed, _variant: Any, rules: Any) -> BoerenRound:
    if players not in (None, boeren.SEATS):
        raise InputError(f"Boeren Bridge is for {boeren.SEATS} players, not {players}")
    agreed = rules if isinstance(rules, boeren.Rules) else boeren.rule_set(rules or "text")
    setup = boeren.Match.shuffled(deal_dice(seed), agreed).next
    return BoerenRound(setup, (), (boeren.deal(setup),))
