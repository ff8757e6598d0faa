"""Play a draft by the rules, once: the good prefix becomes a game, the rest a problem with its position."""

from collections import Counter

from msgspec.structs import replace

from handsight.errors import HandsightError, IllegalActionError
from handsight.hanabi import Action, Card, Setup, State, Stop, Terms, apply, deal, why_illegal
from handsight.notation.hanabi.record import Draft, Game, Move, Reading
from handsight.notation.hanabi.remedies import advice, seat_name
from handsight.text.diagnostics import Problem
from handsight.text.positions import Position

MOST = 8
"""How many wrong or missing cards are named one by one."""
OF_THE_SEAT = ("not-your-turn", "unknown-seat", "game-over")
"""What is wrong with the seat that acts, not with the card or seat it acts upon."""


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
    problems = _deck_problems(draft, draft.terms, partial=partial or draft.deck_cut)
    setup = Setup(draft.terms, draft.deck)
    state = None
    if not _strangers(setup):
        try:
            state = deal(setup)
        except IllegalActionError as error:
            if not (problems or draft.deck_cut):
                problems = [Problem(error.code, str(error), 0, _last_card(draft))]
    if state is None:
        return Reading(label, None, _in_order(*draft.problems, *problems), draft.notices)
    actions: list[Action] = []
    for index, move in enumerate(() if problems or draft.deck_cut else draft.moves):
        found = _move_problem(state, move, draft.names)
        if found is None:
            state = apply(state, move.action)
            actions.append(move.action)
            continue
        code, text = found
        where = (
            (move.actor if code in OF_THE_SEAT else None)
            or move.position
            or _position(draft, "actions", index)
        )
        problems.append(Problem(code, text, state.turn, where))
        if not keep_going or code == "game-over":
            break
    game = Game(setup, tuple(actions), draft.names, draft.notes, draft.id, draft.seed, draft.extras)
    vars(game)["final"] = state  # played already: need not be played again to be shown
    return Reading(label, game, _in_order(*draft.problems, *problems), draft.notices)


def _in_order(*problems: Problem) -> tuple[Problem, ...]:
    """Sort problems by their places; those without one come first."""
    return tuple(
        sorted(problems, key=lambda p: (p.position.line, p.position.column or 0) if p.position else (0, 0))
    )


def _position(draft: Draft, part: str, index: int) -> Position | None:
    return (draft.where and draft.where(part, index)) or draft.position


def _strangers(setup: Setup) -> set[Card]:
    """Cards of the deck that the variant does not have; no table can be laid with them."""
    return set(setup.deck).difference(setup.terms.variant.cards)


def _move_problem(state: State, move: Move, names: tuple[str, ...]) -> tuple[str, str] | None:
    """Say which rule a move breaks, by its code, and what would be right."""
    seats = range(state.terms.players)
    who = move.action.seat if isinstance(move.action, Stop) else move.seat
    if who is not None and who not in seats:
        return "unknown-seat", f"there is no seat {who}; seats are 0 to {seats[-1]}"
    if move.seat is not None and not state.over and move.seat != state.seat:
        said, due = seat_name(move.seat, names), seat_name(state.seat, names)
        return "not-your-turn", f"it is not {said}'s turn; {due} is to act"
    found = why_illegal(state, move.action)
    if found is None:
        return None
    code, sentence = found
    return code, advice(state, move.action, code, sentence, names)


def _deck_problems(draft: Draft, terms: Terms, *, partial: bool) -> list[Problem]:
    variant, seen = terms.variant, Counter[Card]()
    allowed = dict(zip(variant.cards, variant.copies, strict=True))
    wrong = []
    for order, card in enumerate(draft.deck):
        seen[card] += 1
        if seen[card] > allowed.get(card, 0):
            wrong.append(order)
    found = []
    for order in wrong[:MOST]:
        card = draft.deck[order]
        text = (
            f"card {order} is one {variant.text(card)} too many: the deck holds {allowed[card]}"
            if card in allowed
            else f"card {order} is suit {card.suit}, rank {card.rank}, which {variant.name} does not have"
        )
        found.append(Problem("deck-counts", text, 0, _card_position(draft, order)))
    if len(wrong) > MOST:
        text = f"{len(wrong) - MOST} more cards do not belong in a deck of {variant.deck_size}"
        found.append(Problem("deck-counts", text, 0, found[-1].position))
    if not found and len(draft.deck) < variant.deck_size and not partial:
        missing = [variant.text(card) for card, copies in allowed.items() if seen[card] < copies]
        text = f"the deck lists {len(draft.deck)} of {variant.deck_size} cards; missing: {_some(missing)}"
        remedy = "; list the rest, or use --partial to check it as the front of a deck"
        found.append(Problem("deck-short", text + remedy, 0, _last_card(draft)))
    return found


def _card_position(draft: Draft, order: int) -> Position | None:
    return (
        draft.deck_positions[order] if order < len(draft.deck_positions) else _position(draft, "deck", order)
    )


def _last_card(draft: Draft) -> Position | None:
    """Return where the list of cards ends, in formats that list them one by one."""
    return draft.deck_positions[-1] if draft.deck_positions else draft.position


def _some(words: list[str]) -> str:
    rest = len(words) - MOST
    return ", ".join(words[:MOST]) + (f" and {rest} more" if rest > 0 else "")


def checked(reading: Reading) -> Game:
    """Return the game of a reading in which nothing is wrong, or raise its first problem."""
    if reading.game is None or reading.problems:
        raise HandsightError(f"{reading.label}: {reading.problems[0]}")
    return reading.game
