"""Hanabi in words: actions as people type them (play 2, discard 5, clue Bob red), the score, the table.

Slots count from 1, the newest card. Some words may be short: p 2, d 5, c bob r.
"""

import re
from collections.abc import Iterator, Sequence

from handsight import hanabi
from handsight.errors import InputError
from handsight.game.seat_names import number_in, seat_name, seat_named
from handsight.text.counting_from_one import counted, slot_index, slot_number, turn_number
from handsight.text.suggestions import listed

DECK = "deck"
"""The word for the last card of the deck, which may be played unseen by some rules."""
_ACTION = re.compile(r"(play|discard|clue|p|d|c)\b\s*(.*)|([pd])(\d+)|(c)(\w)", re.IGNORECASE)
HIDDEN = "??"


def clue_name(variant: hanabi.Variant, clue: hanabi.Clue) -> str:
    """Return the name of a clue: its colour or number."""
    if clue.kind == "number":
        return str(clue.value)
    return variant.colors[clue.value] if 0 <= clue.value < len(variant.colors) else f"colour {clue.value}"


def clue_in_words(variant: hanabi.Variant, clue: hanabi.Clue) -> str:
    """Return a clue as a sentence names it: blue, or 4."""
    return clue_name(variant, clue).lower()


def card_in_words(variant: hanabi.Variant, card: hanabi.Card) -> str:
    """Return a card as a sentence names it: blue 4."""
    rank = "START" if card.rank == hanabi.START else str(card.rank)
    return f"{variant.suits[card.suit].display.lower()} {rank}"


def action_text(table: hanabi.State | hanabi.View, names: Sequence[str], action: hanabi.Action) -> str:
    """Return an action of the seat to move in the words that `read_action` reads."""
    match action:
        case hanabi.GiveClue(seat, clue):
            return f"clue {names[seat]} {clue_in_words(table.terms.variant, clue)}"
        case hanabi.Play(order) | hanabi.Discard(order):
            hand, verb = table.hands[table.seat], "play" if isinstance(action, hanabi.Play) else "discard"
            return f"{verb} {slot_number(hand.index(order)) if order in hand else DECK}"
    return "stop"


def read_action(table: hanabi.State | hanabi.View, names: Sequence[str], text: str) -> hanabi.Action:
    """Return the action of the seat to move that a text means, legal or not."""
    found = _ACTION.fullmatch(text.strip())
    if not found:
        raise InputError(f"{text!r} is not an action; write play 2, discard 5 or clue Bob red")
    verb, rest = (group for group in found.groups() if group is not None)
    if verb[0].lower() == "c":
        return _read_clue(table, names, rest.strip())
    order = _read_card(table, rest.strip())
    return hanabi.Play(order) if verb[0].lower() == "p" else hanabi.Discard(order)


def _read_card(table: hanabi.State | hanabi.View, word: str) -> int:
    hand, number = table.hands[table.seat], number_in(word)
    if number is not None and 1 <= number <= len(hand):
        return hand[slot_index(number)]
    if word.casefold() == DECK and table.terms.deck_plays:
        return table.drawn
    raise InputError(f"this hand has slots 1 to {len(hand)}, newest first, not {word or 'none'!r}")


def _read_clue(table: hanabi.State | hanabi.View, names: Sequence[str], words: str) -> hanabi.GiveClue:
    who, _, what = words.rpartition(" ")
    others = [seat for seat in range(len(names)) if seat != table.seat]
    if not what or not (who or len(others) == 1):
        raise InputError(f"a clue needs a player, and a colour or number: clue {names[others[0]]} 1")
    seat = seat_named(who.strip(), names) if who else others[0]
    return hanabi.GiveClue(seat, read_clue(table.terms.variant, what))


def read_clue(variant: hanabi.Variant, word: str) -> hanabi.Clue:
    """Return the clue that a word names: its name, its suit's letter, or the beginning of one name only."""
    fold = word.casefold()
    named = {clue: clue_name(variant, clue).casefold() for clue in variant.clues()}
    letters = dict(zip((suit.name.casefold() for suit in variant.suits), variant.letters, strict=True))
    for found in (
        [clue for clue, name in named.items() if name == fold],
        [clue for clue, name in named.items() if letters.get(name) == fold],
        [clue for clue, name in named.items() if name.startswith(fold)],
    ):
        if len(found) == 1:
            return found[0]
    raise InputError(
        f"{word!r} is not a clue of {variant.name}; try {listed(clue_name(variant, clue) for clue in named)}"
    )


