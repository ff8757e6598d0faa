"""Races between actions on a network, for many two-player games at once, and games played with them.

A rollout is one game played on to its end by the network. A seat that searches is taken for the network by
its partner.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch

from bench.checks.network_search.network_belief import NONE, HandLists
from bench.checks.network_search.network_rows import LAST_MOVE, ROWS_AT_ONCE, GameRows
from handsight.env.hanabi.gpu_games import GpuHanabi
from handsight.search.action_values import lead_error
from handsight.search.search_settings import Budget

Tensor = Any
SITUATIONS_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class NetworkSearchSettings:
    """How seats search."""

    seats: tuple[int, ...] = ()
    """The seats that search."""
    stages: tuple[tuple[int, int], ...] = ((32, 20), (96, 5), (256, 3))
    """Draws of each stage, and the most actions that are still compared in it."""
    budget: Budget = field(default_factory=lambda: Budget(deviate=2.0, gain=0.02))
    """When an action is out, and when the network's own is left. The stages say how much is tried."""
    floor: float = 0.0
    """An action to which the network gives a smaller chance is not tried."""
    mistakes: float = 0.05
    """How often a partner that searches, too, is taken to leave the network."""
    most: int = 1 << 15
    """Hands in a list; see `HandLists`."""
    candidates: int = 1 << 17
    few: int = 256
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
    true_hand_missing: Tensor
    """Moves that were searched while a list that should be whole did not hold the true hand."""
    evaluations: int


