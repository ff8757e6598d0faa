"""Messages of the checker: names, types, hooks, parameters, and rules that are never reached."""

from pathlib import Path

import pytest
from conventions.example_conventions import convention_from

from handsight.conventions.convention_loader import (
    CheckedConvention,
    check_convention,
    check_source,
    load_convention,
)
from handsight.conventions.interpreter.convention_player import find_stuck_position
from handsight.conventions.library import Source, find_source, path_or_name, shipped
from handsight.errors import InputError, UnknownNameError

FILE = """convention house uses minimal
  "A house."

{statements}
  update
{updates}
  act
{acts}
"""


def checked(acts: str = "", updates: str = "", statements: str = "") -> CheckedConvention:
    text = FILE.format(acts=f"    {acts}", updates=f"    {updates}", statements=f"  {statements}")
    return check_source(Source("house", text))


# A statement and what is said of it; ~ stands under the place.
WRONG = [
    # ---- names
    ("acts", "x, before play: play my frontmost card with XX", "there is no flag XX"),
    ("acts", "x, before play: play my frontmost card with IQ", "did you mean IP?"),
    ("acts", "x, before play: play my frontmost playabel card", "did you mean `playable`?"),
    ("acts", "x, before play: play d, for every card c of mine", "`d` is not known here"),
    ("acts", "x, before play: play c, for every card c of mine, if rnk of c is 5", "did you mean `rank of`?"),
    ("acts", "x, before play: play my frontmost card, if stikes is 0", "did you mean `strikes`?"),
    ("acts", "x, before ply: play my frontmost card", "did you mean `play`?"),
    ("acts", "x, replaces nothing: play my frontmost card", "there is no act rule `nothing`"),
    ("acts", "x, narrows nothing: if strikes is 0", "there is no act rule `nothing`"),
    ("acts", "play: play my backmost card", "write `play, replaces play: …`"),
    ("acts", "x, before play: play playable, for every card playable of mine", "already has a meaning"),
    ("updates", "x: after a blunder, every card gains IP", "no event is called `blunder`"),
    ("updates", "x: after a discrd, every card gains IP", "did you mean `after a discard`?"),
    ("statements", "without stal", "did you mean `stall`?"),
    ("statements", "set odrer = rank", "did you mean `order`?"),
    ("statements", "set order = weight", "expected position or rank"),
    ("statements", "param order = 5", "there is another parameter `order`"),
    ("statements", 'flag IP "something else"', "there is another flag `IP`"),
    ("statements", "call a card c playable if c has IP", "already has a meaning"),
    ("statements", "move play after play", "itself"),
    ("updates", "x: after a clue, the touched card might be playable", "did you mean `may be`?"),
    ("updates", "x: after a clue, the touched card may be a 5 or playable", "define it by `call`"),
    # ---- types
    ("acts", "x, before play: play my frontmost card, if strikes is playable", "said of cards and values"),
    ("acts", "x, before play: play strikes", "only cards of your own hand"),
    ("acts", "x, before play: play my frontmost card, if strikes", "expected a condition"),
    (
        "acts",
        "x, before play: play my frontmost card, if the next hand is below 3",
        "only numbers are compared",
    ),
    ("acts", "x, before play: play my frontmost card, if strikes is the next hand", "cannot be a hand"),
    ("acts", "x, before play: play the backmost card of the next hand", "only cards of your own hand"),
    ("acts", "x, before play: give c, for every card c of mine", "you give a clue"),
    (
        "acts",
        "x, before play: clue the suit of the backmost card of the next hand",
        "say `clue the rank of …`",
    ),
    ("acts", "x, before play: play my frontmost card that I know touches", "unexpected `"),
    ("acts", "x, before play: play my frontmost card, if the clue is a number clue", "gives no clue"),
    ("acts", "x, before play: clue making c IP, for a touched card c in other hands", "say it in an `if`"),
    ("acts", "x, before play: play my frontmost card, if no hand touches c", "`c` is not known here"),
    (
        "acts",
        "x, before play: clue making c IP, for a card c in other hands, if I know c is playable",
        "you see this card",
    ),
    ("acts", "x, before play: clue making c IP, for a card c in any hand", "another hand"),
    ("acts", "x, before play: play my frontmost card, even if untrue", "only a clue can be untrue"),
    ("acts", "x, before play: give k, for a clue k, if k leaves strikes IP", "makes a card carry flags"),
    (
        "acts",
        "x, before play: give k, for a clue k, if k leaves some card in any hand IQ",
        "did you mean IP?",
    ),
    ("acts", 'x, narrows point: if strikes is 0 "we are well"', "needs no reason"),
    ("acts", "x, before play: play no card of mine", "one action cannot be about `no`"),
    ("acts", "x, before play: if strikes is 0", "does nothing"),
    ("acts", "x, narrows point: play my frontmost card", "says only `if …`"),
    (
        "acts",
        "x, before play: play my frontmost card, if some card in every hand has IP",
        "say `in any hand`",
    ),
    ("acts", "x, before play: discard my card in other hands", "my cards are in my hand"),
    ("updates", "x: a card with IP loses IP", "`the … card` for one"),
    ("updates", "x: every touched card gains IP", "begin the rule with `after a clue,`"),
    (
        "updates",
        "x: every card gains IP, if rank of the played card is 5",
        "begin the rule with `after a play`",
    ),
    ("updates", "x: every card gains IP and loses IP", "both gain and lose"),
    ("updates", "x, narrows point: every card loses IP", "only act rules"),
    # ---- words of the file
    ("statements", "call a value v odd if v is odd\n  flag XX promises odd", "`odd` is defined by itself"),
    ("statements", "let late be late\n  flag XX promises late", "not a word for a value"),
    (
        "statements",
        "call a card c marked if c has IP\n  flag XX promises marked",
        "said of a card, not of a value",
    ),
]


