"""A learner learns the same from the same settings, wherever it was broken off, and plays without PyTorch."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handsight.boeren import DEFAULT_RULES, SEATS, Match, State, deal, play, view
from handsight.boeren.compiled import rules
from handsight.boeren.compiled.state_conversion import to_array
from handsight.boeren.compiled.state_layout import CARDS, SEAT, WON
from handsight.bots.boeren.bot import NO_CHOICE, action_name, lasting_actions
from handsight.bots.boeren.compiled import learned_bot as network
from handsight.bots.boeren.compiled import network_input as features
from handsight.bots.boeren.compiled.learned_bot import SHIPPED, load_weights, training_of
from handsight.bots.boeren.kripke_bots import Random
from handsight.bots.bot import as_decision
from handsight.compiled.jit import Ints
from handsight.errors import BotError, InputError
from handsight.game import Dice
from handsight.knowledge.boeren.owners import owners
from handsight.roster.boeren import ROSTER, find_bot


def positions(rounds: int) -> Iterator[State]:
    """Every position of a few rounds of chance."""
    for number in range(rounds):
        match = Match.shuffled(Dice(3, number), DEFAULT_RULES)
        bots = [Random(DEFAULT_RULES, seat, Dice(4, number, seat)) for seat in range(SEATS)]
        state = deal(match.next)
        while not state.over:
            yield state
            state = play(state, bots[state.seat].decide(view(state, state.seat)).action)


def test_features_are_what_is_known() -> None:
    numbers = np.empty(features.WIDTH, np.float32)
    for state in positions(12):
        seen_view = view(state, state.seat)
        features.encode(to_array(seen_view), features.EXACT, numbers)
        known = owners(seen_view)
        chances_seen = numbers[features.CHANCES :][: CARDS * SEATS].reshape(CARDS, SEATS)
        may = numbers[features.OWNERS :][: CARDS * SEATS].reshape(CARDS, SEATS)
        for card, chances in known.chances.items():
            for place in range(1, SEATS):
                seat = (state.seat + place) % SEATS
                assert chances_seen[card.identity, place] == pytest.approx(
                    float(chances.get(seat, 0)), abs=1e-6
                )
                assert may[card.identity, place] >= (seat in chances)
        mine = {identity for identity in range(CARDS) if may[identity, 0]}
        laid = state.trick[(state.seat - state.leader) % SEATS :][:1] if state.trick else ()
        assert mine == {card.identity for card in (*seen_view.hand, *laid)}
        features.encode(to_array(seen_view), features.PLAIN, numbers)
        assert may.sum() == len(seen_view.hand) + len(state.trick)
        assert not chances_seen.any()


def test_the_compiled_network_is_three_layers() -> None:
    chance = np.random.default_rng(5)
    parts = [chance.normal(0, 0.3, shape).astype(np.float32) for shape in network.weight_shapes(24)]
    player = network.network_bot(features.KRIPKE, parts)
    numbers = np.empty(features.WIDTH, np.float32)
    for state in positions(6):
        row = to_array(view(state, state.seat))
        features.encode(row, features.KRIPKE, numbers)
        one = np.maximum(numbers @ parts[0] + parts[1], 0)
        two = np.maximum(one @ parts[2] + parts[3], 0)
        values = two @ parts[4] + parts[5]
        legal = [action for action in range(CARDS) if rules.legal(row) >> action & 1]
        begin = CARDS if state.bidding else 0
        chosen = player.decide(row, player.settings_array())
        assert chosen in legal
        assert values[begin + chosen] == pytest.approx(
            max(values[begin + action] for action in legal), abs=1e-3
        )


def test_files_that_hold_no_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="there is no file"):
        load_weights(tmp_path / "none.npz")
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"PK\x03\x04 no")
    with pytest.raises(BotError, match="does not hold"):
        load_weights(broken)
    other = tmp_path / "other.npz"
    parts: dict[str, Any] = {f"part{at}": np.zeros(3) for at in range(6)}
    np.savez(other, state=np.int64(1), **parts)
    with pytest.raises(BotError, match="wrong size"):
        load_weights(other)


@pytest.mark.slow
def test_a_win_is_one_and_a_loss_nothing() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from handsight.learning.boeren.experience import round_rewards

    scores = np.array([[12, -2, 12, 10], [-2, -4, -6, -8]])
    assert round_rewards(scores, "win").tolist() == [[1, 0, 1, 0], [1, 0, 0, 0]]
    assert round_rewards(scores, "score").tolist() == [[1.2, -0.2, 1.2, 1.0], [-0.2, -0.4, -0.6, -0.8]]


@pytest.mark.slow
@pytest.mark.parametrize("reward", ["score", "win", "trick"])
def test_rewards_are_those_of_the_rounds_that_were_played(reward: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from handsight.learning.boeren import TrainingSettings
    from handsight.learning.boeren.experience import SCALE, play_rounds

    def no_values(rows: Ints) -> Any:
        return np.zeros((len(rows), features.ACTIONS), np.float32)

    settings = TrainingSettings(reward=reward, rounds=40, seed=3)
    found = play_rounds(no_values, np.random.default_rng(3), settings, 0)
    last = found.following < 0
    if reward == "trick":
        follows, before = found.rows[found.following[~last]], found.rows[~last]
        won = follows[np.arange(len(follows)), WON + before[:, SEAT]]
        gained = won - before[np.arange(len(before)), WON + before[:, SEAT]]
        assert (found.rewards[~last] == gained).all()
        assert 0 < found.rewards.mean() < 0.5
    else:
        assert not found.rewards[~last].any()
        possible = (
            {0.0, 1.0} if reward == "win" else {points / SCALE for points in (-6, -4, -2, 10, 12, 14, 16)}
        )
        assert set(np.round(found.rewards[last].astype(float), 3).tolist()) <= possible
        assert found.rewards[last].max() >= 1


@pytest.mark.slow
def test_what_follows_is_discounted() -> None:
    """The target network expects 1 of everything, so every decision but the last is drawn to the discount."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from handsight.learning.boeren import TrainingSettings
    from handsight.learning.boeren.train import Trainer

    goals = {}
    for discount in (1.0, 0.5):
        settings = TrainingSettings(
            discount=discount, rounds=16, minibatch=4096, hidden=8, gradient_steps=1, batches=1
        )
        trainer = Trainer(settings)
        with torch.no_grad():
            for net in (trainer.net, trainer.target_net):
                for part in net.parameters():
                    part.zero_()
            trainer.target_net[-1].bias.fill_(1.0)
        drawn = list[Any]()
        loss = torch.nn.functional.smooth_l1_loss

        def keep(value: Any, goal: Any, loss: Any = loss, drawn: Any = drawn) -> Any:
            drawn.append(goal.clone())
            return loss(value, goal)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(torch.nn.functional, "smooth_l1_loss", keep)
            trainer.train_batch()
        goals[discount] = drawn[0].numpy()
    goes_on = goals[0.5] == 0.5
    assert 0.5 < goes_on.mean() < 1
    assert (goals[1.0][goes_on] == 1.0).all()
    assert (goals[1.0][~goes_on] == goals[0.5][~goes_on]).all(), "the reward itself is not discounted"


