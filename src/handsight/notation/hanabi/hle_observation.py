"""A view as the observation vector of the Hanabi Learning Environment (HLE), and its numbers of actions.

The vector is HLE's canonical encoding, bit for bit: seats count from the observer on, and slots from the
*oldest* card. Actions are discards and plays by slot, then colour clues by seat, then number clues by seat;
these numbers exist for every variant, and with deck plays the deck is one slot more.
`compiled.hle_observation` writes the same from compiled states.
"""

from collections.abc import Iterator, Sequence

from handsight import hanabi
from handsight.errors import IllegalActionError, InputError
from handsight.hanabi.variants.stacks import up
from handsight.notation.vector_sections import Section

KINDS = ("play", "discard", "colour", "rank")
"""The kinds of a last action, in HLE's order."""


def unsuitable(terms: hanabi.Terms) -> str:
    """Return what keeps these terms from having an HLE vector, or "" where they have one."""
    variant = terms.variant
    ranks, suits = len(variant.ranks), len(variant.suits)
    column = sum(1 << ranks * suit for suit in range(suits))
    colors = tuple((1 << ranks) - 1 << ranks * suit for suit in range(suits))
    odd = (
        ("the clues of this variant", variant.color_touch != colors),
        ("the clues of this variant", variant.number_touch != tuple(column << rank for rank in range(ranks))),
        ("the stacks of this variant", any(rule != up(ranks) for rule in variant.stacks)),
        ("more than three copies of a card", max(variant.copies) > 3),
        ("clues or stacks that are hidden", bool(variant.hides or variant.face_down)),
        ("the clue tokens of this variant", variant.starved or variant.alternating),
        ("characters", bool(terms.characters)),
        ("the options of this table", terms.deck_plays or terms.empty_clues or terms.card_cycle),
    )
    return next((what for what, is_odd in odd if is_odd), "")


def check_suitable(terms: hanabi.Terms) -> None:
    """Raise InputError where these terms have no HLE vector."""
    if what := unsuitable(terms):
        raise InputError(f"HLE's observation has no place for {what}; choose a plain variant and no options")


def sections(terms: hanabi.Terms) -> tuple[Section, ...]:
    """Return the parts of the vector, in order."""
    check_suitable(terms)
    variant, players, hand = terms.variant, terms.players, terms.hand_size
    identities, suits, ranks = len(variant.cards), len(variant.suits), len(variant.ranks)
    parts = (
        ("hands", (players - 1) * hand * identities, "the others' cards: for each slot, which card it is"),
        ("short", players, "1 where a hand has fewer cards than at the deal"),
        ("deck", variant.deck_size - players * hand, "as many 1s as cards are left in the deck"),
        ("stacks", identities, "for each suit, the card on top of its stack"),
        ("tokens", terms.max_clues, "as many 1s as clue tokens"),
        ("lives", terms.max_strikes, "as many 1s as strikes are left"),
        ("discards", variant.deck_size, "for each card, as many 1s as copies are discarded"),
        ("actor", players, "last action: who acted"),
        ("kind", len(KINDS), f"last action: {', '.join(KINDS)}"),
        ("target", players, "last action: who received the clue"),
        ("colour", suits, "last action: the colour of the clue"),
        ("rank", ranks, "last action: the number of the clue"),
        ("touched", hand, "last action: the slots that the clue touched"),
        ("slot", hand, "last action: the slot of the card that was played or discarded"),
        ("card", identities, "last action: that card"),
        ("scored", 1, "last action: the play fitted"),
        ("token", 1, "last action: the play gained a clue token"),
        (
            "knowledge",
            players * hand * (identities + suits + ranks),
            "for each slot: the cards that clues leave possible, the colour told, the rank told",
        ),
    )
    found, start = list[Section](), 0
    for name, length, holds in parts:
        found.append(Section(name, start, length, holds))
        start += length
    return tuple(found)


def observation(view: hanabi.View) -> list[int]:
    """Return the vector of the seat that looks, a number (0 or 1) for each place."""
    parts = {part.name: part for part in sections(view.terms)}
    bits = [0] * parts["knowledge"].places.stop
    for name, place in (*_hands(view), *_table(view), *_last_action(view), *_knowledge(view)):
        bits[parts[name].start + place] = 1
    return bits


Places = Iterator[tuple[str, int]]
"""Places that are 1, each with the section in which it is counted."""


def _seats(view: hanabi.View) -> list[int]:
    """Return the seats from the observer on."""
    return [(view.viewer + away) % view.terms.players for away in range(view.terms.players)]


def _hands(view: hanabi.View) -> Places:
    size, identities = view.terms.hand_size, len(view.terms.variant.cards)
    for away, seat in enumerate(_seats(view)):
        if len(view.hands[seat]) < size:
            yield "short", away
        if away:
            for slot, order in enumerate(reversed(view.hands[seat])):
                yield "hands", ((away - 1) * size + slot) * identities + _identity(view, order)


