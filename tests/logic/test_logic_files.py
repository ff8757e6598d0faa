"""Files of models and queries: Handsight's own format, SMCDEL's format read and written, and broken files."""

import json
from pathlib import Path
from random import Random
from typing import Any

import logic.reference_semantics as reference
import pytest
from logic.smcdel_writer import write_smcdel

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.cli import main
from handsight.errors import HandsightError, InputError, TooLargeError
from handsight.logic.engines.knowledge_structure import Assignment
from handsight.logic.files import answers, read
from handsight.logic.files.logic_file import Announcement, LogicFile, LogicQuery
from handsight.text.diagnostics import Position

HERE = Position(1, 1)
MUDDY = """-- three children, all of them muddy; each sees the others
agents    ann, bob, cat
atoms     muddy(ann), muddy(bob), muddy(cat)
law       muddy(ann) | muddy(bob)
            | muddy( cat )   -- father said so
sees      ann: muddy(bob), muddy(cat)
sees      bob: muddy(ann), muddy(cat)
sees      cat: muddy(ann), muddy(bob)
actual    muddy(ann), muddy(bob), muddy(cat)
count?    true
announce  ~Kw[ann] muddy(ann) & ~Kw[bob] muddy(bob) & ~Kw[cat] muddy(cat)
count?    true
where?    Kw[ann] muddy(ann)
true?     {muddy(ann), muddy(bob)}: K[ann] muddy(ann)
announce  ~Kw[ann] muddy(ann) & ~Kw[bob] muddy(bob) & ~Kw[cat] muddy(cat)
true?     E[ann,bob,cat] muddy(ann)
valid?    muddy(ann)
"""

LISTED = """agents a, b
atoms heads
values x = 1..3
worlds w1: heads, x=1
       w2: x=2
cells  a: w1 w2
thinks b: w1 -> w1, w2 -> w1 w2
actual w1
event  flip:up   if x=1 | x=2 then heads := true
event  flip:down then heads := false
cells  a flip: up down
cells  b flip: up | down
where? Kv[b] x
where? x=3
true?  w2: K[b] heads
happens flip:up
true?  K[b] heads & ~Kw[a] heads
count? heads
where? Kw[b] heads
"""

CARDS = """-- three cards, one each, the third face down; 1-3: ann holds card 1-3, 4-6: ben does
VARS 1,2,3, 4,5,6
LAW  AND ( ONEOF (1,2,3), ONEOF (4,5,6), ~(1&4), ~(2&5), ~(3&6) )
OBS  ann: 1,2,3
     ben: 4,5,6
WHERE? <! (~1)> (ben knows whether 2)
VALID? [?! 1] ((ann,ben) distknow whether 3)
TRUE?  {2,6} (ann knows that (~ (ben knows that 2)))
"""


def asked(text: str) -> list[Any]:
    return [answer.answer for answer in answers(read(text))]


def test_muddy_children_in_the_own_format() -> None:
    pairs = ["{muddy(ann), muddy(bob)}", "{muddy(ann), muddy(cat)}"]
    assert asked(MUDDY) == [7, 4, pairs, True, True, True]


def test_listed_worlds_beliefs_and_events() -> None:
    everything = ["w1 up", "w2 up", "w1 down", "w2 down"]
    assert asked(LISTED) == [["w1"], [], False, True, 2, everything]


def test_smcdel_example() -> None:
    assert asked(CARDS) == [["[2,6]", "[3,5]"], True, True]
    first, *_ = answers(read(CARDS))
    assert first.to_json()["states"] == [[2, 6], [3, 5]]


