"""The analysis of games: JSON as it is documented, facts as in `losses`, words, workers, and folders."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hanabi_honesty import otherwise

import handsight as hs
from handsight.analysis.analysis_report import collection_text, report
from handsight.analysis.analysis_rows import NamedGame, call_of
from handsight.analysis.hanabi.analyse import Analysis, analyse_games, analyse_turns
from handsight.analysis.hanabi.turn_analysis import LEAST_LOSS, AnalysisSettings, GameAnalyser
from handsight.analysis.hanabi.turn_statements import CAUSE_OF, facts_of
from handsight.errors import InputError
from handsight.hanabi import Clue, Discard, GiveClue, Play, Setup, Terms, legal, play, variant
from handsight.hanabi import HanabiRecord as Game
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.hanabi.lost_points import losses
from handsight.lab.job_runner import RunSettings
from handsight.search.open_hands import move_text

SMALL = Terms(2, variant("3 Suits"))
FAST = AnalysisSettings("pair", 32)


def game_of(number: int = 0, terms: Terms = SMALL, bot: str = "pair") -> Game:
    return HanabiPlan((bot,) * terms.players, terms, 5).record_game(number)


@pytest.fixture(scope="module")
def analysed() -> Analysis:
    return hs.analyse(game_of(), "pair", 32)


@pytest.mark.slow
def test_json_says_what_is_documented(analysed: Analysis) -> None:
    game = analysed.game
    for turn, found in analysed.items():
        row = json.loads(json.dumps(found.to_json()))
        state = game.states[turn]
        assert (row["turn"], row["seat"], row["by"], row["seed"], row["eyes"]) == (
            turn,
            state.seat,
            "pair",
            0,
            "mover",
        )
        assert row["played"] == move_text(state.terms.variant, game.actions[turn])
        listed = [move["move"] for move in row["moves"]]
        assert sorted(listed) == sorted(move_text(state.terms.variant, action) for action in legal(state))
        assert row["value"] == row["moves"][0]["value"] == max(move["value"] for move in row["moves"])
        assert row["best"] == [m["move"] for m in row["moves"] if m["loss"] <= m["loss_error"]]
        for move in row["moves"]:
            assert move["value"] == round(row["value"] - move["loss"], 2)
            assert move["deals"] <= row["deals"]
            assert all(
                round(move[name], 2) == move[name] for name in ("value", "error", "loss", "loss_error")
            )
        played = next(move for move in row["moves"] if move["move"] == row["played"])
        assert played["deals"] == row["deals"]
        assert row["call"] == call_of(played["loss"], played["loss_error"], LEAST_LOSS)
        assert row["max_score"] == {"before": state.max_score, "after": game.states[turn + 1].max_score}
        assert row["open"] is None


@pytest.mark.parametrize(
    ("loss", "error", "call"),
    [
        (0.29, 0.0, None),
        (0.3, 0.1, "inaccuracy"),
        (0.69, 0.1, "inaccuracy"),
        (0.7, 0.1, "mistake"),
        (1.5, 0.5, "blunder"),
        (1.5, 0.51, None),
        (25.0, 0.0, "blunder"),
    ],
)
def test_a_loss_is_called_only_if_it_is_large_and_sure(loss: float, error: float, call: str | None) -> None:
    assert call_of(loss, error, LEAST_LOSS) == call


@pytest.mark.parametrize("bot", ["random", "circle"])
def test_facts_are_those_of_losses(bot: str) -> None:
    for number in range(3):
        game = game_of(number, Terms(3), bot)
        analyser = GameAnalyser(game, FAST)
        found = Counter[tuple[int, str]]()
        for turn in analyser.turns:
            facts = facts_of(game, turn)
            states = game.states[turn], game.states[turn + 1]
            early = [fact for fact in facts if fact.cause not in ("out-of-time", "struck-out")]
            assert sum(fact.points for fact in early) == states[0].max_score - states[1].max_score
            assert len(early) == len(facts) or turn == analyser.turns[-1]
            for fact in facts:
                found[turn, fact.cause] += fact.points
        assert found == Counter({(loss.turn, CAUSE_OF[loss.cause]): loss.points for loss in losses(game)})


def dealt(*first: str) -> Game:
    terms = Terms(2)
    deck, left = [terms.variant.read(card) for card in first], list(terms.variant.deck())
    for card in deck:
        left.remove(card)
    return Game.replay(Setup(terms, (*deck, *left)))


def test_what_could_have_been_known_is_told_with_its_turn() -> None:
    """Alice is told of her 1s and knows that they fit, then discards the only card that she was saved."""
    game = dealt("r1", "y1", "g1", "b5", "p3", "r3", "y3", "g3", "b4", "p4")
    ones, fives = GiveClue(0, Clue("number", 1)), GiveClue(0, Clue("number", 5))
    tell = GiveClue(1, Clue("number", 4))
    actions = (tell, ones, tell, fives, Discard(3))
    acted = Game.replay(game.setup, actions)
    found = hs.analyse(acted, "robot5", 48, turn=4)[4]
    kinds = {(one.kind, one.order): one.since for one in found.known}
    assert kinds["known-playable", 0] == 2
    assert kinds["known-critical", 3] == 4
    assert found.facts[0].card == "b5"
    assert found.facts[0].text == "the last b5 was discarded; 25 is now impossible, 24 is the most"
    assert found.wrong == "missed-play"
    assert "did not play" in found.text
    assert "known to fit since turn 3" in found.text
    assert "b5" not in found.text
    again = hs.analyse(acted, "robot5", 16, turn=2)[2]
    assert [one.kind for one in again.known] == ["known-playable"] * 3 + ["told-known"]


def test_nothing_but_facts_depends_on_what_the_mover_cannot_see() -> None:
    game, random = game_of(1, Terms(3), "circle"), Random(3)
    for turn in (6, 20, 37):
        state, action = game.states[turn], game.actions[turn]
        other = otherwise(state, state.seat, random)
        rows = []
        for truth in (state, other):
            states = (*game.states[:turn], truth, play(truth, action))
            told = Game(truth.setup, game.actions[: turn + 1], states)
            row = hs.analyse(told, "robot5", 16, turn=turn)[turn].to_json()
            rows.append({name: row[name] for name in row if name not in ("facts", "max_score")})
        assert rows[0] == rows[1]


@pytest.mark.slow
def test_turns_are_the_same_for_any_number_of_workers(analysed: Analysis) -> None:
    again = hs.analyse(analysed.game, "pair", 32, workers=2)
    assert [turn.to_json() for turn in again.values()] == [turn.to_json() for turn in analysed.values()]
    assert list(again) == list(analysed)


def test_a_turn_comes_soon_and_then_better_until_it_is_stopped() -> None:
    analyser, stopped = GameAnalyser(game_of(), AnalysisSettings("pair", 64)), list[int]()
    found = list(analyser.refine(3, threads=2))
    *first, last = [turn.deals for turn in found]
    assert first == [16, 32]
    assert last >= 64  # more where it is in doubt whether the move lost something
    assert found[-1] == analyser.analyse(3)
    assert list(analyser.refine(3, stop=lambda: True)) == []
    turns = analyse_turns(analyser, range(6), stop=lambda: len(stopped) >= 2)
    for turn, _ in turns:
        stopped.append(turn)
    assert stopped == [0, 1]


def test_the_library_shows_an_analysis(analysed: Analysis) -> None:
    assert [value for _, value in analysed.curve] == [turn.value for turn in analysed.values()]
    assert analysed.to_arrow().num_rows == len(analysed)
    assert {"turn", "loss", "call", "json"} <= set(analysed.to_arrow().column_names)
    assert sum(player.moves for player in analysed.players) == len(analysed)
    assert "<svg" in analysed._repr_html_()
    assert "expected score" in str(analysed.plot().axes[0].get_title())
    assert "player" in str(analysed)
    assert repr(analysed) == f"<Analysis: {len(analysed)} turns, by pair, 32 deals>"


def test_open_hands_say_until_when_a_score_could_be_made() -> None:
    game = game_of()
    found = hs.analyse(game, "pair", 16, open=True, seat=0)
    best = [turn.open.best for turn in found.values() if turn.open]
    assert best == sorted(best, reverse=True)
    assert "with all cards known" in str(found)


@pytest.mark.slow  # compiles every candidate
def test_the_bot_that_played_is_the_one_that_fits_best() -> None:
    game = game_of(2, Terms(3), "circle")
    found = hs.analyse(game, "auto", 16, turn=len(game.actions) - 3)
    assert found.settings.by == "circle"
    assert f"{len(game.actions) - 3} of {len(game.actions) - 3} moves (100%" in found.reason


def test_the_blueprint_explains_its_own_game() -> None:
    game = game_of(3, Terms(3), "circle")
    (turn,) = hs.analyse(game, "circle", 16, turn=20, believe=True).values()
    assert turn.to_json()["believe"] == {"moves": 20, "explained": 20}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"deals": 1}, "1 deals are not possible; ask for 2 to 1,000,000"),
        ({"by": "cheat"}, "cheat is not honest, so it cannot judge moves"),
        ({"by": "careful"}, "careful has no compiled version"),
        ({"turn": 99}, "there is no turn 99"),
        ({"seat": 7}, "there is no seat 7"),
    ],
)
def test_wrong_questions_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        hs.analyse(game_of(), **settings)


def named(count: int) -> list[NamedGame[Game]]:
    games = [game_of(number) for number in range(count)]
    return [NamedGame(f"games:{at}", game, tuple(range(6))) for at, game in enumerate(games, 1)]


@pytest.mark.slow
def test_an_interrupted_run_goes_on_and_ends_in_the_same(tmp_path: Path) -> None:
    games = named(3)
    whole = [one.rows for one in analyse_games(games, FAST, RunSettings())]
    steps = list[tuple[int, int]]()
    first = analyse_games(games, FAST, RunSettings(out=tmp_path, progress=lambda *step: steps.append(step)))
    next(first)
    del first  # as if it was interrupted
    kept = len(list(tmp_path.glob("*.parquet")))
    assert 0 < kept < 6
    again = analyse_games(
        games, FAST, RunSettings(2, out=tmp_path, progress=lambda *step: steps.append(step))
    )
    assert [one.rows for one in again] == whole
    assert steps[-1] == (18, 18)
    next(tmp_path.glob("*.parquet")).write_bytes(b"damaged")
    third = analyse_games(games, FAST, RunSettings(out=tmp_path))
    assert [one.rows for one in third] == whole
    assert len(list(tmp_path.glob("*.damaged"))) == 1


@pytest.mark.slow
def test_a_collection_says_where_points_go() -> None:
    games = list(analyse_games(named(3), FAST, RunSettings()))
    text = collection_text(games, None)
    for words_there in ("3 games", "player", "phase", "last copy of a card discarded", "mean loss"):
        assert words_there in text
    assert "inaccuracys" not in text
    page = report(games, {"games:1": "replays/1.html"})
    assert page.count("<svg") == 3
    assert page.count(">points</text>") == page.count(">turn</text>") == 3
    assert 'href="replays/1.html#/?turn=1"' in page
    assert not re.search(r'(src|href)="?http', page), "it needs nothing else"


def test_plays_that_may_fail_are_told_with_their_chance() -> None:
    game = dealt("r4", "y1", "g1", "b5", "p3", "r3", "y3", "g3", "b4", "p4")
    acted = Game.replay(game.setup, (Play(0),))
    (found,) = hs.analyse(acted, "robot5", 32).values()
    assert found.known[-1].kind == "chance-playable"
    assert f"which fits with chance {found.known[-1].chance} in Alice's eyes" in found.text
