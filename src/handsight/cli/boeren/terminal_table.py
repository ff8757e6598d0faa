"""A table of Boeren Bridge in the terminal: hands, trick, bids, who may hold what, and playing at it."""

from argparse import Namespace
from fractions import Fraction
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from handsight import boeren
from handsight.boeren import BoerenRecord as Round
from handsight.cli.boeren.options import rules
from handsight.cli.play import Move, PlayTable
from handsight.errors import InputError
from handsight.game import deal_dice
from handsight.game.recorded_game import seated
from handsight.knowledge.boeren.owners import PLACES, owners
from handsight.notation.boeren import log, table_text
from handsight.notation.boeren.file_formats import FORMATS
from handsight.notation.boeren.table_text import event_sentence
from handsight.text.counting_from_one import counted, turn_number

COLORS = ("white on #1e8449", "white on #2e6fd0", "white on #d70000", "white on #2c3e50")
"""Clubs green, diamonds blue, hearts red, spades black: four colours are told apart at a glance."""
HIDDEN, FAINT = "black on #95a5a6", "dim"


def face(card: boeren.Card | None) -> Text:
    """Draw one card, or the back of one."""
    return Text(" ?? ", HIDDEN) if card is None else Text(f" {card.symbol} ", COLORS[card.suit])


def draw(
    state: boeren.State, names: tuple[str, ...], seat: int | None = None, rows: int | None = None
) -> RenderableType:
    """Draw the table as a spectator (None) or a seat sees it, and what the seat knows if *rows* allow it."""
    parts: list[RenderableType] = [_hands(state, names, seat)]
    last = [event_sentence(event, names) for event in state.events if event.turn == state.turn - 1]
    parts.append(Text("  " + "; ".join(last), "italic"))
    if seat is not None and not state.over and (rows is None or rows >= 20):
        parts.append(_knowledge(state, names, seat))
    what = "change its bid" if state.must_change else "bid" if state.bidding else "play"
    to_move = "over" if state.over else f"{names[state.seat]} to {what}"
    trump = f"trump {boeren.SUIT_SYMBOLS[state.trump]}"
    title = f"turn {turn_number(state.turn)} · {to_move} · {trump} · {names[state.dealer]} deals"
    return Panel(Group(*parts), title=title, title_align="left", border_style=FAINT)


def table_json(state: boeren.State, names: tuple[str, ...], seat: int | None = None) -> dict[str, Any]:
    """Return the table as a spectator (None) or as one seat sees it, as JSON data; hidden cards are null."""
    last = [event_sentence(event, names) for event in state.events if event.turn == state.turn - 1]
    return {
        "trump": boeren.SUIT_NAMES[state.trump].lower(),
        "dealer": state.dealer,
        "leader": state.leader,
        "mover": None if state.over else state.seat,
        "bids": list(state.bids),
        "won": list(state.won),
        "trick": [str(card) for card in state.trick],
        "last": "; ".join(last),
        "hands": [
            [str(card) if seat in (None, at) else None for card in hand]
            for at, hand in enumerate(state.hands)
        ],
    }


def _hands(state: boeren.State, names: tuple[str, ...], seat: int | None) -> RenderableType:
    """Draw a line for each seat: its bid, its tricks, its hand, and its card on the table."""
    grid = Table.grid(padding=(0, 2))
    grid.add_row(*(Text(head, FAINT) for head in ("", "bid", "tricks", "table", "hand")))
    laid = {(state.leader + at) % boeren.SEATS: card for at, card in enumerate(state.trick)}
    for at, name in enumerate(names):
        bid = state.bids[at]
        hand = Text(" ").join(face(card if seat in (None, at) else None) for card in state.hands[at])
        style = "bold reverse" if at == state.seat and not state.over else "bold"
        card = face(laid[at]) if at in laid else Text("")
        grid.add_row(Text(name, style), "–" if bid is None else str(bid), str(state.won[at]), card, hand)
    return grid


def _knowledge(state: boeren.State, names: tuple[str, ...], seat: int) -> RenderableType:
    """Draw who may hold each hidden card, how likely, and whom only counting rules out."""
    found = owners(boeren.view(state, seat))
    grid = Table.grid(padding=(0, 2))
    for suit, name in enumerate(boeren.SUIT_NAMES):
        cards = [card for card in found.cards if card.suit == suit]
        if cards:
            lines = (_owners(card, found.chances[card], found.excluded.get(card, ())) for card in cards)
            grid.add_row(Text(name.lower(), FAINT), *lines)
    return Group(Text(f"{names[seat]} knows, of {counted(found.deal.size, 'deal')}", FAINT), grid)


