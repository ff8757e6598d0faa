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

    def after(self, terms: Terms, seat: int, identity: int, *, unseen: bool) -> "FaceDownBoard":
        """Return the board after a seat plays a card; an unseen one takes one of the unseen copies."""
        variant = terms.variant
        left = _changed(self.unseen, identity, -1) if unseen else self.unseen
        fits = card_value.playable(variant, self.stacks) >> identity & 1
        if not fits or (terms.characters and misplays(terms, seat, self.stacks, variant.card(identity))):
            vanishes = terms.rules.misplay == "vanish"
            discarded = self.discarded if vanishes else _changed(self.discarded, identity, 1)
            return FaceDownBoard(self.stacks, self.strikes + 1, discarded, left)
        suit, position = divmod(identity, len(variant.ranks))
        stack = variant.stacks[suit].steps[self.stacks[suit]][position]
        stacks = (*self.stacks[:suit], stack, *self.stacks[suit + 1 :])
        return FaceDownBoard(stacks, self.strikes, self.discarded, left)

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
    limits = parts[0].limits
    empty = FaceDownBoard((0,) * len(view.terms.variant.suits), 0, view.discarded_copies, limits)
    ways = {(part.masks, empty): weight for part, weight in zip(parts, weights, strict=True)}
    plays = [event for event in view.events if isinstance(event, CardPlayed)]
    index = {order: at for at, order in enumerate(orders)}
    down = {index[event.order] for event in plays if event.card is None}
    room = MAX_BOARDS
    for event in plays:
        ways = _played(view, event, index, ways, room)
        room -= len(ways)
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


def _played(view: View, event: CardPlayed, index: dict[int, int], ways: Ways, room: int) -> Ways:
    """Play a card in every game that has gone on so far; too many games are a TooLargeError."""
    terms, after = view.terms, defaultdict[tuple[Masks, FaceDownBoard], int](int)
    for (masks, board), count in ways.items():
        if len(after) > room:
            raise TooLargeError(
                f"the face-down cards can make more than the {MAX_BOARDS:,} boards that are followed"
            )
        if board.over(terms):
            continue
        if event.card is not None:
            known = terms.variant.identity(event.card)
            after[masks, board.after(terms, event.seat, known, unseen=False)] += count
            continue
        for identity in members(masks[index[event.order]]):
            copies = board.unseen[identity]
            if copies:
                after[masks, board.after(terms, event.seat, identity, unseen=True)] += count * copies
    return {way: count for way, count in after.items() if count}


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


def _changed(counts: tuple[int, ...], identity: int, by: int) -> tuple[int, ...]:
    return (*counts[:identity], counts[identity] + by, *counts[identity + 1 :])
