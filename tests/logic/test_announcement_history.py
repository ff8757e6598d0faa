"""Which announcements made something known, and when each agent first knew it; false announcements."""

from collections.abc import Callable
from itertools import combinations
from random import Random

import logic.reference_semantics as reference
import pytest

import handsight.logic as L  # noqa: N812 as everywhere
from bench import logic_puzzles as puzzles
from bench.announcement_history import AnnouncementHistory, Reasons
from handsight.errors import FalseAnnouncementError, InputError

p, q = L.atoms("p q")


def test_when_each_child_first_knew() -> None:
    history = puzzles.muddy_children(3, 2)
    assert history.counts == (8, 7, 4, 1)
    assert history.first_knew_whether(puzzles.muddy(0)) == {"child0": 2, "child1": 0, "child2": 0}
    assert history.first_knew_whether(puzzles.muddy(2)) == {"child0": 0, "child1": 0, "child2": 3}
    assert history.first_knew(puzzles.muddy(2)) == dict.fromkeys(("child0", "child1", "child2"))
    assert history.bits == pytest.approx((0.1926, 0.8074, 2.0), abs=1e-4)


def bit(k: int) -> Callable[[int], int]:
    return lambda number: number >> k & 1


def announcements_for(history: AnnouncementHistory, formula: str) -> tuple[int, ...]:
    reasons = history.reasons(L.parse(formula))
    assert reasons is not None
    return reasons.announcements


def test_the_shortest_list_of_announcements() -> None:
    atoms = {f"p{k}": bit(k) for k in range(4)}
    model = L.ExplicitModel.of(range(16), sees={"a": lambda _: 0}, atoms=atoms, actual=15)
    announcements = [L.parse(text) for text in ("p0 | p1", "p1", "p0 & p2", "p0", "p3 | p0")]
    history = AnnouncementHistory.of(model, announcements)
    assert announcements_for(history, "K[a] (p0 & p1)") == (1, 2)
    assert announcements_for(history, "K[a] p0") == (2,)
    assert announcements_for(history, "true") == ()
    assert history.reasons(L.parse("K[a] p3")) is None


def test_an_announcement_may_be_true_only_because_of_earlier_ones() -> None:
    history = puzzles.muddy_children(3, 3)
    knows = L.K("child0", puzzles.muddy(0))
    assert history.reasons(knows) == Reasons((0, 1, 2), shortest=True)


def test_reasons_are_shortest_by_trying_all() -> None:
    random = Random(11)
    for _ in range(60):
        _, model = reference.random_pair(random)
        actual = random.choice(model.where())
        announcements: list[L.Formula] = []
        here = model.with_actual(actual)
        while len(announcements) < 4:
            announced = reference.random_formula(random, 2, words=reference.WITHOUT_EVENTS)
            announced = announced if here.holds(announced) else ~announced
            announcements.append(announced)
            here = here.announce(announced)
        history = AnnouncementHistory.of(model.with_actual(actual), announcements)
        formula = L.Kw(random.choice(reference.AGENTS), L.atom(random.choice(reference.ATOMS)))
        reasons = history.reasons(formula)
        assert (reasons is not None) == history.end.holds(formula)
        if reasons is not None:
            assert history._make_true(reasons.announcements, formula)  # noqa: SLF001 checked from outside
            for size in range(len(reasons.announcements)):
                for choice in combinations(range(4), size):
                    assert not history._make_true(choice, formula)  # noqa: SLF001 as above


def test_many_announcements_are_dropped_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.announcement_history.MAX_TRIES", 5)
    atoms = {f"p{k}": bit(k) for k in range(4)}
    model = L.ExplicitModel.of(range(16), sees={"a": lambda _: 0}, atoms=atoms, actual=15)
    history = AnnouncementHistory.of(model, map(L.parse, ("p0 & p1", "p2", "p0", "p1", "p3")))
    reasons = history.reasons(L.parse("K[a] (p0 & p1 & p2)"))
    assert reasons == Reasons((1, 2, 3), shortest=False)


def test_a_false_announcement_says_which_and_why() -> None:
    history = AnnouncementHistory.of(reference.weather(), [L.parse("~cold"), L.parse("~wet")])
    with pytest.raises(
        FalseAnnouncementError,
        match="announcement 2 of 2: cannot announce ~wet: it is not true in the actual world rain",
    ):
        _ = history.end
    with pytest.raises(InputError, match="no actual world"):
        AnnouncementHistory.of(reference.weather().with_actual(None), [])


def test_an_event_that_cannot_happen() -> None:
    events = L.EventModel.of({"e": L.Event(L.parse("cold"))}, {a: [] for a in ("ann", "bob", "cat")})
    with pytest.raises(FalseAnnouncementError, match="e cannot happen: cold is not true in rain"):
        reference.weather().update(events, "e")
    with pytest.raises(InputError, match="unknown event 'f'"):
        reference.weather().update(events, "f")
    with pytest.raises(InputError, match="does not say which events cat"):
        reference.weather().update(L.EventModel.of({"e": L.Event()}, {"ann": [], "bob": []}))


def test_an_event_that_refers_to_itself() -> None:
    loop = L.EventModel.of({"e": L.Event(L.parse("[m:e] wet"))}, {a: [] for a in ("ann", "bob", "cat")})
    with pytest.raises(InputError, match="refers to itself"):
        reference.weather().with_events({"m": loop}).count(L.parse("[m:e] wet"))
