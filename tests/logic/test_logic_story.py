"""Witnesses: who doubts what, which news made it known, and when each agent first knew."""

from itertools import combinations
from random import Random

import pytest
import textbook_logic as textbook

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import FalseAnnouncementError, InputError
from handsight.logic import puzzles

p, q = L.atoms("p q")


def weather() -> L.ExplicitModel:
    return L.ExplicitModel.of(
        ["fair", "rain", "snow"],
        sees={"ann": lambda w: w == "fair", "bob": lambda w: w == "snow", "cat": str},
        facts={"wet": "rain".__eq__, "cold": "snow".__eq__},
        values={"sky": str},
        actual="rain",
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("K[ann] wet", [[("ann", "snow")]]),
        ("~K[ann] wet", [[("ann", "snow")]]),
        ("Kw[ann] wet", [[("ann", "rain")], [("ann", "snow")]]),
        ("Kv[bob] sky", [[("bob", "fair")], [("bob", "rain")]]),
        ("E[cat,bob] wet", [[("bob", "fair")]]),
        ("M[bob] ~wet", [[("bob", "fair")]]),
        ("K[cat] wet", []),
        ("[!~cold] K[bob] wet", [[("bob", "fair")]]),
        ("[!wet] K[bob] wet", []),
    ],
)
def test_the_world_that_shows_a_doubt(text: str, shown: list[list[tuple[str, str]]]) -> None:
    doubts = L.witnesses(weather(), L.parse(text))
    assert [[(*group, world) for group, world in doubt.steps] for doubt in doubts] == shown


def test_a_doubt_reads_as_a_sentence() -> None:
    (doubt,) = L.witnesses(weather(), L.parse("C[ann,bob] ~cold"))
    assert str(doubt) == "in rain, ann could be in snow: there ~~cold"
    (doubt,) = L.witnesses(weather(), L.parse("C[ann,bob] ~cold"), "fair")
    assert str(doubt) == "in fair, bob could be in rain, ann could be in snow: there ~~cold"
    assert doubt.world == "snow"


def test_what_has_no_witness_says_so() -> None:
    with pytest.raises(InputError, match="no world alone shows"):
        L.witnesses(weather(), L.parse("wet & cold"))
    with pytest.raises(InputError, match="nobody can announce"):
        L.witnesses(weather(), L.parse("[!cold] K[ann] wet"))


def test_every_doubt_is_real() -> None:
    dice = Random(5)
    found = 0
    for _ in range(400):
        plain, model = textbook.random_pair(dice, belief=dice.random() < 0.5)
        inside = textbook.random_formula(dice, 1)
        group = tuple(dice.sample(textbook.AGENTS, 2))
        formula = dice.choice(
            (L.K(group[0], inside), L.C(group, inside), L.D(group, inside), L.E(group, inside))
        )
        world = dice.choice(model.where())
        doubts = L.witnesses(model, formula, world)
        assert bool(doubts) != model.holds(formula, world)
        for doubt in doubts:
            here = world
            for agents, there in doubt.steps:
                assert all((here, there) in plain.pairs[agent] for agent in agents)
                here = there
            assert not model.holds(inside, here)
            found += 1
    assert found > 100


def test_when_each_child_first_knew() -> None:
    told = puzzles.muddy_children(3, 2)
    assert told.counts == (8, 7, 4, 1)
    assert told.first_knew_whether(puzzles.muddy(0)) == {"child0": 2, "child1": 0, "child2": 0}
    assert told.first_knew_whether(puzzles.muddy(2)) == {"child0": 0, "child1": 0, "child2": 3}
    assert told.first_knew(puzzles.muddy(2)) == dict.fromkeys(("child0", "child1", "child2"))
    assert told.bits == pytest.approx((0.1926, 0.8074, 2.0), abs=1e-4)


