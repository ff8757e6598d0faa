"""The game-log language: a deck and the actions taken, as people write them down.

`read` parses whatever is written, with a problem for every word that means nothing, and leaves the rules to
validation. `write` puts one statement on a line.
"""

from collections.abc import Iterator

from msgspec import Struct, field

from handsight import hanabi
from handsight.notation.checked_game import Written
from handsight.notation.hanabi.log_settings import (
    LOG,
    SETTINGS,
    Seats,
    Settings,
    spell,
    vocabulary,
    write_settings,
)
from handsight.notation.hanabi.table_text import clue_name
from handsight.notation.hanabi.validation import ParsedGame, ParsedMove
from handsight.text.diagnostics import Position, Problem
from handsight.text.front_end import (
    MOST_DIGITS,
    Fault,
    Statement,
    Word,
    WordDiagnostics,
    WordError,
    read_number,
    read_text,
)
from handsight.text.suggestions import quote, remedy

MOST_LETTERS, MOST_WORDS = 5_000_000, 50_000
ACTIONS = ("play", "discard", "clue", "stop")
SECTIONS = ("setting", "card", "action")
"""The parts of a log, in this sequence; notes may be anywhere."""
LAST_NOTE = 999
"""The highest card number that a note may have: far beyond any deck."""
REASONS = {reason.word: reason for reason in hanabi.STOP_REASONS}

Items = list[Statement | Fault]


def read(text: str, *, players: int | None = None) -> list[ParsedGame]:
    """Read the game of a log; *players* says how many play where the log does not."""
    words = len(text.split()) if len(text) <= MOST_LETTERS else MOST_WORDS
    if len(text) > MOST_LETTERS or words > MOST_WORDS:
        most = f"at most {MOST_LETTERS:,} letters and {MOST_WORDS:,} words can be read"
        message = f"the text is too long for the log of one game: {most}"
        return [ParsedGame(None, problems=(Problem("too-long", message),))]
    plain = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n").replace("\r", "\n")
    return [build_game(LOG.statements(plain), WordDiagnostics(plain.split("\n")), players)]


def write(game: hanabi.HanabiRecord) -> Written:
    """Write a game as a log."""
    settings, lost = write_settings(game)
    words = vocabulary(game.setup.terms.variant)
    cards = [f"Card {words.card(card)}" for card in game.setup.deck]
    actions = [
        action_line(game.setup.terms.variant, state.seat, action)
        for state, action in zip(game.states, game.actions, strict=False)
    ]
    if any(len(row) > LAST_NOTE + 1 for row in game.notes):
        lost.append(f"notes on cards beyond {LAST_NOTE}")
    sections = (settings, cards, actions, list(_notes(game)))
    return Written(
        "\n".join("".join(f"{line}\n" for line in lines) for lines in sections if lines), tuple(lost)
    )


def action_line(variant: hanabi.Variant, seat: int, action: hanabi.Action) -> str:
    """Return an action as a line of the log language."""
    match action:
        case hanabi.Play(order):
            return f"P{seat} plays {order}"
        case hanabi.Discard(order):
            return f"P{seat} discards {order}"
        case hanabi.GiveClue(target, clue):
            return f"P{seat} clues P{target} {clue_name(variant, clue)}"
        case hanabi.Stop(who, reason):
            return f"End {reason.word}" if who is None else f"P{who} ends {reason.word}"


def _notes(game: hanabi.HanabiRecord) -> Iterator[str]:
    for seat, row in enumerate(game.notes):
        for order, text in enumerate(row[: LAST_NOTE + 1]):
            if text or order == len(row) - 1:
                yield f"Note P{seat} {order} {spell(text, quoted=True)}"


def build_game(items: Items, diagnostics: WordDiagnostics, players: int | None) -> ParsedGame:
    """Return the game that a log describes; *players* is how many play, where the log does not say."""
    settings = Settings(diagnostics, Seats(players))
    notices = _read_settings(items, settings)
    terms = settings.terms()
    body = _Body(diagnostics, settings)
    for item, section in zip(items, _sections(items), strict=True):
        body.read(item, section)
    problems = sorted(diagnostics.problems, key=lambda problem: problem.position or Position(0, 0))
    if len(problems) > LOG.most_faults:
        text = f"there are more than {LOG.most_faults:,} problems; is this the log of a Hanabi game?"
        terms, problems[LOG.most_faults :] = (
            None,
            [Problem("too-many-problems", text, None, problems[LOG.most_faults].position)],
        )
    if settings.variant is None:  # then its suits and colours have no numbers yet
        body.deck, body.deck_positions, body.moves = [], [], []
    return ParsedGame(
        terms,
        tuple(body.deck),
        tuple(body.deck_positions),
        tuple(body.moves),
        settings.seats.names,
        body.every_note(),
        settings.id,
        settings.seed,
        tuple(settings.extras.items()),
        problems=tuple(problems),
        notices=notices,
        deck_cut=not body.deck_open,
    )