def _owners(card: boeren.Card, chances: dict[int, Fraction], excluded: tuple[int, ...]) -> Text:
    text = face(card)
    for place, chance in chances.items():
        text.append(f"\n{PLACES[place]} ", "bold").append(f"{float(chance):.0%}", FAINT)
    for place in excluded:
        text.append(f"\nnot {PLACES[place]}", FAINT)
    return text


class BoerenTable(PlayTable):
    """A match of Boeren Bridge; `state` is the round on the table, `match` the rounds before it."""

    game = "boeren"
    rules: ClassVar = boeren
    words: ClassVar = table_text
    draw = staticmethod(draw)
    suffixes = (FORMATS["log"].suffix,)
    help = """\
2      bid two tricks               AS     play the ace of spades (or ♠A)
       (or change your bid to two, where as the dealer you have to)"""
    match: boeren.Match

    def __init__(self, args: Namespace) -> None:
        super().__init__(args, rules(args), boeren.SEAT_NAMES)
        who = ["you" if seat == self.seat else bot.name for seat, bot in enumerate(self.bots)]
        self.names = tuple(f"{name} ({who})" for name, who in zip(boeren.SEAT_NAMES, who, strict=True))
        self.match = boeren.Match.shuffled(deal_dice(self.seed), self.terms)
        self._deal()

    def _deal(self) -> None:
        """Deal the next round, and tell the bots."""
        self.state = boeren.deal(self.match.next)
        for seat in self._seats:
            seat.new_round(boeren.round_name(self.match, self.state))

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        return self.match.over

    def parse(self, text: str) -> boeren.Action:
        """Return the bid or the card that a person typed."""
        if not self.state.bidding:
            return boeren.Play(boeren.Card.read(text))
        if not (text.isascii() and text.isdecimal() and len(text) < 3):
            choices = ", ".join(table_text.choices(self.state))
            raise InputError(f"{text!r} is not a bid; type a number of tricks: {choices}")
        return boeren.ChangeBid(int(text)) if self.state.must_change else boeren.Bid(int(text))

    def secret(self, move: Move) -> str:
        """Keep reasons secret while the round goes on, unless this is practice: they name a bot's cards."""
        over = len(move.match.finished) < len(self.match.finished)
        if self.practice or over:
            return ""
        return "reasons are shown when the round is over, or in practice (--practice): they name its cards"

    def advance(self, after: boeren.State) -> str:
        """Set the state; if the round is over, deal the next one and return the points."""
        self.state = after
        if not after.over:
            return ""
        self.match = self.match.after(after)
        if not self.match.over:
            self._deal()
        gained = zip(self.names, self.match.scores[-1], self.match.totals, strict=True)
        totals = ", ".join(f"{name} {points:+d}: {total}" for name, points, total in gained)
        return f"the round is over; {totals}"

    @property
    def rounds(self) -> list[Round]:
        """The match so far, as records that can be written down."""
        rounds = []
        for before, last in enumerate((*self.match.finished, *(() if self.match.over else (self.state,)))):
            moves = [move for move in self.moves if len(move.match.finished) == before]
            actions, states = (move.action for move in moves), (move.state for move in moves)
            rounds.append(Round(last.setup, tuple(actions), (*states, last), id=f"round {before + 1}"))
        return rounds

    def result(self) -> dict[str, Any]:
        """Return how the match stands, for --json."""
        return {
            "game": "boeren",
            "names": list(boeren.SEAT_NAMES),
            "seated": self.seated,
            "rounds": len(self.match.finished),
            "totals": list(self.match.totals),
            "winners": list(self.match.winners) if self.over else None,
            "over": self.over,
        }

    def texts(self) -> list[str]:
        """Return the match in the log language, with a comment that says who sat where."""
        ((_, comment),) = seated(boeren.SEAT_NAMES, self.seated)
        return [log.write(*self.rounds, remark=str(comment)).text]

    def ending(self) -> str:
        """Return a sentence: who has won the match, with how many points."""
        winners = " and ".join(self.names[seat] for seat in self.match.winners)
        return f"the match is over: {winners} with {counted(max(self.match.totals), 'point')}"


play_table = BoerenTable
"""Sets up the table that the options describe."""