HEAD = "VARS 1,2,3 LAW 1|2 OBS a: 1 b: 2\n"


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("TRUE? {1} 1 & 2 | 3 | 1", True),
        ("TRUE? {1} 1 | 2 & 3", False),  # & and | are equal and group to the left
        ("TRUE? {1} 2 -> 1 -> 2", False),  # (2 -> 1) -> 2
        ("TRUE? {2} 1 iff 1 -> 1", False),  # (1 iff 1) -> 1
        ("TRUE? {1,2} a knows that 1 & 2", True),  # (a knows that 1) & 2
        ("TRUE? {1,2} K a 1 & 2", False),  # K a (1 & 2)
        ("TRUE? {1,2} ~ K a 1 & 2", True),
        ("TRUE? {1,2} 1 & K a 1 -> 2", False),  # 1 & (K a (1 -> 2))
        ("TRUE? {1} [! 1] 2 & 1", False),  # ([! 1] 2) & 1
        ("WHERE? (a,b) knows that 1", ["[1]", "[1,3]"]),
        ("WHERE? (a,b) knows whether 1", ["[1]", "[1,3]"]),
        ("VALID? (a,b) comknow that (1 | 2)", True),
        ("VALID? (a,b) comknow whether 3", False),
        ("WHERE? (a,b) distknow whether 3", []),
        ("VALID? [a ! 3] (a knows whether 3) & [a ! 3] (b knows that (a knows that 3) )", False),
        ("VALID? [a,b ?! 3] ((a,b) comknow whether 3)", True),
        ("VALID? <?! 3> (a knows whether 3)", True),
        ("VALID? Top & ~Bot", True),
        ("WHERE? XOR (1, 2, 3) & ONEOF (1, 2, 3)", ["[1]", "[2]"]),
        ("WHERE? OR (AND (1, 2), Bot)", ["[1,2]", "[1,2,3]"]),
        ("WHERE? Exists 2,3 2 & 3 & ~1", ["[2]", "[2,3]"]),
        ("WHERE? Forall 2 2 | 1", ["[1]", "[1,2]", "[1,2,3]", "[1,3]"]),
        ("TRUE? {2} (a knows that 2)", True),
    ],
)
def test_smcdel_operators_and_precedence(query: str, answer: object) -> None:
    assert asked(HEAD + query) == [answer]
    again = write_smcdel(read(HEAD + query))
    assert asked(again) == [answer], again


def test_a_state_against_the_law_is_refused() -> None:
    (found,) = answers(read(HEAD + "TRUE? {3} Top"))
    assert found.error is not None
    assert found.error == (
        "line 2, column 1: {p3} is not a world of the model: it breaks the law or an announcement"
    )


def test_names_in_comments_are_read_back() -> None:
    file = read("-- 1 = has(N,QH)\n-- 2 = 7up\n-- 3 = x\n" + HEAD + "WHERE? 1 & 3")
    assert file.structure is not None
    assert file.structure.atoms == ("has(N,QH)", "p2", "x")
    assert asked("-- 1 = has(N,QH)\n" + HEAD + "WHERE? 1 & ~3") == [["[1]", "[1,2]"]]


def test_files_have_the_same_answers_in_smcdels_format() -> None:
    count, again, where, there, true, valid = asked(write_smcdel(read(MUDDY)))
    assert (len(count), len(again), len(where)) == (7, 4, 2)
    assert where == ["[1,2]", "[1,3]"]
    assert (there, true, valid) == (True, True, True)


def test_random_models_have_the_same_answers_in_smcdels_format() -> None:
    random = Random(3)
    words = reference.WITHOUT_EVENTS
    for _ in range(60):
        _, model = reference.random_pair(random)
        actual = random.choice(model.where())
        formulas = [
            reference.random_formula(random, 2, words=words, values=bool(model.values)) for _ in range(4)
        ]
        news = formulas[0] if model.holds(formulas[0], actual) else ~formulas[0]
        steps: tuple[LogicQuery | Announcement, ...] = (
            *(LogicQuery("true", "", f, HERE, actual) for f in formulas),
            *(LogicQuery("valid", "", f, HERE) for f in formulas),
            Announcement(news, HERE),
            *(LogicQuery("where", "", f, HERE) for f in formulas),
        )
        ours: list[Any] = [a.answer for a in answers(LogicFile(model.with_actual(actual), steps))]
        theirs = asked(write_smcdel(LogicFile(model.with_actual(actual), steps)))
        assert ours[:8] == theirs[:8]
        assert list(map(len, ours[8:])) == list(map(len, theirs[8:]))


def test_odd_agents_and_values_fit_smcdels_format() -> None:
    text = """agents K, a_b, 7, nobody
atoms p
values owner(QH) = N, E
sees K: p
sees a_b: owner(QH)
sees 7: p, owner(QH)
where? Kv[a_b] owner(QH) & ~Kv[K] owner(QH) & owner(QH)=N & K[7] p & ~Kw[nobody] p
"""
    written = write_smcdel(read(text))
    assert "-- 2 = owner(QH,N)" in written
    assert "-- agent agent1 = K" in written
    assert asked(text) == [["{owner(QH)=N, p}"]]
    assert asked(written) == [["[1,2]"]]


def test_what_smcdels_format_cannot_express() -> None:
    with pytest.raises(InputError, match="beliefs that may be false"):
        write_smcdel(read(LISTED))
    knowing = LISTED.replace("thinks b: w1 -> w1, w2 -> w1 w2", "cells b: w1 | w2")
    with pytest.raises(InputError, match="no events"):
        write_smcdel(read(knowing))
    asked_about = "agents a\natoms p\nworlds w: p\nevent m:e\nvalid? [m:e] p"
    with pytest.raises(InputError, match="no event models"):
        write_smcdel(read(asked_about))


