"""A player who makes the choices of the graphs on exact chances instead of on what may be."""

from handsight.boeren import SEATS
from handsight.kernels.boeren import chances, graphs, rules, state_layout
from handsight.kernels.boeren.players import DECIDE, Player
from handsight.kernels.boeren.state_layout import NONE, OF_SUIT, Ints
from handsight.kernels.jit import compiled, highest, inlined, lowest

ENOUGH = 0
"""Its setting: from which chance on, in percent, a card counts as taking the trick."""
TRIFLE = 1e-9


@inlined
def winners(row: Ints, cards: int, enough: float) -> int:
    """Return the own cards that take the trick with chance enough, as far as the graph asks."""
    asked, found = 0, 0
    if row[state_layout.LED] == NONE or cards & OF_SUIT[row[state_layout.LED]]:
        for suit in range(SEATS):
            if cards & OF_SUIT[suit]:
                asked |= 1 << highest(cards & OF_SUIT[suit])
    else:
        asked = cards & OF_SUIT[row[state_layout.TRUMP]]
    while asked:
        card = lowest(asked)
        asked &= asked - 1
        if chances.safe(row, card) >= enough - TRIFLE:
            found |= 1 << card
    return found


@inlined
def live_cards(row: Ints, enough: float) -> int:
    """Return all cards of the suits that others hold with chance enough."""
    found = 0
    for suit in range(SEATS):
        if chances.held_elsewhere(row, suit) >= enough - TRIFLE:
            found |= OF_SUIT[suit]
    return found


@compiled(DECIDE)
def decide(row: Ints, settings: Ints) -> int:
    """Bid by the mean of the hand; play to win while the bid is not reached, then to lose."""
    if state_layout.bidding(row):
        return graphs.guess(row)
    seat, cards = row[state_layout.SEAT], rules.legal(row)
    if row[state_layout.WON + seat] >= row[state_layout.BIDS + seat]:
        return graphs.lose(row, cards)
    enough = settings[ENOUGH] / 100
    return graphs.win(row, cards, winners(row, cards, enough), live_cards(row, enough))


COUNTER = Player(decide, (50,))
