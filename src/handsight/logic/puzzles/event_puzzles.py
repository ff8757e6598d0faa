"""Puzzles with events: prisoners and a light, a coin, a key, a marble, gossip."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product

from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.formulas.event_model import Event, EventModel
from handsight.logic.formulas.formula import FALSE, TRUE, Formula, K, all_of, atom

Call = tuple[int, int]
Calls = tuple[Call, ...]
_Outcome = tuple[list[tuple[object, ...]], list[frozenset[int]]]


def counted(prisoner: int) -> Formula:
    """Return the atom that the prisoner has been counted; for prisoner 1, that it has been interviewed."""
    return atom(f"counted({prisoner})")


def prisoners(number: int) -> ExplicitModel:
    """Return the model at the start: the light is off, nobody was interviewed, and the counter knows that."""
    atoms = ["light", *(f"counted({k})" for k in range(1, number + 1))]
    return ExplicitModel.of(
        ["start"], sees={"counter": str}, atoms=dict.fromkeys(atoms, lambda _: False), actual="start"
    )


def interview(number: int) -> EventModel:
    """Return the event model of an interview: prisoner 1 puts the light out, others light it once.

    The counter knows when it is interviewed and then sees the light; it cannot distinguish the others'
    interviews.
    """
    light = atom("light")
    on = Event(light, {"light": FALSE, "counted(1)": TRUE})
    off = Event(~light, {"counted(1)": TRUE})
    others = {
        f"room{k}": Event(TRUE, {"light": light | ~counted(k), f"counted({k})": counted(k) | ~light})
        for k in range(2, number + 1)
    }
    return EventModel.of({"room1_lit": on, "room1_dark": off, **others}, {"counter": [list(others)]})


def interviews(number: int, sequence: Sequence[int]) -> Iterator[ExplicitModel]:
    """Yield the model of what the counter considers possible, before any interview and after each."""
    model, events = prisoners(number), interview(number)
    yield model
    for prisoner in sequence:
        seen = "_lit" if model.holds(atom("light")) else "_dark"
        model = model.update(events, f"room{prisoner}{seen if prisoner == 1 else ''}").generated_submodel()
        yield model


def all_counted(number: int) -> Formula:
    """Return the formula that the counter knows that everyone has been in the room."""
    return K("counter", all_of(counted(k) for k in range(1, number + 1)))


def coin_flip() -> ExplicitModel:
    """Return the model after a coin, heads up at first, was tossed: b saw how it fell, a only that it did."""
    start = ExplicitModel.of(["heads"], sees={"a": str, "b": str}, atoms={"heads": bool})
    flip = EventModel.of(
        {"up": Event(TRUE, {"heads": TRUE}), "down": Event(TRUE, {"heads": FALSE})},
        {"a": [["up", "down"]], "b": []},
    )
    return start.update(flip)


def doormat(*, anne_tells: bool) -> tuple[ExplicitModel, EventModel]:
    """Return the model of a key under the doormat, and the event model of Bob's attempt to take it.

    Anne knows whether the key is there (it is). Bob does not, unless Anne tells him.
    """
    key = atom("under_mat")
    start = ExplicitModel.of(
        ["key", "nothing"],
        sees={"anne": str, "bob": lambda _: None},
        atoms={"under_mat": "key".__eq__, "bob_has_key": lambda _: False},
        actual="key",
    )
    attempt = EventModel.of(
        {"found": Event(key, {"under_mat": FALSE, "bob_has_key": TRUE}), "empty": Event(~key)},
        {"anne": [["found", "empty"]], "bob": []},
    )
    model = start.announce(key) if anne_tells else start
    return model.with_events({"attempt": attempt}), attempt


def sally_anne() -> ExplicitModel:
    """Return the model after Anne moved the marble; Sally, who has left, believes it is in the basket."""
    start = ExplicitModel.of(
        ["seen"], sees={"sally": str, "anne": str}, atoms={"basket": bool}, actual="seen"
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
    """Return the model of gossip: each agent begins with a secret; in every call two share all they know.

    A world is a sequence of calls. Agents remember their own calls and the secrets they held after each;
    others' calls they do not notice.

    Args:
        agents: How many agents there are.
        calls: The calls that were made, each a pair of agents.
    """
    every = list(combinations(range(agents), 2))
    worlds = list(product(every, repeat=len(calls)))
    outcomes = {world: _outcome(agents, world) for world in worlds}
    return ExplicitModel.of(
        worlds,
        sees={f"gossip{k}": partial(_memory, outcomes, k) for k in range(agents)},
        atoms={f"expert({k})": partial(_expert, outcomes, k) for k in range(agents)},
        actual=tuple((min(call), max(call)) for call in calls),
    )


def _memory(outcomes: Mapping[Calls, _Outcome], agent: int, calls: Calls) -> tuple[object, ...]:
    return outcomes[calls][0][agent]


def _expert(outcomes: Mapping[Calls, _Outcome], agent: int, calls: Calls) -> bool:
    secrets = outcomes[calls][1]
    return len(secrets[agent]) == len(secrets)


def _outcome(agents: int, calls: Sequence[Call]) -> _Outcome:
    """Return what each agent remembers of these calls, and the secrets it holds at the end."""
    secrets = [frozenset((k,)) for k in range(agents)]
    memory: list[tuple[object, ...]] = [() for _ in range(agents)]
    for a, b in calls:
        secrets[a] = secrets[b] = secrets[a] | secrets[b]
        for k in range(agents):
            memory[k] += (((a, b), secrets[k]),) if k in {a, b} else (None,)
    return memory, secrets
