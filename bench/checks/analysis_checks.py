"""Whether analyses can be trusted, at full size: a script of its own, because it takes minutes.

python -m bench.checks.analysis_checks exact planted own calibration speed
python -m bench.checks.analysis_checks recorded strikes solver --replays FOLDER

- exact: on tiny decks, rollout means lie within 4 s.e. of the mean over every deal
- planted: surely bad moves are called
- own: moves that the analysis itself chose are not
- calibration: values predict the final scores of bots' games, by tenth of the game
- speed: a game of three players at 100 deals
- recorded: mean loss of people, and where their points go
- strikes: bots go on from recorded games without playing false readings into strikes
- solver: recorded perfect games can be won from every turn
- boeren: values of small rounds of Boeren Bridge are those of every deal and every throw of dice
"""

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter, process_time
from typing import Any

import numpy as np

from bench.checks.boeren_values import exact_values, random_round
from handsight.analysis.analysis_report import collection_text
from handsight.analysis.analysis_rows import BLUNDER, INACCURACY, NamedGame, call_of
from handsight.analysis.boeren.analyse import RoundSettings as BoerenSettings
from handsight.analysis.boeren.analyse import analyse_turn
from handsight.analysis.boeren.analyse import move_text as boeren_move
from handsight.analysis.hanabi.analyse import analyse, analyse_games
from handsight.analysis.hanabi.turn_analysis import (
    LEAST_LOSS,
    SETTLED_ON,
    AnalysisSettings,
    GameAnalyser,
    MoverPosition,
    precision,
)
from handsight.compiled.jit import Ints
from handsight.game import Dice, shuffled
from handsight.hanabi import (
    Action,
    Discard,
    Play,
    Setup,
    State,
    Terms,
    card_value,
    deal,
    legal,
    play,
    rule_set,
    tiny,
    view,
)
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.state import End
from handsight.knowledge.hanabi.own_hand import Knowledge
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.job_runner import RunSettings
from handsight.notation import read_file
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import value_actions
from handsight.search.blueprint import blueprint
from handsight.search.compiled.wrong_readings import drop_wrong_readings
from handsight.search.open_hands import solve_state
from handsight.search.rollouts import Rollouts
from handsight.search.search_settings import Precision


def mean_text(values: list[float]) -> str:
    """Return a mean with its standard error."""
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):+.3f} ± {error:.3f}"


def exact(args: Namespace) -> None:
    """Hold rollouts against every deal, on tiny decks."""
    terms = [
        Terms(2, tiny(2, 3), rule_set("stacks"), hand_size=3),
        Terms(2, tiny(2, 4), rule_set("official"), hand_size=3),
        Terms(3, tiny(2, 3), rule_set("official"), hand_size=2),
    ]
    wanted, positions, figures, outside, worst = 300, 0, 0, 0, 0.0
    random, game = Random(1), 0
    while positions < wanted:
        kind = terms[game % len(terms)]
        compiled = blueprint(find_bot(args.bots[game % len(args.bots)]), kind)
        state = deal(Setup(kind, shuffled(kind.variant.deck(), Dice(1, game))))
        game += 1
        while not state.over and positions < wanted:
            position = MoverPosition(compiled, view(state, state.seat), seed=7)
            listed = position.deals.every(20_000)
            if listed is not None and len(listed[0]) >= 50:
                positions += 1
                (found,) = value_actions(position.deals, Precision(20_000))
                values = {move.action: move.value for move in found.values}
                rollouts, actions = Rollouts(position.deals), position.position.legal
                every, weights = rollouts.scores(np.array(actions, np.int64), listed[0]), listed[1]
                sampled = np.zeros((640, len(actions)), np.int16)
                rollouts.play(np.array(actions, np.int64), 0, sampled)
                for number, scores, all_scores in zip(actions, sampled.T, every.T, strict=True):
                    value = values[number]
                    spread = np.average((all_scores - value) ** 2, weights=weights)  # of all deals
                    error = sqrt(spread / len(scores))
                    away = abs(float(scores.mean()) - value)
                    figures += 1
                    if error:
                        worst = max(worst, away / error)
                    outside += away > 4 * error + 1e-9
            state = play(state, random.choice(list(legal(state))))
    print(f"exact: {positions} positions, {figures} moves, {outside} beyond 4 s.e. (most: {worst:.2f} s.e.)")


