"""A race between actions: all are tried on the same deals, and those that fall behind drop out.

Actions drop out only between rounds, when all deals of a round have been played. So a verdict does not depend
on which thread played which deal. The caller gives the stopping rule: a `Budget` for a bot, a `Precision` for
an analysis.
"""

from collections.abc import Collection, Iterator, Sequence
from math import sqrt

import numpy as np

from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import Results
from handsight.search.action_values import Verdict, best_of, exact_values, lead_of, values_of
from handsight.search.rollouts import Deals, Rollouts, SeatPosition
from handsight.search.search_settings import BLOCK, Budget, Precision, Stop

SOON = 32
"""Up to this many deals the error of a difference is not known well, and a lead must be larger."""


class Race:
    """Actions that are tried on the same deals, and their scores.

    The blueprint's action comes first. The rule says when actions drop out (those in *keep* never do), and
    when the race ends.
    """

    def __init__(
        self,
        rollouts: Rollouts,
        actions: Sequence[int],
        rule: Budget | Precision,
        keep: Collection[int] = (),
    ) -> None:
        self.actions = list(actions)
        self.rule = rule
        self.scores: Results = np.zeros((0, len(actions)), np.int16)
        """By deal and action; 0 if the action was not tried on the deal."""
        self.tried = [0] * len(actions)
        """By action: the number of deals, from the first, on which it was tried."""
        self.racing = list(range(len(actions)))
        self.rollouts = 0
        self._play = rollouts.play
        self._kept = {at for at, action in enumerate(actions) if action in keep}
        self._rounds = list[tuple[int, int]]()
        """The first deal of each round, and the block from which its deals are: each begins a new block."""
        self._blocks = 0

    @property
    def deals(self) -> int:
        """The number of deals so far."""
        return len(self.scores)

    def rounds(self, stop: Stop | None = None) -> Iterator[None]:
        """Race on, and yield after every round, until the rule or *stop* ends the race."""
        while deals := self.rule.next_round(self.deals, self.rollouts, len(self.racing), self.all_near):
            if not self._try_more(self.racing, deals, stop):
                return
            if isinstance(self.rule, Precision) and not self._look_again(self.rule, stop):
                return
            yield
            self.racing = self._still_in()

    def run(self) -> Verdict:
        """Race to the end, and return the verdict."""
        for _ in self.rounds():
            pass
        return self.verdict()

    def verdict(self) -> Verdict:
        """Return how the race stands: who wins, and what every action is worth."""
        blueprint = self.actions[0]
        if not self.deals:
            return Verdict(blueprint, blueprint, (), 0)
        best, common = self._best(), self.tried[0]
        lead, error = lead_of(self.scores[:common, best], self.scores[:common, 0])
        leaves = isinstance(self.rule, Precision) or self.rule.leaves_blueprint(lead, error)
        chosen = self.actions[best] if leaves else blueprint
        values = values_of(self.actions, self.scores, self.tried)
        return Verdict(chosen, blueprint, values, self.deals, self.rollouts)

    def fresh_scores(self, actions: Sequence[int], deals: int) -> Results:
        """Return the scores, by deal and action, on deals that the race has not used."""
        scores = np.zeros((deals, len(actions)), np.int16)
        self._play(np.array(actions, np.int64), self._blocks, scores)
        return scores

    def all_near(self, errors: float, points: float) -> bool:
        """Whether the best action's lead over each other one, plus *errors* errors, is below *points*."""
        best = self._best()
        leads = (lead_of(self.scores[:, best], self.scores[:, at]) for at in self.racing if at != best)
        return all(lead + errors * error < points for lead, error in leads)

    def _best(self) -> int:
        return best_of(self.scores, [at for at, deals in enumerate(self.tried) if deals == self.deals])

    def _still_in(self) -> list[int]:
        """Return the actions that are not too far behind the best, and those that are kept."""
        best, rule = self._best(), self.rule
        slack = rule.slack / sqrt(self.deals) if self.deals <= SOON else 0.0

        def close(at: int) -> bool:
            lead, error = lead_of(self.scores[:, best], self.scores[:, at])
            return lead <= rule.out * error + slack

        return [at for at in self.racing if at == best or at in self._kept or close(at)]

    def _try_more(self, which: Sequence[int], deals: int, stop: Stop | None) -> bool:
        """Try actions on *deals* new deals; False if it was stopped."""
        self._rounds.append((self.deals, self._blocks))
        self._blocks += -(-deals // BLOCK)
        more = np.zeros((deals, len(self.actions)), np.int16)
        self.scores = np.concatenate([self.scores, more])
        return self._try_all(which, stop)

    def _try_all(self, which: Sequence[int], stop: Stop | None) -> bool:
        """Try actions on all deals on which they have not been tried; False if it was stopped."""
        ends = [*(first for first, _ in self._rounds[1:]), self.deals]
        for (first, block), end in zip(self._rounds, ends, strict=True):
            together = [at for at in which if self.tried[at] == first]
            if not together:
                continue
            found = np.zeros((end - first, len(together)), np.int16)
            if not self._play(np.array([self.actions[at] for at in together], np.int64), block, found, stop):
                return False
            self.scores[first:end, together] = found
            self.rollouts += found.size
            for at in together:
                self.tried[at] = end
        return True

    def _look_again(self, rule: Precision, stop: Stop | None) -> bool:
        """Try dropped actions that may be the best, and settle doubts at the end; False if it was stopped."""
        close = self._complete(stop)
        if close is None:
            return False
        self.racing = sorted({*self.racing, *close})
        while self.deals >= rule.deals:
            best = self._best()
            doubtful = [
                at
                for at in self._kept
                if at != best
                and rule.in_doubt(*lead_of(self.scores[:, best], self.scores[:, at]), self.deals)
            ]
            if not doubtful:
                break
            more = min(rule.most, 2 * self.deals) - self.deals
            if not self._try_more([best, *doubtful], more, stop) or self._complete(stop, 0.0) is None:
                return False
        return True

    def _complete(self, stop: Stop | None, within: float = 1.0) -> list[int] | None:
        """Try dropped actions on all deals if the best action's lead over them is below *within* errors.

        So another action becomes the best only if it leads on all deals on which it was tried. Return the
        actions; None if it was stopped.
        """
        found = list[int]()
        while True:
            best, close = self._best(), list[int]()
            for at, deals in enumerate(self.tried):
                if deals < self.deals:
                    lead, error = lead_of(self.scores[:deals, best], self.scores[:deals, at])
                    if lead < within * error:
                        close.append(at)
            if not close:
                return found
            if not self._try_all(close, stop):
                return None
            found += close


def actions_to_try(position: SeatPosition, fits: float) -> list[int]:
    """Return the actions worth trying, the blueprint's first.

    Plays of cards that are playable with a probability below *fits* are left out, unless the blueprint makes
    them; with 0 these are all legal actions.
    """
    legal, hands = position.legal, position.hands
    first = position.blueprint_action
    if first is None:  # the blueprint is stuck where a partner's action made no sense to it
        first = legal[0]
    total, weights, playable = int(hands.sums[-1]), hands.weights, int(position.state[st.PLAYABLE])

    def hopeful(action: int) -> bool:
        if action >= len(hands.orders):
            return True
        fitting = (playable >> (hands.hands >> 8 * action & 63) & 1).astype(np.bool_)
        return int(weights[fitting].sum()) >= fits * total

    return [first, *(action for action in legal if action != first and hopeful(action))]


def value_actions(
    deals: Deals,
    precision: Precision,
    *,
    keep: Collection[int] = (),
    threads: int = 1,
    stop: Stop | None = None,
) -> Iterator[Verdict]:
    """Yield the values of all legal actions after every round; the last verdict is the one asked for.

    If there are no more deals than were asked for, all of them are tried, and the values are exact.
    Actions in *keep* do not drop out, and their loss is settled. *stop* ends the race when it returns True.
    """
    actions = actions_to_try(deals.position, 0.0)
    every = deals.every(precision.deals)
    if every is not None:
        rows, weights = every
        scores = Rollouts(deals).scores(np.array(actions, np.int64), rows)
        values = exact_values(actions, (weights @ scores).tolist(), int(weights.sum()), len(rows))
        yield Verdict(values[0].action, actions[0], values, len(rows), scores.size, exact=True)
        return
    race = Race(Rollouts(deals, threads), actions, precision, keep)
    for _ in race.rounds(stop):
        yield race.verdict()
