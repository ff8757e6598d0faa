"""The replay of a recorded Hanabi game: every turn as a seat sees it, what each seat knows, and why.

A turn is computed when it is asked for. For a file that works without a server `everything` computes them
all at once, in the same shapes. Turns in these shapes are indices: the number of actions taken before.
"""

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from typing import Any

import msgspec

from handsight import hanabi
from handsight.bots.seat import BotSeat
from handsight.conventions.interpreter.public_state import check_supported
from handsight.errors import InputError, RequestError
from handsight.game.seeded_dice import stream
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import Variant, view
from handsight.hanabi.view import hidden_clue_part
from handsight.knowledge import Knowledge, information_gains, nested_knowledge
from handsight.knowledge.hanabi.explain import explain
from handsight.knowledge.hanabi.face_down import FaceDownDeal
from handsight.notation.checked_game import CheckedGame
from handsight.notation.hanabi.file_formats import FORMATS, summary
from handsight.notation.hanabi.table_text import score_text
from handsight.text.counting_from_one import turn_number
from handsight.text.diagnostics import Problem, problem_json
from handsight.web.games import CONVENTION_NAMES, judging_bot, offered_conventions
from handsight.web.hanabi.convention_reading import reading_json
from handsight.web.hanabi.table_view import board, choices, log_lines, seen_by, variant_view
from handsight.web.hanabi.tried_line import MOST_MOVES, Line, move_word, read_line
from handsight.web.server.game_table import OPEN

Row = dict[str, Any]
AROUND = 60
"""Characters of a text that are shown before and after the place of a problem."""