def surely_lost(state: State, position: Knowledge, order: int) -> int:
    """Return the fewest points that surely hang on a card of the mover, if it is lost now."""
    variant = state.terms.variant
    card = next(card for card in position if card.order == order)
    least = variant.max_score
    for face in card.possible:
        lost = list(state.discarded_copies)
        lost[variant.identity(face)] += 1
        after = card_value.max_score(variant, state.stacks, tuple(lost))
        least = min(least, state.max_score - after)
    return least


def blunders(state: State) -> Iterator[tuple[str, Action]]:
    """Yield moves of the seat to move that are surely bad."""
    known = Knowledge(view(state, state.seat))
    actions = set(legal(state))
    for card in known:
        cost = surely_lost(state, known, card.order)
        last_strike = state.strikes + 1 == state.terms.max_strikes
        if card.playable == 0 and (last_strike or cost >= 1):
            yield "third strike" if last_strike else "misplay", Play(card.order)
        if cost >= 2 and Discard(card.order) in actions:
            yield "discard", Discard(card.order)


class Kept:
    """Results that were found before, a line of JSON each, so that a check can be continued."""

    def __init__(self, path: str | None) -> None:
        self._path = Path(path) if path else None
        self._found = dict[str, Any]()
        if self._path and self._path.exists():
            lines = self._path.read_text(encoding="utf-8").splitlines(keepends=True)
            self._found = dict(json.loads(line) for line in lines if line.endswith("\n"))

    def row(self, find: Callable[..., Any], **asked: Any) -> Any:
        """Return what a function finds, from the file if it is there."""
        key = json.dumps([find.__name__, asked])
        if key not in self._found:
            self._found[key] = find(**asked)
            if self._path:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, self._found[key]]) + "\n")
        return self._found[key]


def judge(  # noqa: PLR0913  what a judgement depends on, once each
    state: State, by: str, action: Action, deals: int, *, seed: int = 0, believe: bool = False
) -> tuple[str | None, float, float]:
    """Return what a move is called, its loss and the error, as `analyse` finds them."""
    position = MoverPosition(blueprint(find_bot(by), state.terms), view(state, state.seat), believe, seed)
    number = position.number(action)
    *_, found = value_actions(position.deals, precision(deals), keep=(number,))
    move = next(move for move in found.values if move.action == number)
    loss, error = round(move.loss, 2), round(move.loss_error, 2)
    return call_of(loss, error, LEAST_LOSS), loss, error


PLANTED_BOTS = ("robot1", "minimal", "circle", "robot5", "robot3")
MANY, LEAST = 25_600, LEAST_LOSS[INACCURACY]
"""Deals by which it is found whether a planted move that was not called loses so many points after all."""


def planted_game(number: int) -> Game:
    """Return a game of bots into which moves are planted."""
    bot, players = PLANTED_BOTS[number % len(PLANTED_BOTS)], 2 + number % 3
    return HanabiPlan((bot,) * players, Terms(players), 11).record_game(number)


