"""Every puzzle case of the oracle file, by the models of the library."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

import handsight.logic as L  # noqa: N812 as everywhere
from bench import logic_puzzles as puzzles
from bench.logic_puzzles import paid
from handsight.logic.deal_model import CardDeal, all_deals, void
from handsight.logic.engines.knowledge_structure import Assignment
from handsight.logic.engines.kripke_structure import WorldAfterEvents

ORACLE = json.loads(Path(__file__).with_name("logic.json").read_text("utf-8"))["puzzles"]
ANSWERS: dict[str, Callable[..., dict[str, Any]]] = {}
MAX_IN_A_TABLE = 5
MAX_LISTED = 2
"""The largest cases that need no decision diagrams, of cryptographers and of cards a hand."""


def answer(name: str) -> Callable[[Callable[..., dict[str, Any]]], Callable[..., dict[str, Any]]]:
    def keep(function: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        ANSWERS[name] = function
        return function

    return keep


@answer("muddy-children")
def muddy_children(children: int, muddy: int) -> dict[str, Any]:
    story = puzzles.muddy_children(children, muddy)
    *_, before, after = story.models
    own = [L.Kw(f"child{k}", puzzles.muddy(k)) for k in range(children)]
    everyone = [f"child{k}" for k in range(children)]
    state = L.all_of(puzzles.muddy(k) if k < muddy else ~puzzles.muddy(k) for k in range(children))
    return {
        "nobody_knows_rounds": len(story.announcements) - 2,
        "worlds_after_father_and_each_round": list(story.counts[1:-1]),
        "who_knows_then": [k for k in range(children) if before.holds(own[k])],
        "worlds_after_they_step_forward": story.counts[-1],
        "common_knowledge_of_state": after.holds(L.C(everyone, state)),
    }


@answer("drinking-logicians")
def drinking_logicians(logicians: int) -> dict[str, Any]:
    story = puzzles.drinking_logicians(logicians)
    everyone = [f"logician{k}" for k in range(logicians)]
    all_want = L.all_of(L.atom(f"wants({k})") for k in range(logicians))
    yes = L.K(everyone[-1], all_want)
    dialogue = L.TRUE
    for said in reversed((*story.announcements, yes)):
        dialogue = L.announce_diamond(said, dialogue)
    return {
        "worlds_after_each_i_do_not_know": list(story.counts),
        "last_knows_whether_all_want": story.end.holds(L.Kw(everyone[-1], all_want)),
        "each_answer_makes_that_wish_common_knowledge": all(
            model.valid(L.C(everyone, L.atom(f"wants({k})"))) for k, model in enumerate(story.models[1:])
        ),
        "dialogue_ending_in_yes_possible_exactly_when_all_want": story.start.valid(L.iff(dialogue, all_want)),
    }


@answer("dining-cryptographers")
def dining_cryptographers(cryptographers: int) -> dict[str, Any]:
    model = L.ExplicitModel.of_law(puzzles.cryptographers_structure(cryptographers))
    numbers = range(cryptographers)
    agents = [f"cryptographer{k}" for k in numbers]
    statements = [puzzles.cryptographers_statement(cryptographers, k) for k in numbers]

    def after_all(then: L.Formula) -> L.Formula:
        for statement in reversed(statements):
            then = L.announce_whether(statement, then)
        return then

    def worlds_after(payer: object) -> int:
        pointed = model.with_actual(Assignment([f"paid({payer})"]))
        said = [s if pointed.holds(s) else ~s for s in statements]
        return pointed.announce(*said).count()

    known_to_others = L.any_of(L.K(agents[j], paid(k)) for j in numbers for k in numbers if j != k)
    outsider = L.implies(paid("outsider"), L.C(agents, paid("outsider")))
    return {
        "worlds": model.count(),
        "worlds_after_even_announcements": worlds_after("outsider"),
        "worlds_after_odd_announcements": worlds_after(0),
        "outsider_paid_becomes_common_knowledge": model.valid(after_all(outsider)),
        "payer_known_only_to_the_payer": model.valid(after_all(~known_to_others)),
    }


@answer("dining-cryptographers-merged")
def dining_cryptographers_merged(cryptographers: int) -> dict[str, Any]:
    law = puzzles.cryptographers_structure(cryptographers)
    model = L.ExplicitModel.of_law(law) if cryptographers <= MAX_IN_A_TABLE else L.SymbolicModel.of(law)
    return {
        "atoms": len(law.atoms),
        "valid": model.valid(puzzles.cryptographers_parity_check(cryptographers)),
    }


def as_lists(worlds: Iterable[object]) -> list[list[Any]]:
    """Tuples, such as dates or pairs of numbers, as JSON has them."""
    return [list(world) for world in worlds if isinstance(world, tuple)]


def starts(worlds: Iterable[object]) -> list[object]:
    """The worlds from which worlds after events came."""
    return [world.start for world in worlds if isinstance(world, WorldAfterEvents)]


@answer("cheryl-birthday")
def cheryl_birthday(dates: list[list[Any]]) -> dict[str, Any]:
    story = puzzles.cheryl_birthday(map(tuple, dates))
    return {
        "worlds": list(story.counts),
        "after_first": sorted(as_lists(story.models[1].where())),
        "after_second": sorted(as_lists(story.models[2].where())),
        "answer": as_lists(story.end.where())[0],
    }


@answer("cheryl-age")
def cheryl_age(product: int) -> dict[str, Any]:
    before, after = puzzles.cheryl_age(product)
    return {
        "worlds": [*before.counts, *after.counts[1:]],
        "after_bus_number": sorted(as_lists(starts(after.models[1].where()))),
        "answer": as_lists(starts(after.end.where())),
    }


@answer("russian-cards")
def russian_cards(**parameters: Any) -> dict[str, Any]:
    model = puzzles.russian_cards()
    if hands := parameters.get("list"):
        announced = model.announce(puzzles.alice_announces(hands))
        answered = L.K("bob", L.atom("has(carol,6)"))
        worlds = [model.count(), announced.count()]
        if announced.holds(answered):
            worlds.append(announced.announce(answered).count())
        return {"checks": puzzles.exchange_checks(model, hands), "worlds": worlds}
    lists = {
        size: list(puzzles.candidate_announcements(size, parameters["hands_pairwise_share_at_most"]))
        for size in parameters["all_lists_of_sizes"]
    }
    safe = {
        size: sum(all(puzzles.exchange_checks(model, hands)) for hands in some)
        for size, some in lists.items()
    }
    return {
        "lists_by_size": {str(size): len(some) for size, some in lists.items()},
        "safe_by_size": {str(size): number for size, number in safe.items()},
        "lists": sum(map(len, lists.values())),
        "safe": sum(safe.values()),
    }


@answer("sum-and-product")
def sum_and_product(max_sum: int) -> dict[str, Any]:
    story = puzzles.sum_and_product(max_sum)
    return {"worlds": list(story.counts), "solutions": as_lists(story.end.where())}


@answer("what-sum")
def what_sum(bound: int, speakers: list[str]) -> dict[str, Any]:
    story = puzzles.what_sum(bound, speakers)
    return {
        "worlds": list(story.counts),
        "smallest": next(iter(as_lists(story.end.where())), None),
        "worlds_where_a_now_knows_own_number": story.end.count(L.Kv("a", "number(a)")),
    }


@answer("prisoners-and-light")
def prisoners_and_light(prisoners: int, interviews: list[int]) -> dict[str, Any]:
    models = list(puzzles.interviews(prisoners, interviews))
    return {
        "worlds_the_counter_considers": [model.count() for model in models],
        "after_contraction": [model.contracted().count() for model in models],
        "counter_knows_all_were_in": [model.holds(puzzles.all_counted(prisoners)) for model in models[1:]],
    }


@answer("coin-flip")
def coin_flip(**_: str) -> dict[str, Any]:
    model = puzzles.coin_flip()
    a_knows, b_knows = (L.Kw(agent, L.atom("heads")) for agent in "ab")
    return {
        "worlds": model.count(),
        "b_knows_whether_heads": model.valid(b_knows),
        "a_knows_whether_heads": not model.valid(~a_knows),
        "a_knows_that_b_knows_whether": model.valid(L.K("a", b_knows)),
        "common_knowledge_that_b_knows_whether": model.valid(L.C(("a", "b"), b_knows)),
    }


@answer("doormat")
def doormat(*, anne_first_announces_key_under_mat: bool) -> dict[str, Any]:
    model, attempt = puzzles.doormat(anne_tells=anne_first_announces_key_under_mat)
    will_succeed = L.after_event_diamond("attempt", "found", L.atom("bob_has_key"))
    after = model.update(attempt, "found")
    has_key = L.atom("bob_has_key")
    return {
        "worlds_before": model.count(),
        "bob_knows_beforehand_the_try_will_succeed": model.holds(L.K("bob", will_succeed)),
        "anne_knows_beforehand_it_will_succeed": model.holds(L.K("anne", will_succeed)),
        "worlds_after": after.count(),
        "bob_has_key": after.holds(has_key),
        "bob_knows_he_has_key": after.holds(L.K("bob", has_key)),
        "anne_knows_bob_has_key": after.holds(L.K("anne", has_key)),
    }


@answer("sally-anne")
def sally_anne() -> dict[str, Any]:
    model, basket = puzzles.sally_anne(), L.atom("basket")
    return {
        "worlds": model.count(),
        "marble_in_basket": model.holds(basket),
        "sally_believes_in_basket": model.holds(L.K("sally", basket)),
        "anne_believes_in_basket": model.holds(L.K("anne", basket)),
        "anne_believes_sally_believes_in_basket": model.holds(L.K("anne", L.K("sally", basket))),
        "sally_believes_anne_believes_in_basket": model.holds(L.K("sally", L.K("anne", basket))),
        "truth_axiom_fails_for_sally": not model.valid(L.K("sally", basket) >> basket),
    }


@answer("gossip")
def gossip(agents: int, calls: list[list[int]]) -> dict[str, Any]:
    model = puzzles.gossip(agents, [(a, b) for a, b in calls])
    expert = [L.atom(f"expert({k})") for k in range(agents)]
    everyone = L.all_of(expert)
    return {
        "worlds": model.count(),
        "experts": [k for k in range(agents) if model.holds(expert[k])],
        "all_experts": model.holds(everyone),
        "sequences_of_this_length_making_all_experts": model.count(everyone),
        "who_knows_that_all_are_experts": [
            k for k in range(agents) if model.holds(L.K(f"gossip{k}", everyone))
        ],
    }


@answer("deal-space")
def boeren_deals(n: int) -> dict[str, Any]:
    cards = [f"{suit}{rank}" for suit in "CDHS" for rank in range(n)]
    seats = [f"seat{k}" for k in range(4)]
    model = all_deals(cards, dict.fromkeys(seats, n))
    seen = model.accessible_from(seats[:1], model.singleton(next(model.worlds_in(model.allowed))))
    after_void = model.announce(void(seats[1], cards[:n]))
    if n <= MAX_LISTED:
        deals = [deal for deal in model.where() if isinstance(deal, CardDeal)]
        hands = {tuple(tuple(sorted(deal.hand(seat))) for seat in seats) for deal in deals}
        assert hands == set(_deals(frozenset(cards), n))
    return {
        "deals": str(model.count()),
        "deals_seen_from_one_hand": str(model.count_worlds(seen)),
        "deals_after_seat1_void_in_suit0": str(after_void.count()),
    }


def _deals(cards: frozenset[str], n: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    if not cards:
        yield ()
        return
    for hand in combinations(sorted(cards), n):
        yield from ((hand, *rest) for rest in _deals(cards - set(hand), n))


def _cases() -> Iterator[Any]:
    for puzzle in ORACLE:
        for case in puzzle["cases"]:
            first = next(iter(case["parameters"].values()), 0)
            slow = (puzzle["name"] == "sum-and-product" and first > 1000) or case["parameters"] == {"n": 13}
            name = f"{puzzle['name']}-{str(case['parameters'])[:60]}"
            yield pytest.param(puzzle["name"], case, id=name, marks=[pytest.mark.slow] if slow else [])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "case"), list(_cases()))
def test_puzzle_has_the_expected_values(name: str, case: dict[str, Any]) -> None:
    found = ANSWERS[name](**case["parameters"])
    for key in ("after_first", "after_second", "after_bus_number"):
        if key in case["expected"]:
            case["expected"][key] = sorted(case["expected"][key])
    assert found == case["expected"]


def test_ordered_brothers_of_cheryl() -> None:
    ages = {
        (c, *order)
        for c, *brothers in as_lists(puzzles.cheryl_age(144)[0].start.where())
        for order in permutations(brothers)
    }
    assert len(ages) == 28
