"""Throw it in a hole: the cards a seat played lie face down, yet the game has gone on since.

Whatever the buried cards are, playing them in turn never made the last strike and never finished
everything, or the game would have been over. So the ways they may lie are found by playing again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from handsight.deals import Box, Deal
from handsight.errors import CapError
from handsight.hanabi import Played, Terms, View, worth

DEALS_CAP = 20_000


class Board(NamedTuple):
    """The stacks and strikes that nobody shows, the copies lost, and the copies still unseen."""

    stacks: tuple[int, ...]
    strikes: int
    lost: tuple[int, ...]
    unseen: tuple[int, ...]

    def after(self, terms: Terms, identity: int, *, buried: bool) -> "Board":
        """Play a card; a buried one takes one of the unseen copies."""
        variant = terms.variant
        unseen = _bumped(self.unseen, identity, -1) if buried else self.unseen
        if not worth.playable(variant, self.stacks) >> identity & 1:
            return Board(self.stacks, self.strikes + 1, _bumped(self.lost, identity, 1), unseen)
        suit, position = divmod(identity, len(variant.ranks))
        stack = variant.stacks[suit].steps[self.stacks[suit]][position]
        stacks = (*self.stacks[:suit], stack, *self.stacks[suit + 1 :])
        return Board(stacks, self.strikes, self.lost, unseen)

    def over(self, terms: Terms) -> bool:
        """Whether the game would have ended here."""
        heights = (rule.height[at] for rule, at in zip(terms.variant.stacks, self.stacks, strict=True))
        perfect = terms.rules.stop_perfect and sum(heights) == terms.variant.max_score
        return self.strikes >= terms.strikes or perfect


class Burial(NamedTuple):
    """One way the buried cards may lie: the deal that says so, and the board it makes."""

    deal: Deal
    board: Board


def burials(view: View, orders: tuple[int, ...], deal: Deal, lost: tuple[int, ...]) -> list[Burial]:
    """List every way the buried cards may lie; more than a cap of them is a CapError."""
    thing = {order: at for at, order in enumerate(orders)}
    found = []
    empty = Board((0,) * len(view.terms.variant.suits), 0, lost, deal.limits)
    for box, board in _follow(view, thing, deal.masks, empty):
        way = Deal(box, deal.limits)
        if way.ways:
            found.append(Burial(way, board))
        if len(found) > DEALS_CAP:
            raise CapError(f"the buried cards may lie in more than {DEALS_CAP:,} ways")
    return found


def _follow(view: View, thing: dict[int, int], clued: Box, empty: Board) -> Iterator[tuple[Box, Board]]:
    """Play the cards again, every way that keeps the game going; yield what each says of the hidden cards."""
    variant = view.terms.variant
    plays = [event for event in view.events if isinstance(event, Played)]
    todo = [(0, empty, clued)]
    while todo:
        step, board, box = todo.pop()
        if board.over(view.terms) and not (view.over and step == len(plays)):
            continue
        if step == len(plays):
            yield box, board
            continue
        order, card = plays[step].order, plays[step].card
        if card is not None:
            todo.append((step + 1, board.after(view.terms, variant.identity(card), buried=False), box))
            continue
        at = thing[order]
        for identity in worth.members(box[at]):
            if board.unseen[identity]:
                chosen = (*box[:at], 1 << identity, *box[at + 1 :])
                todo.append((step + 1, board.after(view.terms, identity, buried=True), chosen))


def _bumped(counts: tuple[int, ...], identity: int, by: int) -> tuple[int, ...]:
    return (*counts[:identity], counts[identity] + by, *counts[identity + 1 :])
