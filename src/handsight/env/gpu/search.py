"""Search on a network for many two-player games at once: play each action on over deals that fit the belief.

This is how search on the learned player is measured: thousands of games side by side on one GPU, with more
than a million rollouts a second. The same for one table, on a processor, is the package `handsight.search`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch

from handsight.env.gpu.belief import NONE, Beliefs
from handsight.env.gpu.games import GpuHanabi
from handsight.env.gpu.rows import LAST_MOVE, ROWS_AT_ONCE, GameRows

Tensor = Any


@dataclass(frozen=True)
class SearchSettings:
    """How seats search. A rollout is one game played on to its end by the network."""

    seats: tuple[int, ...] = (0,)
    """The seats that search; the others play the network's best action."""
    particles: int = 2048
    stages: tuple[tuple[int, int], ...] = ((32, 20), (96, 5), (256, 3))
    """Draws of each stage, and the most actions that are still compared in it."""
    drop: float = 2.0
    """An action is dropped when another leads it by so many standard errors of the paired difference."""
    deviate: float = 2.0
    """Standard errors by which an action must lead the network's own before it is taken."""
    gain: float = 0.02
    """Points by which it must lead."""
    otherwise: float = 0.0
    """Chance that the partner does not take the network's best action; see `Beliefs`."""
    candidates: int = 1 << 16
    floor: float = 0.0
    """An action to which the network gives a smaller chance is not taken instead of its best."""
    keep_points: bool = False
    """Whether a struck-out game keeps its points."""


class SearchedGames(NamedTuple):
    """What came out: a row for each game."""

    results: Tensor
    """Score, strikes and moves."""
    deviations: Tensor
    """Moves in which a seat did not take the network's action."""
    searched: Tensor
    """Moves that were searched."""
    lost_beliefs: Tensor
    """Whether a seat lost its belief, and stopped searching."""
    evaluations: int


