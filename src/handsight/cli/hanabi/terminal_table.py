"""A table of Hanabi in the terminal: stacks, hands with clue marks, what is known, and playing at it."""

from argparse import Namespace
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from handsight import hanabi
from handsight.cli.hanabi.options import rules, variant_in
from handsight.cli.play import Move, PlayTable
from handsight.errors import UsageError
from handsight.game import deal_dice, shuffled
from handsight.game.recorded_game import seated
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import Card, GiveClue, Setup, State, Terms, Variant, View
from handsight.hanabi import HanabiRecord as Game
from handsight.knowledge import CardKnowledge, Knowledge, nested_knowledge
from handsight.notation import CheckedGame
from handsight.notation.hanabi import table_text
from handsight.notation.hanabi.file_formats import FORMATS, summary
from handsight.notation.hanabi.table_text import clue_in_words, event_sentence, score_text
from handsight.playable_games import load
from handsight.text.counting_from_one import counted, slot_number, turn_number

COLORS = {
    "Red": "white on #d70000",
    "Yellow": "black on #f1c40f",
    "Green": "white on #1e8449",
    "Blue": "white on #2e6fd0",
    "Purple": "white on #8e44ad",
    "Teal": "black on #1abc9c",
    "Black": "white on #2c3e50",
    "Pink": "black on #ff9ecb",
    "Brown": "white on #8d5524",
    "Orange": "black on #f39c12",
}
HIDDEN, PLAIN = "black on #95a5a6", "black on #ecf0f1"
FEW = 4
"""Up to this number, possible cards are listed one by one; more are shown as pips of suits and ranks."""
GOOD, BAD, FAINT = "bold #2ecc71", "bold #e74c3c", "dim"


def color(variant: Variant, suit: int) -> str:
    """Return the style of a suit: of its own colour, else of the first known clue colour that touches it."""
    found = variant.suits[suit]
    return COLORS.get(found.name) or next((COLORS[c] for c in found.colors if c in COLORS), PLAIN)


def face(variant: Variant, card: Card | None) -> Text:
    """Draw one card, or the back of one."""
    if card is None:
        return Text(" ?? ", HIDDEN)
    return Text(f" {variant.text(card)} ", color(variant, card.suit))


def draw(
    state: State, seats: tuple[str, ...], seat: int | None = None, rows: int | None = None
) -> RenderableType:
    """Draw the table as a spectator (None) or as one seat sees it; with few *rows*, in fewer lines."""
    seen: State | View = state if seat is None else hanabi.view(state, seat)
    variant = seen.terms.variant
    brief = rows is not None and rows < 8 * seen.terms.players + 8
    hands = [_hand(state, seen, at, seats[at], brief=brief) for at in range(seen.terms.players)]
    parts: list[RenderableType] = [_stacks(state, seen), _discards(seen), *hands]
    last = [event_sentence(event, variant, seats) for event in seen.events if event.turn == seen.turn - 1]
    if seen.turn:
        parts.append(Text("  " + "; ".join(filter(None, last)), "italic"))
    to_move = f"{seats[seen.seat]} to move" if not seen.over else state.end.value.replace("_", " ")
    title = f"turn {turn_number(seen.turn)} · {to_move} · {variant.name}"
    return Panel(Group(*parts), title=title, title_align="left", border_style=FAINT)


def table_json(state: State, seats: tuple[str, ...], seat: int | None = None) -> dict[str, Any]:
    """Return the table as a spectator (None) or as one seat sees it, as JSON data; slots count from 0.

    `possible` is what the holder of a card may think that it is, by the rules, as far as the seat can say.
    """
    seen: State | View = state if seat is None else hanabi.view(state, seat)
    variant, hidden = seen.terms.variant, seen.stacks is None
    last = [event_sentence(event, variant, seats) for event in seen.events if event.turn == seen.turn - 1]
    return {
        "variant": variant.name,
        "rules": state.terms.rules.name,
        "mover": None if seen.over else seen.seat,
        "end": state.end.value if seen.over or not hidden else "in_progress",
        "score": None if hidden else state.score,
        "max_score": None if hidden else state.max_score,
        "perfect_score": variant.max_score,
        "stacks": None if hidden else list(state.heights),
        "clues": state.tokens,
        "strikes": seen.strikes,
        "deck": seen.deck_left,
        "pace": None if hidden else hanabi.pace_and_efficiency.pace(state),
        "discards": [_text(variant, seen.cards[order]) for order in seen.discarded],
        "last": "; ".join(filter(None, last)),
        "hands": [_hand_json(state, seen, holder) for holder in range(seen.terms.players)],
    }


