"""The information that each move gave each seat, in bits."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from handsight.hanabi import HanabiRecord, State, view
from handsight.knowledge.hanabi.evidence import evidence
from handsight.knowledge.hanabi.own_hand import Knowledge
from handsight.notation.hanabi.table_text import event_sentence
from handsight.text.counting_from_one import turn_number

LEAST_BITS = 0.005
"""Smaller gains of information are not worth a line."""
BOUNDS = {(False, False): "", (False, True): "at least", (True, False): "at most", (True, True): "about"}
"""How exact the bits are, by whether the counts before and after the move may be too high."""


@dataclass(frozen=True, slots=True)
class InformationGain:
    """The information that one move gave one seat about the cards that it could not see before the move."""

    turn: int
    """The move: how many actions had been taken before it."""
    seat: int
    before: int
    """In how many ways those cards might have been before the move, copies counted apart."""
    after: int
    learned: tuple[tuple[int, str], ...]
    """Cards of the hand (by order) and what became known of them, as in `CardKnowledge.certain`."""
    exact: bool
    bound: str = ""
    """What the bits are where they are not exact: "at least", "at most" or "about"."""

    @property
    def bits(self) -> float:
        """The information gained, in bits."""
        return log2(self.before) - log2(self.after) if self.after else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return this gain as JSON data; `turn` is the number of actions taken before the move."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "before": self.before,
            "after": self.after,
            "bits": round(self.bits, 12),
            "learned": [{"order": order, "property": name} for order, name in self.learned],
            "exact": self.exact,
            "bound": self.bound,
        }


def information_gains(states: Sequence[State]) -> Iterator[InformationGain]:
    """Yield the information that every move gave every seat; *states* are those after 0, 1, … moves."""
    seats = range(states[0].terms.players)
    known = [Knowledge(view(states[0], seat)) for seat in seats]
    for turn, state in enumerate(states[1:]):
        for seat in seats:
            before, view_after = known[seat], view(state, seat)
            now = Knowledge(view_after)
            same = now.evidence.orders == before.evidence.orders
            same_cards = now.evidence if same else evidence(view_after, before.evidence.orders)
            certain_before = {card.order: card.certain for card in before}
            learned = tuple(
                (card.order, name)
                for card in now
                for name in card.certain
                if name not in certain_before.get(card.order, ())
            )
            if same_cards.orders != before.evidence.orders:  # a card was drawn and played face down at once
                evidence_before = evidence(before.evidence.view, same_cards.orders)
            else:
                evidence_before = before.evidence
            bound = BOUNDS[bool(evidence_before.caveat), bool(same_cards.caveat)]
            ways = evidence_before.deal.ways, same_cards.deal.ways
            yield InformationGain(turn, seat, *ways, learned, not bound, bound)
            known[seat] = now


def timeline_sentences(game: HanabiRecord, gains: Iterable[InformationGain]) -> Iterator[str]:
    """Yield, move by move, what happened and how much information it gave each seat."""
    variant, move = game.setup.terms.variant, -1
    for gain in gains:
        if gain.turn > move:
            move = gain.turn
            events = (event for event in game.states[move + 1].events if event.turn == move)
            happened = filter(None, (event_sentence(event, variant, game.seats) for event in events))
            yield f"{turn_number(move)}. {'; '.join(happened)}"
        learned = "; ".join(
            f"card {order} is {variant.text(game.setup.deck[order]) if name == 'identity' else name}"
            for order, name in gain.learned
        )
        if gain.bits > LEAST_BITS or learned:
            bound = f" ({gain.bound})" if gain.bound else ""
            news = f", now knows: {learned}" if learned else ""
            yield f"     {game.seats[gain.seat]} +{gain.bits:.2f} bits{bound}{news}"
