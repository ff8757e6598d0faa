"""Actions as a person types them at a table of Hanabi: `p 2`, `d 5`, `c bob red`."""

import re

from handsight.errors import InputError
from handsight.hanabi import Action, Clue, Discard, GiveClue, Play, State, Variant
from handsight.notation.hanabi.validate import clue_name
from handsight.table.seat_names import number_in
from handsight.text.counting import slot_index, slot_number
from handsight.text.suggestions import listed

_MOVE = re.compile(r"(play|discard|clue|p|d|c)\b\s*(.*)|([pd])(\d+)|(c)(\w)", re.IGNORECASE)
EXAMPLES = "type p 2 to play, d 5 to discard, c red to clue; help says more"


def action(state: State, names: tuple[str, ...], text: str) -> Action:
    """Read what a person types, or raise InputError saying what would be understood."""
    found = _MOVE.fullmatch(text.strip())
    if not found:
        raise InputError(f"{text!r} is no move; {EXAMPLES}")
    verb, rest = (group for group in found.groups() if group is not None)
    kind, said = verb[0].lower(), rest.split()
    if kind == "c":
        return _clue(state, names, said)
    order = _order(state, said)
    return Play(order) if kind == "p" else Discard(order)


def _order(state: State, said: list[str]) -> int:
    hand = state.hands[state.seat]
    word = " ".join(said)
    number = number_in(word)
    if number is not None and 1 <= number <= len(hand):
        return hand[slot_index(number)]
    raise InputError(f"you have slots 1 to {len(hand)}, newest first, not {word or 'none'!r}")


def _clue(state: State, names: tuple[str, ...], said: list[str]) -> GiveClue:
    others = [seat for seat in range(len(names)) if seat != state.seat]
    if len(said) == 1 and len(others) == 1:
        return GiveClue(others[0], _value(state.terms.variant, said[0]))
    if len(said) != 2:
        raise InputError(f"a clue names whom and what: c {names[others[0]].lower()} 1")
    who = [seat for seat in others if names[seat].casefold().startswith(said[0].casefold())]
    if len(who) != 1:
        raise InputError(
            f"{said[0]!r} is no player whom you can clue; try {listed(names[seat] for seat in others)}"
        )
    return GiveClue(who[0], _value(state.terms.variant, said[1]))


def _value(variant: Variant, word: str) -> Clue:
    clues = variant.clues()
    exact = [clue for clue in clues if clue_name(variant, clue).casefold() == word.casefold()]
    near = [clue for clue in clues if clue_name(variant, clue).casefold().startswith(word.casefold())]
    letter = [clue for clue in clues if clue.kind == "color" and _letter(variant, clue) == word.casefold()]
    for found in (exact, letter, near):
        if len(found) == 1:
            return found[0]
    raise InputError(f"{word!r} is no clue here; try {listed(clue_name(variant, clue) for clue in clues)}")


def _letter(variant: Variant, clue: Clue) -> str:
    """Return the letter of the suit that has the name of a colour, if there is one."""
    color = variant.colors[clue.value]
    return next(
        (letter for letter, suit in zip(variant.letters, variant.suits, strict=True) if suit.name == color),
        "",
    )


def action_text(state: State, names: tuple[str, ...], chosen: Action) -> str:
    """Say an action as advice: play slot 2, clue Bob red."""
    match chosen:
        case GiveClue(seat, clue):
            return f"clue {names[seat]} {clue_name(state.terms.variant, clue).lower()}"
        case Play(order) | Discard(order):
            hand, verb = state.hands[state.seat], "play" if isinstance(chosen, Play) else "discard"
            place = f"slot {slot_number(hand.index(order))}" if order in hand else "the last card of the deck"
            return f"{verb} {place}"
    return "stop"
