"""A Boeren Bridge table: its messages, the match moment by moment, and the `GamePage` of Boeren Bridge.

Nothing at it moves by itself: people act, and a browser at the table asks for each move of a bot and for the
next round to be dealt, one step at a time.
"""

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from handsight import boeren
from handsight.boeren import BoerenRecord as Round
from handsight.boeren.terms import DealerChange
from handsight.bots.boeren.bot import BOT_TITLES
from handsight.errors import InputError, RequestError
from handsight.game import deal_dice
from handsight.knowledge.boeren.announcements import KINDS, announced
from handsight.logic import formula_text
from handsight.notation.boeren.table_text import event_sentence
from handsight.web.boeren import table_questions
from handsight.web.boeren.table_questions import AskReasons, AskWorth, CardText, KnowCard, KnowledgeQuestion
from handsight.web.games import GamePage
from handsight.web.server import game_table, table_messages
from handsight.web.server.game_table import EVERYONE, OPEN, Acted, BrowserQuestion, Table, Undone
from handsight.web.server.table_messages import (
    ActRequest,
    SeatRequest,
    SharedRequest,
    TableRequest,
)

MOST_ROUNDS = 30
QUESTION_SECONDS = 15.0
"""How many seconds an answer about knowledge may take."""
WORTH_SECONDS = 90.0
"""How many seconds it may take to judge a move; the first time, that includes loading."""


class BidChoice(table_messages.TableChoice, frozen=True, tag="bid"):
    """Bid a number of tricks; a dealer who has to change its bid changes it to this number."""

    tricks: Annotated[int, Meta(ge=0, le=13)]


class CardChoice(table_messages.TableChoice, frozen=True, tag="play"):
    """Play a card, such as ``QH``."""

    card: CardText


BoerenChoice = BidChoice | CardChoice


def action_of(choice: BoerenChoice, state: boeren.State) -> boeren.Action:
    """Return a choice in a state as an action of the rules, or raise InputError if there is no such card."""
    match choice:
        case BidChoice(tricks):
            return boeren.ChangeBid(tricks) if state.must_change else boeren.Bid(tricks)
        case CardChoice(card):
            return boeren.Play(boeren.Card.read(card))


def choice_of(action: boeren.Action) -> BoerenChoice:
    """Return an action of the rules as it is saved and sent."""
    match action:
        case boeren.Bid(tricks) | boeren.ChangeBid(tricks):
            return BidChoice(tricks)
        case boeren.Play(card):
            return CardChoice(str(card))


class Moment(NamedTuple):
    """A moment of a match: the rounds that are finished, and the round on the table."""

    match: boeren.Match
    state: boeren.State

    @property
    def round(self) -> int:
        """The index of the round on the table."""
        return len(self.match.finished) - self.state.over


