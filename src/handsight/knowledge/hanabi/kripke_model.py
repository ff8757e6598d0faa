"""A position of Hanabi as a Kripke model, to ask formulas of knowledge about it.

A world says what every card in every hand is. What is public (clues, cards played and discarded) is the same
in all of them; a seat tells two worlds apart when another hand differs. Formulas speak of `is(Bob,2)=b4`,
`playable(Bob,2)`, `trash(Bob,2)` and `critical(Bob,2)`; slots count from 1 = newest.

The worlds of a whole table are too many to list until late in a game. But a formula looks only so far: what
Alice knows of what Bob knows takes the hands that Alice thinks possible, and for each those that Bob would.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from handsight.deals import Deal, World
from handsight.errors import InputError, TooLargeError
from handsight.game import in_any_case
from handsight.game.recorded_game import turn_in
from handsight.hanabi import HanabiRecord, State, Variant, card_value
from handsight.hanabi.view import hidden_clue_part
from handsight.knowledge.claims import FormulaAnswer
from handsight.knowledge.hanabi.evidence import clue_masks
from handsight.knowledge.hanabi.own_hand import PROPERTIES
from handsight.logic import ExplicitModel, Formula, counterexamples, formula_text, parse
from handsight.text.counting_from_one import slot_number

Path = tuple[str, ...]
"""A chain of agents: the worlds the first thinks possible, those the second then does, and so on."""

MAX_PATHS = 2_000
NOWHERE: frozenset[Path] = frozenset({()})


def paths(formula: Formula) -> frozenset[Path] | None:
    """Return every chain of agents that a formula looks along, or None if it may look everywhere."""
    found: dict[Formula, frozenset[Path]] = {}
    for part in formula.subformulas():
        far = _of(part, found)
        if far is None or len(far) > MAX_PATHS:
            return None
        found[part] = far
    return found[formula]


def _of(part: Formula, found: dict[Formula, frozenset[Path]]) -> frozenset[Path] | None:
    inner = NOWHERE.union(*(found[below] for below in part.parts))
    match part.op:
        case "K" | "Kw" | "M" | "E" | "D":
            return frozenset((agent, *path) for agent in part.label for path in inner)
        case "Kv":
            return frozenset({part.label[:1]})
        case "ann" | "ann_dia" | "ann_whether" | "group_whether":
            # the announcement is evaluated in every world in which the formula after it is
            announcement, then = (found[below] for below in part.parts)
            with_announcement = frozenset(
                path[:n] + more for path in then for n in range(len(path) + 1) for more in announcement
            )
            return then | with_announcement
        case "C" | "event" | "event_dia":
            return None
        case _:
            return inner


MAX_WORLDS = 200_000


@dataclass(frozen=True, slots=True)
class HandsWorld:
    """A world as people read it: every hand, newest card first."""

    cards: World
    table: "PublicPosition" = field(compare=False, repr=False)

    def __str__(self) -> str:
        variant = self.table.state.terms.variant
        faces = [variant.text(variant.card(identity)) for identity in self.cards]
        hands = self.table.hands.items()
        return " · ".join(f"{name} {' '.join(faces[card] for card in hand)}" for name, hand in hands)


@dataclass(frozen=True)
class PublicPosition:
    """The hands of a position, as far as they are common knowledge."""

    state: State
    names: tuple[str, ...]

    @cached_property
    def hands(self) -> dict[str, tuple[int, ...]]:
        """For each player, the cards in that hand, newest first, as indices into `orders`."""
        numbers = iter(range(len(self.orders)))
        seated = zip(self.names, self.state.hands, strict=True)
        return {name: tuple(next(numbers) for _ in hand) for name, hand in seated}

    @property
    def orders(self) -> list[int]:
        """Every card in a hand."""
        return [order for hand in self.state.hands for order in hand]

    @property
    def actual(self) -> World:
        """The actual world."""
        return tuple(self.state.terms.variant.identity(self.state.cards[order]) for order in self.orders)

    @cached_property
    def public(self) -> Deal:
        """Every way that all hands together may be, by public evidence."""
        variant = self.state.terms.variant
        known, _ = clue_masks(self.state)
        limits = list(variant.copies)
        for order in set(range(self.state.drawn)).difference(self.orders):
            limits[variant.identity(self.state.cards[order])] -= 1
        return Deal(tuple(known.get(order, variant.everything) for order in self.orders), tuple(limits))

    def cell(self, world: World, name: str, most: int) -> list[World]:
        """Return the worlds that differ only in the player's own hand; TooLargeError if more than *most*."""
        own = self.hands[name]
        limits = list(self.public.limits)
        for card, identity in enumerate(world):
            if card not in own:
                limits[identity] -= 1
        hand = Deal(tuple(self.public.masks[card] for card in own), tuple(limits))
        if hand.size > most:
            raise too_many(hand.size, most, f"{name} alone")
        first, last = (own[0], own[-1] + 1) if own else (0, 0)
        return [world[:first] + held + world[last:] for held in hand.worlds(most)]

    def reached(self, ways: Iterable[Path], most: int) -> list[World]:
        """Return the worlds that chains of agents lead to; TooLargeError if one leads to more than *most*."""
        found = {self.actual: None}
        done: dict[Path, dict[World, None]] = {(): dict(found)}
        for path in sorted({way[: n + 1] for way in ways for n in range(len(way))}, key=len):
            here: dict[World, None] = {}
            for world in done[path[:-1]]:
                if world not in here:
                    here.update(dict.fromkeys(self.cell(world, path[-1], most)))
                if len(here) > most:
                    raise too_many(len(here), most, "the players of this formula")
            done[path] = here
            found.update(here)
        return list(found)


