"""Every variant of hanab.live, by name and by number."""

from functools import cache

from handsight.errors import UnknownNameError
from handsight.hanabi.variants.families import FAMILIES, Family, recipes
from handsight.hanabi.variants.ids import IDS
from handsight.hanabi.variants.variant import Recipe, Variant, build
from handsight.text.suggestions import did_you_mean


@cache
def variant(name: str | int = "No Variant") -> Variant:
    """The variant with this name or number."""
    if isinstance(name, int):
        return variant(_by_number(name))
    for family in FAMILIES:  # a family is written out when it is first looked into
        if recipe := _listed(family).get(name):
            return build(recipe)
    typed = " ".join(name.split()).casefold()
    for _, known in variant_names():
        if known.casefold() == typed:
            return variant(known)
    raise UnknownNameError(f"there is no variant {name!r}; {_advice(name)}")


@cache
def variant_names() -> tuple[tuple[int, str], ...]:
    """The number and name of every variant, by number."""
    recipes = (recipe for family in FAMILIES for recipe in _listed(family).values())
    return tuple(sorted((recipe.number, recipe.name) for recipe in recipes if recipe.number is not None))


@cache
def _listed(family: Family) -> dict[str, Recipe]:
    numbered = zip(recipes(family), _numbers(IDS[family.name]), strict=True)
    return {recipe.name: recipe._replace(number=number) for recipe, number in numbered}


def _numbers(runs: str) -> list[int]:
    ends = (run.split("-") for run in runs.split())
    return [number for end in ends for number in range(int(end[0]), int(end[-1]) + 1)]


def _by_number(number: int) -> str:
    last = len(variant_names()) - 1
    if not 0 <= number <= last:
        raise UnknownNameError(f"there is no variant number {number}; they run from 0 (No Variant) to {last}")
    return variant_names()[number][1]


def _advice(name: str) -> str:
    meant = did_you_mean(name, (known for _, known in variant_names()), most=3, show=repr)
    hint = "`handsight variants` lists all"
    return f"{meant} ({hint})" if meant else f"names look like 'Rainbow (6 Suits)'; {hint}"
