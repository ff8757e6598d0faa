"""How fast knowledge is computed, beside the published times of SMCDEL and DEMO-S5.

Muddy children: all of n are muddy, find the number of rounds. Cryptographers at dinner: whether payments stay
secret, after one announcement of the parity of all statements, or after everyone's own. Ours is the CPU time
to make the model of a given law and to answer; theirs was taken on one core of a 2-core AMD EPYC (SMCDEL
1.3.0 with CacBDD; 0.045 s of each of its times with muddy children is its start). Boeren Bridge: all deals of
4n cards, then questions about single cards after East has shown no clubs.
"""

from collections.abc import Callable, Iterable
from functools import partial
from statistics import median
from time import process_time

from bench import logic_puzzles as puzzles
from bench.measurement import Measurement, median_seconds, settled_seconds
from handsight.logic import C, Formula, K, Kv, SymbolicModel, announce_whether
from handsight.logic.deal_model import all_deals, dealt_to, void

MUDDY = {3: 0.048, 8: None, 9: None, 10: 0.052, 11: None, 20: 0.080, 30: 0.18, 40: 0.39, 60: 1.55, 80: 3.9}
MUDDY_DEMO = {8: 0.11, 9: 0.56, 10: 2.7, 11: 17.0}
DINING = {
    3: 0.043,
    4: 0.0003,
    5: 0.0005,
    10: 0.0013,
    20: 0.0065,
    30: 0.020,
    40: 0.044,
    50: 0.081,
    60: 0.139,
    70: 0.232,
    80: 0.371,
    90: 0.564,
    160: 3.2,
}
SEPARATE = {5: 0.014, 7: 0.25, 9: 2.2, 11: 39.0}
"""Number of children or cryptographers, and SMCDEL's time in seconds."""

SEATS = ("N", "E", "S", "W")
DEALS = {3: "", 4: "", 5: "under 200", 8: "", 13: "under 1,000"}
QUERIES = {5: "under 5", 13: "under 100"}
TIMES = 3


def run() -> list[Measurement]:
    """Measure both families of puzzles, deal spaces, and the suite of puzzles."""
    return [
        *_family("muddy children", MUDDY, _muddy, MUDDY_DEMO),
        *_family("cryptographers, merged", DINING, _merged),
        *_family("cryptographers, each apart", SEPARATE, _separate),
        *(row for n in DEALS for row in _deals(n)),
        Measurement("the classic puzzles, all of them", median_seconds(_suite, TIMES), "s", "under 2"),
    ]


def _family(
    name: str,
    theirs: dict[int, float] | dict[int, float | None],
    work: Callable[[int], Callable[[], object]],
    demo: dict[int, float] | None = None,
) -> Iterable[Measurement]:
    """Measure every size, then hold the largest against SMCDEL and against half its size."""
    ours = {n: settled_seconds(work(n)) for n in theirs}
    for n, seconds in ours.items():
        beside = [f"SMCDEL {theirs[n]:g} s"] if theirs[n] else []
        beside += [f"DEMO-S5 {demo[n]:g} s"] if demo and n in demo else []
        yield Measurement(f"{name}, n = {n}", seconds, "s", ", ".join(beside))
    largest = max(ours)
    smaller = min(ours, key=lambda n: abs(2 * n - largest))
    last, before = theirs[largest], theirs[smaller]
    if last and before:
        growth = f"SMCDEL {last / before:.3g}"
        yield Measurement(
            f"{name}, growth from {smaller} to {largest}", ours[largest] / ours[smaller], "x", growth
        )
        yield Measurement(
            f"{name}, SMCDEL's time over ours at {largest}", last / ours[largest], "x", "at least 5"
        )


def _muddy(children: int) -> Callable[[], object]:
    return partial(puzzles.muddy_children, children, children, SymbolicModel.of)


def _merged(cryptographers: int) -> Callable[[], object]:
    structure = puzzles.cryptographers_structure(cryptographers)
    formula = puzzles.cryptographers_parity_check(cryptographers)
    return lambda: SymbolicModel.of(structure).valid(formula)


def _separate(cryptographers: int) -> Callable[[], object]:
    law = puzzles.cryptographers_structure(cryptographers)
    formula = puzzles.cryptographers_parity_check(cryptographers).parts[1]
    for k in reversed(range(cryptographers)):
        formula = announce_whether(puzzles.cryptographers_statement(cryptographers, k), formula)
    return lambda: SymbolicModel.of(law).valid(formula)


def _deals(n: int) -> Iterable[Measurement]:
    """Measure making the space of hands of n cards, and questions of every kind about other suits' cards."""
    suits = [[rank + suit for rank in "23456789TJQKA"[-n:]] for suit in "CDHS"]
    pack = [card for suit in suits for card in suit]
    space = partial(all_deals, pack, dict.fromkeys(SEATS, n))
    yield Measurement(
        f"all deals of {n} cards each, made in", median_seconds(space, TIMES) * 1000, "ms", DEALS[n]
    )
    told = space().announce(void("E", suits[0]))
    deal = next(told.worlds_in(told.allowed))
    kinds: dict[str, Callable[[str], Formula]] = {
        "K": lambda card: K("N", dealt_to("E", card)),
        "K of K": lambda card: K("N", K("S", ~dealt_to("E", card))),
        "C": lambda card: C(SEATS, ~dealt_to("E", card)),
    }
    for kind, ask in kinds.items():
        asked = [ask(suit[n // 2]) for suit in suits[1:]]
        taken = [_seconds(partial(told.extension, formula)) for formula in asked]
        yield Measurement(
            f"{n} cards each, in which deals {kind}", median(taken) * 1000, "ms", QUERIES.get(n, "")
        )
    seat = told.with_actual(deal)
    owners = [Kv("N", f"owner({card})") for card in pack]
    each = _seconds(lambda: [seat.holds(formula) for formula in owners])
    yield Measurement(f"{n} cards each, in one deal whose owners North knows", each * 1000, "ms")


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _suite() -> None:
    """Solve every puzzle once."""
    puzzles.muddy_children(10, 10)
    puzzles.drinking_logicians(10)
    SymbolicModel.of(puzzles.cryptographers_structure(5)).valid(puzzles.cryptographers_parity_check(5))
    numbers = (puzzles.sum_and_product(100), puzzles.what_sum(50))
    for story in (puzzles.cheryl_birthday(), *puzzles.cheryl_age(144), *numbers):
        story.end.where()
    cards = puzzles.russian_cards()
    for size in (5, 6, 7):
        for hands in puzzles.candidate_announcements(size):
            puzzles.exchange_checks(cards, hands)
    for model in puzzles.interviews(3, (2, 1, 3, 1)):
        model.holds(puzzles.all_counted(3))
    puzzles.coin_flip()
    puzzles.sally_anne()
    model, attempt = puzzles.doormat(anne_tells=True)
    model.update(attempt, "found")
    puzzles.gossip(4, ((0, 1), (2, 3), (0, 2), (1, 3)))
