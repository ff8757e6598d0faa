"""What each seat of High Card knows: which card the other seat has, and which lies on the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any, Never

from handsight.errors import InputError
from handsight.game import states_of
from handsight.game.recorded_game import seat_in, turn_in
from handsight.knowledge import Claim
from handsight.knowledge.claims import known_since, minimal_facts
from handsight.text.counting_from_one import turn_number
from handsight.text.suggestions import listed
from toy_game import rules
from toy_game.notation import Recorded
from toy_game.rules import CARDS, TABLE, Held, State, View

__all__ = ["ABOUT", "FORMULAS", "State", "ask", "explain", "explain_card", "know"]

ABOUT = "`other` or `table`"
FORMULAS = "nothing: High Card has no formulas"


@dataclass(frozen=True)
class Known:
    """What a seat knows: how likely each card is that the other seat may have, or the table."""

    view: View
    other: dict[int, Fraction]
    table: dict[int, Fraction]

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return it as JSON data."""
        return _to_json(self, names)

    def sentences(self, names: Sequence[str]) -> list[str]:
        """Return it as lines of text for people."""
        return _sentences(self, names)


@dataclass(frozen=True)
class Explanation:
    """Everything that a seat knows for certain about one hidden card."""

    view: View
    about: str
    claims: tuple[Claim[Held], ...]

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return it as JSON data."""
        return _to_json(self, names)

    def sentences(self, names: Sequence[str]) -> list[str]:
        """Return it as lines of text for people."""
        return _sentences(self, names)


def know(game: Recorded | State, *, seat: int | str, turn: int | None = None) -> Known:
    """Return what a seat knows at a turn."""
    view = _view(game, seat, turn)
    states = _possible(view, view.held)
    return Known(view, _chances(states, 1 - view.viewer), _chances(states, TABLE))


def explain(game: Recorded | State, *, seat: int | str, about: str, turn: int | None = None) -> Explanation:
    """Return what a seat knows for certain about a hidden card, why, and since when."""
    view = _view(game, seat, turn)
    places = {"other": 1 - view.viewer, "table": TABLE}
    if about not in places:
        raise InputError(f"{about!r} cannot be explained; write {listed(places)}")
    place = places[about]

    def known_at(at: int) -> set[str]:
        return (
            _known(rules.view(game.states[at], view.viewer), place) if isinstance(game, Recorded) else set()
        )

    known = sorted(_known(view, place))
    since = known_since(len(view.events), known, known_at)
    claims = []
    for text in known:
        name, _, value = text.rpartition(" ")
        facts = minimal_facts(view.held, partial(_follows, view, place, text))
        claims.append(Claim(name, value, facts, since[text]))
    return Explanation(view, about, tuple(claims))


def explain_card(
    game: Recorded | State, *, seat: int | str, card: str, turn: int | None = None
) -> Explanation:
    """Return the same for library users, who name the card `other` or `table`."""
    return explain(game, seat=seat, about=card, turn=turn)


def ask(game: Recorded | State, *, formula: str, turn: int | None = None) -> Never:
    """Refuse: High Card has no formulas."""
    del game, turn
    raise InputError(f"{formula!r} cannot be asked: High Card has no formulas")


def _to_json(answer: Known | Explanation, names: Sequence[str]) -> dict[str, Any]:
    """Return an answer as JSON data."""
    view = answer.view
    head = {"seat": view.viewer, "name": names[view.viewer], "turn": len(view.events)}
    if isinstance(answer, Known):
        chances = {"other": answer.other, "table": answer.table}
        texts = {
            place: {str(card): str(share) for card, share in of.items()} for place, of in chances.items()
        }
        return head | {"card": view.card} | texts
    claims = [
        {"claim": claim.name, "card": int(claim.value), "since": claim.since, "facts": _facts_json(claim)}
        for claim in answer.claims
    ]
    return head | {"about": answer.about, "claims": claims}


def _sentences(answer: Known | Explanation, names: Sequence[str]) -> list[str]:
    """Return an answer as lines of text for people."""
    me, other = names[answer.view.viewer], names[1 - answer.view.viewer]
    if isinstance(answer, Known):
        cards = f"{other} has {_cards(answer.other)}, the table {_cards(answer.table)}"
        return [f"{me} has {answer.view.card}; {cards}"]
    place = f"the card of {other}" if answer.about == "other" else "the card on the table"
    lines = [
        f"  it {claim.name} {claim.value}, since turn {turn_number(claim.since)}: "
        + " and ".join(f"{me} got {fact.card} at turn {turn_number(fact.turn)}" for fact in claim.facts or ())
        for claim in answer.claims
    ]
    return [f"what {me} knows of {place}:", *lines]


def _view(game: Recorded | State, seat: int | str, turn: int | None) -> View:
    state = game.states[turn_in(game, turn)] if isinstance(game, Recorded) else game
    return rules.view(state, seat_in(rules.SEAT_NAMES, seat))


def _possible(view: View, facts: Iterable[Held]) -> list[State]:
    """Return every state in which the viewer would have got these cards by the same actions."""
    actions = [event.action for event in view.events]
    replays = [states_of(rules, cards, actions) for cards in permutations(CARDS)]
    return [
        states[-1]
        for states in replays
        if all(states[fact.turn].cards[view.viewer] == fact.card for fact in facts)
    ]


def _chances(states: Sequence[State], place: int) -> dict[int, Fraction]:
    cards = [state.cards[place] for state in states]
    return {card: Fraction(cards.count(card), len(cards)) for card in sorted(set(cards))}


def _claims(states: Iterable[State], place: int) -> set[str]:
    """Return what is true of the card in a place in all of these states."""
    cards = {state.cards[place] for state in states}
    is_card = {f"is {card}" for card in cards if len(cards) == 1}
    return is_card or {f"is not {card}" for card in CARDS if card not in cards}


def _known(view: View, place: int) -> set[str]:
    return _claims(_possible(view, view.held), place)


def _follows(view: View, place: int, text: str, facts: Iterable[Held]) -> bool:
    """Whether a claim about the card in a place follows from these facts."""
    return text in _claims(_possible(view, facts), place)


def _facts_json(claim: Claim[Held]) -> list[dict[str, int]]:
    return [fact._asdict() for fact in claim.facts or ()]


def _cards(chances: dict[int, Fraction]) -> str:
    return listed(str(card) if share == 1 else f"{card} ({share})" for card, share in chances.items())