class NetworkSearch:
    """Two-player games in which some seats search on a network."""

    def __init__(self, games: GpuHanabi, network: Any, settings: SearchSettings) -> None:
        self.games, self.settings = games, settings
        self.rows = GameRows(games, network)

    def play(self, report: Callable[[int, int], None] = lambda _move, _active: None) -> SearchedGames:
        """Play every game to its end."""
        with torch.no_grad():
            return self._play(report)

    def _play(self, report: Callable[[int, int], None]) -> SearchedGames:
        rows, tables = self.rows, self.games.games
        many, device = len(tables), rows.device
        settings = self.settings
        beliefs = {
            seat: Beliefs(
                rows,
                tables,
                seat,
                settings.particles,
                settings.otherwise,
                settings.floor,
                settings.candidates,
            )
            for seat in settings.seats
        }
        active = torch.ones(many, dtype=torch.bool, device=device)
        results = rows.zeros(many, 4, dtype=torch.int32)
        deviations, searched = (rows.zeros(many, dtype=torch.int32) for _ in range(2))
        for move in range(LAST_MOVE):
            mover = move % 2
            actions = rows.best_actions(*rows.show(tables))
            if mover in beliefs:
                which = (active & ~beliefs[mover].lost).nonzero()[:, 0]
                chosen = self.choose(tables, beliefs[mover], which)
                deviations[which] += (chosen != actions[which]).int()
                searched[which] += 1
                actions[which] = chosen
            before = tables.clone()
            for seat, belief in beliefs.items():
                if seat != mover:
                    belief.saw_action(before, actions, active)
            ended, ends, _, _ = rows.step(tables, actions)
            results = torch.where((active & (ended > 0))[:, None], ends, results)
            for seat, belief in beliefs.items():
                belief.saw_step(before, tables, actions, active, own=seat == mover)
            active &= ended == 0
            report(move, int(active.sum()))
            if not bool(active.any()):
                break
        lost = torch.zeros(many, dtype=torch.bool, device=device)
        for belief in beliefs.values():
            lost |= belief.lost
        return SearchedGames(results[:, :3], deviations, searched, lost, rows.evaluations)

    def choose(self, tables: Tensor, belief: Beliefs, which: Tensor) -> Tensor:
        """Return actions for games *which*: the network's, but where another is clearly better."""
        rows, settings, many = self.rows, self.settings, len(which)
        observations, legal = rows.show(tables[which])
        base = rows.best_actions(observations, legal).long()
        if not many:
            return base.to(torch.uint8)
        going = rows.allowed(legal)
        chances = rows.logits(observations).float().masked_fill(~going, NONE).softmax(1)
        at = torch.arange(many, device=rows.device)
        going &= chances >= settings.floor
        going[at, base] = True
        most = sum(draws for draws, _ in settings.stages)
        scores = torch.zeros(many, rows.actions, most, dtype=torch.uint8, device=rows.device)
        done = 0
        for draws, arms in settings.stages:
            going &= (going.sum(1) > 1)[:, None]
            if not bool(going.any()):
                break
            self._roll_out(tables, belief, which, going, scores, done, draws)
            done += draws
            going = self._still_open(scores[..., :done].float(), going, base, arms)
        mean = scores[..., :done].float().mean(2).masked_fill(~going, -1.0)
        best = mean.argmax(1)
        lead = scores[at, best, :done].float() - scores[at, base, :done].float()
        error = lead.std(1) / max(done, 1) ** 0.5
        better = going.any(1) & (lead.mean(1) > settings.gain) & (lead.mean(1) > settings.deviate * error)
        return torch.where(better, best, base).to(torch.uint8)

    def _still_open(self, scores: Tensor, going: Tensor, base: Tensor, arms: int) -> Tensor:
        """Return the actions that the best does not clearly lead, and always the network's own."""
        many, at = len(scores), torch.arange(len(scores), device=scores.device)
        mean = scores.mean(2).masked_fill(~going, -1.0)
        lead = scores[at, mean.argmax(1)][:, None] - scores
        error = lead.std(2) / scores.shape[2] ** 0.5
        kept = going & (lead.mean(2) <= self.settings.drop * error + 1e-6)
        rank = mean.masked_fill(~kept, -1.0).argsort(1, descending=True).argsort(1)
        kept &= rank < arms
        kept[at, base] |= kept.any(1)
        alone = kept.sum(1) == 1
        kept &= ~(alone & kept[at, base])[:, None]
        return kept.view(many, -1)

    def _roll_out(  # noqa: PLR0913, PLR0917  # one step of the search, on its arrays
        self,
        tables: Tensor,
        belief: Beliefs,
        which: Tensor,
        going: Tensor,
        scores: Tensor,
        done: int,
        draws: int,
    ) -> None:
        """Draw deals from the belief, play every open action on each of them, and write the scores."""
        rows, settings = self.rows, self.settings
        chances = belief.weights[which].exp()
        drawn = torch.multinomial(chances, draws, replacement=True)
        dice = torch.randint(0, 1 << 62, (len(which), draws), device=rows.device)
        pairs = going.nonzero()
        for some in pairs.split(max(1, ROWS_AT_ONCE // draws)):
            game = some[:, :1].expand(-1, draws).reshape(-1)
            action = some[:, 1:].expand(-1, draws).reshape(-1).to(torch.uint8)
            number = torch.arange(draws, device=rows.device)[None].expand(len(some), -1).reshape(-1)
            index = which[game]
            hands = belief.hands[index, drawn[game, number]]
            supposed = rows.supposed(tables, index, belief.seat, hands, dice[game, number])
            score, strikes = rows.finish(supposed, action).T
            if not settings.keep_points:
                score = torch.where(strikes >= rows.size.lives, torch.zeros_like(score), score)
            scores[some[:, 0], some[:, 1], done : done + draws] = score.view(len(some), draws).to(torch.uint8)
