"""Puzzles about numbers and dates, where the question is who knows the value of a variable."""

from collections.abc import Iterable, Sequence
from typing import Final

from handsight.logic.announcement_history import AnnouncementHistory
from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.formulas.event_model import Event, EventModel
from handsight.logic.formulas.formula import K, Kv, atom, has_value

CHERYL_DATES: Final = tuple(
    (month, day)
    for month, days in (
        ("May", (15, 16, 19)),
        ("June", (17, 18)),
        ("July", (14, 16)),
        ("August", (14, 15, 17)),
    )
    for day in days
)


def cheryl_birthday(dates: Iterable[tuple[str, int]] = CHERYL_DATES) -> AnnouncementHistory:
    """Return the history of Cheryl's birthday: Albert knows the month, Bernard the day; they talk."""
    model = ExplicitModel.of(
        dates,
        sees={"albert": lambda date: date[0], "bernard": lambda date: date[1]},
        values={"birthday": lambda date: date},
    )
    albert, bernard = Kv("albert", "birthday"), Kv("bernard", "birthday")
    return AnnouncementHistory(model, (~albert & K("albert", ~bernard), bernard, albert))


def cheryl_age(product: int) -> tuple[AnnouncementHistory, AnnouncementHistory]:
    """Return the histories before and after the bus: the ages of Cheryl and two brothers have a product."""
    ages = [
        (cheryl, older, younger)
        for cheryl in _divisors(product)
        for older in _divisors(product // cheryl)
        if (younger := product // cheryl // older) <= older < cheryl
    ]
    model = ExplicitModel.of(
        ages,
        sees={"listeners": lambda _: None},
        atoms={"twins": lambda age: age[1] == age[2]},
        values={"age": lambda age: age[0], "bus": sum},
    )
    know = Kv("listeners", "age")
    before = AnnouncementHistory(model, (~know,))
    numbers = {f"number{number}": Event(has_value("bus", number)) for number in sorted(set(map(sum, ages)))}
    bus = EventModel.of(numbers, {"listeners": []})
    return before, AnnouncementHistory(before.end.update(bus), (~know, atom("twins"), know))


def _divisors(number: int) -> list[int]:
    return [k for k in range(1, number + 1) if number % k == 0]


def sum_and_product(most: int) -> AnnouncementHistory:
    """Return the history of sum and product: 2 ≤ x < y and x + y ≤ most; S knows the sum, P the product."""
    model = ExplicitModel.of(
        ((x, y) for x in range(2, most) for y in range(x + 1, most - x + 1)),
        sees={"s": sum, "p": lambda pair: pair[0] * pair[1]},
        values={"pair": lambda pair: pair},
    )
    s_knows, p_knows = Kv("s", "pair"), Kv("p", "pair")
    return AnnouncementHistory(model, (K("s", ~p_knows), p_knows, s_knows))


def what_sum(bound: int, speakers: Sequence[str] = "abc") -> AnnouncementHistory:
    """Return the history of "what sum": one of three numbers is the sum of the others, which each sees.

    The speakers say in turn that they do not know their own number.
    """
    sums = ((x, y, x + y) for x in range(1, bound) for y in range(1, bound - x + 1))
    model = ExplicitModel.of(
        sorted({triple for x, y, z in sums for triple in ((x, y, z), (x, z, y), (z, x, y))}),
        sees={"a": lambda t: (t[1], t[2]), "b": lambda t: (t[0], t[2]), "c": lambda t: (t[0], t[1])},
        values={"number(a)": lambda t: t[0], "number(b)": lambda t: t[1], "number(c)": lambda t: t[2]},
    )
    return AnnouncementHistory(model, tuple(~Kv(speaker, f"number({speaker})") for speaker in speakers))