@pytest.mark.parametrize(("where", "statement", "said"), WRONG, ids=[case[1][:70] for case in WRONG])
def test_a_mistake_is_named(where: str, statement: str, said: str) -> None:
    found = checked(**{where: statement})
    assert found.convention is None
    assert any(said in problem.message for problem in found.problems), found.problems
    assert all(problem.position and problem.position.line > 1 for problem in found.problems), found.problems


NINES = "9" * 5_000
MOST = 2**53 - 1
LARGE = {  # ~ stands before the place
    "digits": f"clues left is below ~{NINES}",
    "decimals": f"clues left is below ~{NINES}.5",
    "one too many": f"clues left is below ~{MOST + 1}",
    "rank": f"my frontmost card could be ~a {NINES}",
    "product": "~clues left * 4000000000 * (turn + 4000000000) is at least 0",
    "sum": f"~turn + {MOST} is above 0",
    "difference": f"~turn - {MOST} is above 0",
    "quotient": "~turn / 0.0000000000001 is above 0",
    "quotient of constants": f"turn is above ~{MOST} / 0.{'0' * 307}1",
}


@pytest.mark.parametrize("condition", LARGE.values(), ids=LARGE)
def test_numbers_too_large_to_count_exactly_are_refused_at_their_place(condition: str) -> None:
    rule = f"x, before play: play my frontmost card, if {condition}"
    (problem,) = checked(rule.replace("~", "")).problems
    assert "too large to count with" in problem.message
    assert problem.position is not None
    assert (problem.position.line, problem.position.column) == (8, 5 + rule.index("~"))


@pytest.mark.parametrize("value", ["inf", "nan", "1e30", "-1e30"])
def test_a_parameter_is_a_number_that_can_be_counted_with(value: str) -> None:
    with pytest.raises(InputError, match="`risk` cannot be"):
        load_convention(f"minimal +gamble risk={value}")


