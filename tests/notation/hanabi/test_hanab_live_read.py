import json
from typing import Any

import pytest
from msgspec.structs import replace
from random_hanabi import random_game

from handsight.hanabi import HAND_SIZES, Card, Play, Terms, rule_set, variant
from handsight.notation import read
from handsight.notation.checked_game import CheckedGame
from handsight.notation.hanabi import hanab_live_export as hanab_live
from handsight.notation.hanabi import hanab_live_seeds
from handsight.notation.hanabi.file_formats import FORMATS
from handsight.text.diagnostics import Problem

GAME = random_game(2, Terms(4))


def export(**changes: object) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(FORMATS["live"].write(GAME).text)
    return {key: value for key, value in (tree | changes).items() if value is not None}


def only(tree: object, **how: Any) -> CheckedGame[Any]:
    (checked,) = read(json.dumps(tree), game="hanabi", **how)
    return checked


def problem(tree: object) -> Problem:
    checked = only(tree)
    assert not checked.valid
    return checked.problems[0]


def test_an_export_is_the_game() -> None:
    assert only(export()).game == GAME


def test_a_list_of_games_and_lines_of_games() -> None:
    games = [random_game(seed) for seed in range(4)]
    texts = [hanab_live.write(game).text for game in games]
    for text in (f"[{','.join(texts)}]", "".join(texts), "\n\n".join(texts).replace("\n", "\r\n")):
        checked_games = read(text, "many")
        assert [checked.game for checked in checked_games] == games
        assert [checked.label for checked in checked_games] == ["many:1", "many:2", "many:3", "many:4"]


def test_a_broken_line_does_not_hide_its_neighbours() -> None:
    good = hanab_live.write(GAME).text.strip()
    checked_games = read(f"{good}\n{good[:-20]}\n\nnonsense\n{good}\n")
    assert [checked.valid for checked in checked_games] == [True, False, False, True]
    places = [checked.problems[0].position for checked in checked_games if checked.problems]
    assert [place and place.line for place in places] == [2, 4]


def test_a_list_cut_short_keeps_the_games_before() -> None:
    good = hanab_live.write(GAME).text.strip()
    checked_games = read(f"[\n{good},\n{good[:-30]}")
    assert [checked.valid for checked in checked_games] == [True, False]
    assert checked_games[1].problems[0].code == "bad-json"
    assert checked_games[1].problems[0].position
    assert checked_games[1].problems[0].position.line == 3


@pytest.mark.parametrize(
    ("option", "field"),
    [
        ("speedrun", "speedrun"),
        ("cardCycle", "card_cycle"),
        ("deckPlays", "deck_plays"),
        ("emptyClues", "empty_clues"),
        ("allOrNothing", "all_or_nothing"),
    ],
)
def test_options_are_terms(option: str, field: str) -> None:
    parsed = hanab_live.read(json.dumps(export(options={option: True})))[0]
    assert parsed.terms == replace(GAME.setup.terms, **{field: True})


@pytest.mark.parametrize(
    ("options", "change"), [({"oneExtraCard": True}, 1), ({"oneLessCard": True}, -1), ({}, 0)]
)
def test_hands_may_be_larger_or_smaller(options: dict[str, bool], change: int) -> None:
    parsed = hanab_live.read(json.dumps(export(options=options)))[0]
    assert parsed.terms
    assert parsed.terms.hand_size == HAND_SIZES[4] + change


def test_the_starting_player_moves_first_and_the_deal_stays() -> None:
    game = random_game(5, Terms(3, first_seat=2))
    assert only(json.loads(hanab_live.write(game).text)).game == game


def test_clocks_are_kept_though_no_rule_reads_them() -> None:
    clocks = {"timed": True, "timeBase": 120, "timePerTurn": 20}
    game = only(export(options=clocks)).game
    assert game
    assert json.loads(hanab_live.write(game).text)["options"] == clocks


def test_an_unknown_option_is_a_notice() -> None:
    checked = only(export(options={"gravity": {"of": ["any"]}, "deckPlays": False}))
    assert checked.valid
    assert checked.notices == ("option gravity is not known and changes nothing",)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"deckPlays": "yes"}, "option deckPlays must be true or false, not 'yes'"),
        ({"startingPlayer": True}, "option startingPlayer must be a whole number, not True"),
        ({"startingPlayer": 7}, "seat 7 cannot start: seats are 0 to 3"),
        ({"timeBase": 10**40}, "option timeBase must be a whole number, not 1000"),
        ({"variant": ["No Variant"]}, "option variant must be a name, not a list"),
        ({"variant": "No Varient"}, "No Varient"),
    ],
)
def test_an_option_must_hold_what_it_should(options: dict[str, object], text: str) -> None:
    found = problem(export(options=options))
    assert found.code == "bad-option"
    assert text in found.message
    assert found.position


