"""The interface of HLE's `rl_env`: `make`, `HanabiEnv(config)` and `Agent`, with the same observations.

A program that reads observations needs one changed import. Differences:

- Seeds deal our decks, not HLE's, whose shuffle depends on a C++ library.
- ``legal_moves`` is empty when a game is over.
- ``pyhanabi`` is a stand-in that can be read but holds no C++ object; ``last_moves`` and
  ``card_playable_on_fireworks`` are missing. `HanabiMoveType` is here, not in a module ``pyhanabi``.
- Moves are made as dictionaries or numbers: HLE's ``get_play_move`` and the like are missing.
- ``environment.state`` and ``environment.game`` are missing.
"""

from enum import IntEnum
from random import Random
from typing import Any, NamedTuple

import numpy as np

from handsight.env.hanabi.vec_hanabi import VecHanabi
from handsight.env.vec_games import RANDOM_SEEDS
from handsight.errors import InputError
from handsight.hanabi import tiny, variant
from handsight.hanabi.compiled import state_layout as st

COLOR_CHAR = ("R", "Y", "G", "W", "B")
"""HLE's letters of colours, in the order of their numbers."""
MOVE_TYPES = ("PLAY", "DISCARD", "REVEAL_COLOR", "REVEAL_RANK")
MINIMAL, CARD_KNOWLEDGE = 0, 1
"""The observation types."""
HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4}
DEFAULTS: dict[str, Any] = {
    "colors": 5,
    "ranks": 5,
    "players": 2,
    "hand_size": None,
    "max_information_tokens": 8,
    "max_life_tokens": 3,
    "observation_type": CARD_KNOWLEDGE,
    "seed": -1,
    "random_start_player": False,
}
"""HLE's config."""


class HanabiCard(NamedTuple):
    """A card by HLE's numbers, or what clues told about it."""

    color_number: int | None
    rank_number: int | None
    """From 0; -1 for a card of one's own, None for a rank that no clue told."""
    colors: tuple[bool, ...] = ()
    """By number: whether clues leave the colour possible."""
    ranks: tuple[bool, ...] = ()

    def color(self) -> int | None:
        """Return the number of its colour, or None."""
        return self.color_number

    def rank(self) -> int | None:
        """Return its rank."""
        return self.rank_number

    def color_plausible(self, color_index: int) -> bool:
        """Return whether clues leave a colour possible."""
        return self.colors[color_index]

    def rank_plausible(self, rank_index: int) -> bool:
        """Return whether clues leave a rank possible."""
        return self.ranks[rank_index]

    def to_dict(self) -> dict[str, Any]:
        """Return colour and rank as `rl_env` writes them."""
        letter = None if self.color_number is None else COLOR_CHAR[self.color_number]
        return {"color": letter, "rank": self.rank_number}


class HanabiMoveType(IntEnum):
    """The kinds of moves, by HLE's numbers."""

    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4


class HanabiMove(NamedTuple):
    """A move, as `rl_env` writes it."""

    number: int
    kind: str
    place: int
    """The index of the card, 0 being the oldest, or how many seats away the clue goes."""
    value: int = -1
    """The number of the colour or rank."""

    def type(self) -> HanabiMoveType:
        """Return its kind."""
        return HanabiMoveType[self.kind]

    def card_index(self) -> int:
        """Return the index of the card that is played or discarded; -1 for a clue."""
        return self.place if self.kind in {"PLAY", "DISCARD"} else -1

    def target_offset(self) -> int:
        """Return how many seats away a clue goes; -1 for another move."""
        return -1 if self.kind in {"PLAY", "DISCARD"} else self.place

    def color(self) -> int:
        """Return the number of the colour that a clue names; -1 for another move."""
        return self.value if self.kind == "REVEAL_COLOR" else -1

    def rank(self) -> int:
        """Return the rank that a clue names, from 0; -1 for another move."""
        return self.value if self.kind == "REVEAL_RANK" else -1

    def to_dict(self) -> dict[str, Any]:
        """Return the move as `rl_env` writes it."""
        if self.kind in {"PLAY", "DISCARD"}:
            return {"action_type": self.kind, "card_index": self.place}
        if self.kind == "REVEAL_COLOR":
            return {"action_type": self.kind, "target_offset": self.place, "color": COLOR_CHAR[self.value]}
        return {"action_type": self.kind, "target_offset": self.place, "rank": self.value}


