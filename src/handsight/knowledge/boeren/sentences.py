"""What happened in Boeren Bridge, in words."""

from handsight.boeren import SUIT_NAMES, BidMade, CardPlayed, Event, TrickTaken, VoidShown


def happened(event: Event, names: tuple[str, ...]) -> str:
    """Say what happened, as everybody at the table hears it."""
    match event:
        case BidMade(_, seat, tricks):
            return f"{names[seat]} bids {tricks}"
        case CardPlayed(_, seat, card, _):
            return f"{names[seat]} plays {card.sign}"
        case VoidShown(_, seat, suit):
            return f"{names[seat]} has no {SUIT_NAMES[suit].lower()}"
        case TrickTaken(_, seat, _, _):
            return f"{names[seat]} takes the trick"
