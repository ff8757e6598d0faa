"""One seat for the bots of every game: views, events, explanations, undo, and failures that are named."""

from functools import partial
from typing import Any, ClassVar

import pytest

from handsight import boeren, hanabi
from handsight.boeren import DEFAULT_RULES, Match, Rules
from handsight.bots import Bot, BotSeat, BotSpec, Decision
from handsight.errors import BotError, UnknownNameError
from handsight.game import Dice, shuffled, stream
from handsight.hanabi import (
    Action,
    Discard,
    Event,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    View,
    deal,
    legal,
    play,
)
from handsight.roster import GAMES, roster

TERMS = Terms(2)


def dealt() -> State:
    return deal(Setup(TERMS, shuffled(TERMS.variant.deck(), Dice(3))))


AnyBot = type[Bot[Any, Any, Any, Any]]


class Counting(Bot[Terms, View, Event, Action]):
    """Plays its newest card, and says how many events it has observed."""

    count = 0

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        type(self).count += 1
        self.events: list[Event] = []

    def observe(self, event: Event) -> None:
        self.events.append(event)

    def decide(self, view: View) -> Decision[Action]:
        assert self.events == list(view.events)
        return Decision(Play(view.hands[self.seat][0]), lambda: f"I saw {len(self.events)} events")


def seated(bot: AnyBot, seat: int = 0, **where: str) -> BotSeat:
    spec = BotSpec("mine", "", bot)
    return BotSeat(spec, hanabi, TERMS, seat, partial(stream, 1, 0, seat), **where)


def test_a_decision_has_its_action_its_reason_and_the_state_after_it() -> None:
    state = dealt()
    decision, after = seated(Counting).play(state)
    assert decision.action == Play(state.hands[0][0])
    assert decision.explain() == "I saw 10 events"
    assert after == play(state, decision.action)


def test_a_bot_starts_anew_when_another_past_is_seen() -> None:
    state, seat = dealt(), seated(Counting, 1)
    created = Counting.count
    first, second = [action for action in legal(state) if isinstance(action, Play)][:2]
    seat.play(play(state, first))
    assert Counting.count == created
    assert seat.play(play(state, second))[0].explain() == "I saw 12 events"
    assert Counting.count == created + 1


class Wandering(Bot[Terms, View, Event, Action]):
    """Takes random legal actions."""

    def decide(self, view: View) -> Action:
        return self.one_of(list(legal(view)))


def test_a_bot_that_starts_anew_has_the_same_dice_again() -> None:
    state, seat = dealt(), seated(Wandering, 1)
    once = play(state, next(action for action in legal(state) if isinstance(action, GiveClue)))
    other = play(state, next(action for action in legal(state) if isinstance(action, Play)))
    assert seat.play(other)
    assert seat.play(once)[1] == seated(Wandering, 1).play(once)[1]


class Vague(Bot[Terms, View, Event, Action]):
    """Cannot explain itself."""

    def decide(self, view: View) -> Decision[Action]:
        def explain() -> str:
            raise KeyError("words")

        return Decision(Play(view.hands[self.seat][0]), explain)


class Wasteful(Bot[Terms, View, Event, Action]):
    """Discards while no clue token is missing."""

    def decide(self, view: View) -> Action:
        return Discard(view.hands[self.seat][0])


class Mute(Bot[Terms, View, Event, Action]):
    """Returns nothing."""

    def decide(self, view: View) -> None:  # type: ignore[override]  # a beginner may forget to return anything
        del view


class Late(Mute):
    """Cannot be made."""

    def __init__(self, *_agreed: object) -> None:
        raise ValueError("no time")


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (
            Wasteful,
            r"^mine in seat 0, game 4, turn 1: ValueError: tried Discard\(.*, but the team has all",
        ),
        (Mute, "TypeError: decided None, which is no action; return Play or Discard or GiveClue or Stop$"),
        (
            Late,
            r"mine in seat 0, game 4, when it was created: ValueError: no time \(test_seat.py, line \d+\)$",
        ),
    ],
)
def test_a_failure_names_the_bot_the_game_and_the_turn(bot: AnyBot, message: str) -> None:
    with pytest.raises(BotError, match=message):
        seated(bot, where="game 4").play(dealt())


def test_a_failing_explanation_is_the_bot_s_failure_too() -> None:
    decision, _ = seated(Vague).play(dealt())
    with pytest.raises(BotError, match=r"turn 1, explaining: KeyError: 'words' \(test_seat.py, line \d+\)$"):
        decision.explain()


class Patient(Bot[Rules, boeren.View, boeren.Event, boeren.Action]):
    """Plays Boeren Bridge at random, and counts the events of the match."""

    all_seats: ClassVar[list["Patient"]] = []
    seen = 0

    def __init__(self, terms: Rules, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self.all_seats.append(self)

    def observe(self, event: boeren.Event) -> None:
        self.seen += event is not None

    def decide(self, view: boeren.View) -> boeren.Action:
        return self.one_of(list(boeren.legal(view)))


def test_a_new_round_begins_its_events_anew_with_the_same_bot() -> None:
    match = Match.shuffled(Dice(1), DEFAULT_RULES)
    seats = [
        BotSeat(BotSpec("mine", "", Patient), boeren, DEFAULT_RULES, seat, partial(stream, 1, 0, seat))
        for seat in range(4)
    ]
    events = 0
    while not match.over:
        state = boeren.deal(match.next)
        for seat in seats:
            seat.new_round("a round")
        while not state.over:
            _, state = seats[state.seat].play(state)
        for seat in seats:
            seat.watch(state)
        events += len(state.events)
        match = match.after(state)
    assert [bot.seen for bot in Patient.all_seats] == [events] * 4


@pytest.mark.parametrize("game", GAMES)
def test_every_game_lists_its_bots_and_finds_them(game: str) -> None:
    bots = roster(game)
    names = [spec.name for spec in bots.listed_bots()]
    assert bots.DEFAULT in names
    assert len(set(names)) == len(names)
    for spec in bots.listed_bots()[:9]:
        assert bots.find_bot(spec.name).name == spec.name
        assert spec.about
        assert bots.find_bot(spec) is spec
    assert bots.find_bot(Wandering).about == "Takes random legal actions."


def test_a_game_that_is_not_there_is_said_so() -> None:
    with pytest.raises(UnknownNameError, match="no game is called 'chess'; there are hanabi, boeren"):
        roster("chess")
