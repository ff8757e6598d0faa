"""How recorded games agree with a convention or a bot: counts for each game, and shares over all of them.

A bot follows a game as it was played: at each turn it has seen all moves before it, whoever made them.

- *move*: of all moves, those that the convention would have made, too. *kind*: of all moves, those for which
  it would have chosen the same kind: a play, a discard or a clue.
- *sound*: of the clues that promise anything about a card they touch, those whose promises are all true.
- *told*: of all plays, those of a card that is surely playable, by promise, to its holder, or that an open
  reading asks for. *false*: of the turns at which the seat to move is told so of some card, those at which
  one of these cards does not fit.
- *bits*: the mean, over the touched cards of the seat to move, of log2((0.98 p + 0.02 q) / q), where p is
  the chance of the true card by promise and q by the rules alone. A false promise costs 5.6 bits.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import log2, nan
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct

from handsight import hanabi
from handsight.analysis.hanabi.game_reading import TRUST, promises_of_clue, told_to_play
from handsight.bots.bot import BotName, BotSpec
from handsight.bots.hanabi.convention_bot import is_convention
from handsight.bots.seat import BotSeat
from handsight.conventions import load_convention, promised_knowledge
from handsight.conventions.interpreter.core_interpreter import Action
from handsight.conventions.interpreter.promised_knowledge import PromisedKnowledge
from handsight.errors import InputError, MissingExtraError
from handsight.game import Dice
from handsight.hanabi import Discard, GiveClue, Play, card_value, view
from handsight.hanabi import HanabiRecord as Game
from handsight.knowledge import evidence
from handsight.lab import statistics as stats
from handsight.lab.job_runner import Progress, RunSettings, whole_jobs
from handsight.lab.numbered_job import Job
from handsight.lab.played_games import check_list
from handsight.lab.result_summary import TextTable, finite
from handsight.roster.hanabi import find_bot
from handsight.search.blueprint import blueprint

if TYPE_CHECKING:  # 0.5 s that only a compiled bot needs
    from handsight.hanabi.compiled.game_loop import CompiledBot

Move = Play | Discard | GiveClue
HUMAN_LIKE = ("h-group-2", "h-group-1", "circle", "duet", "pair", "minimal")
CANDIDATES = ("robot5", "robot6", *HUMAN_LIKE, "robot1", "robot2", "robot3", "robot4", "hat")
"""The bots that `best_fits` compares; of bots that agree equally often, the one listed first wins."""


def recorded_choices(bot: BotName, game: Game, *, compiled: bool = True) -> tuple[Move | None, ...]:
    """Return what a bot would have done at each move of a game; None where it finds nothing to do.

    The bot sees what the seat to move saw. It is compiled, where it can be, unless *compiled* is False.
    """
    spec = find_bot(bot)
    terms = game.setup.terms
    spec.name_on(terms)
    whole = len(game.setup.deck) == terms.variant.deck_size
    fast = _compiled(spec, terms) if compiled and whole else None
    return _choices_compiled(fast, game) if fast else _choices(spec, game)


def _compiled(spec: BotSpec, terms: hanabi.Terms) -> "CompiledBot | None":
    """Return the compiled version of a bot, unless it throws dice or there is none."""
    try:
        found: CompiledBot | None = spec.compiled(terms)
    except MissingExtraError:
        return None
    return None if found is None or found.throws else found


def _choices_compiled(bot: "CompiledBot", game: Game) -> tuple[Move | None, ...]:
    import numpy as np

    from handsight.hanabi.compiled import rules
    from handsight.hanabi.compiled.state_conversion import to_action, to_array, to_number
    from handsight.hanabi.compiled.terms_layout import terms_array

    terms, found = game.setup.terms, list[Move | None]()
    packed, array = terms_array(terms), to_array(game.states[0], bot.memory)
    workspace = np.zeros(bot.workspace, np.int64)
    bot.read(packed, array, workspace)
    for _, done in game.moves():
        number = int(bot.decide(packed, array, workspace))
        chosen = to_action(terms, array, number) if number >= 0 else None
        found.append(chosen if isinstance(chosen, Move) else None)
        rules.step(packed, array, to_number(terms, array, done))
        bot.read(packed, array, workspace)
    return tuple(found)


def _choices(spec: BotSpec, game: Game) -> tuple[Move | None, ...]:
    terms, found = game.setup.terms, list[Move | None]()
    seats = [
        BotSeat(spec, hanabi, terms, seat, partial(Dice, 0, seat), where="a recorded game")
        for seat in range(terms.players)
    ]
    for state, _ in game.moves():
        decision, _after = seats[state.seat].play(state)
        found.append(decision.action if isinstance(decision.action, Move) else None)
    return tuple(found)


class GameAgreement(Struct, frozen=True):
    """The counts of one game; of a bot without promises, those of its moves alone."""

    players: int
    moves: int = 0
    agreed: int = 0
    kinds: int = 0
    clues: int = 0
    """Clues that promise anything about a card they touch."""
    sound: int = 0
    plays: int = 0
    told: int = 0
    told_by_clues: int = 0
    """Plays of a card that is surely playable by the rules alone."""
    telling_turns: int = 0
    """Turns at which some card of the seat to move is surely playable by promise."""
    false: int = 0
    cards: int = 0
    """Touched cards of the seat to move, added up over all turns."""
    bits: float = 0.0


def moves_agreed(bot: BotName, game: Game) -> GameAgreement:
    """Count the moves of a game that a bot would have made."""
    pairs = list(zip((done for _, done in game.moves()), recorded_choices(bot, game), strict=True))
    kinds = sum(type(done) is type(wanted) for done, wanted in pairs)
    agreed = sum(done == wanted for done, wanted in pairs)
    return GameAgreement(game.setup.terms.players, len(pairs), agreed, kinds)


def game_agreement(knowledge: PromisedKnowledge, wanted: Sequence[Action | None]) -> GameAgreement:
    """Count how a game agrees with a convention; *wanted* is what the convention would do at each move."""
    counts, bits = Counter[str](), 0.0
    for (state, done), choice in zip(knowledge.game.moves(), wanted, strict=True):
        counts.update(moves=1, agreed=done == choice, kinds=type(done) is type(choice))
        hand, identity, cards = state.hands[state.seat], state.terms.variant.identity, state.cards
        by_rules, by_promise = (
            evidence(view(state, state.seat)).clue_deal,
            knowledge.deal(state.turn, state.seat),
        )
        playable = card_value.playable(state.terms.variant, state.stacks)
        sure = told_to_play(knowledge, state.turn, state.seat)
        if isinstance(done, GiveClue) and (promised := promises_of_clue(knowledge, state.turn)):
            counts.update(clues=1, sound=all(mask >> identity(cards[order]) & 1 for order, mask in promised))
        if isinstance(done, Play):
            known = done.order in hand and not by_rules.possible[hand.index(done.order)] & ~playable
            counts.update(plays=1, told=done.order in sure, told_by_clues=known)
        if sure:
            wrong = any(not playable >> identity(cards[order]) & 1 for order in sure)
            counts.update(telling_turns=1, false=wrong)
        for slot, order in enumerate(hand):
            if state.touched >> order & 1:
                counts.update(cards=1)
                bits += _bits(by_promise.marginals[slot], by_rules.marginals[slot], identity(cards[order]))
    return GameAgreement(knowledge.game.setup.terms.players, bits=bits, **counts)


def _bits(by_promise: Sequence[int], by_rules: Sequence[int], face: int) -> float:
    """Return what promises tell about a card that is truly *face*, in bits; less than 0 if they mislead."""
    p, q = by_promise[face] / sum(by_promise), by_rules[face] / sum(by_rules)
    return log2((TRUST * p + (1 - TRUST) * q) / q)


CHUNK = 4
"""How many games a worker takes at a time."""


class Measure(NamedTuple):
    """A measure: a count over games, divided by the number of cases; both are fields of `GameAgreement`."""

    counted: str
    cases: str
    share: bool = True

    def total(self, row: GameAgreement) -> float:
        """Return the count of a game."""
        return float(getattr(row, self.counted))

    def out_of(self, row: GameAgreement) -> int:
        """Return the number of cases in a game, by which the count is divided."""
        return int(getattr(row, self.cases))


MEASURES = {
    "move": Measure("agreed", "moves"),
    "kind": Measure("kinds", "moves"),
    "sound": Measure("sound", "clues"),
    "told": Measure("told", "plays"),
    "false": Measure("false", "telling_turns"),
    "bits": Measure("bits", "cards", share=False),
}
OF_MOVES = ("move", "kind")
"""The measures that a bot without promises has."""
TOLD_BY_CLUES = Measure("told_by_clues", "plays")
"""Plays that clues alone told."""


@dataclass(frozen=True)
class Agreement:
    """A convention or bot held against games: its counts in each of them."""

    name: str
    rows: tuple[GameAgreement, ...]
    promises: bool = True
    """Whether it makes promises; a bot that is no convention is held against moves alone."""

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of what is measured."""
        return tuple(MEASURES) if self.promises else OF_MOVES

    @property
    def moves(self) -> int:
        """How many moves all the games have together."""
        return sum(row.moves for row in self.rows)

    def estimate(self, measure: str | Measure) -> stats.Estimate:
        """Return a measure with its standard error over games; nan where there are no cases."""
        chosen = MEASURES[measure] if isinstance(measure, str) else measure
        rows = [row for row in self.rows if chosen.out_of(row)]
        if not rows:
            return stats.Estimate(nan, nan, 0)
        return stats.estimate_by_deal(list(map(chosen.total, rows)), list(map(chosen.out_of, rows)))

    @property
    def share(self) -> float:
        """The share of moves that it would have made; 0 where there is no move."""
        return sum(row.agreed for row in self.rows) / self.moves if self.moves else 0.0

    def among(self, players: int) -> "Agreement":
        """Return the agreement with only the games of this number of players."""
        return Agreement(self.name, tuple(row for row in self.rows if row.players == players), self.promises)

    def to_json(self) -> dict[str, Any]:
        """Return what `convention agree --json` prints; a measure without cases is null."""
        found = {name: self.estimate(name) for name in self.measures}
        row: dict[str, Any] = {"convention": self.name, "games": len(self.rows), "moves": self.moves}
        row |= {name: finite(found[name].mean) if name in found else None for name in MEASURES}
        row["errors"] = {name: finite(one.stderr) for name, one in found.items()}
        if self.promises:
            row["told_by_clues"] = finite(self.estimate(TOLD_BY_CLUES).mean)
        return row | {"players": sorted({row.players for row in self.rows})}