def _hand_json(state: State, seen: State | View, holder: int) -> list[dict[str, Any]]:
    """Return a hand as JSON data, the newest card first."""
    variant = seen.terms.variant
    if isinstance(seen, View) and seen.viewer != holder:
        possible = [one.possible for one in nested_knowledge(seen, holder)]
    else:
        possible = [card.possible for card in Knowledge(hanabi.view(state, holder))]
    rows = []
    for slot, (order, cards) in enumerate(zip(seen.hands[holder], possible, strict=True)):
        touched, missed = _clue_words(seen, order)
        rows.append(
            {
                "order": order,
                "slot": slot,
                "card": _text(variant, seen.cards[order]),
                "touched": touched,
                "missed": missed,
                "possible": [variant.text(face) for face in cards],
            }
        )
    return rows


def _text(variant: Variant, card: Card | None) -> str | None:
    return None if card is None else variant.text(card)


def _clue_words(seen: State | View, order: int) -> tuple[list[str], list[str]]:
    """Return the clues that touched a card, and those that missed it, in words."""
    touched, missed = dict[str, None](), dict[str, None]()
    for event in seen.events:
        if isinstance(event, hanabi.ClueGiven) and order in event.touched + event.missed:
            word = "?" if event.clue is None else clue_in_words(seen.terms.variant, event.clue)
            (touched if order in event.touched else missed)[word] = None
    return list(touched), list(missed)


def _stacks(state: State, seen: State | View) -> RenderableType:
    """Draw the stacks and the figures; where played cards lie face down, only how many there are."""
    variant, line = seen.terms.variant, Text()
    if seen.stacks is None:
        line.append(f" {counted(len(seen.played), 'card')} thrown in the hole ", HIDDEN)
        return line.append(f"   clues {state.tokens}   deck {seen.deck_left}")
    for suit, (rule, at) in enumerate(zip(variant.stacks, seen.stacks, strict=True)):
        line.append(f" {variant.letters[suit]}{rule.top(at)} ", color(variant, suit)).append(" ")
    pace = hanabi.pace_and_efficiency.pace(state)
    line.append(f"  score {score_text(state)}   clues {state.tokens}   strikes ")
    line.append("●" * state.strikes, BAD).append("○" * (state.terms.max_strikes - state.strikes))
    return line.append(f"   deck {seen.deck_left}" + ("" if pace is None else f"   pace {pace}"))


def _discards(seen: State | View) -> RenderableType:
    cards = sorted(card for order in seen.discarded if (card := seen.cards[order]))
    line = Text("discards ", FAINT)
    for card in cards:
        line.append_text(face(seen.terms.variant, card)).append(" ")
    return line if cards else Text("no discards", FAINT)


def _hand(state: State, seen: State | View, holder: int, name: str, *, brief: bool) -> RenderableType:
    """Draw a hand, a column for each card: its face, its slot, its clue marks, what its holder may think."""
    variant, orders = seen.terms.variant, seen.hands[holder]
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=max(len(name) + 1, 9))
    head = "bold reverse" if seen.seat == holder and not seen.over else "bold"
    grid.add_row(Text(name, head), *(face(variant, seen.cards[order]) for order in orders))
    if not brief:
        slots = map(slot_number, range(len(orders)))
        grid.add_row(Text("slot", FAINT), *(Text(str(slot), FAINT) for slot in slots))
    grid.add_row(Text("clues", FAINT), *(_marks(seen, order) for order in orders))
    if brief and holder != (seen.viewer if isinstance(seen, View) else seen.seat):
        return grid
    if isinstance(seen, View) and seen.viewer != holder:
        said = [_pips(variant, one.possible, brief=brief) for one in nested_knowledge(seen, holder)]
        grid.add_row(Text("may think", FAINT), *said)
        return grid
    known = Knowledge(hanabi.view(state, holder)).cards
    grid.add_row(Text("may be", FAINT), *(_pips(variant, card.possible, brief=brief) for card in known))
    if not brief:
        grid.add_row(Text("likely", FAINT), *(_likely(card) for card in known))
    return grid


def _marks(seen: State | View, order: int) -> Text:
    """Show the clues that touched a card, and behind a minus those that missed it."""
    touched, missed = (dict.fromkeys(word[:3] for word in words) for words in _clue_words(seen, order))
    text = Text(" ".join(touched), GOOD)
    if missed:
        text.append(" " if touched else "").append(" ".join(f"-{word}" for word in missed), FAINT)
    return text