def test_notes_are_kept_word_for_word() -> None:
    notes = [["r1 | [f] b2", "", "päp"], [], ["x"], []]
    game = only(export(notes=notes)).game
    assert game
    assert game.notes == tuple(map(tuple, notes))
    assert json.loads(hanab_live.write(game).text)["notes"] == notes


def test_what_is_missing_may_be_null() -> None:
    text = json.dumps(export() | {"options": None, "notes": [None, ["x"]], "seed": None, "characters": None})
    (checked,) = read("\ufeff" + text)
    assert checked.game == replace(GAME, notes=((), ("x",)))
    checked = only({"players": None, "deck": None, "actions": None, "seed": "p2v0s1"})
    assert checked.game
    assert checked.game.setup.deck == hanab_live_seeds.deal("p2v0s1").deck


@pytest.mark.parametrize(
    ("action", "word", "seat"),
    [
        ({"type": 4, "target": 1, "value": 4}, "terminated", 1),
        ({"type": 4, "target": 2, "value": 3}, "timeout", 2),
        ({"type": 4, "target": -1, "value": 6}, "idle", None),
        ({"type": 4, "target": 0}, "terminated", 0),
        ({"type": 5, "target": -1, "value": 10}, "vote", None),
        ({"type": 5, "target": -1}, "vote", None),
    ],
)
def test_ends_are_stops_and_score_nothing(action: dict[str, int], word: str, seat: int | None) -> None:
    tree = export()
    game = only(tree | {"actions": [*tree["actions"][:10], action]}).game
    assert game
    stop = game.actions[-1]
    assert (stop.seat, stop.reason.word) == (seat, word)
    assert game.final.score == 0
    assert game.final.turn == 10


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"type": 9, "target": 1}, "no action of type 9"),
        ({"type": 2, "target": 1}, "a clue needs a value"),
        ({"type": 4, "target": 9, "value": 4}, "seat 9 cannot end the game"),
        ({"type": 4, "target": 0, "value": 99}, "no end has the code 99"),
        ({"target": 0}, "missing required field `type`"),
        ({"type": 0, "target": "x"}, "actions[3].target: expected a whole number, got text"),
        (None, "actions[3]: expected an object, got null"),
        ({"type": 0, "target": 10**30}, "actions[3].target"),
    ],
)
def test_a_broken_action_keeps_the_moves_before_it(action: object, text: str) -> None:
    tree = export()
    checked = only(tree | {"actions": [*tree["actions"][:3], action]})
    assert not checked.valid
    assert checked.game
    assert checked.game.actions == GAME.actions[:3]
    assert text in checked.problems[0].message
    assert checked.problems[0].turn == 3


def test_a_problem_has_its_line_and_column() -> None:
    tree = export()
    text = json.dumps(tree, indent=1).replace('"rank": 5', '"rank": "five"', 1)
    (checked,) = read(text)
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "five" in line)
    place = checked.problems[0].position
    assert place
    assert (place.line, place.column) == (line, 1 + text.split("\n")[line - 1].index('"five"'))


def test_a_broken_rule_has_the_place_of_its_action() -> None:
    tree = export()
    actions = [*tree["actions"][:2], {"type": 0, "target": 49, "value": 0}]
    text = json.dumps(tree | {"actions": actions}, indent=1)
    (checked,) = read(text)
    found = checked.problems[0]
    assert (found.code, found.turn) == ("not-in-hand", 2)
    assert found.position
    assert '"target": 49' in text.split("\n")[found.position.line + 1]
    assert text.split("\n")[found.position.line - 1].lstrip() == "{"


def test_a_wrong_card_has_its_place() -> None:
    tree = export()
    text = json.dumps(tree | {"deck": [*tree["deck"][:-1], {"suitIndex": 7, "rank": 1}]}, indent=1)
    (checked,) = read(text)
    assert checked.problems[0].code == "deck-counts"
    place = checked.problems[0].position
    assert place
    assert '"suitIndex": 7' in text.split("\n")[place.line]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"players": ["a", "b"], "deck": [}',
        '{"actions": [{"type": 0, "target": 3}',
        '{"deck": ' + "[" * 100_000,
        '{"deck": [], "x": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"players": ["\\ud800", "b"], "deck": [], "actions": []}',
        '{"deck": [], "actions": []} {"deck": []}',
        '{"deck": [{"suitIndex": 1e999, "rank": 1}]}',
        "[1, 2",
        '["deck"]',
        "[[[[]]]]",
        "[]",
        '{"deck": [{"rank": 1}], "players": ["a", "b"]}',
        '{"players": ["a"], "deck": []}',
        '{"players": [], "deck": [], "actions": []}',
        '{"deck": null}',
        '{"seed": "x"}',
        '{"seed": "p2v99999s1"}',
        '{"seed": "p9v0s1"}',
    ],
)
def test_what_is_no_export_says_why_and_where(text: str) -> None:
    for checked in read(text):
        assert not checked.valid
        assert checked.problems[0].message
        assert checked.problems[0].position