def planted_moves(wanted: int) -> Iterator[tuple[int, int, int, str]]:
    """Yield planted moves: the game, the turn, which of its bad moves it is, and of which kind."""
    most = {"third strike": wanted // 2, "misplay": wanted // 3, "discard": wanted}
    found = Counter[str]()
    for number in count():
        used, game = 0, planted_game(number)
        for turn in range(len(game.actions)):
            for which, (kind, _) in enumerate(blunders(game.states[turn])):
                if found[kind] >= most[kind] or used >= 3:
                    continue
                used += 1
                found[kind] += 1
                yield number, turn, which, kind
                if found.total() == wanted:
                    return


def judge_planted(number: int, turn: int, which: int, by: str, deals: int) -> list[Any]:
    """Judge a planted move; one that is not called is judged once more, on many other deals."""
    state = planted_game(number).states[turn]
    _, action = list(blunders(state))[which]
    found = judge(state, by, action, deals)
    return [*found, *(judge(state, by, action, MANY, seed=9) if found[0] is None else found)]


def planted(args: Namespace) -> None:
    """Plant surely bad moves into bots' games, and count how many are called."""
    wanted, kept = args.positions or 500, Kept(args.out)
    rows = list[tuple[str, str, list[Any]]]()
    for number, turn, which, kind in planted_moves(wanted):
        by = args.bots[(number + 1) % len(args.bots)]
        asked = {"number": number, "turn": turn, "which": which, "by": by, "deals": args.deals}
        rows.append((kind, by, kept.row(judge_planted, **asked)))
    for name in ("all", *sorted({kind for kind, _, _ in rows}), *args.bots):
        some = [row for kind, by, row in rows if name in ("all", kind, by)]
        if not some:
            continue
        called = sum(row[0] is not None for row in some)
        blunt = sum(row[0] == BLUNDER for row in some)
        missed = [row for row in some if row[0] is None]
        harmless = sum(row[4] + 2 * row[5] < LEAST for row in missed)
        print(
            f"planted, {name}: {called} of {len(some)} called ({called / len(some):.1%}), {blunt} as"
            f" blunders; of the {len(missed)} others, {harmless} lose less than {LEAST} on {MANY:,}"
            f" deals, so {called} of {len(some) - harmless} ({called / max(1, len(some) - harmless):.1%})"
        )


def own_game(number: int, by: str, deals: int, choose: int, *, believe: bool) -> list[list[Any]]:
    """Let the analysis play a game, and judge its moves with other deals; those it calls, with many more.

    Moves are chosen on as many deals as calls are settled with: with fewer, some that lose are chosen, and
    are rightly called.
    """
    terms, rows = Terms(3), list[list[Any]]()
    state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(21, number))))
    compiled = blueprint(find_bot(by), terms)
    while not state.over:
        position = MoverPosition(compiled, view(state, state.seat), believe, seed=1)
        *_, found_best = value_actions(position.deals, Precision(choose))
        action = position.action(found_best.values[0].action)
        found = list(judge(state, by, action, deals, seed=2, believe=believe))
        rows.append([*found, *(judge(state, by, action, MANY, seed=9, believe=believe) if found[0] else ())])
        state = play(state, action)
    return rows


def own(args: Namespace) -> None:
    """Let the analysis play, and count what it calls in its own games, with other deals."""
    kept = Kept(args.out)
    for by in args.bots:
        asked = {"by": by, "deals": args.deals, "choose": args.choose, "believe": args.believe}
        games = [kept.row(own_game, number=number, **asked) for number in range(args.games or 3)]
        rows = [row for game in games for row in game]
        called = [row for row in rows if row[0]]
        right = sum(row[4] >= LEAST for row in called)
        print(
            f"own, {by}, believe {args.believe}, chosen on {args.choose} deals: {len(called)} of"
            f" {len(rows)} turns called ({len(called) / len(rows):.1%}), {right} of them lose"
            f" {LEAST} or more on {MANY:,} deals; mean loss {fmean(row[1] for row in rows):.3f}"
        )


def calibrate_game(number: int, by: str, deals: int, *, believe: bool) -> list[list[float] | None]:
    """Return, by tenth of a game, the final score less the value of the move played, and of the best."""
    game = HanabiPlan((by,) * 3, Terms(3), 31).record_game(number)
    analyser = GameAnalyser(game, AnalysisSettings(by, deals, believe=believe))
    rows = list[list[float] | None]()
    for tenth in range(10):
        turn = int((tenth + Random(number * 10 + tenth).random()) * len(game.actions) / 10)
        found = analyser.analyse(turn)
        score = game.final.score
        rows.append([score - found.row.value, score - found.value] if found and found.row else None)
    return rows


def calibration(args: Namespace) -> None:
    """Hold the value of the move that was played against the final score, by tenth of the game."""
    kept = Kept(args.out)
    for by in args.bots:
        games = [
            kept.row(calibrate_game, number=number, by=by, deals=args.deals, believe=args.believe)
            for number in range(args.games or 40)
        ]
        print(
            f"calibration, {by}, believe {args.believe}, {len(games)} games: final score less value, by tenth"
        )
        for tenth in range(10):
            rows = [game[tenth] for game in games if game[tenth]]
            played, best = (mean_text([row[at] for row in rows]) for at in (0, 1))
            print(f"  {tenth + 1:>2}: played {played}, best {best}")


