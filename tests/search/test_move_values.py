"""Values of moves in the mover's eyes: exact on tiny decks, for any number of threads, without peeking."""

import dataclasses
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hanabi_honesty import otherwise
from msgspec.structs import replace

from handsight import hanabi
from handsight.analysis.hanabi.turn_analysis import MoverPosition
from handsight.bots import BotSeat
from handsight.compiled.jit import Ints
from handsight.conventions.compiler.compiled.convention_layout import COUNT, FIRST, QUESTION_WORDS, VALUES
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    Action,
    Clue,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    rule_set,
    tiny,
    variant,
    view,
)
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.knowledge.hanabi.evidence import evidence
from handsight.knowledge.hanabi.own_hand import Knowledge
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import value_actions
from handsight.search.action_values import ActionValue, Verdict
from handsight.search.blueprint import blueprint
from handsight.search.compiled.wrong_readings import drop_wrong_readings
from handsight.search.rollouts import Deals, Rollouts
from handsight.search.search_settings import Precision

READS_NOTHING = """
convention plain
  "Play what is known, tell what is playable, else discard the oldest card."

  act
    known:   play my frontmost card that I know is playable
    tell:    clue the rank of c, for a playable card c in other hands (by seat, from the back)
    discard: discard my backmost card
    pass:    give k, for a number clue k
    last:    play my backmost card
"""


def last(position: MoverPosition, deals: int, threads: int = 1, keep: tuple[Action, ...] = ()) -> Verdict:
    kept = [position.number(action) for action in keep]
    *_, found = value_actions(position.deals, Precision(deals), threads=threads, keep=kept)
    return found


def tiny_states(terms: Terms, games: int, deck_left: int, seed: int = 1) -> list[State]:
    """Return positions of random games in which so few cards are left that all deals can be listed."""
    found, random = list[State](), Random(seed)
    for game in range(games):
        state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(seed, game))))
        while not state.over:
            if state.deck_left <= deck_left:
                found.append(state)
            state = play(state, random.choice(list(legal(state))))
    return found


def slow_values(state: State, bot: str) -> dict[Action, Fraction]:
    """Return the mean score after each legal move over every deal that the mover cannot rule out.

    The plain bot goes on in every seat; it must read nothing into past actions.
    """
    seen = view(state, state.seat)
    found, kind = evidence(seen), state.terms.variant
    unseen = [card for card, copies in enumerate(seen.unseen_copies) for _ in range(copies)]
    hidden = [*found.orders, *range(state.drawn, kind.deck_size)]
    totals, deals = dict.fromkeys(legal(state), 0), 0
    finals: dict[tuple[int, ...], list[int]] = {}
    for cards in permutations(unseen):  # copies count apart, so all are equally likely
        if not all(mask >> card & 1 for mask, card in zip(found.clued, cards, strict=False)):
            continue
        if cards not in finals:
            deck = list(state.cards)
            for order, card in zip(hidden, cards, strict=True):
                deck[order] = kind.card(card)
            world = replace(state, setup=Setup(state.terms, tuple(deck)))
            finals[cards] = [final_score(play(world, action), bot) for action in totals]
        deals += 1
        for action, score in zip(totals, finals[cards], strict=True):
            totals[action] += score
    return {action: Fraction(total, deals) for action, total in totals.items()}


def final_score(state: State, bot: str) -> int:
    seats = [
        BotSeat(find_bot(bot), hanabi, state.terms, seat, lambda: Dice(1))
        for seat in range(state.terms.players)
    ]
    while not state.over:
        state = seats[state.seat].play(state)[1]
    return state.score


