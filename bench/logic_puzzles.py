"""Classic puzzles about knowledge, each a function that returns a model or a history of announcements."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from operator import itemgetter
from typing import Any, Final

from bench.announcement_history import AnnouncementHistory
from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.engines.knowledge_structure import Assignment, KnowledgeStructure
from handsight.logic.engines.model import Model
from handsight.logic.formulas.event_model import Event, EventModel
from handsight.logic.formulas.formula import (
    FALSE,
    TRUE,
    C,
    Formula,
    K,
    Kv,
    Kw,
    all_of,
    announce_whether,
    any_of,
    atom,
    exactly_one,
    has_value,
    implies,
    xor_of,
)

MakeModel = Callable[[KnowledgeStructure], Model[Any]]
"""Makes a model of a knowledge structure, with some engine."""


def muddy(child: int) -> Formula:
    """Return the atom that the child is muddy."""
    return atom(f"muddy({child})")


def muddy_children_structure(children: int) -> KnowledgeStructure:
    """Return the structure of children who see each other's foreheads but not their own."""
    atoms = tuple(f"muddy({child})" for child in range(children))
    return KnowledgeStructure(
        atoms, {f"child{k}": tuple(f for f in atoms if f != atoms[k]) for k in range(children)}
    )


def muddy_children(
    children: int, muddy_ones: int, make_model: MakeModel = ExplicitModel.of_law
) -> AnnouncementHistory:
    """Return the history of the muddy children: father speaks, nobody knows for some rounds, then some know.

    Every round is one announcement; the last says of each child whether it knows.

    Args:
        children: How many children there are.
        muddy_ones: How many of them, from the first on, are muddy.
        make_model: The engine: `ExplicitModel.of_law` or `SymbolicModel.of`.
    """
    start = make_model(muddy_children_structure(children)).with_actual(
        Assignment(f"muddy({child})" for child in range(muddy_ones))
    )
    knows = [Kw(f"child{child}", muddy(child)) for child in range(children)]
    nobody = all_of(~one_knows for one_knows in knows)
    announcements = [any_of(map(muddy, range(children)))]
    model = start.announce(*announcements)
    while model.holds(nobody):
        announcements.append(nobody)
        model = model.announce(nobody)
    announcements.append(all_of(one_knows if model.holds(one_knows) else ~one_knows for one_knows in knows))
    return AnnouncementHistory(start, tuple(announcements))


def logicians_structure(logicians: int) -> KnowledgeStructure:
    """Return the structure of logicians who each know whether they themselves want a beer."""
    atoms = tuple(f"wants({k})" for k in range(logicians))
    return KnowledgeStructure(atoms, {f"logician{k}": (fact,) for k, fact in enumerate(atoms)})


def drinking_logicians(logicians: int, make_model: MakeModel = ExplicitModel.of_law) -> AnnouncementHistory:
    """Return the history of "does everyone want a beer?": all but the last say in turn that they do not know.

    In fact everyone wants one.
    """
    atoms = [f"wants({k})" for k in range(logicians)]
    everyone = all_of(map(atom, atoms))
    start = make_model(logicians_structure(logicians)).with_actual(Assignment(atoms))
    return AnnouncementHistory(start, tuple(~Kw(f"logician{k}", everyone) for k in range(logicians - 1)))


def paid(who: object) -> Formula:
    """Return the atom that this cryptographer, or `outsider`, paid for the dinner."""
    return atom(f"paid({who})")


def cryptographers_structure(cryptographers: int) -> KnowledgeStructure:
    """Return the structure: one of them or an outsider paid; each sees its own payment and coins."""
    payers = [f"paid({k})" for k in (*range(cryptographers), "outsider")]
    coins = {pair: "coin({},{})".format(*pair) for pair in combinations(range(cryptographers), 2)}
    sees = {
        f"cryptographer{k}": (f"paid({k})", *(coin for pair, coin in coins.items() if k in pair))
        for k in range(cryptographers)
    }
    return KnowledgeStructure((*payers, *coins.values()), sees, exactly_one(map(atom, payers)))


