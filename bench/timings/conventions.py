"""How fast conventions are compiled and played, beside plain Python classes that keep the same one.

Compiling is measured in a process of its own with an empty cache for conventions, after the kernels that all
conventions share are there. Starting again is what a second process takes for it.
"""

import subprocess
import sys
from functools import partial
from time import process_time

from bench.measurement import Measurement, median_rate, median_seconds
from bench.timings.plain_minimal import PlainCard, PlainGame, PlainKeeper
from handsight.conventions import load_convention
from handsight.conventions.compiler import compile_convention
from handsight.game import Dice, shuffled
from handsight.hanabi import Setup, Terms, deal, play, rule_set
from handsight.hanabi.compiled import play_games
from handsight.hanabi.compiled.game_loop import SCORE

GAMES, PLAIN_GAMES, SEED = 10_000, 200, 1
ALL_IDEAS = "careful-saves focus=reading +sense +quiet-stall +forget +known-trash +burn-late +gamble +trust"
FIRST = """
import sys, time
from handsight.conventions import load_convention
from handsight.hanabi.compiled import play_games
from handsight.conventions.compiler import source
from handsight.compiled.compile_source import compile_source
from handsight.conventions.compiler.compiled import convention_runtime
text = source(load_convention(sys.argv[1]).core).text + sys.argv[2]
start = time.process_time()
compile_source(text, {})
print(time.process_time() - start)
"""


def run() -> list[Measurement]:
    """Measure games, then compiling."""
    found = [row for players in (2, 3, 4, 5) for row in _played("minimal", players)]
    found += [*_against_plain(), *_played("save-clues", 3), *_played(ALL_IDEAS, 3), *_played("circle", 3)]
    for name, spec in (("minimal", "minimal"), ("save-clues", "save-clues"), ("all ideas", ALL_IDEAS)):
        found += _compiling(name, spec)
    found += _compiling("circle", "circle")
    found += _played("h-group-2", 3)
    for spec in (*(f"h-group-{level}" for level in range(1, 6)), "h-group-5 +bluffs +stalls"):
        found += _compiling(spec, spec)
    return found


def _played(spec: str, players: int) -> list[Measurement]:
    terms = Terms(players, rules=rule_set("explorer"))
    player = compile_convention(load_convention(spec).core, terms)
    seconds = median_seconds(lambda: play_games.play(player, terms, GAMES, SEED))
    name = spec.split(maxsplit=1)[0] + (" and all ideas" if " " in spec else "")
    aim = {("minimal", 3): "under 0.5", ("h-group-2", 3): "under 5"}.get((spec, players), "")
    return [Measurement(f"{GAMES:,} games of {name}, {players} players", seconds, "s", aim)]


def _against_plain() -> list[Measurement]:
    """Hold the compiled convention against the same one in plain classes, on the same deals."""
    terms = Terms(3, rules=rule_set("explorer"))
    player = compile_convention(load_convention("minimal").core, terms)
    ours = median_rate(lambda: play_games.play(player, terms, GAMES, SEED), GAMES)
    found = [Measurement("minimal, 3 players, compiled", ours, "games/s")]
    scores = play_games.play(player, terms, PLAIN_GAMES, SEED)[:, SCORE].tolist()
    for what, played, aim in (
        ("plain Python classes on the reference rules", by_reference, "at least 100"),
        ("bare Python classes that know this game alone", by_themselves, ""),
    ):
        if played(terms, PLAIN_GAMES) != scores:
            raise AssertionError(f"{what} play other games, so their speed says nothing")
        rate = median_rate(partial(played, terms, PLAIN_GAMES), PLAIN_GAMES, times=3)
        found += [
            Measurement(f"by {what}", rate, "games/s"),
            Measurement("compiled, times those", ours / rate, "x", aim),
        ]
    return found


def by_themselves(terms: Terms, count: int) -> list[int]:
    """Play the first games with classes that bring their own rules."""
    return [
        PlainGame(
            [PlainCard(card.suit, card.rank) for card in shuffled(terms.variant.deck(), Dice(SEED, number))],
            terms.players,
            terms.hand_size,
        ).play()
        for number in range(count)
    ]


def by_reference(terms: Terms, count: int) -> list[int]:
    """Play the first games with a class that decides, by the reference rules."""
    scores = []
    for number in range(count):
        state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(SEED, number))))
        keeper = PlainKeeper()
        while not state.over:
            action = keeper.decide(state)
            keeper.read(state, action)
            state = play(state, action)
        scores.append(state.score)
    return scores


def _compiling(name: str, spec: str) -> list[Measurement]:
    """Compile a convention that was never seen, in a process of its own, and start again."""
    mark = f"\n# {name} {process_time()}\n"
    first, again = (_seconds(spec, mark) for _ in range(2))
    return [
        Measurement(f"first compile of {name}", first, "s", "under 3"),
        Measurement(f"{name} from the cache, in another process", again, "s", "under 0.5"),
    ]


def _seconds(spec: str, mark: str) -> float:
    command = [sys.executable, "-c", FIRST, spec, mark]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)  # ours
