"""Our engine against OpenSpiel's Hanabi: same deck, same legal actions, same table and score at every step.

OpenSpiel wraps the Hanabi Learning Environment, whose rules are our `official` ones: a third strike scores
0, a perfect score ends the game, and there is no early end when no more points can be made. Its hands run
from the oldest card to the newest, its suits are R Y G W B, its clues name seats by their distance.
"""

import re
from functools import lru_cache
from random import Random
from typing import Any, Literal

import pyspiel
import pytest

from handsight.hanabi import (
    Action,
    Clue,
    Discard,
    End,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    score,
    variant,
)
from handsight.hanabi.card_value import needed, playable

NO_VARIANT = variant("No Variant")
LETTERS = "RYGWB"
Words = tuple[str, int] | tuple[Literal["color", "number"], int, int]
"""(verb, slot from the oldest card) or (kind of clue, distance of the seat, value)."""
Option = tuple[int, Words]
"""The number of an action in OpenSpiel, and its words."""


@lru_cache
def spiel(players: int) -> Any:
    return pyspiel.load_game("hanabi", {"players": players})


@lru_cache
def action_words(players: int, number: int) -> Words:
    """The words of an action, taken from its own text."""
    text = spiel(players).new_initial_state().action_to_string(0, number)
    if slot := re.fullmatch(r"\((Play|Discard) (\d)\)", text):
        return slot[1], int(slot[2])
    clue = re.fullmatch(r"\(Reveal player \+(\d) (color|rank) (.)\)", text)
    assert clue is not None
    if clue[2] == "color":
        return "color", int(clue[1]), LETTERS.index(clue[3])
    return "number", int(clue[1]), int(clue[3])


def ours(state: State, words: Words) -> Action:
    """The action in our engine."""
    if len(words) == 2:
        verb, slot = words
        order = state.hands[state.seat][::-1][slot]
        return Play(order) if verb == "Play" else Discard(order)
    kind, away, value = words
    return GiveClue((state.seat + away) % state.terms.players, Clue(kind, value))


def table(state: State) -> str:
    """Our table in OpenSpiel's words, without the knowledge from clues."""
    cards = [LETTERS[card.suit] + str(card.rank) for card in state.cards]
    lines = [f"Life tokens: {state.terms.max_strikes - state.strikes}", f"Info tokens: {state.clue_units}"]
    lines.append("Fireworks: " + "".join(f"{c}{h} " for c, h in zip(LETTERS, state.heights, strict=True)))
    lines.append("Hands:")
    for seat, hand in enumerate(state.hands):
        lines += ["-----"] if seat else []
        lines += ["Cur player"] if seat == state.seat else []
        lines += [cards[order] for order in reversed(hand)]
    lines.append(f"Deck size: {state.deck_left}")
    lines.append("Discards:" + "".join(f" {cards[order]}" for order in state.discarded))
    return "\n".join(lines)


def theirs(state: object) -> str:
    return re.sub(r" \|\| .*", "", str(state))


def seen(text: str, *, over: bool) -> str:
    """What both tables must show; OpenSpiel draws no card after the action that ends a game."""
    return re.sub(r"Hands:.*Deck size: \d+", "", text, flags=re.DOTALL).strip() if over else text.strip()


def draws(game: Any, state: State, dealt: int) -> int:
    """Let chance draw our deck; return how many cards have been dealt."""
    while game.is_chance_node():
        card = state.cards[dealt]
        game.apply_action(card.suit * 5 + card.rank - 1)
        dealt += 1
    return dealt


def choose(state: State, options: list[Option], dice: Random, skill: int) -> Option:
    """Anything at all; mostly no strikes; or, seeing every card, as well as a person would."""
    if skill == 0 or dice.random() < 0.02:
        return dice.choice(options)
    fit = playable(NO_VARIANT, state.stacks)
    useful = needed(NO_VARIANT, state.stacks, state.discarded_copies) if skill == 2 else 0
    ranked: dict[int, list[Option]] = {0: [], 1: [], 2: [], 3: []}
    for option in options:
        match ours(state, option[1]):
            case Play(order):
                worth = 0 if fit >> NO_VARIANT.identity(state.cards[order]) & 1 else 3
            case Discard(order):
                worth = 2 if useful >> NO_VARIANT.identity(state.cards[order]) & 1 else 1
            case _:
                worth = 1
        ranked[worth].append(option)
    if skill == 1 and dice.random() < 0.2:
        ranked[0] = []
    return dice.choice(next(group for group in ranked.values() if group))


def same_game(number: int) -> End:
    """Play one random game in both engines; return how it ended."""
    dice = Random(f"open spiel {number}")
    players, skill = 2 + number % 4, number % 3
    deck = list(NO_VARIANT.deck())
    dice.shuffle(deck)
    state = deal(Setup(Terms(players), tuple(deck)))
    game = spiel(players).new_initial_state()
    dealt = draws(game, state, 0)
    while True:
        assert seen(theirs(game), over=state.over) == seen(table(state), over=state.over)
        assert game.returns() == [state.score] * players
        assert game.is_terminal() == state.over
        options = [(action, action_words(players, action)) for action in game.legal_actions()]
        assert {ours(state, words) for _, words in options} == set(legal(state))
        if state.over:
            assert score(state) == game.returns()[0]
            return state.end
        assert game.current_player() == state.seat
        action, words = choose(state, options, dice, skill)
        state = play(state, ours(state, words))
        game.apply_action(action)
        dealt = draws(game, state, dealt)


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_random_games_are_the_same_in_open_spiel(start: int) -> None:
    for number in range(start, start + 20):
        same_game(number)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_two_thousand_random_games_are_the_same_in_open_spiel(start: int) -> None:
    ends = {same_game(number) for number in range(start, start + 250)}
    assert {"strikeout", "final_round", "perfect"} == ends
