"""What a player may do instead of an illegal action, and how clues are named."""

from handsight.hanabi import (
    Action,
    Clue,
    Discard,
    GiveClue,
    Play,
    State,
    Variant,
    legal,
    why_character_forbids,
)
from handsight.notation.record import seat_name
from handsight.text.suggestions import listed


def clue_name(variant: Variant, clue: Clue) -> str:
    """Return the name of a clue: its colour or number."""
    if clue.kind == "number":
        return str(clue.value)
    return variant.colors[clue.value] if 0 <= clue.value < len(variant.colors) else f"colour {clue.value}"


def advice(state: State, action: Action, code: str, sentence: str, names: tuple[str, ...] = ()) -> str:
    """Say what is wrong with an action, and what would be right."""
    variant, options = state.terms.variant, list(legal(state))
    if code == "deck-short":
        return f"{sentence}; list the rest of the deck, or end the game here"
    if code == "game-over":
        return f"{sentence}, so nothing may follow; remove this action and those after it"
    if isinstance(action, GiveClue) and code in ("clue-touches-nothing", "no-such-clue", "same-kind-of-clue"):
        who, word = seat_name(action.seat, names), clue_name(variant, action.clue)
        sentence = {
            "clue-touches-nothing": f"{who} has no {_kind_of_card(word)}, so the clue touches nothing",
            "no-such-clue": f"{word} is no clue of {variant.name}",
        }.get(code, sentence)
        here = [
            clue_name(variant, o.clue) for o in options if isinstance(o, GiveClue) and o.seat == action.seat
        ]
        return f"{sentence}; try {listed(here)}" if here else f"{sentence}; try another action"
    if isinstance(action, Play | Discard) and code == "not-in-hand":
        hand = listed(map(str, sorted(state.hands[state.seat]))) if state.hands[state.seat] else "a clue"
        return f"card {action.order} is not in {seat_name(state.seat, names)}'s hand; try {hand}"
    if code == "clue-self":
        others = [seat_name(seat, names) for seat in range(state.terms.players) if seat != state.seat]
        return f"{sentence}; try {listed(others)}"
    if code == "character":
        _, sentence = why_character_forbids(state, action, names) or (code, sentence)
    return f"{sentence}; take a different action: {_kinds(options)}"


def _kind_of_card(word: str) -> str:
    return word if word.isdigit() else f"{word.lower()} card"


def _kinds(options: list[Action]) -> str:
    verbs = [(Play, "play"), (Discard, "discard"), (GiveClue, "give a clue")]
    able = [verb for kind, verb in verbs if any(isinstance(option, kind) for option in options)]
    return listed(able) if able else "none is left"
