"""The context in which expressions are evaluated: the public state, the memory, and the view of a seat."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions.interpreter.public_state import PublicState, advance
from handsight.deals import Deal, Disjunction
from handsight.hanabi import ClueGiven, Discard, GiveClue, Play, View, card_value, legal, touches
from handsight.knowledge import evidence
from handsight.table.bitmask import members

MAX_VARIABLES = 24


class Memory(Struct, frozen=True):
    """What a convention remembers about the cards: their flags, and what they were promised to be.

    Flags are masks over orders, one for each flag. Promises are masks of identities, by order.
    """

    flags: tuple[int, ...]
    promised: tuple[tuple[int, int], ...] = ()
    """Pairs of an order and the identities that all its promises leave, for cards with a promise."""
    new_promises: tuple[tuple[int, int], ...] = ()
    """Pairs of an order and a set of identities: the promises made by the last action."""

    def has(self, flag: int, order: int) -> bool:
        """Whether a card has a flag."""
        return bool(self.flags[flag] >> order & 1)

    def promise(self, order: int, default: int) -> int:
        """Return the identities that the promises made about a card leave; *default* if there is none."""
        return next((mask for held, mask in self.promised if held == order), default)

    def with_flags(self, order: int, gains: tuple[int, ...], loses: tuple[int, ...]) -> "Memory":
        """Return the memory after a card has gained and lost flags."""
        flags = list(self.flags)
        for flag in gains:
            flags[flag] |= 1 << order
        for flag in loses:
            flags[flag] &= ~(1 << order)
        return replace(self, flags=tuple(flags))

    def with_promise(self, order: int, mask: int) -> "Memory":
        """Return the memory after a card was promised to be one of these identities."""
        left = self.promise(order, mask) & mask
        others = tuple(pair for pair in self.promised if pair[0] != order)
        new = (*self.new_promises, (order, mask))
        return replace(self, promised=tuple(sorted((*others, (order, left)))), new_promises=new)


ReadAction = Callable[[PublicState, Memory], Memory]
"""Applies the update rules to what has just happened."""


class Context:
    """One moment of a game, about which expressions can ask.

    With a *view*, it is the moment at which the seat of the view is about to act, and *read* gives the memory
    after a clue that it might give. Without a view, "I" is the seat that has just acted, and only public
    facts can be asked for.
    """

    def __init__(
        self, public: PublicState, memory: Memory, view: View | None = None, read: ReadAction | None = None
    ) -> None:
        self.public = public
        self.memory = memory
        self.me = public.actor if view is None else view.seat
        self.variables: list[Any] = [None] * MAX_VARIABLES
        self._view = view
        self._read = read
        self._memories: dict[GiveClue, Memory] = {}
        self._touches: dict[GiveClue, tuple[int, ...]] = {}

    # ---- public facts

    @cached_property
    def holders(self) -> dict[int, int]:
        """The seat that holds each card."""
        return {order: seat for seat, hand in enumerate(self.public.hands) for order in hand}

    @cached_property
    def playable(self) -> int:
        """Mask of the identities that fit a stack now."""
        return card_value.playable(self.public.terms.variant, self.public.stacks)

    @cached_property
    def needed(self) -> int:
        """Mask of the identities that can still score."""
        return card_value.needed(self.public.terms.variant, self.public.stacks, self.public.discarded_copies)

    @cached_property
    def critical(self) -> int:
        """Mask of the identities that can still score and of which one copy is left."""
        return card_value.critical(
            self.public.terms.variant, self.public.stacks, self.public.discarded_copies
        )

    @cached_property
    def best(self) -> int:
        """The best score that the discards still allow."""
        return card_value.max_score(
            self.public.terms.variant, self.public.stacks, self.public.discarded_copies
        )

    @cached_property
    def _hidden(self) -> int:
        """Mask of the identities of which some copy is not yet face up."""
        copies = self.public.terms.variant.copies
        return sum(1 << value for value, up in enumerate(self.public.revealed_copies) if up < copies[value])

    def seat(self, offset: int) -> int:
        """Return the seat that is *offset* seats after me."""
        return (self.me + offset) % self.public.terms.players

    def away(self, seat: int) -> int:
        """Return how many seats after me a seat is."""
        return (seat - self.me) % self.public.terms.players

    def slot(self, order: int) -> int:
        """Return the index of a card from the front of its hand."""
        return self.public.hands[self.holders[order]].index(order)

    def could(self, order: int) -> int:
        """Return the identities that public facts leave a card."""
        return self.public.clue_masks[order] & self._hidden

    def could_promised(self, order: int) -> int:
        """Return the same within the card's promises; without them if that leaves nothing."""
        could = self.could(order)
        return could & self.memory.promise(order, could) or could

    # ---- what the seat to move sees

    @property
    def view(self) -> View:
        """The view of the seat to move."""
        if self._view is None:
            raise AssertionError("a public rule asked for a seen fact; the checker should have refused it")
        return self._view

    def identity(self, order: int) -> int:
        """Return the identity of a card that is seen."""
        identity, last = self.public.terms.variant.identity, self.public.last_action
        revealed = self.public.revealed_card
        if revealed is not None and not isinstance(last, ClueGiven) and last and last.order == order:
            return identity(revealed)
        card = self.view.cards[order]
        if card is None:
            raise AssertionError("a rule asked for a hidden card; the checker should have refused it")
        return identity(card)

    @cached_property
    def legal(self) -> tuple[Play | Discard | GiveClue, ...]:
        """The legal actions of the seat to move, in the order in which the rules list them."""
        return tuple(action for action in legal(self.view) if isinstance(action, Play | Discard | GiveClue))

    @cached_property
    def hand(self) -> Deal | Disjunction:
        """Every hand that the seat to move may hold."""
        return evidence(self.view).clue_deal

    @cached_property
    def promised_hand(self) -> Deal | Disjunction:
        """Those of them that keep every promise; all of them if none does."""
        return with_promises(self.hand, self.public.hands[self.me], self.memory)

    def mine(self, deal: Deal | Disjunction, order: int) -> int:
        """Return the identities that a card of mine may have."""
        return deal.possible[self.public.hands[self.me].index(order)]

    def chance(self, deal: Deal | Disjunction, order: int, mask: int) -> float:
        """Return the probability that a card of mine has one of these identities."""
        ways = deal.marginals[self.public.hands[self.me].index(order)]
        return sum(ways[value] for value in members(mask)) / sum(ways)

    # ---- clues; None stands for the clue that was just given

    def touched(self, clue: GiveClue | None) -> tuple[int, ...]:
        """Return the cards that a clue touches."""
        if clue is None:
            last = self.public.last_action
            return last.touched if isinstance(last, ClueGiven) else ()
        if clue not in self._touches:
            self._touches[clue] = touches(self.view, clue.seat, clue.clue)
        return self._touches[clue]

    def target(self, clue: GiveClue | None) -> int:
        """Return the seat that a clue is given to."""
        if clue is not None:
            return clue.seat
        last = self.public.last_action
        return last.target if isinstance(last, ClueGiven) else self.me

    def clue_content(self, clue: GiveClue | None) -> tuple[str, int]:
        """Return the kind of a clue (`color` or `number`) and what it names."""
        if clue is not None:
            return clue.clue
        last = self.public.last_action
        return (last.clue if isinstance(last, ClueGiven) else None) or ("color", 0)

    def touched_values(self, clue: GiveClue | None) -> int:
        """Return the mask of the identities that a clue touches."""
        last = self.public.last_action
        given = last.clue if isinstance(last, ClueGiven) else None
        content = clue.clue if clue else given
        return self.public.terms.variant.touch(content) if content else 0

    def memory_after(self, clue: GiveClue) -> Memory:
        """Return the memory that the update rules would give after this clue."""
        if clue not in self._memories:
            if self._read is None:
                raise AssertionError("a rule asked about the effect of a clue where none can be given")
            touched = self.touched(clue)
            missed = tuple(order for order in self.public.hands[clue.seat] if order not in touched)
            kind = clue.clue.kind
            event = ClueGiven(self.public.turn, self.me, clue.seat, clue.clue, kind, touched, missed)
            self._memories[clue] = self._read(advance(self.public, event, drew=False), self.memory)
        return self._memories[clue]

    def honest(self, clue: GiveClue) -> bool:
        """Whether every promise that a clue would make about the cards I see is true."""
        return all(
            mask >> self.identity(order) & 1
            for order, mask in self.memory_after(clue).new_promises
            if self.holders[order] != self.me
        )


def with_promises(deal: Deal | Disjunction, hand: tuple[int, ...], memory: Memory) -> Deal | Disjunction:
    """Return those of the possible hands that keep every promise about their cards; all if none does."""
    if not isinstance(deal, Deal):
        return deal
    narrowed = deal.given(memory.promise(order, mask) for order, mask in zip(hand, deal.masks, strict=True))
    return narrowed if narrowed.ways else deal
