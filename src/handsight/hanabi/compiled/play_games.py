"""Play whole games with compiled bots: many for their results, or one to record it."""

from collections.abc import Sequence

import numpy as np

from handsight.compiled.jit import Ints, addresses
from handsight.errors import HandsightError, IllegalActionError
from handsight.game import RecordedGame, Seed
from handsight.hanabi import Action, Setup, State, Terms
from handsight.hanabi import deal as deal_plainly
from handsight.hanabi import play as play_plainly
from handsight.hanabi.compiled import deal, game_loop, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import COMPLETED, FIELDS, NO_ACTION, CompiledBot, Results
from handsight.hanabi.compiled.state_conversion import to_action, to_state
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.text.counting_from_one import turn_number


def play(
    team: CompiledBot | Sequence[CompiledBot], terms: Terms, games: int, seed: Seed, first: int = 0
) -> Results:
    """Play games number *first* and following; return a row of results for each (see `game_loop`).

    A team is one bot for all seats, or a bot for each. Seed and number of a game determine its deck and all
    dice, so the results do not depend on how games are split into calls.

    Raises:
        IllegalActionError: a bot chose an illegal action.
    """
    results = np.zeros((games, FIELDS), np.int16)
    bots, bot_of_seat = _bots_by_seat(team, terms)
    packed_terms, arrays, workspace = terms_array(terms), _blank_states(bots), _workspace(bots)
    decks, starts = deal.streams_of(seed, first, games)
    if len(bots) == 1:
        done = game_loop.play_games(
            bots[0].decide, bots[0].read, packed_terms, arrays[0], workspace, decks, starts, results
        )
    else:
        deciders, readers = (
            addresses([*functions])
            for functions in zip(*((bot.decide, bot.read) for bot in bots), strict=True)
        )
        done = game_loop.play_mixed(
            bot_of_seat, packed_terms, arrays, workspace, decks, starts, results, deciders, readers
        )
    if done != COMPLETED:
        record(team, terms, seed, first + done)
        raise HandsightError(
            f"the plain rules allow what the compiled ones refuse in game {first + done} of seed {seed}"
        )
    return results


def record(
    team: CompiledBot | Sequence[CompiledBot], terms: Terms, seed: Seed, game: int
) -> RecordedGame[Setup, Action, State]:
    """Play one game with compiled bots, checked by the plain rules, and return its record."""
    bots, bot_of_seat = _bots_by_seat(team, terms)
    packed_terms, arrays, workspace = terms_array(terms), _blank_states(bots), _workspace(bots)
    for array in arrays:
        deal.deal_game(packed_terms, array, seed, game)
    state = deal_plainly(to_state(terms, arrays[0]).setup)
    actions, states = list[Action](), [state]
    _read_all(bots, arrays, workspace, packed_terms)
    while not state.over:
        array = arrays[bot_of_seat[state.seat]]
        number = int(bots[bot_of_seat[state.seat]].decide(packed_terms, array, workspace))
        if number == NO_ACTION and rules.legal(packed_terms, array) == 0:
            break
        if number == NO_ACTION:
            where = f"game {game} of seed {seed}, turn {turn_number(state.turn)}, seat {state.seat}"
            raise IllegalActionError("no-action", f"{where}: the bot finds no action, but one is legal")
        actions.append(to_action(terms, array, number))
        state = _play_plainly(state, actions[-1], f"game {game} of seed {seed}")
        states.append(state)
        for array in arrays:
            rules.step(packed_terms, array, number)
        _read_all(bots, arrays, workspace, packed_terms)
    return RecordedGame(state.setup, tuple(actions), tuple(states))


def _play_plainly(state: State, action: Action, where: str) -> State:
    try:
        return play_plainly(state, action)
    except IllegalActionError as error:
        place = f"{where}, turn {turn_number(state.turn)}, seat {state.seat}: {action}"
        raise IllegalActionError(error.code, f"{place}: {error}") from None


def _bots_by_seat(team: CompiledBot | Sequence[CompiledBot], terms: Terms) -> tuple[list[CompiledBot], Ints]:
    """Return the different bots, and the index of the bot in each seat."""
    seats = [team] * terms.players if isinstance(team, CompiledBot) else list(team)
    if len(seats) != terms.players:
        raise HandsightError(f"{len(seats)} bots cannot fill {terms.players} seats")
    bots = list(dict.fromkeys(seats))
    return bots, np.array([bots.index(bot) for bot in seats], np.int64)


def _blank_states(bots: list[CompiledBot]) -> Ints:
    """Return a blank state for each bot, because each keeps its own memory."""
    return np.zeros((len(bots), st.MEMORY + max(bot.memory for bot in bots)), np.int64)


def _workspace(bots: list[CompiledBot]) -> Ints:
    return np.zeros(max(bot.workspace for bot in bots), np.int64)


def _read_all(bots: list[CompiledBot], arrays: Ints, workspace: Ints, packed_terms: Ints) -> None:
    for bot, array in zip(bots, arrays, strict=True):
        bot.read(packed_terms, array, workspace)
