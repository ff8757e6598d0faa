"""The games on the page, and what it needs to know of each: its `GamePage`, with its tables and replays."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

from msgspec import Meta, Struct

from handsight.errors import InputError, RequestError, UnknownNameError
from handsight.game import secret_seed
from handsight.text.suggestions import find_named
from handsight.web.server.game_table import Opening, Seat, Table

T = TypeVar("T")
Name = Annotated[str, Meta(max_length=30)]


GAMES = {"hanabi": "handsight.web.hanabi.table", "boeren": "handsight.web.boeren.table"}
"""By game, the module that has its `GamePage` as `PAGE`; a new game adds a line, here or from outside."""
SCREENS = frozenset({"home", "table", "games", "replay", "lab", "logic", "bots", "signals"})
"""Words that begin the addresses of the page's own screens (`SCREENS` in static/app.js)."""


def check_names() -> None:
    """Raise InputError where a game has the name of a screen: its address would lead there."""
    for name in GAMES:
        if name in SCREENS:
            raise InputError(f"no game can be called {name}: #/{name} is a screen of the page; rename it")


def find_game(name: str, games: Mapping[str, T]) -> T:
    """Return what there is for a game by its name, or raise RequestError."""
    try:
        return find_named("game", name, games)
    except UnknownNameError as error:
        raise RequestError("unknown-game", str(error)) from None


def game_page(game: str) -> "GamePage":
    """Return what the page needs to know of a game, or raise RequestError."""
    page: GamePage = import_module(find_game(game, GAMES)).PAGE
    return page


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as it is asked for: a bot by its name, or a person."""

    name: Name = ""
    bot: Name = ""


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table; a game adds its rules and options, and may bound the number of seats."""

    seats: tuple[SeatRequest, ...]
    practice: bool | None = None
    """Whether moves may be taken back; by default, where one person plays."""
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    """The seed of the deal; random by default."""
    open_hands: bool = False
    """Whether those who watch see all hands."""

    @property
    def people(self) -> int:
        """How many seats people take."""
        return sum(not seat.bot for seat in self.seats)

    @property
    def practises(self) -> bool:
        """Whether moves may be taken back at the table."""
        return self.people == 1 if self.practice is None else self.practice

    def check(self) -> None:
        """Raise RequestError or InputError if there cannot be such a table."""
        if self.practice and self.people != 1:
            raise RequestError(
                "no-practice",
                "practice is for tables where one person plays with bots; it lets moves be undone",
            )
        if self.seed is not None and self.people > 1:
            raise RequestError(
                "no-seed",
                "a seed reveals every card to the one who chose it; it is for tables with at most one person",
            )


def open_table(
    opening: Callable[..., Opening], name: str, made: float, seats: tuple[Seat, ...], request: TableRequest
) -> Opening:
    """Return the opening of a table that was asked for; a game's own fields have the same names in both."""
    shared = TableRequest.__struct_fields__
    own = {field: getattr(request, field) for field in request.__struct_fields__ if field not in shared}
    seed = secret_seed() if request.seed is None else request.seed
    return opening(name, made, seats, seed, request.practises, open_hands=request.open_hands, **own)


class ReplayAnalysis(Protocol):
    """The analysis of a recorded game, turn by turn."""

    @property
    def turns(self) -> int:
        """How many turns can be analysed."""

    @property
    def deals(self) -> int:
        """With how many deals a turn is analysed in the end."""

    @property
    def by(self) -> str:
        """The bot that goes on after each move."""

    @property
    def reason(self) -> str:
        """Why this bot was chosen, where it was not named."""

    def refine(self, turn: int) -> Iterator[dict[str, Any]]:
        """Yield a turn as `analyse --json` prints it, again and again with more deals."""


class ReplayPage(Protocol):
    """The replay of a recorded game, which also has a method for each of `recorded_games.QUERIES`."""

    @property
    def page(self) -> str:
        """The name of the game's `GamePage`."""

    @property
    def title(self) -> str:
        """The title of the replay."""

    def head(self) -> dict[str, Any]:
        """Return what the page needs once."""

    def analysis(self, by: str, *, believe: bool = False) -> ReplayAnalysis:
        """Analyse the game with a bot that goes on after each move.

        With *believe*, the mover's hand is also judged by what its partners did.
        """

    def with_line(self, text: str) -> "ReplayPage":
        """Return the replay with other moves from some turn on, as an address writes them."""

    def with_notes(self, notes: tuple[tuple[str, ...], ...]) -> "ReplayPage":
        """Return the replay with other notes on its cards, by seat and card."""

    def read_by(self, by: str) -> "ReplayPage":
        """Return the replay that carries how a convention reads it, where the game has conventions."""

    def everything(self) -> dict[str, Any]:
        """Return the answers to all questions, for a file that works without a server."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """What `everything` leaves out, in words."""


@dataclass(frozen=True)
class GamePage:
    """A game on the page.

    Args:
        name: the game's name in addresses, saved tables and `bots.games.GAMES`, such as ``hanabi``.
        title: its name for people.
        about: one sentence for the start page.
        seat_names: the usual names of its seats; a person may choose another.
        request: the JSON body that asks for a new table.
        open: makes the opening of a table from its id, the time, the seats and the request
            (`partial(open_table, Opening)` with the game's own opening).
        table: its kind of table.
        static: the folder of its browser files; ``index.js`` there exports `setup` and `table`
            (see static/games/README.md).
        lists: more lists that its browser files may ask for, by name, such as variants.
        replay: makes the replay of a recorded game, where the game has replays.
        bot_titles: by bot, what it is called on the page, where it has a name for people.
        clue_meanings: by bot, what its clues mean to a person who plays with it.
        first: the table that `handsight serve` opens for a newcomer, where it does.
    """

    name: str
    title: str
    about: str
    seat_names: tuple[str, ...]
    request: type[TableRequest]
    open: Callable[[str, float, tuple[Seat, ...], Any], Opening]
    table: type[Table[Any, Any]]
    static: Path
    lists: Mapping[str, Callable[[], list[Any]]] = field(default_factory=dict)
    replay: Callable[..., ReplayPage] | None = None
    bot_titles: Mapping[str, str] = field(default_factory=dict)
    clue_meanings: Mapping[str, str] = field(default_factory=dict)
    first: TableRequest | None = None
