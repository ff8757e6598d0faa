"""What two seats that both search know is what playing every other deal with the same bots shows."""

from collections import Counter
from itertools import permutations

import pytest
from plain_belief import hidden_cards

from handsight.bots.bot import as_decision
from handsight.game import Dice, shuffled
from handsight.hanabi import Action, Card, Setup, State, Terms, View, deal, legal, play, rule_set, tiny, view
from handsight.roster.hanabi import find_bot
from handsight.search import replayed
from handsight.search.replayed import Replayed

SMALL = Terms(2, tiny(2, 3), rule_set("stacks"), hand_size=2)
NAME = "search(pair, 60, replayed)"


def made(seat: int, terms: Terms) -> Replayed:
    bot = find_bot(NAME).make(terms, seat, Dice(seat))
    assert isinstance(bot, Replayed)
    return bot


def same_actions(setup: Setup, seen: View, actions: list[Action]) -> bool:
    """Whether the seat would have seen the same on another deck, with a partner of this kind."""
    partner, state = made(1 - seen.viewer, setup.terms), deal(setup)
    for action in actions:
        if action not in list(legal(state)):
            return False
        if (
            state.seat != seen.viewer
            and as_decision(partner.decide(view(state, state.seat))).action != action
        ):
            return False
        state = play(state, action)
    return view(state, seen.viewer) == seen


def enumerated(state: State, actions: list[Action]) -> Counter[int]:
    """Count the deals for each hand of the seat to move."""
    seen, variant, counts = view(state, state.seat), state.terms.variant, Counter[int]()
    own, hidden = state.hands[state.seat], hidden_cards(seen)
    fits = dict[tuple[Card, ...], bool]()
    for chosen in permutations(range(len(hidden)), len(own)):
        hand = tuple(hidden[at] for at in chosen)
        if hand not in fits:
            cards: list[Card | None] = list(seen.cards)
            for order, card in zip(own, hand, strict=True):
                cards[order] = card
            rest = [card for at, card in enumerate(hidden) if at not in chosen]
            setup = Setup(state.terms, (*(card for card in cards if card is not None), *rest))
            fits[hand] = same_actions(setup, seen, actions)
        if fits[hand]:
            counts[sum(variant.identity(card) << 8 * slot for slot, card in enumerate(hand))] += 1
    return counts


def compare_game(seed: int, terms: Terms) -> tuple[int, int]:
    """Compare what each mover of a game knows; return how many positions, and how many deviations."""
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(seed))))
    bots, actions, compared, left = [made(seat, terms) for seat in range(2)], list[Action](), 0, 0
    while not state.over and next(legal(state), None) is not None:
        bot = bots[state.seat]
        verdict = bot.search(view(state, state.seat))
        hands = bot.hands()
        assert hands is not None
        counted = Counter(dict(zip(hands.hands.tolist(), hands.weights.tolist(), strict=True)))
        assert counted == enumerated(state, actions)
        compared += 1
        left += verdict.action != verdict.blueprint
        action = as_decision(bot.decide(view(state, state.seat))).action
        actions.append(action)
        state = play(state, action)
    assert not any(belief.not_counted for bot in bots for belief in bot.public)
    return compared, left


@pytest.mark.slow
def test_each_seat_knows_what_playing_every_deal_would_show() -> None:
    found = [compare_game(seed, SMALL) for seed in range(6)]
    assert sum(compared for compared, _ in found) > 40
    assert sum(left for _, left in found) > 3


@pytest.mark.slow
def test_what_is_kept_for_the_partner_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replayed, "MOST_KEPT", 0)
    compared, _ = compare_game(2, SMALL)
    assert compared > 4
