"""Open readings: what one event left open, as a list of alternatives, and what a seat makes of it."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from handsight.conventions.interpreter.public_state import PublicState

MOST_ALTERNATIVES = 16
MOST_QUESTIONS = 6
ANY = 63
"""The value in the pair of a bluff, whose card may be any value that fits; no identity is this large."""
Pair = tuple[int, int]
"""A card, by its order, and what it is said to be, as an identity."""
Alternative = tuple[Pair, ...]
"""The focus and its value first, then the cards that must be played before it."""
Face = Callable[[int], int | None]
"""What a card is, or None where that is hidden."""


class OpenQuestion(Struct, frozen=True):
    """An open reading: the alternatives that one event left open."""

    giver: int
    turn: int
    alternatives: tuple[Alternative, ...]
    excused: bool = False

    @property
    def focus(self) -> int | None:
        """The card that is the focus of every alternative; None if they have different ones."""
        cards = {alternative[0][0] for alternative in self.alternatives}
        return cards.pop() if len(cards) == 1 else None

    @property
    def focus_values(self) -> int:
        """Mask of the values that the alternatives give their focus."""
        return _mask(alternative[0][1] for alternative in self.alternatives)


def _mask(values: Iterator[int]) -> int:
    found = 0
    for value in values:
        found |= 1 << value
    return found


def open_pairs(alternative: Alternative, played: int) -> tuple[Pair, ...]:
    """Return the pairs after the focus whose value is not on the stacks yet."""
    return tuple(pair for pair in alternative[1:] if not played >> pair[1] & 1)


def readings_left(
    questions: tuple[OpenQuestion, ...], played: int, playable: int
) -> tuple[tuple[int, int], ...]:
    """Return, for each card that all alternatives of a question name, its order and the values left to it."""
    left: dict[int, int] = {}
    for question in questions:
        for card in {one for alternative in question.alternatives for one, _ in alternative}:
            named = named_values(list(question.alternatives), card, played, playable)
            if named is not None:
                left[card] = left.get(card, named) & named
    return tuple(sorted(left.items()))


# ---- what a seat makes of them


def counting(
    public: PublicState, playable: int, question: OpenQuestion, seat: int, face: Face
) -> list[Alternative]:
    """Return the alternatives that count for a seat.

    *playable* is a mask of the values that fit. *face* gives the value of a card, or None if I do not see it.
    """
    hand, played = public.hands[seat], public.played_values
    alive = [
        one
        for one in question.alternatives
        if all(card in hand or fits(face(card), value, playable) for card, value in _open(one, played))
    ]
    plain = [one for one in alive if not any(card in hand for card, _ in open_pairs(one, played))]
    return plain or alive


def _open(alternative: Alternative, played: int) -> tuple[Pair, ...]:
    """Return the focus and the open pairs."""
    return (alternative[0], *open_pairs(alternative, played))


def fits(face: int | None, value: int, playable: int) -> bool:
    """Whether a card may be a value, where `ANY` is one that fits; None is a card that I do not see."""
    return face is None or (bool(playable >> face & 1) if value == ANY else face == value)


def asked_in(public: PublicState, playable: int, question: OpenQuestion, seat: int, face: Face) -> int | None:
    """Return the card that a question asks a seat to play now, or None; *playable*: mask of what fits."""
    count = counting(public, playable, question, seat, face)
    if not count:
        return None
    played, hand = public.played_values, public.hands[seat]
    waiting = open_pairs(count[0], played)
    if waiting:
        card, value = waiting[0]
        return card if card in hand and (value == ANY or playable >> value & 1) else None
    card = count[0][0][0]
    sure = all(
        one[0][0] == card and not open_pairs(one, played) and playable >> one[0][1] & 1 for one in count
    )
    return card if sure and card in hand else None


def is_honest(public: PublicState, playable: int, question: OpenQuestion, seat: int, face: Face) -> bool:
    """Whether a seat would not be misled: a true alternative counts for it, and what it is asked is true."""
    count = counting(public, playable, question, seat, face)
    played = public.played_values
    true = any(all(fits(face(card), value, playable) for card, value in _open(one, played)) for one in count)
    if not true:
        return False
    waiting = [pairs[0] for one in count if (pairs := open_pairs(one, played))]
    if not open_pairs(count[0], played) or waiting[0][0] not in public.hands[seat]:
        return True
    asked = waiting[0][0]
    return any(card == asked and fits(face(card), value, playable) for card, value in waiting)


def named_values(alternatives: list[Alternative], card: int, played: int, playable: int) -> int | None:
    """Return the mask of what alternatives say of a card, or None unless each of them names it."""
    mask = 0
    for alternative in alternatives:
        values = [value for one, value in _open(alternative, played) if one == card]
        if not values:
            return None
        mask |= playable if values[0] == ANY else 1 << values[0]
    return mask if alternatives else None
