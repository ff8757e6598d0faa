"""Play by a convention: decide from views, say which rule acts and why others do not, play games."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from handsight import hanabi
from handsight.conventions.checks.translate_rules import RuleInfo
from handsight.conventions.convention_loader import Convention
from handsight.conventions.core import CARD, CLUE, SEAT, VALUE
from handsight.conventions.interpreter.core_interpreter import Action, FailedRule, Interpreter, RuleChoice
from handsight.conventions.interpreter.evaluate_core import evaluate
from handsight.conventions.interpreter.public_state import PublicState, public_state_after_deal
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.conventions.normal_form import free_variables
from handsight.errors import InputError
from handsight.game import Dice, seat_name, shuffled
from handsight.hanabi import Discard, GiveClue, Play, Setup, State, Terms, View, apply, deal, view
from handsight.notation.hanabi.table_text import clue_name
from handsight.text.counting_from_one import counted, slot_number, turn_number

NO_TOKEN = "there is no clue token left"  # noqa: S105  # a token of the game
ALL_TOKENS = "the team has all its clue tokens, so discarding is not allowed"


class PassedRule(Struct, frozen=True):
    """An act rule that did not act, and why."""

    rule: str
    reason: str
    letters: dict[str, str]
    """What the letters of the rule stood for, in words, when it passed most of its steps."""
    ways: int = 1
    """In how many ways it passed that many steps."""


class ChoiceExplanation(Struct, frozen=True):
    """What a convention does, by which rule, and why each rule before it did not act.

    Letters name cards that the seat sees, so they must not be shown to the players who hold those cards.
    `str()` of an explanation leaves them out.
    """

    action: Action | None
    rule: str | None
    passed: tuple[PassedRule, ...]
    text: str = ""
    """Why the rule acts, in the words of the convention file, if it gives any."""
    letters: dict[str, str] = {}
    """What the letters of the rule that acts stand for, in words."""

    def __str__(self) -> str:
        lines = [f"{passed.rule}: {passed.reason}" for passed in self.passed]
        last = f"{self.rule}: {self.text or 'it applies'}" if self.rule else "no rule applies"
        return "\n".join([*lines, last])


def letters_text(letters: dict[str, str], ways: int = 1) -> str:
    """Return in brackets what letters stood for, as in `` (c was r1)``; "" if there are none."""
    values = ", ".join(f"{letter} was {value}" for letter, value in letters.items())
    more = f"; the same in {ways} ways" if ways > 1 else ""
    return f" ({values}{more})" if values else ""


def explain_choice(
    choice: RuleChoice, convention: Convention, context: Context, names: tuple[str, ...]
) -> ChoiceExplanation:
    """Explain a choice that was made in a context; *names* are those of the players."""
    describe = Describer(context.view, names)
    passed = tuple(_passed(failed, convention, context, describe) for failed in choice.failed)
    if choice.rule is None:
        return ChoiceExplanation(choice.action, None, passed)
    rule = convention.acts[choice.rule]
    letters = _letters(rule, choice.values, context, describe)
    return ChoiceExplanation(choice.action, rule.name, passed, rule.text, letters)


def _passed(
    failed: FailedRule, convention: Convention, context: Context, describe: "Describer"
) -> PassedRule:
    rule, verb = convention.acts[failed.rule], convention.core.acts[failed.rule].verb
    if verb == "give" and context.public.clue_units < context.public.terms.clue_cost:
        reason = NO_TOKEN
    elif failed.passed < len(rule.failures):
        reason = rule.failures[failed.passed]
    else:
        reason = ALL_TOKENS
    letters = _letters(rule, failed.values, context, describe)
    mentioned = {name: text for name, text in letters.items() if re.search(rf"\b{re.escape(name)}\b", reason)}
    return PassedRule(rule.name, reason, mentioned, failed.ways)


def _letters(
    rule: RuleInfo, values: tuple[Any, ...], context: Context, describe: "Describer"
) -> dict[str, str]:
    """Return in words what each letter of a rule stood for when its variables had these values."""
    context.variables[: len(values)] = values
    return {
        letter.name: describe.value(letter.type, evaluate(letter.expr, context))
        for letter in rule.letters
        if max(free_variables(letter.expr), default=-1) < len(values)
    }


class Describer:
    """Describes cards, seats, clues, values and actions in words, as one seat sees them."""

    def __init__(self, view: View, names: tuple[str, ...] = ()) -> None:
        self._view = view
        self._names = names
        self._variant = view.terms.variant
        self._by_type: dict[str, Callable[[Any], str]] = {
            CARD: self.card,
            SEAT: self.seat,
            CLUE: self.clue,
            VALUE: lambda value: self._variant.text(self._variant.card(value)),
        }

    def value(self, kind: str, value: object) -> str:
        """Return in words a value of a type of the core: a card, a seat, a clue or an identity."""
        return self._by_type[kind](value)

    def seat(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return seat_name(seat, self._names)

    def card(self, order: int) -> str:
        """Return a card in words: its face, if the seat sees it, and its slot, as in "r1 in Bob's slot 2"."""
        face = self._view.cards[order]
        slots = [
            f"{self.seat(seat)}'s slot {slot_number(hand.index(order))}"
            for seat, hand in enumerate(self._view.hands)
            if order in hand
        ]
        return " in ".join([*([self._variant.text(face)] if face else []), *slots])

    def clue(self, clue: GiveClue) -> str:
        """Return a clue in words, with the player it is for."""
        return f"{clue_name(self._variant, clue.clue)} to {self.seat(clue.seat)}"

    def action(self, action: Play | Discard | GiveClue) -> str:
        """Return an action in words, as in "play r1 in Bob's slot 2"."""
        match action:
            case GiveClue(seat, clue):
                return f"clue {self.seat(seat)} {clue_name(self._variant, clue)}"
            case Play(order):
                return f"play {self.card(order)}"
            case Discard(order):
                return f"discard {self.card(order)}"


class ConventionDecision(Struct, frozen=True):
    """An action, the rule that chose it, and a way to ask why."""

    action: Action
    rule: str
    explain: Callable[..., ChoiceExplanation]
    """Called with the names of the players, or without: returns the explanation of this very choice."""


class ConventionPlayer:
    """Plays one seat by a convention.

    A view carries all events, so a player needs no other messages, and can be shown another game at any time.

    >>> from handsight.conventions import ConventionPlayer, load_convention
    >>> from handsight.hanabi import Setup, Terms, deal, view
    >>> terms = Terms(2)
    >>> player = ConventionPlayer(load_convention("minimal"))
    >>> player.decide(view(deal(Setup(terms, terms.variant.deck())), 0)).rule
    'stall'
    """

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        self._interpreter = Interpreter(convention.core)
        self._terms: Terms | None = None
        self._events_read = 0
        self._public: PublicState
        self._memory: Memory

    def decide(self, view: View) -> ConventionDecision:
        """Choose an action for the seat of a view.

        Raises:
            InputError: If no rule of the convention applies.
        """
        choice, context = self._choose(view)
        if choice.action is None or choice.rule is None:
            raise InputError(
                f"no rule of {self.convention.name} applies at turn {turn_number(view.turn)};"
                " add a rule that always applies"
            )

        def explain(names: tuple[str, ...] = ()) -> ChoiceExplanation:
            return explain_choice(choice, self.convention, context, names)

        return ConventionDecision(choice.action, self.convention.acts[choice.rule].name, explain)

    def explain(self, view: View, names: tuple[str, ...] = ()) -> ChoiceExplanation:
        """Explain what the convention does, even if no rule applies; *names* are those of the players."""
        choice, context = self._choose(view)
        return explain_choice(choice, self.convention, context, names)

    def rule_of(self, view: View, action: hanabi.Action) -> str:
        """Return the name of the first rule that can find this action, acting or not; "" if none can."""
        self._catch_up(view)
        number = self._interpreter.rule_of(view, self._public, self._memory, action)
        return "" if number is None else self.convention.acts[number].name

    def memory(self, view: View) -> Memory:
        """Return what the convention remembers at this moment."""
        self._catch_up(view)
        return self._memory

    def _choose(self, view: View) -> tuple[RuleChoice, Context]:
        self._catch_up(view)
        choice = self._interpreter.decide(view, self._public, self._memory)
        return choice, self._interpreter.context(self._public, self._memory, view)

    def _catch_up(self, view: View) -> None:
        """Read the events since the last view, from the deal on if this is another game."""
        if self._terms != view.terms or len(view.events) < self._events_read:
            self._terms = view.terms
            self._public = public_state_after_deal(view.terms)
            self._memory = self._interpreter.start(self._public)
            self._events_read = view.terms.players * view.terms.hand_size
        new = self._interpreter.follow(self._public, self._memory, view.events[self._events_read :])
        for public, memory in new:
            self._public, self._memory = public, memory
        self._events_read = len(view.events)


def play_game(convention: Convention, setup: Setup) -> Iterator[tuple[State, RuleChoice]]:
    """Play a game in which all seats follow a convention; yield each state with the choice made in it.

    The last choice has no action if no rule of the convention applies.
    """
    interpreter, terms = Interpreter(convention.core), setup.terms
    state, public = deal(setup), public_state_after_deal(terms)
    memory = interpreter.start(public)
    while not state.over:
        choice = interpreter.decide(view(state, state.seat), public, memory)
        yield state, choice
        if choice.action is None:
            return
        heard = len(state.events)
        state = apply(state, choice.action)
        ((public, memory),) = interpreter.follow(public, memory, state.events[heard:])


def find_stuck_position(convention: Convention, games: int = 30) -> str | None:
    """Play games to find a position in which no rule applies; return it in words, or None."""
    for number in range(games):
        terms = Terms(2 + number % 4)
        deck = shuffled(terms.variant.deck(), Dice(0, number))
        for state, choice in play_game(convention, Setup(terms, deck)):
            if choice.action is None:
                return _position_text(state)
    return None


def _position_text(state: State) -> str:
    text = state.terms.variant.text
    hands = "; ".join(
        f"P{seat} holds {' '.join(text(state.cards[order]) for order in hand)}"
        for seat, hand in enumerate(state.hands)
    )
    heights = " ".join(map(str, state.heights))
    clue = state.last_clue
    last = f", the last clue was {clue_name(state.terms.variant, clue.clue)}" if clue and clue.clue else ""
    return (
        f"turn {turn_number(state.turn)}, P{state.seat} to move, {counted(state.clue_units, 'clue')} left,"
        f" stacks {heights}{last}; {hands}"
    )
