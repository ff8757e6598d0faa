"""Save files of Fabrigoule and Guillot's terminal game: a Python text, which is parsed and never run.

It assigns `players`, `cards` (the deck from its top) and `moves`, which is what was typed: ``p3`` plays and
``d2`` discards by position (1 is the oldest card, ``d`` alone means 1), ``cR`` or ``c1`` clues the next
player, ``cRB`` the player with that initial, ``c12`` the player two seats on. Everything else that was typed,
and everything that the program refused, is listed too and took no turn.

Versions of the program differ, and a file does not say which one wrote it. Some counted a clue that touches
nothing as a turn; some spent a clue token on ``cRed`` before they refused it, so that a discard with all
tokens followed; and `players` may begin with the player to move. The plain interpretation is taken unless by
it people went on typing after the game was over; then the plainest one that explains what they typed.
"""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from handsight import hanabi
from handsight.errors import IllegalActionError, InputError
from handsight.notation.hanabi.validation import ParsedGame, ParsedMove
from handsight.text.diagnostics import Position, Problem

COLORS = ("Red", "Yellow", "Green", "Blue", "Purple")
ALIASES = {"White": "Purple"}
"""Other names of colours: the program that this one was forked from has white in place of purple."""
PROGRAM_NAMES = ("Alice", "Benji", "Clara", "Dante", "Elric")
"""The players that the program seats by itself, in this order."""
NO_ACTIONS = "x?>l"
"""First letters of entries that are not actions: look at the table, ask for advice, run Python, load."""

MOST, LONGEST = 5_000, 200_000
"""The most entries and characters of a file that is read."""

_CLUE = re.compile(r"c(?P<hint>[1-5RBGWPYrbgwpy])(?P<target>[A-Z0-9])?")
_SLOT = re.compile(r"(?P<verb>[pd])\s*(?P<position>\d{0,2})\s*")


class Entry(NamedTuple):
    """Something that was typed, and its position."""

    text: str
    position: Position


class Interpretation(NamedTuple):
    """One interpretation of the entries: seats, terms, the legal moves, the entries that were not legal.

    *late* counts the entries after the end of the game, which nobody can have typed.
    """

    names: tuple[str, ...]
    terms: hanabi.Terms
    moves: tuple[ParsedMove, ...]
    refused: tuple[Entry, ...]
    late: int
    last: hanabi.State


def read(text: str) -> list[ParsedGame]:
    """Read one save file."""
    try:
        return [_interpreted(*parse(text))]
    except InputError as error:
        position = Position(error.line or 1, error.column)
        problem = Problem("bad-save", error.message, position=position)
        return [ParsedGame(None, problems=(problem,), position=position)]


def _interpreted(save: ParsedGame, entries: list[Entry]) -> ParsedGame:
    plain = hanabi.Terms(len(save.names), hanabi.variant("No Variant"))
    try:
        hanabi.deal(hanabi.Setup(plain, save.deck))
    except IllegalActionError as error:
        raise InputError(str(error)) from None
    if not set(save.deck) <= set(plain.variant.cards):
        return replace(save, terms=plain)  # validation names the cards that do not belong
    chosen = best_interpretation(save, entries, plain)
    notices = (*save.notices, *_notices(save, entries, plain, chosen))
    return replace(save, terms=chosen.terms, names=chosen.names, moves=chosen.moves, notices=notices)


def _notices(
    save: ParsedGame, entries: list[Entry], plain: hanabi.Terms, chosen: Interpretation
) -> Iterator[str]:
    if chosen.names != save.names:
        yield f"the file begins with the player to move; {chosen.names[0]} sat first"
    if chosen.terms.empty_clues:
        yield "a clue that touches nothing took a turn here: read as if emptyClues were allowed"
    if chosen.terms.rules != plain.rules:
        yield "a refused clue took a token here: read as if discarding with all tokens were allowed"
    skipped = Counter(entry.text for entry in entries if entry.text[:1] in NO_ACTIONS)
    for word, count in skipped.items():
        yield f"skipped {word[:20]!r}, which is not an action" + (f" ({count} times)" if count > 1 else "")
    for text, position in chosen.refused:
        yield f"line {position.line}, column {position.column}: skipped {text[:20]!r}, which was not legal"


def best_interpretation(save: ParsedGame, entries: list[Entry], plain: hanabi.Terms) -> Interpretation:
    """Return the plainest interpretation by which the fewest entries come after the end."""
    lenient = replace(plain, rules=replace(plain.rules, name="custom", discard_at_full=True))
    words = any(entry.text[:1] == "c" and not _CLUE.fullmatch(entry.text) for entry in entries)
    choices = [plain, lenient] if words else [plain]
    choices += [replace(terms, empty_clues=True) for terms in choices]
    seatings = [save.names[k:] + save.names[:k] for k in range(len(save.names))]
    every = [interpret(save, entries, *choice) for choice in product(choices, seatings)]
    return min(
        every,
        key=lambda one: (one.late, choices.index(one.terms), len(one.refused), _unlikeliness(save, one)),
    )


def _unlikeliness(save: ParsedGame, chosen: Interpretation) -> tuple[bool, bool, int]:
    """Return how unlikely a seating is: Alice should sit first, the file begin with the player to move."""
    usual = chosen.names == PROGRAM_NAMES[: len(chosen.names)]
    # The program passes the turn after every action but the last strike.
    mover = chosen.last.seat - (1 if chosen.last.struck_out else 0)
    return (
        not usual,
        chosen.names[mover % len(chosen.names)] != save.names[0],
        save.names.index(chosen.names[0]),
    )


