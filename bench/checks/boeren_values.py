"""Expected points of bids and cards of small rounds of Boeren Bridge, by every deal and every throw of dice.

This is slow and plain: deals are listed one by one, the past is played again in each, and the rule graphs'
own bots play on. `handsight.analysis.boeren.analyse` is held against it.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations

from handsight import boeren
from handsight.analysis.boeren.analyse import BLUEPRINT
from handsight.boeren import SEATS, Action, Card, Setup, State, Terms, deal, legal, play, score, shuffle
from handsight.boeren import BoerenRecord as Round
from handsight.bots.seat import BotSeat
from handsight.errors import IllegalActionError
from handsight.game import Dice
from handsight.roster.boeren import find_bot


class ScriptedDice(Dice):
    """Dice that throw what a script says, then zeros, and note between how many numbers they threw."""

    def __init__(self, script: tuple[int, ...]) -> None:
        super().__init__(0)
        self.script = script
        self.ranges = list[int]()

    def below(self, n: int) -> int:
        """Return the next number of the script."""
        self.ranges.append(n)
        at = len(self.ranges) - 1
        return self.script[at] if at < len(self.script) else 0


def over_dice(find: Callable[[ScriptedDice], int]) -> Fraction:
    """Return the mean of what a function finds over all throws of its dice."""
    total, scripts = Fraction(0), [tuple[int, ...]()]
    while scripts:
        dice = ScriptedDice(scripts.pop())
        found, chance = find(dice), Fraction(1)
        for count in dice.ranges:
            chance /= count
        total += chance * found
        thrown = [*dice.script, *(0 for _ in dice.ranges[len(dice.script) :])]
        for at in range(len(dice.script), len(dice.ranges)):
            scripts += [(*thrown[:at], number) for number in range(1, dice.ranges[at])]
    return total


def possible_states(game: Round, turn: int) -> Iterator[State]:
    """Yield the state of every deal that the seat to move cannot rule out by the rules."""
    state = game.states[turn]
    seat, setup = state.seat, game.setup
    pairs = zip(setup.hands, state.hands, strict=True)
    played = [{card for card in dealt if card not in held} for dealt, held in pairs]
    seen = set(state.hands[seat]).union(*played)
    hidden = [card for card in state.terms.pack if card not in seen]
    others = [other for other in range(SEATS) if other != seat]
    for held in _dealt(hidden, [len(state.hands[other]) for other in others]):
        hands = [tuple(sorted(setup.hands[seat])) for _ in range(SEATS)]
        for other, cards in zip(others, held, strict=True):
            hands[other] = tuple(sorted((*played[other], *cards)))
        found = _replayed(Setup(setup.terms, tuple(hands), setup.trump, setup.dealer), game.actions[:turn])
        if found is not None:
            yield found


def _dealt(cards: list[Card], sizes: list[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    if not sizes:
        yield ()
        return
    for some in combinations(cards, sizes[0]):
        for rest in _dealt([card for card in cards if card not in some], sizes[1:]):
            yield (some, *rest)


def _replayed(setup: Setup, actions: tuple[Action, ...]) -> State | None:
    """Play actions again; None where one of them is not legal with these hands."""
    state = deal(setup)
    try:
        for action in actions:
            state = play(state, action)
    except IllegalActionError:
        return None
    return state


def points_after(state: State, action: Action, dice: Dice) -> int:
    """Return the points of the seat to move after an action, if the blueprint goes on in all seats."""
    spec, seat = find_bot(BLUEPRINT), state.seat
    seats = [BotSeat(spec, boeren, state.terms, other, lambda: dice) for other in range(SEATS)]
    state = play(state, action)
    while not state.over:
        _, state = seats[state.seat].play(state)
    points = score(state)
    assert points is not None  # noqa: S101  the round is over
    return points[seat]


def exact_values(game: Round, turn: int) -> dict[Action, Fraction]:
    """Return the expected points of every legal action of the seat to move, in its own eyes."""
    states = list(possible_states(game, turn))
    found = dict[Action, Fraction]()
    for action in legal(states[0]):
        means = [over_dice(partial(points_after, state, action)) for state in states]
        found[action] = sum(means, Fraction(0)) / len(states)
    return found


def random_round(size: int, seed: int) -> Round:
    """Return a round with so many cards a hand, of a pack that is dealt out, played by chance."""
    dice = Dice(seed)
    state = deal(shuffle(Terms(size), dice.below(SEATS), dice))
    setup, actions = state.setup, list[Action]()
    while not state.over:
        choices = list(legal(state))
        actions.append(choices[dice.below(len(choices))])
        state = play(state, actions[-1])
    return Round.replay(setup, tuple(actions))
