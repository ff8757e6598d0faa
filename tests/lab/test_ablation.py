"""What ideas are worth: choices are found, switched off by name, and measured on the same deals."""

from pathlib import Path

import pytest

from handsight.conventions.convention_loader import load_convention, spec_without, specs_without_each_choice
from handsight.conventions.syntax.syntax_tree import BridgeStep
from handsight.errors import InputError
from handsight.lab import HanabiPlan, ablate, simulate
from handsight.lab.hanabi.ablate_convention import worth_table


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful of games is played sooner by the plain rules than kernels are compiled."""
    monkeypatch.setattr(HanabiPlan, "compiled_bots", lambda _plan: None)


SAVES = {"no-duplicates", "crit=reachable", "save>point", "-act:save-next"}


def test_a_file_names_its_choices() -> None:
    assert set(specs_without_each_choice("careful-saves")) == SAVES
    assert set(specs_without_each_choice("minimal +trust order=rank")) == {"trust", "order=rank"}
    assert set(specs_without_each_choice("minimal")) == {"play", "point", "discard", "stall"}
    assert set(specs_without_each_choice("careful-saves ~no-duplicates")) == SAVES - {"no-duplicates"}


def test_without_all_its_choices_a_file_is_what_it_builds_on() -> None:
    assert (
        load_convention(spec_without("careful-saves", sorted(SAVES))).identity
        == load_convention("save-clues").identity
    )
    assert (
        load_convention(spec_without("minimal +trust", ["trust"])).identity
        == load_convention("minimal").identity
    )


def test_each_choice_off_is_another_convention() -> None:
    known = {load_convention(spec).identity for spec in specs_without_each_choice("careful-saves").values()}
    assert len(known) == len(SAVES)


def test_what_speaks_of_an_idea_goes_with_it(tmp_path: Path) -> None:
    (tmp_path / "mine.convention").write_text(
        'convention mine uses minimal, gamble, trust\n  "Try."\n'
        "  set risk = 0.9\n  move gamble after discard\n"
    )
    mine = str(tmp_path / "mine.convention")
    assert load_convention(f"{mine} ~gamble").identity == load_convention("minimal +trust").identity


def test_a_rule_may_have_the_name_of_a_parameter(tmp_path: Path) -> None:
    (tmp_path / "tidy.convention").write_text(
        'idea tidy\n  "Tidy."\n  act\n'
        "    risk, before discard: discard my frontmost card that I know is trash\n"
    )
    (tmp_path / "mine.convention").write_text(
        'convention mine uses minimal, gamble, tidy\n  "Try."\n  set risk = 0.9\n'
    )
    mine = str(tmp_path / "mine.convention")
    assert load_convention(f"{mine} ~gamble").identity == load_convention("minimal +known-trash").identity


@pytest.mark.slow
def test_what_others_bring_in_stays() -> None:
    found = ablate("pair", only=["trust"], players=2, games=1)
    assert found.fixed["chop"] == "switching it off makes no difference, as another choice includes it"


def test_a_choice_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="did you mean no-duplicates"):
        load_convention("careful-saves ~no-duplicate")


def test_each_off_in_turn() -> None:
    found = ablate("minimal +known-trash +trust", players=2, games=6, seed=1, rules="stacks")
    assert found.ideas == ("known-trash", "trust")
    assert len(found.runs) == 3
    assert not found.every_way
    without = simulate("minimal +known-trash", players=2, games=6, seed=1, rules="stacks")
    assert found.worth["trust"].mean == pytest.approx(found.whole.mean - without.mean)
    assert [row["on"] for row in found.to_json()["rows"]].count(["known-trash", "trust"]) == 1
    assert found.to_json()["method"] == "off in turn"
    assert found.plot()


def test_every_way_shares_out_all_that_is_gained() -> None:
    found = ablate("minimal +known-trash +trust", every_way=True, players=2, games=6, rules="stacks")
    assert len(found.runs) == 4
    gained = found.whole.mean - found.runs[frozenset()].mean
    assert sum(worth.mean for worth in found.worth.values()) == pytest.approx(gained)
    assert found.to_json()["method"] == "shapley"
    assert worth_table(found).heads[1] == "Shapley value"


def test_only_some_choices_may_be_switched() -> None:
    found = ablate("careful-saves", only=["no-duplicates"], players=2, games=2)
    assert found.ideas == ("no-duplicates",)
    with pytest.raises(InputError, match="nothing is no choice of"):
        ablate("careful-saves", only=["nothing"], games=1)


LAWFUL = """convention lawful uses h-group-1
  "With a law and a bridge step of its own."

  bridge
    known, replaces known:  a card with TO that is surely a copy of w

  law
    apart:  no card with TO is a copy of another card with TO

  act
    known, replaces known:  play my frontmost card that I know is playable
