import pytest
from random_hanabi import random_game

from handsight.hanabi import (
    Discard,
    GiveClue,
    HanabiRecord,
    Play,
    Setup,
    Terms,
    deal,
    play,
    rule_set,
    variant,
)
from handsight.notation import read
from handsight.notation.hanabi import hanabidata

SUITS = hanabidata.SUITS
RULES = rule_set("hanabidata")


def as_log(game: HanabiRecord, seed: int) -> str:
    """Tell a game as the program of HanabiData would."""
    cards, names = game.setup.deck, ("robot", "You")

    def hand(orders: tuple[int, ...]) -> str:
        return ", ".join(f"{SUITS[cards[o].suit]} {cards[o].rank}" for o in reversed(orders))

    rest = ", ".join(f"({card.suit}, {card.rank})" for card in cards[10:])
    lines = ["Old GID: 0123", f"Treatment: ('robot', {seed})", f"[{rest}]"]
    state = deal(game.setup)
    for action in game.actions:
        seat, after = state.seat, play(state, action)
        match action:
            case GiveClue(target, clue):
                color, rank = (clue.value, None) if clue.kind == "color" else (None, clue.value)
                lines.append(f"MOVE: {seat} {int(color is None)} None {target} {color} {rank}")
                word = f"{rank}" if color is None else f"{SUITS[color]} cards"
                lines.append(
                    f"{names[seat]} hints {names[target]} about all their {word}"
                    f" hints remaining: {after.tokens}"
                )
                lines.append(f"{names[target]} has {hand(after.hands[target])}")
            case Play(order) | Discard(order):
                kind = 2 if isinstance(action, Play) else 3
                position = state.hands[seat][::-1].index(order)
                lines.append(f"MOVE: {seat} {kind} {position} {'None' if seat == 0 else 1} None None")
                lines.append(f"{names[seat]} now has {hand(after.hands[seat])}")
            case _:
                raise AssertionError(action)
        state = after
    return "\n".join([*lines, f"Score {state.score}", ""])


def example_game(seed: int) -> HanabiRecord:
    game = random_game(seed, Terms(2, rules=RULES))
    setup = Setup(game.setup.terms, hanabidata.shuffled(seed))
    return replayed(setup, seed)


def replayed(setup: Setup, seed: int) -> HanabiRecord:
    from handsight.game import Dice
    from handsight.hanabi import legal

    dice, state, actions = Dice(seed, 1), deal(setup), []
    while not state.over:
        choices = list(legal(state))
        actions.append(choices[dice.below(len(choices))])
        state = play(state, actions[-1])
    return HanabiRecord.replay(setup, tuple(actions), ("Alice", "Bob"))


GAME = example_game(5)
LOG = as_log(GAME, 5)


@pytest.mark.parametrize("seed", range(8))
def test_a_log_is_the_game_it_tells(seed: int) -> None:
    game = example_game(seed)
    for text in (as_log(game, seed), as_log(game, seed).replace("\n", "\r\n")):
        (checked,) = read(text)
        assert checked.problems == ()
        assert checked.game == game
        assert checked.notices[0] == "Alice is the program 'robot', Bob the person"
        assert "suits green, yellow, white" in checked.notices[1]


def test_the_shuffle_is_that_of_python_2() -> None:
    # Log c4e042d561d76013 of HanabiData: seed 4.
    deck = hanabidata.shuffled(4)
    assert deck[10:14] == ((4, 4), (3, 4), (3, 3), (1, 1))
    assert sorted(deck) == sorted(variant("No Variant").deck())


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


def test_a_clue_to_oneself_is_refused_with_its_place() -> None:
    lines = LOG.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("MOVE: 1 1 None 0"))
    lines[at] = lines[at].replace("MOVE: 1 1 None 0", "MOVE: 1 1 None 1")
    (checked,) = read("\n".join(lines))
    found = checked.problems[0]
    assert (found.code, found.position and found.position.line) == ("clue-self", at + 1)
    assert checked.game
    assert 0 < len(checked.game.actions) < len(GAME.actions)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("hints remaining: 7", "hints remaining: 3", "3 hints remain, but it must be 7"),
        ("You now has ", "You now has white 5, ", "by the moves so far You has"),
        ("Score ", "Score 1", "points, but it must be"),
        ("Treatment: ('robot', 5)", "Treatment: ('robot', 6)", "not the 40 cards"),
        ("Treatment: ('robot', 5)", "Treatment: robot", "`Treatment: ('program', seed)` is missing"),
        ("[(", "[[(", "this move comes before the list"),
        ("MOVE: 0", "MOVE: 7", "no player 7"),
        ("MOVE: 0", "MOVE: 0 0", "six fields"),
        ("MOVE: 0", "MOVE: zero", "six fields"),
    ],
)
def test_what_cannot_be_right_has_its_line(old: str, new: str, text: str) -> None:
    broken = LOG.replace(old, new, 1)
    (checked,) = read(broken)
    assert not checked.valid
    assert text in checked.problems[0].message
    assert checked.problems[0].position


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("0 2 9 None None None", "no card 9; indices are 0 to 4"),
        ("0 2 None None None None", "a play or discard needs a card"),
        ("0 0 None 1 None 3", "a hint needs a target and a colour or rank"),
        ("0 8 None 1 None 3", "no action 8"),
        ("None 2 1 None None None", "no player None"),
    ],
)
def test_a_broken_move_says_what_it_lacks(move: str, text: str) -> None:
    head = LOG[: LOG.index("MOVE")]
    (checked,) = read(f"{head}MOVE: {move}\n")
    assert text in checked.problems[0].message
    assert checked.problems[0].position
    assert checked.problems[0].position.line == 4


def test_a_log_cut_off_is_in_progress() -> None:
    (checked,) = read(LOG[: LOG.index("Score")])
    assert checked.valid
    assert "may be cut off" in checked.notices[-1]


def test_a_log_without_cards_is_no_game() -> None:
    for text in ("Treatment: ('robot', 5)\n", "Old GID: 1\n", "MOVE: 0 1 None 1 None 1\n"):
        (checked,) = read(text)
        assert checked.game is None
        assert checked.problems[0].position
