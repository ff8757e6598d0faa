"""Many games of Hanabi without variant on one device, as tensors of PyTorch."""

from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

import torch

from handsight.env.hanabi.gpu.gpu_compile import Word, compile_source

Tensor = Any
"""A tensor of PyTorch, whose own types are not worth a minute of checking."""
WORD = (1 << 64) - 1
KERNELS = """sizes deal_games start_games show_games show_seat choose_actions choose_best_actions step_games
spread_bits unseen_cards suppose_hands show_hands"""


@dataclass(frozen=True)
class GameSize:
    """What the source is compiled for. The full game has five suits of five ranks."""

    players: int = 2
    suits: int = 5
    ranks: int = 5
    hand: int = 5
    tokens: int = 8
    lives: int = 3

    @classmethod
    def full(cls, players: int) -> "GameSize":
        """Return the size of the full game."""
        return cls(players, hand=5 if players <= 3 else 4)


class GpuHanabi:
    """*count* games that step together. Observations are packed bits; `inputs` spreads them for a network.

    Args:
        count: How many games.
        size: The size of the game.
        device: ``"cuda"`` or ``"cpu"``.
        seed: Game i is the deal (seed, first + i) of `simulate`; a game that ends is followed by the next
            number that no other game has.
        first: The number of the first game.
        random_seed: Seeds the random numbers that choose actions.
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
        source = files("handsight.env.hanabi.gpu").joinpath("hanabi.cu").read_text(encoding="utf-8")
        compiled = compile_source(
            source, {name.upper(): value for name, value in asdict(size).items()}, device
        )
        self.kernels = {name: compiled.kernel(name) for name in KERNELS.split()}
        numbers = self.zeros(8, dtype=torch.int32)
        self.kernels["sizes"](1, numbers)
        (
            bytes_of_game,
            self.bits,
            observation_words,
            self.words,
            self.actions,
            self.own_hand_bits,
            self.best,
        ) = numbers[:7].tolist()
        self.actor_width, self.critic_width = 32 * observation_words, 32 * self.words
        self.element = torch.bfloat16 if device == "cuda" else torch.float32
        self.games = self.zeros(count, bytes_of_game, dtype=torch.uint8)
        self.deal(first, random_seed)

    def zeros(self, *shape: int, dtype: Any = torch.float32) -> Tensor:
        """Make a tensor of zeros on the device."""
        return torch.zeros(*shape, dtype=dtype, device=self.device)

    def deal(self, first: int = 0, random_seed: int = 0) -> None:
        """Deal games first, first + 1, … anew."""
        words = (Word(self.seed & WORD), Word(first), Word(random_seed & WORD))
        self.kernels["deal_games"](self.count, self.games, *words)

    def start(self, decks: Tensor) -> None:
        """Start games with given decks: a row of identities (suit × ranks + rank − 1) for each."""
        self.kernels["start_games"](self.count, self.games, decks.contiguous())

    def new_observations(self, *lead: int) -> Tensor:
        """Make room for observations of all games."""
        return self.zeros(*lead, self.count, self.words, dtype=torch.int32)

    def new_legal(self, *lead: int) -> Tensor:
        """Make room for the legal actions of all games: a bit for each."""
        return self.zeros(*lead, self.count, dtype=torch.int64)

    def show(self, observations: Tensor, legal: Tensor) -> None:
        """Write what the player to move of each game observes, and which actions are legal."""
        self.kernels["show_games"](self.count, self.games, observations, legal)

    def show_seat(self, seat: int, observations: Tensor) -> None:
        """Write what one seat of each game observes."""
        self.kernels["show_seat"](self.count, self.games, seat, observations)

    def inputs(self, observations: Tensor, index: Tensor, out: Tensor) -> None:
        """Write rows of network inputs: the observations that *index* names, a number for each bit."""
        self.kernels["spread_bits"](4 * self.words * len(index), observations, index, out)

    def choose(self, logits: Tensor, legal: Tensor, actions: Tensor, chances: Tensor) -> None:
        """Draw actions from their probabilities; write the logarithm of each drawn one's too."""
        self.kernels["choose_actions"](self.count, self.games, logits, legal, actions, chances)

    def choose_best(self, logits: Tensor, legal: Tensor, actions: Tensor) -> None:
        """Choose the legal actions of the greatest logits."""
        self.kernels["choose_best_actions"](self.count, logits, legal, actions)

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
        """Take an action in each game, redeal games that ended, and show what comes next.

        Args:
            actions: An action for each game, in HLE's numbering.
            strike_share: The share of all points that the last strike takes back, as a tensor of one number.
            rewards: Written: points gained.
            ended: Written: 1 where the game ended.
            results: Written: score, strikes, moves and 1 of the games that ended, else zeros.
            observations: Written: as `show` does.
            legal: Written: as `show` does.
            redeal: Without it games that are over stay as they are.
        """
        following = Word(self.count if redeal else 0)
        outputs = (rewards, ended, results, observations, legal)
        self.kernels["step_games"](
            self.count, self.games, actions, strike_share, Word(self.seed & WORD), following, *outputs
        )
