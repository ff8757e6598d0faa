"""Proximal policy optimisation (PPO) for Hanabi: all seats are played by one network that learns.

An iteration has two halves. *Play*: every game goes on for a number of steps; each action is drawn from the
actor's probabilities. *Learn*: the critic, which also sees the mover's own hand, estimates the points to
come; the generalised advantage estimate follows the line of play through all seats, because the reward is
common to them; then actor and critic take a gradient step on every minibatch.

On a GPU one iteration is captured as one CUDA graph and replayed, so that Python's time does not count.
"""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import isfinite
from typing import Any

import torch
from torch.nn import functional

from handsight.env.hanabi.gpu_games import GpuHanabi, compiled_on_gpu, masked
from handsight.errors import InputError
from handsight.learning.hanabi.settings import PpoSettings, value_at

Tensor = Any
"""A tensor of PyTorch, whose own types are not worth a minute of checking."""
VALUE_SCALE = 8.0
"""The number of points that an output of 1 of the critic stands for."""
NEVER = -1e9
"""The logit of an illegal action."""
EVALUATION_SEED = 20_261_116
"""Evaluations are played on games 0, 1, … of this seed."""
LAST_MOVE = 150
"""A limit that no game of Hanabi reaches, in moves."""


class Network(torch.nn.Module):
    """A multilayer perceptron with rectified hidden layers, which a GPU computes in bfloat16.

    Weights, their gradients and outputs are float32. On a GPU two functions with gradients of their own fuse
    what PyTorch would do in several passes over memory; they make training about a quarter faster.
    """

    def __init__(self, inputs: int, hidden: Iterable[int], outputs: int, last_gain: float) -> None:
        super().__init__()
        widths = [inputs, *hidden, outputs]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in pairwise(widths))
        for number, layer in enumerate(self.layers):
            gain = last_gain if number == len(self.layers) - 1 else 2**0.5
            torch.nn.init.orthogonal_(layer.weight, gain * 1.5 if number == 0 else gain)  # few bits are set
            torch.nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Return the outputs of every row of inputs."""
        *hidden, last = self.layers
        if not x.is_cuda:
            for layer in hidden:
                x = functional.relu(layer(x))
            return last(x)
        for layer in hidden:
            x = _HiddenLayer.apply(x, layer.weight, layer.bias)
        return _LastLayer.apply(x, last.weight, last.bias)


class _HiddenLayer(torch.autograd.Function):
    """A linear layer and its rectifier."""

    @staticmethod
    def forward(context: Any, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        half = weight.to(x.dtype)
        out = torch._addmm_activation(bias.to(x.dtype), x, half.t())  # noqa: SLF001  # one pass; no public name
        context.save_for_backward(x, half, out)
        return out

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor | None, Tensor, Tensor]:
        x, half, out = context.saved_tensors
        gradient, of_bias = _rectifier_gradient(gradient, out)
        of_x = torch.mm(gradient, half) if context.needs_input_grad[0] else None
        return of_x, torch.mm(gradient.t(), x, out_dtype=torch.float32), of_bias


class _LastLayer(torch.autograd.Function):
    """A linear layer with float32 outputs."""

    @staticmethod
    def forward(context: Any, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        half = weight.to(x.dtype)
        context.save_for_backward(x, half)
        return torch.mm(x, half.t(), out_dtype=torch.float32) + bias

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x, half = context.saved_tensors
        narrow = gradient.to(x.dtype)
        return (
            torch.mm(narrow, half),
            torch.mm(narrow.t(), x, out_dtype=torch.float32),
            gradient.sum(0),
        )


@compiled_on_gpu
def _rectifier_gradient(gradient: Tensor, out: Tensor) -> tuple[Tensor, Tensor]:
    """Return the gradient before the rectifier, and its sum over the rows (the gradient of the bias)."""
    passed = torch.where(out > 0, gradient, torch.zeros_like(gradient))
    return passed, passed.sum(0, dtype=torch.float32)


@compiled_on_gpu
def _clipped_loss(  # noqa: PLR0913, PLR0917  # compiled: everything it needs is handed over
    logits: Tensor,
    legal: Tensor,
    actions: Tensor,
    old_chances: Tensor,
    advantages: Tensor,
    entropy_weight: Tensor,
    clip: float,
) -> tuple[Tensor, Tensor]:
    """Return PPO's loss with the entropy bonus, and sums of steps, entropy, clipping and divergence."""
    numbers = torch.arange(logits.shape[1], device=logits.device)
    allowed = legal[:, None] >> numbers & 1 > 0
    log_chances = functional.log_softmax(torch.where(allowed, logits, NEVER), dim=1)
    chosen = log_chances.gather(1, actions[:, None].long())[:, 0]
    entropy = -(log_chances.exp() * log_chances).sum(1)
    change = chosen - old_chances
    ratio = change.exp()
    clipped = ratio.clamp(1 - clip, 1 + clip)
    gain = torch.minimum(ratio * advantages, clipped * advantages)
    outside = (ratio != clipped).float()
    parts = torch.ones_like(entropy), entropy, outside, ratio - 1 - change
    totals = torch.stack([part.detach().sum() for part in parts])
    return -gain.mean() - entropy_weight[0] * entropy.mean(), totals