def _table(view: hanabi.View) -> Places:
    variant, ranks = view.terms.variant, len(view.terms.variant.ranks)
    counts = {
        "deck": view.deck_left,
        "tokens": view.clue_units,
        "lives": view.terms.max_strikes - (view.strikes or 0),
    }
    for name, count in counts.items():
        yield from ((name, place) for place in range(count))
    for suit in range(len(variant.suits)):
        if height := sum(_identity(view, order) // ranks == suit for order in view.played):
            yield "stacks", suit * ranks + height - 1
    before = 0
    for copies, discarded in zip(variant.copies, view.discarded_copies, strict=True):
        yield from (("discards", before + copy) for copy in range(discarded))
        before += copies


def _identity(view: hanabi.View, order: int) -> int:
    card = view.cards[order]
    if card is None:
        raise InputError(f"card {order} is hidden from seat {view.viewer}")
    return view.terms.variant.identity(card)


def _last_action(view: hanabi.View) -> Places:
    variant, players = view.terms.variant, view.terms.players
    last = next((event for event in reversed(view.events) if not _no_action(event)), None)
    if isinstance(last, hanabi.ClueGiven | hanabi.CardPlayed | hanabi.CardDiscarded):
        yield "actor", (last.seat - view.viewer) % players
    if isinstance(last, hanabi.ClueGiven) and last.clue is not None:
        name, number = "colour" if last.kind == "color" else "rank", variant.clues().index(last.clue)
        yield "kind", KINDS.index(name)
        yield "target", (last.target - view.viewer) % players
        yield name, number if last.kind == "color" else number - len(variant.colors)
        for slot, order in enumerate(reversed(view.hands[last.target])):
            if order in last.touched:
                yield "touched", slot
    elif isinstance(last, hanabi.CardPlayed | hanabi.CardDiscarded):
        yield "kind", KINDS.index("play" if isinstance(last, hanabi.CardPlayed) else "discard")
        yield "slot", sum(other < last.order for other in view.hands[last.seat])
        yield "card", _identity(view, last.order)
        if isinstance(last, hanabi.CardPlayed) and last.fits:
            yield "scored", 0
            if _gained_token(view):
                yield "token", 0


def _no_action(event: object) -> bool:
    return not isinstance(event, hanabi.ClueGiven | hanabi.CardPlayed | hanabi.CardDiscarded)


def _gained_token(view: hanabi.View) -> bool:
    """Whether the last event that changed the clue tokens was a play that gained one."""
    terms, tokens, gained = view.terms, view.terms.max_clues, False
    for event in view.events:
        if _no_action(event):
            continue
        before, finished = tokens, False
        if isinstance(event, hanabi.CardPlayed) and event.fits and terms.rules.refund_five:
            finished = _identity(view, event.order) % len(terms.variant.ranks) == len(terms.variant.ranks) - 1
        if isinstance(event, hanabi.ClueGiven):
            tokens -= 1
        elif isinstance(event, hanabi.CardDiscarded) or finished:
            tokens = min(tokens + 1, terms.max_clues)
        gained = finished and tokens > before
    return gained


def _knowledge(view: hanabi.View) -> Places:
    """Yield what clues alone say of each card: identities possible, colour told, rank told."""
    variant, size = view.terms.variant, view.terms.hand_size
    identities, clues = len(variant.cards), len(variant.clues())
    possible, told = [(1 << identities) - 1] * view.drawn, [0] * view.drawn
    for event in view.events:
        if isinstance(event, hanabi.ClueGiven) and event.clue is not None:
            touch, number = variant.touch(event.clue), variant.clues().index(event.clue)
            for order in event.touched:
                possible[order] &= touch
                told[order] |= 1 << number
            for order in event.missed:
                possible[order] &= ~touch
    for away, seat in enumerate(_seats(view)):
        for slot, order in enumerate(reversed(view.hands[seat])):
            bits = possible[order] | told[order] << identities
            at = (away * size + slot) * (identities + clues)
            yield from (("knowledge", at + bit) for bit in range(identities + clues) if bits >> bit & 1)


def action_number(terms: hanabi.Terms, seat: int, hand: Sequence[int], action: hanabi.Action) -> int:
    """Return HLE's number of an action of a seat that holds this hand (newest first)."""
    variant, others, size = terms.variant, terms.players - 1, terms.hand_size + terms.deck_plays
    match action:
        case hanabi.Discard(order) | hanabi.Play(order) if order in hand or terms.deck_plays:
            slot = len(hand) - 1 - hand.index(order) if order in hand else terms.hand_size
            return slot if isinstance(action, hanabi.Discard) else size + slot
        case hanabi.GiveClue(target, clue) if clue in variant.clues() and target != seat:
            colors, place = len(variant.colors), variant.clues().index(clue)
            away, numbers = (target - seat) % terms.players - 1, len(variant.numbers)
            if place < colors:
                return 2 * size + away * colors + place
            return 2 * size + others * colors + away * numbers + place - colors
    raise IllegalActionError("no-such-action", f"HLE has no number for {action} of seat {seat}")


def action_count(terms: hanabi.Terms) -> int:
    """Return how many numbers of actions there are; with deck plays the deck counts as a slot."""
    return 2 * (terms.hand_size + terms.deck_plays) + (terms.players - 1) * len(terms.variant.clues())
