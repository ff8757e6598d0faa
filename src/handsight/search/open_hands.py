"""Hanabi with all cards known: the best score that can still be reached, with a line of moves or a proof."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from handsight.compiled.jit import Ints
from handsight.errors import InputError
from handsight.hanabi import Action, Discard, GiveClue, Play, Setup, State, Terms, Variant, legal, play
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.rules import fits
from handsight.hanabi.variants.stacks import StackRule
from handsight.search.compiled import open_hands as kernel
from handsight.search.compiled.open_hands import EXACT, FAILED, LENIENT, OPEN, QUICK, REACHED
from handsight.text.counting_from_one import counted

NODES = 10_000_000
"""How many positions may be looked at for each score that is tried; two to three seconds."""
FIRST_TRY, RESTARTS, RESTART_NODES, FIRST_PROOF = 2_000, 20, 1_500, 30_000
"""Nodes of the first try; how many shuffled tries come before each proof; nodes of each, and of the first
proof. Both grow by GROWTH from round to round."""
GROWTH = 4
MOST_CARDS = 62
LARGEST_TABLE = 1 << 22


class Solution(Struct, frozen=True):
    """The best score that a team that sees all cards can reach from a position, with moves that reach it."""

    best: int
    """The best score that was found."""
    proved: bool
    """Whether nothing better is possible."""
    line: tuple[str, ...]
    """Moves that reach it: ``play ORDER``, ``discard ORDER``, ``clue SEAT VALUE``."""
    actions: tuple[Action, ...]
    """The same moves as actions; the line ends with its last point."""
    most: int
    """The highest score that the variant has."""
    bound: int
    """A score above which nothing is possible; the same as *best* where that is proved."""
    nodes: int
    """How many positions were looked at."""


def solve(game: Game | Setup | State, turn: int = 0, *, nodes: int = NODES) -> Solution:
    """Find the best score that a team that sees all cards, the deck too, can still reach.

    Args:
        game: A recorded game, a setup (its deal), or a state.
        turn: How many actions have been taken; 0 is the deal. A state stands for itself.
        nodes: How many positions may be looked at for each score that is tried. More than this and the
            answer is open: `proved` is false.

    Raises:
        InputError: The deck is not known in full, there is no such turn, or the game has rules that are not
            supported: up or down, sudoku, alternating clues, inverted suits, characters, deck plays, all or
            nothing, speedrun.

    Examples:
        >>> hs.solve(hs.load("sample:first")).best
        25
    """
    return solve_state(_state_at(game, turn), nodes=nodes)


def solve_state(state: State, *, nodes: int = NODES) -> Solution:
    """Return the best score that can be reached from a state; see `solve`."""
    if nodes < 1:
        raise InputError(f"{nodes} positions are too few; look at 1 or more")
    check_solvable(state)
    most = state.terms.variant.max_score
    if state.over:
        return Solution(state.score, True, (), (), most, state.score, 0)  # noqa: FBT003  # it is proved
    search = _OpenHandSearch(state)
    bound, spent = search.simple_bound(), 0
    for target in range(bound, state.points, -1):
        found, actions, used = search.reach(target, nodes)
        spent += used
        if found == REACHED:
            line = tuple(move_text(state.terms.variant, action) for action in actions)
            return Solution(target, target == bound, line, actions, most, bound, spent)
        if found == FAILED and bound == target:
            bound -= 1
    return Solution(state.points, state.points == bound, (), (), most, bound, spent)


def check_supported(terms: Terms) -> None:
    """Raise InputError where the solver does not know some rule of the game."""
    variant = terms.variant
    unknown = {
        "characters": terms.characters,
        "deck plays": terms.deck_plays,
        "all or nothing": terms.all_or_nothing,
        "speedrun": terms.speedrun,
        "alternating clues": variant.alternating,
        "inverted suits": variant.inverted,
        "stacks that can grow in several ways": any(_ranks_in_order(rule) is None for rule in variant.stacks),
    }
    for what, there in unknown.items():
        if there:
            raise InputError(
                f"games with {what} cannot be solved with open hands; every variant whose stacks run"
                " straight up or down, without such options, can"
            )
    if variant.deck_size > MOST_CARDS:
        raise InputError(
            f"a deck of {variant.deck_size} cards is too large to solve; the most is {MOST_CARDS}"
        )


def check_solvable(state: State) -> None:
    """Raise InputError where the solver does not know some rule of a game, or some card of its deck."""
    check_supported(state.terms)
    size = state.terms.variant.deck_size
    if len(state.cards) < size:
        raise InputError(f"the deck lists {len(state.cards)} of {size} cards, and all must be known")


def _state_at(game: Game | Setup | State, turn: int) -> State:
    if isinstance(game, State):
        return game
    if isinstance(game, Setup):
        game = Game.replay(game)
    if not 0 <= turn < len(game.states):
        raise InputError(f"there is no turn {turn}; this game has {counted(len(game.actions), 'action')}")
    return game.states[turn]


def move_text(variant: Variant, action: Action) -> str:
    """Return a move as a line has it: ``play 3``, ``discard 7``, ``clue 1 r``, ``clue 1 5``."""
    match action:
        case Play(order):
            return f"play {order}"
        case Discard(order):
            return f"discard {order}"
        case GiveClue(seat, clue):
            value = color_letter(variant, clue.value) if clue.kind == "color" else str(clue.value)
            return f"clue {seat} {value}"
    raise AssertionError(action)


def color_letter(variant: Variant, color: int) -> str:
    """Return the letter of the suit that has a colour; the colour's own first letter where none has."""
    name = variant.colors[color]
    for suit, letter in zip(variant.suits, variant.letters, strict=True):
        if suit.name == name:
            return letter
    return name[0].lower()