def cryptographers_statement(cryptographers: int, k: int) -> Formula:
    """Return what that cryptographer announces: the exclusive or of its payment and its coins."""
    others = (other for other in range(cryptographers) if other != k)
    return xor_of((paid(k), *(atom(f"coin({min(k, other)},{max(k, other)})") for other in others)))


def cryptographers_parity_check(cryptographers: int) -> Formula:
    """Return what must be valid of the parity of all statements, announced at once.

    Afterwards cryptographer 0, if it did not pay, knows that none paid, or that another did but not who.
    """
    zero, others = "cryptographer0", range(1, cryptographers)
    parity = xor_of(cryptographers_statement(cryptographers, k) for k in range(cryptographers))
    nobody = K(zero, all_of(~paid(k) for k in range(cryptographers)))
    somebody = K(zero, any_of(map(paid, others))) & all_of(~K(zero, paid(k)) for k in others)
    return announce_whether(parity, implies(~paid(0), nobody | somebody))


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


CARDS = range(7)
PLAYERS = ("alice", "bob", "carol")
RussianDeal = tuple[tuple[int, ...], ...]
"""Three cards for Alice, three for Bob, one for Carol."""


def russian_cards() -> ExplicitModel:
    """Return the model of all 140 deals of seven cards; actually Alice holds 012, Bob 345, Carol 6."""
    hands = {who: itemgetter(k) for k, who in enumerate(PLAYERS)}
    return ExplicitModel.of(
        [
            (alice, bob, tuple(sorted({*CARDS} - {*alice, *bob})))
            for alice in combinations(CARDS, 3)
            for bob in combinations(sorted({*CARDS} - {*alice}), 3)
        ],
        sees=hands,
        atoms={
            f"has({who},{card})": partial(_has, k, card) for k, who in enumerate(PLAYERS) for card in CARDS
        },
        values={f"hand({who})": hand for who, hand in hands.items()},
        actual=((0, 1, 2), (3, 4, 5), (6,)),
    )


def _has(who: int, card: int, deal: RussianDeal) -> bool:
    return card in deal[who]


def alice_announces(hands: Iterable[Sequence[int]]) -> Formula:
    """Return Alice's announcement that her hand is one of these."""
    return K("alice", any_of(has_value("hand(alice)", "_".join(map(str, hand))) for hand in hands))


def carol_is_ignorant() -> Formula:
    """Return the formula that Carol does not know of any card that Alice or Bob holds it."""
    return all_of(~K("carol", atom(f"has({who},{card})")) for who in ("alice", "bob") for card in CARDS)


BOB_ANNOUNCES = K("bob", atom("has(carol,6)"))
BEFORE_BOB = (
    Kv("bob", "hand(alice)"),
    C(("alice", "bob"), Kv("bob", "hand(alice)")),
    BOB_ANNOUNCES,
    C(PLAYERS, carol_is_ignorant()),
)
AFTER_BOB = (
    C(("alice", "bob"), Kv("alice", "hand(bob)")),
    C(("alice", "bob"), Kv("bob", "hand(alice)")),
    C(PLAYERS, carol_is_ignorant()),
)


def exchange_checks(model: ExplicitModel, hands: Iterable[Sequence[int]]) -> list[bool]:
    """Check an announcement of Alice: is it true, informative and safe; and likewise after Bob's answer."""
    announcement = alice_announces(hands)
    if not model.holds(announcement):
        return [False]
    after_alice = model.announce(announcement)
    results = [True, *(after_alice.holds(f) for f in BEFORE_BOB)]
    if after_alice.holds(BOB_ANNOUNCES):
        after_bob = after_alice.announce(BOB_ANNOUNCES)
        results += [after_bob.holds(f) for f in AFTER_BOB]
    return results


def candidate_announcements(size: int, shared: int = 1) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every list of *size* hands of which no two share more than *shared* cards."""
    hands = list(combinations(CARDS, 3))

    def grow(chosen: tuple[tuple[int, ...], ...], start: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(chosen) == size:
            yield chosen
            return
        for k in range(start, len(hands)):
            if all(len({*hands[k]} & {*other}) <= shared for other in chosen):
                yield from grow((*chosen, hands[k]), k + 1)

    return grow((), 0)


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
