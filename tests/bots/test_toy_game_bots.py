"""The rules of High Card (tests/toy_game) keep the laws of games, and its bots do not cheat."""

from itertools import permutations
from typing import Any

import pytest
from toy_game import rules
from toy_game.bots import BOTS
from toy_game.lab import HighCardPlan
from toy_game.rules import Action, Setup, State, View
from toy_game.tables import register

from handsight.bots import BotSpec
from handsight.bots.bot import as_decision
from handsight.errors import IllegalActionError
from handsight.game import Dice, perft, states_of
from handsight.game import GameRules as Game

GAME: Game[Setup, State, Action, View, Any] = rules
DEALS = list(permutations(rules.CARDS))


def test_a_game_has_two_actions_and_one_winner() -> None:
    for setup in DEALS:
        assert perft(GAME, rules.deal(setup), 2) == 4
        final = states_of(GAME, setup, (Action.KEEP, Action.SWAP))[-1]
        assert sum(rules.score(final) or ()) == 1
        assert list(rules.legal(final)) == []
        with pytest.raises(IllegalActionError):
            rules.play(final, Action.KEEP)


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_a_bot_does_not_feel_what_it_cannot_see(bot: BotSpec) -> None:
    """Shuffle the cards that a seat cannot see, and it must choose the same action."""
    tried = 0
    for setup in DEALS:
        for first in (None, *Action):
            state = states_of(GAME, setup, () if first is None else (first,))[-1]
            seen = rules.view(state, state.seat)
            for other in DEALS:
                alike = states_of(GAME, other, [event.action for event in state.events])[-1]
                if alike != state and rules.view(alike, state.seat) == seen:
                    assert _decided(bot, state) == _decided(bot, alike)
                    tried += 1
    assert tried == 18


def _decided(bot: BotSpec, state: State) -> Action:
    """Return what a new bot decides, with the same dice whatever is hidden."""
    action: Action = as_decision(
        bot.make(None, state.seat, Dice(7)).decide(rules.view(state, state.seat))
    ).action
    return action


def test_the_same_seed_gives_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    plan = HighCardPlan(("random", "sensible"), 4)
    assert [plan.play_game(game) for game in range(20)] == [plan.play_game(game) for game in range(20)]
    assert plan.play_chunk(5, 3).tolist() == plan.play_chunk(0, 8)[5:].tolist()
