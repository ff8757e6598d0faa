"""Where games are lost: every point is accounted for, once."""

import pytest

from handsight.errors import InputError
from handsight.hanabi import Card, Clue, Discard, GiveClue, Play, Setup, Stop, Terms, rule_set, variant
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.actions import STOP_REASONS
from handsight.lab.hanabi.lost_points import CAUSES, best_scores, loss_report, losses
from handsight.lab.hanabi.simulate_games import self_play


@pytest.mark.parametrize("rules", ["official", "stacks", "explorer"])
@pytest.mark.parametrize("bot", ["random", "careful"])
def test_what_was_lost_and_what_was_scored_is_all_there_is(bot: str, rules: str) -> None:
    plan = self_play(bot, Terms(2, rules=rule_set(rules)), 5)
    for number in range(3):
        game = plan.play_game(number)
        assert sum(loss.points for loss in losses(game)) + game.final.score == 25


@pytest.mark.slow  # compiles
def test_a_game_is_recorded_alike_by_the_compiled_and_the_plain_bot() -> None:
    plan = self_play("random", Terms(3), 2)
    assert plan.compiled_bots()
    assert plan.record_game(4).actions == plan.play_game(4).actions


def dealt(first: list[str], rules: str = "official", name: str = "No Variant") -> Game:
    """A game of two in which these cards are dealt first."""
    terms = Terms(2, variant(name), rule_set(rules))
    kinds = terms.variant
    deck, rest = [kinds.read(card) for card in first], kinds.deck()
    left = list(rest)
    for card in deck:
        left.remove(card)
    return Game.replay(Setup(terms, (*deck, *left)))


def test_the_last_copy_thrown_away_costs_what_stood_on_it() -> None:
    game = dealt(["r5", "r1", "r1", "y3", "y4", "b5", "g5", "y5", "p3", "b4"])
    acted = Game.replay(game.setup, (GiveClue(1, Clue("number", 5)), Discard(5)))
    assert best_scores(acted) == [25, 25, 24]
    found = list(losses(acted))
    assert (found[0].turn, found[0].cause, found[0].points) == (1, "discarded", 1)


def test_a_card_thrown_away_before_a_game_is_broken_off_counts_once() -> None:
    game = dealt(["r4", "r1", "r1", "y3", "y4", "b5", "g5", "y5", "p3", "b4"])
    actions = (GiveClue(1, Clue("number", 5)), GiveClue(0, Clue("number", 4)), Discard(0))
    stop = Stop(0, STOP_REASONS[1])
    acted = Game.replay(game.setup, (*actions, stop))
    assert best_scores(acted) == [25] * 5
    assert [(loss.turn, loss.cause, loss.points) for loss in losses(acted)] == [(2, "no turns left", 25)]


@pytest.mark.parametrize("rules", ["official", "explorer"])
def test_a_misplay_is_no_discard_even_where_the_card_vanishes(rules: str) -> None:
    game = dealt(["r5", "r1", "r1", "y3", "y4", "b5", "g5", "y5", "p3", "b4"], rules)
    found = next(losses(Game.replay(game.setup, (Play(0),))))
    assert (found.turn, found.cause, found.points) == (0, "misplayed", 1)


def test_a_fitting_play_may_close_off_points() -> None:
    first = ["r5", "y1", "y2", "y3", "y4", "r4", "r4", "b1", "b2", "b3"]
    game = dealt(first, name="Up or Down (5 Suits)")
    clue = GiveClue(1, Clue("number", 2))
    acted = Game.replay(game.setup, (clue, Discard(5), clue, Discard(6), Play(0)))
    assert acted.final.points == 1  # red goes down from 5, and there is no 4
    found = [(loss.turn, loss.cause, loss.points) for loss in losses(acted)]
    assert found[:2] == [(3, "discarded", 2), (4, "wrong way", 2)]


def test_a_third_strike_costs_all_that_was_still_to_come() -> None:
    game = dealt(["r5", "y5", "g5", "y3", "y4", "b5", "p5", "r4", "p3", "b4"])
    acted = Game.replay(game.setup, (Play(0), Play(5), Play(1)))
    found = {loss.cause: loss.points for loss in losses(acted)}
    assert found == {"misplayed": 1, "struck out": 22}


def test_means_and_paths_of_some_games() -> None:
    found = loss_report(self_play("careful", Terms(2)), 3)
    assert tuple(found.means) == CAUSES
    assert sum(sum(found.by_turn(cause)) for cause in CAUSES) == pytest.approx(
        sum(mean.mean for mean in found.means.values())
    )
    row = found.to_json()
    assert row["games"] == 3
    assert row["best"][0] == 25
    assert row["played"][0] == 0
    assert row["best"] == sorted(row["best"], reverse=True)
    assert found.plot()
    with pytest.raises(InputError, match="ask for 1 or more"):
        loss_report(found.plan, 0)


def test_other_variants_lose_points_too() -> None:
    plan = self_play("random", Terms(2, variant("Rainbow (6 Suits)")))
    game = plan.record_game(0)
    assert best_scores(game)[0] == 30
    assert Card(0, 1) in game.setup.deck