@pytest.mark.slow
@pytest.mark.parametrize(
    "terms",
    [
        Terms(2, tiny(2, 2), rule_set("stacks"), hand_size=2),
        Terms(2, tiny(1, 4), hand_size=3),
        Terms(3, tiny(2, 2), hand_size=2),
    ],
)
def test_values_on_tiny_decks_are_those_of_every_deal_played_by_the_plain_bot(
    terms: Terms, tmp_path: Path
) -> None:
    file = tmp_path / "plain.convention"
    file.write_text(READS_NOTHING, encoding="utf-8")
    compiled = blueprint(find_bot(str(file)), terms)
    states = tiny_states(terms, 6, 2)[:12]
    for state in states:
        position = MoverPosition(compiled, view(state, state.seat))
        found = last(position, 100_000)
        assert found.exact
        assert {
            position.action(move.action): Fraction(move.value).limit_denominator(10**6)
            for move in found.values
        } == slow_values(state, str(file))


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["robot5", "circle", "pair", "robot2", "hat"])
def test_sampled_values_lie_around_those_of_every_deal(bot: str) -> None:
    terms = Terms(2, tiny(2, 3), rule_set("stacks"), hand_size=3)
    compiled = blueprint(find_bot(bot), terms)
    for state in tiny_states(terms, 4, 3, seed=7)[:8]:
        position = MoverPosition(compiled, view(state, state.seat))
        found = last(position, 50_000)
        if not found.exact or found.deals < 200:
            continue
        exact = {move.action: move.value for move in found.values}
        actions, sampled = position.position.legal, np.zeros((160, len(exact)), np.int16)
        Rollouts(position.deals).play(np.array(actions, np.int64), 0, sampled)
        for action, scores in zip(actions, sampled.T, strict=True):
            error = scores.std(ddof=1) / len(scores) ** 0.5
            assert abs(scores.mean() - exact[action]) <= 4 * error + 1e-9


def test_values_are_the_same_for_any_number_of_threads() -> None:
    terms = Terms(3)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(3))))
    position = MoverPosition(blueprint(find_bot("circle"), terms), view(state, 0))
    found = [last(position, 100, threads) for threads in (1, 2, 3)]
    assert found[0] == found[1] == found[2]
    assert {position.action(move.action) for move in found[0].values} == set(legal(state))


def test_the_best_move_has_the_highest_value_and_dropped_moves_have_fewer_deals() -> None:
    terms = Terms(2, variant("3 Suits"))
    game = HanabiPlan(("pair", "pair"), terms, 5).record_game(0)
    dropped = 0
    for turn in range(0, len(game.actions), 4):
        state = game.states[turn]
        position = MoverPosition(blueprint(find_bot("pair"), terms), view(state, state.seat))
        found = last(position, 128, keep=(game.actions[turn],))
        if found.exact:
            continue
        first = found.values[0]
        assert first.loss == 0.0
        assert first.deals == 128
        for move in found.values:
            assert move.value <= first.value
            assert move.value == pytest.approx(first.value - move.loss)
            assert move.deals == 128 or position.action(move.action) != game.actions[turn]
            dropped += move.deals < 128
    assert dropped


@pytest.mark.parametrize("believe", [False, True])
@pytest.mark.parametrize("bot", ["robot5", "circle", "hat", "random"])
def test_values_do_not_depend_on_what_the_mover_cannot_see(bot: str, believe: bool) -> None:
    terms, random = Terms(3, variant("3 Suits")), Random(1)
    game = HanabiPlan(("robot5",) * 3, terms, 5).record_game(1)
    compiled = blueprint(find_bot(bot), terms)
    for turn in (3, 14, len(game.actions) - 2):
        state = game.states[turn]
        other = otherwise(state, state.seat, random)
        found = [
            last(MoverPosition(compiled, view(truth, truth.seat), believe=believe), 32)
            for truth in (state, other)
        ]
        assert found[0] == found[1]


def test_the_seed_and_nothing_else_changes_values() -> None:
    terms = Terms(2)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(3))))
    compiled = blueprint(find_bot("pair"), terms)
    found = [last(MoverPosition(compiled, view(state, 0), seed=seed), 32) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


def test_it_stops_between_blocks() -> None:
    terms = Terms(2)
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(3))))
    position, asked = MoverPosition(blueprint(find_bot("pair"), terms), view(state, 0)), list[int]()

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    found = list(value_actions(position.deals, Precision(10_000), stop=stop))
    assert [values.deals for values in found] == [16, 32]


