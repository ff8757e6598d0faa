"""Play a draft by the rules, once: the good prefix becomes a game, the rest a problem with its place."""

from collections import Counter
from dataclasses import replace

from handsight.errors import HandsightError, IllegalActionError
from handsight.hanabi import Action, Card, Setup, State, Terms, apply, deal, objection
from handsight.notation.advice import advice, seat_name
from handsight.notation.record import NAMES, Draft, Game, Move, Problem, Reading


def referee(draft: Draft, label: str, *, keep_going: bool = False, partial: bool = False) -> Reading:
    """Judge a draft; *keep_going* skips what is not legal, *partial* accepts a deck cut short."""
    reading = _judge(draft, label, keep_going=keep_going, partial=partial)
    if reading.valid or draft.retry is None:
        return reading
    terms, notice = draft.retry
    again = replace(draft, terms=terms, retry=None, notices=(*draft.notices, notice))
    other = _judge(again, label, keep_going=keep_going, partial=partial)
    return other if other.valid else reading


def _judge(draft: Draft, label: str, *, keep_going: bool, partial: bool) -> Reading:
    if draft.terms is None:
        return Reading(label, None, draft.problems, draft.notices)
    problems = list(_deck_problems(draft, draft.terms, partial=partial))
    setup = Setup(draft.terms, draft.deck)
    try:
        state = deal(setup)
    except IllegalActionError as error:
        problem = Problem(error.code, str(error), turn=0)
        return Reading(label, None, (*draft.problems, *(problems or [problem])), draft.notices)
    actions: list[Action] = []
    for move in () if problems else draft.moves:
        found = _move_problem(state, move, draft.names)
        if found is None:
            state = apply(state, move.action)
            actions.append(move.action)
            continue
        problems.append(found)
        if not keep_going or found.code == "game-over":
            break
    names = draft.names or NAMES[: draft.terms.players]
    game = Game(setup, tuple(actions), names, draft.notes, draft.id, draft.seed)
    ordered = sorted((*draft.problems, *problems), key=lambda p: p.place.line if p.place else 0)
    return Reading(label, game, tuple(ordered), draft.notices)


def _move_problem(state: State, move: Move, names: tuple[str, ...]) -> Problem | None:
    if move.seat is not None and not state.over and move.seat != state.seat:
        if not 0 <= move.seat < state.terms.players:
            text = f"there is no seat {move.seat}; seats are 0 to {state.terms.players - 1}"
            return Problem("unknown-seat", text, state.turn, move.place)
        said, due = seat_name(move.seat, names), seat_name(state.seat, names)
        text = f"it is not {said}'s turn; {due} is to act"
        return Problem("not-your-turn", text, state.turn, move.place)
    found = objection(state, move.action)
    if found is None:
        return None
    code, sentence = found
    return Problem(code, advice(state, move.action, code, sentence, names), state.turn, move.place)


def _deck_problems(draft: Draft, terms: Terms, *, partial: bool) -> list[Problem]:
    variant, seen = terms.variant, Counter[Card]()
    allowed = dict(zip(variant.cards, variant.copies, strict=True))
    found = []
    for order, card in enumerate(draft.deck):
        place = draft.deck_places[order] if order < len(draft.deck_places) else None
        seen[card] += 1
        if card not in allowed:
            text = f"card {order} is suit {card.suit}, rank {card.rank}, which {variant.name} does not have"
            found.append(Problem("deck-counts", text, 0, place))
        elif seen[card] == allowed[card] + 1:
            text = f"card {order} is one {variant.text(card)} too many: the deck holds {allowed[card]}"
            found.append(Problem("deck-counts", text, 0, place))
    if not found and len(draft.deck) < variant.deck_size and not partial:
        missing = [variant.text(card) for card, copies in allowed.items() if seen[card] < copies]
        text = f"the deck lists {len(draft.deck)} of {variant.deck_size} cards; missing: {_some(missing)}"
        remedy = "; list the rest, or use --partial to check it as the front of a deck"
        found.append(Problem("deck-short", text + remedy, 0))
    return found


def _some(words: list[str], most: int = 8) -> str:
    rest = len(words) - most
    return ", ".join(words[:most]) + (f" and {rest} more" if rest > 0 else "")


def checked(reading: Reading) -> Game:
    """Return the game of a reading in which nothing is wrong, or raise its first problem."""
    if reading.game is None or reading.problems:
        raise HandsightError(f"{reading.label}: {reading.problems[0]}")
    return reading.game
