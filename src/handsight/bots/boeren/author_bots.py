"""The two Kripke bots of the program of LAMAS BoerenBridge, which are not honest: they look at other hands.

Their Greedy and Random are ours: `greedy` and `random`.
"""

from typing import Any, ClassVar

from handsight.boeren import SpectatorView, View
from handsight.bots.boeren.kripke_bots import BidKeeper, GraphBot
from handsight.bots.boeren.rule_graphs import (
    AUTHOR_LOSE,
    AUTHOR_WIN,
    LOSE,
    WIN,
    CardByCard,
    OpenCards,
    RuleGraph,
    Situation,
    Walk,
)


class AuthorGreedyKripke(GraphBot):
    """Always plays by the authors' win graph."""

    graphs = (AUTHOR_WIN,)

    def walk(self, view: View) -> Walk:
        """Walk the authors' win graph."""
        return AUTHOR_WIN.walk(_open_cards(view))


class AuthorFullKripke(BidKeeper):
    """Plays by the authors' win graph until it has made its bid, then by their lose graph."""

    graphs: ClassVar[tuple[RuleGraph[Any], ...]] = (AUTHOR_WIN, AUTHOR_LOSE)

    def walk_to_win(self, view: View) -> Walk:
        """Walk the authors' win graph."""
        return AUTHOR_WIN.walk(_open_cards(view))

    def walk_to_lose(self, view: View) -> Walk:
        """Walk the authors' lose graph."""
        return AUTHOR_LOSE.walk(_open_cards(view))


class AuthorToWin(AuthorFullKripke):
    """Their win graph and our lose graph: a comparison shows what each is worth."""

    graphs = (AUTHOR_WIN, LOSE)

    def walk_to_lose(self, view: View) -> Walk:
        """Walk our lose graph."""
        return LOSE.walk(Situation(view))


class AuthorToLose(AuthorFullKripke):
    """Our win graph and their lose graph."""

    graphs = (WIN, AUTHOR_LOSE)

    def walk_to_win(self, view: View) -> Walk:
        """Walk our win graph."""
        return WIN.walk(CardByCard(view))


def _open_cards(view: View) -> OpenCards:
    if not isinstance(view, SpectatorView):
        raise TypeError("this bot is not honest, and must be shown every hand")
    return OpenCards(view)