def picture(moment: Moment, turn: int, seen_as: int, chooser: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what is sent of a moment after *turn* moves; a card that is not to be seen is null.

    The hand of *seen_as* is shown (OPEN: all hands), and the choices of *chooser* are listed.
    """
    match, state = moment
    return {
        "turn": turn,
        "open": seen_as == OPEN,
        "round": moment.round,
        "sizes": [setup.terms.hand_size for setup in match.setups],
        "ranks": state.terms.ranks,
        "stock": state.terms.stock,  # cards that nobody was dealt
        "trump": state.trump,
        "turned": str(state.setup.turned) if state.setup.turned else None,  # the stock's top card
        "dealer": state.dealer,
        "mover": -1 if state.over else state.seat,
        "bidding": state.bidding,
        "must_change": state.must_change,  # all bids add up, so that the dealer has to change its own
        "over": state.over,
        "ended": match.over,
        "hands": [
            [str(card) if seen_as in (OPEN, at) else None for card in hand]
            for at, hand in enumerate(state.hands)
        ],
        "bids": state.bids,
        "won": state.won,
        "trick": _trick(moment),
        "scores": match.scores,
        "totals": match.totals,
        "winners": match.winners if match.over else (),
        "played": [
            (str(event.card), event.seat) for event in state.events if isinstance(event, boeren.CardPlayed)
        ],
        "choices": _choices(moment, chooser),
        "log": _log(moment, turn, names),
    }


def _trick(moment: Moment) -> dict[str, Any]:
    """Return the cards on the table as they were played; a full trick stays until the next card is led."""
    state = moment.state
    leader, cards, winner = state.leader, state.trick, -1
    if not state.trick and state.tricks:
        last = state.tricks[-1]
        leader, cards, winner = last.leader, last.cards, last.seat
    return {"leader": leader, "cards": list(map(str, cards)), "winner": winner}


def _choices(moment: Moment, seat: int) -> list[str | int]:
    state = moment.state
    if seat < 0 or state.over or seat != state.seat:
        return []
    return [
        str(action.card) if isinstance(action, boeren.Play) else action.tricks
        for action in boeren.legal(boeren.view(state, seat))
    ]


def _log(moment: Moment, turn: int, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the log of the round on the table up to a moment."""
    first, seen = turn - moment.state.turn, boeren.view(moment.state, 0)
    lines = []
    for at, event in enumerate(seen.events):
        formula = announced(event, replace(seen, events=seen.events[: at + 1]))
        said = "" if formula is None else formula_text(formula)
        kind, text = KINDS[type(event)], event_sentence(event, names)
        line = {"turn": first + event.turn + 1, "seat": event.seat, "kind": kind, "text": text}
        lines.append(line | {"formula": said})  # what everybody knows from it
    return lines


class BoerenRequest(TableRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table of Boeren Bridge; an empty switch keeps the rule set's value."""

    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=4, max_length=4)]
    rules: Literal["text", "author"] = "text"
    schedule: Annotated[str, Meta(max_length=60)] = "short"
    """The rounds: short, long, or written out, such as ``1..8..1/52``."""
    trump: Literal["separate", "turn_up"] = "separate"
    dealer_change: DealerChange | Literal[""] = ""
    first_lead: Literal["", "left_of_dealer", "winner_opens"] = ""
    zero_bonus: Literal["", "from_six", "none"] = ""

    def check(self) -> None:
        """Raise RequestError or InputError if there cannot be such a table."""
        rounds = len(boeren.round_sizes(self.schedule))
        if rounds > MOST_ROUNDS:
            raise InputError(f"a match of {rounds} rounds is too long; {MOST_ROUNDS} are the most")
        super().check()

    @property
    def match_rules(self) -> boeren.Rules:
        """All rules of the match."""
        switches = ("schedule", "trump", "dealer_change", "first_lead", "zero_bonus")
        chosen = {name: value for name in switches if (value := getattr(self, name))}
        return replace(boeren.rule_set(self.rules), **chosen)


class BoerenOpening(game_table.Opening[BoerenRequest], frozen=True, kw_only=True):
    """How a table of Boeren Bridge was opened."""


class Dealt(Struct, frozen=True, tag_field="entry", tag="dealt"):
    """An entry: the next round was dealt."""