def speed(args: Namespace) -> None:
    """Time a whole game at 100 deals."""
    for by in args.bots:
        plan = HanabiPlan(("circle",) * 3, Terms(3), 5)
        game = next(
            game for number in range(50) if len((game := plan.record_game(number)).actions) in range(55, 59)
        )
        analyse(game, by, 16, turn=3)
        for workers in (1, 2):
            wall, cpu = perf_counter(), process_time()
            analyse(game, by, 100, workers=workers)
            wall, cpu = perf_counter() - wall, process_time() - cpu
            print(f"speed, {by}: {len(game.actions)} turns, {workers} workers: {cpu:.1f} CPU-s, {wall:.1f} s")


def recorded_games(args: Namespace, most: int) -> list[NamedGame[Game]]:
    """Return recorded games of people that were played to their end."""
    found = []
    for name in ("hanabi-challenges", "hanabi-data"):
        path = Path(args.replays) / f"{name}.jsonl"
        some = [
            (checked.label, checked.game)
            for checked in read_file(str(path))
            if checked.game and checked.game.final.end not in (End.TERMINATED, End.IN_PROGRESS)
        ]
        plain = [(label, game) for label, game in some if not game.setup.terms.deck_plays]
        found += [
            NamedGame(label, game, tuple(range(number % args.every, game.final.turn, args.every)))
            for number, (label, game) in enumerate(plain[:most])
        ]
    return found


