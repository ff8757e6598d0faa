"""Play a draft of Boeren Bridge by the rules, once: the good prefix becomes a round, the rest a problem."""

from handsight.boeren import SEATS, Action, Bid, Setup, State, deal, legal, play, setup_problems, why_illegal
from handsight.notation.boeren.record import Draft, Move, Reading, Round
from handsight.notation.hanabi.remedies import seat_name
from handsight.text.diagnostics import Problem
from handsight.text.positions import Position
from handsight.text.suggestions import listed


def referee(draft: Draft, label: str) -> Reading:
    """Judge a draft."""
    label = draft.id or label
    if draft.setup is None:
        return Reading(label, None, draft.problems, draft.notices)
    impossible = _faults(draft, draft.setup)
    if impossible:
        return Reading(label, None, _in_order(*draft.problems, *impossible), draft.notices)
    state, actions = deal(draft.setup), list[Action]()
    problems = list(draft.problems)
    for move in draft.moves:
        found = _problem(state, move, draft)
        if found:
            problems.append(found)
            break
        state = play(state, move.action)
        actions.append(move.action)
    game = Round(draft.setup, tuple(actions), draft.names, draft.id)
    notices = draft.notices if state.over else (*draft.notices, _unfinished(state))
    return Reading(label, game, _in_order(*problems), notices)


def _faults(draft: Draft, setup: Setup) -> list[Problem]:
    return [Problem(code, sentence, 0, draft.find(part)) for code, sentence, part in setup_problems(setup)]


def _in_order(*problems: Problem) -> tuple[Problem, ...]:
    """Sort problems by turn and then by position; those of no certain turn come last."""

    def order(problem: Problem) -> tuple[bool, int, int, int]:
        line, column, _ = problem.position or Position(0)
        return problem.turn is None, problem.turn or 0, line, column or 0

    return tuple(sorted(problems, key=order))


def _problem(state: State, move: Move, draft: Draft) -> Problem | None:
    found = _wrong_seat(state, move.seat, draft.names) or why_illegal(state, move.action)
    if found is None:
        return None
    code, sentence = found
    remedy = "" if code in ("unknown-seat", "not-your-turn") else f"; {_remedy(state, code)}"
    return Problem(code, sentence + remedy, state.turn, draft.find(move.part))


def _wrong_seat(state: State, seat: int, names: tuple[str, ...]) -> tuple[str, str] | None:
    if not 0 <= seat < SEATS:
        return "unknown-seat", f"there is no seat {seat}; seats are 0 to {SEATS - 1}"
    if state.over or seat == state.seat:
        return None
    verb = "bid" if state.bidding else "play"
    return (
        "not-your-turn",
        f"it is not {seat_name(seat, names)}'s turn; {seat_name(state.seat, names)} is to {verb}",
    )


def _remedy(state: State, code: str) -> str:
    """Say what would be right."""
    if code == "game-over":
        return "remove this and what follows"
    words = [str(o.tricks if isinstance(o, Bid) else o.card) for o in legal(state)]
    verb = "bid" if state.bidding else "play"
    if code == "not-in-hand" and len(words) < len(state.hand):
        return f"it holds {', '.join(map(str, state.hand))} and must follow suit: play {listed(words)}"
    return f"{verb} {listed(words)}"


def _unfinished(state: State) -> str:
    if not state.terms.bidding:
        return f"a position after {state.turn} cards, without bids"
    actions = SEATS * (state.terms.hand_size + 1)
    return f"the round is not finished: {state.turn} of {actions} actions are there"
