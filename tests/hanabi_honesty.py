"""Play Hanabi with two bots in each seat, who must not tell their worlds apart: the shuffle test."""

from collections.abc import Callable, Iterator
from random import Random

from msgspec.structs import replace
from swapped_dice import RecordedDice, ReplayedDice

from handsight.bots import BotSpec
from handsight.bots.bot import as_decision
from handsight.game import Dice, deal_dice, shuffled, stream
from handsight.hanabi import Action, Setup, State, Terms, deal, play, spectator_view, view


def otherwise(state: State, seat: int, dice: Random) -> State:
    """Shuffle what a seat cannot see: its own hand and the deck."""
    hidden = [*state.hands[seat], *range(state.drawn, len(state.cards))]
    cards = list(state.cards)
    for order, other in zip(hidden, dice.sample(hidden, len(hidden)), strict=True):
        cards[order] = state.cards[other]
    return replace(state, setup=Setup(state.terms, tuple(cards)))


def choices(
    player: BotSpec, terms: Terms, seed: int, throw: Callable[[int, int, int], Dice] = stream
) -> Iterator[tuple[Action, Action]]:
    """Play a game, and yield every action beside that of a second bot in the same seat.

    The second one faces other hidden cards at every turn, and its dice are in another state from the start,
    but they throw the same numbers.
    """
    state, rng = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(seed)))), Random(seed)
    seats = []
    for seat in range(terms.players):
        dice = RecordedDice(throw(seed, 0, seat))
        seats.append([player.make(terms, seat, dice), player.make(terms, seat, ReplayedDice(dice, rng))])
    heard = [0] * terms.players
    while not state.over:
        seat = state.seat
        other = otherwise(state, seat, rng)
        assert view(other, seat) == view(state, seat)
        answers = []
        for bot, truth in zip(seats[seat], (state, other), strict=True):
            seen_view = (view if player.honest else spectator_view)(truth, seat)
            for event in seen_view.events[heard[seat] :]:
                bot.observe(event)
            answers.append(as_decision(bot.decide(seen_view)).action)
        heard[seat] = len(state.events)
        yield answers[0], answers[1]
        state = play(state, answers[0])