def _ranks_in_order(rule: StackRule) -> list[int] | None:
    """Return the rank positions in the order in which a stack takes them; None if it allows several."""
    order, state = list[int](), 0
    while True:
        following = [(at, after) for at, after in enumerate(rule.steps[state]) if after >= 0]
        if not following:
            return order if len(order) == rule.full else None
        if len(following) > 1 or following[0][0] in order:
            return None
        at, state = following[0]
        order.append(at)


def _faces(variant: Variant) -> list[int]:
    """Return the face (see the kernel) of each identity."""
    found = []
    for card in variant.cards:
        order = _ranks_in_order(variant.stacks[card.suit])
        assert order is not None  # noqa: S101  # checked before
        found.append(8 * card.suit + order.index(variant.ranks.index(card.rank)))
    return found


class _Finding(NamedTuple):
    result: int
    actions: tuple[Action, ...]
    nodes: int


class _OpenHandSearch:
    """The arrays of a search from one state, and the order in which modes are tried."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.fixed = _fixed(state)
        self.start = _position(state)
        turns = state.deck_left + state.terms.players + 2
        depth = 2 * turns + state.terms.max_clue_units + 2
        self.positions = np.zeros((depth, kernel.WORDS), np.int64)
        self.moves = np.zeros((depth, kernel.MOST_MOVES + 2), np.int64)
        self.marks = np.zeros(128 + kernel.MOST_MOVES, np.int64)

    def simple_bound(self) -> int:
        """Return the best score that nothing simple forbids (see the kernel's `can_reach`)."""
        target = self.state.terms.variant.max_score
        while target > self.state.points and self._search(LENIENT, target, 1).result == FAILED:
            target -= 1
        return target

    def reach(self, target: int, limit: int) -> _Finding:
        """Look for a line to a score, and for a proof that there is none, in turn, until one is found."""
        spent, shuffles = 0, 1
        tries, proof = FIRST_TRY, FIRST_PROOF
        found = self._search(QUICK, target, min(tries, limit))
        tries = RESTART_NODES
        while True:
            spent += found.nodes
            if found.result == REACHED:
                return found._replace(nodes=spent)
            for _ in range(RESTARTS):
                if spent >= limit:
                    return _Finding(OPEN, (), spent)
                found = self._search(QUICK, target, min(tries, limit - spent), shuffles)
                spent += found.nodes
                shuffles += 1
                if found.result == REACHED:
                    return found._replace(nodes=spent)
            found = self._search(LENIENT, target, max(1, min(proof, limit - spent)))
            if found.result == FAILED:
                return found._replace(nodes=spent + found.nodes)
            if found.result == REACHED and not found.actions:  # a line that the rules do not allow
                spent += found.nodes
                found = self._search(EXACT, target, max(1, limit - spent))
                return found._replace(nodes=spent + found.nodes)
            tries, proof = tries * 2, proof * GROWTH

    def _search(self, mode: int, target: int, limit: int, shuffle: int = 0) -> _Finding:
        asked = np.zeros(kernel.ASKED_WORDS, np.int64)
        asked[kernel.MODE], asked[kernel.TARGET], asked[kernel.LIMIT] = mode, target, limit
        if shuffle:
            asked[kernel.NOISE] = 100 << shuffle % 4
            asked[kernel.DIE] = (shuffle * 0x9E3779B1 & 0x7FFFFFFF) | 1
        self.positions[0] = self.start
        table = np.zeros((_table_size(limit), 2), np.int64)
        result = kernel.search(self.fixed, asked, self.positions, self.moves, table, HASH_WORDS, self.marks)
        nodes = int(asked[kernel.NODES])
        if result != REACHED:
            # leaving moves out proves nothing
            return _Finding(OPEN if mode == QUICK else int(result), (), nodes)
        actions = self._by_the_rules(self._moves_tried(int(asked[kernel.DEPTH])), target)
        return _Finding(OPEN if not actions and mode == QUICK else REACHED, actions, nodes)

    def _moves_tried(self, depth: int) -> list[int]:
        rows = self.moves[:depth]
        return [int(row[row[kernel.MOST_MOVES + 1] - 1]) for row in rows]

    def _by_the_rules(self, moves: Sequence[int], target: int) -> tuple[Action, ...]:
        """Play a line by the rules, and return its actions; none if the rules do not allow it."""
        state, actions = self.state, list[Action]()
        for move in moves:
            allowed = () if state.over else tuple(legal(state))
            action = next((one for one in _ways(state, *divmod(move, 64)) if one in allowed), None)
            if action is None:
                return ()
            state = play(state, action)
            actions.append(action)
        lost = state.struck_out and state.terms.rules.strikeout == "zero"
        return tuple(actions) if state.points >= target and not lost else ()


def _ways(state: State, kind: int, order: int) -> Iterator[Action]:
    """Yield the actions by which a move of the search can be made, the best first."""
    may_strike = state.strikes + 1 < state.terms.max_strikes
    if kind in (kernel.PLAY, kernel.MISPLAY):
        yield Play(order)
    elif kind == kernel.DISCARD:
        yield Discard(order)
        if may_strike and fits(state, state.cards[order]) < 0:
            yield Play(order)
    else:
        yield from (action for action in legal(state) if isinstance(action, GiveClue))
    if kind == kernel.PASS:
        hand = state.hands[state.seat]
        yield from map(Discard, hand)
        yield from (Play(card) for card in hand if may_strike or fits(state, state.cards[card]) >= 0)


def _table_size(limit: int) -> int:
    return min(LARGEST_TABLE, 1 << max(8, (2 * limit).bit_length()))


def _fixed(state: State) -> Ints:
    """Return what is fixed during a search, as the kernel has it."""
    terms, variant = state.terms, state.terms.variant
    fixed = np.zeros(kernel.FIXED_WORDS, np.int64)
    touched = 0
    for clue in variant.clues():
        touched |= variant.touch(clue)
    kinds = {clue.kind for clue in variant.clues()}
    faces, orders, touchable = _faces(variant), dict[int, int](), 0
    for order, card in enumerate(state.cards):
        identity = variant.identity(card)
        fixed[kernel.FACES + order] = faces[identity]
        orders[faces[identity]] = orders.get(faces[identity], 0) | 1 << order
        touchable |= (touched >> identity & 1) << order
    for face, mask in orders.items():
        fixed[kernel.COPIES + face] = mask
    fixed[: kernel.FACES] = (
        variant.deck_size,
        terms.players,
        len(variant.suits),
        variant.stack_size,
        terms.max_clue_units,
        terms.clue_cost,
        terms.rules.refund_five and not variant.face_down,
        terms.rules.end == "failed_draw",
        terms.rules.discard_at_full,
        terms.max_strikes,
        (bool(kinds) and terms.empty_clues)
        or (variant.blind_colors and "color" in kinds)
        or (variant.blind_numbers and "number" in kinds),
        touchable,
    )
    return fixed


def _position(state: State) -> Ints:
    """Return a state as the kernel has it."""
    words = np.zeros(kernel.WORDS, np.int64)
    words[kernel.DRAWN], words[kernel.SEAT], words[kernel.TOKENS] = state.drawn, state.seat, state.clue_units
    words[kernel.LEFT] = -1 if state.turns_left is None else state.turns_left
    words[kernel.STRIKES], words[kernel.POINTS] = state.strikes, state.points
    words[kernel.STACKS : kernel.STACKS + len(state.stacks)] = state.heights
    for seat, hand in enumerate(state.hands):
        words[kernel.HANDS + seat] = sum(1 << order for order in hand)
    return words


HASH_WORDS = kernel.hash_words()
