"""Playing Hanabi with bots in the terminal."""

import re
from argparse import Namespace
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from handsight import hanabi
from handsight.bots.spec import BotSpec
from handsight.cli import arguments, play_loop
from handsight.cli.hanabi import render
from handsight.cli.hanabi.options import rules, variant_in
from handsight.cli.play_loop import Move, PlayTable, Seating
from handsight.errors import IllegalActionError, InputError, UsageError
from handsight.game import deal_dice, shuffled
from handsight.game.recorded_game import seated
from handsight.game.seat_names import number_in
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import (
    Action,
    Clue,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    Variant,
    deal,
    legal,
    play,
    variant,
)
from handsight.hanabi import HanabiRecord as Game
from handsight.notation import CheckedGame
from handsight.notation.hanabi.file_formats import FORMATS, summary
from handsight.notation.hanabi.table_text import clue_name, event_sentence, score_text
from handsight.notation.hanabi.validation import advice
from handsight.playable_games import load
from handsight.roster.hanabi import find_bot, settled_name
from handsight.safe_files import write_file
from handsight.text.counting_from_one import slot_index, slot_number
from handsight.text.suggestions import listed

SAVED = ("log", "live")
"""How a game is saved: in the log language, and as a hanab.live export."""
_MOVE = re.compile(r"(play|discard|clue|p|d|c)\b\s*(.*)|([pd])(\d+)|(c)(\w)", re.IGNORECASE)
EXAMPLES = "type p 2 to play, d 5 to discard, c red to clue; help says more"

ACTION_SAID = re.compile(
    r"(?:(?:play|discard) (?:slot \d+|the last card)"
    r"|clue [\w ]+?(?: to the (?:next player|player \d+ seats on))?)(?=[,:] )"
)
"""The action with which the reasons of bots that search begin."""


def without_action(reason: str) -> str:
    """Return a reason without the action with which it begins, if it does."""
    found = ACTION_SAID.match(reason)
    return reason[found.end() :] if found else reason


class HanabiTable(PlayTable[State, Action]):
    """A game of Hanabi."""

    help = """\
p 2    play your slot 2             d 5    discard your slot 5
c red  clue red (or: c bob 1, c p1 1)   slots count from 1, newest first"""

    def __init__(
        self,
        seating: Seating,
        paths: list[Path],
        *,
        practice: bool,
        setup: Setup | None = None,
    ) -> None:
        self.terms: Terms = seating.terms
        self.seed = seating.seed
        dealt = setup or Setup(self.terms, shuffled(self.terms.variant.deck(), deal_dice(self.seed)))
        names = NAMES[: self.terms.players]
        super().__init__(deal(dealt), names, seating, paths, practice=practice)

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return next(legal(self.state), None) is None

    def drawn(self) -> RenderableType:
        """Draw what the person sees; once the game is over, everything."""
        return render.table(self.state, self.names, None if self.over else self.seat, slots_only=True)

    def parse(self, text: str) -> Action:
        """Return the action that a person typed."""
        return typed_action(self.state, self.names, text)

    def play(self, action: Action) -> State:
        """Return the state after an action of the person."""
        try:
            return play(self.state, action)
        except IllegalActionError as error:
            raise InputError(advice(self.state, action, error.code, str(error), self.names)) from None

    def events_text(self, before: State, after: State) -> str:
        """Say what happened between two states."""
        events = after.events[len(before.events) :]
        texts = (event_sentence(event, self.terms.variant, self.names) for event in events)
        return "; ".join(filter(None, texts))

    def action_text(self, action: Action) -> str:
        """Say an action as advice."""
        return advice_text(self.state, self.names, action)

    def reason_without_action(self, reason: str) -> str:
        """Return a reason without the action that it is for, as bots that search begin theirs."""
        return without_action(reason)

    def secret(self, move: Move[State, Action]) -> str:
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

    @property
    def row(self) -> dict[str, Any]:
        """How the game stands, as `handsight check` tells it, and where it was saved."""
        checked = CheckedGame(str(self.paths[0].with_suffix("")), self.record)
        return summary(checked) | {"seed": self.seed, "saved": list(map(str, self.paths))}

    def write(self) -> None:
        """Write the game in the log language and as a hanab.live export."""
        for name, path in zip(SAVED, self.paths, strict=True):
            write_file(path, FORMATS[name].write(self.record).text)

    def ending(self) -> str:
        """Say how the game ended."""
        how = self.state.end.value.replace("_", " ")
        return f"the game is over ({how}): score {score_text(self.state)}"