def test_hands_that_explain_the_partners_are_believed() -> None:
    terms = Terms(2)
    plan = HanabiPlan(("pair", "pair"), terms, 5)
    game = plan.record_game(0)
    compiled = blueprint(find_bot("pair"), terms)
    sure = 0
    for turn in range(4, len(game.actions), 5):
        state = game.states[turn]
        position = MoverPosition(compiled, view(state, state.seat), believe=True)
        assert position.explained == (turn, turn)
        assert position.position.readings is None
        held = game.states[turn].hands[state.seat]
        true = sum(terms.variant.identity(state.cards[order]) << 8 * at for at, order in enumerate(held))
        found, plain = position.hands, MoverPosition(compiled, view(state, state.seat)).hands
        if true in found.hands.tolist() and len(plain.hands) > 1:
            weight = found.weights[found.hands.tolist().index(true)]
            sure += weight / int(found.sums[-1]) > 1 / len(plain.hands)
    assert sure


def test_readings_that_cards_contradict_are_not_played_into_a_strike() -> None:
    """Alice's 4 to Bob means "play" to `minimal`, and no 4 fits."""
    terms = Terms(2)
    deck = [terms.variant.read(card) for card in ["r1", "y1", "g1", "b1", "p1", "r4", "y4", "g3", "b3", "p3"]]
    left = list(terms.variant.deck())
    for card in deck:
        left.remove(card)
    state = deal(Setup(terms, (*deck, *left)))
    clue = next(
        action
        for action in legal(state)
        if isinstance(action, GiveClue) and action.clue.kind == "number" and action.clue.value == 4
    )
    state = play(state, clue)
    state = play(state, next(action for action in legal(state) if isinstance(action, GiveClue)))
    position = MoverPosition(blueprint(find_bot("minimal"), terms), view(state, state.seat))
    fair = last(position, 48)
    believed = Deals(dataclasses.replace(position.position, readings=None), position.seed)
    *_, credulous = value_actions(believed, Precision(48))
    assert fair.values[0].value > credulous.values[0].value


def in_deal(position: MoverPosition, deck: Ints) -> Ints:
    """Return the state of a position with the cards of a deal, wrong readings dropped."""
    compiled, bot = position.blueprint, position.blueprint.bot
    world = position.position.state.copy()
    world[st.DECK : st.DECK + st.MAX_CARDS] = deck[: st.MAX_CARDS]
    workspace = compiled.workspace()
    packed = compiled.packed_terms
    readings = bot.readings.packed()
    drop_wrong_readings(bot.decide, bot.read, packed, readings, world, compiled.states(2), workspace)
    return world


def test_a_finesse_that_nobody_can_make_is_not_tried_again_and_again() -> None:
    """Cathy knows her y2. To `circle` the clues mean that Alice or Bob holds the y1 that is missing.

    Their newest cards without a clue are read anew after every event, so forgetting these alone is in vain.
    """
    terms = Terms(3)
    hands = ["r3 g1 b1 p1 r4", "r3 g4 b3 b4 g3", "p3 g3 y2 p4 b1"]
    deck = [terms.variant.read(card) for hand in hands for card in hand.split()]
    left = list(terms.variant.deck())
    for card in deck:
        left.remove(card)
    state = deal(Setup(terms, (*deck, *left)))
    for clue in (Clue("color", 1), Clue("number", 2)):
        state = play(state, GiveClue(2, clue))
    compiled, checked = blueprint(find_bot("circle"), terms), 0
    position = MoverPosition(compiled, view(state, 2))
    for one in position.deals.draw(0, 16):
        world, workspace = in_deal(position, one), compiled.workspace()
        action = int(terms.hand_size)  # Cathy discards her newest card
        for _ in range(terms.players):
            seat = int(world[st.SEAT])
            if action < int(world[st.HAND_SIZES + seat]):
                order = int(world[st.HANDS + seat]) >> 8 * action & 63
                assert int(world[st.PLAYABLE]) >> int(world[st.DECK + order]) & 1
            checked += 1
            rules.step(compiled.packed_terms, world, action)
            compiled.bot.read(compiled.packed_terms, world, workspace)
            action = compiled.decide(world)
    assert checked == 48


