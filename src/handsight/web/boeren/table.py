"""A Boeren Bridge table: its messages, the match moment by moment, and the `GamePage` of Boeren Bridge.

Nothing at it moves by itself: people act, and a browser at the table asks for each move of a bot and for the
next round to be dealt, one step at a time.
"""

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from handsight import boeren
from handsight.boeren import (
    SEAT_NAMES,
    Match,
    Rules,
    State,
    deal,
    play,
    round_sizes,
    rule_set,
)
from handsight.boeren import BoerenRecord as Round
from handsight.boeren.terms import DealerChange
from handsight.bots.boeren.bot import BOT_TITLES
from handsight.errors import InputError, RequestError
from handsight.game import deal_dice
from handsight.web.boeren.table_messages import (
    AskReasons,
    AskWorth,
    BoerenChoice,
    KnowCard,
    KnowledgeQuestion,
    Moment,
    action_of,
    choice_of,
    picture,
)
from handsight.web.games import GamePage
from handsight.web.server import game_table
from handsight.web.server.game_table import EVERYONE, OPEN, Acted, BrowserQuestion, Table, Undone
from handsight.web.server.table_messages import ActRequest, SeatRequest, SharedRequest, TableRequest

MOST_ROUNDS = 30
WORTH_SECONDS = 90.0
"""How long it may take to say what a move was worth: the first time, what computes it is loaded."""


class BoerenRequest(TableRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table of Boeren Bridge; an empty switch is that of the rule set."""

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
        rounds = len(round_sizes(self.schedule))
        if rounds > MOST_ROUNDS:
            raise InputError(f"a match of {rounds} rounds is too long; {MOST_ROUNDS} are the most")
        super().check()

    @property
    def match_rules(self) -> Rules:
        """All rules of the match."""
        switches = ("schedule", "trump", "dealer_change", "first_lead", "zero_bonus")
        chosen = {name: value for name in switches if (value := getattr(self, name))}
        return replace(rule_set(self.rules), **chosen)


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
        match = Match.shuffled(deal_dice(self.opening.seed), self.terms())
        return [Moment(match, deal(match.next))], []

    def after(self, moment: Moment, entry: Acted[BoerenChoice] | Dealt) -> Moment:
        """Return the moment after a bid, a card, or dealing the next round."""
        match, state = moment
        if isinstance(entry, Dealt):
            return Moment(match, deal(match.next))
        return self.moment_with(moment, play(state, action_of(entry.action, state)))

    def moment_with(self, moment: Moment, state: State) -> Moment:
        """Return the moment with a state of its round; the match goes on where the round is over."""
        return Moment(moment.match.after(state) if state.over else moment.match, state)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.now.match.over

    def automatic(self) -> Dealt | None:
        """The next round is dealt without a choice."""
        return Dealt() if self.now.state.over and not self.over else None

    def seen_as(self, seat: int, turn: int) -> int:
        """All hands of a round are open when it is over, or where only bots play."""
        now = self.now
        over = self.moment(turn).round < now.round or now.state.over
        return OPEN if over or self.watches_open(seat) else seat

    def picture(self, seat: int, turn: int) -> dict[str, Any]:
        """Return what a seat is sent of a moment."""
        chooser = seat if turn == self.turn else EVERYONE
        return picture(self.moment(turn), turn, self.seen_as(seat, turn), chooser, self.names)

    def outcome(self) -> dict[str, Any]:
        """Return the points of every seat."""
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

    def state(self, moment: Moment) -> State:
        """Return the state of the round on the table."""
        return moment.state

    def terms(self) -> Rules:
        """Return the rules of the match."""
        return self.opening.request.match_rules

    def question(self, seat: int, request: KnowledgeQuestion | AskReasons | AskWorth) -> BrowserQuestion:
        """Ask what can be known from a viewpoint that the seat may take, or about a move that was made."""
        from handsight.web.boeren import table_questions

        if isinstance(request, AskWorth):
            self.check_why(seat, request.turn)
            args = self.round_with(request.turn)
            return BrowserQuestion(table_questions.worth, args, slow=True, seconds=WORTH_SECONDS)
        if isinstance(request, AskReasons):
            self.check_why(seat, request.turn)
            state, move = self.moment(request.turn).state, self.moves[request.turn]
            bot = "" if isinstance(move, Dealt) else self.opening.bots[state.seat]
            return BrowserQuestion(table_questions.reasons, (state, request.turn, move, bot))
        self.check_viewpoint(seat, request.turn, request.viewpoint)
        state = self.moment(request.turn).state
        return BrowserQuestion(
            table_questions.answer, (state, request), slow=not isinstance(request, KnowCard)
        )

    def round_with(self, turn: int) -> tuple[Round, int, int]:
        """Return the round up to a move of the table, the move's number, and its number in the round."""
        last, moves = self.moment(turn), self.moves
        first = next(at for at in range(turn + 1) if self.moment(at).round == last.round)
        if isinstance(moves[turn], Dealt):
            raise RequestError("no-such-turn", "nobody moved here: the next round was dealt")
        actions = [action_of(moves[at].action, self.moment(at).state) for at in range(first, turn + 1)]
        start = self.moment(first).state
        return Round.replay(start.setup, tuple(actions), tuple(self.names)), turn, turn - first

    def check_viewpoint(self, seat: int, turn: int, viewpoint: int) -> None:
        """Raise RequestError if a seat may not see a moment from a viewpoint: any where it sees all."""
        if self.seen_as(seat, turn) not in (OPEN, viewpoint):
            raise RequestError(
                "not-your-view", "until the round is over you can ask only from your own point of view"
            )


PAGE = GamePage(
    name="boeren",
    title="Boeren Bridge (Oh Hell)",
    about="Bid your tricks and take exactly those. See who may hold each card, and who knows that who knows.",
    seat_names=SEAT_NAMES,
    request=BoerenRequest,
    table=BoerenPageTable,
    bot_titles=BOT_TITLES,
    static=Path(__file__).parents[1] / "static" / "games" / "boeren",
)
