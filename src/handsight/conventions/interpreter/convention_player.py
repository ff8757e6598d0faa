"""Play by a convention: decide from views, explain decisions, and play whole games."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from handsight import hanabi
from handsight.conventions.convention_loader import Convention
from handsight.conventions.interpreter.choice_explanation import Explanation, explain_choice
from handsight.conventions.interpreter.core_interpreter import Action, Choice, interpreter_for
from handsight.conventions.interpreter.public_state import PublicState, public_state_after_deal
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.errors import InputError
from handsight.game import Dice, shuffled
from handsight.hanabi import Setup, State, Terms, View, apply, deal, view
from handsight.notation.hanabi.table_text import clue_name
from handsight.text.counting_from_one import counted, turn_number


class ConventionDecision(Struct, frozen=True):
    """An action, the rule that chose it, and a way to ask why."""

    action: Action
    rule: str
    explain: Callable[..., Explanation]
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
        self._interpreter = interpreter_for(convention.core)
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

        def explain(names: tuple[str, ...] = ()) -> Explanation:
            return explain_choice(choice, self.convention, context, names)

        return ConventionDecision(choice.action, self.convention.acts[choice.rule].name, explain)

    def explain(self, view: View, names: tuple[str, ...] = ()) -> Explanation:
        """Explain what the convention does, even if no rule applies; *names* are those of the players."""
        choice, context = self._choose(view)
        return explain_choice(choice, self.convention, context, names)

    def rule_of(self, view: View, action: hanabi.Action) -> str:
        """Name the first rule that finds an action, though an earlier rule may act; "" if none does."""
        self._catch_up(view)
        number = self._interpreter.rule_of(view, self._public, self._memory, action)
        return "" if number is None else self.convention.acts[number].name

    def memory(self, view: View) -> Memory:
        """Return what the convention remembers at this moment."""
        self._catch_up(view)
        return self._memory

    def _choose(self, view: View) -> tuple[Choice, Context]:
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


def play_game(convention: Convention, setup: Setup) -> Iterator[tuple[State, Choice]]:
    """Play a game in which all seats follow a convention; yield each state with the choice made in it.

    The last choice has no action if no rule of the convention applies.
    """
    interpreter, terms = interpreter_for(convention.core), setup.terms
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
