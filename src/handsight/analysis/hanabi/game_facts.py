"""Facts: what a move made impossible, by the rules and the cards that have come to light."""

from typing import Any, NamedTuple

from handsight.hanabi import CardDiscarded, CardPlayed, End, State
from handsight.hanabi import HanabiRecord as Game
from handsight.lab.hanabi import lost_points as losses
from handsight.text.counting_from_one import counted

LAST_COPY, MISPLAY, CLOSED_OFF, OUT_OF_TIME, STRUCK_OUT = CAUSES = (
    "last-copy",
    "misplay",
    "closed-off",
    "out-of-time",
    "struck-out",
)
"""How points are lost, as JSON has it."""
CAUSE_OF = {
    losses.DISCARDED: LAST_COPY,
    losses.MISPLAYED: MISPLAY,
    losses.WRONG_WAY: CLOSED_OFF,
    losses.NO_TURNS_LEFT: OUT_OF_TIME,
    losses.STRUCK_OUT: STRUCK_OUT,
}
"""The same by the names that `simulate --lost` has."""
CAUSE_WORDS = {CAUSE_OF[cause]: words for cause, words in losses.CAUSE_WORDS.items()}


class Fact(NamedTuple):
    """Points that became impossible with a move, and by what."""

    points: int
    cause: str
    card: str | None
    """The card that was lost; None where the game ended."""
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the fact as JSON data."""
        row = {"kind": "lost-points", "points": self.points, "cause": self.cause, "card": self.card}
        return row | {"text": self.text}


def facts_of(game: Game, turn: int) -> tuple[Fact, ...]:
    """Return the facts about the move of a turn (an index, from 0)."""
    before, after = game.states[turn], game.states[turn + 1]
    found = list[Fact]()
    if before.max_score > after.max_score:
        event = next(
            event
            for event in reversed(after.events)
            if event.turn == turn and isinstance(event, CardPlayed | CardDiscarded)
        )
        cause = CAUSE_OF[losses.cause_of(event)]
        card = before.terms.variant.text(before.cards[event.order])
        found.append(
            Fact(before.max_score - after.max_score, cause, card, _lost_card(cause, card, before, after))
        )
    if turn == last_turn(game) and game.final.over:
        found += _end_facts(game.final)
    return tuple(found)


def last_turn(game: Game) -> int:
    """Return the turn of the last move, which a stopped game has before its stop; -1 if nobody moved."""
    return game.final.turn - 1


def _lost_card(cause: str, card: str, before: State, after: State) -> str:
    what = {
        LAST_COPY: f"the last {card} was discarded",
        MISPLAY: f"the last {card} was misplayed",
        CLOSED_OFF: f"{card} turned its stack away from the cards left",
    }[cause]
    return f"{what}; {before.max_score} is now impossible, {after.max_score} is the most"


def _end_facts(final: State) -> list[Fact]:
    """Return what the end of the game made impossible."""
    points = final.max_score - final.score
    if points <= 0:
        return []
    if final.end == End.STRIKEOUT:
        kept = "" if final.score else ", and the score is 0"
        text = f"the last strike ended the game{kept}: {counted(points, 'point')} lost"
        return [Fact(points, STRUCK_OUT, None, text)]
    how = "the game was stopped" if final.end == End.TERMINATED else "no turns were left"
    return [Fact(points, OUT_OF_TIME, None, f"{how}: {counted(points, 'point')} lost")]
