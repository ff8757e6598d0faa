"""Throw It in a Hole: played cards lie face down, but the game has gone on since.

Whatever the face-down cards are, playing them in turn never made the last strike and never completed every
stack, or the game would have been over. So the ways they may be are found by replaying them. Ways that lead
to the same board with the same cards are counted together.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from handsight.deals import Deal, Disjunction, Masks
from handsight.errors import TooLargeError
from handsight.hanabi import CardPlayed, GameStopped, Terms, View, card_value
from handsight.hanabi.actions import MoveEvent
from handsight.hanabi.character_effects import misplays
from handsight.table.bitmask import members

MAX_BOARDS, MAX_DEALS = 12_000, 1_200


class FaceDownBoard(NamedTuple):
    """A possible board: stacks and strikes, the copies discarded, and the copies still unseen."""

    stacks: tuple[int, ...]
    strikes: int
    discarded: tuple[int, ...]
    unseen: tuple[int, ...]

    def after(self, terms: Terms, seat: int, identity: int) -> tuple[int, ...] | None:
        """Return the stacks after a seat plays a card; None where that is a misplay."""
        variant = terms.variant
        fits = card_value.playable(variant, self.stacks) >> identity & 1
        if not fits or (terms.characters and misplays(terms, seat, self.stacks, variant.card(identity))):
            return None
        suit, position = divmod(identity, len(variant.ranks))
        stack = variant.stacks[suit].steps[self.stacks[suit]][position]
        return (*self.stacks[:suit], stack, *self.stacks[suit + 1 :])

    def over(self, terms: Terms) -> bool:
        """Whether the game would be over, by strikes or by a perfect score."""
        if self.strikes >= terms.max_strikes:
            return True
        heights = (rule.height[at] for rule, at in zip(terms.variant.stacks, self.stacks, strict=True))
        return terms.rules.stop_perfect and sum(heights) == terms.variant.max_score


@dataclass(frozen=True)
class FaceDownDeal(Disjunction):
    """The hidden cards that do not lie face down, dealt from what each way to play the others leaves.

    The weights say in how many ways the face-down cards make each board, signed by inclusion and exclusion.
    """

    boards: tuple[FaceDownBoard, ...] = ()


def replay(view: View, orders: tuple[int, ...], deal: Deal | Disjunction) -> FaceDownDeal:
    """Find every board that the face-down cards may make, by replaying them; too many are a TooLargeError."""
    parts, weights = (deal.parts, deal.weights) if isinstance(deal, Disjunction) else ((deal,), (1,))
    plays = [event for event in view.events if isinstance(event, CardPlayed)]
    index = {order: at for at, order in enumerate(orders)}
    down = {index[event.order] for event in plays if event.card is None}
    ways = _followed(view, plays, index, list(zip(parts, weights, strict=True)))
    deals: dict[tuple[Masks, tuple[int, ...]], Deal] = {}
    found = []
    for (masks, board), weight in _consistent_with_end(view, ways):
        left = tuple(mask for at, mask in enumerate(masks) if at not in down)
        part = deals.setdefault((left, board.unseen), Deal(left, board.unseen))
        if len(deals) > MAX_DEALS:
            raise TooLargeError(f"the face-down cards may be more than {MAX_DEALS:,} different sets of cards")
        if part.ways:
            found.append((part, weight, board))
    return FaceDownDeal(*zip(*found, strict=True)) if found else FaceDownDeal((), (), ())


def left_out(view: View) -> str:
    """Say which evidence about face-down cards is not used; empty where all is."""
    terms = view.terms
    if terms.speedrun or terms.all_or_nothing:
        return "that the game has not failed its aim is left out"
    return "why the game ended is left out" if view.over and terms.characters else ""


Ways = dict[tuple[Masks, FaceDownBoard], int]
"""By what clues leave the hidden cards, and by board: the number of ways to reach it."""


Packed = tuple[tuple[int, ...], int, int, int]
"""A board with its counts of copies in one number each: stacks, strikes, copies discarded, copies unseen."""
BITS = 6
"""Bits of a count of copies."""


def _followed(
    view: View, plays: list[CardPlayed], index: dict[int, int], parts: "list[tuple[Deal, int]]"
) -> Ways:
    """Play the cards in every game that goes on until then; too many games are a TooLargeError."""
    follower = _Follower(view.terms)
    begun: dict[Masks, dict[Packed, int]] = {}
    none = (0,) * len(view.terms.variant.suits)
    for part, weight in parts:
        start = none, 0, _packed(view.discarded_copies), _packed(part.limits)
        boards = begun.setdefault(part.masks, {})
        boards[start] = boards.get(start, 0) + weight
    room = MAX_BOARDS
    for event in plays:
        for masks, boards in begun.items():
            at = None if event.card is not None else masks[index[event.order]]
            begun[masks] = follower.played(event, at, boards, room)
        room -= sum(map(len, begun.values()))
        if room < 0:
            raise _too_many()
    size = len(view.discarded_copies)
    return {
        (masks, FaceDownBoard(stacks, strikes, _unpacked(discarded, size), _unpacked(unseen, size))): count
        for masks, boards in begun.items()
        for (stacks, strikes, discarded, unseen), count in boards.items()
    }


def _too_many() -> TooLargeError:
    return TooLargeError(
        f"the face-down cards can make more than the {MAX_BOARDS:,} boards that are followed"
    )


class _Follower:
    """Plays cards on packed boards; what follows from stacks alone is worked out once."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._vanishes = terms.rules.misplay == "vanish"
        self._stack_after: dict[tuple[int, tuple[int, ...], int], tuple[int, ...] | None] = {}
        self._complete: dict[tuple[int, ...], bool] = {}

    def played(
        self, event: CardPlayed, mask: int | None, boards: dict[Packed, int], room: int
    ) -> dict[Packed, int]:
        """Play a card, unseen where there is a mask of what it may be, on every board that is not over."""
        after = defaultdict[Packed, int](int)
        unseen_play = mask is not None
        identities = (
            [self._terms.variant.identity(event.card)] if event.card is not None else list(members(mask or 0))
        )
        for board, count in boards.items():
            if len(after) > room:
                raise _too_many()
            stacks, strikes, discarded, unseen = board
            if self._over(stacks, strikes):
                continue
            for identity in identities:
                shift = BITS * identity
                copies, left = 1, unseen
                if unseen_play:
                    copies = unseen >> shift & (1 << BITS) - 1
                    if not copies:
                        continue
                    left = unseen - (1 << shift)
                grown = self._grown(event.seat, stacks, identity)
                if grown is not None:
                    after[grown, strikes, discarded, left] += count * copies
                else:
                    dropped = discarded if self._vanishes else discarded + (1 << shift)
                    after[stacks, strikes + 1, dropped, left] += count * copies
        return {board: count for board, count in after.items() if count}

    def _over(self, stacks: tuple[int, ...], strikes: int) -> bool:
        """Whether the game would be over, by strikes or by a perfect score."""
        terms = self._terms
        if strikes >= terms.max_strikes:
            return True
        if stacks not in self._complete:
            heights = (rule.height[at] for rule, at in zip(terms.variant.stacks, stacks, strict=True))
            self._complete[stacks] = terms.rules.stop_perfect and sum(heights) == terms.variant.max_score
        return self._complete[stacks]

    def _grown(self, seat: int, stacks: tuple[int, ...], identity: int) -> tuple[int, ...] | None:
        """Return the stacks after a card; None where it does not fit."""
        key = seat, stacks, identity
        if key not in self._stack_after:
            board = FaceDownBoard(stacks, 0, (), ())
            self._stack_after[key] = board.after(self._terms, seat, identity)
        return self._stack_after[key]


def _packed(counts: tuple[int, ...]) -> int:
    return sum(count << BITS * at for at, count in enumerate(counts))


def _unpacked(packed: int, size: int) -> tuple[int, ...]:
    return tuple(packed >> BITS * at & (1 << BITS) - 1 for at in range(size))


def _consistent_with_end(view: View, ways: Ways) -> Iterator[tuple[tuple[Masks, FaceDownBoard], int]]:
    """Keep the games that ended when this one did, or that have not ended as this one has not."""
    terms = view.terms
    moves = [event for event in view.events if isinstance(event, MoveEvent | GameStopped)]
    may_end = view.over and (bool(terms.characters) or isinstance(moves[-1], CardPlayed))
    other_ends = terms.characters or terms.speedrun or terms.all_or_nothing or view.turns_left == 0
    for way, count in ways.items():
        ended = way[1].over(terms)
        if may_end if ended else not (may_end and not other_ends):
            yield way, count
