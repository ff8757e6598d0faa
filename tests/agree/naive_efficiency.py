"""hanab.live's statistics of a naive game: pace, efficiency, clues still usable."""

from collections.abc import Sequence
from fractions import Fraction

from naive_hanabi import RUNNING, Naive, Way
from naive_variant import START, Card


def pace(game: Naive) -> int | None:
    if game.left == 0 or game.end != RUNNING or game.may_end:
        return None
    return game.on_table + game.left + game.players - game.max_score


def risk(players: int, number: int | None) -> str:
    if number is None:
        return "Low"
    if number <= 0:
        return "Zero"
    if number - players + players // 2 < 0:
        return "High"
    return "Medium" if number - players < 0 else "Low"


def paths(game: Naive, s: int) -> list[Way]:
    """Every order in which this stack may still be finished, as lists of steps (sets of ranks)."""
    stack = game.stacks[s]
    if len(stack) == game.size:
        return []
    if game.rule == "sudoku":
        starts = game.next_ranks(s)
        length = game.size - len(stack)
        return [[{(r - 1 + i) % game.size + 1} for i in range(length)] for r in starts]
    up = [{r} for r in (1, 2, 3, 4, 5)]
    down = up[::-1]
    if game.rule == "up_or_down":
        up[0], down[0] = {1, START}, {5, START}
    ways = {1: [up], -1: [down], 0: [up, down]}[game.direction(s)]
    return [way[len(stack) :] for way in ways]


def trash(game: Naive, card: Card) -> bool:
    """A card is trash if on no path it can be reached: played already, or something before it is gone."""
    s, r = card
    if game.gone(s, r):
        return True
    for path in paths(game, s):
        for step in path:
            if r in step:
                return False
            if all(game.gone(s, x) for x in step):
                break
    return True


def critical(game: Naive, card: Card) -> bool:
    """The last copy, still needed; an undecided stack can do without one of 1, 5 and START."""
    s, r = card
    if trash(game, card) or game.copies[card] - game.lost[card] != 1:
        return False
    ends = (1, 5, START)
    if game.rule == "up_or_down" and game.direction(s) == 0 and r in ends:
        return any(game.gone(s, end) for end in ends)
    return True


def gotten(game: Naive) -> int:
    held = [order for hand in game.hands for order in hand if order in game.touched]
    useful = sum(not trash(game, game.deck[order]) for order in held)
    return min(game.max_score, game.on_table + useful)


def lost(game: Naive) -> Fraction:
    return game.given + Fraction(game.strikes + game.wasted, game.unit)


def efficiency(game: Naive) -> Fraction | None:
    return gotten(game) / lost(game) if lost(game) else None


def usable(  # noqa: PLR0913, PLR0917  # the figures of the site's own test vectors, in their order
    score: int,
    stacks: Sequence[int],
    maxima: Sequence[int],
    d: int,
    n: int,
    tokens: Fraction,
    *,
    size: int = 5,
    gain: Fraction = Fraction(1),
    refund: Fraction = Fraction(1),
) -> int | None:
    """How many clues the team can still give; stacks and maxima are numbers of cards."""
    if d == 0:
        return None
    missing = sum(maxima) - score
    if missing <= n + 1:
        discards = d - 1
    elif missing <= n + d:
        discards = n + d - missing
    else:
        discards = 0
    plays = min(missing, n + d) - min(missing, n + 1)
    suits = 0
    for need in sorted(size - at for at, top in zip(stacks, maxima, strict=True) if top == size > at):
        if need > plays:
            break
        plays -= need
        suits += 1
    return (discards * gain + suits * refund + tokens) // 1


def usable_now(game: Naive) -> int | None:
    gain = Fraction(1, game.unit)
    return usable(
        game.on_table,
        [len(stack) for stack in game.stacks],
        game.best,
        game.left,
        game.players,
        Fraction(game.tokens, game.unit),
        size=game.size,
        gain=gain,
        refund=Fraction(0) if game.rule == "throw_it_in_a_hole" else gain,
    )


def future(game: Naive) -> Fraction | None:
    clues = usable_now(game)
    return Fraction(game.max_score - gotten(game), clues) if clues else None