def _sections(items: Items) -> list[str]:
    """Return the part of the log that each item belongs to; a fault of no kind belongs to what follows it."""
    sections, after = list[str](), "action"
    for item in reversed(items):
        kind = item.kind
        sections.append("setting" if kind in SETTINGS else "action" if kind in ACTIONS else kind or after)
        after = after if kind == "note" else sections[-1]
    return sections[::-1]


def _read_settings(items: Items, settings: Settings) -> tuple[str, ...]:
    """Read the settings, wherever they are, and find out how many play; return notices."""
    notices: tuple[str, ...] = ()
    for kind in SETTINGS:
        for item in items:
            if item.kind == kind and isinstance(item, Statement):
                settings.read(item)
            elif item.kind == kind:
                settings.sound = False
                settings.variant = None if kind == "variant" else settings.variant
        if kind == "players" and settings.sound and settings.seats.players is None:
            settings.seats, notices = _infer_players(items, settings.diagnostics)
            settings.sound = settings.seats.players is not None
    return notices


def _infer_players(items: Items, diagnostics: WordDiagnostics) -> tuple[Seats, tuple[str, ...]]:
    """Infer the number of players from the seats that are mentioned, or report why that is not possible."""
    statements = [item for item in items if isinstance(item, Statement)]
    seats = [
        word
        for item in statements
        for word in item.words
        if word.kind == "SEAT" and len(word.text) <= MOST_DIGITS
    ]
    names = [word for item in statements for word in _seat_words(item) if word.kind != "SEAT"]
    if not seats and names:
        text = "how many play cannot be inferred from names; write a line such as 'Players Alice Bob' first"
        diagnostics.refuse(WordError(names[0], text, "players-unknown"))
        return Seats(), ()
    if not seats:
        return Seats(2), ("no seat is mentioned, so 2 players are assumed; a line 'Players 2' would say it",)
    highest = max(seats, key=_seat_number)
    players = max(2, _seat_number(highest) + 1)
    if players not in hanabi.HAND_SIZES:
        text = f"{highest.text} is mentioned, but Hanabi is for 2 to 6 players: seats are P0 to P5"
        diagnostics.refuse(WordError(highest, text, "unknown-seat"))
        return Seats(), ()
    why = f"{highest.text.upper()} is the highest seat mentioned"
    return Seats(players), (
        f"{why}, so {players} players are inferred; a line 'Players {players}' would say it",
    )


def _seat_number(word: Word) -> int:
    return int(word.text[1:])


def _seat_words(statement: Statement) -> tuple[Word, ...]:
    """Return the words of a statement that name seats."""
    match statement.kind, statement.words:
        case "clue", (actor, _, target, _):
            return actor, target
        case ("play" | "discard", (actor, *_)) | ("note" | "character", (_, actor, *_)):
            return (actor,)
        case "stop", (actor, *_) if actor.kind != "END":
            return (actor,)
    return ()


