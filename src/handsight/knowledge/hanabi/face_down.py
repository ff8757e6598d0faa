"""Throw it in a hole: the cards a seat played lie face down, yet the game has gone on since.

Whatever the buried cards are, playing them in turn never made the last strike and never finished
everything, or the game would have been over. So the ways they may lie are found by playing again.
Ways that make the same board of the same cards are counted together.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from handsight.deals import Deal, Disjunction, Masks
from handsight.errors import TooLargeError
from handsight.hanabi import CardDiscarded, CardPlayed, ClueGiven, GameStopped, Terms, View, card_value
from handsight.hanabi.characters.effects import misplays
from handsight.table.bitmask import members

BOARDS_CAP, DEALS_CAP = 12_000, 1_200


class Board(NamedTuple):
    """The stacks and strikes that nobody shows, the copies lost, and the copies still unseen."""

    stacks: tuple[int, ...]
    strikes: int
    lost: tuple[int, ...]
    unseen: tuple[int, ...]

    def after(self, terms: Terms, seat: int, identity: int, *, buried: bool) -> "Board":
        """Let a seat play a card; a buried one takes one of the unseen copies."""
        variant = terms.variant
        unseen = _bumped(self.unseen, identity, -1) if buried else self.unseen
        fits = card_value.playable(variant, self.stacks) >> identity & 1
        if not fits or (terms.characters and misplays(terms, seat, self.stacks, variant.card(identity))):
            vanishes = terms.rules.misplay == "vanish"
            lost = self.lost if vanishes else _bumped(self.lost, identity, 1)
            return Board(self.stacks, self.strikes + 1, lost, unseen)
        suit, position = divmod(identity, len(variant.ranks))
        stack = variant.stacks[suit].steps[self.stacks[suit]][position]
        stacks = (*self.stacks[:suit], stack, *self.stacks[suit + 1 :])
        return Board(stacks, self.strikes, self.lost, unseen)

    def over(self, terms: Terms) -> bool:
        """Whether the game would have ended here, by strikes or by a perfect score."""
        if self.strikes >= terms.max_strikes:
            return True
        heights = (rule.height[at] for rule, at in zip(terms.variant.stacks, self.stacks, strict=True))
        return terms.rules.stop_perfect and sum(heights) == terms.variant.max_score


@dataclass(frozen=True)
class Buried:
    """The cards that are not buried, dealt from what each way to bury the others leaves."""

    parts: tuple[Deal, ...]
    weights: tuple[int, ...]
    """In how many ways the buried cards make each board; overlapping readings of clues count off again."""
    boards: tuple[Board, ...]

    @cached_property
    def _whole(self) -> Disjunction:
        return Disjunction(self.parts, self.weights)

    @property
    def ways(self) -> int:
        """The number of ways all hidden cards may be, copies counted apart; 0 if nothing fits."""
        return self._whole.ways

    @property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each card that is not buried and each identity, the ways that pair them."""
        return self._whole.marginals

    @property
    def possible(self) -> Masks:
        """The identities that each card that is not buried takes in some way."""
        return self._whole.possible


def bury(view: View, orders: tuple[int, ...], deal: Deal | Disjunction, lost: tuple[int, ...]) -> Buried:
    """Find every board that the buried cards may make; too many of them is a TooLargeError."""
    parts, weights = (deal.parts, deal.weights) if isinstance(deal, Disjunction) else ((deal,), (1,))
    limits = parts[0].limits
    empty = Board((0,) * len(view.terms.variant.suits), 0, lost, limits)
    ways = {(part.masks, empty): weight for part, weight in zip(parts, weights, strict=True)}
    plays = [event for event in view.events if isinstance(event, CardPlayed)]
    thing = {order: at for at, order in enumerate(orders)}
    down = {thing[event.order] for event in plays if event.card is None}
    room = BOARDS_CAP
    for event in plays:
        ways = _played(view, event, thing, ways, room)
        room -= len(ways)
    deals: dict[tuple[Masks, tuple[int, ...]], Deal] = {}
    found = []
    for (box, board), weight in _ended(view, ways):
        masks = tuple(mask for at, mask in enumerate(box) if at not in down)
        part = deals.setdefault((masks, board.unseen), Deal(masks, board.unseen))
        if len(deals) > DEALS_CAP:
            raise TooLargeError(f"the buried cards may be more than {DEALS_CAP:,} different sets of cards")
        if part.ways:
            found.append((part, weight, board))
    return Buried(*zip(*found, strict=True)) if found else Buried((), (), ())


def doubt(view: View) -> str:
    """Say what the buried cards could still tell that is left out; empty where that is nothing."""
    terms = view.terms
    if terms.speedrun or terms.all_or_nothing:
        return "that the game has not failed its aim is left out"
    return "why the game ended is left out" if view.over and terms.characters else ""


Ways = dict[tuple[Masks, Board], int]
"""For what clues leave the hidden cards, and a board, the ways to come there."""


def _played(view: View, event: CardPlayed, thing: dict[int, int], ways: Ways, room: int) -> Ways:
    """Play a card in every game that has gone on so far; too many games are a TooLargeError."""
    terms, after = view.terms, defaultdict[tuple[Masks, Board], int](int)
    for (box, board), count in ways.items():
        if len(after) > room:
            raise TooLargeError(
                f"buried cards can make more than the {BOARDS_CAP:,} boards that are followed"
            )
        if board.over(terms):
            continue
        if event.card is not None:
            known = terms.variant.identity(event.card)
            after[box, board.after(terms, event.seat, known, buried=False)] += count
            continue
        for identity in members(box[thing[event.order]]):
            copies = board.unseen[identity]
            if copies:
                after[box, board.after(terms, event.seat, identity, buried=True)] += count * copies
    return {way: count for way, count in after.items() if count}


def _ended(view: View, ways: Ways) -> Iterator[tuple[tuple[Masks, Board], int]]:
    """Keep the games that ended when this one did, or have not ended as this one has not."""
    terms = view.terms
    deeds = [
        event
        for event in view.events
        if isinstance(event, ClueGiven | CardPlayed | CardDiscarded | GameStopped)
    ]
    may_end = view.over and (bool(terms.characters) or isinstance(deeds[-1], CardPlayed))
    other_ends = terms.characters or terms.speedrun or terms.all_or_nothing or view.turns_left == 0
    for way, count in ways.items():
        ended = way[1].over(terms)
        if may_end if ended else not (may_end and not other_ends):
            yield way, count


def _bumped(counts: tuple[int, ...], identity: int, by: int) -> tuple[int, ...]:
    return (*counts[:identity], counts[identity] + by, *counts[identity + 1 :])
