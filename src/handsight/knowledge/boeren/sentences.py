"""What happened in Boeren Bridge, in words."""

from handsight.boeren import SUIT_NAMES, Called, Event, Played, ShowedOut, Took


def happened(event: Event, names: tuple[str, ...]) -> str:
    """Say what happened, as everybody at the table hears it."""
    match event:
        case Called(_, seat, tricks):
            return f"{names[seat]} bids {tricks}"
        case Played(_, seat, card, _):
            return f"{names[seat]} plays {card.sign}"
        case ShowedOut(_, seat, suit):
            return f"{names[seat]} has no {SUIT_NAMES[suit].lower()}"
        case Took(_, seat, _, _):
            return f"{names[seat]} takes the trick"
