"""The language as people type it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from handsight.hanabi import (
    RULE_SETS,
    STOP_REASONS,
    Card,
    Character,
    Clue,
    Discard,
    GiveClue,
    Play,
    Stop,
    Terms,
    tiny,
    variant,
)
from handsight.hanabi.terms import Rules
from handsight.notation.hanabi import log
from handsight.notation.hanabi.validation import ParsedGame

SAMPLE = (Path(__file__).parents[2] / "games" / "sample.hanabi").read_text()
TIMEOUT, TERMINATED = STOP_REASONS[:2]


def read(text: str, players: int | None = None) -> ParsedGame:
    (parsed,) = log.read(text, players=players)
    return parsed


def good(text: str, players: int | None = None) -> ParsedGame:
    parsed = read(text, players)
    assert parsed.problems == ()
    return parsed


def problems_of(text: str, players: int | None = None) -> list[tuple[str, int]]:
    return [(p.code, p.position.line if p.position else 0) for p in read(text, players).problems]


def terms(text: str, players: int | None = None) -> Terms:
    found = good(text, players).terms
    assert found is not None
    return found


def same(one: ParsedGame, other: ParsedGame) -> bool:
    """Whether two logs say the same, wherever in the text they say it."""
    actions = [[(move.action, move.seat) for move in parsed.moves] for parsed in (one, other)]
    return (one.terms, one.deck, one.names, one.notes, actions[0]) == (
        other.terms,
        other.deck,
        other.names,
        other.notes,
        actions[1],
    )


@pytest.mark.parametrize(
    "change",
    [
        str.upper,
        str.lower,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", " "),
        lambda text: text.replace(" ", "\n"),
        lambda text: text.replace(" ", " \t\u00a0\u3000 "),
        lambda text: text.replace("\n", " # a comment: Card Red 9\n"),
        lambda text: text.replace("\n", "#\n\n  \n"),
        lambda text: text.rstrip(),
        lambda text: text.replace("P0", "p00").replace("1\n", "01\n"),
    ],
    ids=[
        "upper",
        "lower",
        "crlf",
        "cr",
        "bom",
        "one-line",
        "word-a-line",
        "blanks",
        "comments",
        "empty-lines",
        "no-newline",
        "zeros",
    ],
)
def test_case_blanks_lines_and_comments_mean_nothing(change: Callable[[str], str]) -> None:
    assert same(good(change(SAMPLE)), good(SAMPLE))


def test_places_are_those_of_the_words() -> None:
    parsed = good("Players 2\nCard Red 1  Card\n  Blue 2\n\tP0  clues  P1 Red P1 plays\n1\n")
    assert [place[:2] for place in parsed.deck_positions] == [(2, 1), (2, 13)]
    assert [(m.actor and m.actor[:2], m.position and m.position[:2]) for m in parsed.moves] == [
        ((4, 2), (4, 13)),
        ((4, 20), (5, 1)),
    ]


def test_the_number_of_players_may_be_said_or_asked_or_inferred() -> None:
    actions = "P0 clues P2 1\nP1 plays 5\n"
    for head, asked, notices in (("Players 3\n", None, 0), ("", 3, 0), ("Players 3", 3, 0), ("", None, 1)):
        parsed = good(f"{head}\n{actions}", asked)
        assert parsed.terms == Terms(3)
        assert len(parsed.notices) == notices
    assert terms(f"Players 5\n{actions}").players == terms(actions, 5).players == 5
    assert good(actions).notices == (
        "P2 is the highest seat mentioned, so 3 players are inferred; a line 'Players 3' would say it",
    )
    assert terms("P0 plays 1").players == 2
    assert good("Card Red 1").notices == (
        "no seat is mentioned, so 2 players are assumed; a line 'Players 2' would say it",
    )
    assert terms('Note P3 1 "f"').players == 4


def test_players_that_do_not_agree_are_refused() -> None:
    assert problems_of("Players 3", 2) == [("bad-setting", 1)]
    assert problems_of("Players Alice Bob", 3) == [("bad-setting", 1)]
    assert (
        problems_of("Players Alice")
        == problems_of("Players 1")
        == problems_of("Players 7")
        == [("bad-setting", 1)]
    )
    assert problems_of("P6 plays 1\nP0 plays 1\nP7 plays 1") == [("unknown-seat", 3)]


def test_names_may_stand_for_seats() -> None:
    parsed = good(
        'Players Alice "Bob the Second" Žofie\n'
        'ALICE clues "Bob the Second" Red\n"bob THE second" clues žofie 1\nP2 plays 3\nalice discards 4\n'
        'Note Žofie 1 "mine"'
    )
    assert parsed.names == ("Alice", "Bob the Second", "Žofie")
    assert [move.seat for move in parsed.moves] == [0, 1, 2, 0]
    assert [m.action.seat for m in parsed.moves if isinstance(m.action, GiveClue)] == [1, 2]
    assert parsed.notes == ((), (), ("", "mine"))


def test_a_quoted_name_is_never_a_seat_and_a_plain_seat_never_a_name() -> None:
    parsed = good('Players "P1" "Card" "3"\n"P1" plays 0\nP1 plays 1\n"card" plays 2\n"3" ends')
    assert [move.seat for move in parsed.moves] == [0, 1, 1, None]
    assert parsed.moves[3].action == Stop(2, TERMINATED)


def test_names_end_with_their_line_when_the_next_begins_with_a_name() -> None:
    parsed = good('Players Alice Bob\nAlice plays 0\nBob plays 5 Alice ends\nNote Bob 1 "a"')
    assert parsed.names == ("Alice", "Bob")
    assert [move.seat for move in parsed.moves] == [0, 1, None]


@pytest.mark.shows("S0-7", "S0-8", "S0-27", "S0-28")
def test_every_action() -> None:
    parsed = good(
        "Players 2\nP0 plays 8\nP1 discards 0\nP0 clues P1 Blue\nP1 clues P0 3\n"
        "P0 ends\nP1 ends timeout\nEnd idle\nend VOTE\nP0 ends softlock"
    )
    assert [(move.seat, move.action) for move in parsed.moves] == [
        (0, Play(8)),
        (1, Discard(0)),
        (0, GiveClue(1, Clue("color", 3))),
        (1, GiveClue(0, Clue("number", 3))),
        (None, Stop(0, TERMINATED)),
        (None, Stop(1, TIMEOUT)),
        *((None, Stop(None, reason)) for reason in (STOP_REASONS[2], STOP_REASONS[4])),
        (None, Stop(0, STOP_REASONS[3])),
    ]


def test_cards_and_clues_of_a_variant_go_by_its_own_words() -> None:
    parsed = good(
        "Players 2\nVariant dual-color & rainbow (6 suits)  # case means nothing\n"
        "Card Rainbow 1 Card lime 5\nP0 clues P1 purple"
    )
    assert parsed.terms
    assert parsed.terms.variant == variant("Dual-Color & Rainbow (6 Suits)")
    assert parsed.deck == (Card(5, 1), Card(1, 5))
    assert parsed.moves[0].action == GiveClue(1, Clue("color", 4))
    parsed = good('Variant "Up or Down & Dark Rainbow (6 Suits)"\nCard Dark Rainbow Start Card red START')
    assert parsed.deck == (Card(5, 7), Card(0, 7))
    parsed = good("Variant Extremely Ambiguous (6 Suits)\nCard Sky 1 Card Ice EA 2")
    assert parsed.deck == (Card(2, 1), Card(0, 2))


def test_small_games_go_by_their_call() -> None:
    assert terms("Variant tiny(2, 3)\nOption hand 2").variant == tiny(2, 3)
    assert terms("Variant Tiny(5, 5, 'gywbr')\nOption hand 2").variant == tiny(5, 5, "gywbr")
    assert problems_of("Variant tiny(9, 9)") == [("bad-word", 1)]


def test_options_and_rules() -> None:
    assert terms(
        "Players 3\nRules Stacks\nOption hand 6\nOption first P2\nOption clues 7\nOption strikes 2\n"
        "Option deckPlays\nOption empty_clues\nOption card-cycle yes\nOption ALL-OR-NOTHING on\n"
        "Option speedrun no"
    ) == Terms(
        3,
        rules=RULE_SETS["stacks"],
        hand_size=6,
        first_seat=2,
        max_clues=7,
        max_strikes=2,
        deck_plays=True,
        empty_clues=True,
        card_cycle=True,
        all_or_nothing=True,
    )
    assert terms("Players Ann Bob\nOption first bob").first_seat == 1
    assert terms("Rules explorer").rules == RULE_SETS["explorer"]
    assert terms("Switch refund-five No Rules stacks Switch END Failed-Draw").rules == Rules(
        "custom", refund_five=False, end="failed_draw", strikeout="stacks"
    )
    assert terms("Rules official\nSwitch misplay discard").rules == RULE_SETS["official"]
    assert problems_of("Players 2\nOption hand 26") == [("bad-setting", 2)]


def test_characters_go_by_their_name_and_what_was_drawn() -> None:
    text = (
        "Players 4\nCharacter P0 fuming RED\nCharacter P1 Mood  Swings\nCharacter P3 Awkward 3 # a number\n"
    )
    assert terms(text).characters == (
        Character("Fuming", 0),
        Character("Mood Swings"),
        None,
        Character("Awkward", 3),
    )
    assert terms("Variant Dark Rainbow (6 Suits)\nCharacter P1 Inept Dark Rainbow").characters == (
        None,
        Character("Inept", 5),
    )
    assert problems_of(
        "Players 2\nCharacter P0 Fumin\nCharacter P1 Genius 3\nCharacter P0 Awkward 6\nCharacter P0"
    ) == [
        ("bad-word", 2),
        ("bad-word", 3),
        ("bad-word", 4),
        ("bad-word", 5),
    ]
    assert problems_of("Players A B\nCharacter A Greedy\nCharacter P0 Miser\nCharacter P1\nGreedy") == [
        ("said-twice", 3),
        ("bad-word", 4),
        ("bad-word", 5),
    ]


def test_extras_hold_what_no_rule_reads() -> None:
    text = 'Extra timed yes\nExtra timeBase 120\nExtra rate 2.5e-3\nExtra "a b" "c d"\nExtra x no'
    assert good(text).extras == (
        ("timed", True),
        ("timeBase", 120),
        ("rate", 0.0025),
        ("a b", "c d"),
        ("x", False),
    )
    assert problems_of("Extra a maybe\nExtra b 1\nExtra b 2\nExtra c 1e999\nExtra d") == [
        ("bad-word", 1),
        ("said-twice", 3),
        ("bad-word", 4),
        ("bad-word", 5),
    ]


def test_number_and_seed() -> None:
    parsed = good("Id 12345\nSeed p2v0s1\nCard Red 1")
    assert (parsed.id, parsed.seed) == (12345, "p2v0s1")
    assert good("Seed 123").seed == "123"
    assert good('Seed "p2v0s two words"').seed == "p2v0s two words"


def test_notes_may_stand_anywhere() -> None:
    parsed = good(
        'Note P1 2 "r1 | [f]"\nPlayers 2\nCard Red 1\nNote P0 51 "stack \\"base\\" \\u00e9"\nCard Red 2\n'
        'P0 plays 0\nNote P1 0 "C:\\\\ # not a comment\\n"\nP1 plays 5\n'
    )
    assert [len(row) for row in parsed.notes] == [52, 3]
    assert parsed.notes[0][51] == 'stack "base" é'
    assert parsed.notes[1] == ("C:\\ # not a comment\n", "", "r1 | [f]")


def test_the_parser_is_loaded_only_when_a_log_is_read() -> None:
    code = (
        "import sys; from handsight.notation.hanabi import log; assert 'lark' not in sys.modules; "
        "log.read('Card Red 1'); assert 'lark' in sys.modules; assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