class BoerenPageTable(Table[BoerenOpening, Moment]):
    """A table of Boeren Bridge."""

    game: ClassVar = "boeren"
    choice_of = staticmethod(choice_of)
    rules: ClassVar = boeren
    opening_kind: ClassVar = BoerenOpening
    entry_decoder: ClassVar = msgspec.json.Decoder(Acted[BoerenChoice] | Dealt | Undone)
    request_decoder: ClassVar = msgspec.json.Decoder(
        SharedRequest | ActRequest[BoerenChoice] | KnowledgeQuestion | AskReasons | AskWorth
    )
    rules_version: ClassVar = 2
    by_step: ClassVar = True

    def start(self) -> tuple[list[Moment], list[Any]]:
        """Deal the first round."""
        match = boeren.Match.shuffled(deal_dice(self.opening.seed), self.terms())
        return [Moment(match, boeren.deal(match.next))], []

    def after(self, moment: Moment, entry: Acted[BoerenChoice] | Dealt) -> Moment:
        """Return the moment after a bid, a card, or dealing the next round."""
        match, state = moment
        if isinstance(entry, Dealt):
            return Moment(match, boeren.deal(match.next))
        return self.moment_with(moment, boeren.play(state, action_of(entry.action, state)))

    def moment_with(self, moment: Moment, state: boeren.State) -> Moment:
        """Return the moment with a new state of its round; a finished round is added to the match."""
        return Moment(moment.match.after(state) if state.over else moment.match, state)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.now.match.over

    def automatic(self) -> Dealt | None:
        """Return the entry that deals the next round, if one is due, or None."""
        return Dealt() if self.now.state.over and not self.over else None

    def seen_as(self, seat: int, turn: int) -> int:
        """Return whose view a seat is shown: OPEN if the round is over or it `watches_open`, else its own."""
        now = self.now
        over = self.moment(turn).round < now.round or now.state.over
        return OPEN if over or self.watches_open(seat) else seat

    def picture(self, seat: int, turn: int) -> dict[str, Any]:
        """Return what a seat is sent of a moment."""
        chooser = seat if turn == self.turn else EVERYONE
        return picture(self.moment(turn), turn, self.seen_as(seat, turn), chooser, self.names)

    def outcome(self) -> dict[str, Any]:
        """Return the points of every seat, who won, and the rules."""
        match = self.now.match
        return {"points": match.totals, "winners": match.winners, "rules": self.opening.request.rules}

    def deal_text(self) -> str:
        """Return the hands and the trump of every round."""
        return " / ".join(
            f"{setup.dealer} {setup.trump} " + " ".join(str(card) for hand in setup.hands for card in hand)
            for setup in self.moments[0].match.setups
        )

    def settings(self) -> dict[str, Any]:
        """Return the rule set, and every switch as it is set at this table."""
        return {"rules": self.opening.request.rules, **self.terms().switches}

    def state(self, moment: Moment) -> boeren.State:
        """Return the state of the round on the table."""
        return moment.state

    def terms(self) -> boeren.Rules:
        """Return the rules of the match."""
        return self.opening.request.match_rules

    def question(self, seat: int, request: KnowledgeQuestion | AskReasons | AskWorth) -> BrowserQuestion:
        """Return the question in a browser's message, or raise RequestError if its seat may not ask it."""
        if isinstance(request, AskWorth):
            self.check_why(seat, request.turn)
            args = self.round_with(request.turn)
            return BrowserQuestion(table_questions.worth, args, WORTH_SECONDS)
        if isinstance(request, AskReasons):
            self.check_why(seat, request.turn)
            state, move = self.moment(request.turn).state, self.moves[request.turn]
            bot = "" if isinstance(move, Dealt) else self.opening.bots[state.seat]
            return BrowserQuestion(table_questions.reasons, (state, request.turn, move, bot))
        self.check_viewpoint(seat, request.turn, request.viewpoint)
        state = self.moment(request.turn).state
        seconds = 0.0 if isinstance(request, KnowCard) else QUESTION_SECONDS
        return BrowserQuestion(table_questions.answer, (state, request), seconds)

    def round_with(self, turn: int) -> tuple[Round, int, int]:
        """Return the round up to a move (inclusive), the move's index at the table, and that in the round."""
        last, moves = self.moment(turn), self.moves
        first = next(at for at in range(turn + 1) if self.moment(at).round == last.round)
        if isinstance(moves[turn], Dealt):
            raise RequestError("no-such-turn", "nobody moved here: the next round was dealt")
        actions = [action_of(moves[at].action, self.moment(at).state) for at in range(first, turn + 1)]
        start = self.moment(first).state
        return Round.replay(start.setup, tuple(actions), tuple(self.names)), turn, turn - first

    def check_viewpoint(self, seat: int, turn: int, viewpoint: int) -> None:
        """Raise RequestError unless a viewpoint is the seat's own, or the seat may see all hands then."""
        if self.seen_as(seat, turn) not in (OPEN, viewpoint):
            raise RequestError(
                "not-your-view", "until the round is over you can ask only from your own point of view"
            )


PAGE = GamePage(
    name="boeren",
    title="Boeren Bridge (Oh Hell)",
    about="Bid your tricks and take exactly those. See who may hold each card, and who knows that who knows.",
    seat_names=boeren.SEAT_NAMES,
    request=BoerenRequest,
    table=BoerenPageTable,
    bot_titles=BOT_TITLES,
    static=Path(__file__).parents[1] / "static" / "games" / "boeren",
)
