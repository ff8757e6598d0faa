"""A learner learns the same from the same settings, wherever it was broken off, and plays without PyTorch."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handsight.boeren import DEFAULT_RULES, SEATS, Match, State, deal, play, view
from handsight.bots.boeren.kripke_bots import Random
from handsight.bots.boeren.learner import load_weights
from handsight.errors import BotError, InputError
from handsight.kernels.boeren import features, network, rules
from handsight.kernels.boeren.convert import to_array
from handsight.kernels.boeren.state_layout import CARDS
from handsight.knowledge.boeren.owners import owners
from handsight.table import Dice


def positions(rounds: int) -> Iterator[State]:
    """Every position of a few rounds of chance."""
    for number in range(rounds):
        match = Match.shuffled(Dice(3, number), DEFAULT_RULES)
        bots = [Random(DEFAULT_RULES, seat, Dice(4, number, seat)) for seat in range(SEATS)]
        state = deal(match.next)
        while not state.over:
            yield state
            state = play(state, bots[state.seat].decide(view(state, state.seat)))


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
    with pytest.raises(BotError, match="another size"):
        load_weights(other)


@pytest.mark.slow
def test_a_course_gives_the_same_weights_however_often_it_is_broken_off(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from handsight.lab.boeren.learning import TrainingSettings, train

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
    (tmp_path / "parts" / "checkpoint.pt").write_bytes(b"broken")
    with pytest.raises(InputError, match="cannot be continued"):
        train(settings, tmp_path / "parts", device="cpu")


def test_a_curve_says_how_large_its_batches_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from handsight.lab.boeren.learning import Evaluation
    from handsight.lab.boeren.learning import learning_curve as curve

    drawn = []
    monkeypatch.setattr(curve, "save", lambda figure, _place: drawn.append(figure))
    curve.draw({"plain": [Evaluation(1, 2.0, 3.0, 4.0, 0.5, 0.1)]}, 32, tmp_path)
    assert drawn[0].axes[0].get_xlabel() == "batches of 32 rounds"