"""


@pytest.fixture
def lawful(tmp_path: Path) -> str:
    """Return the path of a convention with a law, and with a bridge step that has the name of a rule."""
    path = tmp_path / "lawful.convention"
    path.write_text(LAWFUL)
    return str(path)


def test_laws_and_bridge_steps_are_choices(lawful: str) -> None:
    assert set(specs_without_each_choice(lawful)) == {"act:known", "bridge:known", "apart"}
    assert load_convention(f"{lawful} ~apart").identity == load_convention(f"{lawful} -apart").identity
    plain = load_convention("h-group-1").identity
    assert load_convention(f"{lawful} ~apart ~act:known ~bridge:known").identity == plain
    with pytest.raises(InputError, match=r"say act:known or bridge:known"):
        load_convention(f"{lawful} ~known")


def test_what_a_convention_builds_on_can_be_switched_by_name(lawful: str) -> None:
    assert spec_without(lawful, ["prompt"]) == f"{lawful} -prompt"
    found = ablate("h-group-2", only=["prompt"], players=2, games=1)
    assert found.ideas == ("prompt",)
    with pytest.raises(InputError, match=r"an act rule and a bridge step .* `-act:known` or `-bridge:known`"):
        ablate("h-group-2", only=["known"], players=2, games=1)


def test_a_name_of_two_kinds_is_left_out_only_with_its_kind(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"`known` is an act rule and a bridge step here; say which"):
        load_convention("h-group-1 -known")
    file = tmp_path / "less.convention"
    file.write_text('convention less uses h-group-1\n  "Less."\n\n  without act known, bridge known\n')
    both = load_convention("h-group-1 -act:known -bridge:known")
    assert load_convention(str(file)).identity == both.identity
    assert [step.name for step in both.flat.file.all(BridgeStep)] == ["playing", "prompt", "finesse"]
    assert "known" not in [rule.name for rule in both.acts]


def test_what_nobody_can_do_without_stays() -> None:
    found = ablate("minimal", players=2, games=1)
    assert set(found.fixed) == {"discard", "stall"}
    assert found.ideas == ("point", "play")


@pytest.mark.parametrize("confidence", [2, 1, 0, -0.5, float("nan")])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    with pytest.raises(InputError, match="a confidence lies between 0 and 1"):
        ablate("minimal +trust", confidence=confidence, games=2)


def test_progress_counts_conventions_as_they_are_read_and_games_as_they_are_played() -> None:
    reported = []
    ablate("minimal +trust", every_way=True, players=2, games=2, progress=lambda *done: reported.append(done))
    assert reported[:3] == [(1, 2), (2, 2), (0, 4)]
    assert reported[-1] == (4, 4)


def test_too_many_choices_cannot_be_tried_in_every_way() -> None:
    words = " ".join(
        f"+{idea}" for idea in ("trust", "known-plays", "known-trash", "gamble", "sense", "tempo")
    )
    more = "+forget +five-save +no-duplicates +good-touch +burn-late +quiet-stall +chop order=rank -stall"
    with pytest.raises(InputError, match="name at most 12"):
        ablate(f"minimal {words} {more}", every_way=True, games=1)
