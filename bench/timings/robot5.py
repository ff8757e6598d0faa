"""Robot 5, plain and compiled, in one run: games a second, and games in which both decide alike."""

from time import process_time

from bench.measurement import Measurement, median_rate
from handsight.bots.bot import BotSpec
from handsight.bots.hanabi.robot5.bot import Robot5, compile_robot
from handsight.hanabi import Terms, rule_set
from handsight.hanabi.compiled import play_games
from handsight.lab.hanabi.game_plan import HanabiPlan

COMPILED_GAMES, COMPARED_GAMES = 2_000, 400
AIMS = {2: "1,000"}
SEED = 5


def run() -> list[Measurement]:
    """Measure both at 2 to 6 seats, and compare every action of 400 games each."""
    return [row for seats in range(2, 7) for row in robot5(seats, COMPARED_GAMES)]


def robot5(seats: int, games: int) -> list[Measurement]:
    """Play the same games both ways with so many seats."""
    terms = Terms(seats, rules=rule_set("stacks"))
    player, plan = (
        compile_robot("robot5", terms),
        HanabiPlan((BotSpec("robot5", "", Robot5),) * seats, terms, SEED),
    )
    fast = median_rate(lambda: play_games.play(player, terms, COMPILED_GAMES, SEED), COMPILED_GAMES)
    start = process_time()
    plain = [tuple(plan.play_game(number).actions) for number in range(games)]
    slow = games / (process_time() - start)
    alike = sum(
        actions == tuple(play_games.record(player, terms, SEED, number).actions)
        for number, actions in enumerate(plain)
    )
    return [
        Measurement(f"Robot 5 compiled, {seats} seats", fast, "games/s", AIMS.get(seats, "")),
        Measurement(f"Robot 5 by the plain program, {seats} seats", slow, "games/s"),
        Measurement(f"games with the same actions, {seats} seats", alike, "games", f"{games:,}"),
    ]
