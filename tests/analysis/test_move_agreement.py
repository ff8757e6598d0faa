"""How recorded games agree with conventions: the counts of a game, by their definitions."""

from fractions import Fraction
from math import isclose, log2

import pytest
from conventions.played_games import plain_choices, played

from handsight.analysis.hanabi.convention_agreement import GameAgreement, game_agreement
from handsight.conventions import load_convention, promised_knowledge
from handsight.conventions.interpreter.promised_knowledge import PromisedKnowledge
from handsight.hanabi import ClueGiven, Play, view
from handsight.knowledge import Knowledge
from handsight.playable_games import load


def agreement(knowledge: PromisedKnowledge) -> GameAgreement:
    return game_agreement(knowledge, plain_choices(knowledge))


@pytest.mark.parametrize(("spec", "players"), [("minimal", 2), ("circle", 3), ("pair", 2)])
def test_a_convention_agrees_with_every_move_of_its_own_games(spec: str, players: int) -> None:
    game = played(spec, 3, players)
    found = agreement(promised_knowledge(game, load_convention(spec)))
    assert found.moves == len(game.actions) == found.agreed == found.kinds
    assert found.players == players
    assert 0 < found.told <= found.plays
    assert found.bits > 0


def test_another_convention_agrees_with_fewer() -> None:
    found = agreement(promised_knowledge(played("pair", 3, 2), load_convention("minimal")))
    assert 0 < found.agreed < found.kinds < found.moves


@pytest.mark.parametrize("spec", ["circle", "careful-saves"])
def test_the_counts_follow_their_definitions(spec: str) -> None:
    """The same by sets and exact fractions of what each holder knows, on a game that people played."""
    game, convention = load("sample:first"), load_convention(spec)
    knowledge = promised_knowledge(game, convention)
    told = plays = telling = false = cards = clues = sound = by_clues = 0
    bits = 0.0
    for turn, action in enumerate(game.actions):
        state = game.states[turn]
        if state.over:
            break
        text = state.terms.variant.text
        promised, known = knowledge.hand(turn, state.seat), Knowledge(view(state, state.seat))
        fits = {
            order
            for order in state.hands[state.seat]
            if (after := state.cards[order]).rank == state.heights[after.suit] + 1
        }
        playable = {
            text(card) for card in state.terms.variant.cards if card.rank == state.heights[card.suit] + 1
        }
        sure = {one.order for one in promised if {text(card) for card in one.possible} <= playable}
        if isinstance(action, Play):
            plays += 1
            told += action.order in sure
            by_clues += any(one.order == action.order and one.playable == 1 for one in known)
        telling += bool(sure)
        false += bool(sure - fits)
        worlds = knowledge.deal(turn, state.seat)
        for slot, one in enumerate(known):
            if not any(isinstance(e, ClueGiven) and one.order in e.touched for e in state.events):
                continue
            face = state.cards[one.order]
            q = one.probability[face]
            ways = worlds.marginals[slot]
            p = Fraction(ways[state.terms.variant.identity(face)], sum(ways))
            bits += log2((98 * p + 2 * q) / (100 * q))
            cards += 1
        event = knowledge.moments[turn + 1][0].last_action
        promises = knowledge.moments[turn + 1][1].new_promises
        if isinstance(event, ClueGiven) and {order for order, _ in promises} & set(event.touched):
            clues += 1
            identity = state.terms.variant.identity
            sound += all(mask & 1 << identity(state.cards[order]) for order, mask in promises)
    found = agreement(knowledge)
    assert (found.told, found.plays, found.told_by_clues) == (told, plays, by_clues)
    assert (found.false, found.telling_turns) == (false, telling)
    assert (found.sound, found.clues) == (sound, clues)
    assert found.cards == cards
    assert isclose(found.bits, bits)
    assert 0 < told < plays
    assert 0 < sound < clues
    assert false


def test_choices_are_those_of_the_rules_after_all_that_was_done() -> None:
    game = load("sample:first")
    knowledge = promised_knowledge(game, load_convention("circle"))
    choices = plain_choices(knowledge)
    assert len(choices) == len(game.actions)
    assert all(choice is not None for choice in choices)
