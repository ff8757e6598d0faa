"""A convention at the table: a player that decides from views, and can say why."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from handsight.conventions.checks.rules import Rule
from handsight.conventions.convention import Convention
from handsight.conventions.interpreter.context import Scene
from handsight.conventions.interpreter.interpreter import meaning
from handsight.conventions.interpreter.memory import Memory
from handsight.conventions.interpreter.naming import Naming
from handsight.conventions.interpreter.player import Action, Choice, Tried, interpreter
from handsight.conventions.interpreter.public_state import Public, after, opening, turns
from handsight.conventions.simplify import free
from handsight.errors import InputError
from handsight.hanabi import Event, Setup, State, Terms, View, apply, deal, view
from handsight.notation.hanabi.remedies import clue_word
from handsight.table import Dice, shuffled

NO_TOKEN = "there is no clue token left"  # noqa: S105  # a token of the game
FULL = "all clue tokens are there, so nobody may discard"


class Stood(Struct, frozen=True):
    """What the letters of a rule stood for, in words, when it got furthest; and in how many ways it did."""

    letters: dict[str, str]
    often: int = 1

    def __str__(self) -> str:
        told = ", ".join(f"{name} was {thing}" for name, thing in self.letters.items())
        more = f"; so in {self.often} ways" if self.often > 1 else ""
        return f" ({told}{more})" if told else ""


class Explanation(Struct, frozen=True):
    """What a convention does, by which rule, and why each rule before it did not act."""

    action: Action | None
    rule: str | None
    passed: tuple[tuple[str, str], ...]
    """Pairs of a rule and the reason."""
    text: str = ""
    """Why the rule acts, in its own words, where it has any."""
    stood: tuple[Stood, ...] = ()
    """For each rule that was passed, what its letters stood for; and below for the one that acts.

    They name cards that the seat sees, and so are no reasons to give to who holds those.
    """
    acted: Stood = Stood({})

    def __str__(self) -> str:
        lines = [f"{name}: {why}" for name, why in self.passed]
        last = f"{self.rule}: {self.text or 'so it is'}" if self.rule else "no rule is left"
        return "\n".join([*lines, last])


class ConventionBot:
    """Plays by a convention. A view carries every event, so one bot per seat needs no other messages."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        self._player = interpreter(convention.core)
        self._terms: Terms | None = None
        self._read = 0
        self._last: tuple[View, Choice] | None = None
        """The view of the last choice, so that explaining it does not choose again."""
        self._now: Public
        self._memory: Memory

    def observe(self, event: Event) -> None:
        """Hear what happened; `decide` finds it in its view anyway."""

    def decide(self, view: View) -> Action:
        """Choose what to do."""
        choice = self._choice(view)
        if choice.action is None:
            name = self.convention.name
            raise InputError(f"no rule of {name} applies at turn {view.turn}; add one that always does")
        return choice.action

    def explain(self, view: View, names: tuple[str, ...] = ()) -> Explanation:
        """Say what to do, and why not something that stands higher; *names* are those of the players."""
        choice, acts = self._choice(view), self.convention.acts
        passed = tuple((acts[tried.rule].name, self._why(tried)) for tried in choice.tried)
        naming = Naming(view, names)
        scene = Scene(self._now, self._memory, view)
        stood = tuple(
            Stood(_letters(acts[tried.rule], tried.first, scene, naming, why), tried.often)
            for tried, (_, why) in zip(choice.tried, passed, strict=True)
        )
        if choice.rule is None:
            return Explanation(choice.action, None, passed, stood=stood)
        rule = acts[choice.rule]
        acted = Stood(_letters(rule, choice.found, scene, naming))
        return Explanation(choice.action, rule.name, passed, rule.text, stood, acted)

    def memory(self, view: View) -> Memory:
        """What the convention remembers at this moment."""
        self._catch_up(view)
        return self._memory

    def _choice(self, view: View) -> Choice:
        self._catch_up(view)
        if self._last is None or self._last[0] is not view:
            self._last = view, self._player.decide(view, self._now, self._memory)
        return self._last[1]

    def _why(self, tried: Tried) -> str:
        rule, verb = self.convention.acts[tried.rule], self.convention.core.acts[tried.rule].verb
        if verb == "give" and self._now.clue_units < self._now.terms.clue_cost:
            return NO_TOKEN
        return rule.words[tried.reached] if tried.reached < len(rule.words) else FULL

    def _catch_up(self, view: View) -> None:
        """Read what has happened since the last time, from the deal on if this is another game."""
        if self._terms != view.terms or len(view.events) < self._read:
            self._terms = view.terms
            self._now = opening(view.terms)
            self._memory = self._player.start(self._now)
            self._read = view.terms.players * view.terms.hand_size
        for deed, drew in turns(view.events[self._read :]):
            self._now = after(self._now, deed, drew=drew)
            self._memory = self._player.read(self._now, self._memory)
        self._read = len(view.events)


def _letters(
    rule: Rule, bound: tuple[Any, ...], scene: Scene, naming: Naming, text: str | None = None
) -> dict[str, str]:
    """Name what the letters of a rule stood for when its variables were so; of a text, only those in it."""
    scene.vars[: len(bound)] = bound
    return {
        letter.name: naming.thing(letter.type, meaning(letter.expr)(scene))
        for letter in rule.letters
        if max(free(letter.expr), default=-1) < len(bound)
        and (text is None or re.search(rf"\b{re.escape(letter.name)}\b", text))
    }


def play_out(convention: Convention, setup: Setup) -> Iterator[tuple[State, Choice]]:
    """Play a game in which all seats keep a convention; yield each state with what is done in it.

    The last choice holds no action if the convention has none.
    """
    player, terms = interpreter(convention.core), setup.terms
    state, now = deal(setup), opening(terms)
    memory = player.start(now)
    while not state.over:
        choice = player.decide(view(state, state.seat), now, memory)
        yield state, choice
        if choice.action is None:
            return
        told = len(state.events)
        state = apply(state, choice.action)
        for deed, drew in turns(state.events[told:]):
            now = after(now, deed, drew=drew)
            memory = player.read(now, memory)


def stuck(convention: Convention, games: int = 30) -> str | None:
    """Look for a position in which no rule acts, and show it; None if these games have none."""
    for number in range(games):
        terms = Terms(2 + number % 4)
        deck = shuffled(terms.variant.deck(), Dice(0, number))
        for state, choice in play_out(convention, Setup(terms, deck)):
            if choice.action is None:
                return _shown(state)
    return None


def _shown(state: State) -> str:
    text = state.terms.variant.text
    hands = "; ".join(
        f"P{seat} holds {' '.join(text(state.cards[order]) for order in hand)}"
        for seat, hand in enumerate(state.hands)
    )
    tops = " ".join(map(str, state.heights))
    clue = state.last_clue
    last = f", the last clue was {clue_word(state.terms.variant, clue.clue)}" if clue and clue.clue else ""
    to_move = f"turn {state.turn}, P{state.seat} to move"
    return f"{to_move}, {state.clue_units} clues left, stacks {tops}{last}; {hands}"
