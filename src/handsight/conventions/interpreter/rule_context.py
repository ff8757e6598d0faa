"""The context in which expressions are evaluated: the public state, the memory, and the view of a seat."""

from collections.abc import Callable, Collection
from functools import cached_property
from operator import and_
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions.core import Law
from handsight.conventions.interpreter import open_readings
from handsight.conventions.interpreter.public_state import PublicState, advance
from handsight.deals import Deal, Disjunction
from handsight.game.bitmask import members
from handsight.hanabi import Clue, ClueGiven, Discard, GiveClue, Play, View, card_value, legal, touches
from handsight.knowledge import evidence

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
    questions: tuple[open_readings.OpenQuestion, ...] = ()
    """The open readings, the oldest first."""
    read: tuple[tuple[int, int], ...] = ()
    """Pairs of an order and the identities that the open readings leave it, as everybody can tell."""
    full: int = 0
    """How many events left more alternatives than a question can hold, so that some were dropped."""

    def has(self, flag: int, order: int) -> bool:
        """Whether a card has a flag."""
        return bool(self.flags[flag] >> order & 1)

    def promise(self, order: int, default: int) -> int:
        """Return the identities that the promises made about a card leave; *default* if there is none."""
        return next((mask for held, mask in self.promised if held == order), default)

    def reading(self, order: int, default: int) -> int:
        """Return the identities that the open readings leave a card; *default* if they do not name it."""
        return next((mask for held, mask in self.read if held == order), default)

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
        return replace(self.narrowed(order, mask), new_promises=(*self.new_promises, (order, mask)))

    def narrowed(self, order: int, mask: int) -> "Memory":
        """Return the memory with a card's promise narrowed; this does not count as a new promise."""
        left = self.promise(order, mask) & mask
        others = tuple(pair for pair in self.promised if pair[0] != order)
        return replace(self, promised=tuple(sorted((*others, (order, left)))))

    def without_readings(self, cards: Collection[int]) -> "Memory":
        """Return the memory without the open readings of cards, and without what those were promised."""
        return replace(
            self,
            promised=tuple(pair for pair in self.promised if pair[0] not in cards),
            new_promises=tuple(pair for pair in self.new_promises if pair[0] not in cards),
            questions=tuple(
                question
                for question in self.questions
                if not any(alternative[0][0] in cards for alternative in question.alternatives)
            ),
        )


ReadAction = Callable[[PublicState, Memory], Memory]
"""Applies the update rules to what has just happened."""


