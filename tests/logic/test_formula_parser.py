"""Parsing and printing formulas: text parses back, errors have positions, deep nesting is no problem."""

import copy
import doctest
import pickle
from importlib import import_module
from pkgutil import walk_packages
from random import Random

import logic.reference_semantics as reference
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError, TooLargeError
from handsight.logic.files.json_cases import formula_from_json
from handsight.logic.formulas.formula import MAX_LENGTH

random = st.randoms(use_true_random=False)


def formulas(depth: int = 4) -> st.SearchStrategy[L.Formula]:
    return random.map(lambda d: reference.random_formula(d, depth, values=True))


@settings(deadline=None)
@given(formulas())
def test_text_and_unicode_parse_back(formula: L.Formula) -> None:
    assert L.parse(str(formula)) is formula
    assert L.parse(L.formula_text(formula, "unicode")) is formula


@settings(deadline=None)
@given(formulas())
def test_json_and_pickles_come_back(formula: L.Formula) -> None:
    assert formula_from_json(reference.formula_to_json(formula)) is formula
    assert pickle.loads(pickle.dumps(formula)) is formula  # noqa: S301 our own


@settings(max_examples=60, deadline=None)
@given(formulas(3))
def test_no_needless_brackets_are_printed(formula: L.Formula) -> None:
    text = str(formula)
    opened: list[int] = []
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")":
            start = opened.pop()
            if start and text[start - 1].isalnum():
                continue  # one(…): the bracket belongs to the word
            bare = f"{text[:start]} {text[start + 1 : place]} {text[place + 1 :]}"
            assert _or_none(bare) is not formula, bare


def _or_none(text: str) -> L.Formula | None:
    try:
        return L.parse(text)
    except InputError:
        return None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("~p & q | r -> s", "~p & q | r -> s"),
        ("((p -> q) -> r) -> (s -> t)", "((p -> q) -> r) -> s -> t"),
        ("(p <-> q) <-> (r <-> s)", "p <-> q <-> (r <-> s)"),
        ("p & (q & r) ^ (s ^ t)", "p & q & r ^ s ^ t"),
        ("K[a] (p) & (K[b] (p & q))", "K[a] p & K[b] (p & q)"),
        ("has( N , QH ) & owner(QH)=N", "has(N,QH) & owner(QH)=N"),
        ("C[b,a,b] p", "C[a,b] p"),
        (
            "[!p] [?!q] [b,a ?!r] <!p> [m:e] <m:0> one(p, (q))",
            "[!p] [?!q] [a,b ?!r] <!p> [m:e] <m:0> one(p, q)",
        ),
        ("K & Kw -> M | Kv[a] C", "K & Kw -> M | Kv[a] C"),
        ("true ^ false -- said nobody\n & p", "true ^ false & p"),
        ("p'&q''", "p' & q''"),
        ("¬p ∧ ⊤ → ⟨!q⟩ ⊥", "~p & true -> <!q> false"),
    ],
)
def test_parsing_and_printing(text: str, written: str) -> None:
    assert str(L.parse(text)) == written


def test_precedence() -> None:
    p, q, r, s, t = L.atoms("p q r s t")
    assert L.parse("~p & q ^ r | s -> t <-> p") is L.iff((((~p & q) ^ r) | s) >> t, p)
    assert L.parse("p -> q -> r") is p >> (q >> r)
    assert L.parse("K[a] p & q") is L.K("a", p) & q
    assert L.parse("[!p] q & r") is L.announce(p, q) & r


def test_a_formula_is_one_value() -> None:
    p, q = L.atoms("p q")
    assert L.all_of([p]) is p
    assert L.all_of([]) is L.TRUE
    assert L.any_of([]) is L.FALSE
    assert L.xor_of([p, L.xor_of([q, p])]) is L.parse("p ^ q ^ p")
    assert copy.copy(p) is copy.deepcopy(p) is p
    assert repr(L.K("a", p)) == "parse('K[a] p')"
    with pytest.raises(AttributeError, match="immutable"):
        p.op = "or"
    with pytest.raises(TypeError, match="holds"):
        bool(p)
    with pytest.raises(TypeError, match="parse"):
        L.Formula()


@pytest.mark.parametrize("name", ["1", "true", "one", "", "p q", "p(", "p()", "p-q", "p(q(r))"])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot name an atom"):
        L.atom(name)


