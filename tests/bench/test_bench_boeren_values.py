"""Values of small rounds of Boeren Bridge are those of every deal and every throw of dice."""

from fractions import Fraction

from bench.checks.boeren_values import ScriptedDice, exact_values, over_dice, possible_states, random_round
from handsight.analysis.boeren.analyse import RoundSettings, analyse_turn, move_text
from handsight.boeren import BoerenRecord as Round


def test_a_mean_is_over_all_throws() -> None:
    def two_throws(dice: ScriptedDice) -> int:
        first = dice.below(3)
        return first * (dice.below(2) if first else 7)

    assert over_dice(two_throws) == Fraction(1, 3) * 0 + Fraction(1, 6) * (0 + 1 + 0 + 2)


def test_values_are_those_of_every_deal() -> None:
    far, sure = 0.0, 0
    for seed, size in ((1, 1), (2, 2), (5, 2)):
        game = random_round(size, seed)
        for turn in range(0, len(game.actions), size):
            row = analyse_turn(game, turn, RoundSettings(2_000, seed))
            found = {move["move"]: move for move in row["moves"]}
            for action, value in exact_values(game, turn).items():
                move = found[move_text(action)]
                away = abs(move["value"] - float(value))
                assert away <= 4 * move["error"] + 0.006
                sure += move["error"] == 0
                far = max(far, away)
    assert sure > 3
    assert far > 0


def test_no_card_that_is_hidden_tells_anything() -> None:
    game = random_round(3, 4)
    for turn in (2, 5, 9, 12):
        told = list[dict[str, object]]()
        for state in list(possible_states(game, turn))[::7][:12]:
            other = Round.replay(state.setup, game.actions[:turn])
            row = analyse_turn(other, turn, RoundSettings(20))
            told.append({name: row[name] for name in row if name != "facts"})
        assert all(one == told[0] for one in told)
        assert len(told) > 1 or turn == 12
