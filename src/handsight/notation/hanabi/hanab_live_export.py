"""hanab.live exports: one game, a list of games, or one on each line."""

from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from handsight import hanabi
from handsight.errors import InputError
from handsight.hanabi.characters import read_character, write_character
from handsight.notation.checked_game import Written
from handsight.notation.hanabi import hanab_live_schema as schema
from handsight.notation.hanabi import hanab_live_seeds
from handsight.notation.hanabi.hanab_live_schema import ActionType, Export, ExportedAction
from handsight.notation.hanabi.validation import ParsedGame, ParsedMove
from handsight.text.diagnostics import Position, Problem
from handsight.text.json_positions import JsonChunk, chunks

VOTE, TERMINATED = 10, 4
MOST_GAMES, MOST_ACTIONS = 50_000, 1_000
"""The most games of a file, and the most actions of a game, that are read; real games are far shorter."""
OLD = (
    "this file is from before April 2020, when actions had other codes; download the game again with --fetch"
)
TYPES = "0 play, 1 discard, 2 colour clue, 3 number clue, 4 end and 5 end by vote"


def read(text: str) -> list[ParsedGame]:
    """Read every game of an export."""
    games = list(islice(chunks(text), MOST_GAMES + 1))
    if 0 < len(games) <= MOST_GAMES:
        noticed: set[str] = set()
        return [_parse(chunk, noticed) for chunk in games]
    text = f"the file holds more than {MOST_GAMES:,} games; split it" if games else "the file holds no game"
    return [ParsedGame(None, problems=(Problem("no-game", text, position=Position(1)),))]


def _parse(chunk: JsonChunk, noticed: set[str]) -> ParsedGame:
    export, problems = schema.decode(chunk)
    if export is not None and not (export.deck or export.actions or export.seed):
        reason = schema.not_an_export(msgspec.json.decode(chunk.text))
        if reason:
            export, problems = None, [Problem("not-a-game", reason, position=chunk.position())]
    if export is None:
        return ParsedGame(None, problems=tuple(problems), position=chunk.position())
    return _ExportReader(chunk, export, problems, noticed).parse()


class _ExportReader:
    """Parses one export, and collects problems and notices."""

    def __init__(self, chunk: JsonChunk, export: Export, problems: list[Problem], noticed: set[str]) -> None:
        self.chunk = chunk
        self.export = export
        self.problems = problems
        self.noticed = noticed
        self.notices: list[str] = []
        self.options = export.options or {}

    def parse(self) -> ParsedGame:
        """Return the game with its terms, deck and actions; if it has no terms, only its problems."""
        export = self.export
        terms = self._terms()
        if terms is None:
            return ParsedGame(None, problems=tuple(self.problems), position=self.chunk.position())
        deck = self._deck(terms)
        moves = self._moves(terms)
        self._remarks(terms)
        return ParsedGame(
            terms,
            deck,
            moves=moves,
            names=export.names or hanabi.SEAT_NAMES[: terms.players],
            notes=self._notes(),
            id=export.id,
            seed=export.seed,
            extras=schema.extras_of(self.options, terms),
            bots=self._bots(terms.players),
            reasons=tuple(export.handsight.reasons[:MOST_ACTIONS]) if export.handsight else (),
            position=self.chunk.position(),
            find=lambda part, index: self.chunk.find((part, index)),
            problems=tuple(self.problems),
            notices=tuple(self.notices),
            retry=schema.retry_for_six(terms),
        )

    def _problem(self, code: str, text: str, *path: str | int, turn: int | None = None) -> None:
        self.problems.append(Problem(code, text, turn, self.chunk.find(path)))

    def _terms(self) -> hanabi.Terms | None:
        export = self.export
        old = next((turn for turn, shape in enumerate(export.actions or ()) if shape.clue is not None), None)
        if old is not None:
            self._problem("bad-action", OLD, "actions", old, turn=0)
            return None
        faults = list(schema.option_problems(self.options))
        for name, text in faults:
            self._problem("bad-option", text, "options", name)
        if faults:
            return None
        players, chosen = len(export.names), self.options.get("variant") or export.variant
        try:
            if export.seed and not (export.deck and players):
                dealt = hanab_live_seeds.deal(export.seed)
                players = players or dealt.players
                chosen = chosen or (None if export.deck else dealt.variant.name)
        except InputError as error:
            self._problem("bad-seed", str(error), "seed")
            return None
        agreed = self.options | {"variant": chosen}
        rules = schema.read_house_rules(export.house_rules or {})
        try:
            terms = schema.read_terms(players, agreed, rules)
        except InputError as error:
            part = "players" if not 2 <= players <= 6 else "options"
            self._problem("bad-option", str(error), part)
            return None
        try:
            return replace(terms, characters=self._characters())
        except InputError as error:
            self._problem("bad-character", str(error), "characters")
            return None

    def _characters(self) -> tuple[hanabi.Character | None, ...]:
        """Return the character of each player; an unknown one counts as none, with a notice."""
        found: list[hanabi.Character | None] = []
        for shape in self.export.characters or ():
            try:
                found.append(read_character(shape.name, shape.metadata) if shape else None)
            except InputError as error:
                self.notices.append(f"{error}; it changes nothing")
                found.append(None)
        return tuple(found)

    def _notes(self) -> tuple[tuple[str, ...], ...]:
        """Return each player's notes; lists beyond the number of players are left out, with a notice."""
        rows, players = self.export.notes or (), len(self.export.names)
        if any(rows[players:]):
            self.notices.append(f"the file has notes of {len(rows)} players, but only {players} play")
        return tuple(tuple(row or ()) for row in rows[:players])

    def _bots(self, players: int) -> tuple[str, ...]:
        """Return the bot of each player, where the file tells one for each."""
        bots = self.export.handsight.bots if self.export.handsight else []
        return tuple(bots) if len(bots) == players else ()

    def _deck(self, terms: hanabi.Terms) -> tuple[hanabi.Card, ...]:
        export = self.export
        if not export.deck:
            return hanab_live_seeds.deal(export.seed).deck if export.seed else ()
        cards = tuple(hanabi.Card(shape.suit_index, shape.rank) for shape in export.deck)
        mismatch = hanab_live_seeds.seed_mismatch(export.seed, terms, cards) if export.seed else None
        if mismatch:
            self.notices.append(mismatch)
        return cards

    def _moves(self, terms: hanabi.Terms) -> tuple[ParsedMove, ...]:
        moves = []
        for turn, shape in enumerate((self.export.actions or ())[:MOST_ACTIONS]):
            try:
                moves.append(ParsedMove(action(shape, terms.players)))
            except InputError as error:
                self._problem("bad-action", str(error), "actions", turn, turn=turn)
                break
        return tuple(moves)

    def _remarks(self, terms: hanabi.Terms) -> None:
        export = self.export
        for name in schema.unknown_options(self.options):
            self.notices.append(f"option {name} is not known and changes nothing")
        for name in schema.unknown_house_rules(export.house_rules or {}):
            self.notices.append(f"house rule {name} is not known and changes nothing")
        self.notices += hanabi.unenforced_rules(terms, export.names)
        if self.options.get(schema.CHARACTERS) and not export.characters:
            self.notices.append("the players had characters, which the file does not name")
        if export.suits and "suits" not in self.noticed:
            self.noticed.add("suits")
            named = ", ".join(export.suits)
            self.notices.append(f"the file calls its suits {named}; here they have the variant's names")


