"""Why a seat knows who holds a card, or who does not, and since when.

The facts are the suits that seats have shown not to hold, how many cards each place holds, and cards that
the seat has seen. Each claim comes with facts from which it follows and of which none can be left out.
"""

from collections.abc import Iterable

from handsight.boeren import SEAT_NAMES, SEATS, Card, State, View, VoidShown, view
from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError
from handsight.game.bitmask import members
from handsight.knowledge.boeren.explanation import Explanation, Fact, SeenFact, SizeFact, VoidFact
from handsight.knowledge.boeren.owners import PLACES, STOCK, Owners, owners, view_of
from handsight.knowledge.claims import Claim, known_since, minimal_facts
from handsight.notation.boeren.record import Round


def explain(
    game: Round | State, *, seat: int | str, card: Card | str, turn: int | str | None = None
) -> Explanation:
    """Return what a seat knows for certain about who holds a card, why, and since when.

    Where the owner is known, that is the only claim; otherwise there is one for each place ruled out. A card
    that is not in the pack is an InputError.
    """
    now = view_of(game, seat=seat, turn=turn)
    asked = Card.read(card) if isinstance(card, str) else card
    if asked not in now.terms.pack:
        raise InputError(f"{asked} is not in the pack of this round")

    def known_at(at: int) -> tuple[str, ...]:
        if isinstance(game, State):
            return ()
        return tuple(_known(view(game.states[at], now.viewer), asked))

    known = _known(now, asked)
    since = known_since(now.turn, tuple(known), known_at)
    owner = next((text for text in known if text.startswith("owner ")), None)
    shown = [owner] if owner else list(known)
    claims = []
    for text in shown:
        name, _, place = text.rpartition(" ")
        claims.append(Claim(name, place, _facts(now, asked, known[text]), since[text]))
    names = SEAT_NAMES if isinstance(game, State) else game.seats
    return Explanation(now, asked, tuple(claims), names)


def _known(view: View, card: Card) -> dict[str, int]:
    """Return every certain claim about a card, each with the mask of places for which it is true."""
    everywhere = (1 << len(PLACES)) - 1
    seen = _seen(view, card)
    if seen:
        possible = 1 << seen.place
    else:
        found = owners(view)
        possible = found.deal.possible[found.cards.index(card)]
    places = SEATS + bool(view.terms.stock)
    claims = {
        f"not held by {PLACES[at]}": everywhere & ~(1 << at) for at in members(~possible & (1 << places) - 1)
    }
    if not seen:
        claims.pop(f"not held by {PLACES[view.viewer]}", None)  # it sees its own hand
    if possible.bit_count() == 1:
        claims[f"owner {PLACES[possible.bit_length() - 1]}"] = possible
    return claims


def _seen(view: View, card: Card) -> SeenFact | None:
    """Return where the viewer sees or saw a card, or None if it is hidden."""
    if card in view.hand:
        return SeenFact(view.viewer, None)
    if card == view.turned:
        return SeenFact(STOCK, None)
    return next((SeenFact(play.seat, play.turn) for play in view.plays if play.card == card), None)


def _facts(view: View, card: Card, target: int) -> tuple[Fact, ...]:
    """Return facts that leave the card only places in the target, and of which none can be left out."""
    if seen := _seen(view, card):
        return (seen,)
    found = owners(view)
    voids: list[Fact] = [VoidFact(event) for event in view.events if isinstance(event, VoidShown)]
    sizes: list[Fact] = [SizeFact(place, size) for place, size in enumerate(found.deal.limits)]
    own = [fact for fact in voids if isinstance(fact, VoidFact) and fact.event.suit == card.suit]
    others = [fact for fact in voids if fact not in own]
    orderings = ([*own, *sizes, *others], [*sizes, *own, *others])
    index = found.cards.index(card)
    return min(
        (minimal_facts(facts, lambda kept: _follows(found, index, kept, target)) for facts in orderings),
        key=len,
    )


def _follows(found: Owners, index: int, facts: Iterable[Fact], target: int) -> bool:
    """Whether these facts alone leave a card only places in the target."""
    viewer, count = found.view.viewer, len(found.cards)
    limits = [0 if place == viewer else count for place in range(len(PLACES))]
    if not found.view.terms.stock:
        limits[STOCK] = 0
    masks = [(1 << len(PLACES)) - 1] * count
    for fact in facts:
        match fact:
            case SizeFact(place, size):
                limits[place] = size
            case VoidFact(event):
                for at, card in enumerate(found.cards):
                    if card.suit == event.suit:
                        masks[at] &= ~(1 << event.seat)
            case SeenFact():
                pass
    try:
        return not Deal(tuple(masks), tuple(limits)).possible[index] & ~target
    except ContradictionError:
        return True
