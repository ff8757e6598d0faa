"""Many games of Hanabi without variant on one device, as tensors of PyTorch.

The rules and observations are those of `env.hanabi.compiled.game_rows`, compiled for the device.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import torch

from handsight.compiled.gpu_kernels import GpuModule, RangeKernel
from handsight.env.hanabi.compiled import game_rows
from handsight.hanabi import Terms
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.hanabi.variants.variant import tiny
from handsight.notation.hanabi.hle_observation import action_count, sections

Tensor = Any
"""A tensor of PyTorch, whose own types are not worth a minute of checking."""
Kernel = Callable[..., None]
"""Called with the number of rows, then the tensors and numbers of a range kernel."""
WORD = (1 << 64) - 1
NEVER = -1e30
"""The logit of an illegal action."""
KERNELS = (
    game_rows.deal_games,
    game_rows.show_games,
    game_rows.step_games,
    game_rows.draw_numbers,
    game_rows.spread_bits,
)


@dataclass(frozen=True)
class GameSize:
    """The size of a game. The full game has five suits of five ranks."""

    players: int = 2
    suits: int = 5
    ranks: int = 5
    hand: int = 5
    tokens: int = 8
    lives: int = 3

    def terms(self) -> Terms:
        """Return the terms of a game of this size."""
        return Terms(
            self.players,
            tiny(self.suits, self.ranks),
            hand_size=self.hand,
            max_clues=self.tokens,
            max_strikes=self.lives,
        )


@cache
def device_kernels(device: str, kernels: tuple[Kernel, ...] = KERNELS) -> dict[str, Kernel]:
    """Return kernels by name: on a GPU with a thread for each row, on a processor one call for all."""
    ranges = {kernel.__name__: RangeKernel(kernel, game_rows.ROOM_WORDS) for kernel in kernels}
    if device == "cuda":
        torch.cuda.init()
        torch.zeros(1, device="cuda")  # makes the context that kernels are loaded into
        module = GpuModule(ranges)

        def stream() -> int:
            return int(torch.cuda.current_stream().cuda_stream)

        return {name: module.kernel(name, stream) for name in ranges}
    return {name: _on_the_processor(made) for name, made in ranges.items()}


def _on_the_processor(made: RangeKernel) -> Kernel:
    room = np.zeros(made.room, np.int64)

    def call(rows: int, *arguments: Any) -> None:
        plain = (one.numpy() if isinstance(one, torch.Tensor) else one for one in arguments)
        made.kernel(0, rows, *plain, room)

    return call


class GpuHanabi:
    """*count* games that step together. Observations are packed bits; `inputs` spreads them for a network.

    Game i is the deal (seed, first + i) of `simulate`; a game that ends is followed by the next number that
    no other game has. *random_seed* seeds the random numbers that choose actions.
    """

    def __init__(  # noqa: PLR0913  # each is a choice of the caller
        self,
        count: int,
        size: GameSize,
        device: str,
        *,
        seed: int = 0,
        first: int = 0,
        random_seed: int = 0,
    ) -> None:
        self.count, self.size, self.device, self.seed = count, size, device, seed
        terms = size.terms()
        self.kernels = device_kernels(device)
        self.terms = torch.from_numpy(terms_array(terms)).to(device)
        self.bits = sum(section.length for section in sections(terms))
        self.own_hand_bits, self.best = size.hand * size.suits * size.ranks, size.suits * size.ranks
        self.actions = action_count(terms)
        observation_words = -(-self.bits // 64)
        self.words = observation_words + -(-self.own_hand_bits // 64)
        self.actor_width, self.critic_width = 64 * observation_words, 64 * self.words
        self.element = torch.bfloat16 if device == "cuda" else torch.float32
        self.games = self.zeros(count, game_rows.ROW_WORDS, dtype=torch.int64)
        self._drawn = self.zeros(count)
        self.deal(first, random_seed)

    def zeros(self, *shape: int, dtype: Any = torch.float32) -> Tensor:
        """Make a tensor of zeros on the device."""
        return torch.zeros(*shape, dtype=dtype, device=self.device)

    def deal(self, first: int = 0, random_seed: int = 0) -> None:
        """Deal games first, first + 1, … anew."""
        self.kernels["deal_games"](
            self.count, self.terms, self.games, self.seed & WORD, first, random_seed & WORD
        )

    def new_observations(self, *lead: int) -> Tensor:
        """Make room for observations of all games."""
        return self.zeros(*lead, self.count, self.words, dtype=torch.int64)

    def new_legal(self, *lead: int) -> Tensor:
        """Make room for the legal actions of all games: a bit for each."""
        return self.zeros(*lead, self.count, dtype=torch.int64)

    def show(self, observations: Tensor, legal: Tensor, seat: int = game_rows.MOVER) -> None:
        """Write what one seat of each game observes, or the one to move, and which actions are legal."""
        self.kernels["show_games"](self.count, self.terms, self.games, seat, observations, legal)

    def inputs(self, observations: Tensor, index: Tensor, out: Tensor) -> None:
        """Write rows of network inputs: the observations that *index* names, a number for each bit."""
        spread_inputs(self.kernels, observations, index, out)

    def choose(self, logits: Tensor, legal: Tensor, actions: Tensor, chances: Tensor) -> None:
        """Draw actions by their probabilities; write them, and the logarithms of their probabilities."""
        self.kernels["draw_numbers"](self.count, self.games, self._drawn)
        _choose(logits, legal, self._drawn[:, None], actions, chances)

    def step(  # noqa: PLR0913, PLR0917  # every array that is written
        self,
        actions: Tensor,
        strike_share: Tensor,
        rewards: Tensor,
        ended: Tensor,
        results: Tensor,
        observations: Tensor,
        legal: Tensor,
        *,
        redeal: bool = True,
    ) -> None:
        """Take an action in each game, by HLE's numbers, redeal games that ended, and show what comes next.

        The last strike takes back *strike_share* of all points. It writes the points gained; 1 where a game
        ended; that game's score, strikes, moves and 1; what `show` writes. Without *redeal* ended games stay.
        """
        following = self.count if redeal else 0
        outputs = rewards, ended, results, observations, legal
        self.kernels["step_games"](
            self.count, self.terms, self.games, actions, strike_share, self.seed & WORD, following, *outputs
        )


def spread_inputs(kernels: dict[str, Kernel], observations: Tensor, index: Tensor, out: Tensor) -> None:
    """Write rows of network inputs: the observations that *index* names, a number for each bit."""
    packed = observations.view(torch.uint8).view(-1, 8 * observations.shape[-1])
    one, words = (0x3F80, 2) if out.dtype == torch.bfloat16 else (0x3F800000, 4)
    rows = len(index) * packed.shape[1]
    kernels["spread_bits"](
        rows, one, packed, index, out.view(torch.uint8).view(torch.uint64).view(rows, words)
    )


def compiled_on_gpu(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function with PyTorch's compiler where there is a GPU; elsewhere it stays as it is."""
    return torch.compile(function) if torch.cuda.is_available() else function


def masked(logits: Tensor, legal: Tensor) -> Tensor:
    """Return the logits, with `NEVER` in place of those of illegal actions."""
    numbers = torch.arange(logits.shape[1], device=logits.device)
    return torch.where(legal[:, None] >> numbers & 1 > 0, logits, NEVER)


@compiled_on_gpu
def _choose(logits: Tensor, legal: Tensor, drawn: Tensor, actions: Tensor, chances: Tensor) -> None:
    """Choose the first legal action at which the running sum of probabilities exceeds the number drawn.

    A GPU adds in any order, so the sum at the last legal action may round to less than the whole. The first
    legal action is then taken: an illegal one would have probability 0, and learning from it divides by that.
    """
    log_chances = torch.log_softmax(masked(logits, legal), dim=1)
    chances_of_all = log_chances.exp()
    sums = chances_of_all.cumsum(1)
    exceeds = (sums > drawn * sums[:, -1:]).to(torch.uint8) + 1
    chosen = torch.where(chances_of_all > 0, exceeds, 0).argmax(1, keepdim=True)
    actions.copy_(chosen[:, 0])
    chances.copy_(log_chances.gather(1, chosen)[:, 0])
