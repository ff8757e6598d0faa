"""What the moves of a recorded game meant by a convention: flags, promises, who was asked, what was told.

`GameReading` reads a game once and keeps its results. `review` judges the moves by them, `move_sentences`
says in words what a move told, and the page shows it on the cards.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache, partial
from math import log2

from msgspec import Struct

from handsight.conventions.interpreter.core_interpreter import Action
from handsight.conventions.interpreter.open_readings import fits
from handsight.conventions.interpreter.promised_knowledge import PromisedKnowledge
from handsight.conventions.interpreter.rule_context import Context
from handsight.game.bitmask import members
from handsight.hanabi import CardSet, ClueGiven, Discard, GiveClue, Play, State, card_value, view
from handsight.knowledge import evidence
from handsight.notation.hanabi.table_text import clue_name
from handsight.text.counting_from_one import slot_number

Masks = tuple[int, ...]
Ways = tuple[tuple[int, ...], ...]
SHOWN_BITS = 0.05
"""Fewer bits than this are not shown."""
TRUST = 0.98
"""The weight of probabilities by promise when bits are counted; the rest is for those by the rules alone."""


def told_to_play(knowledge: PromisedKnowledge, turn: int, seat: int) -> tuple[int, ...]:
    """Return the cards that a seat is told to play: surely playable by promise, or asked for."""
    state = knowledge.game.states[turn]
    playable = card_value.playable(state.terms.variant, state.stacks)
    asked = knowledge.context(turn, seat).asked
    cards = zip(state.hands[seat], knowledge.deal(turn, seat).possible, strict=False)
    return tuple(order for order, mask in cards if not mask & ~playable or asked >> order & 1)


def promises_of_move(knowledge: PromisedKnowledge, turn: int) -> tuple[tuple[int, int], ...]:
    """Return a move's promises as pairs of a card's order and a mask; open readings promise their focus."""
    public, memory = knowledge.moments[turn + 1]
    opened = (question for question in memory.questions if question.turn == public.turn)
    readings = ((question.focus, question.focus_values) for question in opened if question.focus is not None)
    return (*memory.new_promises, *readings)


def promises_of_clue(knowledge: PromisedKnowledge, turn: int) -> tuple[tuple[int, int], ...]:
    """Return what a clue promises; empty if it promises nothing about the cards that it touches.

    Promises about other cards are returned only along with a promise about a card that it touches.
    """
    event, promised = knowledge.moments[turn + 1][0].last_action, promises_of_move(knowledge, turn)
    touched = event.touched if isinstance(event, ClueGiven) else ()
    return promised if any(order in touched for order, _ in promised) else ()


class CardSaid(Struct, frozen=True):
    """What a move said about a card in a hand, as its holder can tell or as everybody can."""

    order: int
    holder: int
    slot: int
    """Its slot after the move; 0 is the newest card."""
    gains: tuple[str, ...]
    """The flags that it gained."""
    promised: CardSet | None
    """What the move promised that it is; None if it promised nothing about this card."""
    before: CardSet | None
    """What could be inferred before the move, by the promises; None if it was just drawn."""
    possible: CardSet
    """What can be inferred after the move."""
    asked: bool
    """Whether the move told its holder to play it: it is surely playable by promise, or asked for, and was
    not before."""

    @property
    def says_by_convention(self) -> bool:
        """Whether the convention adds to the rules here: a flag, a narrower promise, or a request to play."""
        if self.gains or self.asked:
            return True
        return self.promised is not None and (self.before is None or bool((self.before - self.promised).mask))


class CardMeaning(CardSaid, frozen=True):
    """What a move said about a card, as its holder can tell. Turns are numbers of actions taken."""

    loses: tuple[str, ...]
    """The flags that it lost."""
    true: bool | None
    """Whether the promise is true; None if nothing was promised."""
    by_rules: CardSet
    """What its holder knows after the move by the rules alone."""
    settled: int | None
    """After how many actions its holder could name it, or it had left the hand; None if never."""
    bits: float
    """How much likelier the move made the true card to its holder, as a power of 2; below 0 if it misled."""
    withdrawn: CardSet | None
    """What it had been promised or read to be, if the move took that back; None if it did not."""


class OpenReading(Struct, frozen=True):
    """A reading that a move left open: what its focus may be, and which cards must be played before it."""

    focus: int
    alternatives: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    """For each alternative the value of the focus, and the cards, with their values, to be played before; the
    value `ANY` stands for any that fits."""
    true: bool
    """Whether one of the alternatives is true of all its cards."""
    settled: int | None
    """After how many actions it was no longer open; None if it stayed open."""


class MoveMeaning(Struct, frozen=True):
    """What a move meant: what it said about each card, and how many bits it told each seat about its hand."""

    turn: int
    """How many actions were taken before it."""
    seat: int
    text: str
    cards: tuple[CardMeaning, ...]
    """The cards whose flags or promises changed, or that their holder learned something about."""
    bits: tuple[float, ...]
    """For each seat, what it was told about its own hand."""
    readings: tuple[OpenReading, ...] = ()
    """The readings that it left open."""
    full: bool = False
    """Whether it left more alternatives open than are kept: those that need the most cards are dropped."""

    @property
    def asked(self) -> tuple[CardMeaning, ...]:
        """The cards that the move told their holders to play."""
        return tuple(card for card in self.cards if card.asked)


class GameReading:
    """A recorded game as a convention reads it, move by move."""

    def __init__(self, knowledge: PromisedKnowledge) -> None:
        self.knowledge = knowledge
        self.game = knowledge.game
        self.convention = knowledge.convention
        self._by_promise = lru_cache(maxsize=1 << 12)(self._counted_by_promise)
        self._by_rules = lru_cache(maxsize=1 << 12)(self._counted_by_rules)
        self.sure_plays = lru_cache(maxsize=1 << 12)(partial(told_to_play, knowledge))
        """By turn and seat, the cards that a holder is told to play, by promises or by an open reading."""

    @property
    def last(self) -> int:
        """How many actions were read."""
        return len(self.knowledge.moments) - 1

    def context(self, turn: int, seat: int | None = None) -> Context:
        """Return the moment after *turn* actions, as *seat* sees it or, without a seat, by public facts."""
        return self.knowledge.context(turn, seat)

    # ---- what a seat can infer

    def possible(self, turn: int, seat: int) -> Masks:
        """Return what each card of a hand can be for its holder if promises hold, newest card first."""
        return self._by_promise(turn, seat)[0]

    def possible_by_rules(self, turn: int, seat: int) -> Masks:
        """Return what each card of a hand can be for its holder by the rules alone, newest card first."""
        return self._by_rules(turn, seat)[0]

    def trust(self, turn: int, seat: int, slot: int) -> float:
        """Return the probability of the true card for its holder, with promises trusted by `TRUST`."""
        state = self.game.states[turn]
        face = state.terms.variant.identity(state.cards[state.hands[seat][slot]])
        _, promised, total = self._by_promise(turn, seat)
        _, alone, all_ways = self._by_rules(turn, seat)
        return TRUST * promised[slot][face] / total + (1 - TRUST) * alone[slot][face] / all_ways

    def chances(self, turn: int, seat: int, slot: int) -> tuple[float, ...]:
        """Return the probability of each identity of a card for its holder, if promises hold."""
        _, ways, total = self._by_promise(turn, seat)
        return tuple(count / total for count in ways[slot])

    def in_public(self, turn: int, order: int) -> CardSet | None:
        """Return what a card may be by what everybody can tell; None if promises add nothing to that."""
        context = self.context(turn)
        mask = context.could_promised(order)
        return None if mask == context.could(order) else CardSet(self.game.setup.terms.variant, mask)

    def sure_in_public(self, turn: int) -> tuple[int, ...]:
        """Return the cards in hands that everybody can tell are playable, if promises hold."""
        context = self.context(turn)
        return tuple(
            order for order in context.holders if not context.could_promised(order) & ~context.playable
        )

    def _counted_by_promise(self, turn: int, seat: int) -> tuple[Masks, Ways, int]:
        deal, size = self.knowledge.deal(turn, seat), len(self.game.states[turn].hands[seat])
        return deal.possible[:size], deal.marginals[:size], deal.ways

    def _counted_by_rules(self, turn: int, seat: int) -> tuple[Masks, Ways, int]:
        deal = evidence(view(self.game.states[turn], seat)).clue_deal
        size = len(self.game.states[turn].hands[seat])
        return deal.possible[:size], deal.marginals[:size], deal.ways

    # ---- what a move meant

    @cached_property
    def meanings(self) -> tuple[MoveMeaning, ...]:
        """What each move meant."""
        return tuple(map(self.meaning, range(self.last)))

    def meaning(self, turn: int) -> MoveMeaning:
        """Return what the move after *turn* actions meant."""
        cards = tuple(card for seat in self._seats for card in self._cards(turn, seat))
        bits = tuple(sum(card.bits for card in cards if card.holder == seat) for seat in self._seats)
        shown = tuple(card for card in cards if _says_something(card))
        seat, text = self.game.states[turn].seat, self.move_text(turn)
        full = self.knowledge.moments[turn + 1][1].full > self.knowledge.moments[turn][1].full
        return MoveMeaning(turn, seat, text, shown, bits, tuple(self._readings(turn)), full)

    def _readings(self, turn: int) -> Iterator[OpenReading]:
        """Yield the readings that a move left open, with whether each is true and when it was settled."""
        public, memory = self.knowledge.moments[turn + 1]
        identity, faces = public.terms.variant.identity, self.game.final.cards
        playable = self.context(turn + 1).playable
        for question in memory.questions:
            if question.turn != public.turn or question.focus is None:
                continue
            ways = tuple((one[0][1], tuple(one[1:])) for one in question.alternatives)
            true = any(
                all(fits(identity(faces[card]), value, playable) for card, value in one)
                for one in question.alternatives
            )
            later = (
                at
                for at in range(turn + 2, self.last + 1)
                if not any(
                    (one.turn, one.giver) == (question.turn, question.giver)
                    for one in self.knowledge.moments[at][1].questions
                )
            )
            yield OpenReading(question.focus, ways, true, next(later, None))

    def _cards(self, turn: int, seat: int) -> Iterator[CardMeaning]:
        """Yield what a move said about each card of a hand."""
        before, after = self.game.states[turn], self.game.states[turn + 1]
        variant, promises = after.terms.variant, self._promises(turn)
        sure_before, sure_after = self.sure_plays(turn, seat), self.sure_plays(turn + 1, seat)
        for slot, order in enumerate(after.hands[seat]):
            held = order in before.hands[seat]
            slot_before = before.hands[seat].index(order) if held else None
            flags_before = self.knowledge.flags(turn, order) if held else ()
            flags_after = self.knowledge.flags(turn + 1, order)
            promise, face = promises.get(order), variant.identity(after.cards[order])
            yield CardMeaning(
                order,
                seat,
                slot,
                gains=tuple(flag for flag in flags_after if flag not in flags_before),
                loses=tuple(flag for flag in flags_before if flag not in flags_after),
                promised=promise,
                true=None if promise is None else bool(promise.mask >> face & 1),
                before=None
                if slot_before is None
                else CardSet(variant, self.possible(turn, seat)[slot_before]),
                possible=CardSet(variant, self.possible(turn + 1, seat)[slot]),
                by_rules=CardSet(variant, self.possible_by_rules(turn + 1, seat)[slot]),
                asked=order in sure_after and held and order not in sure_before,
                settled=self.settled(order, turn + 1),
                bits=0.0
                if slot_before is None
                else log2(self.trust(turn + 1, seat, slot) / self.trust(turn, seat, slot_before)),
                withdrawn=self._withdrawn(turn, order) if held else None,
            )

    def _withdrawn(self, turn: int, order: int) -> CardSet | None:
        """Return what promises and open readings publicly let a card be, if a move took that back."""
        variant = self.game.setup.terms.variant
        left, then = (
            memory.promise(order, variant.everything) & memory.reading(order, variant.everything)
            for _, memory in self.knowledge.moments[turn : turn + 2]
        )
        could, before = self.context(turn + 1).could(order), self.context(turn).could(order)
        return CardSet(variant, left & before) if then & ~left & could else None

    def said_in_public(self, turn: int) -> Iterator[CardSaid]:
        """Yield what a move said about each card in a hand, as everybody at the table can tell."""
        before, after = self.context(turn), self.context(turn + 1)
        variant, promises = self.game.setup.terms.variant, self._promises(turn)
        sure_before, sure_after = self.sure_in_public(turn), self.sure_in_public(turn + 1)
        for order, seat in after.holders.items():
            held = order in before.holders
            flags = self.knowledge.flags(turn, order) if held else ()
            yield CardSaid(
                order,
                seat,
                after.slot(order),
                gains=tuple(flag for flag in self.knowledge.flags(turn + 1, order) if flag not in flags),
                promised=promises.get(order),
                before=CardSet(variant, before.could_promised(order)) if held else None,
                possible=CardSet(variant, after.could_promised(order)),
                asked=order in sure_after and held and order not in sure_before,
            )

    def _promises(self, turn: int) -> dict[int, CardSet]:
        """Return what a move promised, by order."""
        promises, variant = dict[int, CardSet](), self.game.setup.terms.variant
        for order, mask in promises_of_move(self.knowledge, turn):
            said = CardSet(variant, mask)
            promises[order] = promises[order] & said if order in promises else said
        return promises

    def settled(self, order: int, since: int) -> int | None:
        """Return after how many actions a card's holder could name it for good, or lost it; None: never."""
        named = None
        for turn in range(since, self.last + 1):
            seat = self.holder(turn, order)
            if seat is None:
                return turn if named is None else named
            mask = self.possible(turn, seat)[self.game.states[turn].hands[seat].index(order)]
            if mask.bit_count() != 1:
                named = None
            elif named is None:
                named = turn
        return named

    def holder(self, turn: int, order: int) -> int | None:
        """Return the seat that holds a card after *turn* actions; None if nobody does."""
        hands = self.game.states[turn].hands
        return next((seat for seat, hand in enumerate(hands) if order in hand), None)

    def supports(self, turn: int) -> dict[int, tuple[int, ...]]:
        """Return, for each card that must wait for others, the cards in hands that it is read to wait for.

        Open readings, if there are any, say it themselves. Otherwise a card waits if promises let it be a
        needed value that does not fit yet, and each value missing before it is publicly read in some hand.
        """
        public, memory = self.knowledge.moments[turn]
        context, variant = self.context(turn), public.terms.variant
        open_readings = {
            question.focus: tuple(sorted({card for one in question.alternatives for card, _ in one[1:]}))
            for question in memory.questions
            if question.focus is not None
        }
        if memory.questions:  # these say it themselves
            held = set(context.holders)
            return {
                focus: tuple(card for card in on if card in held)
                for focus, on in open_readings.items()
                if focus in held and any(card in held for card in on)
            }
        readings = {
            order: context.could_promised(order) & context.needed
            for hand in public.hands
            for order in hand
            if memory.promise(order, -1) != -1
        }
        single = {mask.bit_length() - 1: order for order, mask in readings.items() if mask.bit_count() == 1}
        found = {}
        for order, mask in readings.items():
            waiting = [variant.card(value) for value in members(mask & ~context.playable)]
            missing = {
                value
                for card in waiting
                for value, other in enumerate(variant.cards)
                if other.suit == card.suit and other.rank < card.rank and context.needed >> value & 1
            }
            if any(single.get(value, order) == order for value in missing):
                continue  # it may be a card that waits for one that nobody can name
            on = tuple(sorted(single[value] for value in missing))
            if on:
                found[order] = on
        return found

    # ---- words

    @property
    def _seats(self) -> range:
        return range(len(self.game.seats))

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.game.seats[seat]

    def move_text(self, turn: int) -> str:
        """Say what was done: `Alice clues Bob Blue, slots 1, 3`."""
        state = self.game.states[turn]
        event = self.knowledge.moments[turn + 1][0].last_action
        who = self.name(state.seat)
        if isinstance(event, ClueGiven):
            slots = [str(slot_number(state.hands[event.target].index(order))) for order in event.touched]
            on = f", slot{'s' * (len(slots) > 1)} {', '.join(slots)}" if slots else ""
            said = clue_name(state.terms.variant, event.clue) if event.clue else "something"
            return f"{who} clues {self.name(event.target)} {said}{on}"
        action = self.game.actions[turn]
        if isinstance(action, Play | Discard):
            fits = self.game.states[turn + 1].strikes == state.strikes
            verb = "discards" if isinstance(action, Discard) else "plays" if fits else "misplays"
            face = state.terms.variant.text(state.cards[action.order])
            return f"{who} {verb} {face} from {self.slot_text(state, action.order)}"
        return f"{who} does something else"

    def slot_text(self, state: State, order: int) -> str:
        """Return `slot 2`, say, for a card of the seat to move; `the deck` if it is not in that hand."""
        hand = state.hands[state.seat]
        return f"slot {slot_number(hand.index(order))}" if order in hand else "the deck"

    def wanted_text(self, state: State, action: Action) -> str:
        """Say an action of the seat to move as what it would do: `play slot 2`."""
        match action:
            case GiveClue(seat, clue):
                return f"clue {self.name(seat)} {clue_name(state.terms.variant, clue)}"
            case Play(order):
                return f"play {self.slot_text(state, order)}"
            case Discard(order):
                return f"discard {self.slot_text(state, order)}"


def _says_something(card: CardMeaning) -> bool:
    if card.gains or card.loses or card.asked:
        return True
    if card.promised is not None or card.withdrawn is not None:
        return True
    return card.before is not None and card.before != card.possible
