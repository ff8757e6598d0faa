"""The slow open-hand solver: every line of play by the rules. And tiny random games to try solvers on."""

from collections.abc import Hashable, Iterator
from random import Random

from handsight.hanabi import (
    RULE_SETS,
    Action,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    Variant,
    deal,
    legal,
    play,
    tiny,
)


def best_score(state: State, known: dict[Hashable, int] | None = None) -> int:
    """Return the most points that can lie on the stacks of a game that is not lost by strikes.

    One clue stands for all, as nobody needs what it says, and one of two equal cards of a hand for both.
    """
    known = {} if known is None else known
    place = _position(state)
    if place not in known:
        lost = state.struck_out and state.terms.rules.strikeout == "zero"
        best, tried = 0 if lost else state.points, set[Hashable]()
        for action in () if state.over else legal(state):
            what = "clue" if isinstance(action, GiveClue) else (type(action), _card(state, action))
            if what not in tried:
                tried.add(what)
                best = max(best, best_score(play(state, action), known))
        known[place] = best
    return known[place]


def _card(state: State, action: Action) -> Hashable:
    return state.cards[action.order] if isinstance(action, Play | Discard) else None


def _position(state: State) -> Hashable:
    hands = tuple(tuple(sorted(state.cards[order] for order in hand)) for hand in state.hands)
    now = state.drawn, state.seat, state.clue_units, state.strikes, state.turns_left, state.stacks
    return hands, now


MOST_DRAWS = 3
"""Games are solved from where so few cards are left in the deck, or from the deal."""
VARIANTS: tuple[Variant, ...] = (tiny(1, 3), tiny(2, 2), tiny(1, 4), tiny(2, 3), tiny(3, 2), tiny(1, 5))


def tiny_terms(random: Random) -> Terms:
    """Return terms of a tiny game: few cards, few tokens, few strikes, any rules."""
    chosen = random.choice(VARIANTS)
    players = random.choice((2, 2, 2, 3))
    most = max(1, (chosen.deck_size - 2) // players)
    return Terms(
        players,
        chosen,
        random.choice(tuple(RULE_SETS.values())).switched("refund_five", random.choice(("yes", "no"))),
        hand_size=random.randint(1, min(3 if players == 2 else 2, most)),
        max_clues=random.choice((1, 1, 2, 2, 3)),
        max_strikes=random.choice((1, 2, 3)),
        empty_clues=random.random() < 0.2,
    )


def tiny_states(seed: int, count: int) -> Iterator[State]:
    """Yield deals of tiny games, and positions after a few random moves."""
    random = Random(seed)
    while count:
        terms = tiny_terms(random)
        deck = list(terms.variant.deck())
        random.shuffle(deck)
        state = deal(Setup(terms, tuple(deck)))
        moves = random.choice((0, 0, 2, 4))
        while (moves > 0 or state.deck_left > MOST_DRAWS) and not state.over:
            choices = tuple(legal(state))
            if not choices:
                break
            state, moves = play(state, random.choice(choices)), moves - 1
        if not state.over:
            yield state
            count -= 1
