"""What players know if everybody follows a convention, and which moves did not follow it.

Promises are announcements: a flag that promises something narrows what its card may be, for everyone. What
the rules of the game alone imply is in `handsight.knowledge`, and is shown apart from this.
"""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from handsight.conventions.checks.core_checks import is_public
from handsight.conventions.convention_loader import Convention
from handsight.conventions.interpreter.core_interpreter import Action, Interpreter, RuleChoice
from handsight.conventions.interpreter.public_state import PublicState, public_state_after_deal
from handsight.conventions.interpreter.rule_context import Context, Memory
from handsight.deals import Deal, Disjunction
from handsight.hanabi import CardSet, Discard, GiveClue, Play, State, view
from handsight.hanabi import HanabiRecord as Game
from handsight.notation.hanabi.table_text import clue_name
from handsight.text.counting_from_one import slot_number

DEVIATION, UNTRUE, CONTRADICTION = "deviation", "untrue", "contradiction"


class Breach(Struct, frozen=True):
    """A move that broke a convention: the rules say another move, or it made a promise that is not true."""

    turn: int
    """How many actions were taken before it."""
    seat: int
    kind: str
    message: str
    public: bool
    """Whether everybody can tell: public facts say what the rules wanted, or rule the promise out."""
    order: int | None = None
    """The card about which something untrue was promised; None for a deviation."""
    promised: int = 0
    """Mask of the identities that it was promised to be one of."""


class PromisedCard(Struct, frozen=True):
    """What a convention says about a card in a hand."""

    order: int
    flags: tuple[str, ...]
    possible: CardSet
    """What its holder can infer if all promises hold; without the promises if no hand keeps them all."""


