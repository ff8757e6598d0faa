"""All 2,426 variants and 62 suits against the tables of hanab.live, and a second word on every touch."""

import json
from pathlib import Path
from typing import Any

import pytest

from handsight.hanabi import START, Card, Clue, Variant, variant, variant_names
from handsight.hanabi.variants.stacks import NO, StackRule
from handsight.hanabi.variants.suits import SUITS

TABLES = Path(__file__).parents[2] / ".." / "shared" / "replays"
pytestmark = pytest.mark.skipif(
    not TABLES.is_dir(), reason="the tables of hanab.live are not beside this checkout"
)


def read(name: str) -> list[dict[str, Any]]:
    path = TABLES / name
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


ROWS = read("variants.jsonl")
SUIT_ROWS = {row["name"]: row for row in read("suits.jsonl")}
SLICES = 12
slices = pytest.mark.parametrize("rows", [ROWS[at::SLICES] for at in range(SLICES)], ids=range(SLICES))


def described(some: Variant) -> dict[str, Any]:
    """A variant in the shape of the tables."""
    special = some.special and {
        "rank": some.special.rank,
        "color": some.special.color,
        "number": some.special.number,
    }
    row = {
        "id": some.id,
        "name": some.name,
        "code": some.code,
        "family": some.family,
        "suits": [suit.name for suit in some.suits],
        "down": list(some.down),
        "letters": some.letters.upper(),
        "colors": list(some.colors),
        "numbers": list(some.numbers),
        "ranks": list(some.ranks) if some.ranks != (1, 2, 3, 4, 5) else None,
        "stack": some.stack_size if some.stack_size != 5 else None,
        "rule": some.rule,
        "special": special and {key: value for key, value in special.items() if value != "own"},
        "cards": some.deck_size,
        "max": some.max_score,
    }
    return {
        key: value
        for key, value in row.items()
        if value not in (None, "", []) or key in ("colors", "numbers")
    }


def test_every_suit_is_there() -> None:
    ours = {}
    for suit in SUITS.values():
        row = suit._asdict() | {"letter": suit.letter.upper(), "colors": list(suit.colors)}
        if suit.display == suit.name:
            del row["display"]
        ours[suit.name] = {key: value for key, value in row.items() if value is not False}
    assert ours == SUIT_ROWS
    assert len(ours) == 62


def test_every_name_is_there() -> None:
    assert variant_names() == tuple((row["id"], row["name"]) for row in ROWS)
    assert len(variant_names()) == 2426


@slices
def test_every_variant_is_as_the_table_says(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert described(variant(row["name"])) == row
        assert variant(row["id"]) is variant(row["name"])


def color_touches(row: dict[str, Any], suit: dict[str, Any], rank: int, color: str) -> bool:  # noqa: PLR0911  # one line a rule
    """Whether a colour touches a card, straight from the list of rules."""
    colors, special = row["colors"], row.get("special", {})
    rule = row.get("rule")
    if rule in ("color_blind", "totally_blind"):
        return False
    if suit["color"] == "all":
        return True
    if suit["color"] == "none":
        return False
    if rule == "synesthesia" and suit["number"] != "none" and color == colors[(rank - 1) % len(colors)]:
        return True
    if rank == special.get("rank") and "color" in special:
        return bool(special["color"] == "all")
    if suit["color"] == "by_rank":
        return bool(color == (colors[-1] if rank == 7 else colors[(rank - 1) % len(colors)]))
    return color in suit["colors"]


def number_touches(row: dict[str, Any], at: int, suit: dict[str, Any], rank: int, number: int) -> bool:  # noqa: PLR0911  # one line a rule
    """Whether a number touches a card, straight from the list of rules."""
    special, rule = row.get("special", {}), row.get("rule")
    if rule in ("number_blind", "totally_blind"):
        return False
    if suit["number"] == "all":
        return True
    if suit["number"] == "none":
        return False
    if rule == "funnels":
        return rank <= number
    if rule == "chimneys":
        return rank >= number
    if rule == "odds_and_evens":
        return rank % 2 == number % 2
    if rank == special.get("rank") and "number" in special:
        if special["number"] == "by_suit":
            return bool(number == row["numbers"][at % len(row["numbers"])])
        return bool(special["number"] == "all")
    return number == rank


def copies(row: dict[str, Any], at: int, suit: dict[str, Any], rank: int) -> int:
    """How many copies of a card there are, straight from the list of rules."""
    rule, down = row.get("rule"), at in row.get("down", ())
    if suit.get("one_of_each") or (rule == "critical_fours" and rank == 4):
        return 1
    if rule == "sudoku":
        return 2
    if rank == 7:
        return 1
    if rank == 1:
        return 1 if rule == "up_or_down" or down else 2 if rule == "scarce_ones" else 3
    if rank == 5:
        return 3 if down else 1
    return 2


@slices
def test_every_touch_and_every_number_of_copies(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        some = variant(row["name"])
        suits = [SUIT_ROWS[name] for name in row["suits"]]
        faces = [(at, suit, rank) for at, suit in enumerate(suits) for rank in row.get("ranks", range(1, 6))]
        assert some.cards == tuple(Card(at, rank) for at, _, rank in faces)
        assert some.copies == tuple(copies(row, *face) for face in faces)
        for index, color in enumerate(row["colors"]):
            touched = [color_touches(row, suit, rank, color) for _, suit, rank in faces]
            assert mask(touched) == some.touch(Clue("color", index)), (row["name"], color)
        for number in row["numbers"]:
            touched = [number_touches(row, *face, number) for face in faces]
            assert mask(touched) == some.touch(Clue("number", number)), (row["name"], number)
        assert len(some.clues()) == len(row["colors"]) + len(row["numbers"])


def mask(flags: list[bool]) -> int:
    return sum(1 << at for at, flag in enumerate(flags) if flag)


def test_no_touch_was_left_out() -> None:
    asked = sum(len(some.clues()) * len(some.cards) for some in (variant(row["id"]) for row in ROWS))
    assert asked == 527_909


def orders(rule: StackRule, ranks: tuple[int, ...], state: int = 0) -> set[tuple[int, ...]]:
    steps = [(rank, step) for rank, step in zip(ranks, rule.steps[state], strict=True) if step != NO]
    return {(rank, *rest) for rank, step in steps for rest in orders(rule, ranks, step)} or {()}


@slices
def test_every_stack_grows_in_the_right_order(rows: list[dict[str, Any]]) -> None:
    up, start = (1, 2, 3, 4, 5), {(START, 2, 3, 4, 5), (START, 4, 3, 2, 1)}
    walked = {}
    for row in rows:
        some, rule = variant(row["name"]), row.get("rule")
        for at, stack in enumerate(some.stacks):
            size = len(row["suits"])
            around = {tuple((first + step) % size + 1 for step in range(size)) for first in range(size)}
            straight = {up[::-1]} if at in row.get("down", ()) else {up}
            expected = {"sudoku": around, "up_or_down": {up, up[::-1]} | start}.get(rule or "", straight)
            if id(stack) not in walked:
                walked[id(stack)] = orders(stack, some.ranks)
            assert walked[id(stack)] == expected
        assert some.distinct_starts == (rule == "sudoku")