RIGHT = [
    ("acts", f"x, before discard: play my frontmost card, if {MOST} is at least turn * turn * turn / 9"),
    ("acts", "x, before discard: play my frontmost card that could be playable, if strikes is 0"),
    ("acts", "x, before discard: discard my frontmost card that is surely trash"),
    (
        "acts",
        (
            "x, before discard: discard c, for every card c of mine, if c could be a copy of some card in "
            "other hands"
        ),
    ),
    (
        "acts",
        (
            "x, before discard: give k, for a number clue k to the next hand (highest number of cards "
            "touched by k first)"
        ),
    ),
    (
        "acts",
        (
            "x, before discard: play my frontmost card, if chance that c is playable by promise is at least "
            "1 / 2, for the frontmost card c of mine"
        ),
    ),
    (
        "acts",
        "x, before discard: play my frontmost card, if turns left is at most 3 and best score is above score",
    ),
    (
        "acts",
        (
            "x, before discard: discard c, for every card c of mine (highest back index of c first), if "
            "front index of c is above 1 and hand offset of c is 0"
        ),
    ),
    (
        "acts",
        (
            "x, before discard: clue the colour of c, for the frontmost playable card d in other hands, for "
            "a card c in the hand of d"
        ),
    ),
    ("acts", "x, before discard: discard my backmost card, if number of players is 2"),
    (
        "acts",
        (
            "x, before discard: clue making c IP, for another hand s, for the frontmost playable card c in "
            "s, if s has no IP"
        ),
    ),
    (
        "acts",
        (
            "x, before discard: give k, for a clue k, if k touches some card in other hands and target of k "
            "is the next hand"
        ),
    ),
    ("acts", "x, before discard: give k, for a clue k, if k leaves no playable card in other hands IP"),
    ("acts", 'x, before discard: discard my backmost card, if deck left is 3 "there is time: a little"'),
    ("acts", "x, narrows every clue: if number of touched cards is below 4"),
    ("updates", "x, last: after a play, every card with IP loses IP, if rank of the played card is 5"),
    ("updates", "x, last: after a strike, every card that could not be needed loses IP"),
    (
        "updates",
        "x, last: in every hand s, the backmost card gains IP, if s has no IP and size of s is above 2",
    ),
    ("updates", "x, first: after the deal, the first card gains IP, if some value is critical"),
    ("updates", "x, last: after a number clue, every touched card gains IP, if rank of the clue is above 3"),
    (
        "updates",
        (
            "x, last: after a clue, every card in the next hand loses IP, unless the next hand is target of "
            "the clue"
        ),
    ),
]


@pytest.mark.parametrize(("where", "statement"), RIGHT, ids=[case[1][:70] for case in RIGHT])
def test_a_convention_without_problems_can_be_played(where: str, statement: str) -> None:
    found = checked(**{where: statement})
    assert not found.problems, found.problems[0]
    assert found.convention is not None
    assert find_stuck_position(found.convention, games=2) is None


# ---- ideas, hooks, parameters


def acts(spec: str) -> list[str]:
    return [rule.name for rule in load_convention(spec).acts]


def test_rules_go_where_their_hooks_say() -> None:
    text = """convention house uses minimal
  act
    aa, before point: play my frontmost card, if strikes is 0 and deck left is 3
    b, after play: play my frontmost card, if strikes is 0 and deck left is 4
    c, after play: play my frontmost card, if strikes is 0 and deck left is 5
    d, first: play my frontmost card, if strikes is 0 and deck left is 6
    e, last: play my frontmost card
    f: play my frontmost card, if strikes is 0 and deck left is 7
    g, replaces stall: clue the colour of the backmost card of the previous hand, even if untrue
"""
    convention = convention_from(text)
    names = [rule.name for rule in convention.acts]
    assert names == ["d", "play", "b", "c", "aa", "point", "discard", "g", "f", "e"]
    assert convention.flat.origins["act"]["b"] == "house"
    assert convention.flat.origins["act"]["play"] == "minimal"


def test_a_whole_idea_goes_where_its_user_wants_it() -> None:
    text = "convention house uses minimal, gamble after play, known-trash\n"
    convention = convention_from(text)
    assert [rule.name for rule in convention.acts] == ["play", "gamble", "point", "tidy", "discard", "stall"]
    assert convention.flat.uses == ("minimal", "gamble", "known-trash", "house")


def test_rules_are_left_out_and_moved() -> None:
    assert acts("save-clues -save-next save>point") == ["play", "point", "save", "discard", "stall", "last"]
    assert acts("save-clues point<play")[:3] == ["save-next", "point", "play"]
    assert "save" in [rule.name for rule in load_convention("save-clues -act:save").updates]
    assert "save" not in [rule.name for rule in load_convention("save-clues -save").updates]


def test_others_hook_on_to_what_is_left_out() -> None:
    assert acts("minimal +known-plays -play") == ["known", "point", "discard", "stall"]


