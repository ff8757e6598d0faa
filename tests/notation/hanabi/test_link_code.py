import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from random_hanabi import IDLE, TERMINATED, VARIANTS, VOTE, random_game

from handsight.errors import InputError
from handsight.hanabi import Stop, Terms, tiny, variant
from handsight.notation import read, read_file
from handsight.notation.hanabi import hanab_live_links as link_code
from handsight.text.diagnostics import Position

# The worked example of the design page: made by the site, 24 points, one strike, one token left.
EXAMPLE = (
    "415bgxawlspiprhxbinw-lsfkqvdqfvrhmtdnayag-opkcmkujucufe,03xdah-ajwbadpdgdantbbqxaat-abaupaavscafakpcasbg"
    "-alaolbbza3a4tbb2a6by-bakcb9bAaBxcbiwcaEax-gbxatbaHa0lctbaebJam-xba8xdbpxbaI,0"
)


def test_the_worked_example() -> None:
    game = read_file(EXAMPLE)[0].valid_game()
    final = game.final
    assert (final.score, final.strikes, final.tokens, len(game.actions)) == (24, 1, 1, 58)
    assert link_code.write(game).text == EXAMPLE + "\n"
    assert link_code.write(game).lost == ()


@pytest.mark.parametrize(
    "text",
    [
        f"https://hanab.live/replay-json/{EXAMPLE}",
        f"https://hanab.live/shared-replay-json/{EXAMPLE}#30",
        f"hanab.live/replay-json/{EXAMPLE}?x=1#2",
        f"/replay-json/{EXAMPLE}",
        f"  {EXAMPLE}\n",
        EXAMPLE.replace("-", ""),
        EXAMPLE.replace(",", "%2C").join(("https://hanab.live/replay-json/", "")),
        f"{EXAMPLE},",
    ],
)
def test_links_and_loose_hyphens(text: str) -> None:
    assert read_file(text)[0].valid_game() == read_file(EXAMPLE)[0].valid_game()


def test_several_codes_one_on_a_line() -> None:
    first, second = read(f"{EXAMPLE}\n\nhttps://hanab.live/replay-json/{EXAMPLE}\n")
    assert first.game == second.game
    assert (first.label, second.label) == ("text:1", "text:2")


def test_a_wide_range_of_types_is_honoured() -> None:
    cards, actions, number = EXAMPLE.replace("-", "").split(",")
    wide = "05"
    for first, target in zip(actions[2::2], actions[3::2], strict=True):
        value, kind = divmod(link_code.VALUE[first], 4)
        wide += link_code.ALPHABET[value * 6 + kind] + target
    assert read_file(f"{cards},{wide},{number}")[0].valid_game() == read_file(EXAMPLE)[0].valid_game()


def test_the_fourth_field_is_the_seed() -> None:
    game = read_file(f"{EXAMPLE},p4v0s12-x")[0].valid_game()
    assert game.seed == "p4v0s12-x"
    assert link_code.write(game).text.endswith(",0,p4v0s12-x\n")
    odd = link_code.write(replace(game, seed="p4v0sno spaces, please"))
    assert odd.lost == ("the seed 'p4v0sno spaces, please', which a link cannot hold",)


@given(st.integers(0, 10**6), st.integers(2, 6), st.sampled_from(VARIANTS), st.integers(0, 70))
def test_reading_what_was_written_is_the_game(seed: int, players: int, name: str, turns: int) -> None:
    game = random_game(seed, Terms(players, variant(name)), turns=turns)
    code, lost = link_code.write(game)
    assert lost == ()
    assert read_file(code)[0].valid_game() == game
    assert read_file(link_code.write_link(game).text)[0].valid_game() == game


def test_an_end_by_a_player_fits() -> None:
    game = random_game(3, Terms(3), turns=9, stop=Stop(2, TERMINATED))
    assert link_code.write(game).lost == ()
    assert read_file(link_code.write(game).text)[0].valid_game() == game


@pytest.mark.parametrize("stop", [Stop(None, VOTE), Stop(None, IDLE)])
def test_an_end_by_nobody_is_lost(stop: Stop) -> None:
    game = random_game(3, Terms(3), turns=9, stop=stop)
    code, lost = link_code.write(game)
    assert lost == ("how the game was broken off, so that it seems to be still in progress",)
    assert read_file(code)[0].valid_game().actions == game.actions[:-1]


def test_what_a_code_cannot_hold_is_said() -> None:
    game = random_game(1, Terms(2, deck_plays=True))
    game = replace(game, names=("Ann", "Ben"), notes=((), ("r1",)), id=7, extras=(("timed", True),))
    assert link_code.write(game).lost == (
        "the players' names (Ann, Ben)",
        "the notes",
        "the game's number, 7",
        "the options timed, deckPlays",
    )


def test_six_players_of_old_come_back() -> None:
    game = random_game(8, Terms(6, hand_size=4))
    code, lost = link_code.write(game)
    assert lost == ("the option oneExtraCard",)
    assert read_file(code)[0].valid_game() == game


def test_a_variant_without_a_number_is_refused() -> None:
    with pytest.raises(InputError, match=r"hanab\.live has no variant tiny"):
        link_code.write(random_game(1, Terms(2, tiny(3, 3), hand_size=2)))


@pytest.mark.parametrize(
    ("code", "column", "text"),
    [
        ("215,00", 1, "three or four fields"),
        ("815ab,00,0", 1, "2 to 6 players"),
        ("2x5ab,00,0", 1, "3 digits"),
        ("251ab,00,0", 2, "cannot run from 5 to 1"),
        ("215a_b,00,0", 5, "stands for nothing"),
        ("215ab,0,0", 7, "2 digits"),
        ("215ab,03x,0", 9, "two characters"),
        ("215ab,03-xdx,0", 12, "two characters"),
        ("215ab,30,0", 7, "cannot run from 3 to 0"),
        ("215ab,00,", 10, "not the number of a variant"),
        ("215ab,00,zero", 10, "not the number of a variant"),
        ("215ab,00,9999", 1, "9999"),
        ("2" + "a" * 6000, 1, "no longer than"),
    ],
)
def test_a_broken_code_says_where(code: str, column: int, text: str) -> None:
    (parsed,) = link_code.read(code)
    (problem,) = parsed.problems
    assert text in problem.message
    assert problem.position == Position(1, column)


def test_a_broken_action_keeps_the_moves_before_it() -> None:
    cards, _, number = EXAMPLE.split(",")
    (checked,) = read(f"{cards},09xdZd,{number}")
    assert "no action of type 1" not in checked.problems[0].message
    assert checked.problems[0].position
