"""One rule for all verbs: a name that nothing has is a wrong word (2), a wrong file is wrong input (1)."""

from pathlib import Path

import pytest
from cli.command_line import Cli

SAMPLE = "sample:first"
CHEAT = Path(__file__).parents[1] / "conventions" / "cheats" / "peek-to-play.convention"
BOEREN = ("--game", "boeren")
NAMES = {
    "bot": [
        ("simulate", "nobody"),
        ("simulate", "random", "nobody"),
        ("compare", "random", "nobody"),
        ("crossplay", "random", "nobody"),
        ("play", "hanabi", "--with", "nobody"),
        ("play", "boeren", "--with", "nobody"),
        ("simulate", *BOEREN, "nobody"),
        ("compare", *BOEREN, "greedy", "nobody"),
        ("compare", *BOEREN, "greedy", "random", "--host", "nobody"),
    ],
    "convention": [
        ("convention", "check", "nobody"),
        ("convention", "show", "nobody"),
        ("convention", "explain", "nobody", SAMPLE),
        ("convention", "ablate", "nobody"),
        ("know", SAMPLE, "--convention", "nobody"),
    ],
    "change of a convention": [
        *(
            (*verb, f"minimal {change}")
            for change in ("+nothing", "-nothing", "~nothing", "order=nothing", "nothing=1", "nothing")
            for verb in (
                ("convention", "check"),
                ("convention", "show"),
                ("convention", "ablate"),
                ("simulate",),
            )
        ),
        ("know", SAMPLE, "--convention", "minimal +nothing"),
        ("convention", "ablate", "minimal", "--only", "nothing"),
        ("play", "hanabi", "--with", "minimal +nothing"),
    ],
    "variant": [
        *((*verb, "--variant", "Nothing") for verb in (("simulate", "random"), ("play", "hanabi"))),
        ("compare", "random", "careful", "--variant", "9999"),
        ("convention", "ablate", "minimal", "--variant", "Nothing"),
        ("variants", "nothing"),
    ],
    "rule set": [
        *((verb, SAMPLE, "--rules", "none") for verb in ("check", "show", "know", "convert")),
        ("convention", "explain", "minimal", SAMPLE, "--rules", "none"),
        ("simulate", "random", "--rules", "none"),
        ("play", "hanabi", "--rules", "none"),
        ("simulate", *BOEREN, "greedy", "--rules", "none"),
        ("play", "boeren", "--rules", "none"),
    ],
    "game": [
        ("play", "chess"),
        ("train", "chess"),
        ("bots", "--game", "chess"),
        *((verb, SAMPLE, "--game", "chess") for verb in ("check", "show", "know")),
        *((verb, "random", "random", "--game", "chess") for verb in ("simulate", "compare", "crossplay")),
    ],
    "other": [
        ("bench", "nothing"),
        ("simulate", "random", "--set", "nothing=1"),
        ("check", SAMPLE, "--set", "nothing=1"),
        ("show", SAMPLE, "--seat", "Nobody"),
        ("convert", SAMPLE, "--to", "nothing"),
        ("nothing",),
    ],
}
FILES = [
    ("simulate", "no.py:Bot"),
    ("simulate", "no.convention"),
    ("simulate", "no.convention +trust"),
    ("simulate", "minimal +no.convention"),
    ("simulate", CHEAT),
    ("simulate", f"{CHEAT} +trust"),
    ("simulate", *BOEREN, "learner no.npz"),
    ("simulate", *BOEREN, "no.py:Agent"),
    ("play", "hanabi", "--with", "no.convention"),
    ("know", SAMPLE, "--convention", CHEAT),
    *(("convention", job, file) for job in ("check", "show", "ablate") for file in (CHEAT, "no.convention")),
    ("convention", "check", "minimal +nothing", CHEAT),
    ("convention", "tell", "no.story"),
    *((verb, "no.file") for verb in ("check", "show", "know", "logic", "perft")),
    *((verb, "sample:none") for verb in ("check", "show", "know", "logic")),
    ("convert", "no.file", "out.json"),
    ("results", "--write", "no.md"),
]


@pytest.mark.parametrize("words", [words for every in NAMES.values() for words in every], ids=str)
def test_a_name_that_nothing_has_is_a_wrong_word(cli: Cli, words: tuple[str, ...]) -> None:
    done = cli(*words)
    assert done.status == 2
    assert done.err


@pytest.mark.parametrize("words", FILES, ids=str)
def test_a_file_that_is_wrong_is_wrong_input(cli: Cli, words: tuple[Path | str, ...]) -> None:
    done = cli(*words)
    assert done.status == 1
    assert done.err


@pytest.mark.parametrize(("text", "change"), [("without x", ""), ("act\n    what", " -last")])
def test_a_convention_without_rules_has_none_to_leave_out(
    cli: Cli, tmp_path: Path, text: str, change: str
) -> None:
    path = tmp_path / "idle.convention"
    path.write_text(f'convention idle\n  "x"\n  {text}\n')
    done = cli("convention", "check", f"{path}{change}")
    assert done.status == 1
    assert "none" in done.err + done.out or "rule" in done.err + done.out
