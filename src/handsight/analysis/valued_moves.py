"""The moves of a turn with their values, and what the one that was played lost. The same for every game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from handsight.analysis.analysis_rows import call_of
from handsight.errors import InputError
from handsight.game.recorded_game import RecordedGame, seat_in, turn_in
from handsight.game.seeded_dice import Seed, as_seed
from handsight.search.action_values import ActionValue

DEFAULT_DEALS, MOST_DEALS = 400, 1_000_000
DECIMALS = 2


class ValuedMove(NamedTuple):
    """A legal move with its value, in points and to two decimals."""

    move: str
    """As JSON has it: ``play 3``, ``discard 7``, ``clue 1 r``, ``bid 2``."""
    words: str
    value: float
    error: float
    loss: float
    """The best value less this one, on the same deals."""
    loss_error: float
    deals: int
    action: Any

    @property
    def lost(self) -> bool:
        """Whether it lost more than one standard error."""
        return self.loss > self.loss_error

    def to_json(self) -> dict[str, Any]:
        """Return the move as JSON data."""
        row = self._asdict()
        del row["action"]
        return row


@dataclass(frozen=True)
class TurnValues:
    """What the moves of a turn are worth."""

    moves: tuple[ValuedMove, ...]
    """Every legal move, the best first."""
    played: ValuedMove | None
    call: str | None
    """inaccuracy, mistake or blunder; None where nothing is called."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves whose loss is within one error."""
        return tuple(move.move for move in self.moves if not move.lost)

    def text(self, why: str) -> str:
        """Say what the move was worth, and why."""
        best, played = self.moves[0], self.played
        if played is None:
            return f"best: {best.words} ({best.value:.2f})"
        said, loss = f"{played.words}: {played.value:.2f}", f"{played.loss:.2f} ± {played.loss_error:.2f}"
        if not played.lost:
            said = f"{said}, as good as any"
        elif self.call is None:
            said = f"{said}; {best.words}: {best.value:.2f} (a difference of {loss})"
        else:
            said = f"{self.call}, {loss} points: {said}; {best.words}: {best.value:.2f}"
        return f"{said}; {why}" if why else said

    def to_json(self) -> dict[str, Any]:
        """Return what rows of every game have in common."""
        return {
            "value": self.moves[0].value,
            "error": self.moves[0].error,
            "best": list(self.best),
            "played": self.played.move if self.played else None,
            "moves": [move.to_json() for move in self.moves],
            "call": self.call,
        }


def turn_values(
    values: Sequence[ActionValue],
    actions: Mapping[int, Any],
    played: Any,
    words: Callable[[Any], tuple[str, str]],
    least_loss: dict[str, float],
) -> TurnValues:
    """Round the values of a turn's moves, so that they agree with each other.

    Args:
        values: What the moves are worth, the best first.
        actions: The moves by number.
        played: The move that was made; None where the turn is the last.
        words: Says a move as JSON has it, and as people do.
        least_loss: From which loss on, in points, a move is called something.
    """
    best, found = round(values[0].value, DECIMALS), list[ValuedMove]()
    for one in values:
        loss, action = abs(round(one.loss, DECIMALS)), actions[one.action]
        figures = (
            round(best - loss, DECIMALS),
            round(one.error, DECIMALS),
            loss,
            round(one.loss_error, DECIMALS),
        )
        found.append(ValuedMove(*words(action), *figures, one.deals, action))
    made = next((move for move in found if move.action == played), None)
    call = call_of(made.loss, made.loss_error, least_loss) if made else None
    return TurnValues(tuple(found), made, call)


def check_settings(deals: int, seed: Seed) -> None:
    """Raise InputError if an analysis cannot be made with this number of deals, or with this seed."""
    as_seed(seed)
    if not 2 <= deals <= MOST_DEALS:
        raise InputError(f"{deals:,} deals are not possible; ask for 2 to {MOST_DEALS:,}")


def chosen_turns(
    game: RecordedGame[Any, Any, Any], moved: range, turn: object, seat: int | str | None
) -> list[int]:
    """Return the turns that are asked for: one, those of a seat, or all at which somebody moved.

    Raises:
        InputError: There is no such turn or seat.
    """
    if turn is not None:
        at = turn_in(game, turn)
        if game.states[at].over:
            raise InputError(f"nobody moves there: it is over after {at} moves; name an earlier turn")
        return [at]
    mover = None if seat is None else seat_in(game.seats, seat)
    return [at for at in moved if mover is None or game.states[at].seat == mover]
