"""Play one game in our engine and in the naive one, and compare every fact."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from naive_efficiency import critical, efficiency, gotten, lost, pace, trash
from naive_hanabi import NORMAL, RUNNING, STRIKEOUT, Move, Naive

from handsight.hanabi import (
    HAND_SIZES,
    Card,
    Clue,
    ClueGiven,
    Discard,
    End,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    Variant,
    card_value,
    deal,
    legal,
    pace_and_efficiency,
    play,
    rule_set,
    why_illegal,
)

# option of the site: the same in the terms of a game
OPTIONS = {
    "deckPlays": "deck_plays",
    "emptyClues": "empty_clues",
    "cardCycle": "card_cycle",
    "allOrNothing": "all_or_nothing",
    "speedrun": "speedrun",
}


def variant_entry(variant: Variant) -> dict[str, Any]:
    """Return a variant as a row of hanab.live's table, without anything derived from it."""
    entry: dict[str, Any] = {
        "name": variant.name,
        "family": variant.family,
        "suits": [suit.name for suit in variant.suits],
        "colors": list(variant.colors),
        "numbers": list(variant.numbers),
    }
    if variant.down:
        entry["down"] = list(variant.down)
    if variant.ranks != (1, 2, 3, 4, 5):
        entry["ranks"] = list(variant.ranks)
    if variant.stack_size != 5:
        entry["stack"] = variant.stack_size
    if variant.rule:
        entry["rule"] = variant.rule
    if variant.special:
        seen = {"color": variant.special.color, "number": variant.special.number}
        entry["special"] = {"rank": variant.special.rank} | {k: v for k, v in seen.items() if v != "own"}
    return entry


def suits(variant: Variant) -> dict[str, dict[str, Any]]:
    keys = ("color", "number", "colors", "one_of_each", "inverted")
    return {suit.name: {key: getattr(suit, key) for key in keys} for suit in variant.suits}


def terms(variant: Variant, players: int, rules: str = "official", **options: int) -> Terms:
    more, less = options.get("oneExtraCard", False), options.get("oneLessCard", False)
    switches: dict[str, Any] = {ours: bool(options.get(theirs)) for theirs, ours in OPTIONS.items()}
    return Terms(
        players,
        variant,
        rule_set(rules),
        hand_size=HAND_SIZES[players] + more - less,
        first_seat=options.get("startingPlayer", 0),
        **switches,
    )


