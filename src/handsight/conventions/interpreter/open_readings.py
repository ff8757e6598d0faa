"""Open readings: what one event left open, as a list of alternatives, and what a seat makes of it."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from handsight.conventions.interpreter.public_state import PublicState

MOST_ALTERNATIVES = 16
MOST_QUESTIONS = 6
Pair = tuple[int, int]
"""A card, by its order, and what it is said to be, as an identity."""
Alternative = tuple[Pair, ...]
"""The focus and its value first, then the cards that must be played before it."""
Face = Callable[[int], int | None]
"""What a card is, or None where that is hidden."""


class Question(Struct, frozen=True):
    """What one event left open."""

    giver: int
    turn: int
    alternatives: tuple[Alternative, ...]
    excused: bool = False

    @property
    def focus(self) -> int | None:
        """The card that all alternatives are about, if it is one."""
        cards = {alternative[0][0] for alternative in self.alternatives}
        return cards.pop() if len(cards) == 1 else None

    @property
    def focus_values(self) -> int:
        """Mask of what the alternatives say of their focus."""
        return _mask(alternative[0][1] for alternative in self.alternatives)


def _mask(values: Iterator[int]) -> int:
    found = 0
    for value in values:
        found |= 1 << value
    return found


def open_pairs(alternative: Alternative, played: int) -> tuple[Pair, ...]:
    """Return the pairs, the focus apart, whose value is not on the stacks yet."""
    return tuple(pair for pair in alternative[1:] if not played >> pair[1] & 1)


def readings_left(questions: tuple[Question, ...], played: int) -> tuple[tuple[int, int], ...]:
    """Return by order what open readings leave the cards that all alternatives of a question name."""
    left: dict[int, int] = {}
    for question in questions:
        for card in {one for alternative in question.alternatives for one, _ in alternative}:
            named = named_values(list(question.alternatives), card, played)
            if named is not None:
                left[card] = left.get(card, named) & named
    return tuple(sorted(left.items()))


# ---- what a seat makes of them


def counting(public: PublicState, question: Question, seat: int, face: Face) -> list[Alternative]:
    """Return the alternatives that count for a seat; *face* says what the cards are that I see."""
    hand, played = public.hands[seat], public.played
    alive = [one for one in question.alternatives if _is_alive(one, hand, played, face)]
    plain = [one for one in alive if not any(card in hand for card, _ in open_pairs(one, played))]
    return plain or alive


def _is_alive(alternative: Alternative, hand: tuple[int, ...], played: int, face: Face) -> bool:
    return all(
        card in hand or face(card) in (None, value)
        for card, value in (alternative[0], *open_pairs(alternative, played))
    )


def asked_in(public: PublicState, playable: int, question: Question, seat: int, face: Face) -> int | None:
    """Return the card that a question asks a seat to play now; *playable* is a mask of what fits."""
    count = counting(public, question, seat, face)
    if not count:
        return None
    played, hand = public.played, public.hands[seat]
    waiting = open_pairs(count[0], played)
    if waiting:
        card, value = waiting[0]
        return card if card in hand and playable >> value & 1 else None
    card = count[0][0][0]
    sure = all(
        one[0][0] == card and not open_pairs(one, played) and playable >> one[0][1] & 1 for one in count
    )
    return card if sure and card in hand else None


def is_honest(public: PublicState, question: Question, seat: int, face: Face) -> bool:
    """Whether a seat would not be misled: a true alternative counts for it, and what it is asked is true."""
    count = counting(public, question, seat, face)
    played = public.played
    true = any(
        all(face(card) in (None, value) for card, value in (one[0], *open_pairs(one, played)))
        for one in count
    )
    if not true:
        return False
    waiting = open_pairs(count[0], played)
    if waiting and waiting[0][0] in public.hands[seat]:
        return face(waiting[0][0]) in (None, waiting[0][1])
    return True


def named_values(alternatives: list[Alternative], card: int, played: int) -> int | None:
    """Return the mask of what alternatives say of a card, or None unless each of them names it."""
    mask = 0
    for alternative in alternatives:
        values = [value for one, value in (alternative[0], *open_pairs(alternative, played)) if one == card]
        if not values:
            return None
        mask |= 1 << values[0]
    return mask if alternatives else None
