"""Throw It in a Hole: played cards lie face down, but the game has gone on since.

Whatever the face-down cards are, playing them in turn never made the last strike and never completed every
stack, or the game would have been over. So the ways they may be are found by replaying them. Ways that lead
to the same board with the same cards are counted together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import perm, prod
from operator import add, sub
from typing import NamedTuple

from handsight.deals import Deal, Disjunction, Masks
from handsight.errors import TooLargeError
from handsight.game.bitmask import members
from handsight.hanabi import CardPlayed, GameStopped, Terms, View, card_value
from handsight.hanabi.actions import MoveEvent
from handsight.hanabi.character_effects import misplays

MAX_BOARDS, MAX_DEALS = 12_000, 1_200
"""The most boards that are followed, and the most different sets of cards that may lie face down."""
BITS = 8
"""Copies of identities are counted in one number, this many bits for each identity."""
FULL = (1 << BITS) - 1


class FaceDownBoard(NamedTuple):
    """A possible board: stacks and strikes, the copies discarded, and the copies still unseen."""

    stacks: tuple[int, ...]
    strikes: int
    discarded: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()

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
    """Deals of the hidden cards that do not lie face down, for every way the face-down plays can have gone.

    The weights say in how many ways the face-down cards make each board, signed by inclusion and exclusion.
    """

    boards: tuple[FaceDownBoard, ...] = ()


class FaceDownPlay(NamedTuple):
    """A play: the seat, the mask of what the card may be, and whether the card is unseen."""

    seat: int
    mask: int
    unseen: bool


Board = tuple[tuple[int, ...], int, int, int]
"""A board while plays are followed: stacks, strikes, and two packed counts of copies, those misplayed and
those that unseen plays used."""


def replay(view: View, orders: tuple[int, ...], deal: Deal | Disjunction) -> FaceDownDeal:
    """Return the deals for every board that face-down cards may make; TooLargeError if there are too many."""
    parts, weights = (deal.parts, deal.weights) if isinstance(deal, Disjunction) else ((deal,), (1,))
    plays = [event for event in view.events if isinstance(event, CardPlayed)]
    index = {order: at for at, order in enumerate(orders)}
    down = {index[event.order] for event in plays if event.card is None}
    weight_of: dict[Masks, int] = {}
    for part, weight in zip(parts, weights, strict=True):
        weight_of[part.masks] = weight_of.get(part.masks, 0) + weight
    games = tuple(
        (
            tuple(mask for at, mask in enumerate(masks) if at not in down),
            weight,
            tuple(_as_play(view, event, index, masks) for event in plays),
        )
        for masks, weight in weight_of.items()
        if weight
    )
    limits = parts[0].limits if parts else ()
    return replay_games(view.terms, games, limits, view.discarded_copies, _consistent_with_end(view))


def _as_play(view: View, event: CardPlayed, index: dict[int, int], masks: Masks) -> FaceDownPlay:
    """Return a play with what its card may be: what clues leave it, or the card itself where it is seen."""
    if event.card is None:
        return FaceDownPlay(event.seat, masks[index[event.order]], unseen=True)
    return FaceDownPlay(event.seat, 1 << view.terms.variant.identity(event.card), unseen=False)


@lru_cache(maxsize=16)
def replay_games(
    terms: Terms,
    games: tuple[tuple[Masks, int, tuple[FaceDownPlay, ...]], ...],
    limits: tuple[int, ...],
    discarded: tuple[int, ...],
    goes: tuple[bool, bool],
) -> FaceDownDeal:
    """Replay games, each given by the masks of the other cards, its weight and its plays; see `replay`.

    The last answers are cached, since many moves tell a seat nothing.
    """
    room, found = MAX_BOARDS, list[tuple[Masks, int, Board]]()
    for left, weight, plays in games:
        boards, room = _followed(terms, plays, limits, room)
        found += [
            (left, weight * orders, board)
            for board, orders in boards.items()
            if goes[FaceDownBoard(*board[:2]).over(terms)]
        ]
    if len({(left, used) for left, _, (*_, used) in found}) > MAX_DEALS:
        raise TooLargeError(f"the face-down cards may be more than {MAX_DEALS:,} different sets of cards")
    deals: dict[tuple[Masks, int], Deal] = {}
    dealt = []
    for left, weight, (stacks, strikes, dropped, used) in found:
        taken, lost = _counts(used, limits), _counts(dropped, limits)
        part = deals.get((left, used))
        if part is None:
            part = deals[left, used] = Deal(left, tuple(map(sub, limits, taken)))
        if part.ways:
            on_table = FaceDownBoard(stacks, strikes, tuple(map(add, discarded, lost)), part.limits)
            dealt.append((part, weight * prod(map(perm, limits, taken)), on_table))
    return FaceDownDeal(*zip(*dealt, strict=True)) if dealt else FaceDownDeal((), (), ())


def _followed(
    terms: Terms, plays: tuple[FaceDownPlay, ...], limits: tuple[int, ...], room: int
) -> tuple[dict[Board, int], int]:
    """Return the boards after all plays, each with how many card sequences make it, and the room left.

    The boards after every play take room; if there is not enough, TooLargeError is raised.
    """
    boards: dict[Board, int] = {((0,) * len(terms.variant.suits), 0, 0, 0): 1}
    for play in plays:
        after: dict[Board, int] = {}
        moves: dict[tuple[tuple[int, ...], int], list[tuple[int, tuple[int, ...], int, int]]] = {}
        for board, orders in boards.items():
            stacks, strikes, dropped, used = board
            if (stacks, strikes) not in moves:
                moves[stacks, strikes] = list(_moves(terms, play, stacks, strikes))
            for shift, next_stacks, strike, lost in moves[stacks, strikes]:
                if play.unseen and used >> shift & FULL >= limits[shift // BITS]:
                    continue
                taken = used + (1 << shift) if play.unseen else used
                made = next_stacks, strikes + strike, dropped + lost, taken
                after[made] = after.get(made, 0) + orders
            if len(after) > room:
                raise TooLargeError(
                    f"the face-down cards can make more than the {MAX_BOARDS:,} boards that are followed"
                )
        boards, room = after, room - len(after)
    return boards, room


def _moves(
    terms: Terms, play: FaceDownPlay, stacks: tuple[int, ...], strikes: int
) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
    """Yield for each card that may be played: where its copies are counted, and what the play changes.

    The changes are the stacks after it, the strikes it makes, and the copies that it drops, packed.
    """
    board = FaceDownBoard(stacks, strikes)
    for identity in () if board.over(terms) else members(play.mask):
        shift, after = BITS * identity, board.after(terms, play.seat, identity)
        if after is None:
            yield shift, stacks, 1, 0 if terms.rules.misplay == "vanish" else 1 << shift
        else:
            yield shift, after, 0, 0


def _counts(packed: int, limits: tuple[int, ...]) -> tuple[int, ...]:
    """Return the count of each identity."""
    return tuple(packed.to_bytes(len(limits), "little"))


def left_out(view: View) -> str:
    """Return which evidence about face-down cards is not used; empty if all is used."""
    terms = view.terms
    if terms.speedrun or terms.all_or_nothing:
        return "that the game has not failed its aim is left out"
    return "why the game ended is left out" if view.over and terms.characters else ""


def _consistent_with_end(view: View) -> tuple[bool, bool]:
    """Return whether boards on which the game goes on fit, and whether boards on which it is over fit."""
    terms = view.terms
    moves = [event for event in view.events if isinstance(event, MoveEvent | GameStopped)]
    may_end = view.over and (bool(terms.characters) or isinstance(moves[-1], CardPlayed))
    other_ends = terms.characters or terms.speedrun or terms.all_or_nothing or view.turns_left == 0
    return not (may_end and not other_ends), may_end
