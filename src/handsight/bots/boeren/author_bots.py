"""The two Kripke bots of the program of LAMAS BoerenBridge, which are not honest: they look at other hands.

Their Greedy and Random are ours: `greedy` and `random`.
"""

from handsight.boeren import SpectatorView, View
from handsight.bots.boeren.kripke_bots import BidKeeper, GraphBot
from handsight.bots.boeren.rule_graphs import AUTHOR_LOSE, AUTHOR_WIN, OpenCards, Walk


class AuthorGreedyKripke(GraphBot):
    """Always plays by the authors' win graph."""

    graphs = (AUTHOR_WIN,)

    def walk(self, view: View) -> Walk:
        """Walk the authors' win graph."""
        return AUTHOR_WIN.walk(_open_cards(view))


class AuthorFullKripke(BidKeeper):
    """Plays by the authors' win graph until it has made its bid, then by their lose graph."""

    graphs = (AUTHOR_WIN, AUTHOR_LOSE)

    def walk_to_win(self, view: View) -> Walk:
        """Walk the authors' win graph."""
        return AUTHOR_WIN.walk(_open_cards(view))

    def walk_to_lose(self, view: View) -> Walk:
        """Walk the authors' lose graph."""
        return AUTHOR_LOSE.walk(_open_cards(view))


def _open_cards(view: View) -> OpenCards:
    if not isinstance(view, SpectatorView):
        raise TypeError("this bot is not honest, and must be shown every hand")
    return OpenCards(view)
