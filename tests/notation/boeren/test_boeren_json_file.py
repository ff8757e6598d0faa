"""Files of rounds and positions: read, recomputed, compared, written back; broken ones say where."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from boeren_rounds import actions_of
from hypothesis import given
from hypothesis import strategies as st

from handsight.boeren import BoerenRecord, Match, Rules, Terms, deal, legal, play, rule_set, shuffle
from handsight.game import Dice
from handsight.notation import read as read_games
from handsight.notation.boeren import file_formats as files
from handsight.notation.boeren import json_file
from handsight.notation.boeren.file_formats import sentence, summary
from handsight.notation.boeren.json_file import round_json
from handsight.text.json_positions import JsonChunk

TEXT = (Path(__file__).parents[2] / "boeren" / "boeren.json").read_text(encoding="utf-8")
ORACLE = json.loads(TEXT)
ROUND = ORACLE["rounds"][1]  # four cards, hearts, dealer 3, hook 3


def read(thing: object, **options: Any) -> list[Any]:
    text = thing if isinstance(thing, str) else json.dumps(thing)
    return read_games(text, "file", **options, game="boeren")


def one(thing: object, **options: Any) -> Any:
    (checked,) = read(thing, **options)
    return checked


def changed(*path: Any, to: object = None, within: dict[str, Any] = ROUND) -> dict[str, Any]:
    """Return a round with one part replaced (or, without *to*, left out)."""
    other = copy.deepcopy(within)
    part: Any = other
    for step in path[:-1]:
        part = part[step]
    if to is None:
        del part[path[-1]]
    else:
        part[path[-1]] = to
    return other


def test_every_round_of_the_oracle() -> None:
    rows = [summary(checked) for checked in files.to_score(read(TEXT, compare=True))]
    assert rows == [
        {
            "game": given["id"],
            "valid": True,
            "won": given["won"],
            "scores": given["scores"],
            "winners": [trick["winner"] for trick in given["tricks"]],
            "error": None,
        }
        for given in ORACLE["rounds"]
    ]


def test_every_position_of_the_oracle() -> None:
    checked_games = [checked for checked in read(TEXT, compare=True) if checked.game.is_position]
    assert [checked.label for checked in checked_games] == [given["id"] for given in ORACLE["knowledge"]]
    assert all(checked.valid for checked in checked_games)
    results = ("views", "nested", "per_card_view_too_weak_for")
    for checked, position in zip(checked_games, ORACLE["knowledge"], strict=True):
        assert round_json(checked.game) == {key: position[key] for key in position if key not in results}
    assert files.to_score(checked_games) == checked_games


def test_rounds_are_written_as_the_oracle_writes_them() -> None:
    games = [checked.game for checked in read(TEXT)]
    assert [round_json(game) for game in games[:200]] == ORACLE["rounds"]
    again = [checked.game for checked in read(json_file.write(*games).text)]
    assert again == games


@pytest.mark.parametrize("shape", ["object", "list", "lines", "single"])
def test_shapes_of_files(shape: str) -> None:
    rounds = ORACLE["rounds"][:1] if shape == "single" else ORACLE["rounds"][:3]
    text = {
        "object": json.dumps({"rounds": rounds}),
        "list": json.dumps(rounds, indent=1),
        "lines": "\n".join(map(json.dumps, rounds)),
        "single": json.dumps(rounds[0]),
    }[shape]
    assert [checked.label for checked in read(text)] == [given["id"] for given in rounds]
    assert all(checked.valid for checked in read(text, compare=True))


def test_results_are_ignored_unless_compared() -> None:
    wrong = changed("scores", to=[99, 0, 0, 0])
    assert summary(one(wrong))["scores"] == ROUND["scores"]
    assert one(wrong).valid
    assert one(wrong, compare=True).problems[0].code == "result-differs"


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("won",), [4, 0, 0, 0]),
        (("scores",), "none"),
        (("hook",), 2),
        (("bids", 3, 1), [0, 1, 2]),
        (("bids", 3, 1), 7),
        (("tricks", 1, "leader"), 0),
        (("tricks", 1, "winner"), 1),
        (("tricks", 0, "plays", 1, 1), ["JS"]),
    ],
)
def test_compared_results(path: tuple[str | int, ...], to: object) -> None:
    given = changed(*path, to=to)
    text = json.dumps(given, indent=1)
    (problem,) = one(text, compare=True).problems
    assert problem.code == "result-differs"
    assert problem.position == JsonChunk(text).find(path)


def test_a_hook_that_is_said_to_be_free_is_compared() -> None:
    assert ROUND["hook"] == 3
    assert [p.code for p in one({**ROUND, "hook": None}, compare=True).problems] == ["result-differs"]


def test_what_is_not_there_is_not_compared() -> None:
    bare = {key: ROUND[key] for key in ("id", "n", "trump", "dealer", "hands")}
    bare["bids"] = [[seat, bid] for seat, _, bid in ROUND["bids"]]
    bare["tricks"] = [{"plays": [[s, c] for s, _, c in trick["plays"]]} for trick in ROUND["tricks"]]
    assert one(bare, compare=True).valid
    flat = {**bare, "plays": [row for trick in bare["tricks"] for row in trick["plays"]]}
    del flat["tricks"]
    assert one({**flat, "rules": {"dealer_change": "barred"}}, compare=True).game == one(ROUND).game


def test_legal_choices_and_hands_may_stand_in_any_order() -> None:
    other = copy.deepcopy(ROUND)
    other["hands"] = [hand[::-1] for hand in ROUND["hands"]]
    for trick in other["tricks"]:
        for row in trick["plays"]:
            row[1] = row[1][::-1]
    assert one(other, compare=True).valid


BROKEN = [
    (("bids", 3, 2), 3, "dealer-bid", 3, "bid 0, 1, 2 or 4"),
    (("bids", 0, 2), 5, "bid-range", 0, "0 to 4"),
    (("bids", 0, 2), -1, "bid-range", 0, "0 to 4"),
    (("bids", 0, 2), True, "bad-value", 0, "whole number"),
    (("bids", 0, 2), 1.0, "bad-value", 0, "whole number"),
    (("bids", 0, 0), 1, "not-your-turn", 0, "P0 is to bid"),
    (("bids", 0, 0), 7, "unknown-seat", 0, "0 to 3"),
    (("bids", 0), [1], "bad-value", 0, "[seat, choice]"),
    (("bids", 3), None, "not-your-turn", 3, "P3 is to bid"),
    (("bids",), "none", "bad-value", 0, "should be a list"),
    (("tricks", 0, "plays", 1, 2), "JC", "must-follow", 5, "play JS or QS"),
    (("tricks", 0, "plays", 1, 2), "KD", "not-in-hand", 5, "play JS or QS"),
    (("tricks", 0, "plays", 1, 2), "2S", "not-in-hand", 5, "JS or QS"),
    (("tricks", 0, "plays", 1, 2), "1S", "bad-value", 5, "is not a card"),
    (("tricks", 0, "plays", 1, 2), 7, "bad-value", 5, "should be a text"),
    (("tricks", 0, "plays", 1, 0), 2, "not-your-turn", 5, "P1 is to play"),
    (("tricks", 0, "plays", 1), None, "not-your-turn", 5, "P1 is to play"),
    (("tricks", 0, "plays", 3), None, "bad-value", 7, "a trick has four"),
    (("tricks", 0), None, "not-your-turn", 4, "P0 is to play"),
    (("tricks", 1, "plays"), None, "bad-value", 8, '"plays" is missing'),
    (("tricks", 1), 4, "bad-value", 8, "an object"),
    (("hands", 1, 0), "QC", "card-twice", 0, "QC is dealt twice"),
    (("hands", 1, 0), "2C", "not-in-pack", 0, "top 4 ranks"),
    (("hands", 1, 0), "XX", "bad-value", 0, "is not a card"),
    (("hands", 1, 0), None, "hand-size", 0, "3 cards in a round of 4"),
    (("hands", 3), None, "hand-count", 0, "but 4 seats"),
    (("hands", 3), "AS", "bad-value", 0, "should be a list"),
    (("hands",), None, "bad-value", 0, '"hands" is missing'),
    (("trump",), "X", "bad-value", 0, "is not a suit"),
    (("trump",), None, "bad-value", 0, '"trump" is missing'),
    (("dealer",), 4, "unknown-seat", 0, "no seat 4"),
    (("dealer",), "West", "bad-value", 0, "whole number"),
    (("dealer",), 1, "not-your-turn", 0, "P2 is to bid"),
    (("n",), 5, "hand-size", 0, "4 cards in a round of 5"),
    (("n",), 14, "bad-value", 0, "cannot be dealt"),
    (("n",), 0, "bad-value", 0, "cannot be dealt"),
    (("n",), "4", "bad-value", 0, "whole number"),
    (("pack",), 17, "bad-value", 0, "not 17"),
    (("pack",), 12, "bad-value", 0, "cannot be dealt"),
    (("turned",), "AS", "bad-value", 0, "from a stock"),
    (("rules",), "house", "bad-value", 0, "text, author"),
    (("rules",), {"trmp": "turn_up"}, "bad-value", 0, "did you mean trump"),
    (("rules",), 3, "bad-value", 0, "a name or an object"),
    (("names",), ["a", "b"], "bad-value", 0, "but four players"),
]


@pytest.mark.parametrize(("path", "to", "code", "turn", "words"), BROKEN)
def test_broken_rounds(path: tuple[str | int, ...], to: object, code: str, turn: int, words: str) -> None:
    broken = changed(*path, to=to) if path[0] in ROUND else {**ROUND, path[0]: to}
    text = json.dumps({"rounds": [ROUND, broken, ROUND]}, indent=1)
    good, checked, last = read(text)
    assert good.valid
    assert last.valid
    row = summary(checked)
    assert row["game"] == "r002"
    assert not row["valid"]
    assert (row["error"]["code"], row["error"]["turn"]) == (code, turn)
    assert words in row["error"]["message"]
    assert row["scores"] is None
    lines = text.split("\n")
    at = row["error"]["line"]
    second = [number for number, line in enumerate(lines, 1) if '"id"' in line][1]
    assert second - 1 <= at <= second + len(json.dumps(broken, indent=1).split("\n"))
    assert 1 <= row["error"]["column"] <= len(lines[at - 1])


def test_the_place_is_that_of_the_wrong_card() -> None:
    text = json.dumps(changed("tricks", 0, "plays", 1, 2, to="1S"), indent=1)
    place = one(text).problems[0].position
    assert text.split("\n")[place.line - 1][place.column - 1 :] == '"1S"'


def test_a_card_too_many() -> None:
    extra = changed("tricks", 3, "plays", to=[*ROUND["tricks"][3]["plays"], [1, [], "AH"]])
    assert one(extra).problems[0].code == "bad-value"
    extra = {**ROUND, "tricks": [*ROUND["tricks"], {"plays": [[1, "AH"]]}]}
    problem = one(extra).problems[0]
    assert (problem.code, problem.turn) == ("game-over", 20)
    assert summary(one(extra))["scores"] == ROUND["scores"]


def test_an_unfinished_round_is_valid_without_scores() -> None:
    begun = changed("tricks", 3, within=ROUND)
    row = summary(one(begun))
    assert (row["valid"], row["scores"], row["won"], row["winners"]) == (True, None, [1, 0, 2, 0], [2, 0, 2])
    assert "16 of 20" in row["notices"][0]
    assert one({**begun, "tricks": [*begun["tricks"], {"plays": []}]}, compare=False).valid


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{"rounds": [', 1, 13), ('{"rounds": [\n  {"id": 3,}\n]}', 2, 12), ("{", 1, 2), ("[1,,2]", 1, 4)],
)
def test_not_json(text: str, line: int, column: int) -> None:
    (problem,) = read(text)[-1].problems
    assert problem.code == "bad-json"
    assert problem.position[:2] == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"n": ' + "9" * 5000 + "}",
        "[1]",
        '[null, "x"]',
        "{}",
        '{"rounds": {}}',
        '{"rounds": 3, "knowledge": null}',
        '{"hands": [[]], "trump": "C", "dealer": 0}',
        '{"hands": [[],[],[],[]], "trump": "C", "dealer": 0, "n": -3}',
        '{"id": "\\ud800", "hands": []}',
        '{"id": NaN, "n": Infinity, "hands": [], "trump": "C"}',
    ],
)
def test_nonsense_is_a_problem_not_a_crash(text: str) -> None:
    checked_games = read(text)
    assert checked_games
    assert not any(checked.valid for checked in checked_games)
    json.dumps([summary(checked) for checked in checked_games], ensure_ascii=False).encode()


def test_one_bad_line_among_good_ones() -> None:
    lines = [json.dumps(given) for given in ORACLE["rounds"][:4]]
    lines[1] = lines[1][:-5]
    checked_games = read("\n".join(lines))
    assert [checked.valid for checked in checked_games] == [True, False, True, True]
    row = summary(checked_games[1])
    assert (row["game"], row["error"]["code"], row["error"]["line"]) == ("file:2", "bad-json", 2)


def test_an_illegal_card_in_a_line_has_that_lines_number() -> None:
    bad = changed("tricks", 0, "plays", 1, 2, to="JC")
    checked_games = read(json.dumps(ROUND) + "\n\n" + json.dumps(bad) + "\n")
    line, column, _ = checked_games[1].problems[0].position
    assert line == 3
    assert json.dumps(bad)[column - 1 :].startswith('[1, ["JS", "QS"], "JC"]')


def test_positions_are_judged_too() -> None:
    given = ORACLE["knowledge"][0]
    wrong = {**given, "plays": [[1, "AC"], [2, "KS"], [3, "QH"], [0, "KD"]]}
    checked = one(wrong)
    assert (checked.problems[0].code, checked.problems[0].turn) == ("must-follow", 3)
    both = read({"rounds": [ROUND], "knowledge": [given, wrong]})
    assert [checked.label for checked in files.to_score(both)] == ["r002", given["id"]]
    moved = {**given, "voids": {"2": "C"}}
    assert one(moved).valid
    assert [problem.code for problem in one(moved, compare=True).problems] == ["result-differs"]


def test_stock_is_recognised_and_can_be_named() -> None:
    state = deal(shuffle(Terms(3, 13), 1, Dice(5)))
    while options := list(legal(state)):
        state = play(state, options[0])
    game = BoerenRecord.replay(state.setup, tuple(actions_of(state)), id="s1")
    row = round_json(game)
    assert row["pack"] == 52
    assert one(row).game == game
    del row["pack"]
    assert one(row).game == game
    assert "52" in one(row).notices[0]


def test_rules_of_the_caller_overrule_the_files() -> None:
    free = changed("bids", 3, 2, to=3)
    free["tricks"] = []
    assert one(free).problems[0].code == "dealer-bid"
    assert one({**free, "rules": {"dealer_change": "none"}}).valid
    assert one({**free, "rules": "author"}).problems[0].code == "dealer-bid"
    assert one({**free, "rules": "author"}, rules=Rules(dealer_change="none")).valid


def test_a_line_for_people() -> None:
    assert sentence(one(ROUND)) == (
        "r002: valid; 4 cards, hearts trump, 20 turns; North 1 trick, -2 points, East 1 trick, -2 points, "
        "South 2 tricks, -2 points, West 0 tricks, -2 points"
    )
    assert sentence(one(changed("tricks", 0, "plays", 1, 2, to="JC"))).startswith(
        "r002: INVALID, as of its last valid"
    )
    assert sentence(one("{}")) == "file:1: cannot be read"


def test_recognised() -> None:
    assert files.recognise(TEXT)
    assert files.recognise(json.dumps(ROUND))
    assert files.recognise("# a log\n\nBoeren Bridge\n")
    assert files.recognise("Cards 3\n")
    assert files.recognise("Players Ann Bob C D\nRules text\nP0 holds AS\n")
    assert not files.recognise("Players 2\nCard Red 1\nP0 plays 3\n")
    assert not files.recognise('{"players": ["a"], "deck": [], "actions": []}')


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sampled_from(["text", "author", "fifteen", "turn_up"]), st.integers(0, 4))
def test_written_matches_are_read_again(seed: int, name: str, cut: int) -> None:
    rules = Rules(schedule="2-1/20", trump="turn_up") if name == "turn_up" else rule_set(name)
    match, dice, games = Match.shuffled(Dice(seed), rules), Dice(seed, stream=1), []
    for number, setup in enumerate(match.setups[:3]):
        state = deal(setup)
        for _ in range(4 * (setup.terms.hand_size + 1) - cut):
            options = list(legal(state))
            if not options:
                break
            state = play(state, options[dice.below(len(options))])
        names = ("Ann", 'Q"uo\\te', "♠", "Ann") if cut else ()
        games.append(
            BoerenRecord.replay(
                setup, tuple(actions_of(state)), names, None if cut == 1 else f"round {number}"
            )
        )
    checked_games = read(json_file.write(*games).text, compare=True)
    assert [checked.game for checked in checked_games] == games
    assert all(checked.valid for checked in checked_games)
