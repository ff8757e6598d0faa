"""What the players agree on before the deal (rule set, schedule, size of the round), and the deal itself."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace

from handsight.boeren.cards import RANKS, SUIT_NAMES, SUITS, Card, pack
from handsight.errors import InputError
from handsight.text.counting_from_one import counted
from handsight.text.suggestions import find_named

SEATS = 4
SEAT_NAMES = ("North", "East", "South", "West")
SCHEDULES = {"short": "3-4-5-4-3", "long": "1..8..1/52"}
MOST_ROUNDS = 1000


class RoundSize(NamedTuple):
    """The size of a round: cards in each hand, and ranks of each suit in its pack."""

    hand: int
    ranks: int


def round_sizes(text: str) -> tuple[RoundSize, ...]:
    """Return the size of each round of a schedule (or of `short` or `long`), or raise InputError.

    ``3-4-5-4-3`` deals out the top ranks: 3 cards each of a pack of 12, then 4 of 16, and so on.
    ``1..8..1/52`` counts up and down again, always from the whole pack, whose rest is a face-down stock.
    """
    word = SCHEDULES.get(text.strip(), text.strip())
    hands, slash, pack = word.partition("/")
    ranks = ranks_of(_number(pack, text)) if slash else None
    rounds = tuple(
        RoundSize(hand, hand if ranks is None else ranks)
        for run in hands.split("-")
        for hand in _run(run, text)
    )
    if len(rounds) > MOST_ROUNDS:
        raise InputError(f"the schedule {text!r} has {len(rounds)} rounds; {MOST_ROUNDS} are the most")
    for hand, deep in rounds:
        if not 1 <= hand <= deep <= len(RANKS):
            most = min(deep, len(RANKS))
            raise InputError(
                f"in the schedule {text!r} a hand has {hand} cards; this pack allows 1 to {most}"
            )
    return rounds


def canonical(text: str) -> str:
    """Return a schedule with every round spelled out, so that equal schedules have equal text."""
    rounds = round_sizes(text)
    dealt = all(hand == ranks for hand, ranks in rounds)
    return "-".join(str(hand) for hand, _ in rounds) + ("" if dealt else f"/{len(SUITS) * rounds[0].ranks}")


def ranks_of(cards: int) -> int:
    """Return how many ranks of each suit a pack of *cards* cards has."""
    ranks, rest = divmod(cards, len(SUITS))
    if rest or not 1 <= ranks <= len(RANKS):
        raise InputError(f"a pack has 4, 8, 12, … or 52 cards (the top ranks of all suits), not {cards}")
    return ranks


def _run(text: str, whole: str) -> list[int]:
    """Return the numbers of a run such as ``1..8..1``: all on the way, each turning point once."""
    turns = [_number(word, whole) for word in text.split("..")]
    run = turns[:1]
    for begin, end in pairwise(turns):
        step = 1 if end > begin else -1
        run += range(begin + step, end + step, step)
    return run


def _number(word: str, whole: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= 52:
        return int(word)
    raise InputError(f"{whole!r} is not a schedule; write one such as 3-4-5-4-3 or 1..8..1/52")


DealerChange = Literal["plus_minus_one", "any_other", "barred", "none"]


class Rules(Struct, frozen=True):
    """The switches in which rule sets differ; the defaults are the game of LAMAS BoerenBridge."""

    dealer_change: DealerChange = "plus_minus_one"
    """How the dealer's bid is restricted when all bids would sum to the number of tricks: the dealer must
    change it by one, or to any other number, and everybody hears of it; or may not make it; or may."""
    first_lead: Literal["left_of_dealer", "winner_opens"] = "left_of_dealer"
    """Who leads first in the next round: the seat left of the dealer, or the winner of the last trick."""
    zero_bonus: Literal["from_six", "none"] = "from_six"
    """A met bid of zero earns 20 instead of 10 in rounds of six cards or more, or never."""
    schedule: str = "3-4-5-4-3"
    """The rounds of a match."""
    trump: Literal["separate", "turn_up"] = "separate"
    """Trump comes from a separate pack, or is the suit of the stock's top card, turned up."""

    def __post_init__(self) -> None:
        force_setattr(self, "schedule", canonical(self.schedule))

    @property
    def name(self) -> str:
        """The name of the rule set, or custom."""
        return next((name for name, rules in RULE_SETS.items() if rules == self), "custom")

    @property
    def switches(self) -> dict[str, str]:
        """Every switch with its value."""
        return asdict(self)

    def switched(self, name: str, value: str) -> "Rules":
        """Return rules with one switch set (``zero_bonus=none``), or raise UnknownNameError or InputError."""
        choices = find_named("rule switch", name, SWITCHES)
        if choices and value not in choices:
            raise InputError(f"{name} cannot be {value!r}; it is one of {', '.join(choices)}")
        change: dict[str, Any] = {name: value}
        return replace(self, **change)


