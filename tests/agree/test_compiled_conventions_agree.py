"""Compiled conventions agree with the interpreter: every action, flag and promise at every turn."""

import re
from typing import Any

import pytest
from convention_agreement import agree, run_as_python
from example_cores import operations, random_core, random_law_core, random_reading_core

from bench.batches.open_hands_bot import CHEAT
from handsight.bots.hanabi.convention_bot import convention_bot
from handsight.conventions import Convention, load_convention
from handsight.conventions.compiler import codegen_expressions, compile_convention, source
from handsight.conventions.convention_loader import check_source
from handsight.conventions.core import OPS
from handsight.conventions.library import Source, shipped
from handsight.errors import InputError
from handsight.hanabi import Character, Terms, rule_set, variant
from handsight.hanabi.compiled import play_games
from handsight.hanabi.compiled.game_loop import TURNS
from handsight.lab.hanabi.game_plan import HanabiPlan

EVERYTHING = "careful-saves focus=reading +sense +quiet-stall +forget +known-trash +burn-late +gamble +trust"
COMBINED = [
    "h-group-5 +bluffs +stalls +people +no-self-finesse",
    EVERYTHING,
    "minimal order=rank focus=reading",
    "minimal +tempo +good-touch",
    "minimal +known-plays +known-trash +gamble risk=0.4",
    "save-clues crit=one order=rank",
    "save-clues crit=reachable -save-next +five-save",
    "five-save +no-duplicates +trust +forget",
]
VARIANTS = [
    "No Variant",
    "6 Suits",
    "Rainbow (5 Suits)",
    "Black (6 Suits)",
    "Brown (5 Suits)",
    "Up or Down (5 Suits)",
    "Sudoku (5 Suits)",
    "Clue Starved (5 Suits)",
    "Odds and Evens (5 Suits)",
]
RULES = ["official", "explorer", "stacks", "hanabidata"]
SEEDS, FEW_SEEDS = range(60), range(20)
"""Seeds of the random cores; together these use every operation."""


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*shipped(), *COMBINED])
def test_what_ships_is_read_alike(spec: str) -> None:
    core = load_convention(spec).core
    bot = run_as_python(core)
    for players in range(2, 7):
        rules = rule_set(RULES[players % len(RULES)])
        agree(core, bot, Terms(players, rules=rules), len(spec), stray=0.1 * (players - 2), most=40)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("spec", ["minimal", "save-clues", EVERYTHING])
def test_variants_are_read_alike(spec: str, name: str) -> None:
    core = load_convention(spec).core
    bot = run_as_python(core)
    players = 2 + len(spec) % 4
    agree(core, bot, Terms(players, variant(name), rule_set(RULES[players - 2])), len(name), stray=0.1)


