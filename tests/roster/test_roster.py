"""Bots are found by name, file or class, and can sit at any table, or say which table they need."""

from pathlib import Path

import pytest
from hanabi_strategies import any_terms
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from handsight.bots import Bot
from handsight.errors import BotError, InputError, UnknownNameError
from handsight.game import Dice
from handsight.hanabi import (
    Action,
    Character,
    Discard,
    Event,
    Play,
    Setup,
    Terms,
    View,
    deal,
    rule_set,
    variant,
    view,
)
from handsight.lab import simulate
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster import boeren
from handsight.roster.hanabi import ROSTER, find_bot

HOLE = variant("Throw It in a Hole & Rainbow (6 Suits)")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if "robot" in name else name for name in ROSTER]
)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(terms=any_terms(), number=st.integers(0, 1 << 40))
@example(Terms(2, HOLE, characters=(None, Character("Quacker"))), 0)  # neither stacks nor clues are seen
@example(Terms(5, hand_size=5, empty_clues=True, all_or_nothing=True), 0)  # clues even to empty hands
def test_every_bot_plays_by_the_rules_at_any_table(name: str, terms: Terms, number: int) -> None:
    try:
        final = HanabiPlan((name,) * terms.players, terms).play_game(number).final
    except BotError as error:
        refusals = {
            "hat": "hat cannot play with",
            "learned": "learned (two_players.npz) has no network for",
        }
        refusal = refusals.get(name, "the printed robots")
        assert ROSTER[name].players or ROSTER[name].unsuitable(terms)
        assert f"when it was created: InputError: {refusal}" in str(error)  # noqa: PT017  as above
        return
    assert final.over or not final.hands[final.seat]


def test_careful_is_careful_and_the_cheat_is_a_ceiling() -> None:
    careful = simulate("careful", players=3, games=25, rules="stacks")
    cheat = simulate("cheat", players=3, games=25, rules="stacks")
    assert careful.struck_out == 0
    assert 16 < careful.mean < 20
    assert cheat.mean > 24.5


def test_random_uses_its_own_dice_and_leaves_the_deck_alone() -> None:
    plan = HanabiPlan(("random", "random"), Terms(2), 7)
    one, again, other = plan.play_game(0), plan.play_game(0), plan.play_game(1)
    assert one.actions == again.actions != other.actions
    careful = HanabiPlan(("careful", "careful"), Terms(2), 7).play_game(0)
    assert careful.final.cards == one.final.cards


def test_a_name_with_a_typo_gets_a_hint() -> None:
    with pytest.raises(InputError, match="did you mean 'careful'"):
        find_bot("carefull")
    with pytest.raises(InputError, match=r"there are random, careful, hat, cheat"):
        find_bot("zzz")


MINE = '''
from handsight.bots import Bot
from handsight.hanabi import Play


class Hasty(Bot):
    """Plays its newest card."""

    def decide(self, view):
        return Play(view.hands[view.viewer][0])
'''


def test_a_bot_may_live_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my bot.py"
    path.write_text(MINE)
    found = find_bot(f"{path}:Hasty")
    assert found.about == "Plays its newest card."
    assert simulate(f"{path}:Hasty", players=2, games=5).struck_out == 1


def test_a_file_that_is_edited_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    word = f"{path}:Hasty"
    before = find_bot(word)
    assert find_bot(word) is before
    path.write_text(MINE.replace("newest", "oldest").replace("[0]", "[1]"))  # as long, within the second
    after = find_bot(word)
    assert (before.about, after.about) == ("Plays its newest card.", "Plays its oldest card.")
    assert before.identity() != after.identity()
    terms = Terms(2)
    state = deal(Setup(terms, terms.variant.deck()))
    chosen = [found.make(terms, 0, Dice(1)).decide(view(state, 0)) for found in (before, after)]
    assert chosen == [Play(state.hands[0][0]), Play(state.hands[0][1])]
    path.write_text("def broken(:")
    with pytest.raises(BotError, match="cannot be imported: SyntaxError"):
        find_bot(word)
    path.unlink()
    with pytest.raises(BotError, match="there is no file"):
        find_bot(word)
    assert not (tmp_path / "__pycache__").exists()