def test_a_narrowing_rule_can_be_left_out() -> None:
    assert load_convention("minimal +no-duplicates -no-copy").core == load_convention("minimal").core


def test_words_that_change_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="is no change"):
        load_convention("minimal nonsense")


def test_an_unknown_convention_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match="did you mean minimal"):
        load_convention("minimul")
    with pytest.raises(InputError, match="no such file"):
        load_convention("nowhere/house.convention")


def test_files_in_a_ring_are_refused(tmp_path: Path) -> None:
    for one, other in (("one", "two"), ("two", "one")):
        (tmp_path / f"{one}.convention").write_text(f"convention {one} uses {other}\n")
    problems = check_convention(str(tmp_path / "one.convention")).problems
    assert "in a cycle" in problems[0].message


def test_a_mistake_in_a_used_file_names_that_file(tmp_path: Path) -> None:
    (tmp_path / "bad.convention").write_text("idea bad\n  act\n    x: play my frontmost odd card\n")
    (tmp_path / "house.convention").write_text("convention house uses minimal, bad\n")
    problem = check_convention(str(tmp_path / "house.convention")).problems[0]
    assert "bad.convention" in problem.message
    assert problem.position is not None
    assert problem.position[:2] == (3, 26)


# ---- reached, and total


@pytest.mark.parametrize("name", shipped())
def test_what_ships_is_whole(name: str) -> None:
    found = check_convention(name)
    assert not found.problems
    assert not found.warnings


UNREACHED = [
    (
        "last: play my backmost card\n    x: discard my frontmost card",
        "`last` is never reached: before it `discard` and `stall` always apply",
    ),
    ("x: discard my backmost card, if strikes is 0", "before it `discard` always applies"),
    ("x, after play: play my frontmost card with IP, if strikes is 0", "before it `play` always applies"),
    ("x, before play: play my frontmost card, if strikes is above 3", "it never applies"),
    ("x, before play: play my frontmost card, if clues left is 3 and clues left is 4", "it never applies"),
    ("x, before play: play my frontmost card with XX", "because no update rule gives XX"),
]


@pytest.mark.parametrize(("act", "said"), UNREACHED, ids=[case[0][:60] for case in UNREACHED])
def test_a_rule_that_is_never_reached_is_reported(act: str, said: str) -> None:
    found = checked(acts=act, statements="flag XX")
    messages = [problem.message for problem in (*found.problems, *found.warnings)]
    assert any(said in message for message in messages), messages


def test_within_one_file_it_is_a_mistake_and_between_files_a_warning() -> None:
    assert checked(acts="x: discard my backmost card, if strikes is 0").warnings
    alone = "convention aa\n  act\n    x: play my backmost card\n    y: play my frontmost card\n"
    assert check_source(Source("aa", alone)).problems[0].code == "unreachable"


def test_a_convention_that_may_not_act_gets_a_warning_and_an_example() -> None:
    found = check_convention("minimal -stall")
    assert "`clues left` is 8" in found.warnings[0].message
    assert found.convention is not None
    stuck = find_stuck_position(found.convention)
    assert stuck is not None
    assert "8 clues left" in stuck


def test_cases_are_distinguished_by_what_rules_compare() -> None:
    whole = """convention aa
  act
    x: play my backmost card, if clues left is above 5
    y: discard my backmost card, if clues left is at most 5
    z: clue the rank of the backmost card of the next hand, if clues left is below 6, even if untrue
"""
    assert not check_source(Source("aa", whole)).warnings
    gap = whole.replace("at most 5", "at most 4").replace("below 6", "below 5")
    assert "`clues left` is 5" in check_source(Source("aa", gap)).warnings[0].message


def test_an_idea_alone_is_tried_on_minimal() -> None:
    assert acts("gamble") == acts("minimal +gamble")


def test_a_file_without_act_rules_is_no_convention() -> None:
    assert check_source(Source("aa", "convention aa\n")).problems[0].code == "no-action"


# ---- what is long, shared or deep

ONE_ACT = "    go: discard my backmost card, if {condition}\n"


def unfolded(first: str, step: str, lines: int, condition: str) -> CheckedConvention:
    """Check definitions that each use the one before."""
    lets = [f"  let v{at} be {step.format(at - 1)}\n" for at in range(1, lines + 1)]
    act = ONE_ACT.format(condition=condition.format(lines))
    text = f'convention house\n  "A house."\n\n  let v0 be {first}\n{"".join(lets)}\n  act\n{act}'
    return check_source(Source("house", text))