def recorded(args: Namespace) -> None:
    """Analyse recorded games of people beside games of bots on tables of the same size."""
    games = recorded_games(args, args.games or 15)
    settings = AnalysisSettings("robot5", args.deals, believe=args.believe)
    run = RunSettings(args.workers, out=f"{args.out}.rows" if args.out else None)
    print(f"=== people, believe {args.believe}")
    print(collection_text(list(analyse_games(games, settings, run)), None))
    for bot in args.bots:
        named = []
        for number, one in enumerate(games[:: max(1, len(games) // 8)]):
            terms = one.game.setup.terms
            game = HanabiPlan((bot,) * terms.players, terms, 41).record_game(number)
            turns = range(number % args.every, len(game.actions), args.every)
            named.append(NamedGame(f"{bot} {number}", game, tuple(turns)))
        print(f"\n=== {bot} on the same tables, believe {args.believe}")
        print(collection_text(list(analyse_games(named, settings, run)), None))


def strikes(args: Namespace) -> None:
    """Count the deals of recorded positions in which a seat would strike at once, before and after."""
    for by in args.bots:
        before = after = deals = 0
        for one in recorded_games(args, args.games or 20):
            try:
                compiled = blueprint(find_bot(by), one.game.setup.terms)
            except Exception as error:  # noqa: BLE001  said, and the next game is tried
                print(f"strikes, {by}: {error}")
                continue
            for turn in range(4, one.game.final.turn, 9):
                state = one.game.states[turn]
                position = MoverPosition(compiled, view(state, state.seat), seed=3)
                counts = would_strike(position, 8)
                before, after, deals = before + counts[0], after + counts[1], deals + 8
        if deals:
            print(f"strikes, {by}: of {deals} deals a seat would strike at once in {before}, now in {after}")


def would_strike(position: MoverPosition, count: int) -> tuple[int, int]:
    """Return in how many deals some seat would play a card that does not fit: as read, and once mended."""
    player, before, after = position.blueprint, 0, 0
    terms, bot, rooms, workspace = player.packed_terms, player.bot, player.states(2), player.workspace()
    for deck in position.deals.draw(0, count):
        world = position.position.state.copy()
        world[st.DECK : st.DECK + st.MAX_CARDS] = deck[: st.MAX_CARDS]
        before += any(strikes_now(position, world, seat) for seat in range(position.view.terms.players))
        bot.restart(terms, world, workspace)
        drop_wrong_readings(bot.decide, bot.read, terms, bot.readings.packed(), world, rooms, workspace)
        after += any(strikes_now(position, world, seat) for seat in range(position.view.terms.players))
    return before, after


def strikes_now(position: MoverPosition, world: Ints, seat: int) -> bool:
    """Whether a seat would play a card that does not fit, if it were its turn."""
    state = world.copy()
    state[st.SEAT] = seat
    action = position.blueprint.decide(state)
    if not 0 <= action < int(state[st.HAND_SIZES + seat]):
        return False
    order = int(state[st.HANDS + seat]) >> 8 * action & 63
    return not int(state[st.PLAYABLE]) >> int(state[st.DECK + order]) & 1


def solver(args: Namespace) -> None:
    """Solve every turn of recorded perfect games."""
    games = turns = won = 0
    for name in ("hanabi-challenges", "hanabi-data"):
        for checked in read_file(str(Path(args.replays) / f"{name}.jsonl")):
            game: Game | None = checked.game
            if game is None or game.final.end != End.PERFECT or game.setup.terms.deck_plays:
                continue
            games += 1
            for state in game.states:
                turns += 1
                won += solve_state(state, nodes=1_000_000).best == 25
    print(f"solver: {games} perfect games, 25 found at {won} of {turns} turns")


def boeren_round(seed: int, size: int, deals: int) -> list[list[float]]:
    """Return by action of a small round: the value, its error, and the mean of every deal and throw."""
    game, rows = random_round(size, seed), list[list[float]]()
    for turn, state in enumerate(game.states[:-1]):
        others = sum(len(hand) for seat, hand in enumerate(state.hands) if seat != state.seat)
        if others > MOST_HIDDEN:
            continue
        found = {
            move["move"]: move for move in analyse_turn(game, turn, BoerenSettings(deals, seed))["moves"]
        }
        for action, exact_value in exact_values(game, turn).items():
            move = found[boeren_move(action)]
            rows.append([move["value"], move["error"], float(exact_value)])
    return rows


MOST_HIDDEN = 6
"""So many cards of others at most are dealt in every way."""


def boeren(args: Namespace) -> None:
    """Hold values of small rounds of Boeren Bridge against every deal and every throw of dice."""
    kept, deals = Kept(args.out), max(args.deals, 1_000)
    rounds = [
        kept.row(boeren_round, seed=seed, size=1 + seed % 3, deals=deals) for seed in range(args.games or 30)
    ]
    rows = [row for one in rounds for row in one]
    away = [abs(value - exact_value) for value, _, exact_value in rows]
    errors = [row[1] for row in rows]
    beyond = sum(far > 4 * error + 0.006 for far, error in zip(away, errors, strict=True))
    worst = max(far / error for far, error in zip(away, errors, strict=True) if error >= 0.02)
    print(
        f"boeren: {len(rounds)} rounds, {len(rows)} values, {beyond} beyond 4 s.e. (most: {worst:.2f} s.e.),"
        f" {sum(error == 0 for error in errors)} sure ones equal to 0.006"
    )


CHECKS: dict[str, Callable[[Namespace], None]] = {
    "exact": exact,
    "planted": planted,
    "own": own,
    "calibration": calibration,
    "speed": speed,
    "recorded": recorded,
    "strikes": strikes,
    "solver": solver,
    "boeren": boeren,
}


def main() -> None:
    """Make the checks that were named."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("check", nargs="+", choices=tuple(CHECKS))
    parser.add_argument("--bots", nargs="+", default=["robot5", "circle"])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--games", type=int)
    parser.add_argument("--positions", type=int)
    parser.add_argument("--believe", action="store_true")
    parser.add_argument("--replays", default="../shared/replays")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--choose", type=int, default=SETTLED_ON, help="deals by which `own` chooses")
    parser.add_argument("--every", type=int, default=1, help="analyse every so many turns of recorded games")
    parser.add_argument("--out", help="a file that keeps results, to go on with")
    args = parser.parse_args()
    for name in args.check:
        CHECKS[name](args)


if __name__ == "__main__":
    main()