def too_many(number: int, most: int, who: str) -> TooLargeError:
    """Return the error that says how many worlds there are, and what to do instead of listing them."""
    return TooLargeError(
        f"{who} cannot rule out {number:,} worlds (or more), but only {most:,} can be listed; "
        "ask at a later turn, nest fewer players, or use `know --of`"
    )


def position_model(
    state: State, names: Iterable[str] = (), *, about: Formula | None = None, most: int = MAX_WORLDS
) -> ExplicitModel:
    """Return the Kripke model of a position, with its actual world.

    Args:
        state: the position.
        names: the players' names in formulas; ``P0``, ``P1`` … without.
        about: a formula; the model then has only the worlds that its truth depends on.
        most: how many worlds may be listed.
    """
    terms, variant = state.terms, state.terms.variant
    if (
        variant.face_down
        or terms.characters
        or any(hidden_clue_part(terms, seat) for seat in range(terms.players))
    ):
        raise InputError(
            "a model needs a game in which clues and plays are public and everyone sees all other hands"
        )
    seats = tuple(names) or tuple(f"P{seat}" for seat in range(terms.players))
    table = PublicPosition(state, seats)
    ways = None if about is None else paths(about)
    if ways is not None:
        unknown = {name for way in ways for name in way} - set(seats)
        if unknown:
            raise InputError(f"no player is called {min(unknown)!r} here; the players are {', '.join(seats)}")
        worlds = table.reached(ways, most)
    elif table.public.size > most:
        raise too_many(table.public.size, most, "all players together")
    else:
        worlds = table.public.worlds(most)
    slots = {
        f"({name},{slot_number(slot)})": card
        for name, hand in table.hands.items()
        for slot, card in enumerate(hand)
    }
    masks = card_value.value_masks(variant, state.stacks, state.discarded_copies)
    return ExplicitModel.of(
        [HandsWorld(world, table) for world in worlds],
        sees={name: _others(table, name) for name in seats},
        atoms={
            word + slot: _among(mask, card)
            for slot, card in slots.items()
            for word, mask in zip(PROPERTIES[1:], masks, strict=True)
        },
        values={f"is{slot}": _face(variant, card) for slot, card in slots.items()},
        possible_values={f"is{slot}": map(variant.text, variant.cards) for slot in slots},
        actual=HandsWorld(table.actual, table),
    )


def _others(table: PublicPosition, name: str) -> Callable[[HandsWorld], World]:
    shown = [card for other, hand in table.hands.items() if other != name for card in hand]
    return lambda world: tuple([world.cards[card] for card in shown])


def _among(mask: int, card: int) -> Callable[[HandsWorld], bool]:
    return lambda world: bool(mask >> world.cards[card] & 1)


def _face(variant: Variant, card: int) -> Callable[[HandsWorld], str]:
    return lambda world: variant.text(variant.card(world.cards[card]))


def ask(game: HanabiRecord, *, formula: str, turn: int | None = None) -> FormulaAnswer:
    """Return whether a formula such as ``K[Alice] Kv[Bob] is(Bob,2)`` is true at a turn of a game.

    Players are named in any case, with `_` for what is not a letter or digit, or as ``P0``, ``P1``, … with a
    capital letter (``p1`` is a card); slots count from 1 = newest.
    """
    at = turn_in(game, turn)
    names = ["".join(char if char.isalnum() else "_" for char in name) or "_" for name in game.seats]
    variant = game.setup.terms.variant
    cards = {*map(variant.text, variant.cards)}
    # a player may be called like a card; such a name must be written as in the game
    spelled = in_any_case(name for name in names if name.casefold() not in cards)
    numbered = {f"P{seat}": name for seat, name in enumerate(names) if f"P{seat}" not in names}
    question = parse(formula, canonical_name=lambda word: numbered.get(word) or spelled(word))
    _check_slots(question, dict(zip(names, game.states[at].hands, strict=True)))
    model = position_model(game.states[at], names, about=question)
    holds = model.holds(question)
    try:
        doubts = [] if holds else [str(doubt) for doubt in counterexamples(model, question)]
    except InputError:  # a plain fact is false by itself: no player's doubt shows it
        doubts = []
    return FormulaAnswer(at, formula_text(question), holds, model.count(), tuple(doubts))


def _check_slots(formula: Formula, hands: dict[str, tuple[int, ...]]) -> None:
    """Raise InputError for a slot that a hand does not have."""
    for label in (label for part in formula.subformulas() for label in part.label):
        about = re.fullmatch(r"\w+\((\w+),(\d+)\)", label)
        size = len(hands.get(about[1], ())) if about else 0
        if about and size and not 1 <= int(about[2]) <= size:
            raise InputError(
                f"there is no slot {about[2]} in {label}; slots count from 1 = newest, {about[1]} has {size}"
            )
