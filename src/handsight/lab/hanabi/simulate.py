"""Play many games of Hanabi with the same bots, and save some of them to look at."""

from collections.abc import Sequence
from pathlib import Path

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.game import Seed
from handsight.hanabi import OFFICIAL, Rules, Terms, Variant, rule_set
from handsight.hanabi import variant as find_variant
from handsight.lab.hanabi.plan import HanabiPlan
from handsight.lab.hanabi.run import Run
from handsight.lab.runner import Experiment, Progress, RunSettings
from handsight.notation.hanabi import hanab_live_seeds
from handsight.notation.hanabi.file_formats import FORMATS
from handsight.safe_files import write_file

DEFAULT_PLAYERS = 3


def agreed_terms(players: int, rules: str | Rules, variant: str | int | Variant, hand: int | None) -> Terms:
    """Return the terms that an experiment asks for."""
    return Terms(
        players,
        variant if isinstance(variant, Variant) else find_variant(variant),
        rules if isinstance(rules, Rules) else rule_set(rules),
        hand_size=hand or 0,
    )


def self_play(bot: BotName, terms: Terms, seed: Seed = 1) -> HanabiPlan:
    """Plan games in which one bot has all the seats."""
    return HanabiPlan((bot,) * terms.players, terms, seed)


def play_runs(plans: Sequence[HanabiPlan], settings: RunSettings, games: int) -> tuple[list[Run], float]:
    """Play the games of several plans; return their runs, and the seconds that passed."""
    experiment = Experiment(plans, settings, Run)
    return experiment.play(games), experiment.seconds


def simulate(
    *bots: BotName,
    players: int | None = None,
    games: int = 1_000,
    seed: Seed = 1,
    rules: str | Rules = OFFICIAL,
    variant: str | int | Variant = "No Variant",
    hand: int | None = None,
    deal: str | None = None,
    workers: int = 1,
    engine: str = "auto",
    scheduler: str | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play many games of Hanabi: one bot for all seats, or one for each.

    Args:
        bots: A bot by name (`handsight bots` lists them), ``"file.py:Class"``, a convention, or a class.
        players: How many seats; one for each bot that is named, or 3.
        games: How many games.
        seed: The same seed deals the same games; ``"secret"`` draws one that no bot can find by trying.
        rules: A rule set by name (``"official"``, ``"stacks"``, ``"explorer"``, ``"hanabidata"``), or
            `hanabi.Rules`.
        variant: A variant of hanab.live, by name or number, or one of your own.
        hand: Cards in a hand, where not the usual number.
        deal: A seed of hanab.live, such as ``"p3v0s1"``: its players, its variant and its deck. The
            next games have the next seeds: p3v0s2, p3v0s3, ….
        workers: How many workers on this machine.
        engine: ``"auto"``, ``"here"``, ``"threads"``, ``"processes"`` or ``"dask"``.
        scheduler: The address of a Dask scheduler, for the engine of that name.
        out: A folder for a row a game (Parquet); an interrupted run continues from there.
        progress: Called with the number of games done, and of all.

    Raises:
        InputError: An option makes no sense; says what would.
        BotError: A bot cannot be loaded, fails, or breaks a rule; says where.
        WorkerError: Workers cannot be reached, or die again and again.

    Examples:
        >>> hs.simulate("random", players=2, games=100, seed=1, rules="stacks")
        <Run of 100 games: 1.350 ± 0.128>
    """
    if not bots:
        raise InputError("name at least one bot; `handsight bots` lists them")
    if deal is not None:
        players, variant = _dealt_for(deal, games, players, variant)
    elif players is None:
        players = len(bots) if len(bots) > 1 else DEFAULT_PLAYERS
    terms = agreed_terms(players, rules, variant, hand)
    seats = bots * players if len(bots) == 1 else bots
    plan = HanabiPlan(seats, terms, seed, deal=deal)
    runs, _ = play_runs([plan], RunSettings(workers, engine, scheduler, out, progress), games)
    return runs[0]


def _dealt_for(
    deal: str, games: int, players: int | None, variant: str | int | Variant
) -> tuple[int, Variant]:
    """Return the players and the variant of a seed of hanab.live; others that were asked for are refused."""
    dealt = hanab_live_seeds.deal(deal)
    hanab_live_seeds.following(deal, max(0, games - 1))
    asked = agreed_terms(dealt.players, OFFICIAL, variant, None).variant
    if asked not in (dealt.variant, find_variant("No Variant")):
        raise InputError(f"{deal} is a deal of {dealt.variant.name}; leave the variant out")
    if players not in (None, dealt.players):
        raise InputError(f"{deal} is a deal for {dealt.players} players; leave their number out")
    return dealt.players, dealt.variant


def save_games(run: Run, count: int, path: Path) -> None:
    """Write the first games of a run as hanab.live exports, one a line."""
    write = FORMATS["jsonl"].write
    lines = (write(run.plan.play_game(number).record).text for number in range(min(count, run.games)))
    write_file(path, "".join(lines))
