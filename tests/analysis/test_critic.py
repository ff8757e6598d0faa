"""The critic of conventions: it finds a bad rule, says the same again, and keeps what it has judged."""

from pathlib import Path
from statistics import fmean

import pytest

from handsight.analysis.hanabi.convention_critic import (
    Criticism,
    CriticPlan,
    JudgedGame,
    JudgedMove,
    criticise,
    kind_of,
)
from handsight.bots.bot import as_decision
from handsight.bots.hanabi.bot import HasRules
from handsight.bots.hanabi.robot5.reasons import STEPS
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Terms, legal, rule_set, variant, view
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot

STACKS = rule_set("stacks")
SMALL = Terms(2, variant("3 Suits"), STACKS)
PLANTED = """
convention planted uses pair
  "Pair, but for some turns what was pointed at is thrown away."

  act
    blunder, before play:  discard my frontmost card with IP, if turn is at least 12 and turn is below 24
"""


def criticised(bot: str, games: int, **settings: object) -> Criticism:
    chosen: dict[str, object] = {"rollouts": 120, "rules": STACKS, "variant": "3 Suits", "seed": 3}
    return criticise(bot, games=games, **(chosen | settings))  # type: ignore[arg-type]  # mixed


@pytest.fixture
def planted(tmp_path: Path) -> str:
    path = tmp_path / "planted.convention"
    path.write_text(PLANTED, encoding="utf-8")
    return str(path)


@pytest.mark.slow
def test_a_planted_bad_rule_is_found_first(planted: str) -> None:
    found = criticised(planted, 4)
    worst, second = found.rules[:2]
    assert worst.name == "blunder"
    assert worst.loss > 2 * worst.loss_stderr
    assert worst.loss_each > 2 * second.loss_each
    assert found.places["blunder"].endswith("planted.convention:6")
    position = found.positions()[0]
    assert position.move.loss > 0.5
    assert position.move.other
    better = {loss.name: loss.loss for loss in found.instead}
    assert better["blunder → play"] > 0.5  # the card should have been played, by the rule of that name


def test_the_same_seed_judges_alike_and_another_does_not() -> None:
    (one,), (again,) = (CriticPlan("pair", SMALL, 5, 60).work(1, 1) for _ in range(2))
    assert one == again
    (other,) = CriticPlan("pair", SMALL, 6, 60).work(1, 1)
    assert one.moves != other.moves


@pytest.mark.slow
def test_any_number_of_workers_finds_the_same() -> None:
    alone, shared = criticised("pair", 3, rollouts=60), criticised("pair", 3, rollouts=60, workers=2)
    assert alone.games == shared.games


@pytest.mark.slow
def test_judged_games_are_kept_and_a_damaged_file_is_judged_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = list[tuple[int, int]]()
    first = criticised("pair", 2, rollouts=60, out=tmp_path)
    again = criticised("pair", 3, rollouts=60, out=tmp_path, progress=lambda *done: told.append(done))
    assert again.games[:2] == first.games
    assert told == [(2, 3), (3, 3)]
    path = next(tmp_path.glob("critic_pair-*-000000001-1-*.json"))
    path.write_text(path.read_text(encoding="utf-8").replace('"seat":0', '"seat":1', 1), encoding="utf-8")
    assert criticised("pair", 2, rollouts=60, out=tmp_path).games == first.games
    assert "the digest in its name); game 1 is judged again" in capsys.readouterr().err
    assert list(tmp_path.glob("*.damaged"))


def move(rule: str, loss: float, **found: object) -> JudgedMove:
    turn, seat = 3, 1
    better = {"other": "clue 1", "other_kind": "number clue", "loss": loss, "error": 0.1, "deals": 20}
    return JudgedMove(turn, seat, rule, "play slot 1", "play", 20.0, **(better | found if loss else {}))  # type: ignore[arg-type]  # mixed


def test_losses_are_sums_over_games() -> None:
    games = [
        JudgedGame(0, 20, (move("play", 0.5), move("play", 0.0), move("save", 1.0, other_rule="point")), ""),
        JudgedGame(1, 22, (move("play", 0.25, other_kind="discard"),), ""),
    ]
    found = Criticism(CriticPlan("pair", SMALL), games)
    save, play = found.rules
    assert (save.name, save.moves, save.loss, save.loss_each) == ("save", 1, 0.5, 1.0)
    assert (play.moves, play.better, play.loss, play.loss_each) == (3, 2, 0.375, 0.25)
    assert save.loss_stderr == pytest.approx(0.5)
    assert found.whole.loss == pytest.approx(fmean([1.5, 0.25]))
    names = ["save → point", "play → number clue, no rule", "play → discard, no rule"]
    assert [loss.name for loss in found.instead] == names


@pytest.mark.parametrize("name", ["pair", "robot3", "robot5"])
def test_every_move_has_the_name_of_its_rule(name: str) -> None:
    game = HanabiPlan((name, name), SMALL, 9).play_game(0)
    bots = [find_bot(name).make(SMALL, seat, Dice(1)) for seat in (0, 1)]
    for state, action in zip(game.states, game.actions, strict=False):
        bot, seen = bots[state.seat], view(state, state.seat)
        assert isinstance(bot, HasRules)
        assert as_decision(bot.decide(seen)).action == action
        assert bot.rule_of(seen, action)
        if name == "robot5":
            assert {bot.rule_of(seen, other) for other in legal(state)} <= set(STEPS)


def test_a_bot_without_rules_is_judged_by_kinds_of_actions() -> None:
    (game,) = CriticPlan("hat", SMALL, 1, 60).work(0, 1)
    assert {move.rule for move in game.moves} <= {"play", "discard", "color clue", "number clue"}
    assert {kind_of(action) for action in legal(HanabiPlan(("hat",) * 2, SMALL, 1).record_game(0).states[0])}


@pytest.mark.parametrize(
    ("bot", "settings", "why"),
    [
        ("careful", {}, "careful has no compiled version"),
        ("cheat", {}, "sees its own hand"),
        ("pair", {"rollouts": 59}, "ask for 60 to 1,000,000"),
        ("pair", {"games": 0}, "ask for 1 or more"),
        ("pair", {"variant": "Throw It in a Hole (5 Suits)"}, "hides"),
    ],
)
def test_what_cannot_be_judged_is_refused(bot: str, settings: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why):
        criticised(bot, **({"games": 1} | settings))  # type: ignore[arg-type]  # mixed