@pytest.mark.parametrize(
    "options",
    [
        {"card_cycle": True},
        {"deck_plays": True},
        {"empty_clues": True},
        {"all_or_nothing": True},
        {"hand_size": 3},
    ],
    ids=str,
)
def test_options_are_read_alike(options: dict[str, Any]) -> None:
    core = load_convention(EVERYTHING).core
    agree(core, run_as_python(core), Terms(3, **options), 5, stray=0.2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_cores_are_read_alike(seed: int) -> None:
    core = random_core(seed)
    terms = Terms(2 + seed % 3, variant(VARIANTS[seed % 4]), rule_set(RULES[seed % 3]))
    agree(core, run_as_python(core), terms, seed, stray=0.3, most=20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_open_readings_are_read_alike(seed: int) -> None:
    core = random_reading_core(seed)
    terms = Terms(2 + seed % 4, variant(VARIANTS[seed % 4]), rule_set(RULES[seed % 3]))
    agree(core, run_as_python(core), terms, seed, stray=0.3, most=30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", FEW_SEEDS)
def test_several_laws_are_read_alike(seed: int) -> None:
    core = random_law_core(seed)
    assert len(core.laws) in (2, 3)
    terms = Terms(2 + seed % 4, variant(VARIANTS[seed % 4]), rule_set(RULES[seed % 3]))
    agree(core, run_as_python(core), terms, seed, stray=0.3, most=20, by_promise=True)


HOUSE = """convention house
  flag TO
  flag UP promises playable
  flag CH
  {head}
  update
    touch: after a clue, every touched card gains TO
    chop: in every hand without CH, the backmost card without TO gains CH
    {update}
  act
    asked: play my asked card
    sure: play my frontmost card that I know is playable by promise
    ask: give k, for a clue k (highest number of cards asked by k first), if k asks some card
    discard: discard my card with CH
    stall: give k, for a clue k, even if untrue
    last: discard my backmost card
"""
BRIDGE = """missing at most 2
  bridge
    known: a card with TO that is surely a copy of w by promise
    prompt: {prompt} card with TO that could be a copy of w by promise
    finesse: the frontmost card without TO that could be a copy of w
    bluff: the frontmost card c without TO such that (not c is awaited), as any playable value"""
PLAY = "play: after a clue, the frontmost touched card may be a needed value, its missing values bridged"
UP = "up: after a number clue, every touched card gains UP"
LAWS = """
  law
    apart: no card with TO is a copy of another card with TO
    other: no card with CH is a copy of another card with TO
    third: no card with UP and TO is a copy of another card with CH"""
CONSTRUCTS = {
    "laws": (BRIDGE.format(prompt="the frontmost") + LAWS, f"{PLAY}\n    {UP}"),
    "every step": (BRIDGE.format(prompt="every"), PLAY),
    "laws without open readings": (LAWS, UP),
    "drop without open readings": (
        "",
        f"{UP}\n    fix: after a colour clue, drop the readings of the touched card",
    ),
    "a place without open readings": ("", "place: after a play, the frontmost card takes its place"),
    "the hand that a card left": (
        "",
        "left: after a play, every card in the hand of the played card gains UP",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs_are_read_alike(name: str) -> None:
    head, update = CONSTRUCTS[name]
    checked = check_source(Source("house", HOUSE.format(head=head.lstrip(), update=update)))
    assert checked.convention, checked.problems
    core = checked.convention.core
    bot = run_as_python(core)
    for players in range(2, 6):
        terms = Terms(players, rules=rule_set("stacks"))
        agree(core, bot, terms, players, stray=0.1 * (players - 2), most=30, by_promise=True)


def test_a_promise_may_search_all_hands_where_no_rule_does() -> None:
    text = """convention house
  flag TO
  call a value v fresh if v is needed and no card with TO is surely a copy of v
  flag NE promises fresh
  update
    touch: in every hand, the frontmost card gains TO
    new: in every hand, the backmost card gains NE
  act
    sure: play my frontmost card that I know is playable by promise
    stall: give k, for a clue k, even if untrue
    last: discard my backmost card
"""
    convention = check_source(Source("house", text)).convention
    assert convention
    agree(convention.core, run_as_python(convention.core), Terms(3), 1, by_promise=True)


def test_random_cores_use_every_operation() -> None:
    used = set().union(*(operations(random_core(seed)) for seed in SEEDS))
    assert set(OPS) | {"some", "count", "those"} == used
    assert set(OPS) == {*codegen_expressions.OPS, *codegen_expressions.JOINING_OPS}


# ---- compiled in earnest


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["minimal", "circle", "h-group-5", EVERYTHING, 3, 17, 29, 41])
def test_machine_code_reads_alike(spec: int | str) -> None:
    core = load_convention(spec).core if isinstance(spec, str) else random_core(spec)
    for players in range(2, 7):
        terms = Terms(players, variant(VARIANTS[players]), rule_set(RULES[players % len(RULES)]))
        for game in range(4):
            agree(core, compile_convention(core, terms), terms, game, stray=0.1 * game)


def test_machine_code_is_python() -> None:
    for seed in SEEDS[::20]:
        core = random_core(seed)
        agree(core, compile_convention(core, Terms(3)), Terms(3), seed, stray=0.3, most=20)


@pytest.mark.slow
def test_machine_code_has_several_laws() -> None:
    for players, seed in enumerate((0, 13, 46, 59), 2):  # where the second law matters
        core, terms = random_law_core(seed), Terms(players)
        agree(core, compile_convention(core, terms), terms, seed, stray=0.3, by_promise=True)


@pytest.mark.slow
def test_machine_code_plays_beside_other_bots() -> None:
    terms = Terms(3)
    team = [
        *(compile_convention(load_convention(spec).core, terms) for spec in ("minimal", "save-clues")),
        CHEAT,
    ]
    turns = play_games.play(team, terms, 3, seed=4)[:, TURNS].tolist()
    assert turns == [len(play_games.record(team, terms, 4, game).actions) for game in range(3)]


@pytest.mark.slow
def test_one_compiled_bot_serves_all_terms() -> None:
    core = load_convention("minimal").core
    made = {compile_convention(core, Terms(players)) for players in (2, 3)}
    assert len(made | {compile_convention(core, Terms(4, variant("Rainbow (6 Suits)")))}) == 1


def test_the_same_meaning_is_the_same_source() -> None:
    assert source(load_convention("minimal").core) == source(
        load_convention("minimal focus=author order=position").core
    )
    assert source(load_convention("minimal").core) != source(load_convention("minimal order=rank").core)


def many(count: int, join: str, condition: str, rule: str = "many, before play") -> Convention:
    """`minimal` with an act rule that asks many things, each of another turn."""
    asked = join.join(condition.format(turn) for turn in range(count))
    text = f"""convention many uses minimal
  act
    {rule}: discard my frontmost card, if {asked}
"""
    found = check_source(Source("many", text)).convention
    assert found
    return found


@pytest.mark.parametrize(
    ("count", "join", "condition"),
    [
        pytest.param(129, " and ", "turn * 2 is not {}", id="and"),
        pytest.param(399, " or ", "turn * 2 is {}", id="or", marks=pytest.mark.slow),
    ],
)
def test_many_conditions_are_machine_code(count: int, join: str, condition: str) -> None:
    core = many(count, join, condition).core
    agree(core, compile_convention(core, Terms(3)), Terms(3), 1, most=20)


def test_what_is_too_deep_to_compile_is_interpreted(capsys: pytest.CaptureFixture[str]) -> None:
    found = many(150, " and ", "the number of cards of mine with IP is not {}")
    with pytest.raises(InputError, match="too large to compile"):
        compile_convention(found.core, Terms(3))
    assert HanabiPlan((convention_bot("many", found),) * 3, Terms(3)).compiled_bots() is None
    told = capsys.readouterr().err
    assert told.count("many is too large to compile") == 1
    assert "its largest rule is act `many`" in told


def test_the_largest_rule_is_named_by_its_section(capsys: pytest.CaptureFixture[str]) -> None:
    found = many(150, " and ", "the number of cards of mine with IP is not {}", rule="point, replaces point")
    assert "point" in {info.name for info in found.updates}
    assert HanabiPlan((convention_bot("same name", found),) * 3, Terms(3)).compiled_bots() is None
    assert "its largest rule is act `point`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms(3, variant("Throw It in a Hole (5 Suits)")), "hides: the stacks"),
        (Terms(3, variant("Cow & Pig (5 Suits)")), "hides: the clues"),
        (Terms(2, characters=(Character("Follower"), None)), "without characters"),
        (Terms(2, hand_size=8), "room for 7 cards in a hand"),
    ],
)
def test_tables_that_cannot_be_compiled_are_refused(terms: Terms, reason: str) -> None:
    with pytest.raises(InputError, match=re.escape(reason)):
        compile_convention(load_convention("minimal").core, terms)
