"""Whether analyses can be trusted, at full size: a script of its own, because it takes minutes.

python -m bench.analysis_checks exact planted own calibration speed
python -m bench.analysis_checks recorded strikes solver --replays FOLDER

- exact: on tiny decks, rollout means lie within 4 s.e. of the mean over every deal
- planted: surely bad moves are called
- own: moves that the analysis itself chose are not
- calibration: values predict the final scores of bots' games, by tenth of the game
- speed: a game of three players at 100 deals
- recorded: mean loss of people, and where their points go
- strikes: bots go on from recorded games without playing false readings into strikes
- solver: recorded perfect games can be won from every turn
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter, process_time

from handsight.bots.hanabi.roster import find_bot
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
from handsight.hanabi.state import End
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.jit import Ints
from handsight.kernels.search.move_trials import drop_wrong_readings
from handsight.knowledge.hanabi.own_hand import Knowledge
from handsight.lab.hanabi.analysis.analysis import analyse
from handsight.lab.hanabi.analysis.collection import NamedGame, analyse_games
from handsight.lab.hanabi.analysis.report import collection_text
from handsight.lab.hanabi.analysis.turns import AnalysisSettings, GameAnalyser
from handsight.lab.hanabi.analysis.words import call_of
from handsight.lab.hanabi.plan import HanabiPlan
from handsight.lab.runner import RunSettings
from handsight.notation import Game, read_file
from handsight.search.blueprint import blueprint
from handsight.search.move_values import Position, Trials, value_moves
from handsight.search.open_hands import solve_state
from handsight.table import Dice, shuffled


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
            position = Position(compiled, view(state, state.seat))
            count = position.count_deals(20_000)
            if count is not None and count >= 50:
                positions += 1
                (found,) = value_moves(position, 20_000)
                values = {move.action: move.value for move in found.moves}
                trials = Trials(position, 7)
                trials.play(range(len(position.actions)), 160)
                for number, scores in zip(position.actions, trials.scores.T, strict=True):
                    error = float(scores.std(ddof=1)) / sqrt(len(scores))
                    away = abs(float(scores.mean()) - values[position.action(number)])
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


def planted(args: Namespace) -> None:
    """Plant surely bad moves into bots' games, and count how many are called."""
    wanted, found = args.positions or 500, dict[str, list[bool]]()
    blunt = list[bool]()
    bots, number = ("robot1", "minimal", "circle", "robot5", "robot3"), 0
    most = {"third strike": wanted // 2, "misplay": wanted // 3, "discard": wanted}
    while sum(map(len, found.values())) < wanted:
        bot, players = bots[number % len(bots)], 2 + number % 3
        game = HanabiPlan((bot,) * players, Terms(players), 11).record_game(number)
        number += 1
        by = args.bots[number % len(args.bots)]
        used = 0
        for turn in range(len(game.actions)):
            for kind, action in blunders(game.states[turn]):
                if len(found.get(kind, ())) >= most[kind] or used >= 3:
                    continue
                used += 1
                state = game.states[turn]
                position = Position(blueprint(find_bot(by), state.terms), view(state, state.seat))
                *_, values = value_moves(position, args.deals, keep=(action,))
                move = next(move for move in values.moves if move.action == action)
                call = call_of(round(move.loss, 2), round(move.loss_error, 2))
                found.setdefault(kind, []).append(call is not None)
                blunt.append(call == "blunder")
                if sum(map(len, found.values())) >= wanted:
                    break
            if sum(map(len, found.values())) >= wanted:
                break
    every = [called for calls in found.values() for called in calls]
    print(
        f"planted: {sum(every)} of {len(every)} called ({fmean(every):.1%}), {fmean(blunt):.1%} as blunders"
    )
    for kind, calls in found.items():
        print(f"  {kind}: {sum(calls)} of {len(calls)}")


def own(args: Namespace) -> None:
    """Let the analysis play, and count what it calls in its own games, with other deals."""
    for by in args.bots:
        called, turns, losses = 0, 0, list[float]()
        for number in range(args.games or 3):
            terms = Terms(3)
            state = deal(Setup(terms, shuffled(terms.variant.deck(), Dice(21, number))))
            compiled = blueprint(find_bot(by), terms)
            while not state.over:
                position = Position(compiled, view(state, state.seat), believe=args.believe)
                *_, values = value_moves(position, args.deals, seed=1)
                state, before = play(state, values.moves[0].action), state
                again = Position(compiled, view(before, before.seat), believe=args.believe, seed=2)
                *_, other = value_moves(again, args.deals, seed=2, keep=(values.moves[0].action,))
                move = next(move for move in other.moves if move.action == values.moves[0].action)
                call = call_of(round(move.loss, 2), round(move.loss_error, 2))
                called, turns = called + (call is not None), turns + 1
                losses.append(move.loss)
        print(
            f"own, {by}: {called} of {turns} turns called ({called / turns:.1%}),"
            f" mean loss {fmean(losses):.3f}"
        )


def calibration(args: Namespace) -> None:
    """Hold the value of the move that was played against the final score, by tenth of the game."""
    for by in args.bots:
        errors: list[list[float]] = [[] for _ in range(10)]
        best: list[list[float]] = [[] for _ in range(10)]
        for number in range(args.games or 40):
            game = HanabiPlan((by,) * 3, Terms(3), 31).record_game(number)
            analyser = GameAnalyser(game, AnalysisSettings(by, args.deals, believe=args.believe))
            for tenth in range(10):
                turn = int((tenth + Random(number * 10 + tenth).random()) * len(game.actions) / 10)
                found = analyser.analyse(turn)
                if found and found.row:
                    errors[tenth].append(game.final.score - found.row.value)
                    best[tenth].append(game.final.score - found.value)
        print(f"calibration, {by}, believe {args.believe}: final score less value, by tenth of the game")
        for tenth in range(10):
            print(f"  {tenth + 1:>2}: played {mean_text(errors[tenth])}, best {mean_text(best[tenth])}")


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


def recorded_games(args: Namespace, most: int) -> list[NamedGame]:
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
        found += [NamedGame(label, game, tuple(range(game.final.turn))) for label, game in plain[:most]]
    return found


def recorded(args: Namespace) -> None:
    """Analyse recorded games of people beside games of bots on tables of the same size."""
    games = recorded_games(args, args.games or 15)
    people = list(analyse_games(games, AnalysisSettings("robot5", args.deals), RunSettings(2)))
    print(collection_text(people, None))
    for bot in args.bots:
        named = []
        for number, one in enumerate(games[:: max(1, len(games) // 8)]):
            terms = one.game.setup.terms
            game = HanabiPlan((bot,) * terms.players, terms, 41).record_game(number)
            named.append(NamedGame(f"{bot} {number}", game, tuple(range(len(game.actions)))))
        print(f"\n=== {bot} on the same tables")
        found = analyse_games(named, AnalysisSettings("robot5", args.deals), RunSettings(2))
        print(collection_text(list(found), None))


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
                position = Position(compiled, view(state, state.seat))
                counts = would_strike(position, 8)
                before, after, deals = before + counts[0], after + counts[1], deals + 8
        if deals:
            print(f"strikes, {by}: of {deals} deals a seat would strike at once in {before}, now in {after}")


def would_strike(position: Position, count: int) -> tuple[int, int]:
    """Return in how many deals some seat would play a card that does not fit: as read, and once mended."""
    trials = Trials(position, 3)
    found = blueprint_ = position.blueprint
    terms, bot = blueprint_.packed_terms, found.bot
    room, workspace = blueprint_.states(1)[0], blueprint_.workspace()
    before = after = 0
    for deck in trials._decks(0, count, 0):  # noqa: SLF001  the deals that the trials use
        world = position.history.now.copy()
        world[st.DECK : st.DECK + st.MAX_CARDS] = deck[: st.MAX_CARDS]
        before += any(strikes_now(position, world, seat) for seat in range(position.view.terms.players))
        bot.restart(terms, world, workspace)
        drop_wrong_readings(bot.decide, terms, position.readings, world, room, workspace)
        after += any(strikes_now(position, world, seat) for seat in range(position.view.terms.players))
    return before, after


def strikes_now(position: Position, world: Ints, seat: int) -> bool:
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


CHECKS: dict[str, Callable[[Namespace], None]] = {
    "exact": exact,
    "planted": planted,
    "own": own,
    "calibration": calibration,
    "speed": speed,
    "recorded": recorded,
    "strikes": strikes,
    "solver": solver,
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
    args = parser.parse_args()
    for name in args.check:
        CHECKS[name](args)


if __name__ == "__main__":
    main()