def table(args: Namespace) -> HanabiTable:
    """Set up the table that the options describe."""
    with arguments.usage_errors():
        dealt = None if args.deal is None else _dealt(args)
        players = dealt.terms.players if dealt else args.players or (len(args.bots) + 1)
        kind = dealt.terms.variant if dealt else variant(variant_in(args.variant))
        terms = dealt.terms if dealt else Terms(players, kind, rules(args))
        person = arguments.seat_in(args.seat, NAMES[:players]) or 0
        named = play_loop.bots_by_seat(args, "hanabi", players, person)
        bots = tuple(_settled(spec, terms) for spec in named)
        seating = Seating(hanabi, terms, bots, play_loop.chosen_seed(args), person)
        for spec in bots:
            if not spec.honest:
                raise UsageError(f"{spec.name} looks at its own cards, and is no partner for a person")
            spec.name_on(terms)
        suffixes = [FORMATS[name].suffix for name in SAVED]
        paths = play_loop.free_paths(args.save, f"hanabi-{seating.seed}", suffixes)
        return HanabiTable(seating, paths, practice=args.practice, setup=dealt)


def _settled(spec: BotSpec, terms: Terms) -> BotSpec:
    """Give a bot that searches for some seconds its number of rollouts, which the saved game then names."""
    name = settled_name(spec.name, terms)
    return spec if name == spec.name else find_bot(name)


def _dealt(args: Namespace) -> Setup:
    """Return the deck and the terms of the deal that --deal names; other terms are refused."""
    game: Game = load(args.deal, game="hanabi", rules=rules(args) if args.rules or args.set else None)
    terms = game.setup.terms
    if args.players not in (None, terms.players):
        raise UsageError(f"{args.deal} is a deal for {terms.players} players; leave --players out")
    if variant(variant_in(args.variant)) not in (variant("No Variant"), terms.variant):
        raise UsageError(f"{args.deal} is a deal of {terms.variant.name}; leave --variant out")
    return game.setup


def typed_action(state: State, names: tuple[str, ...], text: str) -> Action:
    """Read what a person types, such as `p 2`, `d 5` or `c bob red`; InputError says what is understood."""
    found = _MOVE.fullmatch(text.strip())
    if not found:
        raise InputError(f"{text!r} is no move; {EXAMPLES}")
    verb, rest = (group for group in found.groups() if group is not None)
    kind, said = verb[0].lower(), rest.split()
    if kind == "c":
        return _clue(state, names, said)
    order = _order(state, said)
    return Play(order) if kind == "p" else Discard(order)


def _order(state: State, said: list[str]) -> int:
    hand = state.hands[state.seat]
    word = " ".join(said)
    number = number_in(word)
    if number is not None and 1 <= number <= len(hand):
        return hand[slot_index(number)]
    raise InputError(f"you have slots 1 to {len(hand)}, newest first, not {word or 'none'!r}")


def _clue(state: State, names: tuple[str, ...], said: list[str]) -> GiveClue:
    others = [seat for seat in range(len(names)) if seat != state.seat]
    if len(said) == 1 and len(others) == 1:
        return GiveClue(others[0], _value(state.terms.variant, said[0]))
    if len(said) != 2:
        raise InputError(f"a clue names whom and what: c {names[others[0]].lower()} 1")
    word = said[0].casefold()
    named = [seat for seat in others if names[seat].casefold().startswith(word)]
    who = named or [seat for seat in others if word == f"p{seat}"]
    if len(who) != 1:
        raise InputError(
            f"{said[0]!r} is no player whom you can clue; try {listed(names[seat] for seat in others)}"
        )
    return GiveClue(who[0], _value(state.terms.variant, said[1]))


def _value(kind: Variant, word: str) -> Clue:
    clues = kind.clues()
    exact = [clue for clue in clues if clue_name(kind, clue).casefold() == word.casefold()]
    near = [clue for clue in clues if clue_name(kind, clue).casefold().startswith(word.casefold())]
    letter = [clue for clue in clues if clue.kind == "color" and _letter(kind, clue) == word.casefold()]
    for found in (exact, letter, near):
        if len(found) == 1:
            return found[0]
    raise InputError(f"{word!r} is no clue here; try {listed(clue_name(kind, clue) for clue in clues)}")


def _letter(kind: Variant, clue: Clue) -> str:
    """Return the letter of the suit that has the name of a colour, if there is one."""
    color = kind.colors[clue.value]
    letters = dict(zip((suit.name for suit in kind.suits), kind.letters, strict=True))
    return letters.get(color, "")


def advice_text(state: State, names: tuple[str, ...], chosen: Action) -> str:
    """Say an action as advice: play slot 2, clue Bob red."""
    match chosen:
        case GiveClue(seat, clue):
            return f"clue {names[seat]} {clue_name(state.terms.variant, clue).lower()}"
        case Play(order) | Discard(order):
            hand, verb = state.hands[state.seat], "play" if isinstance(chosen, Play) else "discard"
            place = f"slot {slot_number(hand.index(order))}" if order in hand else "the last card of the deck"
            return f"{verb} {place}"
    return "stop"
