"""How much a search may do, and when it leaves the blueprint."""

from dataclasses import dataclass

DEFAULT_ROLLOUTS = 500


@dataclass(frozen=True)
class EndgameLimits:
    """How far an endgame is worked out. All are counts, so the same position has the same value anywhere."""

    deck: int = 2
    """The most cards in the deck; -1 where nothing is worked out."""
    worlds: int = 1_000
    """The most deals: hands, with every order of the deck."""
    moves: int = 4
    """The most own moves that are free; after them the seat plays the blueprint, too."""
    steps: int = 60_000
    """The most actions of the seat, over all worlds; what is not finished by then does not count."""


NO_ENDGAME = EndgameLimits(deck=-1)


@dataclass(frozen=True)
class Budget:
    """The limits of a search. The same budget and seed give the same moves, for any number of threads."""

    rollouts: int = DEFAULT_ROLLOUTS
    """Games played on to their end, at each move, over all actions that are tried; 0 for none."""
    block: int = 16
    """Deals that are drawn together from dice of their own; the first round has so many."""
    out: float = 2.0
    """An action is out when the best leads by so many standard errors of the paired difference."""
    deviate: float = 1.5
    """The blueprint is left for a lead of more than so many standard errors."""
    gain: float = 0.0
    """The least lead, in points, for which the blueprint is left."""
    fits: float = 0.1
    """A play is tried only if it fits its stack with at least this chance."""
    hands: int = 50_000
    """The hands of the seat are listed when at most so many are possible, and sampled before."""
    longest: int = 200_000
    """A list that would become longer after a draw is thinned."""
    sample: int = 2_000
    """How many hands a sample has."""
    tries: int = 50_000
    """After so many hands of which none fits what the partners did, some of it is not counted."""
    thin: int = 500
    """A list that was thinned is made anew when fewer hands than this are left."""
    forgiving: bool = False
    """Whether an action of a partner makes hands less likely, but rules out none (`ForgivingBelief`)."""
    endgame: EndgameLimits = NO_ENDGAME
    """When actions are worked out over all deals, and not tried on some."""
