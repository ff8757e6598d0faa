"""The layer of knowledge that follows if everybody keeps a convention, and where somebody did not.

Promises are announcements: a flag that promises narrows what its card may be, for everyone. What the rules
alone imply is the layer below, and is told apart (`knowledge`).
"""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from handsight.conventions.checks.secrecy import transparent
from handsight.conventions.convention import Convention
from handsight.conventions.interpreter.context import Scene, with_promises
from handsight.conventions.interpreter.memory import Memory
from handsight.conventions.interpreter.player import Action, interpreter
from handsight.conventions.interpreter.public_state import Public, after, opening, turns
from handsight.deals import Deal, Disjunction
from handsight.hanabi import CardSet, Discard, GiveClue, Play, view
from handsight.knowledge import evidence
from handsight.notation.hanabi.record import Game
from handsight.notation.hanabi.remedies import clue_word

DEVIATION, UNTRUE, CONTRADICTION = "deviation", "untrue", "contradiction"


class Breach(Struct, frozen=True):
    """A move that broke a convention: it was not what the rules say, or it promised what is not so."""

    turn: int
    """How many actions were taken before it."""
    seat: int
    kind: str
    message: str
    order: int | None = None
    """The card that shows an untrue promise to be so."""
    foreseen: bool = False
    """Whether everybody could foresee what the rules said here, from what is public alone."""


class Promised(Struct, frozen=True):
    """What a convention says of a card in hand: its flags, and what is left if all promises hold."""

    order: int
    flags: tuple[str, ...]
    possible: CardSet
    """As far as its holder can tell; without the promises where no hand keeps them all."""


class Layer(Struct, frozen=True, dict=True):
    """A game as a convention reads it: the facts and the memory after 0, 1, 2, … actions."""

    game: Game
    convention: Convention
    moments: tuple[tuple[Public, Memory], ...]

    def hand(self, turn: int, seat: int) -> tuple[Promised, ...]:
        """What the convention says of a hand, slot 0 first."""
        now, _ = self.moments[turn]
        possible = self.deal(turn, seat).possible
        return tuple(
            Promised(order, self.flags(turn, order), CardSet(now.terms.variant, possible[slot]))
            for slot, order in enumerate(now.hands[seat])
        )

    def flags(self, turn: int, order: int) -> tuple[str, ...]:
        """The flags that a card carries."""
        _, memory = self.moments[turn]
        return tuple(flag.name for at, flag in enumerate(self.convention.flags) if memory.has(at, order))

    def deal(self, turn: int, seat: int) -> Deal | Disjunction:
        """Every hand that a seat may hold if all promises hold."""
        now, memory = self.moments[turn]
        return with_promises(evidence(view(self.game.states[turn], seat)).told, now.hands[seat], memory)

    @cached_property
    def breaches(self) -> tuple[Breach, ...]:
        """Every move that broke the convention, in order."""
        moves = zip(range(len(self.moments) - 1), self.game.actions, strict=False)
        return tuple(breach for turn, action in moves for breach in self._breaches(turn, action))

    def known_breaches(self, turn: int, seat: int) -> tuple[Breach, ...]:
        """The moves before a turn of which a seat can then tell that they broke the convention.

        Its own moves; promises that clues rule out, or of cards that it sees by now; and what others did
        where all rules up to the one that should have acted read only what is public. What else others did
        may have been right, for all that the seat knows of its own hand.
        """
        seen = view(self.game.states[turn], seat).cards

        def plain(breach: Breach) -> bool:
            if breach.kind == DEVIATION:
                return breach.seat == seat or breach.foreseen
            return breach.order is None or seen[breach.order] is not None

        return tuple(breach for breach in self.breaches if breach.turn < turn and plain(breach))

    def _breaches(self, turn: int, action: object) -> Iterator[Breach]:
        if not isinstance(action, Play | Discard | GiveClue):
            return
        state, (now, memory) = self.game.states[turn], self.moments[turn]
        player, look = interpreter(self.convention.core), view(state, state.seat)
        choice = player.decide(look, now, memory)
        if not _alike(Scene(now, memory, look, player.read), action, choice.action):
            wanted = "no rule acts here"
            if choice.rule is not None and choice.action is not None:
                rule = self.convention.acts[choice.rule].name
                wanted = f"`{rule}` would {self._words(choice.action)}"
            message = f"{self._who(turn)} chose to {self._words(action)}; {wanted}"
            foreseen = self._foreseen(now, choice.rule)
            yield Breach(turn, state.seat, DEVIATION, message, foreseen=foreseen)
        yield from self._untrue(turn)

    def _foreseen(self, now: Public, rule: int | None) -> bool:
        """Whether everybody knows that this rule acts: all up to it read what is public, or lack a token."""
        acts = self.convention.core.acts[: None if rule is None else rule + 1]
        tokenless = now.clue_units < now.terms.clue_cost
        return not now.terms.characters and all(
            transparent(act) or (act.verb == "give" and tokenless) for act in acts
        )

    def _untrue(self, turn: int) -> Iterator[Breach]:
        """The promises that a move made and that do not hold."""
        state, (now, memory) = self.game.states[turn], self.moments[turn + 1]
        variant = now.terms.variant
        for order, mask in memory.fresh:
            card = state.cards[order]
            told = CardSet(variant, mask)
            what = f"card {order} to be one of {told}" if mask else f"card {order} to be nothing at all"
            if not mask & now.marks[order]:
                message = f"{self._who(turn)} promised {what}, which its clues rule out"
                yield Breach(turn, state.seat, CONTRADICTION, message)
            elif not mask >> variant.identity(card) & 1:
                message = f"{self._who(turn)} promised {what}, and it is {variant.text(card)}"
                yield Breach(turn, state.seat, UNTRUE, message, order)

    def _who(self, turn: int) -> str:
        return self.game.seats[self.game.states[turn].seat]

    def _words(self, action: Action) -> str:
        match action:
            case GiveClue(seat, clue):
                return f"clue {self.game.seats[seat]} {clue_word(self.game.setup.terms.variant, clue)}"
            case Play(order):
                return f"play card {order}"
            case Discard(order):
                return f"discard card {order}"


def layer(game: Game, convention: Convention) -> Layer:
    """Read a game as a convention does."""
    player = interpreter(convention.core)
    terms = game.setup.terms
    now = opening(terms)
    memory = player.start(now)
    moments = [(now, memory)]
    for deed, drew in turns(game.final.events[terms.players * terms.hand_size :]):
        now = after(now, deed, drew=drew)
        memory = player.read(now, memory)
        moments.append((now, memory))
    return Layer(game, convention, tuple(moments))


def _alike(scene: Scene, done: Action, wanted: Action | None) -> bool:
    """Whether two actions are one to the convention: the same, or clues to one seat that read the same."""
    if isinstance(done, GiveClue) and isinstance(wanted, GiveClue) and done.seat == wanted.seat:
        return scene.told(done).flags == scene.told(wanted).flags
    return done == wanted
