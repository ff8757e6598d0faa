"""States of games that were not played: given stacks and discards."""

from msgspec.structs import replace

from handsight.hanabi import State


def with_stacks(state: State, stacks: tuple[int, ...], gone: list[str], **changes: object) -> State:
    """Plain stacks of these heights, these cards (as text) in the discard pile."""
    read, left = state.terms.variant.read, list(enumerate(state.cards))

    def take(card: tuple[int, int]) -> int:
        found = next(entry for entry in left if entry[1] == card)
        left.remove(found)
        return found[0]

    played = [take((suit, rank)) for suit, height in enumerate(stacks) for rank in range(1, height + 1)]
    discarded = [take(read(word)) for word in gone]
    return replace(state, stacks=stacks, played=tuple(played), discarded=tuple(discarded), **changes)
