"""Search on a network for many two-player games at once: play each action on over deals that may be true.

This is how search on the learned player is measured: thousands of games side by side on one GPU, with more
than a million rollouts a second. The same for one table, on a processor, is the package `handsight.search`.

A seat may search in two ways. *Alone*: its partner takes it for the network. *Replayed*: everybody can work
out its search for every hand that the partner may hold, since all that it draws is public; so the partner
reads a searched action as exactly as one of the network. That takes a search for each such hand, so it is
done where few are left.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch

from handsight.env.hanabi.gpu.gpu_belief import NONE, HandLists
from handsight.env.hanabi.gpu.gpu_games import GpuHanabi
from handsight.env.hanabi.gpu.network_rows import LAST_MOVE, ROWS_AT_ONCE, GameRows

Tensor = Any
SITUATIONS_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class SearchSettings:
    """How seats search. A rollout is one game played on to its end by the network."""

    alone: tuple[int, ...] = ()
    """The seats that search whenever they can; their partners take them for the network."""
    replayed: tuple[int, ...] = ()
    """The seats that search where their partner can work it out."""
    partner_hands: int = 128
    """They do where the partner may hold at most so many hands, as everybody sees it."""
    stages: tuple[tuple[int, int], ...] = ((32, 20), (96, 5), (256, 3))
    """Draws of each stage, and the most actions that are still compared in it."""
    replayed_stages: tuple[tuple[int, int], ...] = ((16, 20), (48, 4), (160, 2))
    """The same for a search that is replayed, which is done for each hand that the partner may hold."""
    drop: float = 2.0
    """An action is dropped when another leads it by so many standard errors of the paired difference."""
    deviate: float = 2.0
    """Standard errors by which an action must lead the network's own before it is taken."""
    gain: float = 0.02
    """Points by which it must lead."""
    floor: float = 0.0
    """An action to which the network gives a smaller chance is not tried."""
    mistakes: float = 0.05
    """How often a partner that searches alone is taken to leave the network."""
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

    def __init__(self, games: GpuHanabi, network: Any, settings: SearchSettings) -> None:
        self.games, self.settings = games, settings
        self.rows = GameRows(games, network)

    def hand_lists(self, tables: Tensor) -> dict[int, HandLists]:
        """Make the lists of hands that the seats that search rest on, for games just dealt."""
        settings = self.settings
        seats = {*settings.alone, *settings.replayed, *(1 - seat for seat in settings.replayed)}
        return {
            seat: HandLists(
                self.rows,
                tables,
                seat,
                most=settings.most,
                candidates=settings.candidates,
                few=settings.few,
                mistakes=settings.mistakes if 1 - seat in settings.alone else 0.0,
            )
            for seat in sorted(seats)
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
            actions, tried, replayed = self.choose(tables, lists, mover, own, active)
            searched += tried.int()
            deviations += (actions != own).int()
            for seat in self._rests_on(mover):
                true_hand_missing += (tried & lists[seat].whole & ~lists[seat].holds(tables)).int()
            before = tables.clone()
            if 1 - mover in lists:
                lists[1 - mover].saw_action(before, actions, active, replayed)
            ended, ends, _, _ = rows.step(tables, actions)
            results = torch.where((active & (ended > 0))[:, None], ends, results)
            active &= ended == 0
            for seat, listed in lists.items():
                listed.saw_step(before, tables, actions, active, own=seat == mover)
            report(move, int(active.sum()))
            if not bool(active.any()):
                break
        return SearchedGames(results[:, :3], deviations, searched, true_hand_missing, rows.evaluations)

    def _rests_on(self, mover: int) -> tuple[int, ...]:
        """Return whose lists a seat's search rests on."""
        if mover in self.settings.replayed:
            return mover, 1 - mover
        return (mover,) if mover in self.settings.alone else ()

    def choose(
        self, tables: Tensor, lists: dict[int, HandLists], mover: int, own: Tensor, active: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Choose the actions of all games.

        Args:
            tables: The games.
            lists: The hands that the seats may hold.
            mover: The seat to move.
            own: The network's actions.
            active: The games that go on.

        Returns:
            Actions, which games were searched, and for each hand that is listed for the partner the action
            that the search takes with it, or -1.
        """
        partner = lists.get(1 - mover)
        replayed = torch.full((len(partner.game) if partner else 0,), -1, device=self.rows.device)
        actions, none = own.clone(), torch.zeros_like(active)
        if mover in self.settings.replayed and partner is not None:
            counts = partner.counts()
            few = (counts > 0) & (counts <= self.settings.partner_hands) & partner.whole
            tried = active & few & (lists[mover].counts() > 0)
            which = tried[partner.game].nonzero()[:, 0]
            game, hands = partner.game[which], partner.hands[which]
            replayed[which] = self.best_actions(tables, lists[mover], game, hands).long()
            true = (hands == self.rows.hands(tables, partner.seat)[game]).all(1)
            actions[game[true]] = replayed[which[true]].to(torch.uint8)
            return actions, tried, replayed
        if mover in self.settings.alone:
            tried = active & (lists[mover].counts() > 0)
            game = tried.nonzero()[:, 0]
            hands = self.rows.hands(tables, 1 - mover)[game]
            actions[game] = self.best_actions(tables, lists[mover], game, hands)
            return actions, tried, replayed
        return actions, none, replayed

    def best_actions(self, tables: Tensor, lists: HandLists, game: Tensor, partner: Tensor) -> Tensor:
        """Return the actions of situations, each a game and a hand of the partner.

        It is the network's, but where another is clearly better.
        """
        if not len(game):
            return torch.zeros(0, dtype=torch.uint8, device=self.rows.device)
        parts = zip(game.split(SITUATIONS_AT_ONCE), partner.split(SITUATIONS_AT_ONCE), strict=True)
        return torch.cat([self._race(tables, lists, some, hands) for some, hands in parts])

    def _race(self, tables: Tensor, lists: HandLists, game: Tensor, partner: Tensor) -> Tensor:
        rows, settings, many = self.rows, self.settings, len(game)
        supposed = rows.supposed(tables, game, 1 - lists.seat, partner)
        observations, legal = rows.show(supposed)
        allowed = rows.allowed(legal)
        logits = rows.logits(observations).float().masked_fill(~allowed, NONE)
        base = logits.argmax(1)
        chances = logits.softmax(1)
        leads = _Leads(many, rows, allowed & (chances >= settings.floor), base)
        for draws, most in settings.replayed_stages if lists.seat in settings.replayed else settings.stages:
            leads.keep_likeliest(most, chances)
            trying = leads.going.any(1).nonzero()[:, 0]
            if not len(trying):
                break
            self._roll_out(tables, lists, game, partner, supposed, trying, leads, draws)
            leads.drop(settings.drop)
        return leads.winners(settings.gain, settings.deviate).to(torch.uint8)

    def _roll_out(  # noqa: PLR0913, PLR0917  # one step of the search, on its arrays
        self,
        tables: Tensor,
        lists: HandLists,
        game: Tensor,
        partner: Tensor,
        supposed: Tensor,
        trying: Tensor,
        leads: "_Leads",
        draws: int,
    ) -> None:
        """Draw deals, and play every action in question, and the network's, on each of them."""
        rows = self.rows
        hands, right = lists.draw(tables, game[trying], partner[trying], draws)
        dice = torch.randint(0, 1 << 62, (len(trying), draws), device=rows.device)
        compared_most = int(leads.going[trying].sum(1).max()) + 1
        for some in torch.arange(len(trying), device=rows.device).split(
            max(1, ROWS_AT_ONCE // (draws * compared_most))
        ):
            at = trying[some]
            compared = leads.going[at].clone()
            compared[torch.arange(len(at), device=rows.device), leads.base[at]] = True
            pair, action = compared.nonzero().T
            index = at[pair].repeat_interleave(draws)
            supposed_deals = rows.supposed(
                supposed,
                index,
                lists.seat,
                hands[some[pair]].reshape(-1, hands.shape[2]),
                dice[some[pair]].reshape(-1),
            )
            score, strikes = rows.finish(supposed_deals, action.repeat_interleave(draws).to(torch.uint8)).T
            if not self.settings.keep_points:
                score = torch.where(strikes >= rows.size.lives, torch.zeros_like(score), score)
            scores = rows.zeros(len(at), rows.actions, draws)
            scores[pair, action] = score.view(-1, draws).float()
            leads.add(at, scores, right[some])


class _Leads:
    """By how much actions lead the network's own, in paired rollouts, for many situations."""

    def __init__(self, many: int, rows: GameRows, going: Tensor, base: Tensor) -> None:
        self.base, self.going = base, going
        going[torch.arange(many, device=rows.device), base] = False
        self.sums, self.squares = (rows.zeros(many, rows.actions) for _ in range(2))
        self.draws = rows.zeros(many, 1)

    def keep_likeliest(self, most: int, chances: Tensor) -> None:
        """Go on with at most so many actions: those that lead most, at first the likeliest."""
        order = (self.mean() + 0.01 * chances).masked_fill(~self.going, NONE)
        rank = order.argsort(1, descending=True).argsort(1)
        self.going &= rank < most - 1

    def add(self, at: Tensor, scores: Tensor, right: Tensor) -> None:
        """Count the scores of some situations: by action and draw, of which some count."""
        own = scores.gather(1, self.base[at][:, None, None].expand(-1, 1, scores.shape[2]))
        lead = (scores - own) * right[:, None]
        self.sums[at] += lead.sum(2)
        self.squares[at] += lead.square().sum(2)
        self.draws[at] += right.sum(1, keepdim=True)

    def mean(self) -> Tensor:
        """Return the mean leads."""
        return self.sums / self.draws.clamp(min=1)

    def error(self) -> Tensor:
        """Return their standard errors, as if one more draw had differed by a point."""
        count = self.draws.clamp(min=1)
        spread = (self.squares + 1) / count - self.mean().square()
        return (spread.clamp(min=0) / count).sqrt()

    def drop(self, errors: float) -> None:
        """Drop the actions that the best clearly leads."""
        mean = self.mean()
        best = mean.masked_fill(~self.going, 0.0).max(1, keepdim=True).values.clamp(min=0)
        self.going &= mean + errors * self.error() > best

    def winners(self, gain: float, errors: float) -> Tensor:
        """Return the best actions, where they lead the network's by so many points and standard errors."""
        mean = self.mean().masked_fill(~self.going, NONE)
        lead, best = mean.max(1)
        error = self.error().gather(1, best[:, None])[:, 0]
        return torch.where((lead > gain) & (lead > errors * error), best, self.base)
