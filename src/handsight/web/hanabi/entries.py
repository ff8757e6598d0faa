"""What is written down of a table: how it was opened, and what happened at it since."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from handsight import hanabi
from handsight.errors import InputError
from handsight.hanabi import HAND_SIZES, STOPS, Action, Setup, Terms, rule_set, variant
from handsight.table import Dice, shuffled
from handsight.web.hanabi import messages

TERMINATED = next(reason for reason in STOPS if reason.word == "terminated")


class Seat(Struct, frozen=True):
    """A place at a table: a person's, who has its secret, or a bot's."""

    name: str
    bot: str = ""
    secret: str = ""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players of a table agree on beside the variant and the rule set, as on hanab.live."""

    hand: Annotated[int, Meta(ge=0, le=9)] = 0
    """Cards in a hand: the usual number (0 takes it), or one more or less."""
    deck_plays: bool = False
    empty_clues: bool = False
    card_cycle: bool = False
    all_or_nothing: bool = False

    def terms(self, players: int, variant_name: str, rules: str) -> Terms:
        """Return all that is agreed on, or raise InputError saying what cannot be."""
        usual = HAND_SIZES.get(players, 0)
        if usual and self.hand and abs(self.hand - usual) > 1:
            raise InputError(
                f"{players} players cannot hold {self.hand} cards each here; "
                f"they hold {usual}, or one less ({usual - 1}) or more ({usual + 1})"
            )
        chosen = asdict(self)
        return Terms(players, variant(variant_name), rule_set(rules), hand_size=chosen.pop("hand"), **chosen)


class Opening(Struct, frozen=True):
    """How a table was opened; this never changes."""

    id: str
    made: float
    seats: tuple[Seat, ...]
    seed: int
    variant: str = "No Variant"
    rules: str = "official"
    deck: tuple[str, ...] = ()
    """The deck card by card, where it does not follow from the seed."""
    moves: tuple[messages.Choice, ...] = ()
    """Actions that were taken before the table was opened: it goes on from another game."""
    origin: str = ""
    """The table whose game it goes on from, as a supposition."""
    pause: float = 0.0
    """Seconds that a bot waits before it moves, so that people can follow."""
    practice: bool = False
    """Whether actions may be taken back."""
    options: Options = Options()
    game: Literal["hanabi"] = "hanabi"

    @property
    def setup(self) -> Setup:
        """The terms and the deck."""
        terms = self.options.terms(len(self.seats), self.variant, self.rules)
        if self.deck:
            return Setup(terms, tuple(map(terms.variant.read, self.deck)))
        return Setup(terms, shuffled(terms.variant.deck(), Dice(self.seed)))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(at for at, seat in enumerate(self.seats) if not seat.bot)

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return tuple(seat.name for seat in self.seats)


class Acted(Struct, frozen=True, tag_field="entry", tag="acted"):
    """The seat to move took an action; a bot may say why."""

    action: messages.Choice
    why: str = ""


class Undone(Struct, frozen=True, tag_field="entry", tag="undone"):
    """Actions were taken back until so many were left."""

    turn: int


Entry = Acted | Undone


def action_of(choice: messages.Choice, seat: int) -> Action:
    """Return what a seat chose as an action of the rules."""
    match choice:
        case messages.Play(order):
            return hanabi.Play(order)
        case messages.Discard(order):
            return hanabi.Discard(order)
        case messages.Clue(target, kind, value):
            return hanabi.GiveClue(target, hanabi.Clue(kind, value))
        case messages.Stop():
            return hanabi.Stop(seat, TERMINATED)


def choice_of(action: Action) -> messages.Choice:
    """Return an action of the rules as it is written down."""
    match action:
        case hanabi.Play(order):
            return messages.Play(order)
        case hanabi.Discard(order):
            return messages.Discard(order)
        case hanabi.GiveClue(seat, clue):
            return messages.Clue(seat, clue.kind, clue.value)
        case hanabi.Stop():
            return messages.Stop()
