"""What a convention says about the cards of a game, as notes that hanab.live understands.

A note grows with the game: `turn 4: [r2,r3] | turn 9: [f] [r2]`. hanab.live reads what follows the last bar:
words in brackets are marks (`f`: to be played though no clue touched it, `kt`: known trash) and what the card
can be; the rest is for people. A player's notes hold what that player can tell: of the own cards what the
promises and all that the player sees leave, of other cards what the promises and public facts leave.
"""

from handsight.analysis.hanabi.game_reading import GameReading
from handsight.hanabi import CardSet, card_value
from handsight.text.counting_from_one import turn_number

Notes = tuple[tuple[str, ...], ...]
BETWEEN = " | "
FINESSED, TRASH = "[f]", "[kt]"
NO_MORE = "no more than its clues"
"""What a note says when promises about a card say nothing more; hanab.live takes it for free text."""


def notes_by(reading: GameReading) -> Notes:
    """Return the notes of each player on each card, by order; empty text where a convention adds nothing."""
    cards, seats = len(reading.game.final.cards), len(reading.game.seats)
    return tuple(tuple(_note(reading, seat, order) for order in range(cards)) for seat in range(seats))


def joined_notes(own: Notes, added: Notes) -> Notes:
    """Return notes with others after them; where nothing is added, they stay as they are."""
    rows = []
    for seat, row in enumerate(added):
        before = own[seat] if seat < len(own) else ()
        size = max(len(before), len(row))
        texts = ((_at(before, order), _at(row, order)) for order in range(size))
        rows.append(tuple(BETWEEN.join(filter(None, pair)) for pair in texts))
    return tuple(rows)


def _at(row: tuple[str, ...], order: int) -> str:
    return row[order] if order < len(row) else ""


def _note(reading: GameReading, seat: int, order: int) -> str:
    """Return a player's note on a card: what the convention says of it, whenever that changes."""
    parts, last = list[str](), ""
    for turn in range(reading.last + 1):
        holder = reading.holder(turn, order)
        if holder is None:
            if parts:
                break
            continue
        text = _said(reading, turn, seat, holder, order)
        if text != last and (text or last):
            parts.append(f"turn {turn_number(turn)}: {text or NO_MORE}")
            last = text
    return BETWEEN.join(parts)


def _said(reading: GameReading, turn: int, seat: int, holder: int, order: int) -> str:
    """Return what a convention says about a card at a turn, for a player; "" if no more than the rules."""
    state = reading.game.states[turn]
    variant = state.terms.variant
    _, memory = reading.knowledge.moments[turn]
    if memory.promise(order, -1) == -1 and order not in reading.sure_plays(turn, holder):
        return ""
    if seat == holder:
        slot = state.hands[seat].index(order)
        mask, rules = reading.possible(turn, seat)[slot], reading.possible_by_rules(turn, seat)[slot]
    else:
        context = reading.context(turn)
        mask, rules = context.could_promised(order), context.could(order)
    playable, trash, _ = card_value.value_masks(variant, state.stacks, state.discarded_copies)
    marks = []
    if not mask & ~trash:
        marks.append(TRASH)
    elif not mask & ~playable and not state.touched >> order & 1:
        marks.append(FINESSED)
    if mask == rules and not marks:
        return ""
    cards = ",".join(map(variant.text, CardSet(variant, mask)))
    return " ".join([*marks, f"[{cards}]"])
