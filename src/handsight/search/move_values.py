"""What every legal move of a seat is worth in its own eyes: the mean score over deals it cannot rule out.

`Position` is a turn as the seat to move sees it. `value_moves` tries every legal move on the same deals, in
blocks, each drawn from dice of its own that follow from the seed, the turn and the number of the block. Moves
that fall far behind are dropped between rounds; a move that is asked about is never dropped. Scores are whole
numbers, and sums of them are exact, so the values are the same for any number of threads.

Where there are no more deals than were asked for, all of them are tried, and the values are exact.

Whether a move lost something may be in doubt after these deals. `Settling` then tries it and the best move on
more deals, twice as many each time, until it is sure, or not likely any more, or enough was tried.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from math import factorial, prod, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.jit import Ints
from handsight.game.seeded_dice import Seed, stream_start
from handsight.hanabi import Action, View
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import Results
from handsight.hanabi.compiled.state_conversion import to_action
from handsight.knowledge.hanabi.evidence import evidence
from handsight.search.blueprint import Blueprint
from handsight.search.compiled.evidence import agree
from handsight.search.compiled.hand_lists import TOO_MANY, count_ways, draw_hands, list_hands, one_die
from handsight.search.compiled.move_trials import draw_deals, try_moves
from handsight.search.history import History
from handsight.search.running_means import mean_and_error

BLOCK = 16
"""Deals that are drawn together from dice of their own; the first round has so many."""
OUT = 3.0
"""A move is dropped when the best leads by more than so many standard errors of the paired difference …"""
SOON, SLACK = 32, 2.0
"""… and, up to so many deals, by so much more, divided by the root of the deals: errors are rough then."""
HALF_STEP = 0.25
"""The variance of a score that is rounded to whole points: a difference that never varied may yet do so."""
MOST_LISTED = 200_000
"""Hands are listed when at most so many are possible, and drawn at random otherwise."""
DRAWN_HANDS = 4_096
"""How many hands are drawn then …"""
MOST_TRIES = 20_000_000
"""… in at most so many tries."""
JUDGED_HANDS = 2_000
"""How many hands are held against the partners' past actions, where conventions are believed."""
OTHERWISE = 0.02
"""The chance that a partner did otherwise than the blueprint, where conventions are believed."""
FEW = 400
"""On fewer deals a loss is sure from more standard errors on: twice as many on a quarter of these deals."""
WEIGHT_UNITS = 1 << 40
PURPOSE, HANDS_PURPOSE = "analysis", "analysis hands"

Stop = Callable[[], bool]
"""Says whether to stop; asked between blocks."""


class MoveValue(NamedTuple):
    """What a move is worth: the mean score, and the loss against the best move on the same deals."""

    action: Action
    value: float
    error: float
    loss: float
    loss_error: float
    deals: int


class PositionValues(NamedTuple):
    """What all legal moves of a position are worth, the best first."""

    moves: tuple[MoveValue, ...]
    deals: int
    exact: bool
    """Whether all deals were tried, each with its weight."""


class Settling(NamedTuple):
    """How it is settled whether a move that is kept lost something."""

    loss: float
    """A loss matters from so many points on. It is in doubt while it may be as large, within one error, …"""
    sure: float
    """… and is not so many standard errors; on few deals, by which the best move was chosen, more of them."""
    deals: int
    """On at most so many deals the move and the best one are tried."""

    def in_doubt(self, loss: float, error: float, deals: int) -> bool:
        """Whether more deals may tell."""
        sure = self.sure * sqrt(max(1.0, FEW / deals))
        return loss < sure * error and loss + error >= self.loss


class Beliefs(NamedTuple):
    """How far the blueprint explains the past, where its conventions are believed."""

    moves: int
    """How many moves were made."""
    explained: int
    """How many of them the blueprint would have made, with most of the hands that are believed."""


class _Hands(NamedTuple):
    hands: Ints
    sums: Ints
    listed: bool
    """Whether these are all hands."""