@pytest.mark.slow
def test_a_file_of_weights_says_how_they_were_trained(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from handsight.learning.boeren import TrainingSettings
    from handsight.learning.boeren.train import network as fresh_network
    from handsight.learning.boeren.train import save_weights, weights_of

    settings = TrainingSettings(state="plain", reward="win", discount=0.9, hidden=8)
    path = tmp_path / "learner.npz"
    save_weights(path, settings.record, weights_of(fresh_network(8)))
    assert training_of(path) == settings.record
    spec = find_bot(f"learner {path}")
    assert spec.about.endswith("state plain, reward win, discount 0.9")
    state = next(positions(1))
    decision = as_decision(spec.make(DEFAULT_RULES, state.seat, Dice(1)).decide(view(state, state.seat)))
    assert decision.explain().startswith("its network expects, in chances to win the round – bid ")
    assert training_of(tmp_path / "none.npz") == {}
    assert training_of(SHIPPED / "kripke.npz") == {}, (
        "the weights that ship were trained by score, undiscounted"
    )


@pytest.mark.parametrize("name", ["learner", "learner-plain"])
def test_a_learner_says_what_its_network_expects(name: str) -> None:
    for state in positions(2):
        seen = view(state, state.seat)
        decision = as_decision(ROSTER[name].make(DEFAULT_RULES, state.seat, Dice(1)).decide(seen))
        said = decision.explain()
        if len(lasting_actions(seen)) == 1:
            assert said == NO_CHOICE
            continue
        first = said.partition(" – ")[2].partition(":")[0]
        numbers = [float(number) for number in re.findall(r": (-?\d+\.\d\d)", said)]
        assert numbers == sorted(numbers, reverse=True)
        assert len(numbers) == len(lasting_actions(seen))
        assert first == action_name(decision.action) or numbers[0] == numbers[1]


@pytest.mark.slow
def test_a_course_gives_the_same_weights_however_often_it_is_broken_off(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from handsight.learning.boeren import TrainingSettings, train

    settings = TrainingSettings(
        batches=4, rounds=32, gradient_steps=2, minibatch=64, hidden=16, buffer_batches=2
    )
    curve = train(settings, tmp_path / "whole", device="cpu")
    assert [moment.batch for moment in curve] == [1, 2, 3, 4]

    class Enough(Exception):  # noqa: N818  # nothing went wrong
        pass

    def stop(moment: Any) -> None:
        if moment.batch == 3:
            raise Enough

    with pytest.raises(Enough):
        train(settings, tmp_path / "parts", stop, device="cpu")
    again = train(settings, tmp_path / "parts", device="cpu")
    assert [moment.mean for moment in again] == [moment.mean for moment in curve]
    one, other = (load_weights(tmp_path / name / "learner.npz") for name in ("whole", "parts"))
    assert one.settings == other.settings
    assert "<svg" in (tmp_path / "whole" / "curve.svg").read_text()
    with pytest.raises(InputError, match="holds a run with other settings"):
        train(replace(settings, seed=2), tmp_path / "parts", device="cpu")
    with pytest.raises(InputError, match=r"other settings \(reward, discount\)"):
        train(replace(settings, reward="win", discount=0.9), tmp_path / "parts", device="cpu")
    (tmp_path / "parts" / "checkpoint.pt").write_bytes(b"broken")
    with pytest.raises(InputError, match="cannot be continued"):
        train(settings, tmp_path / "parts", device="cpu")


@pytest.mark.slow
def test_a_curve_says_how_large_its_batches_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from handsight.lab import plots
    from handsight.learning.boeren import MatchEvaluation, TrainingSettings
    from handsight.learning.boeren.train import Trainer

    drawn = list[Any]()
    monkeypatch.setattr(plots, "save", lambda figure, _place: drawn.append(figure))
    Trainer(TrainingSettings(rounds=32), curve=[MatchEvaluation(1, 2.0, 3.0, 4.0, 0.5, 0.1)]).draw(tmp_path)
    assert drawn[0].axes[0].get_xlabel() == "batches of 32 rounds"
