"""A recorded game reviewed by a convention: what each move meant, and how it broke the convention.

A move breaks a convention in one of these ways (`KINDS`). None of them says that the move was bad, and a move
that the convention itself would make breaks nothing.

- *untrue promise*: it promised that a card is something that it is not (see `broken_promises`).
- *contradiction*: it promised what the clues on the card rule out.
- *declined*: the convention would have played a card that it had told its player to play, and the player
  played no other card that it had told them to play.
- *card lost*: the convention would have clued a card that could not be replaced, and its holder lost it next.
- *value not got*: a clue told nobody anything true, and the convention would have done something else.
- *other move*: the convention would have done something else; another clue to the same player that leaves the
  same flags does not count.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from handsight.analysis.hanabi.game_reading import SHOWN_BITS, GameReading, MoveMeaning
from handsight.analysis.hanabi.move_sentences import meaning_json
from handsight.conventions.convention_loader import load_convention
from handsight.conventions.interpreter.convention_player import ChoiceExplanation, explain_choice
from handsight.conventions.interpreter.core_interpreter import Action
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
    """The holder of a card about which something untrue was promised."""
    seen: int | None = None
    """After how many actions that holder could see that the promise is false; None if never."""
    told_from: int = 0
    """After how many actions somebody who sees all cards can tell this."""
    known_from: tuple[int | None, ...] = ()
    """For each seat, after how many actions it can tell all of this; None: never."""
    in_public: "Broken | None" = None
    """What players say who cannot tell all of this: by public facts and the cards that they see."""


class BrokenPromise(Struct, frozen=True):
    """An untrue promise, and the move that is to blame for it."""

    turn: int
    """How many actions were taken before that move."""
    order: int
    """The card."""
    breach: Breach
    """Where the promise became untrue: at *turn*, or at a later move that revealed a copy of the card."""
    copy: int | None = None
    """The copy of the card that a later move revealed; None if none did."""


class MoveReview(Struct, frozen=True):
    """A move held against a convention: what it meant, what the convention would do, and how it broke it."""

    meaning: MoveMeaning
    action: Action
    wanted: ChoiceExplanation
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
    """A recorded game, move by move, as a convention judges it; `review` returns it."""

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
        """How often the convention was broken in each of the ways in `KINDS`."""
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

    def _wanted(self, turn: int) -> ChoiceExplanation:
        """Return what the convention would have done, by which rule, and why not by the rules before it."""
        knowledge = self.reading.knowledge
        context = knowledge.context(turn, self.game.states[turn].seat)
        return explain_choice(knowledge.choice(turn), self.convention, context, self.game.seats)

    def _known_from(self, breach: Breach) -> tuple[int | None, ...]:
        """Return for each seat after how many actions it can tell that a move broke the convention."""
        return tuple(self._known_to(breach, seat) for seat in range(len(self.game.seats)))

    def _known_to(self, breach: Breach, seat: int) -> int | None:
        if breach.public or (breach.order is None and breach.seat == seat):
            return breach.turn + 1
        return None if breach.order is None else self._sees_from(breach.turn + 1, seat, breach.order)

    def _sees_from(self, since: int, seat: int, order: int) -> int | None:
        """Return after how many actions, *since* at least, a seat sees a card; None if never."""
        for turn in range(since, self.reading.last + 1):
            if view(self.game.states[turn], seat).cards[order] is not None:
                return turn
        return None

    def _promise(self, promise: BrokenPromise) -> Broken:
        """Return, in words, what was promised that is not true."""
        breach, order = promise.breach, promise.order
        known, told = self._known_from(breach), breach.turn + 1
        if promise.copy is not None:
            return self._copies(promise, promise.copy)
        if breach.kind == CONTRADICTION:
            return Broken(CONTRADICTION, breach.message, order, seen=told, told_from=told, known_from=known)
        return self._untrue(breach, order, known)

    def _copies(self, promise: BrokenPromise, copy: int) -> Broken:
        """Return, in words, that after a clue players had been told about both copies of a card."""
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
            f"after it, players had been told about both {first} and {second}, and both are {face}:"
            " when one was revealed, what the convention says about the other became untrue",
            promise.order,
            self.reading.holder(promise.turn, promise.order),
            self._seen(promise.order, promise.breach.promised, shown),
            shown,
            tuple(self._sees_from(shown, seat, promise.order) for seat in range(len(self.game.seats))),
        )

    def _untrue(self, breach: Breach, order: int, known: tuple[int | None, ...]) -> Broken:
        """Return, in words, what a card was promised to be: to its holder and, as `in_public`, to others."""
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
            text(reading.context(told).could(order), "can be true of no card now"),
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
        """Return after how many actions a card's holder could see that it is none of what was said."""
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
        """Return, in words, what the convention would have done, and what leaving it cost, if known."""
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
        """Return a critical card that a clue would have touched and its holder lost next, and that move."""
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
        """Whether a clue told some seat at least `SHOWN_BITS` about its hand, or asked for a play."""
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


