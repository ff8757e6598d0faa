"""The bot that learned: plain and compiled decide equally, nobody peeks, other tables are refused."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hanabi_honesty import choices
from saved_network import save_network

from bench.batches.hle_numbers import write_notes
from handsight.bots.bot import as_decision
from handsight.bots.hanabi.learned.compiled.learned_bot import in_8_bits, load_network
from handsight.bots.hanabi.learned.shipped_weights import SHIPPED
from handsight.errors import BotError, InputError
from handsight.game import Dice, deal_dice, shuffled
from handsight.hanabi import Setup, Terms, deal, legal, play, rule_set, tiny, variant, view
from handsight.hanabi.compiled import play_games
from handsight.hanabi.compiled.state_conversion import to_action, to_array
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.lab import simulate
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.notation.hanabi import hle_observation as hle
from handsight.roster.hanabi import find_bot


@pytest.mark.parametrize("rules", ["official", "stacks"])
def test_it_decides_equally_in_plain_and_compiled_games(rules: str) -> None:
    terms = Terms(2, rules=rule_set(rules))
    plan, bot = HanabiPlan(("learned",) * 2, terms, 5), find_bot("learned").compiled(terms)
    for number in range(2):
        assert plan.play_game(number).actions == play_games.record(bot, terms, 5, number).actions


def test_it_decides_equally_wherever_others_lead_it() -> None:
    terms, rng = Terms(2), Random(4)
    spec = find_bot("learned")
    compiled, plain = spec.compiled(terms), [spec.make(terms, seat, Dice(1)) for seat in range(2)]
    packed, workspace = terms_array(terms), np.zeros(compiled.workspace, np.int64)
    for number in range(4):
        state = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(11, number))))
        while not state.over:
            array = to_array(state, compiled.memory)
            write_notes(array, state)
            action = to_action(terms, array, compiled.decide(packed, array, workspace))
            assert as_decision(plain[state.seat].decide(view(state, state.seat))).action == action
            state = play(state, action if rng.random() < 0.5 else rng.choice(list(legal(state))))


def test_it_is_strong() -> None:
    run = simulate("learned", players=2, games=60, seed=3)
    assert run.mean > 23.9  # 24.49 ± 0.13 is expected
    assert run.struck_out < 0.05


def test_it_does_not_peek() -> None:
    for ours, other in choices(find_bot("learned"), Terms(2), 3):
        assert ours == other


def test_it_tells_its_chances() -> None:
    terms = Terms(2)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(1))))
    bot = find_bot("learned").make(terms, 0, Dice(1))
    said = as_decision(bot.decide(view(state, 0))).explain()
    assert said.startswith("its network would play – ")
    assert "clue " in said
    assert " %" in said


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        (Terms(3), r"3 players \(it was trained for 2\)"),
        (Terms(2, variant("6 Suits")), "6 suits"),
        (Terms(2, variant("Rainbow (5 Suits)")), "the clues of this variant"),
        (Terms(2, hand_size=4), "hands of 4 cards"),
        (Terms(2, all_or_nothing=True), "the options of this table"),
    ],
)
def test_other_tables_are_refused(terms: Terms, why: str) -> None:
    with pytest.raises(InputError, match=f"no network for {why}"):
        find_bot("learned").make(terms, 0, Dice(1))
    with pytest.raises(InputError, match=f"learned cannot play with {why}"):
        find_bot("learned").name_on(terms)
    assert find_bot("learned").compiled(terms) is None


def test_simulate_refuses_three_players() -> None:
    with pytest.raises(InputError, match="3 players"):
        simulate("learned", players=3, games=2)


def test_weights_of_ones_own_are_played(tmp_path: Path) -> None:
    path, rng = tmp_path / "mine.npz", np.random.default_rng(5)
    terms = Terms(2, tiny(2, 2), hand_size=2, max_clues=3)
    about = {"players": 2, "hand": 2, "suits": 2, "ranks": 2, "tokens": 3, "lives": 3}
    widths = [hle.sections(terms)[-1].places.stop, 33, hle.action_count(terms)]
    parts: dict[str, Any] = {"about": np.array(json.dumps({"settings": about}))}
    for number in range(2):
        parts[f"weight{number}"] = rng.normal(size=widths[number : number + 2]).astype(np.float16)
        parts[f"bias{number}"] = rng.normal(size=widths[number + 1]).astype(np.float16)
    np.savez(path, **parts)
    name = f"learned {path}"
    plan, compiled = HanabiPlan((name, name), terms, 2), find_bot(name).compiled(terms)
    for number in range(5):
        assert plan.play_game(number).actions == play_games.record(compiled, terms, 2, number).actions
    network = load_network(path)
    save_network(tmp_path / "small.npz", network)
    assert load_network(tmp_path / "small.npz").identity == network.identity
    with pytest.raises(InputError, match=r"hands of 5 cards \(it was trained for 2\)"):
        find_bot(name).make(Terms(2), 0, Dice(1))


def test_rounding_to_8_bits_keeps_the_greatest_weights() -> None:
    weight = np.array([[1.0, -0.5, 0.0], [-2.0, 0.25, 0.0]], np.float16)
    rounded, scale = in_8_bits(weight)
    assert rounded.tolist() == [[64, -127, 0], [-127, 64, 0]]
    assert np.abs(rounded * scale - weight).max() < 0.01


def test_bad_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="there is no file"):
        load_network(tmp_path / "none.npz")
    content = SHIPPED.read_bytes()
    (tmp_path / "cut.npz").write_bytes(content[: len(content) // 2])
    with pytest.raises(BotError, match=r"cut.npz does not hold a player's weights, or is damaged"):
        load_network(tmp_path / "cut.npz")
    np.savez(tmp_path / "odd.npz", about=np.array("{}"), weight0=np.zeros((3, 4)), bias0=np.zeros(5))
    with pytest.raises(BotError, match="do not fit together"):
        load_network(tmp_path / "odd.npz")


def test_what_ships_is_small() -> None:
    assert SHIPPED.stat().st_size < 3_000_000
