"""A recorded game reviewed by a convention: what each move meant, what it would have been, what broke it.

A move breaks a convention in one of these ways (`KINDS`). None of them says that the move was bad, and a move
that the convention itself would make breaks nothing.

- *untrue promise*: it promised that a card is something that it is not (see `broken_promises`).
- *contradiction*: it promised what the clues on the card rule out.
- *declined*: the convention would have played a card that it had told its player to play, and no other card
  that it had told was played instead.
- *card lost*: the convention would have clued a card that could not be replaced, and its holder lost it next.
- *value not got*: a clue told nobody anything that is so, and the convention would have done something else.
- *other move*: the convention would have done something else; another clue to the same player that leaves the
  same flags is none.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from handsight.analysis.hanabi.broken_promises import BrokenPromise, broken_promises
from handsight.analysis.hanabi.game_reading import SHOWN_BITS, GameReading, MoveMeaning, meaning_json
from handsight.conventions.convention import load_convention
from handsight.conventions.interpreter.context import Context
from handsight.conventions.interpreter.explanation import Explanation, explain_choice
from handsight.conventions.interpreter.interpreter import Action, interpreter_for
from handsight.conventions.interpreter.promised_knowledge import (
    CONTRADICTION,
    DEVIATION,
    Breach,
    PromisedKnowledge,
    promised_knowledge,
)
from handsight.hanabi import CardSet, Discard, GiveClue, HanabiRecord, Play, card_value, touches, view
from handsight.text.counting_from_one import slot_number

UNTRUE_PROMISE, DECLINED, CARD_LOST = "untrue promise", "declined", "card lost"
NOTHING_GOT, OTHER_MOVE = "value not got", "other move"
KINDS = (UNTRUE_PROMISE, CONTRADICTION, DECLINED, CARD_LOST, NOTHING_GOT, OTHER_MOVE)
"""How a move can break a convention."""


class Broken(Struct, frozen=True):
    """How a move broke a convention."""

    kind: str
    text: str
    order: int | None = None
    """The card that it is about."""
    holder: int | None = None
    """The holder of a card of which something untrue was promised."""
    seen: int | None = None
    """After how many actions that holder could see that the promise is false; None if never."""
    told_from: int = 0
    """After how many actions this can be told with all cards open."""
    known_from: tuple[int | None, ...] = ()
    """For each seat, after how many actions it can tell all of this; None: never."""
    in_public: "Broken | None" = None
    """The same as players say it who cannot tell all of this: from public facts and the cards they see."""


class MoveReview(Struct, frozen=True):
    """A move by a convention: what it meant, what the convention would have done, and how it was broken."""

    meaning: MoveMeaning
    action: Action
    wanted: Explanation
    wanted_text: str
    """What the convention would have done; empty if no rule applies."""
    broken: tuple[Broken, ...]
    leaves_same_flags: bool
    """Whether it is another clue than the convention's, to the same player, that leaves the same flags."""

    @property
    def turn(self) -> int:
        """How many actions were taken before the move."""
        return self.meaning.turn

    @property
    def agrees(self) -> bool:
        """Whether the convention would have made this very move."""
        return self.action == self.wanted.action


