import pytest
from msgspec.structs import replace
from random_hanabi import random_game

from handsight.hanabi import Discard, GiveClue, HanabiRecord, Play, Terms, deal, play
from handsight.notation import read
from handsight.notation.hanabi import terminal_save

SEATED = ("Alice", "Benji", "Clara", "Dante", "Elric")


def typed(game: HanabiRecord, style: str = "initial") -> list[str]:
    """What players of Fabrigoule and Guillot's terminal game would have typed."""
    state, moves, players = deal(game.setup), [], game.setup.terms.players
    for action in game.actions:
        match action:
            case Play(order) | Discard(order):
                letter = "p" if isinstance(action, Play) else "d"
                moves.append(f"{letter}{state.hands[state.seat][::-1].index(order) + 1}")
            case GiveClue(seat, clue):
                hint = str(clue.value) if clue.kind == "number" else "RYGBP"[clue.value]
                away = (seat - state.seat) % players
                target = SEATED[seat][0] if style == "initial" else str(away)
                moves.append(f"c{hint}" + ("" if away == 1 and style == "short" else target))
            case _:
                raise AssertionError(action)
        state = play(state, action)
    return moves


def saved(game: HanabiRecord, moves: list[str], players: object = None, *, white: bool = False) -> str:
    colors = ("Red", "Yellow", "Green", "Blue", "White" if white else "Purple")
    cards = ", ".join(f"Card(Color.{colors[card.suit]}, {card.rank})" for card in game.setup.deck)
    return f"\nplayers = {players or list(game.names)!r}\ncards = [{cards}]\nmoves = {moves!r}\n"


def example_game(seed: int, players: int) -> HanabiRecord:
    return replace(random_game(seed, Terms(players)), names=SEATED[:players])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("style", ["initial", "relative", "short"])
@pytest.mark.parametrize("white", [True, False])
def test_a_save_is_the_game_that_was_typed(players: int, style: str, *, white: bool) -> None:
    for seed in range(3):
        game = example_game(seed, players)
        (checked,) = read(saved(game, typed(game, style), white=white))
        assert checked.valid_game() == game
        assert checked.notices == (("white is read as purple",) if white else ())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_players_may_begin_with_whoever_was_to_move(players: int) -> None:
    for seed in range(6):
        game = example_game(seed, players)
        turns = len(game.actions) - game.final.struck_out
        shift = turns % players
        rotated = [*game.names[shift:], *game.names[:shift]]
        (checked,) = read(saved(game, typed(game), rotated))
        assert checked.valid_game() == game


def test_players_of_other_names_are_seated_by_who_was_to_move() -> None:
    game = replace(random_game(1, Terms(3), turns=4), names=("Zoe", "Yan", "Xia"))
    (checked,) = read(saved(game, typed(game, "relative"), ["Yan", "Xia", "Zoe"]))
    assert checked.valid_game().names == ("Zoe", "Yan", "Xia")


def test_what_is_no_action_is_skipped_with_a_notice() -> None:
    game = example_game(2, 3)
    moves = typed(game)
    moves[2:2] = ["x", "?", ">print(self.moves)", "x", "l old.py"]
    moves.insert(1, "p9")
    moves.insert(0, "nonsense")
    moves += ["x"]
    (checked,) = read(saved(game, moves))
    assert checked.valid_game() == game
    text = " ".join(checked.notices)
    assert "skipped 'x', which is not an action (3 times)" in text
    assert "skipped '>print(self.moves)', which is not an action" in text
    assert "line 4, column 10: skipped 'nonsense', which was not legal" in text
    assert "skipped 'p9', which was not legal" in text


def test_refused_actions_took_no_turn() -> None:
    game = example_game(4, 2)
    state = deal(game.setup)
    untouched = next(n for n in "12345" if all(state.cards[o].rank != int(n) for o in state.hands[1]))
    (checked,) = read(saved(game, [f"c{untouched}", "d1", "cRed", *typed(game)]))
    assert checked.valid_game() == game
    assert len(checked.notices) == 3


