"""What a seat is sent of a Boeren Bridge table, made only from what that seat may see."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from handsight.boeren import CardPlayed, Match, Play, State, legal, view
from handsight.knowledge.boeren.announcements import KINDS, announced
from handsight.logic import formula_text
from handsight.notation.boeren.table_text import event_sentence
from handsight.web.server.table import OPEN, Picture


class Moment(NamedTuple):
    """A moment of a match: the rounds that are finished, and the round on the table."""

    match: Match
    state: State

    @property
    def round(self) -> int:
        """The index of the round on the table."""
        return len(self.match.finished) - self.state.over


class LogLine(Struct, frozen=True):
    """A line of the log: what happened, of what kind and by whom, in words."""

    turn: int
    """How many moves had been made after it."""
    seat: int
    kind: str
    text: str
    formula: str
    """What everybody knows from it, as a formula; empty where it follows from what was said."""


class TrickView(Struct, frozen=True):
    """Cards on the table in the order they were played; *winner* has taken them (-1: nobody yet)."""

    leader: int
    cards: list[str]
    winner: int


class BoerenPicture(Picture, frozen=True, kw_only=True, tag_field="type", tag="table"):
    """A Boeren Bridge table as one seat sees it; a card that it may not see is null."""

    turn: int
    """How many moves have been made since the first deal."""
    open: bool
    round: int
    sizes: list[int]
    ranks: int
    stock: int
    """Cards that nobody was dealt."""
    trump: int
    turned: str | None
    """The stock's top card, where it shows the trump."""
    dealer: int
    mover: int
    bidding: bool
    must_change: bool
    """Whether all bids add up, so that the dealer has to change its own."""
    over: bool
    ended: bool
    hands: list[list[str | None]]
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    trick: TrickView
    scores: list[tuple[int, ...]]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    played: list[tuple[str, int]]
    choices: list[str | int]
    """What the seat may do now: cards, or numbers of tricks."""
    log: list[LogLine]


def picture(moment: Moment, turn: int, seen_as: int, chooser: int, names: tuple[str, ...]) -> BoerenPicture:
    """Return what is sent of a moment after *turn* moves.

    The hand of *seen_as* is shown (OPEN: all hands), and the choices of *chooser* are listed.
    """
    match, state = moment
    return BoerenPicture(
        turn=turn,
        open=seen_as == OPEN,
        round=moment.round,
        sizes=[setup.terms.hand_size for setup in match.setups],
        ranks=state.terms.ranks,
        stock=state.terms.stock,
        trump=state.trump,
        turned=str(state.setup.turned) if state.setup.turned else None,
        dealer=state.dealer,
        mover=-1 if state.over else state.seat,
        bidding=state.bidding,
        must_change=state.must_change,
        over=state.over,
        ended=match.over,
        hands=[
            [str(card) if seen_as in (OPEN, at) else None for card in hand]
            for at, hand in enumerate(state.hands)
        ],
        bids=state.bids,
        won=state.won,
        trick=_trick(moment),
        scores=list(match.scores),
        totals=match.totals,
        winners=match.winners if match.over else (),
        played=[(str(event.card), event.seat) for event in state.events if isinstance(event, CardPlayed)],
        choices=_choices(moment, chooser),
        log=_log(moment, turn, names),
    )


def _trick(moment: Moment) -> TrickView:
    """Return the cards on the table; a full trick stays until the next card is led."""
    state = moment.state
    if state.trick or not state.tricks:
        return TrickView(state.leader, [str(card) for card in state.trick], -1)
    last = state.tricks[-1]
    return TrickView(last.leader, [str(card) for card in last.cards], last.seat)


def _choices(moment: Moment, seat: int) -> list[str | int]:
    state = moment.state
    if seat < 0 or state.over or seat != state.seat:
        return []
    return [
        str(action.card) if isinstance(action, Play) else action.tricks for action in legal(view(state, seat))
    ]


def _log(moment: Moment, turn: int, names: tuple[str, ...]) -> list[LogLine]:
    """Return the log of the round on the table up to a moment."""
    first, seen = turn - moment.state.turn, view(moment.state, 0)
    lines = []
    for at, event in enumerate(seen.events):
        formula = announced(event, replace(seen, events=seen.events[: at + 1]))
        said = "" if formula is None else formula_text(formula)
        kind, text = KINDS[type(event)], event_sentence(event, names)
        lines.append(LogLine(first + event.turn + 1, event.seat, kind, text, said))
    return lines
