"""A Hanabi table: its messages, its rules and options, how the game goes on, and the `GamePage` of Hanabi."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from secrets import randbits
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from handsight import hanabi
from handsight.bots.hanabi.bot_descriptions import BOT_TITLES, CLUE_MEANINGS
from handsight.errors import InputError, RequestError
from handsight.game import Dice, deal_dice, shuffled
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import variant, view
from handsight.notation.hanabi.table_text import score_text
from handsight.text.counting_from_one import turn_number
from handsight.web.games import GamePage
from handsight.web.hanabi.game_replay import HanabiReplay
from handsight.web.hanabi.table_view import picture, variant_view
from handsight.web.server import game_table, table_messages
from handsight.web.server.game_table import OPEN, Acted, BrowserQuestion, Table, Undone
from handsight.web.server.table_messages import (
    ActRequest,
    BrowserRequest,
    NameText,
    Pause,
    SeatRequest,
    SharedRequest,
    Small,
    TableRequest,
    TurnRequest,
)
from handsight.web.server.worker_process import Report

PARTNER = "robot5"
"""The bot that a newcomer plays with."""
TERMINATED = next(reason for reason in hanabi.STOP_REASONS if reason.word == "terminated")
COACH_DEALS, COACH_SECONDS = 200, 90.0
"""On how many deals a past move is judged, and how many seconds that may take, loading the bot included."""


class PlayChoice(table_messages.TableChoice, frozen=True, tag="play"):
    """Play a card of one's own hand."""

    order: Small


class DiscardChoice(table_messages.TableChoice, frozen=True, tag="discard"):
    """Discard a card of one's own hand."""

    order: Small


class ClueChoice(table_messages.TableChoice, frozen=True, tag="clue"):
    """Give a clue to another seat; *value* is the index of a colour, or the number itself."""

    seat: Small
    kind: Literal["color", "number"]
    value: Small


class StopChoice(table_messages.TableChoice, frozen=True, tag="stop"):
    """Terminate the game."""


HanabiChoice = PlayChoice | DiscardChoice | ClueChoice | StopChoice


def action_of(choice: HanabiChoice, seat: int) -> hanabi.Action:
    """Return a seat's choice as an action of the rules."""
    match choice:
        case PlayChoice(order):
            return hanabi.Play(order)
        case DiscardChoice(order):
            return hanabi.Discard(order)
        case ClueChoice(target, kind, value):
            return hanabi.GiveClue(target, hanabi.Clue(kind, value))
        case StopChoice():
            return hanabi.Stop(seat, TERMINATED)


def choice_of(action: hanabi.Action) -> HanabiChoice:
    """Return an action of the rules as it is saved and sent."""
    match action:
        case hanabi.Play(order):
            return PlayChoice(order)
        case hanabi.Discard(order):
            return DiscardChoice(order)
        case hanabi.GiveClue(seat, clue):
            return ClueChoice(seat, clue.kind, clue.value)
        case hanabi.Stop():
            return StopChoice()


class KnowHand(BrowserRequest, frozen=True, tag="know"):
    """Ask what the sender's seat knows of its own hand."""


class Coach(TurnRequest, frozen=True, tag="coach"):
    """Ask at a practice table how many points a past move of the sender lost."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a table beside the variant and the rule set, as on hanab.live."""

    hand: Annotated[int, Meta(ge=0, le=9)] = 0
    """Cards in a hand: 0 for the usual number, or that number, or one more or less."""
    deck_plays: bool = False
    empty_clues: bool = False
    card_cycle: bool = False
    all_or_nothing: bool = False