def test_d_alone_discards_the_oldest_card() -> None:
    game = example_game(3, 2)
    first = typed(game)[:1]
    text = saved(game, ["c1", "c2", "c3", "c4", "c5", *first, "d"])
    game = read(text)[0].valid_game()
    assert isinstance(game.actions[-1], Discard)
    state = play_all(game)
    assert state


def play_all(game: HanabiRecord) -> bool:
    states = game.states
    discard = game.actions[-1]
    return isinstance(discard, Discard) and states[-2].hands[states[-2].seat][-1] == discard.order


def test_a_clue_that_touches_nothing_may_have_taken_a_turn() -> None:
    for seed in range(40):
        game = replace(random_game(seed, Terms(4, empty_clues=True)), names=SEATED[:4])
        (checked,) = read(saved(game, typed(game, "relative")))
        assert checked.valid
        if checked.game == game and "emptyClues" in " ".join(checked.notices):
            break
    else:
        pytest.fail("no game needed its empty clues")


def test_a_word_for_a_colour_may_have_cost_a_token() -> None:
    discards = 0
    for seed in range(40):
        rules = replace(Terms(3).rules, name="custom", discard_at_full=True)
        game = replace(random_game(seed, Terms(3, rules=rules)), names=SEATED[:3])
        moves = typed(game)
        at = [
            turn
            for turn, (state, action) in enumerate(zip(game.states, game.actions, strict=False))
            if isinstance(action, Discard) and state.clue_units == 8
        ]
        for turn in reversed(at):
            moves.insert(turn, "cYellow")
        (checked,) = read(saved(game, moves))
        assert checked.valid
        if at and checked.game == game:
            discards += 1
            assert "took a token" in " ".join(checked.notices)
    assert discards


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("players = ['a', 'b']\ncards = []\n", 1, "assigns no `moves`"),
        ("players = ['a']\ncards = []\nmoves = []\n", 1, "2 to 6 players, not 1"),
        (
            "players = ['a', 'b']\ncards = [Card(Color.Red, 1), Card(Color.Pink, 1)]\nmoves = []\n",
            2,
            "a card is",
        ),
        ("players = ['a', 'b']\ncards = [open('x')]\nmoves = []\n", 2, "a card is written"),
        ("players = ['a', 'b']\ncards = 7\nmoves = []\n", 2, "a list is expected"),
        ("players = ['a', 'b']\ncards = []\nmoves = [1]\n", 3, "a text in quotes"),
        ("players = ['a', 'b'\ncards = []\nmoves = []\n", 1, "this is not Python"),
        ("players = ['a', 'b']\ncards = []\nmoves = []\n", 1, "10 are dealt at once"),
        ("players = " + "[" * 1000, 1, "this is not"),
        ("players = " + "-" * 100_000 + "1", 1, "this is not"),
        ("moves = '" + "x" * 300_000 + "'", 1, "no longer than"),
        ("players = ['a', 'b']\ncards = []\nmoves = ['x'" + ", 'x'" * 6000 + "]", 1, "too many"),
    ],
)
def test_a_broken_save_says_where(text: str, line: int, message: str) -> None:
    (checked,) = read(text)
    assert checked.game is None
    (found,) = checked.problems
    assert message in found.message
    assert found.position
    assert found.position.line == line


def test_nothing_in_a_save_is_run(tmp_path: object) -> None:
    trap = f"open({str(tmp_path)!r} + '/trap', 'w').write('x')"
    game = example_game(1, 2)
    text = saved(game, typed(game)) + f"\n{trap}\nmoves2 = [{trap}]\n"
    assert read(text)[0].valid_game() == game
    from pathlib import Path

    assert not list(Path(str(tmp_path)).iterdir())


def test_cards_that_do_not_belong_have_their_place() -> None:
    game = example_game(1, 2)
    text = saved(game, []).replace(", 5)", ", 9)", 1)
    (checked,) = read(text)
    assert checked.problems[0].code == "deck-counts"
    _, column, _ = checked.problems[0].position or (0, None, None)
    assert column
    assert text.split("\n")[2][column - 1 :].startswith("Card(")


def test_the_reader_of_saves_is_the_one_for_python() -> None:
    assert terminal_save.read("players = 1")[0].problems
