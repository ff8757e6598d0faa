"""A recorded game as the page shows it: every turn as a seat sees it, what each seat knows, and why.

What a turn shows and what is known at it is found when it is asked for. For a file that works without a
server `whole` finds all of it at once, in the same shapes.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any

import msgspec

from handsight.errors import InputError, RequestError
from handsight.hanabi import Variant, view
from handsight.hanabi.view import hidden_clue_part
from handsight.knowledge import Knowledge, lessons, regard, tell, why
from handsight.knowledge.hanabi.face_down import Buried
from handsight.knowledge.hanabi.timeline import PROPERTIES, known_of
from handsight.knowledge.hanabi.to_json import knowledge_row, lesson_row, reason_row, regard_row
from handsight.notation.hanabi.files import FORMATS, writable
from handsight.notation.hanabi.record import Game
from handsight.notation.hanabi.summary import summary
from handsight.notation.record import CheckedGame
from handsight.text.diagnostics import Problem, problem_json
from handsight.web.hanabi.variant_view import rules_of
from handsight.web.hanabi.view import OPEN, picture

Row = dict[str, Any]
AROUND = 60
"""Letters of a text that are shown before and after the place of a mistake."""


class Recording:
    """A recorded game, as far as it is good, and what is wrong with the rest."""

    def __init__(self, reading: CheckedGame[Game], text: str, *, number: int = 1, games: int = 1) -> None:
        self.reading = reading
        self.text = text
        self.number = number
        self.games = games
        self._busy = Lock()
        self.known = lru_cache(maxsize=1 << 12)(self._known)

    @property
    def game(self) -> Game:
        """The game that was read."""
        if self.reading.game is None:
            raise RequestError("no-game", "there is no turn of this game that could be shown")
        return self.reading.game

    @property
    def variant(self) -> Variant:
        """The variant that was played."""
        return self.game.setup.terms.variant

    @property
    def last(self) -> int:
        """The last turn that the game reached."""
        return len(self.game.states) - 1

    @property
    def spare(self) -> bool:
        """Whether some clues or played cards stay hidden, so that reasons take long to find."""
        terms = self.game.setup.terms
        return self.variant.face_down or any(hidden_clue_part(terms, seat) for seat in range(terms.players))

    def head(self) -> Row:
        """Say what the page must know once: who played what, every move in words, every mistake in place."""
        told: Row = {
            "label": self.reading.label,
            "number": self.number,
            "games": self.games,
            "summary": summary(self.reading),
            "problems": [_problem(problem, self.text) for problem in self.reading.problems],
            "notices": list(self.reading.notices),
            "turns": None,
        }
        if self.reading.game is None:
            return told
        opening, logs = self.game.states[0], self._logs()
        return told | {
            "turns": self.last,
            "names": self.game.seats,
            "rules": msgspec.to_builtins(rules_of(opening)),
            "log": logs[0],
            "logs": {seat: log for seat, log in enumerate(logs[1:]) if log != logs[0]},
            "exports": list(_exports(self.game)),
        }

    def moment(self, turn: int, seat: int | None = None) -> Row:
        """Show a turn: the table as a seat sees it (or open), what is known, what others may think."""
        self._check(turn, seat)
        if seat is None:
            seats = [knowledge_row(self.known(turn, at)) for at in range(len(self.game.seats))]
            return {"turn": turn, "picture": self._picture(turn, OPEN), "seats": seats}
        return {
            "turn": turn,
            "picture": self._picture(turn, seat),
            "seats": [knowledge_row(self.known(turn, seat))],
            "regards": self._regards(turn, seat),
            "unseen": self._unseen(turn, seat),
        }

    def why(self, turn: int, seat: int, slot: int) -> Row:
        """Say why a seat knows what it knows of a card, and since which turn."""
        self._check(turn, seat)
        look = view(self.game.states[turn], seat)
        names = self.game.seats
        reasons = [reason_row(found, tell(found, look, names, newest=1)) for found in why(look, slot)]
        order = look.hands[seat][slot]
        return {
            "turn": turn,
            "seat": seat,
            "slot": slot,
            "reasons": reasons,
            "since": self._since(turn, seat, order),
        }

    def lessons(self) -> list[Row]:
        """Say what each move taught each seat."""
        with self._busy:  # a second browser waits for the first one's answer
            return self._lessons

    def whole(self) -> Row:
        """Find everything that `moment`, `why` and `lessons` can be asked.

        Where clues or played cards are hidden, reasons and what others may think take minutes to find for
        a whole game; they are left out, and `spare` says so.
        """
        turns, seats = range(self.last + 1), range(len(self.game.seats))
        found: Row = {
            "spare": self.spare,
            "knows": [self.moment(turn)["seats"] for turn in turns],
            "pictures": [[self._picture(turn, seat) for turn in turns] for seat in (OPEN, *seats)],
            "unseen": [[self._unseen(turn, seat) for turn in turns] for seat in seats],
            "lessons": self.lessons(),
        }
        if self.spare:
            return found
        regards = [[self._regards(turn, seat) for turn in turns] for seat in seats]
        whys = [row for turn in turns for seat in seats for row in self._whys(turn, seat)]
        return found | {"regards": regards, "whys": whys}

    @cached_property
    def _lessons(self) -> list[Row]:
        return [lesson_row(lesson) for lesson in lessons(self.game.states)]

    def _known(self, turn: int, seat: int) -> Knowledge:
        return Knowledge(view(self.game.states[turn], seat))

    def _check(self, turn: int, seat: int | None) -> None:
        if not 0 <= turn <= self.last:
            raise InputError(f"there is no turn {turn}; this game has turns 0 to {self.last}")
        if seat is not None and not 0 <= seat < len(self.game.seats):
            raise InputError(f"there is no seat {seat}; the seats are 0 to {len(self.game.seats) - 1}")

    def _picture(self, turn: int, seat: int) -> Row:
        """Draw a turn for a seat; the log is sent once, in the head."""
        drawn: Row = msgspec.to_builtins(picture(self.game.states[turn], seat, self.game.seats))
        for name in (
            "type",
            "at",
            "log",
            "here",
            "clues",
            "fault",
            "may_discard",
            "bottom",
            "pause",
            "going",
        ):
            del drawn[name]  # only a table that is played at has a use for these
        return drawn

    def _logs(self) -> list[list[Row]]:
        """Tell all moves openly, and as each seat was told them."""
        seats = (OPEN, *range(len(self.game.seats)))
        return [msgspec.to_builtins(picture(self.game.final, at, self.game.seats).log) for at in seats]

    def _regards(self, turn: int, seat: int) -> dict[int, list[Row]]:
        look = view(self.game.states[turn], seat)
        others = (at for at in range(len(self.game.seats)) if at != seat)
        return {at: [regard_row(said) for said in regard(look, at)] for at in others}

    def _unseen(self, turn: int, seat: int) -> list[Row]:
        """Say what a seat knows of cards in other hands that it may not look at."""
        found = self.known(turn, seat).evidence
        held = {order for hand in found.view.hands for order in hand}
        dealt = [order for order in found.orders if order in held or not isinstance(found.deal, Buried)]
        shown = []
        for order, ways in list(zip(dealt, found.deal.marginals, strict=True))[found.hand :]:
            if order in held:
                chances = zip(self.variant.cards, ways, strict=True)
                total = sum(ways)
                likely = {self.variant.text(card): round(n / total, 12) for card, n in chances if n}
                shown.append({"order": order, "possible": list(likely), "probability": likely})
        return shown

    def _whys(self, turn: int, seat: int) -> Iterator[Row]:
        """Give the reasons for every card of which something is known for certain."""
        for card in self.known(turn, seat):
            if known_of(card):
                yield self.why(turn, seat, card.slot)

    def _since(self, turn: int, seat: int, order: int) -> dict[str, int]:
        """Return, for each property of a card that is known, the turn since which it has been."""
        dates: dict[str, int] = {}
        for at in range(turn, -1, -1):
            hand = self.game.states[at].hands[seat]
            if order not in hand:
                break
            known = known_of(self.known(at, seat)[hand.index(order)])
            if at == turn:
                dates = dict.fromkeys((name for name in PROPERTIES if name in known), at)
            dates |= {name: at for name, since in dates.items() if name in known and since == at + 1}
        return dates


def _problem(problem: Problem, text: str) -> Row:
    """Say what is wrong and where, with the text around the place."""
    line, column, source = problem.position or (None, None, None)
    row: Row = problem_json(problem)
    if source is None:
        source = next(iter(text.splitlines()[line - 1 : line]), None) if line else None
    if source is None:
        return row
    at = max((column or 1) - 1, 0)
    before, after = source[:at], source[at:]
    return row | {
        "before": ("…" if at > AROUND else "") + before[-AROUND:],
        "after": after[:AROUND] + ("…" if len(after) > AROUND else ""),
    }


def _exports(game: Game) -> Iterator[Row]:
    """Write a game in every format, or say why a format cannot hold it."""
    for name in writable():
        form = FORMATS[name]
        row: Row = {"name": name, "about": form.about, "suffix": form.suffix}
        try:
            written = form.write(game)
            yield row | {"text": written.text, "lost": written.lost}
        except InputError as error:
            yield row | {"error": str(error)}