class Review:
    """A recorded game, move by move, as a convention judges it.

    Args:
        knowledge: The game with the memory of the convention after each action.

    Examples:
        >>> import handsight as hs
        >>> from handsight.conventions import load_convention, promised_knowledge
        >>> from handsight.analysis.hanabi.convention_review import Review
        >>> review = Review(promised_knowledge(hs.load("sample:first"), load_convention("circle")))
        >>> review.moves[0].meaning.text
        'Alice clues Cathy Blue, slot 3'
    """

    def __init__(self, knowledge: PromisedKnowledge) -> None:
        self.reading = GameReading(knowledge)
        self.game = knowledge.game
        self.convention = knowledge.convention

    @cached_property
    def moves(self) -> tuple[MoveReview, ...]:
        """Every move, in order."""
        return tuple(self._moves())

    @property
    def kinds(self) -> Counter[str]:
        """How many moves broke the convention in each way."""
        return Counter(broken.kind for move in self.moves for broken in move.broken)

    def _moves(self) -> Iterator[MoveReview]:
        deviations = {
            breach.turn: breach for breach in self.reading.knowledge.breaches() if breach.kind == DEVIATION
        }
        promises: dict[int, list[BrokenPromise]] = {}
        for promise in broken_promises(self.reading.knowledge):
            promises.setdefault(promise.turn, []).append(promise)
        for meaning in self.reading.meanings:
            state, action = self.game.states[meaning.turn], self.game.actions[meaning.turn]
            if state.over or not isinstance(action, Play | Discard | GiveClue):
                return
            wanted = self._wanted(meaning.turn)
            text = "" if wanted.action is None else self.reading.wanted_text(state, wanted.action)
            broken: list[Broken] = []
            deviation = deviations.get(meaning.turn)
            if deviation is not None:
                known = self._known_from(deviation)
                broken.append(self._deviation(meaning, wanted.action, text, known))
            if wanted.action != action:
                broken += map(self._promise, promises.get(meaning.turn, []))
            once = {(one.kind, one.order): one for one in broken}
            same = deviation is None and wanted.action != action
            yield MoveReview(meaning, action, wanted, text, tuple(once.values()), same)

    def _wanted(self, turn: int) -> Explanation:
        """Return what the convention would have done, by which rule, and why not by the rules before it."""
        state, (public, memory) = self.game.states[turn], self.reading.knowledge.moments[turn]
        interpreter, seen = interpreter_for(self.convention.core), view(state, state.seat)
        choice = interpreter.decide(seen, public, memory)
        context = Context(public, memory, seen, interpreter.read, self.convention.core.laws)
        return explain_choice(choice, self.convention, context, self.game.seats)

    def _known_from(self, breach: Breach) -> tuple[int | None, ...]:
        """Return for each seat after how many actions it can tell that a move broke the convention."""
        return tuple(self._known_to(breach, seat) for seat in range(len(self.game.seats)))

    def _known_to(self, breach: Breach, seat: int) -> int | None:
        if breach.kind == DEVIATION:
            return breach.turn + 1 if breach.seat == seat or breach.foreseen else None
        if breach.order is None:
            return breach.turn + 1
        return self._sees_from(breach.turn + 1, seat, breach.order)

    def _sees_from(self, since: int, seat: int, order: int) -> int | None:
        """Return after how many actions, *since* at least, a seat sees a card; None if never."""
        for turn in range(since, self.reading.last + 1):
            if view(self.game.states[turn], seat).cards[order] is not None:
                return turn
        return None

    def _promise(self, promise: BrokenPromise) -> Broken:
        """Say what was promised that is not so."""
        breach, order = promise.breach, promise.order
        known, told = self._known_from(breach), breach.turn + 1
        if promise.copy is not None:
            return self._copies(promise, promise.copy)
        if breach.kind == CONTRADICTION:
            return Broken(CONTRADICTION, breach.message, order, seen=told, told_from=told, known_from=known)
        return self._untrue(breach, order, known)

    def _copies(self, promise: BrokenPromise, copy: int) -> Broken:
        """Say that a clue left two copies of a card told, which came out later."""
        face = self.game.setup.terms.variant.text(self.game.final.cards[copy])
        shown, hands = promise.breach.turn + 1, self.game.states[promise.turn].hands
        first, second = (
            f"{self.reading.name(seat)}'s slot {slot_number(hand.index(card))}"
            for card in (promise.order, copy)
            for seat, hand in enumerate(hands)
            if card in hand
        )
        return Broken(
            UNTRUE_PROMISE,
            f"after it, both {first} and {second} were told, and both are {face}:"
            " when one was shown, what the convention says of the other was untrue",
            promise.order,
            self.reading.holder(promise.turn, promise.order),
            self._seen(promise.order, promise.promised, shown),
            shown,
            tuple(self._sees_from(shown, seat, promise.order) for seat in range(len(self.game.seats))),
        )

    def _untrue(self, breach: Breach, order: int, known: tuple[int | None, ...]) -> Broken:
        """Say what was promised: what its holder could take the card for, and what everybody could."""
        reading, variant, told = self.reading, self.game.setup.terms.variant, breach.turn + 1
        promise = next(card for card in reading.meaning(breach.turn).cards if card.order == order)
        said = 0 if promise.promised is None else promise.promised.mask
        place = f"{reading.name(promise.holder)}'s slot {slot_number(promise.slot)}"
        face = variant.text(self.game.final.cards[order])

        def text(mask: int, impossible: str) -> str:
            cards = str(CardSet(variant, said & mask)).replace(" ", " or ")
            if said & mask:
                return f"it said that {place} is {cards}, but it is {face}"
            return f"what it said of {place} {impossible}; the card is {face}"

        everybody = Broken(
            UNTRUE_PROMISE,
            text(reading.context(told).could(order), "no card can be now"),
            order,
            told_from=told,
            known_from=known,
        )
        return Broken(
            UNTRUE_PROMISE,
            text(promise.by_rules.mask, f"cannot be true, as {reading.name(promise.holder)} can tell"),
            order,
            promise.holder,
            self._seen(order, said, told),
            told,
            tuple(at if seat == promise.holder else None for seat, at in enumerate(known)),
            everybody,
        )

    def _seen(self, order: int, said: int, since: int) -> int | None:
        """Return after how many actions the holder of a card could see that it is none of what was said."""
        for turn in range(since, self.reading.last + 1):
            seat = self.reading.holder(turn, order)
            if seat is None:
                return turn
            slot = self.game.states[turn].hands[seat].index(order)
            if not said & self.reading.possible_by_rules(turn, seat)[slot]:
                return turn
        return None

    def _deviation(
        self, meaning: MoveMeaning, wanted: Action | None, text: str, known: tuple[int | None, ...]
    ) -> Broken:
        """Say what should have been done, and what that cost where somebody can tell."""
        turn, seat, told = meaning.turn, meaning.seat, meaning.turn + 1
        who = self.reading.name(seat)
        would = f"the convention would {text}" if text else "no rule of the convention applies"
        other = Broken(OTHER_MOVE, would, told_from=told, known_from=known)
        sure, action = self.reading.sure_plays(turn, seat), self.game.actions[turn]
        plays_another = isinstance(action, Play) and action.order in sure
        if isinstance(wanted, Play) and wanted.order in sure and not plays_another:
            since = self._told_since(wanted.order, turn, seat)
            when = f"at move {since}" if since else "from the start"
            message = f"{who} was told {when} that {self._slot(turn, wanted.order)} fits, and did not play it"
            mover = tuple(at if one == seat else None for one, at in enumerate(known))
            return Broken(DECLINED, message, wanted.order, told_from=told, known_from=mover, in_public=other)
        if isinstance(wanted, GiveClue) and (lost := self._lost(turn, wanted)) is not None:
            order, when_lost = lost
            face = self.game.setup.terms.variant.text(self.game.final.cards[order])
            holder = self.reading.name(wanted.seat)
            message = f"{would}, which saves {holder}'s {face}; {holder} loses it at move {when_lost}"
            later = tuple(None if at is None else max(at, when_lost) for at in known)
            return Broken(CARD_LOST, message, order, told_from=when_lost, known_from=later, in_public=other)
        if isinstance(action, GiveClue) and not self._tells(meaning):
            message = f"the clue told nobody anything that is true; {would}"
            nobody = (None,) * len(known)  # what a clue told others depends on cards that a player cannot see
            return Broken(NOTHING_GOT, message, told_from=told, known_from=nobody, in_public=other)
        return other

    def whole_text(self, broken: Broken) -> str:
        """Return how a move broke the convention, with when a holder could tell that a promise is untrue."""
        if broken.holder is None or broken.seen is None or broken.seen <= broken.told_from:
            return broken.text
        return f"{broken.text}; {self.reading.name(broken.holder)} could tell at move {broken.seen}"

    def _slot(self, turn: int, order: int) -> str:
        return self.reading.slot_text(self.game.states[turn], order)

    def _told_since(self, order: int, turn: int, seat: int) -> int:
        """Return after how many actions a card became surely playable to its holder, and stayed so."""
        while turn and order in self.game.states[turn - 1].hands[seat]:
            if order not in self.reading.sure_plays(turn - 1, seat):
                break
            turn -= 1
        return turn

    def _lost(self, turn: int, clue: GiveClue) -> tuple[int, int] | None:
        """Return the card that a clue would have saved and that its holder then lost, and at which move."""
        would_touch = touches(view(self.game.states[turn], self.game.states[turn].seat), clue.seat, clue.clue)
        for later in range(turn + 1, min(turn + 1 + len(self.game.seats), self.reading.last)):
            state, action = self.game.states[later], self.game.actions[later]
            if state.seat != clue.seat:
                continue
            failed = isinstance(action, Discard) or self.game.states[later + 1].strikes > state.strikes
            if isinstance(action, Play | Discard) and failed and action.order in would_touch:
                variant = state.terms.variant
                critical = card_value.critical(variant, state.stacks, state.discarded_copies)
                if critical >> variant.identity(state.cards[action.order]) & 1:
                    return action.order, later + 1
            return None
        return None

    def _tells(self, meaning: MoveMeaning) -> bool:
        """Whether a clue told somebody something, or asked for a play."""
        return bool(meaning.asked) or any(bits >= SHOWN_BITS for bits in meaning.bits)

    def to_json(self) -> Iterator[dict[str, Any]]:
        """Yield what `review --json` prints: an object for each move; turns and slots are indices from 0."""
        for move in self.moves:
            yield {
                **meaning_json(move.meaning, self.reading),
                "agrees": move.agrees,
                "wanted": move.wanted_text or None,
                "rule": move.wanted.rule,
                "why": move.wanted.text,
                "letters": move.wanted.letters,
                "broken": [
                    {"kind": one.kind, "text": self.whole_text(one), "order": one.order, "seen": one.seen}
                    for one in move.broken
                ],
            }


def review(game: HanabiRecord, by: str) -> Review:
    """Review a game of Hanabi, move by move, as a convention judges it.

    Args:
        game: A game.
        by: The convention: a name of the library, or a file.

    Raises:
        InputError: There is no such convention, or it cannot be kept on the terms of the game.

    Examples:
        >>> import handsight as hs
        >>> hs.review(hs.load("sample:first"), by="circle").moves[0].meaning.text
        'Alice clues Cathy Blue, slot 3'
    """
    return Review(promised_knowledge(game, load_convention(by)))