class NetworkSearch:
    """Two-player games in which some seats search on a network."""

    def __init__(self, games: GpuHanabi, network: Any, settings: NetworkSearchSettings) -> None:
        self.games, self.settings = games, settings
        self.rows = GameRows(games, network)

    def hand_lists(self, tables: Tensor) -> dict[int, HandLists]:
        """List the hands of the seats that search, for games just dealt."""
        settings = self.settings
        return {
            seat: HandLists(
                self.rows,
                tables,
                seat,
                most=settings.most,
                candidates=settings.candidates,
                few=settings.few,
                mistakes=settings.mistakes if 1 - seat in settings.seats else 0.0,
            )
            for seat in sorted(settings.seats)
        }

    def play(self, report: Callable[[int, int], None] = lambda _move, _active: None) -> SearchedGames:
        """Play every game to its end."""
        with torch.no_grad():
            return self._play(report)

    def _play(self, report: Callable[[int, int], None]) -> SearchedGames:
        rows, tables = self.rows, self.games.games
        many, device = len(tables), rows.device
        lists = self.hand_lists(tables)
        active = torch.ones(many, dtype=torch.bool, device=device)
        results = rows.zeros(many, 4, dtype=torch.int32)
        deviations, searched, true_hand_missing = (rows.zeros(many, dtype=torch.int32) for _ in range(3))
        for move in range(LAST_MOVE):
            mover = move % 2
            own = rows.best_actions(*rows.show(tables))
            actions, tried = self.choose(tables, lists.get(mover), own, active)
            searched += tried.int()
            deviations += (actions != own).int()
            if mover in lists:
                true_hand_missing += (tried & lists[mover].whole & ~lists[mover].holds(tables)).int()
            before = tables.clone()
            if 1 - mover in lists:
                lists[1 - mover].saw_action(before, actions)
            ended, ends, _, _ = rows.step(tables, actions)
            results = torch.where((active & (ended > 0))[:, None], ends, results)
            active &= ended == 0
            for seat, listed in lists.items():
                listed.saw_step(before, tables, actions, active, own=seat == mover)
            report(move, int(active.sum()))
            if not bool(active.any()):
                break
        return SearchedGames(results[:, :3], deviations, searched, true_hand_missing, rows.evaluations)

    def choose(
        self, tables: Tensor, lists: HandLists | None, own: Tensor, active: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Choose the actions of all games; return them, and which games were searched.

        Args:
            tables: The games.
            lists: The hands that the seat to move may hold; None if it does not search.
            own: The network's actions.
            active: The games that go on.
        """
        if lists is None:
            return own, torch.zeros_like(active)
        weight = torch.zeros(len(tables), device=self.rows.device)
        weight.scatter_add_(0, lists.game, lists.weights(tables))
        actions, tried = own.clone(), active & (weight > 0)
        for which in tried.nonzero()[:, 0].split(SITUATIONS_AT_ONCE):
            actions[which] = self._race(tables, lists, which)
        return actions, tried

    def _race(self, tables: Tensor, lists: HandLists, which: Tensor) -> Tensor:
        """Return the actions of some games: the network's, but where another is clearly better."""
        rows, settings = self.rows, self.settings
        observations, legal = rows.show(tables[which])
        allowed = rows.allowed(legal)
        logits = rows.logits(observations).float().masked_fill(~allowed, NONE)
        chances = logits.softmax(1)
        leads = _Leads(len(which), rows, allowed & (chances >= settings.floor), logits.argmax(1))
        for draws, most in settings.stages:
            leads.keep_likeliest(most, chances)
            trying = leads.going.any(1).nonzero()[:, 0]
            if not len(trying):
                break
            self._roll_out(tables, lists, which, trying, leads, draws)
            leads.drop(settings.budget.out)
        return leads.winners(settings.budget).to(torch.uint8)

    def _roll_out(  # noqa: PLR0913, PLR0917  # one step of the search, on its arrays
        self, tables: Tensor, lists: HandLists, which: Tensor, trying: Tensor, leads: "_Leads", draws: int
    ) -> None:
        """Draw deals, and play every action in question, and the network's, on each of them."""
        rows = self.rows
        hands = lists.draw(tables, which[trying], draws)
        dice = torch.randint(0, 1 << 62, (len(trying), draws), device=rows.device)
        compared_most = int(leads.going[trying].sum(1).max()) + 1
        for some in torch.arange(len(trying), device=rows.device).split(
            max(1, ROWS_AT_ONCE // (draws * compared_most))
        ):
            at = trying[some]
            compared = leads.going[at].clone()
            compared[torch.arange(len(at), device=rows.device), leads.base[at]] = True
            pair, action = compared.nonzero().T
            index = which[at[pair]].repeat_interleave(draws)
            deals = rows.supposed(
                tables,
                index,
                lists.seat,
                hands[some[pair]].reshape(-1, hands.shape[2]),
                dice[some[pair]].reshape(-1),
            )
            score, strikes = rows.finish(deals, action.repeat_interleave(draws).to(torch.uint8)).T
            if not self.settings.keep_points:
                score = torch.where(strikes >= rows.size.lives, torch.zeros_like(score), score)
            scores = rows.zeros(len(at), rows.actions, draws)
            scores[pair, action] = score.view(-1, draws).float()
            leads.add(at, scores)


class _Leads:
    """By how much actions lead the network's own, in paired rollouts, for many games."""

    def __init__(self, many: int, rows: GameRows, going: Tensor, base: Tensor) -> None:
        self.base, self.going = base, going
        going[torch.arange(many, device=rows.device), base] = False
        self.sums, self.squares = (rows.zeros(many, rows.actions) for _ in range(2))
        self.draws = rows.zeros(many, 1)

    def keep_likeliest(self, most: int, chances: Tensor) -> None:
        """Go on with at most *most* actions: those that lead most, at first the likeliest."""
        order = (self.mean() + 0.01 * chances).masked_fill(~self.going, NONE)
        rank = order.argsort(1, descending=True).argsort(1)
        self.going &= rank < most - 1

    def add(self, at: Tensor, scores: Tensor) -> None:
        """Count the scores of some games: by action and draw."""
        own = scores.gather(1, self.base[at][:, None, None].expand(-1, 1, scores.shape[2]))
        lead = scores - own
        self.sums[at] += lead.sum(2)
        self.squares[at] += lead.square().sum(2)
        self.draws[at] += scores.shape[2]

    def mean(self) -> Tensor:
        """Return the mean leads."""
        return self.sums / self.draws.clamp(min=1)

    def error(self) -> Tensor:
        """Return their standard errors, as if one more draw had differed by a point."""
        return lead_error(self.draws.clamp(min=1), self.sums, self.squares, 1.0)

    def drop(self, errors: float) -> None:
        """Drop the actions that the best clearly leads."""
        mean = self.mean()
        best = mean.masked_fill(~self.going, 0.0).max(1, keepdim=True).values.clamp(min=0)
        self.going &= mean + errors * self.error() > best

    def winners(self, budget: Budget) -> Tensor:
        """Return the best actions, where their lead is large enough to leave the network's."""
        lead, best = self.mean().masked_fill(~self.going, NONE).max(1)
        error = self.error().gather(1, best[:, None])[:, 0]
        return torch.where(budget.leaves_blueprint(lead, error), best, self.base)