def test_what_a_run_is_known_by_changes_with_its_bot(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    digests = []
    for text in (MINE, MINE.replace("[0]", "[1]"), MINE):
        path.write_text(text)
        digests.append(HanabiPlan((f"{path}:Hasty",) * 2, Terms(2)).digest())
    assert digests[0] == digests[2] != digests[1]


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (MINE, "Hasti", "has no bot 'Hasti'; it has Hasty$"),
        ("x = 1", "Hasty", "no class with a method `decide`"),
        ("def broken(:", "Hasty", "cannot be imported: SyntaxError"),
        ("1 / 0", "Hasty", r"cannot be imported: ZeroDivisionError: division by zero \(mine.py, line 1\)"),
    ],
)
def test_a_file_without_the_bot_is_explained(tmp_path: Path, text: str, name: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(BotError, match=message):
        find_bot(f"{path}:{name}")


def test_a_file_or_module_that_is_not_there_is_explained(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="there is no file"):
        find_bot(f"{tmp_path}/none.py:Hasty")
    with pytest.raises(BotError, match="cannot be imported: ModuleNotFoundError"):
        find_bot("no_such_module_here:Hasty")


class Wasteful(Bot[Terms, View, Event, Action]):
    """Discards whatever happens."""

    def decide(self, view: View) -> Action:
        return Discard(view.hands[view.viewer][0])


class Lost(Bot[Terms, View, Event, Action]):
    """Cannot decide."""

    def decide(self, view: View) -> Action:
        return Play(view.hands[view.viewer][99])


class Mute(Bot[Terms, View, Event, Action]):
    """Returns nothing, as a beginner's bot may."""

    def decide(self, view: View) -> None:  # type: ignore[override]  # that is the mistake
        del view


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (
            Wasteful,
            r"Wasteful in seat 0, game 0, seed 1, turn 1: .*tried Discard\(order=4\), but the team has all",
        ),
        (
            Lost,
            r"Lost in seat 0, game 0, seed 1, turn 1: IndexError: .* \(test_roster.py, line \d+\)$",
        ),
        (Mute, "decided None, which is no action"),
    ],
)
def test_a_bot_that_fails_is_named_with_the_place(
    bot: type[Bot[Terms, View, Event, Action]], message: str
) -> None:
    with pytest.raises(BotError, match=message):
        simulate(bot, players=2, games=3, rules=rule_set("official"))


def test_a_file_without_a_bot_name_lists_the_bots_in_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"{MINE}\n\nclass Other(Hasty):\n    pass\n")
    for find in (find_bot, boeren.find_bot):
        with pytest.raises(
            UnknownNameError, match=f"which of its bots is meant: {path}:Hasty or {path}:Other$"
        ):
            find(str(path))
    path.write_text("x = 1")
    with pytest.raises(BotError, match="has no bot; it has no class with a method `decide`"):
        find_bot(str(path))
    with pytest.raises(BotError, match="there is no file"):
        find_bot(f"{tmp_path}/none.py")


def test_a_bot_that_fails_names_the_line_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE.replace("[view.viewer][0]", "[view.viewer][99]"))
    (line,) = [at for at, text in enumerate(path.read_text().splitlines(), 1) if "[99]" in text]
    with pytest.raises(BotError, match=rf"tuple index out of range \(mine.py, line {line}\)$"):
        simulate(f"{path}:Hasty", players=2, games=1)


HIDDEN = "Throw It in a Hole (5 Suits)"


@pytest.mark.parametrize("name", ["Rainbow (5 Suits)", HIDDEN, "Up or Down (5 Suits)"])
def test_hat_refuses_a_table_it_has_no_convention_for(name: str) -> None:
    with pytest.raises(InputError, match="hat cannot play with"):
        simulate("hat", players=3, games=2, variant=name)
    with pytest.raises(InputError, match="hat cannot play with"):
        find_bot("hat").make(Terms(3, variant(name)), 0, Dice(1))


def test_a_bot_that_plays_as_another_says_so_in_every_result(tmp_path: Path) -> None:
    run = simulate("robot3", players=2, games=2, variant=HIDDEN, out=tmp_path)
    assert run.plan.names == ("robot3 → careful",)
    assert run.to_json()["bots"] == ["robot3 → careful"]
    assert "robot3 → careful" in run.summary().text
    assert set(run.to_arrow()["bots"].to_pylist()) == {"robot3 → careful robot3 → careful"}
    assert simulate("robot3", players=2, games=2).plan.names == ("robot3",)


def test_a_convention_is_refused_where_it_cannot_be_kept() -> None:
    with pytest.raises(InputError, match="circle cannot play with stacks that"):
        simulate("circle", players=2, games=2, variant=HIDDEN)
