"""Belief by enumeration, with the plain rules and the plain blueprint: slow, and obviously right."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from random import Random

from handsight.bots.bot import as_decision
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    Action,
    Card,
    CardDiscarded,
    CardPlayed,
    ClueGiven,
    Discard,
    Event,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    View,
    deal,
    legal,
    play,
    view,
)
from handsight.roster.hanabi import find_bot


@cache
def plain_decision(name: str, seen: View) -> Action:
    """Return what the plain bot does; conventions follow from the view."""
    bot = find_bot(name).make(seen.terms, seen.viewer, Dice(1))
    action: Action = as_decision(bot.decide(seen)).action
    return action


def past(events: tuple[Event, ...]) -> list[Action]:
    """Return the actions that events record."""
    actions = list[Action]()
    for event in events:
        match event:
            case ClueGiven(_, _, target, clue) if clue is not None:
                actions.append(GiveClue(target, clue))
            case CardPlayed(_, _, order):
                actions.append(Play(order))
            case CardDiscarded(_, _, order):
                actions.append(Discard(order))
    return actions


def hidden_cards(seen: View) -> list[Card]:
    """Return every card that a seat does not see, as often as it does not."""
    variant = seen.terms.variant
    return [
        card for card, copies in zip(variant.cards, seen.unseen_copies, strict=True) for _ in range(copies)
    ]


def deals(seen: View, name: str, most_mismatches: int = 0) -> Iterator[tuple[State, int]]:
    """Yield the present state of each deal that a seat holds possible, and its mismatches.

    A mismatch is an action of a partner that the plain bot would not have taken; deals with more than so many
    are left out. Copies of one card are distinct, and the cards of the deck come in one order only.
    """
    own, hidden = seen.hands[seen.viewer], hidden_cards(seen)
    fits = dict[tuple[Card, ...], tuple[State, int] | None]()
    for chosen in permutations(range(len(hidden)), len(own)):
        hand = tuple(hidden[at] for at in chosen)
        if hand not in fits:
            cards: list[Card | None] = list(seen.cards)
            for order, card in zip(own, hand, strict=True):
                cards[order] = card
            rest = [card for at, card in enumerate(hidden) if at not in chosen]
            setup = Setup(seen.terms, (*(card for card in cards if card is not None), *rest))
            fits[hand] = replayed(setup, seen, name, most_mismatches)
        if (found := fits[hand]) is not None:
            yield found


def replayed(setup: Setup, seen: View, name: str, most_mismatches: int) -> tuple[State, int] | None:
    """Replay a game on a deck; return the state and the mismatches.

    None if the seat would have seen another game, or if there are more mismatches than so many.
    """
    state, mismatches = deal(setup), 0
    for action in past(seen.events):
        if action not in list(legal(state)):
            return None
        mismatches += state.seat != seen.viewer and plain_decision(name, view(state, state.seat)) != action
        if mismatches > most_mismatches:
            return None
        state = play(state, action)
    return (state, mismatches) if view(state, seen.viewer) == seen else None


def plain_belief(seen: View, name: str) -> Counter[int]:
    """Count the deals for each hand of the seat, as a word."""
    return Counter(own_hand(state, seen.viewer) for state, _ in deals(seen, name))


def plain_mismatches(seen: View, name: str) -> dict[int, tuple[int, int]]:
    """Return the number of deals and the mismatches for each hand of the seat that clues allow."""
    found = dict[int, tuple[int, int]]()
    for state, mismatches in deals(seen, name, len(seen.events)):
        hand = own_hand(state, seen.viewer)
        found[hand] = found.get(hand, (0, 0))[0] + 1, mismatches
    return found


def own_hand(state: State, seat: int) -> int:
    """Return the hand of a seat as a word."""
    variant = state.terms.variant
    return sum(
        variant.identity(state.cards[order]) << 8 * slot for slot, order in enumerate(state.hands[seat])
    )


def positions(name: str, terms: Terms, seed: int, follows: float = 1.0) -> Iterator[State]:
    """Play a game, and yield every state in which seat 0 is to move.

    Seat 0 does what it likes, the others follow the blueprint, always or with this chance.
    """
    dice = Random(seed)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(seed))))
    while not state.over and (options := list(legal(state))):
        action = plain_decision(name, view(state, state.seat))
        if state.seat == 0:
            yield state
        chance = 0.5 if state.seat == 0 else follows
        if chance < 1 and dice.random() >= chance:
            action = dice.choice(options)
        state = play(state, action)
