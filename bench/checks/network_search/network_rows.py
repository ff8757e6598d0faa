"""Games as rows of a tensor: copied, given other hands, and played on by a network."""

from typing import Any

import torch

from bench.batches.supposed_hands import KERNELS
from handsight.env.hanabi.compiled.game_rows import MOVER
from handsight.env.hanabi.gpu_games import GpuHanabi, device_kernels, masked, spread_inputs

Tensor = Any
"""A tensor of PyTorch, whose own types are not worth a minute of checking."""
ROWS_AT_ONCE = 1 << 19
"""Rows that the network sees at once: its activations take some gigabytes."""
NEVER = -1e9
"""The logit of an illegal action."""
LAST_MOVE = 150
"""No game has as many moves."""


class GameRows:
    """A network as a player of any number of games.

    Args:
        games: Whose kernels are used, and whose size of the game.
        network: Returns the logits of all actions for rows of inputs.
    """

    def __init__(self, games: GpuHanabi, network: Any) -> None:
        self.kernels = games.kernels | device_kernels(games.device, KERNELS)
        self.terms = games.terms
        self.device, self.size = games.device, games.size
        self.words, self.actions, self.element = games.words, games.actions, games.element
        self.actor_width, self.critic_width = games.actor_width, games.critic_width
        self.identities = games.size.suits * games.size.ranks
        self.network = network
        self.evaluations = 0
        """How often the network was asked."""

    def zeros(self, *shape: int, dtype: Any = torch.float32) -> Tensor:
        """Make a tensor of zeros on the device."""
        return torch.zeros(*shape, dtype=dtype, device=self.device)

    def show(self, games: Tensor) -> tuple[Tensor, Tensor]:
        """Return what the player to move of each game observes, and the legal actions as bits."""
        count = len(games)
        observations = self.zeros(count, self.words, dtype=torch.int64)
        legal = self.zeros(count, dtype=torch.int64)
        self.kernels["show_games"](count, self.terms, games, MOVER, observations, legal)
        return observations, legal

    def logits(self, observations: Tensor) -> Tensor:
        """Return the network's logits for observations."""
        count = len(observations)
        index = torch.arange(count, device=self.device)
        inputs = self.zeros(count, self.critic_width, dtype=self.element)
        spread_inputs(self.kernels, observations, index, inputs)
        self.evaluations += count
        logits: Tensor = self.network(inputs[:, : self.actor_width])
        return logits

    def best_actions(self, observations: Tensor, legal: Tensor) -> Tensor:
        """Return the legal action of the greatest logit in each row."""
        best: Tensor = masked(self.logits(observations).float(), legal).argmax(1).to(torch.uint8)
        return best

    def allowed(self, legal: Tensor) -> Tensor:
        """Return legal actions as truth values instead of bits."""
        return legal[:, None] >> torch.arange(self.actions, device=self.device) & 1 > 0

    def unseen(self, games: Tensor, seat: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return for a seat: unseen copies of each card, cards in hand, what clues leave possible."""
        count = len(games)
        copies = self.zeros(count, self.identities, dtype=torch.uint8)
        sizes = self.zeros(count, dtype=torch.uint8)
        possible = self.zeros(count, self.size.hand, dtype=torch.int32)
        self.kernels["unseen_cards"](count, self.terms, games, seat, copies, sizes, possible)
        return copies, sizes, possible

    def hands(self, games: Tensor, seat: int) -> Tensor:
        """Return the hands that a seat truly holds."""
        hands = self.zeros(len(games), self.size.hand, dtype=torch.uint8)
        self.kernels["show_hands"](len(games), self.terms, games, seat, hands)
        return hands

    def supposed(
        self, games: Tensor, index: Tensor, seat: int, hands: Tensor, dice: Tensor | None = None
    ) -> Tensor:
        """Return copies of the games that *index* names, in which a seat holds other hands.

        With dice, the deck is shuffled anew from the cards that the seat then does not see.
        """
        rows = torch.empty(len(index), games.shape[1], dtype=torch.int64, device=self.device)
        if dice is None:
            dice = torch.full((len(index),), -1, dtype=torch.int64, device=self.device)
        self.kernels["suppose_hands"](
            len(index),
            self.terms,
            rows,
            games,
            index.contiguous(),
            seat,
            hands.contiguous(),
            dice.contiguous(),
        )
        return rows

    def step(self, games: Tensor, actions: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Take an action in each game; return ended, results, observations, legal actions."""
        count = len(games)
        ended, results = self.zeros(count, dtype=torch.uint8), self.zeros(count, 4, dtype=torch.int32)
        observations = self.zeros(count, self.words, dtype=torch.int64)
        legal = self.zeros(count, dtype=torch.int64)
        share, rewards = torch.ones(1, device=self.device), self.zeros(count)
        outputs = rewards, ended, results, observations, legal
        self.kernels["step_games"](count, self.terms, games, actions.contiguous(), share, 0, 0, *outputs)
        return ended, results, observations, legal

    def finish(self, games: Tensor, actions: Tensor) -> Tensor:
        """Take an action, play on to the end by the network, and return score and strikes."""
        final = self.zeros(len(games), 2, dtype=torch.int32)
        rows = torch.arange(len(games), device=self.device)
        for _move in range(LAST_MOVE):
            ended, results, observations, legal = self.step(games, actions)
            done = ended > 0
            final[rows[done]] = results[done][:, :2]
            going = (~done).nonzero()[:, 0]
            if not len(going):
                return final
            rows, games = rows[going], games[going]
            actions = self.best_actions(observations[going], legal[going])
        raise RuntimeError(f"a game had more than {LAST_MOVE} moves")
