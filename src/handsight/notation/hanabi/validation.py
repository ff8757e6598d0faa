"""What a text says of a game of Hanabi, and its validation: play it by the rules once, say what is wrong."""

import functools
from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from handsight import hanabi
from handsight.errors import IllegalActionError
from handsight.game import seat_name
from handsight.hanabi.hanabi_record import Extras
from handsight.notation.checked_game import CheckedGame, in_order, play_moves
from handsight.notation.hanabi.table_text import advice
from handsight.text.counting_from_one import turn_number
from handsight.text.diagnostics import Position, Problem


class ParsedMove(Struct, frozen=True):
    """An action, the seat that is said to take it (None where the format does not say), and its position."""

    action: hanabi.Action
    seat: int | None = None
    position: Position | None = None
    """Where the text names the card or the seat that it acts on."""
    actor: Position | None = None
    """Where the text names the seat that acts, if that is another position."""


class ParsedGame(Struct, frozen=True):
    """What a text says of a game, not yet validated."""

    terms: hanabi.Terms | None
    deck: tuple[hanabi.Card, ...] = ()
    deck_positions: tuple[Position, ...] = ()
    """The position of each card of the deck, in formats that list them one by one."""
    moves: tuple[ParsedMove, ...] = ()
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    id: int | None = None
    seed: str | None = None
    extras: Extras = ()
    bots: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    position: Position | None = None
    """Where the game begins, in files that hold several."""
    find: Callable[[str, int], Position | None] | None = None
    """Finds a card of the ``deck`` or one of the ``actions``, in formats where that takes a search."""
    problems: tuple[Problem, ...] = ()
    """What the reader could not understand; the moves stop before the first of them."""
    notices: tuple[str, ...] = ()
    """What a person should know though nothing is wrong."""
    retry: tuple[hanabi.Terms, str] | None = None
    """Other terms to try if the game is not legal by these, with a notice that says so."""
    deck_cut: bool = False
    """Whether the deck breaks off at a card that could not be read (one of the problems)."""


MOST = 8
"""At most this many wrong or missing cards are named one by one."""
OF_THE_SEAT = ("not-your-turn", "unknown-seat", "game-over")
"""Codes of problems with the seat that acts, not with the card or seat it acts upon."""


PLAYED_ON = "played on"
"""The beginning of every notice that an action was skipped."""


def validate(
    parsed: ParsedGame, label: str, *, keep_going: bool = False, partial: bool = False
) -> CheckedGame[hanabi.HanabiRecord]:
    """Play a parsed game by the rules; return it as far as it is valid. *label* is its file and number there.

    *keep_going* skips actions that are not legal, *partial* accepts a deck that lists too few cards.
    """
    checked = _validate(parsed, label, keep_going=keep_going, partial=partial)
    if checked.valid or parsed.retry is None:
        return checked
    terms, notice = parsed.retry
    again = replace(parsed, terms=terms, retry=None, notices=(*parsed.notices, notice))
    other = _validate(again, label, keep_going=keep_going, partial=partial)
    return other if other.valid else checked


def _validate(
    parsed: ParsedGame, label: str, *, keep_going: bool, partial: bool
) -> CheckedGame[hanabi.HanabiRecord]:
    if parsed.terms is None:
        return CheckedGame(label, None, parsed.problems, parsed.notices)
    problems = _deck_problems(parsed, parsed.terms, partial=partial or parsed.deck_cut)
    setup = hanabi.Setup(parsed.terms, parsed.deck)
    state = None
    if set(parsed.deck) <= set(parsed.terms.variant.cards):  # no game can be dealt with others
        try:
            state = hanabi.deal(setup)
        except IllegalActionError as error:
            if not (problems or parsed.deck_cut):
                problems = [Problem(error.code, str(error), 0, _last_card(parsed))]
    if state is None:
        return CheckedGame(label, None, in_order(*parsed.problems, *problems), parsed.notices)
    moves = () if problems or parsed.deck_cut else parsed.moves
    problem_of = functools.partial(_move_problem, parsed)
    actions, states, illegal = play_moves(state, moves, problem_of, hanabi.apply, keep_going=keep_going)
    said = {name: getattr(parsed, name) for name in hanabi.HanabiRecord.__struct_fields__[3:]}
    game = hanabi.HanabiRecord(setup, actions, states, **said)
    skipped = _skipped(illegal, states, parsed.names) if keep_going else ()
    notices = (*parsed.notices, *skipped)
    return CheckedGame(label, game, in_order(*parsed.problems, *problems, *illegal), notices)


