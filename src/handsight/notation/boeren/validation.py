"""What a text says of a round of Boeren Bridge, and its validation by the rules."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from handsight import boeren
from handsight.game import seat_name
from handsight.notation.boeren.table_text import advice, choices
from handsight.notation.checked_game import CheckedGame, in_order, play_moves
from handsight.text.counting_from_one import counted
from handsight.text.diagnostics import Position, Problem

Part = tuple[str | int, ...]
"""A part of a round by name, such as ("hands", 2, 0)."""


class RoundMove(Struct, frozen=True):
    """An action with the seat that is said to take it, and the part of the file that says so."""

    action: boeren.Action
    seat: int
    part: Part


class ParsedRound(Struct, frozen=True):
    """What a text says of one round, not yet validated."""

    setup: boeren.Setup | None
    find: Callable[[Part], Position | None]
    """Returns the position of a part in the text."""
    moves: tuple[RoundMove, ...] = ()
    names: tuple[str, ...] = ()
    id: str | None = None
    problems: tuple[Problem, ...] = ()
    """What the reader could not understand; the moves stop before the first of them."""
    notices: tuple[str, ...] = ()
    """What a person should know though nothing is wrong."""


def validate(parsed: ParsedRound, label: str) -> CheckedGame[boeren.BoerenRecord]:
    """Play a parsed round by the rules; return it as far as it is valid, with its problems."""
    label = parsed.id or label
    if parsed.setup is None:
        return CheckedGame(label, None, parsed.problems, parsed.notices)
    problems = boeren.setup_problems(parsed.setup)
    impossible = [Problem(code, sentence, 0, parsed.find(part)) for code, sentence, part in problems]
    if impossible:
        return CheckedGame(label, None, _by_turn(*parsed.problems, *impossible), parsed.notices)
    start = boeren.deal(parsed.setup)
    actions, states, illegal = play_moves(start, parsed.moves, partial(_problem, parsed), boeren.play)
    game = boeren.BoerenRecord(parsed.setup, actions, states, parsed.names, parsed.id)
    notices = parsed.notices if game.final.over else (*parsed.notices, _unfinished(game.final))
    return CheckedGame(label, game, _by_turn(*parsed.problems, *illegal), notices)


def _by_turn(*problems: Problem) -> tuple[Problem, ...]:
    """Sort problems by turn and then by position; those of no certain turn come last."""
    return tuple(sorted(in_order(*problems), key=lambda one: (one.turn is None, one.turn or 0)))


def _problem(parsed: ParsedRound, state: boeren.State, _index: int, move: RoundMove) -> Problem | None:
    found = _wrong_seat(state, move.seat, parsed.names) or boeren.why_illegal(state, move.action)
    if found is None:
        return None
    code, sentence = found
    whose = code in ("unknown-seat", "not-your-turn") or (code == "must-change" and move.seat != state.seat)
    text = sentence if whose else advice(state, move.action, code, sentence)
    return Problem(code, text, state.turn, parsed.find(move.part))


def _wrong_seat(state: boeren.State, seat: int, names: tuple[str, ...]) -> tuple[str, str] | None:
    if not 0 <= seat < boeren.SEATS:
        return "unknown-seat", f"there is no seat {seat}; seats are 0 to {boeren.SEATS - 1}"
    if state.over or seat == state.seat:
        return None
    if state.must_change:
        size, dealer = state.terms.hand_size, seat_name(state.dealer, names)
        example = f"P{state.dealer} changes to {choices(state)[0]}"
        text = f"the bids add up to {size}, so {dealer} must first change its bid; say so, as in `{example}`"
        return "must-change", text
    said, due, verb = seat_name(seat, names), seat_name(state.seat, names), "bid" if state.bidding else "play"
    return "not-your-turn", f"it is not {said}'s turn; {due} is to {verb}"


def _unfinished(state: boeren.State) -> str:
    if not state.terms.bidding:
        return f"a position after {counted(state.turn, 'card')}, without bids"
    changed = any(isinstance(event, boeren.BidChanged) for event in state.events) or state.must_change
    actions = boeren.SEATS * (state.terms.hand_size + 1) + changed
    return f"the round is not finished: it has {state.turn} of {actions} actions"
