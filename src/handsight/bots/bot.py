"""What a bot is, in any game: it decides from what its seat sees, and may say why."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from handsight.game import Dice

T = TypeVar("T")
TermsT = TypeVar("TermsT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
EventT_contra = TypeVar("EventT_contra", contravariant=True)
ActionT_co = TypeVar("ActionT_co", covariant=True)


def no_reason() -> str:
    """Return an empty explanation."""
    return ""


@dataclass(frozen=True)
class Decision(Generic[ActionT_co]):
    """An action, and a function that says in a sentence why the bot takes it.

    The function is called only when the reason is wanted, so it costs nothing until then.
    """

    action: ActionT_co
    explain: Callable[[], str] = no_reason


class Bot(Protocol[TermsT, ViewT_contra, EventT_contra, ActionT_co]):
    """A player for one seat of one game or match. A subclass needs only `decide`.

    Examples:
        >>> from handsight.hanabi import Play
        >>> class Hasty(Bot):
        ...     def decide(self, view):
        ...         return Play(view.hands[self.seat][0])
    """

    terms: TermsT
    """What was agreed before the game: `hanabi.Terms`, or `boeren.Rules` for a whole match."""
    seat: int
    dice: Dice
    """The only source of randomness a bot may use, so that the same seed gives the same game."""

    def __init__(self, terms: TermsT, seat: int, dice: Dice) -> None:
        self.terms = terms
        self.seat = seat
        self.dice = dice

    @abstractmethod
    def decide(self, view: ViewT_contra) -> ActionT_co | Decision[ActionT_co]:
        """Choose an action when it is this seat's turn; return it alone, or a `Decision` with a reason."""

    def observe(self, event: EventT_contra) -> None:
        """Take note of an event as the seat saw it; called once for each, in order, before `decide`."""
        del event  # a view holds every event, so a bot that keeps no memory loses nothing

    def one_of(self, choices: Sequence[T]) -> T:
        """Return one of the choices, drawn with the bot's dice; a single choice takes no throw."""
        return choices[self.dice.below(len(choices)) if len(choices) > 1 else 0]


def as_decision(answer: Any) -> Decision[Any]:
    """Return what a bot decided as a `Decision`, also where it returned an action alone."""
    return answer if isinstance(answer, Decision) else Decision(answer)