def _skipped(
    illegal: list[Problem], states: tuple[hanabi.State, ...], names: tuple[str, ...]
) -> Iterator[str]:
    """Yield a notice for each skipped action, with the player whose turn it still was."""
    for problem in illegal:
        if problem.code == "game-over":
            continue
        state = states[problem.turn or 0]
        where = f"line {problem.position.line}" if problem.position and problem.position.line else "an action"
        what = f"{where} was skipped at turn {turn_number(state.turn)} ({problem.code}), nothing changed"
        yield f"{PLAYED_ON}: {what}, and it was still {seat_name(state.seat, names)}'s turn"


def _position(parsed: ParsedGame, part: str, index: int) -> Position | None:
    return (parsed.find and parsed.find(part, index)) or parsed.position


def _move_problem(parsed: ParsedGame, state: hanabi.State, index: int, move: ParsedMove) -> Problem | None:
    """Say which rule a move breaks, what would be right, and where it is."""
    broken = _broken_rule(state, move, parsed.names)
    if broken is None:
        return None
    code, text = broken
    about_seat = move.actor if code in OF_THE_SEAT else None
    position = about_seat or move.position or _position(parsed, "actions", index)
    return Problem(code, text, state.turn, position)


def _broken_rule(state: hanabi.State, move: ParsedMove, names: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the code of the rule that a move breaks, and what would be right; None if it is legal."""
    seats = range(state.terms.players)
    actor = move.action.seat if isinstance(move.action, hanabi.Stop) else move.seat
    if actor is not None and actor not in seats:
        return "unknown-seat", f"there is no seat {actor}; seats are 0 to {seats[-1]}"
    if move.seat is not None and not state.over and move.seat != state.seat:
        said, due = seat_name(move.seat, names), seat_name(state.seat, names)
        return "not-your-turn", f"it is not {said}'s turn; {due} is to act"
    found = hanabi.why_illegal(state, move.action)
    return found and (found[0], advice(state, move.action, *found, names))


def _deck_problems(parsed: ParsedGame, terms: hanabi.Terms, *, partial: bool) -> list[Problem]:
    variant, seen = terms.variant, Counter[hanabi.Card]()
    allowed = dict(zip(variant.cards, variant.copies, strict=True))
    wrong = []
    for order, card in enumerate(parsed.deck):
        seen[card] += 1
        if seen[card] > allowed.get(card, 0):
            wrong.append(order)
    found = []
    for order in wrong[:MOST]:
        card = parsed.deck[order]
        text = (
            f"card {order} is one {variant.text(card)} too many: the deck holds {allowed[card]}"
            if card in allowed
            else f"card {order} is suit {card.suit}, rank {card.rank}, which {variant.name} does not have"
        )
        found.append(Problem("deck-counts", text, 0, _card_position(parsed, order)))
    if len(wrong) > MOST:
        text = f"{len(wrong) - MOST} more cards do not belong in a deck of {variant.deck_size}"
        found.append(Problem("deck-counts", text, 0, found[-1].position))
    if not found and len(parsed.deck) < variant.deck_size and not partial:
        missing = [variant.text(card) for card, copies in allowed.items() if seen[card] < copies]
        text = f"the deck lists {len(parsed.deck)} of {variant.deck_size} cards; missing: {_some(missing)}"
        remedy = "; list the rest, or check it as partial: only the first cards of a deck"
        found.append(Problem("deck-short", text + remedy, 0, _last_card(parsed)))
    return found


def _card_position(parsed: ParsedGame, order: int) -> Position | None:
    positions = parsed.deck_positions
    return positions[order] if order < len(positions) else _position(parsed, "deck", order)


def _last_card(parsed: ParsedGame) -> Position | None:
    """Return where the list of cards ends, in formats that list them one by one."""
    return parsed.deck_positions[-1] if parsed.deck_positions else parsed.position


def _some(words: list[str]) -> str:
    rest = len(words) - MOST
    return ", ".join(words[:MOST]) + (f" and {rest} more" if rest > 0 else "")