def advice(
    state: hanabi.State, action: hanabi.Action, code: str, sentence: str, names: tuple[str, ...] = ()
) -> str:
    """Return a sentence that says what is wrong with an action, and what would be right."""
    variant, options = state.terms.variant, list(hanabi.legal(state))
    if code == "deck-short":
        return f"{sentence}; list the rest of the deck, or end the game here"
    if code == "game-over":
        return f"{sentence}, so nothing may follow; remove this action and those after it"
    if isinstance(action, hanabi.GiveClue) and code in (
        "clue-touches-nothing",
        "no-such-clue",
        "same-kind-of-clue",
    ):
        who, word = seat_name(action.seat, names), clue_name(variant, action.clue)
        kind = word if word.isdigit() else f"{word.lower()} card"
        sentence = {
            "clue-touches-nothing": f"{who} has no {kind}, so the clue touches nothing",
            "no-such-clue": f"{word} is not a clue of {variant.name}",
        }.get(code, sentence)
        here = [
            clue_name(variant, o.clue)
            for o in options
            if isinstance(o, hanabi.GiveClue) and o.seat == action.seat
        ]
        return f"{sentence}; try {listed(here)}" if here else f"{sentence}; try another action"
    if isinstance(action, hanabi.Play | hanabi.Discard) and code == "not-in-hand":
        hand = listed(map(str, sorted(state.hands[state.seat]))) if state.hands[state.seat] else "a clue"
        return f"card {action.order} is not in {seat_name(state.seat, names)}'s hand; try {hand}"
    if code == "clue-self":
        others = [seat_name(seat, names) for seat in range(state.terms.players) if seat != state.seat]
        return f"{sentence}; try {listed(others)}"
    if code == "character":
        _, sentence = hanabi.why_character_forbids(state, action, names) or (code, sentence)
    return f"{sentence}; take a different action: {_kinds(options)}"


def _kinds(options: list[hanabi.Action]) -> str:
    verbs = [(hanabi.Play, "play"), (hanabi.Discard, "discard"), (hanabi.GiveClue, "give a clue")]
    able = [verb for kind, verb in verbs if any(isinstance(option, kind) for option in options)]
    return listed(able) if able else "none is left"


def event_sentence(event: hanabi.Event, variant: hanabi.Variant, names: Sequence[str]) -> str:
    """Return what happened in words, as far as the event shows it; empty for a draw."""
    match event:
        case hanabi.ClueGiven(_, giver, target, clue, _, touched, _):
            number = "number " if clue and clue.kind == "number" else ""
            value = number + clue_in_words(variant, clue) if clue else "something"
            return f"{names[giver]} clued {names[target]} {value} ({counted(len(touched), 'card')})"
        case hanabi.CardPlayed(_, seat, order, card, fits):
            face = variant.text(card) if card else f"card {order}"
            return f"{names[seat]} played {face}{', a strike' if fits is False else ''}"
        case hanabi.CardDiscarded(_, seat, order, card):
            return f"{names[seat]} discarded {variant.text(card) if card else f'card {order}'}"
        case hanabi.GameStopped(_, stop):
            return f"the game was broken off ({stop.reason.word})"
        case hanabi.CardDrawn():
            return ""


def score_text(state: hanabi.State) -> str:
    """Return the score as text: `23 of 25`, `6 of 25, at most 23`, `0 of 25, 14 on the stacks`.

    `23 of 25` is the score out of the perfect score. While the game goes on, `at most` is added if lost cards
    make a perfect score impossible. A game that was struck out or stopped scores 0 by most rules; then the
    number of cards on the stacks is added.
    """
    perfect = state.terms.variant.max_score
    text = f"{state.score} of {perfect}"
    if state.score != state.points:
        return f"{text}, {state.points} on the stacks"
    return text if state.over or state.max_score == perfect else f"{text}, at most {state.max_score}"


def table_text(table: hanabi.State | hanabi.View, names: Sequence[str]) -> str:
    """Return the table as text, all cards or as one seat sees it: a hand is a line, newest card first.

    Under a card stand the clues that have touched it.
    """
    return "\n".join(_lines(table, names))


def _lines(table: hanabi.State | hanabi.View, names: Sequence[str]) -> Iterator[str]:
    variant, terms = table.terms.variant, table.terms
    who = "the game is over" if table.over else f"{names[table.seat]} to move"
    yield f"turn {turn_number(table.turn)}, {who} ({variant.name})"
    if table.stacks is None:
        yield f"{counted(len(table.played), 'card')} played, face down"
    else:
        tops = zip(variant.letters, variant.stacks, table.stacks, strict=True)
        score = f", score {score_text(table)}" if isinstance(table, hanabi.State) else ""
        yield f"stacks {' '.join(letter + rule.top(at) for letter, rule, at in tops)}{score}"
    clues = table.clue_units / terms.clue_cost
    strikes = "" if table.strikes is None else f", {table.strikes} of {terms.max_strikes} strikes"
    yield f"{clues:g} of {terms.max_clues} clues{strikes}, {counted(table.deck_left, 'card')} in the deck"
    gone = sorted(card for order in table.discarded if (card := table.cards[order]))
    yield f"discards {' '.join(map(variant.text, gone)) or 'none'}"
    told: dict[int, list[str]] = {}
    for event in table.events:
        if isinstance(event, hanabi.ClueGiven):
            word = clue_in_words(variant, event.clue) if event.clue else "?"
            for order in event.touched:
                told.setdefault(order, []).append(word)
    margin = max(map(len, names)) + 2
    for name, hand in zip(names, table.hands, strict=True):
        faces = [HIDDEN if (card := table.cards[order]) is None else variant.text(card) for order in hand]
        marks = [" ".join(dict.fromkeys(told.get(order, ()))) for order in hand]
        wide = [max(len(face), len(mark)) + 2 for face, mark in zip(faces, marks, strict=True)]
        yield (f"{name:<{margin}}" + "".join(map(str.ljust, faces, wide))).rstrip()
        if any(marks):
            yield (" " * margin + "".join(map(str.ljust, marks, wide))).rstrip()