def _pips(variant: Variant, possible: hanabi.CardSet, *, brief: bool) -> Text:
    """Show few possible cards one by one, many as pips; then say if not every suit goes with every rank."""
    cards = list(possible)
    if len(cards) == 1:
        return face(variant, cards[0])
    if len(cards) <= FEW:
        return Text(" ".join(map(variant.text, cards)), "bold")
    suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
    text = Text()
    for suit, letter in enumerate(variant.letters):
        text.append(letter if suit in suits else "·", "bold" if suit in suits else FAINT)
    text.append(" ")
    for rank in variant.ranks:
        word = "s" if rank == hanabi.START else str(rank)
        text.append(word if rank in ranks else "·", "bold" if rank in ranks else FAINT)
    if not brief and len(cards) < len(suits) * len(ranks):
        text.append(f"\n{len(cards)} of {len(suits) * len(ranks)}", FAINT)
    return text


def _likely(card: CardKnowledge) -> Text:
    """Draw the probabilities that a card is playable and that it is trash."""
    if card.playable is None or card.trash is None:
        return Text("unknown", FAINT)
    play, trash = float(card.playable), float(card.trash)
    text = Text(f"play {play:.0%}", GOOD if play == 1 else "")
    return text.append(f"\ntrash {trash:.0%}", BAD if trash == 1 else FAINT)


SAVED = ("log", "live")
"""How a game is saved: in the log language, and as a hanab.live export."""


class HanabiTable(PlayTable):
    """A game of Hanabi."""

    game = "hanabi"
    rules: ClassVar = hanabi
    words: ClassVar = table_text
    draw = staticmethod(draw)
    suffixes = tuple(FORMATS[name].suffix for name in SAVED)
    help = """\
p 2    play your slot 2             d 5    discard your slot 5
c red  clue red (or: c bob 1, c p1 1)   slots count from 1, newest first"""

    def __init__(self, args: Namespace) -> None:
        dealt = None if args.deal is None else _dealt(args)
        kind = dealt.terms.variant if dealt else hanabi.variant(variant_in(args.variant))
        terms = dealt.terms if dealt else Terms(args.players or len(args.bots) + 1, kind, rules(args))
        super().__init__(args, terms, NAMES[: terms.players])
        for bot in self.bots:
            bot.name_on(terms)
        self.state = hanabi.deal(dealt or Setup(terms, shuffled(kind.deck(), deal_dice(self.seed))))

    def event_text(self, event: hanabi.Event) -> str:
        """Return a sentence for an event; empty for what needs no words."""
        return event_sentence(event, self.terms.variant, self.names)

    def secret(self, move: Move) -> str:
        """Keep the reason of a clue secret, unless this is practice: it might show the person's own cards."""
        if self.practice or not isinstance(move.action, GiveClue):
            return ""
        return "the reason for a clue is shown in practice only (--practice): it might show you your cards"

    @property
    def record(self) -> Game:
        """The game as a record that can be written down."""
        actions = tuple(move.action for move in self.moves)
        states = (*(move.state for move in self.moves), self.state)
        return Game(self.state.setup, actions, states, self.names, extras=seated(self.names, self.seated))

    def result(self) -> dict[str, Any]:
        """Return how the game stands, in the form of `handsight check --json`."""
        return summary(CheckedGame(str(self.paths[0].with_suffix("")), self.record))

    def texts(self) -> list[str]:
        """Return the game in the log language and as a hanab.live export."""
        return [FORMATS[name].write(self.record).text for name in SAVED]

    def ending(self) -> str:
        """Return a sentence: how the game ended, and its score."""
        how = self.state.end.value.replace("_", " ")
        return f"the game is over ({how}): score {score_text(self.state)}"


play_table = HanabiTable
"""Sets up the table that the options describe."""


def _dealt(args: Namespace) -> Setup:
    """Return the deck and the terms of the deal that --deal names; other terms are refused."""
    game: Game = load(args.deal, game="hanabi", rules=rules(args) if args.rules or args.set else None)
    terms = game.setup.terms
    if args.players not in (None, terms.players):
        raise UsageError(f"{args.deal} is a deal for {terms.players} players; leave --players out")
    if hanabi.variant(variant_in(args.variant)) not in (hanabi.variant("No Variant"), terms.variant):
        raise UsageError(f"{args.deal} is a deal of {terms.variant.name}; leave --variant out")
    return game.setup