class PromisedKnowledge(Struct, frozen=True, dict=True):
    """A game as a convention reads it: the public state and the memory after 0, 1, 2, … actions."""

    game: Game
    convention: Convention
    moments: tuple[tuple[PublicState, Memory], ...]

    def hand(self, turn: int, seat: int) -> tuple[PromisedCard, ...]:
        """Return each card's flags and promised set, newest first."""
        public, _ = self.moments[turn]
        possible = self.deal(turn, seat).possible
        return tuple(
            PromisedCard(order, self.flags(turn, order), CardSet(public.terms.variant, possible[slot]))
            for slot, order in enumerate(public.hands[seat])
        )

    def flags(self, turn: int, order: int) -> tuple[str, ...]:
        """Return the names of the flags on a card, without flags of hands and of the table."""
        _, memory = self.moments[turn]
        return tuple(
            flag.name
            for at, flag in enumerate(self.convention.flags)
            if not flag.bearer and memory.has(at, order)
        )

    def context(self, turn: int, seat: int | None = None) -> Context:
        """Return the context of a turn as a seat sees it; without a seat, the public facts."""
        seen = None if seat is None else view(self.game.states[turn], seat)
        return Interpreter(self.convention.core).context(*self.moments[turn], seen)

    def deal(self, turn: int, seat: int) -> Deal | Disjunction:
        """Return every hand that a seat may hold if all promises hold; without promises if there is none."""
        return self.context(turn, seat).promised_hand

    def choice(self, turn: int) -> RuleChoice:
        """Return what the convention would do at a turn, decided once."""
        if turn not in self._choices:
            state = self.game.states[turn]
            seen, interpreter = view(state, state.seat), Interpreter(self.convention.core)
            self._choices[turn] = interpreter.decide(seen, *self.moments[turn])
        return self._choices[turn]

    @cached_property
    def _choices(self) -> dict[int, RuleChoice]:
        return {}

    def breaches(self) -> tuple[Breach, ...]:
        """Return every move that broke the convention, in order; found once, by deciding every turn."""
        return self._all_breaches

    @cached_property
    def _all_breaches(self) -> tuple[Breach, ...]:
        moves = zip(range(len(self.moments) - 1), self.game.actions, strict=False)
        return tuple(breach for turn, action in moves for breach in self._breaches(turn, action))

    def known_breaches(self, turn: int, seat: int) -> tuple[Breach, ...]:
        """Return the breaches before a turn that a seat can recognise at that turn.

        These are its own moves; promises that clues rule out, or about cards that the seat now sees; and
        moves of others where every rule up to the one that should have acted reads public facts only. Other
        moves may have been right, for all that the seat knows about its own hand.
        """
        seen = view(self.game.states[turn], seat).cards

        def is_known(breach: Breach) -> bool:
            own = breach.seat == seat if breach.order is None else seen[breach.order] is not None
            return breach.public or own

        return tuple(breach for breach in self._all_breaches if breach.turn < turn and is_known(breach))

    def _breaches(self, turn: int, action: object) -> Iterator[Breach]:
        if not isinstance(action, Play | Discard | GiveClue):
            return
        state, choice = self.game.states[turn], self.choice(turn)
        if not _equivalent(self.context(turn, state.seat), action, choice.action):
            wanted = "no rule applies here"
            if choice.rule is not None and choice.action is not None:
                rule = self.convention.acts[choice.rule].name
                wanted = f"`{rule}` would {self._action_text(choice.action, state)}"
            message = f"{self._name(turn)} chose to {self._action_text(action, state)}; {wanted}"
            yield Breach(turn, state.seat, DEVIATION, message, self._foreseen(turn, choice.rule))
        yield from self._untrue(turn)

    def _foreseen(self, turn: int, rule: int | None) -> bool:
        """Whether everybody can foresee a rule: all rules up to it are public, or lack a clue token."""
        public, _ = self.moments[turn]
        acts = self.convention.core.acts[: None if rule is None else rule + 1]
        no_token = public.clue_units < public.terms.clue_cost
        return not public.terms.characters and all(
            is_public(act) or (act.verb == "give" and no_token) for act in acts
        )

    def _untrue(self, turn: int) -> Iterator[Breach]:
        """Yield the promises of a move that are not true."""
        state, (now, memory) = self.game.states[turn], self.moments[turn + 1]
        variant, public_masks = now.terms.variant, now.clue_masks
        for order, mask in memory.new_promises:
            card, who = state.cards[order], self._name(turn)
            what, public = f"card {order} to be one of {CardSet(variant, mask)}", False
            if not mask & public_masks[order]:
                kind, public, message = (
                    CONTRADICTION,
                    True,
                    f"{who} promised {what}, which its clues rule out",
                )
                if not mask:
                    message = f"{who} promised card {order} to be something that no card can be now"
            elif not mask >> variant.identity(card) & 1:
                kind, message = UNTRUE, f"{who} promised {what}, but it is {variant.text(card)}"
            else:
                continue
            yield Breach(turn, state.seat, kind, message, public, order, mask)

    def _name(self, turn: int) -> str:
        return self.game.seats[self.game.states[turn].seat]

    def _action_text(self, action: Action, state: State) -> str:
        match action:
            case GiveClue(seat, clue):
                return f"clue {self.game.seats[seat]} {clue_name(self.game.setup.terms.variant, clue)}"
            case Play(order) | Discard(order):
                verb, hand = "play" if isinstance(action, Play) else "discard", state.hands[state.seat]
                slot = f"slot {slot_number(hand.index(order))} " if order in hand else ""
                return f"{verb} {slot}(card {order})"


def promised_knowledge(game: Game, convention: Convention) -> PromisedKnowledge:
    """Read a game by a convention."""
    interpreter = Interpreter(convention.core)
    public = public_state_after_deal(game.setup.terms)
    dealt = public, interpreter.start(public)
    return PromisedKnowledge(game, convention, (dealt, *interpreter.follow(*dealt, game.final.events)))


def _equivalent(context: Context, done: Action, wanted: Action | None) -> bool:
    """Whether two actions are the same, or clues to one seat after which the flags are the same."""
    if isinstance(done, GiveClue) and isinstance(wanted, GiveClue) and done.seat == wanted.seat:
        return context.context_after(done).memory.flags == context.context_after(wanted).memory.flags
    return done == wanted