class _Body(Struct):
    """Cards, actions and notes as they are read; deck and moves stop at the first thing wrong in them."""

    diagnostics: WordDiagnostics
    settings: Settings
    deck: list[hanabi.Card] = field(default_factory=list)
    deck_positions: list[Position] = field(default_factory=list)
    deck_open: bool = True
    moves: list[ParsedMove] = field(default_factory=list)
    moves_open: bool = True
    notes: dict[tuple[int, int], str] = field(default_factory=dict)
    reached: int = 0
    """The section that the log has reached, as an index of SECTIONS."""
    misplaced: set[str] = field(default_factory=set)
    """The sections of which some line came too late."""

    def read(self, item: Statement | Fault, section: str) -> None:
        """Read one item."""
        if isinstance(item, Fault):
            self.diagnostics.report(item.line, item.column, item.message)
            self.deck_open = self.deck_open and section != "card"
            self.moves_open = self.moves_open and section != "action"
            return
        self._check_section(item, section)
        try:
            if section == "card":
                card = self._card(item.words)
                if self.deck_open:
                    self.deck.append(card)
                    self.deck_positions.append(self.diagnostics.position(*item.words[0][2:]))
            elif section == "action":
                move = self._move(item)
                if self.moves_open:
                    self.moves.append(move)
            elif section == "note":
                self._note(item.words)
        except WordError as error:
            self.diagnostics.refuse(error)
            self.deck_open = self.deck_open and section != "card"
            self.moves_open = self.moves_open and section != "action"
        self.diagnostics.turn += section == "action"

    def _check_section(self, item: Statement, section: str) -> None:
        if section not in SECTIONS:
            return
        at = SECTIONS.index(section)
        if at < self.reached and section not in self.misplaced:
            what = ("settings come before the cards", "cards come before the actions")[at]
            text = f"{what}; move this line, and any like it, up"
            self.diagnostics.refuse(WordError(item.words[0], text, "out-of-order"))
            self.misplaced.add(section)  # once is enough
        self.reached = max(self.reached, at)

    def _card(self, words: tuple[Word, ...]) -> hanabi.Card:
        known, (_, *named, ranked) = vocabulary(self.settings.variant), words
        name = " ".join(word.text for word in named)
        suit, rank = known.suits.get(name.casefold()), known.ranks.get(ranked.text.casefold().lstrip("0"))
        if suit is None:
            text = f"{quote(name)} is not a suit of {known.variant}{remedy(name, known.suit_names)}"
            raise WordError(named[0], text)
        if rank is None:
            text = f"{quote(ranked.text)} is not a rank of {known.variant}{remedy(ranked.text, known.ranks)}"
            raise WordError(ranked, text)
        return hanabi.Card(suit, rank)

    def _move(self, statement: Statement) -> ParsedMove:
        seats, words = self.settings.seats, statement.words
        actor = self.diagnostics.position(*words[0][2:])
        if statement.kind == "stop":
            return ParsedMove(self._stop(words), None, actor)
        seat = seats.read(words[0])
        position = self.diagnostics.position(*words[2][2:])
        if statement.kind == "clue":
            given = hanabi.GiveClue(seats.read(words[2]), self._clue(words[3]))
            return ParsedMove(given, seat, position, actor)
        take = hanabi.Play if statement.kind == "play" else hanabi.Discard
        return ParsedMove(take(read_number(words[2])), seat, position, actor)

    def _clue(self, word: Word) -> hanabi.Clue:
        known = vocabulary(self.settings.variant)
        clue = known.clues.get(word.text.casefold().lstrip("0"))
        if clue is None:
            text = f"{quote(word.text)} is not a clue of {known.variant}{remedy(word.text, known.clue_names)}"
            raise WordError(word, text)
        return clue

    def _stop(self, words: tuple[Word, ...]) -> hanabi.Stop:
        seat = None if words[0].kind == "END" else self.settings.seats.read(words[0])
        given = words[-1].text if words[-1].kind == "REASON" else "terminated"
        reason = REASONS.get(given.casefold())
        if reason is None:
            text = f"{quote(given)} is not a reason to end a game{remedy(given, REASONS)}"
            raise WordError(words[-1], text)
        return hanabi.Stop(seat, reason)

    def _note(self, words: tuple[Word, ...]) -> None:
        seat, order, text = self.settings.seats.read(words[1]), read_number(words[2]), read_text(words[3])
        if not 0 <= order <= LAST_NOTE:
            raise WordError(words[2], f"there is no card {order}; expected a number from 0 to {LAST_NOTE}")
        if (seat, order) in self.notes and self.settings.seats.players is not None:
            already = f"P{seat} has a note on card {order} already; join the two"
            self.diagnostics.refuse(WordError(words[0], already, "said-twice"))
        self.notes.setdefault((seat, order), text)

    def every_note(self) -> tuple[tuple[str, ...], ...]:
        """Return each player's notes, by the number of the card."""
        if not self.notes:
            return ()
        ends = [max((o + 1 for s, o in self.notes if s == seat), default=0) for seat in range(6)]
        rows = (
            tuple(self.notes.get((seat, order), "") for order in range(end)) for seat, end in enumerate(ends)
        )
        return tuple(rows)[: self.settings.seats.players]