@dataclass(frozen=True)
class Position:
    """A turn as the seat to move sees it.

    Attributes:
        blueprint: Who goes on after the move, in every seat.
        view: What the seat sees.
        believe: Whether its hand is also judged by what the partners did.
        seed: Where too many hands are possible to list them, those that are drawn follow from it.
    """

    blueprint: Blueprint
    view: View
    believe: bool = False
    seed: Seed = 0

    @cached_property
    def orders(self) -> Ints:
        """The cards of the own hand, by slot."""
        return np.array(self.view.hands[self.view.viewer], np.int64)

    @cached_property
    def masks(self) -> Ints:
        """What the clues leave each card of the own hand."""
        found = evidence(self.view)
        return np.array(found.clued[: found.hand_size], np.int64)

    @cached_property
    def copies(self) -> Ints:
        """How many copies of each identity the seat does not see."""
        return np.array(self.view.unseen_copies, np.int64)

    @cached_property
    def possible(self) -> _Hands:
        """The hands that the rules leave, weighed by the deals that each stands for."""
        room = np.empty(MOST_LISTED, np.int64)
        found = int(list_hands(self.masks, self.copies, room))
        if found != TOO_MANY:
            hands = room[:found].copy()
            ways = np.empty(found, np.int64)
            count_ways(hands, len(self.masks), self.copies, ways)
            return _Hands(hands, np.cumsum(ways), listed=True)
        die = one_die(stream_start(self.seed, self.view.turn, 0, HANDS_PURPOSE))
        hands, pile = np.empty(DRAWN_HANDS, np.int64), np.empty(st.MAX_CARDS, np.int64)
        found = int(draw_hands(self.masks, self.copies, MOST_TRIES, die, pile, hands))
        return _Hands(hands[:found], np.arange(1, found + 1), listed=False)

    @cached_property
    def history(self) -> History:
        """The game so far, with some possible hand supposed."""
        history = History(self.blueprint, self.view.viewer)
        history.see(self.view)
        history.suppose(self.orders, int(self.possible.hands[0]))
        for event in self.view.events:
            number = history.number(event)
            if number is not None:
                history.add(number)
        return history

    @cached_property
    def past(self) -> Ints:
        """The actions so far, as numbers."""
        return np.array(self.history.actions, np.int64)

    @cached_property
    def actions(self) -> list[int]:
        """The legal moves, as numbers."""
        terms = self.blueprint.packed_terms
        legal = int(rules.legal(terms, self.history.now))
        return [number for number in range(int(terms[tm.ACTIONS])) if legal >> number & 1]

    def action(self, number: int) -> Action:
        """Return a move by its number."""
        return to_action(self.blueprint.terms, self.history.now, number)

    @cached_property
    def blueprint_move(self) -> Action | None:
        """What the blueprint would do; None where it finds no legal move."""
        number = self.blueprint.decide(self.history.now)
        return self.action(number) if number in self.actions else None

    @cached_property
    def judged(self) -> tuple[_Hands, Beliefs]:
        """The hands weighed by the partners' past actions, too, and how far the blueprint explains those.

        Every action of a partner that the blueprint would not have taken, had the seat held a hand, makes
        that hand less likely, by the small chance that partners do otherwise.
        """
        hands, weights = self._some_hands()
        history, seat = self.history, self.view.viewer
        room, workspace = self.blueprint.states(1)[0], self.blueprint.workspace()
        agreeing, own = list[NDArray[np.bool_]](), 0
        telling = not self.blueprint.bot.throws
        for turn, action in enumerate(history.actions if telling else ()):
            before = history.before(turn)
            if int(before[st.SEAT]) == seat:
                own += self.blueprint.decide(before) == action
                continue
            keep: NDArray[np.bool_] = np.ones(len(hands), np.bool_)
            agree(
                self.blueprint.bot.decide,
                self.blueprint.packed_terms,
                before,
                seat,
                self.orders,
                hands,
                action,
                keep,
                room,
                workspace,
            )
            agreeing.append(keep)
            weights = weights * np.where(keep, 1.0, OTHERWISE)
        shares = weights / weights.sum()
        explained = own + sum(bool(shares[keep].sum() > 0.5) for keep in agreeing)
        units = np.maximum((shares * WEIGHT_UNITS).astype(np.int64), 0)
        units[int(np.argmax(shares))] += 1
        there = units > 0
        found = _Hands(hands[there], np.cumsum(units[there]), listed=False)
        return found, Beliefs(len(history.actions), explained)

    def _some_hands(self) -> tuple[Ints, NDArray[np.float64]]:
        """Return the possible hands with their weights; of very many, some that are drawn by weight."""
        hands, sums, _ = self.possible
        if len(hands) <= JUDGED_HANDS:
            return hands, np.diff(sums, prepend=0).astype(np.float64)
        die = np.random.Generator(np.random.PCG64(stream_start(self.seed, self.view.turn, 1, HANDS_PURPOSE)))
        chosen = np.searchsorted(sums, die.integers(0, int(sums[-1]), JUDGED_HANDS), side="right")
        found, counts = np.unique(hands[chosen], return_counts=True)
        return found, counts.astype(np.float64)

    @cached_property
    def hands(self) -> _Hands:
        """The hands from which deals are drawn."""
        return self.judged[0] if self.believe else self.possible

    @cached_property
    def explained(self) -> Beliefs | None:
        """How far the blueprint explains the past; None where conventions are not believed."""
        return self.judged[1] if self.believe else None

    @cached_property
    def readings(self) -> Ints:
        """Where wrong readings are dropped; nowhere, if the blueprint explains every move."""
        found = self.explained
        if found is not None and found.moves == found.explained:
            return np.zeros(0, np.int64)
        return self.blueprint.bot.readings.packed()

    def count_deals(self, most: int) -> int | None:
        """Count the deals that the seat cannot rule out, copies taken together; None if more than *most*."""
        if not self.hands.listed or self.blueprint.bot.throws or len(self.hands.hands) > most:
            return None
        total = 0
        for hand in self.hands.hands.tolist():
            left = self._left(hand)
            total += factorial(sum(left)) // prod(map(factorial, left))
            if total > most:
                return None
        return total

    def _left(self, hand: int) -> list[int]:
        """Return how many copies of each identity are in the deck, if this is the own hand."""
        left: list[int] = self.copies.tolist()
        for slot in range(len(self.orders)):
            left[hand >> 8 * slot & 63] -= 1
        return left

    def every_deal(self) -> tuple[Ints, list[int]]:
        """Return every deal that the seat cannot rule out, as `draw_deals` writes them, with its weight."""
        decks, weights = list[Ints](), list[int]()
        ways = np.diff(self.hands.sums, prepend=0).tolist()
        drawn = int(self.history.now[st.DRAWN])
        for hand, way in zip(self.hands.hands.tolist(), ways, strict=True):
            left = self._left(hand)
            weight = way * prod(map(factorial, left))
            for rest in _arrangements(left):
                deck = np.zeros(st.MAX_CARDS + 1, np.int64)
                deck[: st.MAX_CARDS] = self.history.now[st.DECK : st.DECK + st.MAX_CARDS]
                for slot, order in enumerate(self.orders.tolist()):
                    deck[order] = hand >> 8 * slot & 63
                deck[drawn : drawn + len(rest)] = rest
                decks.append(deck)
                weights.append(weight)
        return np.array(decks), weights