def test_open_questions_that_cards_contradict_are_dropped() -> None:
    """In games of others, what `h-group-1` leaves open is often true of no card."""
    terms = Terms(3)
    compiled = blueprint(find_bot("h-group-1"), terms)
    questions = compiled.bot.readings.questions
    dropped = kept = 0
    for number in range(2):
        game = HanabiPlan(("robot3",) * 3, terms, 5).record_game(number)
        for turn in range(2, 30, 3):
            state = game.states[turn]
            position = MoverPosition(compiled, view(state, state.seat))
            before = int(position.position.state[questions + COUNT])
            for deck in position.deals.draw(0, 8):
                world = in_deal(position, deck)
                left = [true_alternatives(world, questions, at) for at in range(world[questions + COUNT])]
                assert all(left)
                kept += len(left)
                dropped += before - len(left)
    assert dropped > 20
    assert kept > 5


def true_alternatives(world: Ints, questions: int, question: int) -> int:
    """Count the alternatives of a question that are true of all cards they name and that are not played."""
    at = questions + FIRST + question * QUESTION_WORDS
    found = 0
    for word in world[at + 1 : at + 1 + (int(world[at]) & 31)].tolist():
        pairs = [(word >> 12 * pair & 63, word >> 12 * pair + 6 & 63) for pair in range(word >> 36)]
        done = int(world[questions + VALUES])
        found += all(
            int(world[st.DECK + card]) == value
            for pair, (card, value) in enumerate(pairs)
            if pair == 0 or not done >> value & 1
        )
    return found


def doubtful_position() -> tuple[MoverPosition, Action]:
    """Return a turn and a move that loses something, which few deals do not show."""
    terms = Terms(2)
    game = HanabiPlan(("robot5",) * 2, terms, 11).record_game(3)
    state = game.states[22]
    known = next(card for card in Knowledge(view(state, state.seat)) if card.playable == 0)
    return MoverPosition(blueprint(find_bot("robot5"), terms), view(state, state.seat)), Play(known.order)


def test_more_deals_settle_whether_a_move_lost() -> None:
    position, action = doubtful_position()
    number, settling = position.number(action), Precision(32, 0.3, 3.0, 1024)

    def found(threads: int = 1, precision: Precision = settling) -> Verdict:
        *_, values = value_actions(position.deals, precision, keep=(number,), threads=threads)
        return values

    def move_of(verdict: Verdict) -> ActionValue:
        return next(one for one in verdict.values if one.action == number)

    few, more = found(precision=Precision(32)), found()
    move, other = move_of(few), move_of(more)
    assert settling.in_doubt(move.loss, move.loss_error, 32)
    assert move.deals == 32 < other.deals <= 1024
    assert other.loss >= 3 * other.loss_error or other.deals == 1024 or other.loss + other.loss_error < 0.3
    assert more.deals == other.deals
    assert more.values[0].loss == 0
    assert all(one.loss >= 0 for one in more.values)
    tried = [one for one in more.values if one.deals > 32]
    assert more.values[0] in tried
    assert len(tried) < len(more.values)
    assert found(threads=2) == more


def test_a_sure_loss_needs_no_more_deals() -> None:
    settling = Precision(100, 0.3, 3.0, 1600)
    assert not settling.in_doubt(1.0, 0.3, 400)
    assert not settling.in_doubt(0.1, 0.1, 400)
    assert settling.in_doubt(0.25, 0.1, 400)
    assert settling.in_doubt(0.8, 0.3, 400)


def test_on_few_deals_a_loss_must_be_larger_to_be_sure() -> None:
    """The best of many moves was chosen by the same deals, which makes it look better than it is."""
    settling = Precision(100, 0.3, 3.0, 1600)
    assert settling.in_doubt(1.0, 0.2, 100)
    assert not settling.in_doubt(1.3, 0.2, 100)
    assert not settling.in_doubt(1.0, 0.2, 200)
