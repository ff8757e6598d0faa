"""Which cards are playable, needed, trash and critical, and the best score that can still be reached.

Everything works on a variant's tables: a stack is a small automaton over ranks, a set of identities is a
mask. *discarded* counts the discarded copies of each identity.
"""

from functools import lru_cache
from itertools import permutations

from handsight.game.bitmask import members
from handsight.hanabi.cards import START
from handsight.hanabi.variants.stacks import StackRule
from handsight.hanabi.variants.variant import Variant


def taken_starts(variant: Variant, stacks: tuple[int, ...]) -> int:
    """Return the mask of the rank positions with which stacks began, where no two may begin alike."""
    if not variant.distinct_starts:
        return 0
    mask = 0
    for rule, at in zip(variant.stacks, stacks, strict=True):
        if at:
            mask |= 1 << rule.starts[at]
    return mask


@lru_cache(maxsize=1 << 14)
def playable(variant: Variant, stacks: tuple[int, ...]) -> int:
    """Return the mask of the identities that fit a stack now."""
    ranks, mask, taken = len(variant.ranks), 0, taken_starts(variant, stacks)
    for suit, (rule, at) in enumerate(zip(variant.stacks, stacks, strict=True)):
        for position, after in enumerate(rule.steps[at]):
            if after >= 0 and (at or not taken >> position & 1):
                mask |= 1 << suit * ranks + position
    return mask


def dead_ranks(variant: Variant, discarded: tuple[int, ...], suit: int) -> int:
    """Return the mask of the rank positions of a suit of which every copy is discarded."""
    ranks = len(variant.ranks)
    base = suit * ranks
    gone = discarded[base : base + ranks]
    if not any(gone):
        return 0
    return sum(1 << p for p in range(ranks) if gone[p] >= variant.copies[base + p])


@lru_cache(maxsize=1 << 14)
def reachable(rule: StackRule, at: int, dead: int) -> tuple[int, int]:
    """Return how high a stack can grow without the *dead* ranks, and the mask of ranks that can help."""
    best, useful = rule.height[at], 0
    for position, after in enumerate(rule.steps[at]):
        if after >= 0 and not dead >> position & 1:
            height, beyond = reachable(rule, after, dead)
            best = max(best, height)
            useful |= 1 << position | beyond
    return best, useful


def _from_start(rule: StackRule, start: int, dead: int) -> tuple[int, int]:
    """Return what `reachable` returns, for an empty stack that must begin with the rank at *start*."""
    if dead >> start & 1:
        return 0, 0
    height, beyond = reachable(rule, rule.steps[0][start], dead)
    return height, beyond | 1 << start


@lru_cache(maxsize=1 << 14)
def max_heights(variant: Variant, stacks: tuple[int, ...], discarded: tuple[int, ...]) -> tuple[int, ...]:
    """Return the greatest height that each stack can still reach."""
    dead = [dead_ranks(variant, discarded, suit) for suit in range(len(stacks))]
    columns = list(zip(variant.stacks, stacks, dead, strict=True))
    if not variant.distinct_starts:
        return tuple(reachable(rule, at, gone)[0] for rule, at, gone in columns)
    # Each unstarted stack needs a start of its own: try every choice. Among the best, the smallest
    # sorted list of heights, as hanab.live takes it.
    taken = taken_starts(variant, stacks)
    free = [p for p in range(len(variant.ranks)) if not taken >> p & 1]
    empty = [suit for suit, at in enumerate(stacks) if not at]
    done = {suit: reachable(*columns[suit])[0] for suit, at in enumerate(stacks) if at}
    reach = {(s, p): _from_start(columns[s][0], p, dead[s])[0] for s in empty for p in free}
    choices = (
        tuple(done.get(suit, 0) or chosen.get(suit, 0) for suit in range(len(stacks)))
        for starts in permutations(free, len(empty))
        for chosen in [{suit: reach[suit, start] for suit, start in zip(empty, starts, strict=True)}]
    )
    return min(choices, key=lambda heights: (-sum(heights), sorted(heights)))


def max_score(variant: Variant, stacks: tuple[int, ...], discarded: tuple[int, ...]) -> int:
    """Return the best score that the discard pile still allows."""
    return sum(max_heights(variant, stacks, discarded))


@lru_cache(maxsize=1 << 14)
def needed(variant: Variant, stacks: tuple[int, ...], discarded: tuple[int, ...]) -> int:
    """Return the mask of the identities that can still score; all others are trash."""
    ranks, mask, taken = len(variant.ranks), 0, taken_starts(variant, stacks)
    for suit, (rule, at) in enumerate(zip(variant.stacks, stacks, strict=True)):
        dead = dead_ranks(variant, discarded, suit)
        useful = reachable(rule, at, dead)[1]
        if variant.distinct_starts and not at:
            useful = 0
            for start in range(ranks):
                if not taken >> start & 1:
                    useful |= _from_start(rule, start, dead)[1]
        mask |= useful << suit * ranks
    return mask


@lru_cache(maxsize=1 << 14)
def critical(variant: Variant, stacks: tuple[int, ...], discarded: tuple[int, ...]) -> int:
    """Return the mask of the identities that are needed and of which one copy is left."""
    ranks, mask = len(variant.ranks), 0
    for identity in members(needed(variant, stacks, discarded)):
        if variant.copies[identity] - discarded[identity] == 1:
            suit, position = divmod(identity, ranks)
            rule, at = variant.stacks[suit], stacks[suit]
            spare = rule.spare if rule.tops[at] in (0, START) else 0
            others_live = spare >> position & 1 and not spare & dead_ranks(variant, discarded, suit)
            mask |= 0 if others_live else 1 << identity
    return mask


def value_masks(
    variant: Variant, stacks: tuple[int, ...], discarded: tuple[int, ...]
) -> tuple[int, int, int]:
    """Return the masks of the identities that are playable, trash and critical."""
    trash = variant.everything & ~needed(variant, stacks, discarded)
    return playable(variant, stacks), trash, critical(variant, stacks, discarded)
