"""The observation `exact`, written plainly from a view: what the kernels are held to.

A view holds nothing hidden, so a kernel that agrees with this does not peek. Seats count from the observer
on, slots from the oldest card, identities are those of `Variant.identity`.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.deals import Deal
from handsight.env.hanabi.observation_layouts import ACTION_KINDS, action_parts, exact_sections
from handsight.hanabi import CardDiscarded, CardDrawn, CardPlayed, ClueGiven, View, chop
from handsight.hanabi.card_value import critical, needed, playable


def plain_observation(view: View) -> NDArray[np.float32]:
    """Return the vector of the seat that looks."""
    parts = {
        "hands": _hands(view),
        **_table(view),
        "round": _last_round(view),
        **_clued(view),
        "public": _public(view),
        "chances": _chances(view),
    }
    return np.concatenate(
        [np.asarray(parts[section.name], np.float32).ravel() for section in exact_sections(view.terms)]
    )


def _seats(view: View) -> list[int]:
    """Return the seats from the observer on."""
    return [(view.viewer + away) % view.terms.players for away in range(view.terms.players)]


def _blank(*shape: int) -> NDArray[np.float32]:
    return np.zeros(shape, np.float32)


def _thermometer(counts: tuple[int, ...], lengths: tuple[int, ...]) -> list[int]:
    """Return as many 1s as each count says, then 0s up to each length."""
    pairs = zip(counts, lengths, strict=True)
    return [int(place < count) for count, length in pairs for place in range(length)]


def _mask_bits(mask: int, length: int) -> list[int]:
    return [mask >> place & 1 for place in range(length)]


def _hands(view: View) -> NDArray[np.float32]:
    variant = view.terms.variant
    hands = _blank(view.terms.players - 1, view.terms.hand_size, len(variant.cards))
    for away, seat in enumerate(_seats(view)[1:]):
        for slot, order in enumerate(reversed(view.hands[seat])):
            card = view.cards[order]
            assert card is not None  # the hands of others are seen
            hands[away, slot, variant.identity(card)] = 1
    return hands


def _table(view: View) -> dict[str, list[int]]:
    terms, variant = view.terms, view.terms.variant
    identities, gone = len(variant.cards), view.discarded_copies
    stacks = _blank(identities)
    value_masks = 0, 0, 0
    if view.stacks is not None:
        for order in view.played:
            card = view.cards[order]
            if card is not None:
                stacks[variant.identity(card)] = 1
        value_masks = (
            playable(variant, view.stacks),
            needed(variant, view.stacks, gone),
            critical(variant, view.stacks, gone),
        )
    fits, useful, lone = (_mask_bits(mask, identities) for mask in value_masks)
    return {
        "short": [int(len(view.hands[seat]) < terms.hand_size) for seat in _seats(view)],
        "deck": _thermometer((view.deck_left,), (variant.deck_size - terms.players * terms.hand_size,)),
        "stacks": stacks.astype(int).tolist(),
        "tokens": _thermometer((view.clue_units,), (terms.max_clue_units,)),
        "strikes": _thermometer((view.strikes or 0,), (terms.max_strikes,)),
        "discards": _thermometer(gone, tuple(variant.copies)),
        "fits": fits,
        "needed": useful,
        "critical": lone,
        "turns": [int(view.turns_left == turns + 1) for turns in range(terms.players)],
    }


def _last_round(view: View) -> NDArray[np.float32]:  # noqa: C901  # each kind of event has its part
    """Return the last actions as this seat saw them, by replaying who held what."""
    terms, variant = view.terms, view.terms.variant
    lengths = dict(action_parts(terms))
    hands: list[list[int]] = [[] for _ in range(terms.players)]
    touched, rows = 0, list[NDArray[np.float32]]()
    for place, event in enumerate(view.events):
        if isinstance(event, CardDrawn):
            hands[event.seat].insert(0, event.order)
            continue
        if not isinstance(event, ClueGiven | CardPlayed | CardDiscarded):
            continue
        parts = {name: _blank(length) for name, length in lengths.items()}
        parts["actor"][(event.seat - view.viewer) % terms.players] = 1
        hand = hands[event.seat]
        if isinstance(event, ClueGiven):
            kind = {"color": "colour", "number": "number"}.get(event.kind or "", "")
            parts["target"][(event.target - view.viewer) % terms.players] = 1
            if event.clue is not None:
                parts["clue"][variant.clues().index(event.clue)] = 1
            for slot, order in enumerate(reversed(hands[event.target])):
                parts["touched"][slot] = order in event.touched
            touched |= sum(1 << order for order in event.touched)
            if terms.card_cycle and hand:
                hand.insert(0, hand.pop(chop(tuple(hand), touched)))
        else:
            kind = "discard" if isinstance(event, CardDiscarded) else "misplay"
            if isinstance(event, CardPlayed) and event.fits in {True, None}:
                kind = "play"
            before = view.events[place - 1]
            drawn_for_it = (
                isinstance(before, CardDrawn)
                and event.turn > 0
                and (before.turn, before.order) == (event.turn, event.order)
            )
            parts["slot"][terms.hand_size if drawn_for_it else len(hand) - 1 - hand.index(event.order)] = 1
            hand.remove(event.order)
            if event.card is not None:
                parts["card"][variant.identity(event.card)] = 1
        if kind:
            parts["kind"][ACTION_KINDS.index(kind)] = 1
        rows.append(np.concatenate([parts[name] for name in lengths]))
    blanks = [_blank(sum(lengths.values()))] * terms.players
    return np.stack([*reversed(rows), *blanks][: terms.players])


def _clued(view: View) -> dict[str, NDArray[np.float32]]:
    terms, clues = view.terms, view.terms.variant.clues()
    clued = _blank(terms.players, terms.hand_size, len(clues))
    touched = _blank(terms.players, terms.hand_size)
    by_clue = [0] * len(clues)
    for event in view.events:
        if isinstance(event, ClueGiven) and event.clue is not None and not terms.variant.hides:
            by_clue[clues.index(event.clue)] |= sum(1 << order for order in event.touched)
    for away, seat in enumerate(_seats(view)):
        for slot, order in enumerate(reversed(view.hands[seat])):
            touched[away, slot] = view.touched >> order & 1
            for number, cards in enumerate(by_clue):
                clued[away, slot, number] = cards >> order & 1
    return {"clued": clued, "touched": touched}


def _told(view: View) -> dict[int, int]:
    """Return what the clues that everybody sees leave possible for each card, by order."""
    variant = view.terms.variant
    possible = dict.fromkeys(range(view.drawn), variant.everything)
    for event in view.events:
        if isinstance(event, ClueGiven) and event.clue is not None and not variant.hides:
            touch = variant.touch(event.clue)
            for order in event.touched:
                possible[order] &= touch
            for order in event.missed:
                possible[order] &= ~touch
    return possible


def _unseen_by_all(view: View) -> list[int]:
    """Return how many copies of each identity lie on no open pile; cards face down count as never seen."""
    variant = view.terms.variant
    left = list(variant.copies)
    open_plays = () if variant.face_down else view.played
    vanished = [
        event.order
        for event in view.events
        if isinstance(event, CardPlayed) and event.fits is False and event.order not in view.discarded
    ]
    for order in (*view.discarded, *open_plays, *vanished):
        card = view.cards[order]
        if card is not None:
            left[variant.identity(card)] -= 1
    return left


def _public(view: View) -> NDArray[np.float32]:
    terms, told, left = view.terms, _told(view), tuple(_unseen_by_all(view))
    identities = len(terms.variant.cards)
    public = _blank(terms.players, terms.hand_size, identities)
    for away, seat in enumerate(_seats(view)):
        hand = view.hands[seat][::-1]
        for slot, mask in enumerate(Deal(tuple(told[order] for order in hand), left).possible):
            public[away, slot] = _mask_bits(mask, identities)
    return public


def _chances(view: View) -> NDArray[np.float32]:
    terms, variant, told = view.terms, view.terms.variant, _told(view)
    left = _unseen_by_all(view)
    for seat in _seats(view)[1:]:
        for order in view.hands[seat]:
            card = view.cards[order]
            assert card is not None  # as above
            left[variant.identity(card)] -= 1
    chances = _blank(terms.hand_size, len(variant.cards))
    hand = view.hands[view.viewer][::-1]
    if hand:
        deal = Deal(tuple(told[order] for order in hand), tuple(left))
        for slot, row in enumerate(deal.marginals):
            chances[slot] = np.array([float(ways) / float(deal.ways) for ways in row], np.float32)
    return chances