class HanabiObservation:
    """A stand-in for pyhanabi's observation of one player, which can only be read."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self._facts = facts

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("_facts", {})
        if name not in facts:
            raise AttributeError(f"this observation does not tell {name!r}; it tells {', '.join(facts)}")
        return lambda: facts[name]


class HanabiEnv:
    """One game at a time, by the interface of HLE's `rl_env.HanabiEnv`.

    Args:
        config: ``colors``, ``ranks``, ``players``, ``hand_size``, ``max_information_tokens``,
            ``max_life_tokens``, ``observation_type``, ``seed`` and ``random_start_player``, as in HLE.

    Raises:
        InputError: The config has an unknown name, or such a game cannot be dealt.

    Examples:
        >>> from handsight.env.hanabi import rl_env
        >>> environment = rl_env.make("Hanabi-Full", num_players=2)
        >>> observations = environment.reset()
        >>> observation = observations["player_observations"][observations["current_player"]]
        >>> observations, reward, done, _ = environment.step(observation["legal_moves"][0])
        >>> len(observation["vectorized"]), reward in (0, 1), done
        (658, True, False)
    """

    def __init__(self, config: dict[str, Any]) -> None:
        if strange := [name for name in config if name not in DEFAULTS]:
            raise InputError(f"HLE's config has no {strange[0]!r}; it has {', '.join(DEFAULTS)}")
        self.config, chosen = dict(config), DEFAULTS | config
        self.players, colors, ranks = (int(chosen[name]) for name in ("players", "colors", "ranks"))
        if not (1 <= colors <= 5 and 1 <= ranks <= 5):
            raise InputError(f"HLE has 1 to 5 colours and ranks, not {colors} and {ranks}")
        self._minimal = int(chosen["observation_type"]) == MINIMAL
        seed = int(chosen["seed"])
        self._dice = Random(seed if seed >= 0 else None)  # noqa: S311  # no secrets
        self._choices: dict[str, Any] = {
            "variant": variant("No Variant") if (colors, ranks) == (5, 5) else tiny(colors, ranks),
            "hand_size": int(chosen["hand_size"] or HAND_SIZES.get(self.players, 4)),
            "max_clues": int(chosen["max_information_tokens"]),
            "max_strikes": int(chosen["max_life_tokens"]),
            "seed": seed if seed >= 0 else self._dice.randrange(RANDOM_SEEDS),
        }
        self._number = 0
        self._games = self._new_games()
        self._moves = [self._move_of(number) for number in range(self._games.actions)]
        self._dealt = False

    def _new_games(self) -> VecHanabi:
        start = self._dice.randrange(self.players) if self.config.get("random_start_player") else 0
        return VecHanabi(
            1,
            self.players,
            seats="all",
            autoreset="disabled",
            first=self._number,
            first_seat=start,
            **self._choices,
        )

    def reset(self) -> dict[str, Any]:
        """Deal the next game of the seed, and return what every player observes."""
        if self._dealt:
            self._number += 1
            if self.config.get("random_start_player"):
                self._games = self._new_games()
        self._dealt = True
        self._step = self._games.reset(first=self._number)
        self._discards = list[HanabiCard]()
        return self._observations()

    def step(self, action: dict[str, Any] | int) -> tuple[dict[str, Any], float, bool, dict[str, Any]]:
        """Take a move, given as a dictionary or by its number.

        Raises:
            IllegalActionError: It is not legal; the message lists the legal moves.
            InputError: It is no move of this game.
        """
        number = action if isinstance(action, int | np.integer) else self._number_of(action)
        self._step = self._games.step([int(number)])
        row = self._games.save()[0]
        if row[st.EVENT] in {st.EVENT_MISPLAY, st.EVENT_DISCARD}:
            self._discards.append(self._card(int(row[st.DECK + row[st.ORDER]])))
        return self._observations(), float(self._step.reward[0]), bool(self._step.done[0]), {}

    def num_moves(self) -> int:
        """Return how many moves have numbers, legal or not."""
        return self._games.actions

    def vectorized_observation_shape(self) -> list[int]:
        """Return the shape of the vector."""
        layout = self._games.layout
        return [layout.section("knowledge").start if self._minimal else layout.size]

    def _card(self, identity: int) -> HanabiCard:
        return HanabiCard(*divmod(identity, len(self._games.terms.variant.ranks)))

    def _move_of(self, number: int) -> HanabiMove:
        terms = self._games.terms
        size, colors, ranks = terms.hand_size, len(terms.variant.suits), len(terms.variant.ranks)
        if number < 2 * size:
            return HanabiMove(number, "DISCARD" if number < size else "PLAY", number % size)
        clue, others = number - 2 * size, terms.players - 1
        if clue < others * colors:
            return HanabiMove(number, "REVEAL_COLOR", 1 + clue // colors, clue % colors)
        away, rank = divmod(clue - others * colors, ranks)
        return HanabiMove(number, "REVEAL_RANK", 1 + away, rank)

    def _number_of(self, action: Any) -> int:
        if not isinstance(action, dict) or action.get("action_type") not in MOVE_TYPES:
            raise InputError(f"a move is a number or a dictionary with an action_type, not {action!r}")
        for move in self._moves:
            if move.to_dict() == action:
                return move.number
        raise InputError(f"no move of this game is {action!r}")

    def _observations(self) -> dict[str, Any]:
        mover = int(self._step.seat[0])
        state = self._games.state(0)
        return {
            "player_observations": [self._observation(seat, mover, state) for seat in range(self.players)],
            "current_player": mover,
        }

    def _observation(self, seat: int, mover: int, state: Any) -> dict[str, Any]:
        terms = self._games.terms
        vector = self._step.obs[0, seat]
        numbers = np.flatnonzero(self._step.mask[0]).tolist() if seat == mover else []
        moves = [self._moves[number] for number in numbers]
        seats = [(seat + away) % self.players for away in range(self.players)]
        unknown = HanabiCard(None, -1)
        identity = terms.variant.identity
        hands = [
            [
                unknown if other == seat else self._card(identity(state.cards[order]))
                for order in reversed(state.hands[other])
            ]
            for other in seats
        ]
        heights = np.bincount(
            [state.cards[order].suit for order in state.played], minlength=len(terms.variant.suits)
        ).tolist()
        told = self._knowledge(vector, [len(hand) for hand in hands])
        facts: dict[str, Any] = {
            "cur_player_offset": (mover - seat) % self.players,
            "life_tokens": terms.max_strikes - state.strikes,
            "information_tokens": state.clue_units,
            "num_players": self.players,
            "deck_size": state.deck_left,
            "fireworks": heights,
            "legal_moves": moves,
            "observed_hands": hands,
            "discard_pile": list(self._discards),
            "card_knowledge": told,
        }
        return {
            "current_player": mover,
            "current_player_offset": facts["cur_player_offset"],
            **{
                name: facts[name]
                for name in ("life_tokens", "information_tokens", "num_players", "deck_size")
            },
            "fireworks": dict(zip(COLOR_CHAR, heights, strict=False)),
            "legal_moves": [move.to_dict() for move in moves],
            "legal_moves_as_int": numbers,
            "observed_hands": [[card.to_dict() for card in hand] for hand in hands],
            "discard_pile": [card.to_dict() for card in self._discards],
            "card_knowledge": [[card.to_dict() for card in hand] for hand in told],
            "vectorized": vector[: self.vectorized_observation_shape()[0]].tolist(),
            "pyhanabi": HanabiObservation(facts),
        }

    def _knowledge(self, vector: Any, sizes: list[int]) -> list[list[HanabiCard]]:
        """Return what clues told about each card, read from the vector."""
        terms = self._games.terms
        colors, ranks = len(terms.variant.suits), len(terms.variant.ranks)
        told = vector[self._games.layout.section("knowledge").places]
        cards = told.reshape(self.players, terms.hand_size, -1)
        return [
            [_card_knowledge(card, colors, ranks) for card in hand[:size]]
            for hand, size in zip(cards, sizes, strict=True)
        ]


def _card_knowledge(bits: Any, colors: int, ranks: int) -> HanabiCard:
    """Read a card's part of the vector: possible cards, then the colour told, then the rank."""
    possible, told = bits[: colors * ranks].reshape(colors, ranks) > 0, bits[colors * ranks :]
    color, rank = np.flatnonzero(told[:colors]), np.flatnonzero(told[colors : colors + ranks])
    return HanabiCard(
        int(color[0]) if color.size else None,
        int(rank[0]) if rank.size else None,
        tuple(possible.any(1).tolist()),
        tuple(possible.any(0).tolist()),
    )