def test_a_group_needs_members() -> None:
    with pytest.raises(InputError, match="at least one agent"):
        L.C([], L.TRUE)


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("", 1, 1, "expected a formula"),
        ("p &", 1, 4, "the text ends too early; expected a formula"),
        ("p & & q", 1, 5, "unexpected '&'; expected a formula"),
        ("(p\n & q", 2, 5, "expected ')'"),
        ("K[a p", 1, 5, "expected ']'"),
        ("K a p", 1, 3, "write K[a]"),
        ("1 & p", 1, 1, "names are words"),
        ("p and q", 1, 3, "write & for and"),
        ("p => q", 1, 4, "write -> for implies"),
        ("!p", 1, 1, "write ~ for not"),
        ("p || q", 1, 4, "write | for or"),
        ("[p] q", 1, 3, "expected ',', ':' or '?!'"),
        ("K[] p", 1, 3, "expected a name"),
        ("<!p] q", 1, 4, "expected '>'"),
        ("one()", 1, 5, "expected a formula"),
        ("p & one", 1, 5, "cannot name an atom"),
        ("p\n& q\n & )", 3, 4, "expected a formula"),
        ("p $ q", 1, 3, "expected an operator"),
    ],
)
def test_errors_have_a_position(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        L.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert said in str(caught.value)
    drawn = str(caught.value).splitlines()
    assert drawn[-1].index("^") == column + 3


MODEL = L.ExplicitModel.of(
    range(2),
    sees={"ann": bool, "bob": bool},
    atoms={"muddy(ann)": bool, "muddy(bob)": bool},
    values={"x": int},
)


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("K[bo] muddy(ann)", 3, "unknown agent 'bo'; did you mean 'bob'?"),
        ("K[bob] mudy(ann)", 8, "unknown atom 'mudy(ann)'; did you mean 'muddy(ann)'?"),
        ("C[ann,carl] true", 7, "unknown agent 'carl'"),
        ("x=7", 3, "unknown value of x '7'; write 0 or 1"),
        ("Kv[ann] y", 9, "unknown variable 'y'"),
        ("[m:e] true", 2, "unknown event model 'm'; none is declared"),
    ],
)
def test_unknown_names_have_a_position_and_a_suggestion(text: str, column: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        L.parse(text, MODEL)
    assert caught.value.column == column
    assert said in str(caught.value)
    with pytest.raises(InputError, match="unknown"):
        MODEL.count(L.parse(text))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "~K[ann] (" * 3000 + "p" + ")" * 3000,
        "(" * 3000 + "p" + ")" * 3000,
        "(p & " * 3000 + "q" + ")" * 3000,
        "p -> (" * 3000 + "q" + ")" * 3000,
        "[!p] " * 3000 + "q",
        "~" * 3000 + "p",
    ],
    ids=["K", "brackets", "and", "implies", "announcements", "not"],
)
def test_deep_formulas_are_parsed_printed_and_evaluated(text: str) -> None:
    formula = L.parse(text)
    assert L.parse(str(formula)) is formula
    model = L.ExplicitModel.of(range(4), sees={"ann": bool}, atoms={"p": bool, "q": (2).__le__})
    assert 0 <= model.count(formula) <= 4
    assert formula_from_json(reference.formula_to_json(formula)) is formula


def test_an_error_in_a_deep_formula_has_a_position() -> None:
    with pytest.raises(InputError, match=r"column 6001: the text ends too early; expected '\)'"):
        L.parse("(" * 3000 + "p" + ")" * 2999 + " ")


def test_too_long_is_refused() -> None:
    with pytest.raises(TooLargeError, match="is the most"):
        L.parse("p" * 1_000_001)
    formula = L.atom("p")
    for _ in range(40):
        formula = formula >> formula
    assert formula.size > MAX_LENGTH
    with pytest.raises(TooLargeError, match="is the most"):
        str(formula)
    assert MODEL.with_actual(0).holds(L.parse("true")) is True


def test_a_formula_with_shared_parts_is_evaluated_once_each() -> None:
    formula = L.atom("muddy(ann)")
    for _ in range(200):
        formula = formula >> formula
    assert MODEL.valid(formula)


def test_random_words_never_crash() -> None:
    throw = Random(0)
    words = [
        *"pqa()&|^~,=3>] \n∧🙂",
        "->",
        "<->",
        "K[",
        "[!",
        "[?!",
        "<!",
        "one(",
        "x=3",
        "[m:e]",
        "Kv[",
        "C[a,b]",
        "--",
    ]
    for _ in range(2000):
        text = " ".join(throw.choices(words, k=throw.randint(1, 8)))
        formula = _or_none(text)
        assert formula is None or L.parse(str(formula)) is formula


@pytest.mark.parametrize(
    "name", sorted(module.name for module in walk_packages(L.__path__, "handsight.logic."))
)
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_example_of_the_package_runs() -> None:
    result = doctest.testmod(L)
    assert result.failed == 0
    assert result.attempted


def test_latex() -> None:
    formula = L.parse("K[ann] p -> [!p ^ q] C[a,b] has(N,QH) & Kv[a] x & x=3")
    assert L.formula_text(formula, "latex") == (
        r"K_{\mathit{ann}} p \rightarrow [!p \oplus q] C_{a,b} \mathit{has(N,QH)} "
        r"\wedge \mathit{Kv}_{a} x \wedge x=3"
    )