def interpret(
    save: ParsedGame, entries: list[Entry], terms: hanabi.Terms, names: tuple[str, ...]
) -> Interpretation:
    """Play the entries by some terms, with the players in some seats."""
    state, late = hanabi.deal(hanabi.Setup(terms, save.deck)), 0
    moves: list[ParsedMove] = []
    refused: list[Entry] = []
    for entry in entries:
        if entry.text[:1] in NO_ACTIONS:
            continue
        late += state.over
        action = _action(entry.text, state, names)
        problem = "not understood" if action is None else hanabi.why_illegal(state, action)
        if action is not None and (not problem or problem[0] == "deck-short"):
            moves.append(ParsedMove(action, position=entry.position))
        if action is None or problem:
            refused.append(entry)
        else:
            state = hanabi.apply(state, action)
    return Interpretation(names, terms, tuple(moves), tuple(refused), late, state)


def _action(text: str, state: hanabi.State, names: tuple[str, ...]) -> hanabi.Action | None:
    """Return the action that was typed, or None if the program could not have understood it."""
    if found := _SLOT.fullmatch(text):
        default = "1" if found["verb"] == "d" else "0"
        hand, position = state.hands[state.seat][::-1], int(found["position"] or default)
        if not 1 <= position <= len(hand):
            return None
        order = hand[position - 1]
        return hanabi.Play(order) if found["verb"] == "p" else hanabi.Discard(order)
    found = _CLUE.fullmatch(text)
    seat = _target(found["target"] or "1", state.seat, names) if found else None
    if not found or seat is None:
        return None
    hint = found["hint"].upper()
    if hint.isdigit():
        return hanabi.GiveClue(seat, hanabi.Clue("number", int(hint)))
    return hanabi.GiveClue(seat, hanabi.Clue("color", "RYGBP".index("P" if hint == "W" else hint)))


def _target(word: str, seat: int, names: tuple[str, ...]) -> int | None:
    """Return the seat that an initial, or a number of seats after *seat*, means; None if there is none."""
    if word.isdigit():
        return (seat + int(word)) % len(names) if int(word) < len(names) else None
    return next((at for at, name in enumerate(names) if name.startswith(word)), None)


def parse(text: str) -> tuple[ParsedGame, list[Entry]]:
    """Return players and deck of a save file, and what was typed, or raise InputError with the position."""
    found = _assignments(text)
    for name in ("players", "cards", "moves"):
        if name not in found:
            raise InputError(f"the save file assigns no `{name}`; it should assign players, cards and moves")
    lines = text.splitlines()
    players = tuple(_string(node) for node in _items(found["players"]))
    if len(players) not in hanabi.HAND_SIZES:
        raise InputError(
            f"Hanabi is for 2 to 6 players, not {len(players)}", line=found["players"].lineno, column=1
        )
    listed = [_card(node) for node in _items(found["cards"])]
    typed = _items(found["moves"])
    if len(typed) > MOST:
        raise InputError(f"{len(typed)} moves are too many for one game; at most {MOST} are read")
    save = ParsedGame(
        None,
        tuple(hanabi.Card(COLORS.index(ALIASES.get(name, name)), rank) for name, rank in listed),
        tuple(_position(lines, node) for node in _items(found["cards"])),
        names=players,
        notices=("white is read as purple",) if any(name in ALIASES for name, _ in listed) else (),
    )
    return save, [Entry(_string(node), _position(lines, node)) for node in typed]


def _assignments(text: str) -> dict[str, ast.expr]:
    if len(text) > LONGEST:
        raise InputError(f"a save file is no longer than {LONGEST:,} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about other people's code help nobody
            tree = ast.parse(text)
    except SyntaxError as error:
        raise InputError(f"this is not Python: {error.msg}", line=error.lineno, column=error.offset) from None
    except (ValueError, RecursionError, MemoryError):
        raise InputError("this is not the Python text of a save file") from None
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _items(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.List | ast.Tuple):
        return node.elts
    raise InputError("a list is expected here", line=node.lineno, column=node.col_offset + 1)


def _string(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise InputError("a text in quotes is expected here", line=node.lineno, column=node.col_offset + 1)


def _card(node: ast.expr) -> tuple[str, int]:
    """Return the colour and the rank of a text such as ``Card(Color.Red, 1)``."""
    match node:
        case ast.Call(
            func=ast.Name("Card"), args=[ast.Attribute(ast.Name("Color"), color), ast.Constant(int(rank))]
        ) if color in (*COLORS, *ALIASES) and not isinstance(rank, bool):
            return color, rank
    text = f"a card is written Card(Color.Red, 1); colours are {', '.join((*COLORS, *ALIASES))}"
    raise InputError(text, line=node.lineno, column=node.col_offset + 1)


def _position(lines: list[str], node: ast.expr) -> Position:
    """Return the position of a node, whose column Python counts in bytes."""
    line = lines[node.lineno - 1] if node.lineno <= len(lines) else ""
    return Position(node.lineno, len(line.encode()[: node.col_offset].decode(errors="replace")) + 1)