SMALL = {"hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1}
PRESETS: dict[str, dict[str, int]] = {
    "Hanabi-Full": {},
    "Hanabi-Full-CardKnowledge": {},
    "Hanabi-Full-Minimal": {"observation_type": MINIMAL},
    "Hanabi-Small": {"colors": 2, **SMALL},
    "Hanabi-Very-Small": {"colors": 1, **SMALL},
}
"""HLE's environments by name, where they differ from the full game."""


def make(
    environment_name: str = "Hanabi-Full", num_players: int = 2, pyhanabi_path: str | None = None
) -> HanabiEnv:
    """Make an environment by HLE's name; *pyhanabi_path* is accepted and ignored.

    Raises:
        InputError: No environment has this name.
    """
    del pyhanabi_path
    if environment_name not in PRESETS:
        raise InputError(f"no environment is called {environment_name!r}; there are {', '.join(PRESETS)}")
    return HanabiEnv({"players": num_players, **PRESETS[environment_name]})


class Agent:
    """The base class of agents in HLE's examples: made with a config, reset, and asked to act."""

    def __init__(self, config: dict[str, Any], *_args: Any, **_kwargs: Any) -> None:
        self.config = config

    def reset(self, config: dict[str, Any]) -> None:
        """Start anew with a config."""
        raise NotImplementedError

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | int | None:
        """Return a move, or None if another player is to move."""
        raise NotImplementedError