class HanabiRequest(TableRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table of Hanabi."""

    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=2, max_length=6)]
    variant: Annotated[str, Meta(max_length=100)] = "No Variant"
    rules: NameText = "official"
    pause: Pause = 0.7
    options: Options = Options()

    def check(self) -> None:
        """Raise RequestError or InputError if there cannot be such a table."""
        self.terms()
        super().check()

    def terms(self) -> hanabi.Terms:
        """Return the terms of the game, or raise InputError."""
        players, switches = len(self.seats), asdict(self.options)
        hand, usual = switches.pop("hand"), hanabi.HAND_SIZES.get(players, 0)
        if usual and hand and abs(hand - usual) > 1:
            raise InputError(
                f"{players} players cannot hold {hand} cards each here; "
                f"they hold {usual}, or one less ({usual - 1}) or more ({usual + 1})"
            )
        return hanabi.Terms(
            players, variant(self.variant), hanabi.rule_set(self.rules), hand_size=hand, **switches
        )


class HanabiOpening(game_table.Opening[HanabiRequest], frozen=True, kw_only=True):
    """How a Hanabi table was opened."""

    deck: tuple[str, ...] = ()
    """The deck card by card; empty if it follows from the seed."""
    moves: tuple[HanabiChoice, ...] = ()
    """Actions taken before the table was opened: it goes on from another game."""
    origin: str = ""
    """The table whose game it goes on from, as a what-if."""

    def setup(self) -> hanabi.Setup:
        """Return the terms and the deck."""
        terms = self.request.terms()
        if self.deck:
            return hanabi.Setup(terms, tuple(map(terms.variant.read, self.deck)))
        return hanabi.Setup(terms, shuffled(terms.variant.deck(), deal_dice(self.seed)))


class HanabiPageTable(Table[HanabiOpening, hanabi.State]):
    """A table of Hanabi."""

    game: ClassVar = "hanabi"
    choice_of = staticmethod(choice_of)
    rules: ClassVar = hanabi
    opening_kind: ClassVar = HanabiOpening
    entry_decoder: ClassVar = msgspec.json.Decoder(Acted[HanabiChoice] | Undone)
    request_decoder: ClassVar = msgspec.json.Decoder(
        SharedRequest
        | ActRequest[HanabiChoice]
        | table_messages.WhatIf
        | table_messages.SetPace
        | table_messages.WriteNote
        | KnowHand
        | Coach
    )

    def start(self) -> tuple[list[hanabi.State], list[Any]]:
        """Return the states from the deal on, and the actions taken before the table was opened."""
        states = [hanabi.deal(self.opening.setup())]
        moves: list[Any] = [Acted(choice) for choice in self.opening.moves]
        for move in moves:
            states.append(self.after(states[-1], move))
        return states, moves

    def after(self, moment: hanabi.State, entry: Acted[HanabiChoice]) -> hanabi.State:
        """Return the state after an action."""
        return hanabi.play(moment, action_of(entry.action, moment.seat))

    def picture(self, seat: int, turn: int) -> dict[str, Any]:
        """Return what a seat is sent of a state."""
        seen_as = self.seen_as(seat, turn)
        reasons = [move.why for move in self.moves] if seen_as == OPEN else ()
        return picture(self.moment(turn), seen_as, self.names, reasons)

    def deal_text(self) -> str:
        """Return the deck."""
        setup = self.moments[0].setup
        return " ".join(map(setup.terms.variant.text, setup.deck))

    def settings(self) -> dict[str, Any]:
        """Return the variant, the rule set and the options."""
        how = self.opening
        switches = {"rule_set": how.request.rules, "options": how.request.options, "origin": how.origin}
        return {"rules": variant_view(self.now), **switches}

    def check_turn(self, seat: int, action: HanabiChoice) -> None:
        """Raise RequestError if it is not a seat's turn; to stop the game needs a practice table."""
        if isinstance(action, StopChoice):
            self.check_practice("stop")
        else:
            super().check_turn(seat, action)

    def terms(self) -> hanabi.Terms:
        """Return the terms of the game."""
        return self.now.terms

    def view(self, seat: int) -> hanabi.View:
        """Return what a seat sees now, or raise RequestError if one asks who only watches."""
        if seat < 0:
            raise RequestError("watching", "you are watching; only players with a seat have a hand")
        return view(self.now, seat)

    def question(self, seat: int, request: KnowHand | Coach) -> BrowserQuestion:
        """Return the question what a seat knows of its hand, or what its past move lost, or refuse it."""
        if isinstance(request, KnowHand):
            return BrowserQuestion(_knowledge, (self.view(seat), self.version))
        self.check_practice("coach")
        turn = request.turn
        if turn >= self.turn or self.moment(turn).seat != seat:
            raise RequestError("not-yours", f"no move of yours was made at turn {turn_number(turn)}")
        return BrowserQuestion(_coach, (self.game_so_far(), turn), COACH_SECONDS)

    def what_if(self, seat: int) -> Callable[[], HanabiOpening]:
        """Return a function that returns an opening from here with a deal that a seat cannot rule out."""
        return partial(_what_if, self.view(seat), self.opening, tuple(move.action for move in self.moves))

    def again(self, opening: HanabiOpening, *, same_deal: bool) -> HanabiOpening:
        """Return the opening with a new deck or the same one, and without moves from before the opening."""
        return replace(opening, deck=opening.deck if same_deal else (), moves=(), origin="")

    @property
    def cards(self) -> int:
        """Return how many cards the deck has."""
        return len(self.moments[0].setup.deck)

    def outcome(self) -> dict[str, Any]:
        """Return the score as hanab.live records it, and how the game ended."""
        final, request = self.now, self.opening.request
        result = {"score": final.score, "end": final.end.value, "turns": self.turn, "text": score_text(final)}
        terms = {"players": final.terms.players, "max_score": final.terms.variant.max_score}
        return result | terms | {"variant": request.variant, "rules": request.rules}

    def game_so_far(self) -> Game:
        """Return the game with its notes, and with the bots' names and reasons."""
        states = zip(self.moments, self.moves, strict=False)
        actions = tuple(action_of(move.action, state.seat) for state, move in states)
        setup, notes = self.moments[0].setup, self.talk.note_rows(len(self.names))
        bots = self.opening.bots if any(self.opening.bots) else ()
        reasons = tuple(move.why for move in self.moves) if bots else ()
        return Game(setup, actions, tuple(self.moments), self.names, notes, bots=bots, reasons=reasons)

    def record(self) -> str:
        """Return the game as a hanab.live export."""
        from handsight.notation.hanabi import hanab_live_export as hanab_live

        return hanab_live.write(self.game_so_far()).text


def possible_deck(seen: hanabi.View, dice: Dice) -> tuple[hanabi.Card, ...]:
    """Draw a deck that fits everything a seat has seen, all ways for its hidden cards equally likely.

    It reveals nothing of the true deck.
    """
    from handsight.knowledge import evidence
    from handsight.knowledge.hanabi.face_down import FaceDownDeal

    variant = seen.terms.variant
    if variant.hides:
        raise RequestError("no-what-if", f"{variant.name} hides clues, so no other deal can be drawn")
    known = evidence(seen)
    if isinstance(known.deal, FaceDownDeal):
        raise RequestError("no-what-if", f"{variant.name} hides plays, so no other deal can be drawn")
    cards: list[hanabi.Card | None] = list(seen.cards)
    for order, identity in zip(known.orders, known.deal.sample(dice), strict=True):
        cards[order] = variant.card(identity)
    rest = list(variant.deck())
    dealt = [card for card in cards if card is not None]
    for card in dealt:
        rest.remove(card)
    return (*dealt, *shuffled(rest, dice))


def _what_if(seen: hanabi.View, opening: HanabiOpening, moves: tuple[HanabiChoice, ...]) -> HanabiOpening:
    deck = possible_deck(seen, Dice(randbits(64)))
    text = seen.terms.variant.text
    fresh = opening.opened_again(opening.names, randbits(64))
    return replace(fresh, deck=tuple(map(text, deck)), moves=moves, origin=opening.id)


def _coach(_: Report, game: Game, turn: int) -> dict[str, Any]:
    """Return what a move lost, judged only by what its mover could see."""
    from handsight.analysis.hanabi.turn_analysis import AnalysisSettings, GameAnalyser

    found = GameAnalyser(game, AnalysisSettings(deals=COACH_DEALS)).analyse(turn)
    row = found and found.row
    if not found or not row:
        raise RequestError("cannot-say", f"the move at turn {turn_number(turn)} cannot be judged")
    return {
        "type": "coach",
        "played": row.words,
        "best": found.moves[0].words,
        **{name: getattr(row, name) for name in ("value", "loss", "loss_error")},
        **{name: getattr(found, name) for name in ("turn", "by", "deals", "call", "text", "why")},
    }


def _knowledge(_: Report, seen: hanabi.View, version: int) -> dict[str, Any]:
    """Return what a seat knows of its own hand at a version of its table, as `know --json` does."""
    from handsight.knowledge import Knowledge

    return {"type": "know", "version": version, **Knowledge(seen).to_json()}


PAGE = GamePage(
    name="hanabi",
    title="Hanabi",
    about="You see every hand but your own. Ask at any moment what your cards can still be, exactly.",
    seat_names=NAMES,
    request=HanabiRequest,
    table=HanabiPageTable,
    static=Path(__file__).parents[1] / "static" / "games" / "hanabi",
    lists={"variants": lambda: [name for _, name in hanabi.variant_names()]},
    replay=HanabiReplay,
    bot_titles=BOT_TITLES,
    clue_meanings=CLUE_MEANINGS,
    first=HanabiRequest(seats=(SeatRequest("You"), SeatRequest(bot=PARTNER), SeatRequest(bot=PARTNER))),
)
