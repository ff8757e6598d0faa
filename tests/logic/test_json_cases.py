"""Files of cases, and the command that answers them and other files."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from handsight.cli import main
from handsight.errors import InputError
from handsight.logic.files import SAMPLES
from handsight.logic.files.json_cases import answer_cases

HERE = Path(__file__).parent
ORACLE = HERE / "logic.json"
DATA = json.loads(ORACLE.read_text("utf-8"))
CASES = [*DATA["formula_cases"], *DATA["event_cases"]]
SMALL = {
    "id": "s1",
    "worlds": 3,
    "agents": ["a"],
    "atoms": ["p"],
    "partition": {"a": [[0, 1], [2]]},
    "valuation": {"p": [0, 2]},
    "formula": ["K", "a", ["atom", "p"]],
}


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, list[str], str]:
    with pytest.raises(SystemExit) as left:
        main(["logic", *map(str, words)])
    said = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, said.out.splitlines(), said.err


def test_every_case_of_the_oracle() -> None:
    found = list(answer_cases(ORACLE.read_bytes()))
    assert [answer.id for answer in found] == [case["id"] for case in CASES]
    assert [answer.holds for answer in found] == [case["holds"] for case in CASES]
    assert len(found) == 80


def test_cases_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = run(capsys, "--cases", ORACLE, "--json")
    assert status == 0
    assert [json.loads(line) for line in lines] == [{"id": c["id"], "holds": c["holds"]} for c in CASES]
    status, lines, _ = run(capsys, "--cases", ORACLE)
    assert (status, lines) == (0, ["80 of 80 cases agree with the file"])


def test_cases_without_expected_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    wrong = {**SMALL, "id": "s2", "holds": [0]}
    path.write_text(json.dumps({"formula_cases": [SMALL, wrong]}))
    status, lines, _ = run(capsys, "--cases", path, "--json")
    assert status == 0
    assert [json.loads(line) for line in lines] == [{"id": "s1", "holds": [2]}, {"id": "s2", "holds": [2]}]
    status, lines, _ = run(capsys, "--cases", path)
    assert status == 1
    assert lines == [
        "s2: ours [2], the file [0]",
        "0 of 1 cases agree with the file",
        "the file holds no expected answer for 1 case; --json prints ours",
    ]
    broken = {**SMALL, "id": "s3", "worlds": -1}
    path.write_text(json.dumps({"formula_cases": [{**SMALL, "holds": [2]}, broken]}))
    status, lines, error = run(capsys, "--cases", path)
    assert (status, lines) == (1, ["1 of 2 cases agree with the file"])
    assert "is 0 or more, not -1" in error
    path.write_text(json.dumps({"formula_cases": [SMALL]}))
    status, lines, _ = run(capsys, "--cases", path)
    assert (status, lines) == (0, ["the file holds no expected answer for 1 case; --json prints ours"])
    status, _, error = run(capsys, "--cases", path, "--to", "svg")
    assert status == 2
    assert "--to and --cases do not go together" in error


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"worlds": "3"}, "Expected `int`"),
        ({"worlds": -1}, "is 0 or more, not -1"),
        ({"worlds": 10**9}, "1,000,000,000 worlds"),
        ({"formula": ["KK", "a", ["atom", "p"]]}, "formula: unknown operator 'KK'; did you mean 'K'?"),
        ({"formula": ["not", ["K", "a"]]}, "formula: at [1]: 'K' takes 2 arguments, found 1"),
        ({"formula": ["and"]}, "'and' takes 1 arguments, found 0"),
        ({"formula": "p"}, "expected a formula such as"),
        ({"formula": ["not", ["atom", "one"]]}, "formula: at [1]: 'one' cannot name an atom"),
        ({"formula": ["C", "a", ["true"]]}, "takes a list of agents"),
        ({"formula": ["C", [], ["true"]]}, "at least one agent"),
        ({"formula": ["K", ["a"], ["true"]]}, "takes a name"),
        ({"formula": ["atom", "q"]}, "unknown atom 'q'; write p"),
        ({"formula": ["K", "b", ["true"]]}, "unknown agent 'b'"),
        ({"formula": ["event", "m", 0, ["true"]]}, "unknown event model 'm'"),
        ({"partition": {"a": [[0, 1]]}}, "leaves out 2"),
        ({"partition": {"a": [[0, 1], [1, 2]]}}, "has 1 in two cells"),
        ({"partition": {"a": [[0, 1, 2, 3]]}}, "names 3, but numbers go from 0 to 2"),
        ({"partition": {}}, "no cells for agent a"),
        ({"valuation": {"p": [-1]}}, "names -1"),
        (
            {"event_models": {"m": {"events": [{}], "partition": {"a": [[0]]}}}},
            "missing required field `pre`",
        ),
        ({"event_models": {"m": {"events": [{"pre": ["true"]}], "partition": {}}}}, "no cells for agent a"),
    ],
)
def test_a_broken_case_says_where(change: dict[str, Any], said: str) -> None:
    broken, fine = answer_cases(json.dumps({"formula_cases": [{**SMALL, **change}, SMALL]}).encode())
    assert broken.error is not None
    assert said in broken.error
    assert fine.holds == [2]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no cases"),
        (b"[1, 2]", "no cases"),
        (b"{}", "no cases"),
        (b'{"formula_cases": [' + b"[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "line 1, column 1: the byte at offset 0"),
    ],
)
def test_a_broken_file_of_cases(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        list(answer_cases(data))


def nested(depth: int, **change: object) -> str:
    deep = '["not",' * depth + '["true"]' + "]" * depth
    return json.dumps({**SMALL, "formula": "DEEP", **change}).replace('"DEEP"', deep)


def test_a_case_that_is_too_deep_is_refused() -> None:
    data = f'{{"formula_cases":\n [{json.dumps(SMALL)},\n{nested(100_000, id=7)}]}}'
    with pytest.raises(InputError, match="nested too deeply"):
        list(answer_cases(data.encode()))
    (deep,) = answer_cases(f'{{"formula_cases": [{nested(600, id="s3")}]}}'.encode())
    assert (deep.id, deep.holds) == ("s3", [0, 1, 2])


def test_cases_may_be_numbered_and_nameless() -> None:
    nameless = {key: SMALL[key] for key in SMALL if key != "id"}
    data = {"formula_cases": [{**SMALL, "id": 12}, nameless, {**SMALL, "id": 3, "worlds": "many"}]}
    assert [answer.id for answer in answer_cases(json.dumps(data).encode())] == [12, "case 2", 3]


def test_queries_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "two.logic"
    path.write_text(
        "agents a\natoms p, q\nsees a: p\nactual p\nwhere? K[a] p\ntrue? p & ~q\ncount? true\nvalid? p"
    )
    status, lines, _ = run(capsys, path, "--json")
    rows = [json.loads(line) for line in lines]
    assert status == 0
    assert [(row["kind"], row["query"], row["answer"]) for row in rows] == [
        ("where", "K[a] p", ["{p}", "{p, q}"]),
        ("true", "p & ~q", True),
        ("count", "true", 4),
        ("valid", "p", False),
    ]
    assert all(row["seconds"] >= 0 for row in rows)
    status, lines, _ = run(capsys, path)
    assert "2 worlds: {p}, {p, q}" in lines[1]


def test_a_file_that_asks_nothing_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "silent.logic"
    path.write_text("atoms p")
    status, lines, error = run(capsys, path, "--json")
    assert (status, lines) == (0, [])
    assert "asks nothing; add a query" in error


@pytest.mark.parametrize("name", ["muddy", "coin", "cards"])
def test_samples_come_with_the_package(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, lines, error = run(capsys, f"sample:{name}", "--json")
    assert (status, error) == (0, "")
    assert {json.loads(line)["kind"] for line in lines} >= {"true", "where"}


def test_every_sample_is_tried_here_and_others_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert sorted(path.stem for path in SAMPLES.iterdir()) == ["cards", "cases", "coin", "muddy"]
    status, lines, _ = run(capsys, "--cases", "sample:cases")
    assert (status, lines) == (0, ["3 of 3 cases agree with the file"])
    status, _, error = run(capsys, "sample:bridge")
    assert status == 1
    assert "no sample is called 'bridge'; expected cards, cases, coin or muddy" in error


def test_wrong_input_leaves_with_one_and_a_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad"
    path.write_text("agents a\natoms p\nvalid? K[b] p")
    status, lines, error = run(capsys, path)
    assert (status, lines) == (1, [])
    assert "line 3, column 10: unknown agent 'b'" in error
    path.write_bytes(b"\xff\xfe\x00")
    assert run(capsys, path)[0] == 1
    assert run(capsys, tmp_path / "missing")[0] == 1
    assert run(capsys)[0] == 2
    assert run(capsys, path, "--cases", path)[0] == 2
    path.write_text(json.dumps({"formula_cases": [{**SMALL, "formula": ["atom", "q"]}]}))
    status, lines, error = run(capsys, "--cases", path, "--json")
    assert status == 1
    assert json.loads(lines[0])["holds"] is None
    assert "s1: unknown atom 'q'" in error


def test_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "handsight", "logic", "-"],
        input="agents a\natoms p\ncount? p",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("count?  p\n        1")