def agree(
    names: Sequence[str],
    games: Sequence[Game],
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[Agreement]:
    """Return how well each convention or bot agrees with the moves of recorded games.

    Args:
        names: Conventions, named as for `load_convention`, or bots, which are held against moves alone.
        games: The games; every convention and bot must be able to play on their terms.
        workers: Processes on this machine; any number finds the same.
        progress: Called with how many readings of a game by a name are done, and how many there are.

    Raises:
        InputError: There is no such convention or bot, or it cannot play on the terms of a game.

    Examples:
        >>> import handsight as hs
        >>> (found,) = hs.agree(["circle"], [hs.load("sample:first")])
        >>> found.moves, round(found.estimate("move").mean, 2)
        (57, 0.46)
    """
    check_list(names, "names", "conventions")
    for name in names:
        _ = load_convention(name) if is_convention(name) else find_bot(name)
    parts = [tuple(games[at : at + CHUNK]) for at in range(0, len(games), CHUNK)]
    jobs = [AgreementJob(name, part) for name in names for part in parts]
    asked = [(job, range(len(job.games))) for job in jobs]
    rows = iter(list(whole_jobs(asked, RunSettings(workers, progress=progress))))
    return [
        Agreement(name, tuple(row for part in islice(rows, len(parts)) for row in part), is_convention(name))
        for name in names
    ]


@dataclass(frozen=True)
class AgreementJob(Job[list[GameAgreement]]):
    """Some recorded games, to be held against a convention or a bot."""

    doing: ClassVar[str] = "read"
    row_type: ClassVar[Any] = GameAgreement

    name: str
    games: tuple[Game, ...]

    @property
    def label(self) -> str:
        """The name of the convention or bot."""
        return self.name

    def conditions(self) -> str:
        """Return everything that the counts depend on besides Handsight itself."""
        games = [(game.setup, game.actions) for game in self.games]
        return repr((find_bot(self.name).fingerprint(), games))

    def chunk_size(self, numbers: int) -> int:
        """Return how many games a worker reads at a time: all of them."""
        return numbers

    def work(self, first: int, count: int) -> list[GameAgreement]:
        """Return the counts of *count* games, from number *first* on."""
        games = self.games[first : first + count]
        if not is_convention(self.name):
            return [moves_agreed(self.name, game) for game in games]
        convention = load_convention(self.name)
        return [
            game_agreement(promised_knowledge(game, convention), recorded_choices(self.name, game))
            for game in games
        ]


def best_fits(games: Sequence[Game], turns: int | None = None) -> list[Agreement]:
    """Return how often each of `CANDIDATES` that can play these games agrees with the players, best first.

    Only the first *turns* moves of each game are looked at; None for all.
    """
    found, why = list[Agreement](), ""
    begun = [_beginning(game, turns) for game in games]
    for name in CANDIDATES:
        try:
            for game in games:
                blueprint(find_bot(name), game.setup.terms)
            found.append(Agreement(name, tuple(moves_agreed(name, game) for game in begun), promises=False))
        except InputError as error:
            why = str(error)
    if not found:
        raise InputError(f"no bot can play on from these games: {why}")
    return sorted(found, key=lambda fit: -fit.share)


def _beginning(game: Game, turns: int | None) -> Game:
    return game if turns is None else Game(game.setup, game.actions[:turns], game.states[: turns + 1])


def agreement_table(found: Sequence[Agreement]) -> TextTable:
    """Return agreements as a table: shares in percent and bits, each with its error over games."""
    heads = ("", "games", "moves", *MEASURES)
    rows = [
        (one.name, f"{len(one.rows):,}", f"{one.moves:,}", *(_cell(one, name) for name in MEASURES))
        for one in found
    ]
    return TextTable(heads, rows)


def _cell(one: Agreement, name: str) -> str:
    if name not in one.measures or not one.estimate(name).games:
        return "–"
    found = one.estimate(name)
    if MEASURES[name].share:
        error = "" if found.games < 2 else f" ± {100 * found.stderr:.1f}"
        return f"{100 * found.mean:.1f}{error} %"
    error = "" if found.games < 2 else f" ± {found.stderr:.2f}"
    return f"{found.mean:+.2f}{error}"
