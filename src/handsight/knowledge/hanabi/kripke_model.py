"""Hand a position to the logic room: the worlds that nobody at the table can rule out, as a Kripke model.

A world says what every card in every hand is. What is public (clues, cards played and discarded) holds in all
of them; a seat tells two worlds apart when another hand differs. Formulas speak of `is(Bob,2)=b4` (slot 2,
counted from 0 = newest), `playable(Bob,2)`, `trash(Bob,2)`, `critical(Bob,2)`.

The worlds of a whole table are too many to list until late in a game. But a question looks only so far: what
Alice knows of what Bob knows takes the hands that Alice thinks possible, and for each those that Bob would.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from handsight.deals import Deal, World
from handsight.errors import InputError, TooLargeError
from handsight.hanabi import ClueGiven, State, Variant, card_value
from handsight.hanabi.view import hidden_clue_part
from handsight.knowledge.hanabi.query_depth import Path, paths
from handsight.logic import ExplicitModel, Formula

WORLDS_CAP = 200_000


@dataclass(frozen=True, slots=True)
class Hands:
    """A world as people read it: every hand, newest card first."""

    cards: World
    table: "Position" = field(compare=False, repr=False)

    def __str__(self) -> str:
        variant = self.table.state.terms.variant
        faces = [variant.text(variant.card(identity)) for identity in self.cards]
        hands = self.table.hands.items()
        return " · ".join(f"{name} {' '.join(faces[thing] for thing in hand)}" for name, hand in hands)


@dataclass(frozen=True)
class Position:
    """The hands at a table, as far as everybody knows that everybody knows."""

    state: State
    names: tuple[str, ...]

    @cached_property
    def hands(self) -> dict[str, tuple[int, ...]]:
        """For each player the things (cards of any hand, numbered) in that hand, newest first."""
        numbers = iter(range(len(self.orders)))
        return {name: tuple(next(numbers) for _ in hand) for name, hand in self._seated}

    @property
    def _seated(self) -> list[tuple[str, tuple[int, ...]]]:
        return list(zip(self.names, self.state.hands, strict=True))

    @property
    def orders(self) -> list[int]:
        """Every card in a hand."""
        return [order for hand in self.state.hands for order in hand]

    @property
    def actual(self) -> World:
        """The world that is the case."""
        return tuple(self.state.terms.variant.identity(self.state.cards[order]) for order in self.orders)

    @cached_property
    def public(self) -> Deal:
        """Every way that all hands together may be, by what is public."""
        variant = self.state.terms.variant
        masks = dict.fromkeys(self.orders, variant.everything)
        for event in self.state.events:
            if isinstance(event, ClueGiven) and event.clue is not None:
                touch = variant.touch(event.clue)
                for order in event.touched + event.missed:
                    if order in masks:
                        masks[order] &= touch if order in event.touched else ~touch
        limits = list(variant.copies)
        for order in range(self.state.drawn):
            if order not in masks:
                limits[variant.identity(self.state.cards[order])] -= 1
        return Deal(tuple(masks.values()), tuple(limits))

    def cell(self, world: World, name: str, cap: int) -> list[World]:
        """List the worlds that a player cannot tell from this one: the same but for the own hand."""
        own = self.hands[name]
        limits = list(self.public.limits)
        for thing, identity in enumerate(world):
            if thing not in own:
                limits[identity] -= 1
        hand = Deal(tuple(self.public.masks[thing] for thing in own), tuple(limits))
        if hand.size > cap:
            raise too_many(hand.size, cap, f"{name} alone")
        first, last = (own[0], own[-1] + 1) if own else (0, 0)
        return [world[:first] + held + world[last:] for held in hand.worlds(cap)]

    def reached(self, ways: Iterable[Path], cap: int) -> list[World]:
        """List the worlds that matter to a question which looks along these paths of doubt."""
        found = {self.actual: None}
        done: dict[Path, dict[World, None]] = {(): dict(found)}
        for path in sorted({way[: n + 1] for way in ways for n in range(len(way))}, key=len):
            here: dict[World, None] = {}
            for world in done[path[:-1]]:
                if world not in here:
                    here.update(dict.fromkeys(self.cell(world, path[-1], cap)))
                if len(here) > cap:
                    raise too_many(len(here), cap, "the players of this question")
            done[path] = here
            found.update(here)
        return list(found)


def too_many(number: int, cap: int, who: str) -> TooLargeError:
    """Say how many worlds there are, and what to do instead of listing them."""
    return TooLargeError(
        f"{who} cannot rule out {number:,} worlds (or more), above the {cap:,} that are listed; "
        "ask at a later turn, of fewer players in a row, or use `know --of`"
    )


def position_model(
    state: State, names: Iterable[str] = (), *, about: Formula | None = None, cap: int = WORLDS_CAP
) -> ExplicitModel:
    """Return the model of a Hanabi position, pointed at the truth: whole, or all that a formula looks at."""
    terms, variant = state.terms, state.terms.variant
    if (
        variant.face_down
        or terms.characters
        or any(hidden_clue_part(terms, seat) for seat in range(terms.players))
    ):
        raise InputError(
            "a model needs a game in which all that happens is public, and all hands but one's own"
        )
    seats = tuple(names) or tuple(f"P{seat}" for seat in range(terms.players))
    table = Position(state, seats)
    ways = None if about is None else paths(about)
    if ways is not None:
        unknown = {name for way in ways for name in way} - set(seats)
        if unknown:
            raise InputError(f"nobody is called {min(unknown)!r} here; the players are {', '.join(seats)}")
        worlds = table.reached(ways, cap)
    elif table.public.size > cap:
        raise too_many(table.public.size, cap, "everybody together")
    else:
        worlds = table.public.worlds(cap)
    slots = {
        f"({name},{slot})": thing for name, hand in table.hands.items() for slot, thing in enumerate(hand)
    }
    return ExplicitModel.of(
        [Hands(world, table) for world in worlds],
        sees={name: _others(table, name) for name in seats},
        facts={
            word + slot: _among(mask, thing) for slot, thing in slots.items() for word, mask in _uses(state)
        },
        values={f"is{slot}": _face(variant, thing) for slot, thing in slots.items()},
        among={f"is{slot}": map(variant.text, variant.cards) for slot in slots},
        actual=Hands(table.actual, table),
    )


def _uses(state: State) -> list[tuple[str, int]]:
    masks = card_value.value_masks(state.terms.variant, state.stacks, state.lost)
    return list(zip(("playable", "trash", "critical"), masks, strict=True))


def _others(table: Position, name: str) -> Callable[[Hands], World]:
    shown = [thing for other, hand in table.hands.items() if other != name for thing in hand]
    return lambda world: tuple([world.cards[thing] for thing in shown])


def _among(mask: int, thing: int) -> Callable[[Hands], bool]:
    return lambda world: bool(mask >> world.cards[thing] & 1)


def _face(variant: Variant, thing: int) -> Callable[[Hands], str]:
    return lambda world: variant.text(variant.card(world.cards[thing]))