def test_definitions_that_are_shared_are_translated_once() -> None:
    """Without sharing, 40 lines would mean 2^40 translations."""
    found = unfolded("clues left is at least 1", "v{0} and v{0}", 40, "v{0}")
    assert found.convention
    alone = unfolded("clues left is at least 1", "v{0}", 0, "v{0}")
    assert alone.convention
    assert found.convention.identity == alone.convention.identity


@pytest.mark.parametrize(
    ("first", "step", "lines", "condition", "message", "line"),
    [
        ("clues left", "v{0} + v{0}", 30, "v{0} is at least 1", "unfold to more than 20,000 parts", 17),
        ("clues left", "v{0} + 1", 900, "v{0} is at least 1", "more than 50 deep; shorten the chain", 855),
        ("clues left", f"{' + '.join(['1'] * 5)} + v{{0}}", 45, "v{0} is at least 1", "", 0),
    ],
)
def test_what_unfolds_too_far_is_an_error_with_a_place(  # noqa: PLR0913, PLR0917  # one case each
    first: str, step: str, lines: int, condition: str, message: str, line: int
) -> None:
    found = unfolded(first, step, lines, condition)
    if not message:
        assert found.convention
        return
    (problem,) = found.problems
    assert message in problem.message
    assert problem.position
    assert problem.position.line == line


@pytest.mark.parametrize("phrase", ["(" * 3000 + "{}" + ")" * 3000, "not " * 3000 + "{}", "({} and ) " * 5])
def test_deep_nesting_is_an_error_with_a_place(phrase: str) -> None:
    act = ONE_ACT.format(condition=phrase.replace("{}", "clues left is at least 1"))
    found = check_source(Source("house", f'convention house\n  "A house."\n\n  act\n{act}'))
    (problem,) = found.problems
    assert problem.position
    assert problem.position.line == 5
    assert "deep" in problem.message or "unexpected" in problem.message


def test_many_rules_are_checked() -> None:
    acts = [f"    r{at}: play my backmost card, if clues left is at least {at % 9}\n" for at in range(2, 900)]
    head = 'convention house\n  "A house."\n\n  act\n'
    found = check_source(Source("house", head + "".join(acts)))
    assert found.convention is None  # most are never reached
    assert len(found.problems) > 500
    assert max(len(problem.message) for problem in found.problems) < 500


def test_an_idea_that_does_not_fit_says_where() -> None:
    text = 'idea mine\n  "Mine."\n\n  act\n    mine, after play: play my frontmost card\n'
    found = check_source(Source("mine", text))
    remarks = [problem for problem in (*found.problems, *found.warnings) if "does not fit" in problem.message]
    assert remarks
    assert all(problem.position and problem.position.line == 1 for problem in remarks)


def test_a_name_that_is_too_long_for_a_file_is_unknown() -> None:
    name = "h-group-" + "9" * 5000
    with pytest.raises(UnknownNameError, match="no convention or idea is called"):
        find_source(name)
    assert path_or_name(name) == name


def test_a_mistyped_section_is_one_mistake() -> None:
    text = """convention house uses h-group-1
  "A house."

  laws
    apart:  no card with TO is a copy of another card with TO

  updats
    x, after colour:  after a clue, every card with FO may be playable
"""
    problems = check_source(Source("house", text)).problems
    assert [problem.message for problem in problems] == [
        "no statement begins with `laws`; did you mean `law`?",
        "no statement begins with `updats`; did you mean `update`?",
    ]


def test_what_is_quoted_is_short() -> None:
    (problem,) = check_source(Source("game", '{"players":' + "9" * 5_000 + "}")).problems
    assert len(problem.message) < 250
    with pytest.raises(UnknownNameError) as error:
        load_convention("x" * 5_000)
    assert len(str(error.value)) < 1_000


def test_an_unknown_name_may_be_that_of_an_idea() -> None:
    with pytest.raises(UnknownNameError) as error:
        load_convention("blufs")
    said = "no convention or idea is called 'blufs'; did you mean bluffs? (your own: the path of its file)"
    assert str(error.value) == said