def action(shape: ExportedAction, players: int) -> hanabi.Action:
    """Return the action that a type, a target and a value encode."""
    match shape.type:
        case ActionType.PLAY:
            return hanabi.Play(shape.target)
        case ActionType.DISCARD:
            return hanabi.Discard(shape.target)
        case ActionType.COLOR_CLUE if shape.value is not None:
            return hanabi.GiveClue(shape.target, hanabi.Clue("color", shape.value))
        case ActionType.NUMBER_CLUE if shape.value is not None:
            return hanabi.GiveClue(shape.target, hanabi.Clue("number", shape.value))
        case ActionType.COLOR_CLUE | ActionType.NUMBER_CLUE:
            raise InputError("a clue needs a value: the index of a colour, or a number")
        case ActionType.END | ActionType.END_BY_VOTE:
            return _stop(shape, players)
    raise InputError(f"there is no action of type {shape.type!r}; types are {TYPES}")


def _stop(shape: ExportedAction, players: int) -> hanabi.Stop:
    code = shape.value or TERMINATED
    if shape.type == ActionType.END_BY_VOTE and not shape.value:
        code = VOTE
    reason = next((reason for reason in hanabi.STOP_REASONS if reason.code == code), None)
    if reason is None:
        codes = ", ".join(f"{known.code} {known.word}" for known in hanabi.STOP_REASONS)
        raise InputError(f"no end has the code {code}; codes are {codes}")
    if not -1 <= shape.target < players:
        raise InputError(
            f"seat {shape.target} cannot end the game; seats are 0 to {players - 1}, or -1 for none"
        )
    return hanabi.Stop(None if shape.target == -1 else shape.target, reason)


def write(*games: hanabi.HanabiRecord) -> Written:
    """Write games as exports, one on a line; nothing is lost."""
    return Written("".join(map(_export, games)))


def _export(game: hanabi.HanabiRecord) -> str:
    setup = game.setup
    options = schema.write_options(setup.terms, game.extras)
    export: dict[str, Any] = {} if game.id is None else {"id": game.id}
    export["players"] = game.seats
    export["deck"] = [{"suitIndex": card.suit, "rank": card.rank} for card in setup.deck]
    export["actions"] = [
        {"type": kind, "target": target, "value": value or 0}
        for kind, target, value in map(encode, game.actions)
    ]
    if options:
        export["options"] = options
    if game.notes:
        export["notes"] = game.notes
    if setup.terms.characters:
        export["characters"] = [write_character(character) for character in setup.terms.characters]
    if game.seed is not None:
        export["seed"] = game.seed
    if game.bots or game.reasons:
        export["handsight"] = {"bots": game.bots, "reasons": game.reasons}
    house = schema.write_house_rules(setup.terms.rules)
    if house:
        export["house_rules"] = house
    return msgspec.json.encode(export).decode() + "\n"


def encode(action: hanabi.Action) -> tuple[ActionType, int, int | None]:
    """Return the type, the target (-1 for no seat) and the value of an action."""
    match action:
        case hanabi.Play(order):
            return ActionType.PLAY, order, None
        case hanabi.Discard(order):
            return ActionType.DISCARD, order, None
        case hanabi.GiveClue(seat, clue):
            kind = ActionType.COLOR_CLUE if clue.kind == "color" else ActionType.NUMBER_CLUE
            return kind, seat, clue.value
        case hanabi.Stop(who, reason):
            kind = ActionType.END_BY_VOTE if reason.code == VOTE else ActionType.END
            return kind, -1 if who is None else who, reason.code
