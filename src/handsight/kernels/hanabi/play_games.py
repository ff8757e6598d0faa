"""Whole games with compiled players, from Python: many for their results, or one to look at."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from handsight.errors import HandsightError, IllegalActionError
from handsight.hanabi import Action, Setup, State, Terms
from handsight.hanabi import deal as deal_plainly
from handsight.hanabi import play as play_plainly
from handsight.kernels.hanabi import deal, game_loop, rules, state_layout
from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hanabi.convert import to_action, to_state
from handsight.kernels.hanabi.game_loop import FAIR, FIELDS, NOTHING, Results
from handsight.kernels.hanabi.state_layout import MOST_SEATS, Ints
from handsight.kernels.hanabi.terms_layout import book
from handsight.table import Replay
from handsight.table.dice import WORD


def play(
    team: CompiledBot | Sequence[CompiledBot], terms: Terms, games: int, seed: int, first: int = 0
) -> Results:
    """Play games number *first* and following; a row of results each, the same however they are shared out.

    A team is one player for all seats, or one for each seat.
    """
    results = np.zeros((games, FIELDS), np.int16)
    players, places = _seated(team, terms)
    words, table, scratch = book(terms), _rows(players), _scratch(players)
    start = np.uint64(seed & WORD)
    if len(players) == 1:
        done = game_loop.play_games(
            players[0].decide, players[0].read, words, table[0], scratch, start, first, results
        )
    else:
        from handsight.kernels.hanabi.mixed_loop import play_mixed  # noqa: PLC0415  # compiled only where it is needed

        six = (players * MOST_SEATS)[:MOST_SEATS]  # the loop always takes six; it calls those who are there
        seam: list[Any] = [player.decide for player in six] + [player.read for player in six]
        done = play_mixed(places, words, table, scratch, start, first, results, *seam)
    if done != FAIR:
        record(team, terms, seed, first + done)
        raise HandsightError(
            f"the plain rules allow what the compiled ones refuse in game {first + done} of seed {seed}"
        )
    return results


def record(
    team: CompiledBot | Sequence[CompiledBot], terms: Terms, seed: int, game: int
) -> Replay[Setup, Action, State]:
    """Play one game, with the plain rules looking on, and write down its actions."""
    players, places = _seated(team, terms)
    words, table, scratch = book(terms), _rows(players), _scratch(players)
    for row in table:
        deal.deal(words, row, np.uint64(seed & WORD), np.uint64(game))
    state = deal_plainly(to_state(terms, table[0]).setup)
    actions, states = list[Action](), [state]
    _tell(players, table, scratch, words)
    while not state.over:
        row = table[places[state.seat]]
        number = int(players[places[state.seat]].decide(words, row, scratch))
        if number == NOTHING and rules.legal(words, row) == 0:
            break
        if number == NOTHING:
            where = f"game {game} of seed {seed}, turn {state.turn}, seat {state.seat}"
            raise IllegalActionError("no-action", f"{where}: it finds nothing to do; some action is legal")
        actions.append(to_action(terms, row, number))
        state = _advanced(state, actions[-1], f"game {game} of seed {seed}")
        states.append(state)
        for own in table:
            rules.step(words, own, number)
        _tell(players, table, scratch, words)
    return Replay(state.setup, tuple(actions), tuple(states))


def _advanced(state: State, action: Action, where: str) -> State:
    try:
        return play_plainly(state, action)
    except IllegalActionError as error:
        place = f"{where}, turn {state.turn}, seat {state.seat}: {action}"
        raise IllegalActionError(error.code, f"{place}: {error}") from None


def _seated(team: CompiledBot | Sequence[CompiledBot], terms: Terms) -> tuple[list[CompiledBot], Ints]:
    """Return the different players, and for each seat who sits there."""
    seats = [team] * terms.players if isinstance(team, CompiledBot) else list(team)
    if len(seats) != terms.players:
        raise HandsightError(f"{len(seats)} players cannot fill {terms.players} seats")
    players = list(dict.fromkeys(seats))
    return players, np.array([players.index(player) for player in seats], np.int64)


def _rows(players: list[CompiledBot]) -> Ints:
    """Give each player a row of its own to keep notes in."""
    return np.zeros((len(players), state_layout.NOTES + max(player.notes for player in players)), np.int64)


def _scratch(players: list[CompiledBot]) -> Ints:
    return np.zeros(max(player.scratch for player in players), np.int64)


def _tell(players: list[CompiledBot], table: Ints, scratch: Ints, words: Ints) -> None:
    for player, row in zip(players, table, strict=True):
        player.read(words, row, scratch)
