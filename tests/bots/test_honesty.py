"""Nobody cheats: shuffle the cards that a seat cannot see and change the state of its dice, but not what it
throws, and it must choose the same action."""

import gc
from random import Random
from types import FunctionType, ModuleType
from typing import Any, ClassVar

import pytest
from hanabi_honesty import choices, otherwise

from handsight import boeren
from handsight.bots import Bot, BotSeat, BotSpec
from handsight.bots.bot import as_decision
from handsight.bots.hanabi.printed_robots import PRINTED_ROBOTS
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    Action,
    Event,
    Setup,
    State,
    Terms,
    View,
    deal,
    legal,
    play,
    rule_set,
    variant,
    view,
)
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.lab.game_plan import Plan
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import ROSTER

HONEST = [player for player in ROSTER.values() if player.honest]
CHEATS = {"cheat": (Terms(3), 1 / 4), "robot2-author": (Terms(2), 1 / 50)}
"""Bots that are not honest, with a table, and the least share of their moves that shows it."""
PRINTED = [spec.name for spec in PRINTED_ROBOTS if spec.honest]
TABLES = [
    Terms(2),
    Terms(3, rules=rule_set("explorer")),
    Terms(5),
    Terms(3, variant("Rainbow (6 Suits)")),
    Terms(2, variant("Throw It in a Hole (5 Suits)")),
]


@pytest.mark.parametrize(
    ("player", "terms"),
    [
        pytest.param(
            player,
            terms,
            id=f"{player.name}-{terms.players}-{terms.variant.name}",
            marks=[pytest.mark.slow] if terms is not TABLES[0] else [],
        )
        for player in HONEST
        for terms in (TABLES if not player.players else TABLES[:1])
        if player.stand_in or not player.unsuitable(terms)
    ],
)
def test_an_honest_bot_does_not_feel_what_it_cannot_see(player: BotSpec, terms: Terms) -> None:
    for seed in range(2):
        for chosen, in_other_world in choices(player, terms, seed):
            assert chosen == in_other_world


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_caught(name: str) -> None:
    terms, least = CHEATS[name]
    pairs = [pair for seed in range(5) for pair in choices(ROSTER[name], terms, seed)]
    assert sum(chosen != in_other_world for chosen, in_other_world in pairs) > len(pairs) * least


def test_the_roster_marks_its_cheats() -> None:
    cheats = [player for player in ROSTER.values() if not player.honest]
    assert [player.name for player in cheats] == list(CHEATS)
    assert all("NOT HONEST" in player.about for player in cheats)


@pytest.mark.parametrize("name", PRINTED)
def test_other_dice_change_only_the_random_clues_of_a_printed_robot(name: str) -> None:
    thrown = 0
    for seed in range(12):
        state = deal(Setup(Terms(2), shuffled(Terms(2).variant.deck(), Dice(seed))))
        dice = Random(seed)
        while not state.over:
            answers = [
                as_decision(
                    ROSTER[name].make(state.terms, state.seat, Dice(throw)).decide(view(truth, state.seat))
                )
                for throw, truth in enumerate((state, otherwise(state, state.seat, dice)))
            ]
            reasons = [answer.explain() for answer in answers]
            if answers[0].action != answers[1].action:
                assert all(reason.startswith("Random clue") for reason in reasons)
                thrown += 1
            state = play(state, answers[0].action)
    assert thrown


class Peeping(Bot[Terms, View, Event, Action]):
    """Keeps every view and event it is given."""

    views: list[View] = []  # noqa: RUF012  shared by all seats on purpose
    events: list[Event] = []  # noqa: RUF012  as above

    def decide(self, view: View) -> Action:
        self.views.append(view)
        careful = ROSTER["careful"].make(self.terms, self.seat, self.dice)
        action: Action = as_decision(careful.decide(view)).action
        return action

    def observe(self, event: Event) -> None:
        if self.seat == 1:
            self.events.append(event)


def test_the_lab_shows_a_bot_its_view_and_every_event_once() -> None:

    final = HanabiPlan((Peeping,) * 3, Terms(3)).play_game(4).final
    assert Peeping.events == list(final.events)
    assert all(
        seen_view.cards[order] is None
        for seen_view in Peeping.views
        for order in seen_view.hands[seen_view.viewer]
    )
    assert [seen_view.turn for seen_view in Peeping.views] == list(range(final.turn))


def reached(*roots: object) -> list[object]:
    """Return every object that can be reached from some, other than through classes and modules."""
    seen, waiting = dict[int, object](), list(roots)
    while waiting:
        value = waiting.pop()
        if id(value) not in seen and not isinstance(value, type | ModuleType | FunctionType):
            seen[id(value)] = value
            waiting += gc.get_referents(value)
    return list(seen.values())


class Reaching(Bot[Any, Any, Any, Any]):
    """Looks at everything that can be reached from what a bot is given."""

    truths: ClassVar[tuple[type, ...]] = ()
    looked: ClassVar[int] = 0

    def __init__(self, terms: Any, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self.check(terms, dice)

    def check(self, *given: object) -> None:
        found = reached(*given)
        assert not [value for value in found if isinstance(value, self.truths)]
        assert all(value is self.dice for value in found if isinstance(value, Dice))
        assert SEED not in [value for value in found if type(value) is int]
        type(self).looked += len(found)

    def decide(self, view: Any) -> Any:
        self.check(view)
        return self.one_of(list((legal if isinstance(view, View) else boeren.legal)(view)))

    def observe(self, event: Any) -> None:
        self.check(event)


SEED = 987_654_321


def test_nothing_leads_from_what_a_bot_is_given_to_the_cards_the_seed_or_other_dice() -> None:
    Reaching.truths = (State, Setup, boeren.State, boeren.Setup, boeren.Match, BotSeat, BotSpec, Plan)
    HanabiPlan((Reaching,) * 3, Terms(3), SEED).play_game(0)
    BoerenPlan((Reaching,) * 4, seed=SEED).play_match(0)
    assert Reaching.looked > 1000
