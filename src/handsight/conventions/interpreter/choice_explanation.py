"""Why a convention acts as it does: the rule that acts, and why each rule before it does not."""

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from handsight.conventions.checks.translate_rules import RuleInfo
from handsight.conventions.convention_loader import Convention
from handsight.conventions.core import CARD, CLUE, SEAT, VALUE
from handsight.conventions.interpreter.core_interpreter import Action, Choice, FailedRule
from handsight.conventions.interpreter.evaluate_core import compile_expression
from handsight.conventions.interpreter.rule_context import Context
from handsight.conventions.normal_form import free_variables
from handsight.game import seat_name
from handsight.hanabi import Discard, GiveClue, Play, View
from handsight.notation.hanabi.table_text import clue_name
from handsight.text.counting_from_one import slot_number

NO_TOKEN = "there is no clue token left"  # noqa: S105  # a token of the game
ALL_TOKENS = "the team has all its clue tokens, so discarding is not allowed"


class PassedRule(Struct, frozen=True):
    """An act rule that did not act, and why."""

    rule: str
    reason: str
    letters: dict[str, str]
    """What the letters of the rule stood for, in words, when it passed most of its steps."""
    ways: int = 1
    """In how many ways it passed so many steps."""


class Explanation(Struct, frozen=True):
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
    """Return what letters stood for, as a remark in brackets; empty if there are none."""
    values = ", ".join(f"{letter} was {value}" for letter, value in letters.items())
    more = f"; the same in {ways} ways" if ways > 1 else ""
    return f" ({values}{more})" if values else ""


def explain_choice(
    choice: Choice, convention: Convention, context: Context, names: tuple[str, ...]
) -> Explanation:
    """Explain a choice that was made in a context; *names* are those of the players."""
    describe = Describer(context.view, names)
    passed = tuple(_passed(failed, convention, context, describe) for failed in choice.failed)
    if choice.rule is None:
        return Explanation(choice.action, None, passed)
    rule = convention.acts[choice.rule]
    letters = _letters(rule, choice.values, context, describe)
    return Explanation(choice.action, rule.name, passed, rule.text, letters)


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
    """Say what the letters of a rule stood for when its variables had these values."""
    context.variables[: len(values)] = values
    return {
        letter.name: describe.value(letter.type, compile_expression(letter.expr)(context))
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
        """Describe a value of a type of the core."""
        return self._by_type[kind](value)

    def seat(self, seat: int) -> str:
        """Name a seat."""
        return seat_name(seat, self._names)

    def card(self, order: int) -> str:
        """Describe a card by its face, if the seat sees it, and by its slot."""
        face = self._view.cards[order]
        slots = [
            f"{self.seat(seat)}'s slot {slot_number(hand.index(order))}"
            for seat, hand in enumerate(self._view.hands)
            if order in hand
        ]
        return " in ".join([*([self._variant.text(face)] if face else []), *slots])

    def clue(self, clue: GiveClue) -> str:
        """Describe a clue, and the seat it is for."""
        return f"{clue_name(self._variant, clue.clue)} to {self.seat(clue.seat)}"

    def action(self, action: Play | Discard | GiveClue) -> str:
        """Describe an action."""
        match action:
            case GiveClue(seat, clue):
                return f"clue {self.seat(seat)} {clue_name(self._variant, clue)}"
            case Play(order):
                return f"play {self.card(order)}"
            case Discard(order):
                return f"discard {self.card(order)}"
