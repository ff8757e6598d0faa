"""What an expression may ask about: the public facts, the memory, and what the seat to move sees."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from handsight.conventions.interpreter.memory import Memory
from handsight.conventions.interpreter.public_state import Public, after
from handsight.deals import Deal, Disjunction
from handsight.hanabi import ClueGiven, Discard, GiveClue, Play, View, card_value, legal, touches
from handsight.knowledge import evidence
from handsight.table.bitmask import members

MOST_VARS = 24
Reader = Callable[[Public, Memory], Memory]


class Scene:
    """A moment of a game; with a *view*, the moment at which its seat is about to act.

    *reader* says how a clue would be read, were it given. Without a view there is no I but the seat that has
    just acted, and nothing hidden can be asked.
    """

    def __init__(
        self, public: Public, memory: Memory, view: View | None = None, reader: Reader | None = None
    ) -> None:
        self.public = public
        self.memory = memory
        self.me = public.actor if view is None else view.seat
        self.vars: list[Any] = [None] * MOST_VARS
        self._view = view
        self._reader = reader
        self._readings: dict[GiveClue, Memory] = {}
        self._touches: dict[GiveClue, tuple[int, ...]] = {}

    # ---- in public

    @cached_property
    def holders(self) -> dict[int, int]:
        """Who holds each card."""
        return {order: seat for seat, hand in enumerate(self.public.hands) for order in hand}

    @cached_property
    def playable(self) -> int:
        """Mask of what fits a stack now."""
        return card_value.playable(self.public.terms.variant, self.public.stacks)

    @cached_property
    def needed(self) -> int:
        """Mask of what can still score."""
        return card_value.needed(self.public.terms.variant, self.public.stacks, self.public.lost)

    @cached_property
    def critical(self) -> int:
        """Mask of what can still score, with one copy left."""
        return card_value.critical(self.public.terms.variant, self.public.stacks, self.public.lost)

    @cached_property
    def best(self) -> int:
        """The best score that the discards still allow."""
        return card_value.max_score(self.public.terms.variant, self.public.stacks, self.public.lost)

    @cached_property
    def _hidden(self) -> int:
        """Mask of the values of which some copy is not out in the open."""
        copies = self.public.terms.variant.copies
        return sum(1 << value for value, gone in enumerate(self.public.gone) if gone < copies[value])

    def seat(self, offset: int) -> int:
        """The seat so many after me."""
        return (self.me + offset) % self.public.terms.players

    def away(self, seat: int) -> int:
        """How many seats after me."""
        return (seat - self.me) % self.public.terms.players

    def slot(self, order: int) -> int:
        """The index of a card from the front."""
        return self.public.hands[self.holders[order]].index(order)

    def could(self, order: int) -> int:
        """What public facts leave a card."""
        return self.public.marks[order] & self._hidden

    def could_promised(self, order: int) -> int:
        """The same within its promises; without them if that leaves nothing."""
        could = self.could(order)
        return could & self.memory.promise(order, could) or could

    # ---- as the seat to move sees it

    @property
    def view(self) -> View:
        """What the seat to move sees."""
        if self._view is None:
            raise AssertionError(
                "a rule that is public asked for what is not; the checker should have refused it"
            )
        return self._view

    def face(self, order: int) -> int:
        """What a card is, if it is seen."""
        identity, fell, deed = self.public.terms.variant.identity, self.public.fell, self.public.deed
        if fell is not None and not isinstance(deed, ClueGiven) and deed and deed.order == order:
            return identity(fell)
        card = self.view.cards[order]
        if card is None:
            raise AssertionError("a rule asked for a hidden card; the checker should have refused it")
        return identity(card)

    @cached_property
    def legal(self) -> tuple[Play | Discard | GiveClue, ...]:
        """What the seat to move may do, in the order of the rules."""
        return tuple(action for action in legal(self.view) if isinstance(action, Play | Discard | GiveClue))

    @cached_property
    def hand(self) -> Deal | Disjunction:
        """Every hand that the seat to move may hold."""
        return evidence(self.view).told

    @cached_property
    def promised_hand(self) -> Deal | Disjunction:
        """Those that keep every promise; all of them if none does."""
        return with_promises(self.hand, self.public.hands[self.me], self.memory)

    def mine(self, deal: Deal | Disjunction, order: int) -> int:
        """What a card of mine may be."""
        return deal.possible[self.public.hands[self.me].index(order)]

    def chance(self, deal: Deal | Disjunction, order: int, mask: int) -> float:
        """How likely a card of mine is one of these."""
        ways = deal.marginals[self.public.hands[self.me].index(order)]
        return sum(ways[value] for value in members(mask)) / sum(ways)

    # ---- clues; None is the one just given

    def touched(self, clue: GiveClue | None) -> tuple[int, ...]:
        """The cards that a clue touches."""
        if clue is None:
            return self.public.deed.touched if isinstance(self.public.deed, ClueGiven) else ()
        if clue not in self._touches:
            self._touches[clue] = touches(self.view, clue.seat, clue.clue)
        return self._touches[clue]

    def target(self, clue: GiveClue | None) -> int:
        """Whom a clue is for."""
        if clue is not None:
            return clue.seat
        return self.public.deed.target if isinstance(self.public.deed, ClueGiven) else self.me

    def naming(self, clue: GiveClue | None) -> tuple[str, int]:
        """The kind of a clue, and what it names."""
        if clue is not None:
            return clue.clue
        given = self.public.deed.clue if isinstance(self.public.deed, ClueGiven) else None
        return given or ("color", 0)

    def touch(self, clue: GiveClue | None) -> int:
        """Mask of the values that a clue touches."""
        given = self.public.deed.clue if isinstance(self.public.deed, ClueGiven) else None
        named = clue.clue if clue else given
        return self.public.terms.variant.touch(named) if named else 0

    def told(self, clue: GiveClue) -> Memory:
        """The memory once a clue, were it given, had been read."""
        if clue not in self._readings:
            if self._reader is None:
                raise AssertionError("a rule asked how a clue would be read where none can be given")
            touched = self.touched(clue)
            missed = tuple(order for order in self.public.hands[clue.seat] if order not in touched)
            kind = clue.clue.kind
            deed = ClueGiven(self.public.turn, self.me, clue.seat, clue.clue, kind, touched, missed)
            self._readings[clue] = self._reader(after(self.public, deed, drew=False), self.memory)
        return self._readings[clue]

    def honest(self, clue: GiveClue) -> bool:
        """Whether every promise that reading a clue would make of cards that I see is true."""
        return all(
            mask >> self.face(order) & 1
            for order, mask in self.told(clue).fresh
            if self.holders[order] != self.me
        )


def with_promises(deal: Deal | Disjunction, hand: tuple[int, ...], memory: Memory) -> Deal | Disjunction:
    """Those of some hands that keep every promise made to their cards; all of them if none does."""
    if not isinstance(deal, Deal):
        return deal
    narrowed = deal.given(memory.promise(order, mask) for order, mask in zip(hand, deal.masks, strict=True))
    return narrowed if narrowed.ways else deal
