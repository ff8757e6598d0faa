"""The core: files that mean the same have equal cores, and so has their flat file."""

from collections.abc import Iterator

import pytest
from conventions.example_conventions import convention_from
from msgspec import msgpack

from handsight.conventions.convention_loader import load_convention
from handsight.conventions.core import OPS, Act, Bind, Core, Each, Expr, Term, Update, identity
from handsight.conventions.interpreter.evaluate_core import OPERATIONS
from handsight.conventions.library import shipped
from handsight.conventions.normal_form import subexpressions

SPECS = [
    *shipped(),
    "minimal order=rank",
    "minimal focus=reading",
    "save-clues crit=one",
    "careful-saves focus=reading +sense +quiet-stall +forget +known-trash +burn-late",
]
BASE = """convention {name}
  flag IP promises playable
{words}
  update
    {update}
  act
    {act}
    discard: discard my backmost card
    last: play my backmost card
"""
UPDATE = "point: after a clue, the frontmost touched card without IP gains IP"
ACT = "play: play my frontmost card with IP"


def core_of(act: str = ACT, update: str = UPDATE, words: str = "", name: str = "one") -> Core:
    return convention_from(BASE.format(name=name, words=words, update=update, act=act), name).core


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_the_flat_file_means_the_same(spec: str) -> None:
    convention = load_convention(spec)
    again = convention_from(convention.text, "again")
    assert again.core == convention.core
    assert again.identity == convention.identity


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_what_is_shown_can_be_read_again(spec: str) -> None:
    convention = load_convention(spec)
    assert convention_from(convention.annotated_text(), "again").core == convention.core


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_a_core_travels(spec: str) -> None:
    core = load_convention(spec).core
    assert msgpack.decode(msgpack.encode(core), type=Core) == core
    assert hash(core) == hash(load_convention(spec).core)


SAME = [
    (
        "names of rules and files",
        {"act": ACT, "name": "one"},
        {"act": ACT.replace("play:", "go:"), "name": "two"},
    ),
    (
        "names of variables",
        {"act": "x: play c, for every card c of mine with IP"},
        {"act": "x: play d, for every card d of mine with IP"},
    ),
    (
        "a qualifier and an if",
        {"act": "x: play c, for every card c of mine with IP"},
        {"act": "x: play c, for every card c of mine, if c has IP"},
    ),
    (
        "the order of conditions",
        {"act": "x: play my frontmost card, if strikes is 0 and deck left is 0"},
        {"act": "x: play my frontmost card, if deck left is 0, if strikes is 0"},
    ),
    (
        "not twice",
        {"act": "x: play my frontmost card, if not not strikes is 0"},
        {"act": "x: play my frontmost card, unless strikes is not 0"},
    ),
    (
        "the natural order said",
        {"act": "x: clue making c IP, for a playable card c in other hands (by seat, from the front)"},
        {"act": "x: clue making c IP, for a playable card c in other hands"},
    ),
    (
        "a word and its meaning",
        {
            "words": "  call a value v good if v is playable",
            "act": "x: clue making c IP, for a good card c in other hands",
        },
        {"act": "x: clue making c IP, for a playable card c in other hands"},
    ),
    (
        "trash and not needed",
        {"act": "x: discard my frontmost card that I know is trash"},
        {"act": "x: discard my frontmost card that I know is not needed"},
    ),
    (
        "below and above",
        {"act": "x: play my frontmost card, if strikes is below 2"},
        {"act": "x: play my frontmost card, if 2 is above strikes"},
    ),
    (
        "arithmetic",
        {"act": "x: play my frontmost card, if strikes is below 1 + 1"},
        {"act": "x: play my frontmost card, if strikes is below 4 / 2"},
    ),
    (
        "every and no",
        {"act": "x: play my frontmost card, if every card in other hands is trash"},
        {"act": "x: play my frontmost card, if no card in other hands is needed"},
    ),
    (
        "colour and color",
        {"update": "point: after a colour clue, the frontmost touched card gains IP"},
        {"update": "point: after a color clue, the frontmost touched card gains IP"},
    ),
]


@pytest.mark.parametrize(("one", "other"), [case[1:] for case in SAME], ids=[case[0] for case in SAME])
def test_equal_meaning_is_equal_value(one: dict[str, str], other: dict[str, str]) -> None:
    assert core_of(**one) == core_of(**other)
    assert identity(core_of(**one)) == identity(core_of(**other))


OTHERWISE = [
    "x: play my backmost card with IP",
    "x: discard my frontmost card with IP",
    "x: play my frontmost card without IP",
    "x: play my frontmost card with IP, if strikes is 0",
]


@pytest.mark.parametrize("act", OTHERWISE)
def test_another_meaning_is_another_value(act: str) -> None:
    assert identity(core_of(act=act)) != identity(core_of())


def test_a_parameter_leaves_no_trace() -> None:
    assert load_convention("minimal order=position").core == load_convention("minimal").core
    assert load_convention("minimal order=rank").core != load_convention("minimal").core


def test_an_idea_that_ships_twice_counts_once() -> None:
    assert (
        load_convention("minimal +no-duplicates +no-duplicates").core == load_convention("no-duplicates").core
    )


def test_every_operation_has_a_meaning() -> None:
    assert set(OPERATIONS) | {"and", "or"} == set(OPS)


def rules(core: Core) -> list[Act | Update]:
    return [*core.acts, *core.updates]


def used(core: Core) -> Iterator[Expr | Each]:
    for rule in rules(core):
        for step in rule.steps:
            yield from subexpressions(step)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_variables_are_numbered_by_how_many_are_bound_around_them(spec: str) -> None:
    def check(expr: Expr | Each, depth: int) -> None:
        if isinstance(expr, Each):
            assert expr.var == depth
            check(expr.where, depth + 1)
        elif isinstance(expr, Bind):
            check(expr.each, depth)
            check(expr.then, depth + 1)
        elif isinstance(expr, Term):
            for arg in expr.args:
                check(arg, depth)

    for rule in rules(load_convention(spec).core):
        depth = 0
        for step in rule.steps:
            check(step, depth)
            depth += isinstance(step, Each)


def test_terms_have_as_many_arguments_as_their_operation() -> None:
    for spec in SPECS:
        for part in used(load_convention(spec).core):
            if isinstance(part, Term) and "…" not in OPS[part.op].args:
                assert len(part.args) == len(OPS[part.op].args)
