"""Endgames by the plain rules, the plain blueprint and views: slow, and obviously right."""

from collections import defaultdict
from itertools import permutations

from msgspec.structs import replace
from plain_belief import deals, plain_decision

from handsight.hanabi import Action, Setup, State, View, legal, play, view


def all_worlds(seen: View, name: str) -> list[State]:
    """Return every deal that a seat holds possible with every order of the deck; copies are distinct."""
    worlds = list[State]()
    for state, _ in deals(seen, name):
        cards = state.setup.deck
        for rest in permutations(cards[state.drawn :]):
            worlds.append(replace(state, setup=Setup(state.terms, (*cards[: state.drawn], *rest))))
    return worlds


def until_own_move(state: State, seat: int, name: str) -> State:
    """Let the partners play until a seat is to move, or nobody can."""
    while not state.over and state.seat != seat and next(legal(state), None) is not None:
        state = play(state, plain_decision(name, view(state, state.seat)))
    return state


def ended(state: State) -> bool:
    return state.over or next(legal(state), None) is None


def final_score(state: State, name: str) -> int:
    while not ended(state):
        state = play(state, plain_decision(name, view(state, state.seat)))
    return state.score


def total_after(worlds: list[State], action: Action, seat: int, name: str, moves: int) -> int:
    """Return the sum of scores after an action, with so many free own moves, this one counted."""
    after = [until_own_move(play(world, action), seat, name) for world in worlds]
    if moves == 1:
        return sum(final_score(state, name) for state in after)
    total, groups = 0, defaultdict[View, list[State]](list)
    for state in after:
        if ended(state):
            total += state.score
        else:
            groups[view(state, seat)].append(state)
    return total + sum(
        max(total_after(group, option, seat, name, moves - 1) for option in legal(group[0]))
        for group in groups.values()
    )