BROKEN = [
    ("agnets a", 1, 1, "unknown keyword 'agnets'; did you mean 'agents'?"),
    ("  agents a", 1, 3, "begins at the start of a line"),
    ("agents a, a", 1, 11, "declared twice"),
    ("agents", 1, 7, "the line ends too early; expected a name"),
    ("atoms p\natoms one", 2, 7, "cannot name an atom"),
    ("atoms p q", 1, 9, "unexpected 'q'; expected ',' or the end of the line"),
    ("values x", 1, 9, "expected '='"),
    ("values x = 1..9999999", 1, 12, "9,999,999 values"),
    ("values x = 1..15000\nvalues y = 1..15000", 2, 12, "30,000 values; 20,000 is the most"),
    ("atoms p\nlaw p &", 2, 8, "expected a formula"),
    ("agents a\natoms p\nlaw K[a] p", 3, 5, "not who knows"),
    ("agents ann\natoms p\nsees an: p", 3, 6, "did you mean 'ann'"),
    ("agents a\natoms p\nsees a: q", 3, 9, "unknown atom or variable 'q'"),
    ("agents a\natoms p\nvalid? K[a] pp", 3, 13, "did you mean 'p'"),
    ("agents a\natoms p\nvalid? p\n  & K[b] p", 4, 7, "unknown agent 'b'"),
    ("atoms p\nworlds w p", 2, 10, "expected ':'"),
    ("atoms p\nworlds w: q", 2, 11, "unknown atom 'q'"),
    ("atoms p\nworlds w: p\n       w: p", 3, 8, "declared twice"),
    ("values x = 1, 2\nworlds w: ", 2, 8, "give one value of x"),
    ("atoms p\nlaw p\nworlds w: p", 2, 4, "not both"),
    ("agents a\natoms p\nworlds w: p\ncells a: w v", 4, 12, "unknown world 'v'"),
    ("agents a\natoms p\nworlds w: p\ncells a: w | w", 4, 7, "in two cells"),
    ("agents a\natoms p\nworlds w: p\n  v: p\nthinks a: w -> w", 5, 8, "in v too"),
    ("agents a\natoms p\nworlds w: p\nevent m:e then q := p", 4, 16, "unknown atom 'q'"),
    ("agents a\natoms p\nworlds w: p\nhappens m", 4, 9, "unknown event model 'm'"),
    ("agents a\natoms p\nworlds w: p\ntrue? v: p", 4, 7, "unknown world 'v'"),
    ("agents a\natoms p\nvalid? Kv[a] p", 3, 14, "write Kw[a] p"),
    ("atoms p\nvalid? p=1", 2, 8, "write p or ~p"),
    ("values x = 1, 2\nvalid? x", 2, 8, "write x=1"),
    ("atoms p\nlaw p\nactual", 3, 7, "breaks the law"),
    ("atoms p\nlaw p\nactual p\nactual p", 4, 7, "named twice"),
    ("VARS", 1, 5, "expected a number"),
    ("VARS 1,1 LAW Top OBS a: 1", 1, 8, "declared twice"),
    ("VARS 1 LAW 2 OBS a: 1", 1, 12, "not in VARS"),
    ("VARS 1 LAW Top OBS a: b: 1", 1, 23, "expected a number"),
    ("VARS 1 LAW Top OBS a: 1 a: 1", 1, 25, "declared twice"),
    ("VARS " + "9" * 5000 + " LAW Top OBS a: 1", 1, 6, "a number of 5,000 digits"),
    ("values x = 1.." + "9" * 5000, 1, 13, "expected ',' or the end of the line"),
    (HEAD + "VALID? " + "1" * 5000, 2, 8, "a number of 5,000 digits"),
    (HEAD + "VALID? 4", 2, 8, "atom 4 is not in VARS (1, 2 or 3)"),
    (HEAD + "VALID? c knows that 1", 2, 8, "unknown agent 'c'"),
    (HEAD + "VALID? a knows  that 1", 2, 10, "exactly one space"),
    (HEAD + "VALID? (1", 2, 10, "expected ')'"),
    (HEAD + "WHERE? AND ()", 2, 13, "expected a formula"),
    (HEAD + "TRUE? 1 2", 2, 7, "expected '{'"),
    (HEAD + "VALID? 1 <-> 2", 2, 10, "write iff"),
]