def test_the_shortest_list_of_news() -> None:
    facts = {f"p{k}": (lambda w, k=k: w >> k & 1) for k in range(4)}
    model = L.ExplicitModel.of(range(16), sees={"a": lambda _: 0}, facts=facts, actual=15)
    news = [L.parse(text) for text in ("p0 | p1", "p1", "p0 & p2", "p0", "p3 | p0")]
    told = L.Story.of(model, news)
    assert told.reasons(L.parse("K[a] (p0 & p1)")).news == (1, 2)
    assert told.reasons(L.parse("K[a] p0")).news == (2,)
    assert told.reasons(L.parse("true")).news == ()
    assert told.reasons(L.parse("K[a] p3")) is None


def test_news_may_be_true_only_thanks_to_earlier_news() -> None:
    told = puzzles.muddy_children(3, 3)
    knows = L.K("child0", puzzles.muddy(0))
    assert told.reasons(knows).news == (0, 1, 2)
    assert told.reasons(knows).shortest


def test_reasons_are_shortest_by_trying_all() -> None:
    dice = Random(11)
    for _ in range(60):
        _, model = textbook.random_pair(dice)
        actual = dice.choice(model.where())
        news, here = [], model.pointed(actual)
        while len(news) < 4:
            heard = textbook.random_formula(dice, 2, words=textbook.WITHOUT_EVENTS)
            heard = heard if here.holds(heard) else ~heard
            news.append(heard)
            here = here.announce(heard)
        told = L.Story.of(model.pointed(actual), news)
        formula = L.Kw(dice.choice(textbook.AGENTS), L.atom(dice.choice(textbook.ATOMS)))
        reasons = told.reasons(formula)
        assert (reasons is not None) == told.end.holds(formula)
        if reasons is not None:
            assert told._makes_true(reasons.news, formula)  # noqa: SLF001 checked from outside
            for size in range(len(reasons.news)):
                for choice in combinations(range(4), size):
                    assert not told._makes_true(choice, formula)  # noqa: SLF001 as above


def test_too_many_news_are_spared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handsight.logic.announcement_history.MOST_TRIES", 5)
    facts = {f"p{k}": (lambda w, k=k: w >> k & 1) for k in range(4)}
    model = L.ExplicitModel.of(range(16), sees={"a": lambda _: 0}, facts=facts, actual=15)
    told = L.Story.of(model, map(L.parse, ("p0 & p1", "p2", "p0", "p1", "p3")))
    reasons = told.reasons(L.parse("K[a] (p0 & p1 & p2)"))
    assert not reasons.shortest
    assert reasons.news == (1, 2, 3)


def test_false_news_says_which_and_why() -> None:
    told = L.Story.of(weather(), [L.parse("~cold"), L.parse("~wet")])
    with pytest.raises(
        FalseAnnouncementError,
        match="news 2 of 2: cannot announce ~wet: it is not true in the actual world rain",
    ):
        _ = told.end
    with pytest.raises(InputError, match="no actual world"):
        L.Story.of(weather().pointed(None), [])


def test_an_event_that_cannot_happen() -> None:
    events = L.EventModel.of({"e": L.Event(L.parse("cold"))}, {a: [] for a in ("ann", "bob", "cat")})
    with pytest.raises(FalseAnnouncementError, match="e cannot happen: cold is not true in rain"):
        weather().update(events, "e")
    with pytest.raises(InputError, match="unknown event 'f'"):
        weather().update(events, "f")
    with pytest.raises(InputError, match="does not say which events cat"):
        weather().update(L.EventModel.of({"e": L.Event()}, {"ann": [], "bob": []}))


def test_an_event_that_asks_about_itself() -> None:
    loop = L.EventModel.of({"e": L.Event(L.parse("[m:e] wet"))}, {a: [] for a in ("ann", "bob", "cat")})
    with pytest.raises(InputError, match="asks about itself"):
        weather().knowing({"m": loop}).count(L.parse("[m:e] wet"))