class Learner:
    """A learner in training."""

    def __init__(self, settings: PpoSettings, device: str) -> None:
        torch.manual_seed(settings.seed)
        self.settings, self.device, self.iteration = settings, device, 0
        self.games = games = GpuHanabi(
            settings.games, settings, device, seed=settings.seed, random_seed=settings.seed
        )
        self.exam = GpuHanabi(settings.evaluation_games, settings, device, seed=EVALUATION_SEED)
        self.actor = Network(games.actor_width, settings.hidden, games.actions, 0.01).to(device)
        self.critic = Network(games.critic_width, settings.hidden, 1, 1.0).to(device)
        self.averaged = Network(games.actor_width, settings.hidden, games.actions, 0.01).to(device)
        self.averaged.load_state_dict(self.actor.state_dict())
        self.rate = torch.tensor(settings.rate, device=device)
        parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self.adam = torch.optim.Adam(
            parameters, lr=self.rate, eps=1e-5, fused=True, capturable=device == "cuda"
        )
        self._make_buffers()
        games.show(self.observations[-1], self.legal[-1])
        self._replay: Callable[[], None] | None = None

    def _make_buffers(self) -> None:
        """Make room for what one iteration plays and learns from."""
        games, (length, count) = self.games, (self.settings.length, self.settings.games)
        zeros = games.zeros
        self.observations, self.legal = games.new_observations(length + 1), games.new_legal(length + 1)
        self.actions, self.ended = (zeros(length, count, dtype=torch.uint8) for _ in range(2))
        self.chances, self.rewards, self.advantages = (zeros(length, count) for _ in range(3))
        self.results = zeros(length, count, 4, dtype=torch.int32)
        self.values = zeros(length + 1, count)
        self.play_inputs = zeros(count, games.critic_width, dtype=games.element)
        self.inputs = zeros(self.settings.minibatch, games.critic_width, dtype=games.element)
        self.everyone = torch.arange(count, device=self.device)
        self.entropy_weight, self.strike_share, self.actor_weight = zeros(1), zeros(1), zeros(1)
        self.game_totals = zeros(5, dtype=torch.float64)
        """Games that ended, their points, official points, perfect games, struck out."""
        self.step_totals = zeros(5, dtype=torch.float64)
        """Steps learned from; sums of entropy, of clipped steps, of divergence, of squared value errors."""

    # Play.

    def play(self) -> None:
        """Play every game for `length` steps, and keep what happened in the buffers."""
        self.observations[0].copy_(self.observations[-1])
        self.legal[0].copy_(self.legal[-1])
        for step in range(self.settings.length):
            self.games.inputs(self.observations[step], self.everyone, self.play_inputs)
            logits = self.actor(self.play_inputs[:, : self.games.actor_width])
            self.games.choose(logits, self.legal[step], self.actions[step], self.chances[step])
            self.games.step(
                self.actions[step],
                self.strike_share,
                self.rewards[step],
                self.ended[step],
                self.results[step],
                self.observations[step + 1],
                self.legal[step + 1],
            )
        score, strikes, _moves, over = self.results.reshape(-1, 4).T.to(torch.float64)
        struck_out = over * (strikes >= self.settings.lives)
        perfect = over * (score == self.games.best)
        official = score * (1 - struck_out)
        self.game_totals += torch.stack([part.sum() for part in (over, score, official, perfect, struck_out)])

    # Learn.

    def estimate(self) -> None:
        """Estimate the points to come at every step, and how much better each action was than expected."""
        count, length = self.settings.games, self.settings.length
        values = self.values.view(-1)
        for rows in torch.arange(values.numel(), device=self.device).split(self.settings.minibatch):
            inputs = self.inputs[: len(rows)]
            self.games.inputs(self.observations, rows, inputs)
            values[rows] = self.critic(inputs)[:, 0] * VALUE_SCALE
        discount, trace = self.settings.discount, self.settings.trace
        advantage = torch.zeros(count, device=self.device)
        for step in range(length - 1, -1, -1):
            goes_on = discount * (1.0 - self.ended[step].float())
            surprise = self.rewards[step] + goes_on * self.values[step + 1] - self.values[step]
            advantage = surprise + goes_on * trace * advantage
            self.advantages[step] = advantage

    def learn(self) -> None:
        """Take a gradient step on every minibatch of the steps played."""
        targets = (self.advantages + self.values[:-1]).reshape(-1)
        spread, mean = torch.std_mean(self.advantages)
        advantages = ((self.advantages - mean) / (spread + 1e-8)).reshape(-1)
        for _ in range(self.settings.passes):
            self._learn_once(advantages, targets)

    def _learn_once(self, advantages: Tensor, targets: Tensor) -> None:
        """Pass over all steps once, in a random order."""
        shuffled = torch.rand(self.settings.steps_an_iteration, device=self.device).argsort()
        for index in shuffled.split(self.settings.minibatch):
            self.games.inputs(self.observations, index, self.inputs)
            actor_loss = self._actor_loss(index, advantages[index])
            loss = self.actor_weight[0] * actor_loss + self._critic_loss(targets[index])
            self.adam.zero_grad(set_to_none=True)
            loss.backward()
            for network in (self.actor, self.critic):
                torch.nn.utils.clip_grad_norm_(network.parameters(), self.settings.gradient_norm)
            self.adam.step()
            with torch.no_grad():
                pairs = list(zip(self.averaged.parameters(), self.actor.parameters(), strict=True))
                for slow, quick in pairs:
                    slow.lerp_(quick, 1.0 - self.settings.average)

    def _actor_loss(self, index: Tensor, advantages: Tensor) -> Tensor:
        """Return the actor's loss on the chosen steps."""
        logits = self.actor(self.inputs[:, : self.games.actor_width])
        legal, actions = self.legal.reshape(-1)[index], self.actions.reshape(-1)[index]
        chances = self.chances.reshape(-1)[index]
        loss, totals = _clipped_loss(
            logits, legal, actions, chances, advantages, self.entropy_weight, self.settings.clip
        )
        self.step_totals[:4] += totals
        return loss

    def _critic_loss(self, targets: Tensor) -> Tensor:
        """Return half the mean squared error of the critic's outputs."""
        error = self.critic(self.inputs)[:, 0] - targets / VALUE_SCALE
        with torch.no_grad():
            self.step_totals[4] += (error * VALUE_SCALE).square().sum()
        return 0.5 * error.square().mean()

    # Iterations.

    def one_iteration(self) -> None:
        """Play `length` steps of every game, and learn from them."""
        with torch.no_grad():
            self.play()
            self.estimate()
        self.learn()

    def advance(self) -> None:
        """Do one iteration, with the learning rate and the weights that the settings have for it."""
        done = self.iteration / self.settings.iterations
        self.rate.fill_(self.settings.rate * (1.0 - done))
        self.entropy_weight.fill_(value_at(self.settings.entropy, done))
        self.strike_share.fill_(self.settings.strike_share(self.steps))
        self.actor_weight.fill_(self.settings.actor_weight(self.iteration))
        if self._replay is not None:
            self._replay()
        elif self.device == "cuda":
            self._replay = self._captured()
        else:
            self.one_iteration()
        self.iteration += 1

    def _captured(self) -> Callable[[], None]:
        """Do one iteration, then capture one as a CUDA graph; return a function that replays it."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            self.one_iteration()
        torch.cuda.current_stream().wait_stream(aside)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.one_iteration()
        replay: Callable[[], None] = graph.replay
        return replay

    @property
    def steps(self) -> int:
        """The number of steps played so far, over all games."""
        return self.iteration * self.settings.steps_an_iteration

    def take_totals(self) -> dict[str, float]:
        """Return means over what was played and learned since the last call."""
        games, points, official, perfect, struck_out = self.game_totals.tolist()
        steps, entropy, clipped, divergence, squares = self.step_totals.tolist()
        if not isfinite(entropy + divergence + squares):
            raise InputError(
                f"training diverged within {self.steps:,} steps: its losses are no longer numbers. The folder"
                " keeps the last good checkpoint; begin anew with a lower rate or another seed"
            )
        self.game_totals.zero_()
        self.step_totals.zero_()
        games, steps = max(games, 1.0), max(steps, 1.0)
        return {
            "sampled": official / games,
            "sampled_stacks": points / games,
            "sampled_perfect": perfect / games,
            "sampled_struck_out": struck_out / games,
            "entropy": entropy / steps,
            "clipped": clipped / steps,
            "divergence": divergence / steps,
            "value_error": (squares / steps) ** 0.5,
        }

    @torch.no_grad()
    def evaluate(self, *networks: Network, first: int = 0) -> Tensor:
        """Play games greedily, the networks moving in turn; return score, strikes, moves and 1 of each."""
        exam = self.exam
        exam.deal(first)
        observations, legal = exam.new_observations(), exam.new_legal()
        inputs = exam.zeros(exam.count, exam.critic_width, dtype=exam.element)
        actions, ended = (exam.zeros(exam.count, dtype=torch.uint8) for _ in range(2))
        rewards, share = exam.zeros(exam.count), torch.ones(1, device=self.device)
        results = exam.zeros(exam.count, 4, dtype=torch.int32)
        index = torch.arange(exam.count, device=self.device)
        exam.show(observations, legal)
        for move in range(LAST_MOVE):
            exam.inputs(observations, index, inputs)
            network = networks[move % len(networks)]
            actions.copy_(masked(network(inputs[:, : exam.actor_width]), legal).argmax(1))
            exam.step(actions, share, rewards, ended, results, observations, legal, redeal=False)
            if move % 8 == 7 and bool(ended.all()):
                break
        if not bool(ended.all()):
            raise RuntimeError(f"a game had more than {LAST_MOVE} moves")
        return results.cpu()

    # Checkpoints.

    def checkpoint(self) -> dict[str, Any]:
        """Return everything that the rest of the run depends on."""
        return {
            "settings": self.settings.record,
            "iteration": self.iteration,
            "actor": self.actor.state_dict(),
            "critic": self.critic.state_dict(),
            "averaged": self.averaged.state_dict(),
            "adam": self.adam.state_dict(),
            "games": self.games.games,
            "observations": self.observations[-1],
            "legal": self.legal[-1],
            "random": torch.get_rng_state(),
            "cuda_random": torch.cuda.get_rng_state() if self.device == "cuda" else None,
        }

    def load(self, checkpoint: dict[str, Any]) -> None:
        """Continue from a checkpoint."""
        self.iteration = checkpoint["iteration"]
        for name in ("actor", "critic", "averaged", "adam"):
            getattr(self, name).load_state_dict(checkpoint[name])
        for group in self.adam.param_groups:
            group["lr"] = self.rate
        self.games.games.copy_(checkpoint["games"])
        self.observations[-1].copy_(checkpoint["observations"])
        self.legal[-1].copy_(checkpoint["legal"])
        torch.set_rng_state(checkpoint["random"].cpu())
        if self.device == "cuda" and checkpoint["cuda_random"] is not None:
            torch.cuda.set_rng_state(checkpoint["cuda_random"].cpu())