@pytest.mark.parametrize(("text", "line", "column", "said"), BROKEN, ids=range(len(BROKEN)))
def test_errors_in_broken_files_have_a_position(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert said in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_false_announcement_names_its_line() -> None:
    text = "agents a\natoms p\nactual\nannounce p\nvalid? p"
    with pytest.raises(InputError, match=r"line 4, column 10: cannot announce p"):
        list(answers(read(text)))


def test_errors_show_the_line_of_the_file() -> None:
    with pytest.raises(InputError) as caught:
        read("agents a\r\natoms p\r\nvalid? p &  K[b] p  -- of course\r\n")
    assert str(caught.value).splitlines()[1:] == [
        "    valid? p &  K[b] p  -- of course",
        "                  ^",
    ]


def test_a_contradictory_law_is_noted() -> None:
    (valid,) = answers(read("atoms p\nlaw p & ~p\nvalid? false"))
    assert valid.answer is True
    assert valid.note == "line 3, column 8: no world is left, so nothing is true and everything is valid"
    first, second = answers(read("atoms p\ncount? p\nannounce false\ncount? p"))
    assert first.note is None
    assert second.note is not None


def test_a_query_without_an_answer_does_not_stop_the_others() -> None:
    first, second = answers(read("agents a\natoms p\ntrue? p\nvalid? p"))
    assert first.error == "line 3, column 7: the model has no actual world; name the world to ask about"
    assert second.answer is False


def test_cut_and_shuffled_files_never_crash() -> None:
    random = Random(0)
    for text in (MUDDY, LISTED, CARDS):
        for _ in range(150):
            start, end = sorted(random.sample(range(len(text)), 2))
            cut = text[:start] + text[end:] if random.random() < 0.7 else text[:end]
            try:
                list(answers(read(cut)))
            except HandsightError as error:
                assert str(error)  # noqa: PT017 whichever error it is, it says something


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["~(", "(1 & ", "K a (", "[! (1)] ("])
def test_thousands_deep_in_smcdels_format(opening: str) -> None:
    assert asked(f"{HEAD}VALID? {opening * 2000}1{')' * 2000}")[0] in {True, False}


def test_too_large_is_refused_with_the_number() -> None:
    many = ", ".join(f"p{k}" for k in range(30))
    with pytest.raises(TooLargeError, match="characters"):
        read("VARS 1 LAW Top OBS a: 1 " + " " * 2_000_001)
    with pytest.raises(TooLargeError, match="characters"):
        read("agents a" + " " * 4_000_001)
    (answer,) = answers(read(f"atoms {many[: many.index('p18')].rstrip(', ')}\nwhere? true"))
    assert "262,144 worlds, more than the 100,000" in str(answer.error)


def test_numbers_of_thousands_of_digits(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "many.logic"
    path.write_text(f"atoms {', '.join(f'p{k}' for k in range(16_000))}\ncount? p1\nwhere? p1")
    with pytest.raises(SystemExit):
        main(["logic", str(path), "--json"])
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["answer"] == 2**15_999
    assert "over 2^15,999 worlds" in second["error"]


def test_many_atoms_are_quantified_at_once() -> None:
    numbers = [str(k) for k in range(1, 16)]
    every, both = ",".join(numbers), " & ".join(numbers)
    head = f"VARS {every} LAW Top OBS a: 1\n"
    with pytest.raises(InputError, match="15 atoms are quantified at once; 12 is the most"):
        read(f"{head}VALID? Exists {every} ({both})")
    with pytest.raises(InputError, match="only a formula without knowledge can be quantified: take out K"):
        read(f"{head}VALID? Exists 1 (a knows that 2)")


def test_models_too_large_to_list_are_answered_by_bdds() -> None:
    children = [f"c{k}" for k in range(30)]
    muddy = [f"muddy({child})" for child in children]
    nobody = " & ".join(f"~Kw[{child}] muddy({child})" for child in children)
    text = "\n".join(
        [
            "agents " + ", ".join(children),
            "atoms " + ", ".join(muddy),
            "law " + " | ".join(muddy),
            *(
                f"sees {child}: {', '.join(m for m in muddy if child not in m[6:-1].split())}"
                for child in children
            ),
            "actual " + ", ".join(muddy),
            "count? true",
            *[f"announce {nobody}"] * 28,
            "count? true",
            "true? Kw[c0] muddy(c0)",
            f"announce {nobody}",
            "true? C[c0,c1,c29] muddy(c17)",
            "where? true",
            "true? {muddy(c0)}: K[c0] muddy(c0)",
        ]
    )
    *rest, state, outside = answers(read(text))
    assert [answer.answer for answer in rest] == [2**30 - 1, 31, False, True]
    assert isinstance(state.answer, list)
    assert len(state.answer) == 1
    assert outside.error is not None
    assert "breaks the law" in outside.error
    (first, *_) = answers(read(write_smcdel(read(text))))
    assert first.error is not None
    assert "1,073,741,823 worlds" in first.error


def test_worlds_of_a_law_print_as_states() -> None:
    model = read(MUDDY).model
    assert Assignment(["muddy(ann)"]) in model.where()
    assert isinstance(model, L.Model)
