"""What was known in games that people played: never wrong, and tighter than counting card by card."""

from pathlib import Path

import pytest

from bench.batches.know_batch import know_all
from handsight.notation import read_file

REPLAYS = Path(__file__).parents[2] / ".." / "shared" / "replays"
pytestmark = pytest.mark.skipif(not REPLAYS.exists(), reason="no recorded games in ../shared/replays")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hanabi-challenges.jsonl", "hanabi-data.jsonl"])
def test_the_truth_is_always_possible_and_the_joint_answer_is_tighter(name: str) -> None:
    cards = tighter = 0
    for checked in read_file(REPLAYS / name)[:: 1 if "challenges" in name else 10]:
        assert checked.game is not None
        for state, row in zip(checked.game.states, know_all(checked.game.states), strict=True):
            for knowledge in row:
                for card in knowledge:
                    true = state.terms.variant.identity(state.cards[card.order])
                    assert card.mask >> true & 1
                    assert not card.mask & ~card.counted_mask
                    cards += 1
                    tighter += card.mask != card.counted_mask
    assert 0.05 < tighter / cards < 0.10
