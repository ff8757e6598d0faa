"""Broken files of every kind, through the door: no exception, no hang, always a reason.

Every family has a quick run of some dozens of cases and a slow one of thousands; the slow runs together make
more than 9,000 cases; `bench.attack.hostile_texts` tries more.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from notation.hanabi.test_hanabidata import LOG
from notation.hanabi.test_terminal_save import SEATED, saved, typed
from random_hanabi import TERMINATED, random_game

from handsight.errors import InputError
from handsight.hanabi import HanabiRecord, Stop, Terms, pace_and_efficiency
from handsight.notation import read, read_file
from handsight.notation.checked_game import CheckedGame
from handsight.notation.hanabi import hanab_live_export as hanab_live
from handsight.notation.hanabi import hanab_live_links as link_code
from handsight.notation.hanabi.file_formats import FORMATS

QUICK, SLOW = 40, 1_000


class Case(NamedTuple):
    """One case: how to draw its parts, and a folder for its file."""

    draw: Callable[[st.SearchStrategy[Any]], Any]
    folder: Path


def runs(test: Callable[..., None]) -> Callable[..., None]:
    """Run a property quickly, and with thousands of cases where there is time."""
    how: dict[str, Any] = {"deadline": 10_000, "derandomize": True, "database": None}
    calm = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
    slow = pytest.param(SLOW, id="slow", marks=pytest.mark.slow)

    @pytest.mark.parametrize("cases", [pytest.param(QUICK, id="quick"), slow])
    def run(cases: int, tmp_path: Path) -> None:
        done = 0

        @settings(max_examples=cases, suppress_health_check=calm, **how)
        @given(st.data())
        def property_(data: st.DataObject) -> None:
            nonlocal done
            test(Case(data.draw, tmp_path))
            done += 1

        property_()
        assert done >= cases

    run.__name__ = test.__name__
    return run


@cache
def games() -> list[HanabiRecord]:
    plain = [random_game(seed, Terms(2 + seed % 5)) for seed in range(4)]
    others = [random_game(seed) for seed in range(4, 8)]
    stopped = random_game(1, Terms(3, first_seat=2, deck_plays=True), turns=20, stop=Stop(1, TERMINATED))
    return [*plain, *others, stopped]


@cache
def trees() -> list[object]:
    modern = [json.loads(hanab_live.write(game).text) for game in games()]
    old = {"type": 0, "target": 1, "clue": {"type": 0, "value": 1}}
    rich = modern[0] | {"seed": "p2v0s1", "notes": [["r1"], []], "house_rules": {"early_end": False}, "id": 5}
    return [*modern, modern[0] | {"actions": [old]}, rich]


@cache
def texts() -> list[str]:
    """A good text of every format."""
    one = random_game(2, Terms(3))
    named = HanabiRecord.replay(one.setup, one.actions, SEATED[:3])
    good = [json.dumps(tree, indent=indent) for tree, indent in zip(trees(), (None, 1, 2) * 4, strict=False)]
    good += ["".join(hanab_live.write(game).text for game in games()[:3]), LOG, saved(named, typed(named))]
    good += [link_code.write(one).text, link_code.write_link(one).text]
    return good + [FORMATS["log"].write(game).text for game in games()[:3]]


STRANGERS = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00",
    b"<!DOCTYPE html><html><head><title>Hanabi</title></head><body>players = 3</body></html>",
    b"player,score,cards\nAlice,23,50\nBob,17,50\n",
    b"import sys\n\ndef main(players):\n    cards = [1, 2]\n    return players\n",
    b'{"name": "package", "version": "1.0.0", "dependencies": {"x": "^2"}}',
    b"[section]\nkey = value\nplayers = 3\n",
    b"---\nplayers:\n  - Alice\n  - Bob\n",
    b"Card,Suit,Rank\n1,red,1\n",
    b'{"rounds": [{"id": "r001", "n": 3, "trump": "C"}], "knowledge": []}',
    b'[Event "F/S Return Match"]\n1. e4 e5 2. Nf3 Nc6\n',
    b"Treatment: the patient plays 3 games a day\n",
    b"#!/bin/sh\necho players=$1 cards=50\n",
    b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n",
)

YES_NO = st.booleans()
NASTY = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from([2**31, 2**63, -(2**64), 10**30, 10**400, -1]),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.sampled_from(["clue", "play", "No Variant", "p2v0s1", "\x00", "é" * 20]),
    st.just([]),
    st.just({}),
    st.lists(st.integers(0, 6), max_size=4),
    st.fixed_dictionaries({"type": st.integers(-1, 7), "target": st.integers(-2, 60)}),
    st.fixed_dictionaries({"suitIndex": st.integers(-1, 7), "rank": st.integers(-1, 8)}),
)


def assert_sound(checked_games: list[CheckedGame[Any]]) -> None:
    """A checked game holds what its states and problems say."""
    assert checked_games
    for checked in checked_games:
        assert checked.valid or checked.problems
        for problem in checked.problems:
            assert problem.code
            assert problem.message
            assert str(problem)
            assert problem.position is None or problem.position.line >= 1
        if isinstance(checked.game, HanabiRecord):
            final = checked.game.final
            assert final.score <= final.max_score <= final.terms.variant.max_score
            assert final.end.value
            assert isinstance(pace_and_efficiency.efficiency(final), float | None)
            assert isinstance(pace_and_efficiency.pace(final), int | None)
        if checked.valid and isinstance(checked.game, HanabiRecord):
            assert_round_trip(checked)


def assert_round_trip(checked: CheckedGame[Any]) -> None:
    assert checked.game
    try:
        text = hanab_live.write(checked.game).text
    except InputError:
        return  # hanab.live cannot hold every game of the log language
    (again,) = read(text, partial=True)
    assert again.game == replace(checked.game, names=checked.game.seats)  # an export names everybody


def paths(tree: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    found = [path]
    if isinstance(tree, dict):
        found += [deeper for key, value in tree.items() for deeper in paths(value, (*path, key))]
    if isinstance(tree, list):
        found += [deeper for at, value in enumerate(tree) for deeper in paths(value, (*path, at))]
    return found


def changed(tree: Any, path: tuple[object, ...], change: Callable[[object], object]) -> Any:
    """Return a tree with one value changed; GONE in place of a member removes it."""
    if not path:
        return change(tree)
    key, *rest = path
    members = dict(tree) if isinstance(tree, dict) else dict(enumerate(tree))
    members[key] = changed(members[key], tuple(rest), change)
    kept = {name: value for name, value in members.items() if value is not GONE}
    return kept if isinstance(tree, dict) else list(kept.values())


def _replaced(value: object, _old: object) -> object:
    return value


GONE = object()
NASTY_OR_GONE = NASTY | st.just(GONE)


@pytest.mark.slow
@runs
def test_exports_with_values_changed(case: Case) -> None:
    tree = case.draw(st.sampled_from(trees()))
    for _round in range(case.draw(st.integers(1, 3))):
        path = case.draw(st.sampled_from(paths(tree)))
        value = case.draw(NASTY_OR_GONE)
        tree = changed(tree, path, partial(_replaced, value))
        if tree is GONE:
            tree = {}
    assert_sound(
        read(json.dumps(tree), game="hanabi", partial=case.draw(YES_NO), keep_going=case.draw(YES_NO))
    )


@runs
def test_exports_with_parts_of_other_exports(case: Case) -> None:
    one, other = case.draw(st.sampled_from(trees())), case.draw(st.sampled_from(trees()))
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    parts = case.draw(st.sets(st.sampled_from(sorted(other))))
    mixed = one | {part: other[part] for part in parts}
    mixed["actions"] = case.draw(st.permutations(mixed["actions"][:12])) + mixed["actions"][12:]
    assert_sound(read(json.dumps(mixed), game="hanabi", keep_going=case.draw(YES_NO)))


@runs
def test_texts_cut_and_stitched(case: Case) -> None:
    text = case.draw(st.sampled_from(texts()))
    for _round in range(case.draw(st.integers(1, 4))):
        at, end = sorted((case.draw(st.integers(0, len(text))), case.draw(st.integers(0, len(text)))))
        patch = case.draw(
            st.sampled_from(["", text[at:end] * 2, "\x00", "\ufeff", "é", '"', "}", "\n", "9" * 400])
        )
        narrow = case.draw(YES_NO)
        text = text[:at] + patch + text[at + 1 if narrow else end :]
    assert_sound(read(text, players=case.draw(st.sampled_from([None, 2, 3])), partial=case.draw(YES_NO)))


LETTER = st.characters() | st.sampled_from("0123456789,:{}[]\"'-\n PpCc")


@runs
def test_texts_with_letters_changed(case: Case) -> None:
    letters = list(case.draw(st.sampled_from(texts())))
    for _round in range(case.draw(st.integers(1, 8))):
        at = case.draw(st.integers(0, len(letters) - 1))
        letters[at] = case.draw(LETTER)
    assert_sound(read("".join(letters), game="hanabi", keep_going=case.draw(YES_NO)))


@runs
def test_texts_truncated(case: Case) -> None:
    text = case.draw(st.sampled_from(texts()))
    assert_sound(read(text[: case.draw(st.integers(0, len(text)))]))


@runs
def test_files_in_wrong_encodings(case: Case) -> None:
    text = case.draw(st.sampled_from([*texts(), "Zoë ♠ \U0001f0cf"]))
    encoding = case.draw(
        st.sampled_from(["utf-8", "utf-16", "utf-16-le", "utf-32-be", "utf-7", "cp037", "latin-1"])
    )
    content = bytearray(text.encode(encoding, "replace"))
    mark = case.draw(
        st.sampled_from([b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x80"])
    )
    for _round in range(case.draw(st.integers(0, 3))):
        at = case.draw(st.integers(0, len(content)))
        content[at:at] = case.draw(st.binary(max_size=4) | st.just(b"\x00"))
    path = case.folder / "file"
    path.write_bytes(mark + bytes(content))
    assert_sound(read_file(str(path)))


@runs
def test_other_peoples_files(case: Case) -> None:
    content = case.draw(st.sampled_from(STRANGERS))
    extra = case.draw(
        st.one_of(st.binary(max_size=60), st.sampled_from(STRANGERS), st.text().map(str.encode))
    )
    path = case.folder / "file"
    path.write_bytes(content + extra if case.draw(YES_NO) else extra + content)
    assert_sound(read_file(str(path)))


KEYS = st.sampled_from(
    ["players", "deck", "actions", "options", "seed", "notes", "characters", "rounds", "x"]
)
ANY = st.recursive(
    NASTY, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner), max_leaves=6
)
OBJECT = st.dictionaries(KEYS, ANY) | ANY
DEPTH = st.sampled_from([0] * 8 + [3, 150, 2_000, 60_000])
SHAPE = st.sampled_from([("[", "]"), ('{"deck":', "}"), ('{"options":{"a":', "}}"), ("[[", "]]")])


@runs
def test_json_of_any_kind(case: Case) -> None:
    text, depth, (opening, closing) = json.dumps(case.draw(OBJECT)), case.draw(DEPTH), case.draw(SHAPE)
    assert_sound(read(opening * depth + text + (closing * depth if case.draw(YES_NO) else "")))


LETTERS = st.text("abcXYZ0159-,/#:.%?{}[]P \n", max_size=40)
CODE = st.tuples(LETTERS, LETTERS, LETTERS).map(",".join)
LINK = CODE.map("https://hanab.live/replay-json/".__add__)
SOURCE = st.one_of(LETTERS, CODE, LINK, st.text(max_size=30))


@runs
def test_sources_of_any_kind(case: Case) -> None:
    source = case.draw(SOURCE)
    if case.draw(YES_NO):
        code = link_code.write(case.draw(st.sampled_from(games()))).text.strip()
        at = case.draw(st.integers(0, len(code)))
        source = code[:at] + source + code[at:]
    if source != "-":
        assert_sound(read_file(source))
    assert_sound(read(source))
