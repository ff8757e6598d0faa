"""Our engine agrees with the naive one on every fact of every turn, in every family of variants."""

import json
from pathlib import Path
from random import Random

import pytest
from engine_pair import OPTIONS, EnginePair, lively, suits, variant_entry

from handsight.hanabi import RULE_SETS, State, variant
from handsight.hanabi.variants.catalogue import FAMILIES, family_variants, variant_names

TABLES = Path(__file__).parents[2] / ".." / "shared" / "replays"
MEMBERS = {family.name: [recipe.name for recipe in family_variants(family)] for family in FAMILIES}


def random_game(name: str, players: int, seed: int) -> State:
    """Play a game to its end in both engines, under terms that its own dice choose."""
    chosen, dice = variant(name), Random(f"{name} {players} {seed}")
    deck = list(chosen.deck())
    dice.shuffle(deck)
    options: dict[str, int] = {option: dice.random() < 0.15 for option in OPTIONS}
    options |= {"oneExtraCard": dice.random() < 0.2, "oneLessCard": dice.random() < 0.2}
    options["startingPlayer"] = dice.randrange(players) if dice.random() < 0.3 else 0
    rules = dice.choice(["official", *RULE_SETS])
    care = dice.choice([0.97, 0.97, 0.5])
    game = EnginePair(chosen, players, deck, rules=rules, **options)
    game.check(dice)
    while game.naive.moves:
        game.do(lively(game.naive, dice, care))
        game.check(dice)
    return game.state


def test_there_are_29_families() -> None:
    assert len(MEMBERS) == 29
    assert sum(map(len, MEMBERS.values())) == 2426


@pytest.mark.parametrize("family", MEMBERS)
def test_both_engines_agree_on_every_turn(family: str) -> None:
    dice = Random(family)
    for players in range(2, 7):
        random_game(dice.choice(MEMBERS[family]), players, 0)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_both_engines_agree_on_many_more_games(part: int) -> None:
    chosen = Random(part).sample(variant_names(), 40)
    states = [random_game(name, 2 + at % 5, part) for at, (_, name) in enumerate(chosen)]
    ends = {state.end.value for state in states}
    assert {"perfect", "final_round", "strikeout", "terminated"} <= ends


def test_the_naive_engine_reads_the_rows_of_the_site() -> None:
    if not TABLES.exists():
        pytest.skip("the site's tables are not here (../shared/replays)")
    listed = {r["name"]: r for r in map(json.loads, (TABLES / "variants.jsonl").read_text().splitlines())}
    known = {r["name"]: r for r in map(json.loads, (TABLES / "suits.jsonl").read_text().splitlines())}
    defaults = {"one_of_each": False, "inverted": False}
    unlisted = ("id", "code", "letters", "cards", "max")
    for _, name in variant_names()[::12]:
        assert variant_entry(variant(name)) == {k: v for k, v in listed[name].items() if k not in unlisted}
        for suit, made in suits(variant(name)).items():
            assert {**made, "colors": list(made["colors"])} == {
                key: (defaults | known[suit])[key] for key in made
            }
