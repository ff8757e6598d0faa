"""Puzzles in which something happens: a light, a coin, a key, a marble, gossip."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product

from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.formulas.event_model import Event, EventModel
from handsight.logic.formulas.formula import FALSE, TRUE, Formula, K, all_of, atom

Call = tuple[int, int]
Calls = tuple[Call, ...]
_Told = tuple[list[tuple[object, ...]], list[frozenset[int]]]


def counted(prisoner: int) -> Formula:
    """The prisoner has been counted; of prisoner 1: has been interviewed."""
    return atom(f"counted({prisoner})")


def prisoners(number: int) -> ExplicitModel:
    """The light is off, nobody was interviewed, and prisoner 1, who counts, knows."""
    facts = ["light", *(f"counted({k})" for k in range(1, number + 1))]
    return ExplicitModel.of(
        ["start"], sees={"counter": str}, facts=dict.fromkeys(facts, lambda _: False), actual="start"
    )


def interview(number: int) -> EventModel:
    """One of them is led to the room: 1 puts the light out, another lights it once in its life, if it can.

    The counter sees whether it is its own turn and then the light; the others' turns look alike to it.
    """
    light = atom("light")
    on = Event(light, {"light": FALSE, "counted(1)": TRUE})
    off = Event(~light, {"counted(1)": TRUE})
    others = {
        f"room{k}": Event(TRUE, {"light": light | ~counted(k), f"counted({k})": counted(k) | ~light})
        for k in range(2, number + 1)
    }
    return EventModel.of({"room1_lit": on, "room1_dark": off, **others}, {"counter": [list(others)]})


def interviews(number: int, order: Sequence[int]) -> Iterator[ExplicitModel]:
    """What the counter thinks possible: before any interview, and after each."""
    model, events = prisoners(number), interview(number)
    yield model
    for prisoner in order:
        seen = "_lit" if model.holds(atom("light")) else "_dark"
        model = model.update(events, f"room{prisoner}{seen if prisoner == 1 else ''}").generated()
        yield model


def all_counted(number: int) -> Formula:
    """The counter knows that everybody has been in the room."""
    return K("counter", all_of(counted(k) for k in range(1, number + 1)))


def coin_flip() -> ExplicitModel:
    """The coin lay heads up for all to see; it was flipped, b saw how it fell and a only that it did."""
    start = ExplicitModel.of(["heads"], sees={"a": str, "b": str}, facts={"heads": bool})
    flip = EventModel.of(
        {"up": Event(TRUE, {"heads": TRUE}), "down": Event(TRUE, {"heads": FALSE})},
        {"a": [["up", "down"]], "b": []},
    )
    return start.update(flip)


def doormat(*, anne_tells: bool) -> tuple[ExplicitModel, EventModel]:
    """Anne knows whether the key is under the mat (it is), Bob does not; and Bob's try to take it."""
    key = atom("under_mat")
    start = ExplicitModel.of(
        ["key", "nothing"],
        sees={"anne": str, "bob": lambda _: None},
        facts={"under_mat": "key".__eq__, "bob_has_key": lambda _: False},
        actual="key",
    )
    attempt = EventModel.of(
        {"found": Event(key, {"under_mat": FALSE, "bob_has_key": TRUE}), "empty": Event(~key)},
        {"anne": [["found", "empty"]], "bob": []},
    )
    model = start.announce(key) if anne_tells else start
    return model.knowing({"attempt": attempt}), attempt


def sally_anne() -> ExplicitModel:
    """Sally puts the marble in the basket and leaves; Anne moves it; Sally believes that nothing happened."""
    start = ExplicitModel.of(
        ["seen"], sees={"sally": str, "anne": str}, facts={"basket": bool}, actual="seen"
    )
    moves = EventModel(
        {"moved": Event(TRUE, {"basket": FALSE}), "nothing": Event()},
        {
            "sally": {"moved": frozenset(("nothing",)), "nothing": frozenset(("nothing",))},
            "anne": {"moved": frozenset(("moved",)), "nothing": frozenset(("nothing",))},
        },
    )
    return start.update(moves, "moved")


def gossip(agents: int, calls: Sequence[Call]) -> ExplicitModel:
    """Each began with a secret; at every tick some two share all they know, unseen by others.

    A world is a sequence of calls. Callers remember whom they called and the secrets they held after it.
    """
    every = list(combinations(range(agents), 2))
    worlds = list(product(every, repeat=len(calls)))
    told = {world: _told(agents, world) for world in worlds}
    return ExplicitModel.of(
        worlds,
        sees={f"gossip{k}": partial(_memory, told, k) for k in range(agents)},
        facts={f"expert({k})": partial(_expert, told, k) for k in range(agents)},
        actual=tuple((min(call), max(call)) for call in calls),
    )


def _memory(told: Mapping[Calls, _Told], agent: int, calls: Calls) -> tuple[object, ...]:
    return told[calls][0][agent]


def _expert(told: Mapping[Calls, _Told], agent: int, calls: Calls) -> bool:
    secrets = told[calls][1]
    return len(secrets[agent]) == len(secrets)


def _told(agents: int, calls: Sequence[Call]) -> _Told:
    """What each agent remembers of these calls, and the secrets it holds at the end."""
    secrets = [frozenset((k,)) for k in range(agents)]
    memory: list[tuple[object, ...]] = [() for _ in range(agents)]
    for a, b in calls:
        secrets[a] = secrets[b] = secrets[a] | secrets[b]
        for k in range(agents):
            memory[k] += (((a, b), secrets[k]),) if k in {a, b} else (None,)
    return memory, secrets