SWITCHES: dict[str, tuple[str, ...]] = {name: get_args(kind) for name, kind in get_type_hints(Rules).items()}
"""The values of every switch; none for the schedule, which is a text of its own."""
DEFAULT_RULES = Rules()
RULE_SETS = {
    "text": DEFAULT_RULES,
    "author": Rules(dealer_change="any_other", first_lead="winner_opens", zero_bonus="none"),
    "fifteen": Rules(schedule=SCHEDULES["long"]),
}


def rule_set(name: str) -> Rules:
    """Return the rule set of this name, or raise UnknownNameError."""
    return find_named("rule set", name, RULE_SETS)


class Terms(Struct, frozen=True):
    """Everything that the players agree on for one round, and so all know; InputError if it is impossible."""

    hand_size: int
    """Cards in a hand, and so the number of tricks."""
    ranks: int = 0
    """Ranks of each suit in the pack, from the Ace down; 0 means: as many as deal the pack out."""
    rules: Rules = DEFAULT_RULES
    bidding: bool = True
    """Without bids play begins at once and nothing is scored: for positions whose bids are not recorded."""

    def __post_init__(self) -> None:
        if not self.ranks:
            force_setattr(self, "ranks", self.hand_size)
        if not 1 <= self.hand_size <= self.ranks <= len(RANKS):
            top = len(RANKS)
            raise InputError(
                f"{self.hand_size} cards each cannot be dealt from {self.ranks} ranks; a hand has 1 to {top}"
            )
        if self.rules.trump == "turn_up" and not self.stock:
            raise InputError("trump can only be turned up from a stock, and this pack is dealt out")

    @property
    def pack(self) -> tuple[Card, ...]:
        """Every card of the round."""
        return pack(self.ranks)

    @property
    def stock(self) -> int:
        """How many cards are not dealt."""
        return SEATS * (self.ranks - self.hand_size)


class Setup(Struct, frozen=True):
    """A round before the first bid; cards in no hand are the stock."""

    terms: Terms
    hands: tuple[tuple[Card, ...], ...]
    trump: int
    """The suit that beats the others."""
    dealer: int
    turned: Card | None = None
    """The stock's top card, where it shows the trump."""


class SetupProblem(NamedTuple):
    """Why a setup is impossible: a code, a sentence, and the part of the setup that is wrong."""

    code: str
    sentence: str
    part: tuple[str | int, ...]


def setup_problems(setup: Setup) -> Iterator[SetupProblem]:
    """Yield everything that makes a setup impossible."""
    terms = setup.terms
    if not 0 <= setup.dealer < SEATS:
        yield SetupProblem(
            "unknown-seat", f"there is no seat {setup.dealer}; seats are 0 to {SEATS - 1}", ("dealer",)
        )
    if not 0 <= setup.trump < len(SUITS):
        yield SetupProblem("no-such-suit", f"there is no suit {setup.trump}; suits are 0 to 3", ("trump",))
    if len(setup.hands) != SEATS:
        yield SetupProblem("hand-count", f"there are {len(setup.hands)} hands, but 4 seats", ("hands",))
    allowed, owner = frozenset(terms.pack), dict[Card, int]()
    for seat, hand in enumerate(setup.hands):
        for at, card in enumerate(hand):
            if card not in allowed:
                text = f"{card} is not in the pack, which holds the top {terms.ranks} ranks of each suit"
                yield SetupProblem("not-in-pack", text, ("hands", seat, at))
            elif card in owner:
                text = f"{card} is dealt twice: to seat {owner[card]} and to seat {seat}"
                yield SetupProblem("card-twice", text, ("hands", seat, at))
            owner.setdefault(card, seat)
        if len(hand) != terms.hand_size:
            text = f"seat {seat} holds {counted(len(hand), 'card')} in a round of {terms.hand_size}"
            yield SetupProblem("hand-size", text, ("hands", seat))
    yield from _turned_card_problems(setup, allowed, owner)


def _turned_card_problems(
    setup: Setup, allowed: frozenset[Card], owner: dict[Card, int]
) -> Iterator[SetupProblem]:
    card = setup.turned
    if card is None:
        if setup.terms.rules.trump == "turn_up":
            yield SetupProblem("not-turned", "no card is turned up, but these rules need one", ("turned",))
    elif setup.terms.rules.trump != "turn_up":
        yield SetupProblem(
            "turned", f"{card} is turned up, but trump comes from a separate pack", ("turned",)
        )
    elif card not in allowed or card in owner:
        where = f"seat {owner[card]} holds it" if card in owner else "it is not in the pack"
        yield SetupProblem("card-twice", f"{card} cannot lie on the stock: {where}", ("turned",))
    elif card.suit != setup.trump:
        text = f"{card} is turned up, so trump is {SUIT_NAMES[card.suit].lower()}"
        yield SetupProblem("trump-differs", text, ("trump",))