class HanabiReplay:
    """A recorded game, as far as it is valid, and what is wrong with the rest.

    It is game *number* (from 1) of the *games* in *text*, from which the place of each problem is quoted.
    """

    page = "hanabi"

    def __init__(  # noqa: PLR0913  # what a replay is made of
        self,
        checked: CheckedGame[Game],
        text: str,
        *,
        number: int = 1,
        games: int = 1,
        line: Line | None = None,
        by: str = "",
    ) -> None:
        self.checked = checked
        self.text = text
        self.number = number
        self.games = games
        self.line = line
        """The moves tried in place of the game's own; None if this is the recorded game itself."""
        self.by = by
        """The convention whose reading `everything` includes; empty for none."""
        self.knowledge = lru_cache(1 << 12)(lambda turn, seat: Knowledge(view(self.game.states[turn], seat)))
        self.reading = cache(lambda by: reading_json(self.game, by))
        """The game as a convention reads it."""
        self.information = cache(lambda: [gain.to_json() for gain in information_gains(self.game.states)])
        """How much information each move gave each seat, in bits."""
        self.open_hands = cache(self._open_hands)

    @property
    def game(self) -> Game:
        """The game that was read, or RequestError if there is none."""
        if self.checked.game is None:
            raise RequestError("no-game", "there is no turn of this game that could be shown")
        return self.checked.game

    @property
    def title(self) -> str:
        """The players and the variant."""
        return f"{' · '.join(self.game.seats)} – {self.variant.name}"

    @property
    def variant(self) -> Variant:
        """The variant that was played."""
        return self.game.setup.terms.variant

    @property
    def last(self) -> int:
        """The index of the last turn: how many actions were taken."""
        return len(self.game.states) - 1

    @property
    def without_reasons(self) -> bool:
        """Whether clues or played cards stay hidden, so that finding all reasons would take minutes."""
        terms = self.game.setup.terms
        return self.variant.face_down or any(hidden_clue_part(terms, seat) for seat in range(terms.players))

    @property
    def left_out(self) -> tuple[str, ...]:
        """What `everything` leaves out, in words."""
        said = "reasons, and what others may think (they take long to find here)"
        return (said,) if self.without_reasons else ()

    def with_line(self, text: str) -> "HanabiReplay":
        """Return the hypothetical in which other moves are made from some turn on, or raise InputError.

        The cards that are drawn are those of the game's own deck.
        """
        line = read_line(text)
        self._check(line.turn)
        checked = CheckedGame(self.checked.label, line.played(self.game), (), ())
        return self._with(checked=checked, line=line)

    def with_notes(self, notes: tuple[tuple[str, ...], ...]) -> "HanabiReplay":
        """Return the replay with other notes on its cards."""
        game = msgspec.structs.replace(self.game, notes=notes[: len(self.game.seats)])
        return self._with(checked=msgspec.structs.replace(self.checked, game=game))

    def read_by(self, by: str) -> "HanabiReplay":
        """Return the same replay, but `everything` includes how a convention reads the game."""
        return self._with(by=by)

    def _with(self, **changes: Any) -> "HanabiReplay":
        parts = {name: getattr(self, name) for name in ("checked", "text", "number", "games", "line", "by")}
        return HanabiReplay(**parts | changes)

    def exports(self) -> list[Row]:
        """Return the game in every format, or why a format cannot hold it.

        A hypothetical is written as a game of its own: no format holds other moves beside a game's.
        """
        return list(_exports(self.game, self.line))

    def best_fit(self, until: int) -> Row:
        """Return the bot that fits the players best, judged by their first *until* moves alone."""
        from handsight.analysis.analysis_rows import NamedGame
        from handsight.analysis.hanabi.analyse import AUTO, chosen_settings
        from handsight.analysis.hanabi.turn_analysis import AnalysisSettings

        self._check(until)
        settings, reason = chosen_settings([NamedGame("", self.game, (until,))], AnalysisSettings(AUTO))
        return {"by": settings.by, "reason": reason, "until": until}

    def _open_hands(self, turn: int) -> Row:
        """Return the best score still reachable from a turn by players who know all cards."""
        from handsight.analysis.hanabi.turn_analysis import OPEN_NODES
        from handsight.search.open_hands import solve_state

        self._check(turn)
        solved = solve_state(self.game.states[turn], nodes=OPEN_NODES)
        return {"turn": turn, "best": solved.best, "proved": solved.proved, "bound": solved.bound}

    def played_on(self, turn: int, by: str) -> Row:
        """Return the line of moves in which a bot in all seats plays on from a turn, with the game's deck.

        Each seat decides by what it sees; only the order of the deck is taken from the game.
        """
        self._check(turn)
        state = self.game.states[turn]
        terms = self.game.setup.terms
        spec = judging_bot("hanabi", by, terms.players)  # a browser named it
        if why := spec.unsuitable(terms):
            raise InputError(f"{spec.name} cannot play here: {why}; choose another bot")
        seats = [
            BotSeat(spec, hanabi, terms, seat, partial(stream, 0, turn, seat), where="a line that is tried")
            for seat in range(terms.players)
        ]
        start = turn if self.line is None or turn < self.line.turn else self.line.turn
        words = [move_word(action) for action in self.game.actions[start:turn]]
        while not state.over and len(words) < MOST_MOVES:
            decision, state = seats[state.seat].play(state)
            words.append(move_word(decision.action))
        return {"line": ".".join([str(start + 1), *words]), "score": state.score, "turn": start + len(words)}

    def choices(self, turn: int) -> Row:
        """Return what the player to move at a turn may do, in place of what was done."""
        self._check(turn)
        return choices(self.game.states[turn])

    def head(self) -> Row:
        """Return what the page needs once: the players, every move in words, every problem in its place."""
        head: Row = {
            "game": self.page,
            "label": self.checked.label,
            "number": self.number,
            "games": self.games,
            "summary": summary(self.checked),
            "problems": [_problem(problem, self.text) for problem in self.checked.problems],
            "notices": list(self.checked.notices),
            "turns": None,
        }
        if self.checked.game is None:
            return head
        opening, logs = self.game.states[0], self._logs()
        return head | {
            "turns": self.last,
            "score_text": score_text(self.game.final),
            "names": self.game.seats,
            "rules": variant_view(opening),
            "log": logs[0],
            "logs": {seat: log for seat, log in enumerate(logs[1:]) if log != logs[0]},
            "exports": self.exports(),
            "notes": self.game.notes,
            "bots": self.game.bots,
            "reasons": self.game.reasons,
            "line": None if self.line is None else {"turn": self.line.turn, "text": self.line.text},
            "conventions": self._conventions(),
            "convention_names": CONVENTION_NAMES,
        }

    def _conventions(self) -> list[str]:
        """Return the conventions by which the page offers to read the game, the default one first."""
        terms = self.game.setup.terms
        try:
            check_supported(terms)
        except InputError:
            return []
        first = self.by or ("duet" if terms.players == 2 else "h-group-2")
        return list(dict.fromkeys((first, *offered_conventions())))

    def moment(self, turn: int, seat: int | None = None) -> Row:
        """Return the table at a turn as a seat sees it (None: all cards), and what seats know."""
        self._check(turn, seat)
        if seat is None:
            seats = [self.knowledge(turn, at).to_json() for at in range(len(self.game.seats))]
            return {"turn": turn, "picture": self._picture(turn, OPEN), "seats": seats}
        return {
            "turn": turn,
            "picture": self._picture(turn, seat),
            "seats": [self.knowledge(turn, seat).to_json()],
            "nested": self._nested(turn, seat),
            "unseen": self._unseen(turn, seat),
        }

    def why(self, turn: int, seat: int, slot: int) -> Row:
        """Return why a seat knows what it knows of a card, and since which turn."""
        self._check(turn, seat)
        explanation = explain(
            self.game, seat=seat, slot=slot, turn=turn, known=lambda at: self.knowledge(at, seat)
        )
        return explanation.to_json(self.game.seats)

    def everything(self) -> Row:
        """Return all that `moment`, `why` and `information` can answer.

        Where clues or played cards are hidden, reasons and nested knowledge take minutes for a whole game;
        they are left out, and `without_reasons` is true.
        """
        turns, seats = range(self.last + 1), range(len(self.game.seats))
        found: Row = {
            "without_reasons": self.without_reasons,
            "knowledge": [self.moment(turn)["seats"] for turn in turns],
            "pictures": [[self._picture(turn, seat) for turn in turns] for seat in (OPEN, *seats)],
            "unseen": [[self._unseen(turn, seat) for turn in turns] for seat in seats],
            "information": self.information(),
        }
        if self.by:
            found["reading"] = self.reading(self.by)
        if self.without_reasons:
            return found
        nested = [[self._nested(turn, seat) for turn in turns] for seat in seats]
        reasons = [row for turn in turns for seat in seats for row in self._reasons(turn, seat)]
        return found | {"nested": nested, "reasons": reasons}

    def _check(self, turn: int, seat: int | None = None) -> None:
        if not 0 <= turn <= self.last:
            raise InputError(
                f"there is no turn {turn_number(turn)}; this game has turns 1 to {turn_number(self.last)}"
            )
        if seat is not None and not 0 <= seat < len(self.game.seats):
            raise InputError(f"there is no seat {seat}; the seats are 0 to {len(self.game.seats) - 1}")

    def _picture(self, turn: int, seat: int) -> Row:
        """Return the table at a turn as a seat, or OPEN, sees it."""
        shown: Row = msgspec.to_builtins(board(self.game.states[turn], seat))
        return shown

    def _logs(self) -> list[list[Row]]:
        """Return the log with nothing hidden, and as each seat saw it."""
        views = [seen_by(self.game.final, at) for at in (OPEN, *range(len(self.game.seats)))]
        return [msgspec.to_builtins(log_lines(seen, self.game.seats)) for seen in views]

    def _nested(self, turn: int, seat: int) -> dict[int, list[Row]]:
        """Return, for each other seat, what a seat knows of what that one knows of its own cards."""
        seen = view(self.game.states[turn], seat)
        others = (at for at in range(len(self.game.seats)) if at != seat)
        return {at: [card.to_json() for card in nested_knowledge(seen, at)] for at in others}

    def _unseen(self, turn: int, seat: int) -> list[Row]:
        """Return what a seat knows of cards in other hands that it may not look at."""
        evidence = self.knowledge(turn, seat).evidence
        held = {order for hand in evidence.view.hands for order in hand}
        dealt = [
            order for order in evidence.orders if order in held or not isinstance(evidence.deal, FaceDownDeal)
        ]
        rows = []
        for order, ways in list(zip(dealt, evidence.deal.marginals, strict=True))[evidence.hand_size :]:
            if order in held:
                chances = zip(self.variant.cards, ways, strict=True)
                total = sum(ways)
                likely = {self.variant.text(card): round(n / total, 12) for card, n in chances if n}
                rows.append({"order": order, "possible": list(likely), "probability": likely})
        return rows

    def _reasons(self, turn: int, seat: int) -> Iterator[Row]:
        """Yield the reasons for every card about which the seat is certain of something."""
        for card in self.knowledge(turn, seat):
            if card.certain:
                yield self.why(turn, seat, card.slot)


def _problem(problem: Problem, text: str) -> Row:
    """Return a problem, with the text around its place."""
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


def _exports(game: Game, line: Line | None) -> Iterator[Row]:
    """Yield the game in every format, or why a format cannot hold it; a link opens where the line begins."""
    turn = None if line is None else turn_number(line.turn)
    left_out = () if line is None else (f"the moves that were made in the game from turn {turn} on",)
    for name, form in FORMATS.items():
        if form.writer is None:
            continue
        row: Row = {"name": name, "about": form.about, "suffix": form.suffix}
        try:
            written = form.write(game)
            text = written.text if line is None else _of_line(name, written.text, turn)
            yield row | {"text": text, "lost": (*written.lost, *left_out)}
        except InputError as error:
            yield row | {"error": str(error)}


def _of_line(format_name: str, text: str, turn: int | None) -> str:
    """Add to an export that its moves from a turn on were only tried, if the format can say so."""
    if format_name == "url":
        return f"{text.rstrip()}#{turn}\n"
    if format_name == "log":
        return f"# a hypothetical: the moves from turn {turn} on were tried, not played\n{text}"
    return text
