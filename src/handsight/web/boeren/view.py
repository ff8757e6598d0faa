"""What a seat is sent of a table of Boeren Bridge: made from what that seat may see, and nothing else."""

from collections.abc import Sequence

from msgspec import Struct

from handsight.boeren import Bid, BidMade, CardPlayed, TrickTaken, VoidShown, legal, view
from handsight.knowledge.boeren.sentences import happened
from handsight.web.boeren.table import OPEN, BoerenTable, Moment

KINDS = {BidMade: "bid", CardPlayed: "play", VoidShown: "void", TrickTaken: "trick"}


class Line(Struct, frozen=True):
    """An announcement: after which moment of the match, by whom, of what kind, in words."""

    turn: int
    seat: int
    kind: str
    text: str


class Trick(Struct, frozen=True):
    """Cards on the table in the order of play; *winner* has taken them (-1: nobody yet)."""

    leader: int
    cards: list[str]
    winner: int


class Picture(Struct, frozen=True, tag_field="type", tag="table"):
    """The table as one seat sees it; a card that it may not see is null."""

    at: int
    turn: int
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
    over: bool
    ended: bool
    hands: list[list[str | None]]
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    trick: Trick
    scores: list[tuple[int, ...]]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    played: list[tuple[str, int]]
    choices: list[str | int]
    """What the viewer may do now: cards, or numbers of tricks."""
    log: list[Line]
    here: list[bool]
    fault: str = ""


def picture(table: BoerenTable, seat: int, turn: int, here: Sequence[bool] = ()) -> Picture:
    """Draw a moment of a match for a seat, or for those who watch."""
    moment, sight = table.moment(turn), table.sight(seat, turn)
    match, state = moment
    return Picture(
        at=table.at,
        turn=turn,
        open=sight == OPEN,
        round=moment.round,
        sizes=[setup.terms.hand_size for setup in match.setups],
        ranks=state.terms.ranks,
        stock=state.terms.stock,
        trump=state.trump,
        turned=str(state.setup.turned) if state.setup.turned else None,
        dealer=state.dealer,
        mover=-1 if state.over else state.seat,
        bidding=state.bidding,
        over=state.over,
        ended=match.over,
        hands=[
            [str(card) if sight in (OPEN, at) else None for card in hand]
            for at, hand in enumerate(state.hands)
        ],
        bids=state.bids,
        won=state.won,
        trick=_trick(moment),
        scores=list(match.scores),
        totals=match.totals,
        winners=match.winners if match.over else (),
        played=[(str(event.card), event.seat) for event in state.events if isinstance(event, CardPlayed)],
        choices=_choices(moment, seat) if turn == table.turn else [],
        log=_log(table, turn),
        here=list(here),
        fault=table.fault,
    )


def _trick(moment: Moment) -> Trick:
    """Show the cards on the table; a full trick lies there until the next one is opened."""
    state = moment.state
    if state.trick or not state.tricks:
        return Trick(state.leader, [str(card) for card in state.trick], -1)
    last = state.tricks[-1]
    return Trick(last.leader, [str(card) for card in last.cards], last.seat)


def _choices(moment: Moment, seat: int) -> list[str | int]:
    state = moment.state
    if seat < 0 or state.over or seat != state.seat:
        return []
    return [
        action.tricks if isinstance(action, Bid) else str(action.card) for action in legal(view(state, seat))
    ]


def _log(table: BoerenTable, turn: int) -> list[Line]:
    """Tell what was announced in the round on the table up to a moment."""
    moment = table.moment(turn)
    first, names = turn - moment.state.turn, table.opening.names
    return [
        Line(first + event.turn + 1, event.seat, KINDS[type(event)], happened(event, names))
        for event in moment.state.events
    ]