def test_json_of_another_kind_is_named() -> None:
    assert "Boeren Bridge" in problem({"rounds": [], "knowledge": []}).message
    assert "Boeren Bridge" in problem({"id": "r001", "n": 3, "trump": "C", "hands": []}).message
    assert "not a recorded game" in problem({"name": "a package", "version": "1.0"}).message


def test_without_a_deck_the_seed_deals() -> None:
    game = random_game(3, Terms(3))
    assert game.setup.deck != hanab_live_seeds.deal("p3v0s7").deck
    checked = only({"seed": "p3v0s7", "actions": []})
    assert checked.valid
    assert checked.game
    assert checked.game.setup.deck == hanab_live_seeds.deal("p3v0s7").deck
    assert checked.game.seats == ("Alice", "Bob", "Cathy")
    rainbow = only({"players": ["x", "y"], "seed": f"p2v{variant('Rainbow (6 Suits)').id}s1"}).game
    assert rainbow
    assert rainbow.setup.terms.variant == variant("Rainbow (6 Suits)")


def test_the_deck_counts_and_the_seed_is_doubted() -> None:
    dealt = [{"suitIndex": card.suit, "rank": card.rank} for card in hanab_live_seeds.deal("p4v0s1").deck]
    assert only(export(deck=dealt, seed="p4v0s1", actions=[])).notices == ()
    checked = only(export(seed="p4v0s1"))
    assert checked.game == replace(GAME, seed="p4v0s1")
    assert checked.notices == (
        "the seed p4v0s1 deals another deck than the one listed; the listed deck is used",
    )
    assert "is for 3 players" in only(export(seed="p3v0s1")).notices[0]
    assert "is not a seed" in only(export(seed="whatever")).notices[0]


def test_house_rules_choose_the_rule_set() -> None:
    house = {"discard_at_max_clues": True, "strikeout_keeps_score": True, "early_end": False}
    game = only(export(house_rules=house)).game
    assert game
    assert game.setup.terms.rules is rule_set("hanabidata")
    game = only(export(house_rules={"strikeout_keeps_score": True})).game
    assert game
    assert game.setup.terms.rules is rule_set("stacks")
    assert "house rule gravity" in only(export(house_rules={"gravity": True})).notices[0]


def test_names_of_suits_are_mentioned_once() -> None:
    line = json.dumps(export(suits=["green", "yellow", "white", "blue", "red"]))
    checked_games = read(f"{line}\n{line}\n")
    assert [len(checked.notices) for checked in checked_games] == [1, 0]
    assert all(checked.valid for checked in checked_games)


def test_six_players_may_have_been_dealt_four_cards() -> None:
    game = random_game(8, Terms(6, hand_size=4))
    tree = json.loads(hanab_live.write(game).text)
    assert tree["options"] == {"oneExtraCard": True}
    del tree["options"]
    checked = only(tree)
    assert checked.game == game
    assert "oneExtraCard" in checked.notices[0]
    plain = random_game(8, Terms(6))
    assert only(json.loads(hanab_live.write(plain).text)).notices == ()


def test_a_short_deck_is_the_front_of_one() -> None:
    tree = export()
    short = tree | {"deck": tree["deck"][:30], "actions": tree["actions"][:5]}
    assert only(short).problems[0].code == "deck-short"
    checked = only(short, partial=True)
    assert checked.valid
    assert checked.game
    assert len(checked.game.setup.deck) == 30


def test_a_deck_of_strangers_makes_no_game() -> None:
    checked = only(export(deck=[{"suitIndex": 9, "rank": 9}] * 50))
    assert checked.game is None
    assert len(checked.problems) == 9


def test_a_play_of_the_undrawn_bottom_card_is_literal() -> None:
    parsed = hanab_live.read(json.dumps(export(actions=[{"type": 0, "target": 49}])))[0]
    assert parsed.moves[0].action == Play(49)
    assert parsed.deck[49] == Card(*parsed.deck[49])