class EnginePair:
    """One game, played in both engines."""

    def __init__(
        self,
        variant: Variant,
        players: int,
        deck: Sequence[Card],
        *,
        rules: str = "official",
        **options: int,
    ) -> None:
        self.naive = Naive(variant_entry(variant), suits(variant), players, deck, rules=rules, **options)
        self.state = deal(Setup(terms(variant, players, rules, **options), tuple(deck)))

    def do(self, move: Move) -> None:
        self.naive.do(move)
        self.state = play(self.state, action(move))

    def check(self, dice: Random | None = None) -> None:
        """Compare every fact of this turn; with dice, try some illegal moves too."""
        ours, theirs = facts_of_state(self.state), facts_of_naive(self.naive)
        differ = {key: unlike(ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
        assert not differ, f"turn {self.naive.turn}: ours, naive: {differ}"
        if dice is None:
            return
        allowed = self.naive.moves
        for move in dice.sample(conceivable(self.naive), 8):
            assert (why_illegal(self.state, action(move)) is None) == (move in allowed), move


def unlike(ours: Any, theirs: Any) -> tuple[Any, Any]:
    """Return what only one side has, for a short message."""
    return (ours - theirs, theirs - ours) if isinstance(ours, set) else (ours, theirs)


def action(move: Move) -> Play | Discard | GiveClue:
    if len(move) == 2:
        verb, order = move
        return Play(order) if verb == "play" else Discard(order)
    kind, seat, value = move
    return GiveClue(seat, Clue("color" if kind == "color" else "number", value))


def conceivable(game: Naive) -> list[Move]:
    """Return every move that can be written, also impossible ones."""
    orders = range(-1, len(game.deck) + 1)
    moves: list[Move] = [(verb, order) for verb in ("play", "discard") for order in orders]
    for seat in range(-1, game.players + 1):
        moves += [("color", seat, value) for value in range(-1, 7)]
        moves += [("number", seat, value) for value in range(8)]
    return moves


def facts_of_state(state: State) -> dict[str, Any]:
    variant = state.terms.variant
    last = next(
        (e for e in reversed(state.events) if isinstance(e, ClueGiven) and e.turn == state.turn - 1), None
    )
    masks = {
        "playable": card_value.playable(variant, state.stacks),
        "needed": card_value.needed(variant, state.stacks, state.discarded_copies),
        "critical": card_value.critical(variant, state.stacks, state.discarded_copies),
    }
    return {
        "moves": set(legal(state)),
        "hands": [list(reversed(hand)) for hand in state.hands],
        "seat": state.seat,
        "turn": state.turn,
        "left": state.deck_left,
        "clue_units": state.clue_units,
        "strikes": state.strikes,
        "discards": list(state.discarded),
        "touched": {order for order in range(len(state.cards)) if state.touched >> order & 1},
        "hit": last and set(last.touched),
        "heights": list(state.heights),
        "tops": [rule.tops[at] for rule, at in zip(variant.stacks, state.stacks, strict=True)],
        "points": state.points,
        "score": state.score,
        "max_score": state.max_score,
        "limits": sorted(card_value.max_heights(variant, state.stacks, state.discarded_copies)),
        "over": state.over,
        "end": state.end,
        "pace": pace_and_efficiency.pace(state),
        "gotten": pace_and_efficiency.cards_gotten(state),
        "lost": pace_and_efficiency.clues_lost(state),
        "efficiency": pace_and_efficiency.efficiency(state),
    } | {
        word: {variant.cards[i] for i in range(len(variant.cards)) if mask >> i & 1}
        for word, mask in masks.items()
    }


def facts_of_naive(game: Naive) -> dict[str, Any]:
    cards = [(s, r) for s in range(len(game.suits)) for r in game.ranks]
    return {
        "moves": {action(move) for move in game.moves},
        "hands": game.hands,
        "seat": game.seat,
        "turn": game.turn,
        "left": game.left,
        "clue_units": game.tokens,
        "strikes": game.strikes,
        "discards": game.discards,
        "touched": game.touched,
        "hit": game.hit,
        "heights": [len(stack) for stack in game.stacks],
        "tops": [stack[-1] if stack else 0 for stack in game.stacks],
        "points": game.on_table,
        "score": game.score,
        "max_score": game.max_score,
        "limits": sorted(game.best),
        "over": game.end != RUNNING,
        "end": how(game),
        "pace": pace(game),
        "gotten": gotten(game),
        "lost": lost(game),
        "efficiency": rounded(efficiency(game)),
        "playable": {card for card in cards if game.fits(card)},
        "needed": {card for card in cards if not trash(game, card)},
        "critical": {card for card in cards if critical(game, card)},
    }


def rounded(fraction: Fraction | None) -> float | None:
    return None if fraction is None else float(fraction)


def how(game: Naive) -> End:
    """Return how the game ended, as our engine names it."""
    if game.end == STRIKEOUT:
        return End.STRIKEOUT
    if game.end > NORMAL:
        return End.TERMINATED
    if game.on_table == game.perfect:
        return End.PERFECT
    if game.end == NORMAL:
        return End.FINAL_ROUND
    return End.NO_MORE_POINTS if game.may_end else End.IN_PROGRESS


def lively(game: Naive, dice: Random, care: float) -> Move:
    """Choose a move that keeps the game going: mostly playable cards, and few strikes."""
    moves = sorted(game.moves)
    fitting = [move for move in moves if move[0] == "play" and game.fits(game.deck[move[1]])]
    quiet = [move for move in moves if move[0] != "play"]
    spare = [move for move in quiet if move[0] == "discard" and trash(game, game.deck[move[1]])]
    for choice, chance in ((fitting, 0.7), (spare, 0.6), (quiet, care)):
        if choice and dice.random() < chance:
            return dice.choice(choice)
    return dice.choice(moves)