class Context:
    """One moment of a game, about which expressions can ask.

    With a *view*, it is the moment at which the seat of the view is about to act, and *read* gives the memory
    after a clue that it might give. Without a view, "I" is the seat that has just acted, and only public
    facts can be asked for.
    """

    def __init__(
        self,
        public: PublicState,
        memory: Memory,
        view: View | None = None,
        read: ReadAction | None = None,
        laws: tuple[Law, ...] = (),
    ) -> None:
        self.public = public
        self.memory = memory
        self.me = public.actor if view is None else view.viewer
        self.variables: list[Any] = [None] * MAX_VARIABLES
        self._view = view
        self._read = read
        self._laws = laws
        self._contexts: dict[GiveClue, Context] = {}
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
        """Return the index of a card from the front of its hand, 0 for the newest."""
        return self.public.hands[self.holders[order]].index(order)

    def could(self, order: int) -> int:
        """Return the identities that public facts leave a card."""
        return self.public.clue_masks[order] & self._hidden

    def could_promised(self, order: int) -> int:
        """Return what public facts, promises, readings and laws leave a card, each if it leaves anything."""
        within = self._within_readings(order)
        for law in self._laws:
            if self._has_all(law.flags, order):
                within = within & ~self._surely_taken(law, order) or within
        return within

    def _within_readings(self, order: int) -> int:
        """Return what public facts, promises and open readings leave a card, each if it leaves anything."""
        could = self.could(order)
        left = could & self.memory.promise(order, could) or could
        return left & self.memory.reading(order, left) or left

    def _has_all(self, flags: tuple[int, ...], order: int) -> bool:
        return all(self.memory.has(flag, order) for flag in flags)

    def _surely_taken(self, law: Law, order: int) -> int:
        """Return the identities that other cards of a law surely are, as everybody can tell."""
        taken = 0
        for other in self.holders:
            if other != order and self._has_all(law.others, other):
                left = self._within_readings(other)
                taken |= left if left.bit_count() == 1 else 0
        return taken

    def awaited(self, order: int) -> bool:
        """Whether a card is the next to be played in some alternative of an open reading."""
        played = self.public.played_values
        waiting = (
            open_readings.open_pairs(one, played)
            for question in self.memory.questions
            for one in question.alternatives
        )
        return any(pairs and pairs[0][0] == order for pairs in waiting)

    # ---- what the seat to move sees

    @property
    def view(self) -> View:
        """The view of the seat to move."""
        if self._view is None:
            raise AssertionError("a public rule asked for a seen fact; the checker should have refused it")
        return self._view

    def identity(self, order: int) -> int:
        """Return the identity of a card that the seat sees, or that was just played or discarded."""
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
        """Every hand that the seat to move may hold if all promises hold; `hand` if there is no such hand."""
        if not isinstance(self.hand, Deal):
            return self.hand
        promised = [self.seat_promises[order] for order in self.public.hands[self.me]]
        narrowed = self.hand.given(map(and_, promised, self.hand.masks))
        return narrowed if narrowed.ways else self.hand

    @cached_property
    def seat_promises(self) -> dict[int, int]:
        """By order, what promises, open readings and laws leave the cards of the seat to move."""
        hand, left = self.public.hands[self.me], dict[int, int]()
        questions = [
            open_readings.counting(self.public, self.playable, question, self.me, self.face)
            for question in self.memory.questions
        ]
        for order in hand:
            everything = self.public.terms.variant.everything
            left[order] = self.memory.promise(order, everything)
            read = everything
            for count in questions:
                named = open_readings.named_values(count, order, self.public.played_values, self.playable)
                read &= everything if named is None else named
            if left[order] & read & self.could(order):
                left[order] &= read
        for law in self._laws:
            self._apply_law(law, left)
        return left

    def _apply_law(self, law: Law, left: dict[int, int]) -> None:
        seen = 0
        for order, seat in self.holders.items():
            if seat != self.me and self._has_all(law.others, order):
                seen |= 1 << self.identity(order)
        before = dict(left)
        for order, own in before.items():
            if not self._has_all(law.flags, order):
                continue
            taken = seen
            for other, mask in before.items():
                known = mask & self.could(other)
                if other != order and self._has_all(law.others, other) and known.bit_count() == 1:
                    taken |= known
            if own & ~taken & self.could(order):
                left[order] = own & ~taken

    def face(self, order: int) -> int | None:
        """Return the identity of a card, or None if it is in the hand of the seat to move."""
        return None if self.holders.get(order) == self.me else self.identity(order)

    @cached_property
    def asked(self) -> int:
        """Mask over orders: the cards that open readings ask their holders to play now."""
        found = 0
        for question in self.memory.questions:
            for seat in range(self.public.terms.players):
                card = open_readings.asked_in(self.public, self.playable, question, seat, self.face)
                found |= 0 if card is None else 1 << card
        return found

    @cached_property
    def sure(self) -> int:
        """Mask over orders: the cards of others that are surely playable by promise."""
        return sum(
            1 << order
            for order, seat in self.holders.items()
            if seat != self.me and not self.could_promised(order) & ~self.playable
        )

    def asks(self, clue: GiveClue, order: int) -> bool:
        """Whether a clue newly asks a card's holder to play it, or makes it surely playable."""
        after = self.context_after(clue)
        return bool((after.asked | after.sure) & ~(self.asked | self.sure) & 1 << order)

    def mine(self, deal: Deal | Disjunction, order: int) -> int:
        """Return the identities that a card of mine may have in the hands of *deal*."""
        return deal.possible[self.public.hands[self.me].index(order)]

    def chance(self, deal: Deal | Disjunction, order: int, mask: int) -> float:
        """Return the probability, over the hands of *deal*, that a card of mine is one of the mask."""
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

    def said(self, clue: GiveClue | None) -> tuple[int, Clue | None]:
        """Return the seat that a clue is given to, and what it names; me and None if none was given."""
        if clue is not None:
            return clue.seat, clue.clue
        last = self.public.last_action
        return (last.target, last.clue) if isinstance(last, ClueGiven) else (self.me, None)

    def clue_content(self, clue: GiveClue | None) -> tuple[str, int]:
        """Return the kind of a clue (`color` or `number`) and what it names."""
        return self.said(clue)[1] or ("color", 0)

    def context_after(self, clue: GiveClue) -> "Context":
        """Return the context after a clue that the seat to move might give."""
        if clue not in self._contexts:
            if self._read is None:
                raise AssertionError("a rule asked about the effect of a clue where none can be given")
            touched = self.touched(clue)
            missed = tuple(order for order in self.public.hands[clue.seat] if order not in touched)
            kind = clue.clue.kind
            event = ClueGiven(self.public.turn, self.me, clue.seat, clue.clue, kind, touched, missed)
            public = advance(self.public, event)
            memory = self._read(public, self.memory)
            self._contexts[clue] = Context(public, memory, self.view, laws=self._laws)
        return self._contexts[clue]

    def honest(self, clue: GiveClue) -> bool:
        """Whether every promise of a clue about the cards I see would be true, and nobody be misled."""
        after = self.context_after(clue)
        new = [question for question in after.memory.questions if question.turn == after.public.turn]
        return all(
            mask >> self.identity(order) & 1
            for order, mask in after.memory.new_promises
            if self.holders[order] != self.me
        ) and all(
            open_readings.is_honest(after.public, after.playable, question, self.seat(away), after.face)
            for question in new
            for away in range(1, self.public.terms.players)
        )