def _arrangements(left: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every order of the cards of which so many copies are left."""
    if not any(left):
        yield ()
        return
    for identity, copies in enumerate(left):
        if copies:
            left[identity] -= 1
            for rest in _arrangements(left):
                yield (identity, *rest)
            left[identity] += 1


class Trials:
    """The scores of moves of a position on its deals, as far as they have been tried."""

    def __init__(self, position: Position, seed: Seed, threads: int = 1) -> None:
        self.position = position
        self.seed = seed
        self.scores = np.zeros((0, len(position.actions)), np.int16)
        self.tried = [0] * len(position.actions)
        """By move: how many deals it was tried on, from the first."""
        blueprint = position.blueprint
        self._rooms = [(blueprint.states(3), blueprint.workspace()) for _ in range(threads)]

    def play(self, moves: Sequence[int], upto: int, stop: Stop | None = None) -> bool:
        """Try some moves (by index) on the deals up to a number; False if it was stopped before that."""
        if len(self.scores) < upto:
            more = np.zeros((upto - len(self.scores), self.scores.shape[1]), np.int16)
            self.scores = np.concatenate([self.scores, more])
        for first in sorted({self.tried[move] for move in moves if self.tried[move] < upto}):
            together = [move for move in moves if self.tried[move] == first]
            actions = np.array([self.position.actions[move] for move in together], np.int64)
            numbers = range(first // BLOCK, -(-upto // BLOCK))
            found = self._map(actions, numbers, upto, stop)
            if found is None:
                return False
            self.scores[numbers.start * BLOCK : upto, together] = found
            for move in together:
                self.tried[move] = upto
        return True

    def _map(self, actions: Ints, numbers: range, upto: int, stop: Stop | None) -> Results | None:
        """Play blocks, shared among threads; None if it was stopped."""
        threads = len(self._rooms)
        scores = np.zeros((upto - numbers.start * BLOCK, len(actions)), np.int16)
        stopped = False

        def work(thread: int) -> None:
            nonlocal stopped
            for number in numbers[thread::threads]:
                if stopped or (stop is not None and stop()):
                    stopped = True
                    return
                begin = (number - numbers.start) * BLOCK
                part = scores[begin : begin + BLOCK]
                self._play_decks(self._decks(number, len(part), thread), actions, part, thread)

        if threads == 1 or len(numbers) == 1:
            for thread in range(threads):
                work(thread)
        else:
            list(_pool(threads).map(work, range(threads)))
        return None if stopped else scores

    def _decks(self, number: int, count: int, thread: int) -> Ints:
        position, (states, workspace) = self.position, self._rooms[thread]
        decks = np.zeros((count, st.MAX_CARDS + 1), np.int64)
        draw_deals(
            position.blueprint.packed_terms,
            position.history.now,
            position.orders,
            position.hands.hands,
            position.hands.sums,
            one_die(stream_start(self.seed, position.view.turn, number, PURPOSE)),
            decks,
            states[0],
            workspace,
        )
        return decks

    def _play_decks(self, decks: Ints, actions: Ints, scores: Results, thread: int) -> None:
        position, (states, workspace) = self.position, self._rooms[thread]
        bot = position.blueprint.bot
        try_moves(
            bot.decide,
            bot.read,
            bot.restart,
            position.blueprint.packed_terms,
            position.readings,
            position.history.now,
            position.past,
            bot.reads_hands,
            decks,
            actions,
            scores,
            states,
            workspace,
        )

    def every_score(self) -> tuple[Results, list[int]]:
        """Try every move on every deal; return the scores, and the weights of the deals."""
        decks, weights = self.position.every_deal()
        actions = np.array(self.position.actions, np.int64)
        scores = np.zeros((len(decks), len(actions)), np.int16)
        self._play_decks(decks, actions, scores, 0)
        return scores, weights


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "analysis")


def value_moves(  # noqa: PLR0913  what the values depend on, once each
    position: Position,
    deals: int,
    *,
    seed: Seed = 0,
    keep: Collection[Action] = (),
    settling: Settling | None = None,
    threads: int = 1,
    stop: Stop | None = None,
) -> Iterator[PositionValues]:
    """Yield values of all legal moves, better ones after every round; the last are those asked for.

    Args:
        position: The turn.
        deals: On how many deals the best moves are tried.
        seed: With the turn, determines the deals.
        keep: Moves that are not dropped.
        settling: How it is settled whether these lost something; without it, more deals are never tried.
        threads: How many threads share the work; the values are the same for any number.
        stop: Where it says so, nothing more is yielded.
    """
    trials = Trials(position, seed, threads)
    if position.count_deals(deals) is not None:
        yield _exact_values(position, *trials.every_score())
        return
    moves = [position.action(number) for number in position.actions]
    kept = {at for at, move in enumerate(moves) if move in keep}
    racing, done = list(range(len(moves))), 0
    while True:
        done = min(deals, max(BLOCK, 2 * done))
        if not trials.play(racing, done, stop):
            return
        racing = _complete(trials, racing, done, stop)
        if not racing:
            return
        if done == deals and settling is not None:
            done = _settle(trials, kept, done, settling, stop)
            if not done:
                return
        yield _values(moves, trials, done)
        if done >= deals:
            return
        racing = _still_in(trials.scores, racing, kept)


def _settle(trials: Trials, kept: Collection[int], deals: int, settling: Settling, stop: Stop | None) -> int:
    """Try the best move and the kept ones that are in doubt on more deals; return on how many, 0 if stopped.

    Another move becomes the best only if it leads on all deals on which it was tried.
    """
    while deals < settling.deals:
        scores, best = trials.scores, _best(trials, deals)
        doubtful = [
            move
            for move in kept
            if move != best
            and settling.in_doubt(*_difference(scores[:deals, best], scores[:deals, move]), deals)
        ]
        if not doubtful:
            break
        deals = min(settling.deals, 2 * deals)
        together = [best, *doubtful]
        if not trials.play(together, deals, stop) or not _complete(trials, together, deals, stop, within=0):
            return 0
    return deals


def _complete(
    trials: Trials, racing: list[int], deals: int, stop: Stop | None, within: float = 1.0
) -> list[int]:
    """Try dropped moves on all deals that the best move does not lead after all; empty if it was stopped.

    A lead counts if it is more than *within* standard errors.
    """
    while True:
        best = _best(trials, deals)
        close = []
        for move, tried in enumerate(trials.tried):
            if tried < deals:
                lead, error = _difference(trials.scores[:tried, best], trials.scores[:tried, move])
                if lead < within * error:
                    close.append(move)
        if not close:
            return racing
        if not trials.play(close, deals, stop):
            return []
        racing = sorted({*racing, *close})


def _best(trials: Trials, deals: int) -> int:
    """Return the move with the highest mean of those that were tried on all deals."""
    totals = trials.scores[:deals].sum(0, dtype=np.int64)
    whole = [move for move, tried in enumerate(trials.tried) if tried >= deals]
    return max(whole, key=lambda move: (int(totals[move]), -move))


def _values(moves: Sequence[Action], trials: Trials, deals: int) -> PositionValues:
    """Return the values as they stand after so many deals."""
    scores, best = trials.scores, _best(trials, deals)
    value, _ = _mean(scores[:deals, best])
    found = []
    for at, move in enumerate(moves):
        tried = min(deals, trials.tried[at])
        lead, lead_error = _difference(scores[:tried, best], scores[:tried, at], smooth=False)
        own = value if at == best else value - lead
        found.append(MoveValue(move, own, _mean(scores[:tried, at])[1], lead, lead_error, tried))
    first = found[best]
    found.sort(key=lambda move: (move is not first, -move.value))
    return PositionValues(tuple(found), deals, exact=False)


def _exact_values(position: Position, scores: Results, weights: list[int]) -> PositionValues:
    """Return the values from the scores on all deals."""
    total = sum(weights)
    sums = [
        sum(weight * score for weight, score in zip(weights, column, strict=True))
        for column in scores.T.tolist()
    ]
    best = max(sums)
    found = [
        MoveValue(position.action(number), points / total, 0.0, (best - points) / total, 0.0, len(weights))
        for number, points in zip(position.actions, sums, strict=True)
    ]
    found.sort(key=lambda move: -move.value)
    return PositionValues(tuple(found), len(weights), exact=True)


def _still_in(scores: Results, racing: list[int], kept: Collection[int]) -> list[int]:
    """Return the moves that are not too far behind the best, and those that are kept."""
    totals, deals = scores.sum(0, dtype=np.int64), len(scores)
    best = max(racing, key=lambda move: (int(totals[move]), -move))
    slack = SLACK / sqrt(deals) if deals <= SOON else 0.0

    def close(move: int) -> bool:
        lead, error = _difference(scores[:, best], scores[:, move])
        return lead <= OUT * error + slack

    return [move for move in racing if move == best or move in kept or close(move)]


def _mean(scores: Results) -> tuple[float, float]:
    """Return the mean of scores and its standard error."""
    return mean_and_error(scores.astype(np.int64))


def _difference(some: Results, others: Results, *, smooth: bool = True) -> tuple[float, float]:
    """Return the mean of paired differences and its standard error, with *smooth* never 0."""
    lead, error = mean_and_error(some.astype(np.int64) - others)
    return lead, sqrt(error**2 + HALF_STEP / len(some) ** 2) if smooth else error
