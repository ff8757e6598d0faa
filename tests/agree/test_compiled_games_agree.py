"""Whole compiled games: the same however they are split into chunks, and right by the plain rules."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from minimal_compiled_bot import IP, MINIMAL

from bench.batches import many_games as batch
from bench.batches.open_hands_bot import CHEAT
from handsight import hanabi
from handsight.bots.hanabi.compiled.random_bot import RANDOM
from handsight.compiled.compiled_dice import start_stream
from handsight.compiled.jit import Ints, compiled
from handsight.errors import HandsightError, IllegalActionError
from handsight.game import Seed, deal_dice, shuffled, stream
from handsight.hanabi import ClueGiven, End, Setup, State, Terms
from handsight.hanabi.compiled import deal, game_loop, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION, CompiledBot
from handsight.hanabi.compiled.play_games import play, record
from handsight.hanabi.compiled.terms_layout import terms_array

STACKS = hanabi.rule_set("stacks")
EXPLORER = hanabi.rule_set("explorer")


@compiled(DECIDE_SIGNATURE)
def decide_too_high(_terms: Ints, array: Ints, _workspace: Ints) -> int:
    """Discard with all clue tokens, which is illegal."""
    return 5 if array[st.TURN] == 0 else 0


@compiled(DECIDE_SIGNATURE)
def decide_nothing(_terms: Ints, _state: Ints, _workspace: Ints) -> int:
    """Never find an action."""
    return NO_ACTION


SEEDS: tuple[Seed, ...] = (2**63 + 11, "0x1c0ffee000000000000000000000000")


def played_by_chance(terms: Terms, seed: Seed, game: int) -> State:
    """Play a random game by the plain rules, with the dice that each seat has."""
    dice = [stream(seed, game, seat) for seat in range(terms.players)]
    state = hanabi.deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(seed, game))))
    while actions := list(hanabi.legal(state)):
        state = hanabi.play(state, actions[dice[state.seat].below(len(actions))])
    return state


def written(state: State) -> list[int]:
    end = list(End).index(state.end) if state.over else 0
    clues = sum(isinstance(event, ClueGiven) for event in state.events)
    return [state.score, state.points, state.strikes, state.turn, state.clue_units, end, clues]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variant", ["No Variant", "Clue Starved (6 Suits)", "Sudoku (4 Suits)"])
def test_chance_plays_the_same_games_by_either_rules(players: int, variant: str) -> None:
    terms = Terms(players, hanabi.variant(variant), EXPLORER if players % 2 else STACKS)
    for seed in SEEDS:
        results = play(RANDOM, terms, games=4, seed=seed, first=40)
        assert results.tolist() == [written(played_by_chance(terms, seed, game)) for game in range(40, 44)]


@pytest.mark.parametrize("bot", [RANDOM, CHEAT, MINIMAL], ids=["random", "cheat", "minimal"])
def test_games_do_not_depend_on_chunks_or_threads(bot: CompiledBot) -> None:
    terms = Terms(3, rules=STACKS)
    whole = play(bot, terms, games=600, seed=5)
    cuts = [(0, 1), (1, 199), (200, 317), (517, 83)]
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda cut: play(bot, terms, games=cut[1], seed=5, first=cut[0]), cuts))
    assert np.array_equal(np.concatenate(parts), whole)
    assert not np.array_equal(play(bot, terms, games=600, seed=6), whole)


@pytest.mark.parametrize("bot", [RANDOM, CHEAT, MINIMAL], ids=["random", "cheat", "minimal"])
def test_a_recorded_game_is_the_one_that_was_played(bot: CompiledBot) -> None:
    terms = Terms(4, rules=EXPLORER)
    results = play(bot, terms, games=20, seed=3)
    for game in range(20):
        replay = record(bot, terms, seed=3, game=game)
        *_, final = replay.states
        assert written(final) == results[game].tolist()


def test_the_ceiling_is_high() -> None:
    for players, least in ((2, 24.6), (3, 24.8), (4, 24.8), (5, 24.7), (6, 24.6)):
        assert (
            play(CHEAT, Terms(players, rules=STACKS), games=2000, seed=1)[:, game_loop.SCORE].mean() > least
        )


@pytest.mark.parametrize("variant", ["Up or Down (6 Suits)", "Color Mute (5 Suits)", "Number Mute (5 Suits)"])
def test_every_bot_finds_an_action_in_odd_variants(variant: str) -> None:
    terms = Terms(5, hanabi.variant(variant), all_or_nothing=True)
    for bot in (RANDOM, CHEAT):
        assert play(bot, terms, games=300, seed=1)[:, game_loop.END].all()


def test_a_convention_reaches_the_published_histogram() -> None:
    published = [0, 10, 18, 27, 29, 36, 38, 27, 27, 38, 18, 26, 39, 39, 30, 52, 116, 333, 785]
    published += [1455, 2167, 2537, 2008, 145, 0, 0]
    for seed in (1, 2):
        scores = play(MINIMAL, Terms(3, rules=EXPLORER), games=10_000, seed=seed)[:, game_loop.SCORE]
        ours = np.bincount(scores, minlength=26)
        assert np.abs(ours - published).sum() / 20_000 < 0.028


def test_a_convention_ignores_what_its_seat_cannot_see() -> None:
    terms = Terms(3, rules=EXPLORER)
    packed_terms, array, workspace = (
        terms_array(terms),
        st.blank_state(MINIMAL.memory),
        np.zeros(MINIMAL.workspace, np.int64),
    )
    die = np.zeros(1, np.uint64)
    start_stream(die, np.uint64(1), np.uint64(0), np.uint64(7))
    changed = 0
    for game in range(30):
        deal.deal_game(packed_terms, array, 8, game)
        MINIMAL.read(packed_terms, array, workspace)
        while array[st.END] == st.IN_PROGRESS:
            seat = int(array[st.SEAT])
            other = array.copy()
            hand = [
                other[st.DECK + order_at(array, seat, slot)] for slot in range(array[st.HAND_SIZES + seat])
            ]
            deal.replace_hand(packed_terms, other, seat, np.array(hand[::-1], np.int64))
            deal.reshuffle_deck(packed_terms, other, die, workspace)
            changed += not np.array_equal(other, array)
            action = MINIMAL.decide(packed_terms, array, workspace)
            assert MINIMAL.decide(packed_terms, other, workspace) == action
            rules.step(packed_terms, array, action)
            MINIMAL.read(packed_terms, array, workspace)
    assert changed > 500


def order_at(array: Ints, seat: int, slot: int) -> int:
    return int(array[st.HANDS + seat]) >> 8 * slot & 63


def test_memory_is_empty_after_a_deal() -> None:
    terms = Terms(2)
    array = st.blank_state(MINIMAL.memory)
    array[IP] = 77
    deal.deal_game(terms_array(terms), array, 1, 1)
    assert array[IP] == 0


def test_different_bots_may_play_at_one_table() -> None:
    terms = Terms(3, rules=STACKS)
    team = [MINIMAL, RANDOM, CHEAT]
    results = play(team, terms, games=60, seed=4)
    assert play(team, terms, games=20, seed=4, first=40).tolist() == results[40:].tolist()
    for game in range(0, 60, 10):
        *_, final = record(team, terms, seed=4, game=game).states
        assert written(final) == results[game].tolist()
    alike = [MINIMAL, CompiledBot(*MINIMAL[:2], memory=2), MINIMAL]
    assert np.array_equal(play(alike, terms, 200, 4), play(MINIMAL, terms, 200, 4))


def test_six_bots_may_all_be_different() -> None:
    terms = Terms(6, rules=STACKS)
    team = [CompiledBot(*MINIMAL[:2], memory=1 + seat) for seat in range(6)]
    assert np.array_equal(play(team, terms, 50, 4), play(MINIMAL, terms, 50, 4))


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(IllegalActionError, match="game 7 of seed 1, turn 1, seat 0") as caught:
        play(CompiledBot(decide_too_high), Terms(2), games=5, seed=1, first=7)
    assert caught.value.code == "discard-at-full-clues"
    with pytest.raises(HandsightError, match="the bot finds no action"):
        play(CompiledBot(decide_nothing), Terms(2), games=5, seed=1)
    with pytest.raises(HandsightError, match="2 bots cannot fill 3 seats"):
        play([RANDOM, CHEAT], Terms(3), games=5, seed=1)


def test_a_game_without_a_legal_action_is_left_in_progress() -> None:
    terms = Terms(2, hanabi.tiny(1, 2), EXPLORER, hand_size=1, max_clues=1, max_strikes=9)
    ends = play(RANDOM, terms, games=200, seed=1)[:, game_loop.END]
    stuck = int(np.flatnonzero(ends == st.IN_PROGRESS)[0])
    *_, final = record(RANDOM, terms, seed=1, game=stuck).states
    assert not final.over
    assert not list(hanabi.legal(final))


def test_games_side_by_side_are_the_same_games() -> None:
    terms, size = Terms(3), 50
    packed_terms, arrays = terms_array(terms), np.zeros((size, st.MEMORY), np.int64)
    actions, legal = np.zeros(size, np.int64), np.zeros(size, np.int64)
    batch.deal_states(packed_terms, arrays, *deal.streams_of(9, 100, size))
    going_on = size
    while going_on:
        batch.legal_actions(packed_terms, arrays, legal)
        batch.random_actions(packed_terms, arrays, actions)
        assert all(
            not mask if action < 0 else mask >> action & 1
            for mask, action in zip(legal, actions, strict=True)
        )
        going_on = batch.step_states(packed_terms, arrays, actions)
    results = play(RANDOM, terms, games=size, seed=9, first=100)
    assert arrays[:, st.TURN].tolist() == results[:, game_loop.TURNS].tolist()
    assert arrays[:, st.POINTS].tolist() == results[:, game_loop.POINTS].tolist()
    more = deal.streams_of(9, 150, size + 10)
    assert batch.redeal_finished(packed_terms, arrays, *more, 0) == size
    assert batch.redeal_finished(packed_terms, arrays, *more, size) == size
    again = arrays.copy()
    arrays[:, st.END] = st.IN_PROGRESS + 1
    assert batch.redeal_finished(packed_terms, arrays, *deal.streams_of(9, 150, size - 1), 0) == size - 1
    assert np.array_equal(arrays[:-1], again[:-1])
    assert arrays[-1, st.END] != st.IN_PROGRESS  # no row was left for it
