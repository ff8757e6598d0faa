"""A learner with bots as partners: the games run on the processor, the network learns where the learner does.

The rows of games stand at two halves of the tables. While the threads play one half on, the network chooses
actions for the other.
"""

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from handsight.learning.hanabi.bot_tables import BotTables, check_partners, threads
from handsight.learning.hanabi.learner import EVALUATION_SEED, LAST_MOVE, NEVER, Learner
from handsight.learning.hanabi.network import Network, Tensor
from handsight.learning.hanabi.settings import PpoSettings


class LearnerAmongBots(Learner):
    """A learner in training, in one seat of two; bots sit in the other, or itself."""

    def __init__(self, settings: PpoSettings, device: str) -> None:
        check_partners(settings)
        super().__init__(settings, device)
        games, half = self.games, settings.games // 2
        self.pool = threads()
        self.sizes = games.bits, games.actor_width // 64, games.words
        self.halves = [
            BotTables(settings, half, self.sizes, seed=settings.seed, pool=self.pool, first=number << 60)
            for number in range(2)
        ]
        self.places = [slice(0, half), slice(half, None)]
        self.numbers = torch.arange(games.actions, device=device)
        self._exam: BotTables | None = None
        for tables, rows in zip(self.halves, self.places, strict=True):
            self._take_shown(tables, rows, settings.length)

    # Play.

    def advance(self) -> None:
        """Play among the bots, then learn, with the rate and weights that the plan has for this iteration."""
        with torch.no_grad():
            self.play_among_bots()
        super().advance()

    def play(self) -> None:
        """Count the games that ended; they were played by `play_among_bots`."""
        self.count_games()

    def play_among_bots(self) -> None:
        """Play every game for some steps of the learner."""
        self.observations[0].copy_(self.observations[-1])
        self.legal[0].copy_(self.legal[-1])
        share = self.settings.strike_share(self.steps)
        for step in range(self.settings.length):
            for tables, rows in zip(self.halves, self.places, strict=True):
                if step:
                    self._take(tables, rows, step - 1, share)
                tables.begin(self._choose(rows, step))
        for tables, rows in zip(self.halves, self.places, strict=True):
            self._take(tables, rows, self.settings.length - 1, share)

    def _choose(self, rows: slice, step: int) -> Any:
        """Draw the learner's actions in some games."""
        index = self.everyone[rows]
        inputs = self.play_inputs[: len(index)]
        self.games.inputs(self.observations[step], index, inputs)
        logits = self.actor(inputs[:, : self.games.actor_width])
        log_chances = functional.log_softmax(self._allowed(logits, self.legal[step, rows]), dim=1)
        noise = torch.empty_like(log_chances).exponential_().clamp_min_(1e-20)  # an illegal one never wins
        actions = (log_chances - noise.log()).argmax(1)
        self.actions[step, rows] = actions.to(torch.uint8)
        self.chances[step, rows] = log_chances.gather(1, actions[:, None])[:, 0]
        return actions.cpu().numpy()

    def _allowed(self, logits: Tensor, legal: Tensor) -> Tensor:
        """Return logits with those of illegal actions far down."""
        return torch.where(legal[:, None] >> self.numbers & 1 > 0, logits, NEVER)

    def _take(self, tables: BotTables, rows: slice, step: int, share: float) -> None:
        """Wait for a half of the tables, and note what came of a step."""
        done = tables.wait()
        score, strikes, _moves, over = done.results.T
        lost = over * (strikes >= tables.lives) * score * share
        self.rewards[step, rows] = torch.from_numpy(done.rewards - lost.astype(np.float32)).to(self.device)
        self.ended[step, rows] = torch.from_numpy(done.ended).to(self.device)
        self.results[step, rows] = torch.from_numpy(done.results).to(self.device)
        self._take_shown(tables, rows, step + 1)

    def _take_shown(self, tables: BotTables, rows: slice, step: int) -> None:
        self.observations[step, rows] = torch.from_numpy(tables.rows.observations).to(self.device)
        self.legal[step, rows] = torch.from_numpy(tables.rows.legal).to(self.device)

    # Evaluation.

    @torch.no_grad()
    def evaluate_partners(self, network: Network) -> dict[str, Tensor]:
        """Play games greedily with each partner, half of them in each seat, all on the same deals.

        Returns score, strikes and moves of the learner in every game, by partner.
        """
        settings = self.settings
        if self._exam is None:
            each = 2 * max(1, settings.evaluation_games // (2 * len(settings.partners)))
            count = each * len(settings.partners)
            self._exam = BotTables(
                settings, count, self.sizes, seed=EVALUATION_SEED, pool=self.pool, stays=True
            )
        exam, games = self._exam, self.games
        exam.deal()
        index = torch.arange(exam.count, device=self.device)
        inputs = games.zeros(exam.count, games.critic_width, dtype=games.element)
        for _ in range(LAST_MOVE):
            games.inputs(torch.from_numpy(exam.rows.observations).to(self.device), index, inputs)
            logits = network(inputs[:, : games.actor_width])
            legal = torch.from_numpy(exam.rows.legal).to(self.device)
            exam.begin(self._allowed(logits, legal).argmax(1).cpu().numpy())
            if exam.wait().ended.all():
                break
        else:
            raise RuntimeError(f"a game had more than {LAST_MOVE} moves")
        partner_of, results = exam.partner_of, exam.rows.results
        return {
            name: torch.from_numpy(results[partner_of == number])
            for number, name in enumerate(settings.partners)
        }

    # Checkpoints.

    def checkpoint(self) -> dict[str, Any]:
        """Return everything that the run depends on from here."""
        tables = [[torch.from_numpy(rows) for rows in half.save()] for half in self.halves]
        return {**super().checkpoint(), "tables": tables}

    def load(self, checkpoint: dict[str, Any]) -> None:
        """Continue from a checkpoint."""
        super().load(checkpoint)
        for half, saved in zip(self.halves, checkpoint["tables"], strict=True):
            half.load([rows.cpu().numpy() for rows in saved])