# ---- which move is to blame for an untrue promise


def broken_promises(knowledge: PromisedKnowledge) -> tuple[BrokenPromise, ...]:
    """Return the untrue promises of a game, each once, in the order in which they came out.

    Each is blamed on the move that could have avoided it:

    - A clue that made an untrue promise could have been another. It is not to blame if an earlier promise was
      untrue and as narrow, nor if every other legal clue would also promise something untrue of the card, nor
      if its giver holds the card and the clues on it do not rule the promise out.
    - A play or a discard that says something about a card for the first time is a signal, as a clue is.
    - Any other play or discard only updates what earlier moves said. If it reveals that two cards are copies
      of each other, the clue after which players had been told about both is to blame if its giver saw both;
      otherwise no move is.
    """
    found: list[BrokenPromise] = []
    for breach in knowledge.breaches():
        order = breach.order
        if order is not None and _is_chosen(knowledge, breach.turn, order, breach.promised):
            found.append(BrokenPromise(breach.turn, order, breach))
        elif order is not None and all(one.order != order for one in found):
            found += _of_copies(knowledge, breach, order)
    return tuple(found)


def _is_chosen(knowledge: PromisedKnowledge, turn: int, order: int, mask: int) -> bool:
    """Whether the move that made an untrue promise is to blame for it; see `broken_promises`."""
    state, (public, memory) = knowledge.game.states[turn], knowledge.moments[turn]
    action, clues = knowledge.game.actions[turn], knowledge.moments[turn + 1][0].clue_masks[order]
    held_by_others = any(order in hand for seat, hand in enumerate(state.hands) if seat != state.seat)
    if not isinstance(action, GiveClue):
        return held_by_others and not _is_told(knowledge, turn, order)
    before, face = memory.promise(order, public.terms.variant.everything), _face(knowledge, order)
    if not before >> face & 1 and not before & clues & ~mask:
        return False  # it was untrue, and is no narrower
    if not held_by_others and mask & clues:
        return False
    context = knowledge.context(turn, state.seat)
    others = [other for other in context.legal if isinstance(other, GiveClue) and other != action]
    return not others or not all(
        any(
            card == order and not promised >> face & 1
            for card, promised in context.context_after(other).memory.new_promises
        )
        for other in others
    )


def _of_copies(knowledge: PromisedKnowledge, breach: Breach, order: int) -> Iterator[BrokenPromise]:
    """Yield the promise, blamed on the clue after which players had been told of a card and its copy."""
    action, states = knowledge.game.actions[breach.turn], knowledge.game.states
    if not isinstance(action, Play | Discard) or _face(knowledge, action.order) != _face(knowledge, order):
        return
    told = [_told_from(knowledge, breach.turn, card) for card in (order, action.order)]
    if None in told:
        return
    turn = max(at for at in told if at is not None) - 1
    if turn < 0 or not isinstance(knowledge.game.actions[turn], GiveClue):
        return
    seen = [
        card for seat, hand in enumerate(states[turn].hands) if seat != states[turn].seat for card in hand
    ]
    if order in seen and action.order in seen:
        yield BrokenPromise(turn, order, breach, action.order)


def _told_from(knowledge: PromisedKnowledge, turn: int, order: int) -> int | None:
    """Return after how many actions a card was first touched or, if never, first told about; else None."""
    moments = range(turn + 1)
    touched = (at for at in moments if knowledge.moments[at][0].touched >> order & 1)
    return next(touched, next((at for at in moments if _is_told(knowledge, at, order)), None))


def _is_told(knowledge: PromisedKnowledge, turn: int, order: int) -> bool:
    """Whether players were told about a card: a clue touched it, or a promise or open reading names it."""
    public, memory = knowledge.moments[turn]
    touched = public.touched >> order & 1
    return bool(touched) or memory.promise(order, -1) != -1 or memory.reading(order, -1) != -1


def _face(knowledge: PromisedKnowledge, order: int) -> int:
    return knowledge.game.setup.terms.variant.identity(knowledge.game.final.cards[order])
