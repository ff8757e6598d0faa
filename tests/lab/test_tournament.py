"""Tournaments of Boeren Bridge: seats, shares, errors, and the tables of LAMAS BoerenBridge."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from bench.tables import boeren_authors
from bench.tables.marked_tables import rewritten
from bench.tables.table_request import PlaySettings
from handsight.boeren import DEFAULT_RULES, Match, win_shares
from handsight.boeren import BoerenRecord as Round
from handsight.bots.boeren.compiled.match_loop import POINTS, SEAT_ORDERS, SEATINGS, TRICKS
from handsight.errors import BotError, InputError
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.lab.boeren.tournament import BoerenPair, by_deal, compare
from handsight.lab.boeren.tournament import simulate as tournament

KINDS = ("full-kripke", "greedy", "greedy-kripke", "random")


def test_every_player_sits_everywhere_beside_everybody() -> None:
    assert len({tuple(seating) for seating in SEATINGS.tolist()}) == 24
    for first in range(0, 24, 4):
        assert sorted(SEATINGS[first : first + 4, 0].tolist()) == [0, 1, 2, 3]


def test_four_games_of_a_deal_have_the_same_cards() -> None:
    plan = BoerenPlan(KINDS, seed=4)
    setups = [[state.setup for state in plan.play_match(game).finished] for game in range(4, 9)]
    assert setups[0] == setups[1] == setups[2] == setups[3] != setups[4]


def test_points_and_shares_are_those_of_the_matches() -> None:
    found = tournament(*KINDS, games=6, seed=4)
    for game in range(6):
        match: Match = found.plan.play_match(game)
        for seat, player in enumerate(found.plan.seating(game)):
            assert found.rows[game, player, POINTS] == match.totals[seat]
            assert found.wins[game, player] == win_shares(match.totals)[seat]
    assert sum(standing.wins.mean for standing in found.standings) == pytest.approx(1)


def test_a_tournament_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    def stop(done: int, _total: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(*KINDS, games=60, seed=4, out=tmp_path, progress=stop)
    assert 0 < len(list(tmp_path.glob("*.parquet"))) < 60 // 8
    plain = tournament(*KINDS, games=60, seed=4)
    whole = tournament(*KINDS, games=60, seed=4, out=tmp_path)
    assert (whole.rows == plain.rows).all()
    assert whole.played < 60 == plain.played
    assert tournament(*KINDS, games=60, seed=4, out=tmp_path).played == 0
    longer = tournament(*KINDS, games=70, seed=4, out=tmp_path)
    assert longer.played == 10
    assert (longer.rows[:60] == plain.rows).all()


def test_parts_of_other_matches_are_left_alone(tmp_path: Path) -> None:
    tournament(*KINDS, games=8, out=tmp_path)
    others = {"seed": 2}, {"rules": "author"}, {"rules": DEFAULT_RULES.switched("schedule", "3-4-3")}
    for changed in others:
        assert tournament(*KINDS, games=8, out=tmp_path, **changed).played == 8
    assert tournament(*reversed(KINDS), games=8, out=tmp_path).played == 8
    for part in tmp_path.glob("*.parquet"):
        part.write_bytes(b"torn")
    assert tournament(*KINDS, games=8, out=tmp_path).played == 8


def test_a_contest_takes_up_what_a_folder_holds(tmp_path: Path) -> None:
    compare("full-kripke", "greedy", games=8, out=tmp_path)
    again = compare("full-kripke", "random", games=8, out=tmp_path)
    assert [run.played for run in again.runs] == [0, 8]


def test_rows_say_who_sat_where_and_what_each_came_to(tmp_path: Path) -> None:
    found = tournament(*KINDS, games=8, seed=4, out=tmp_path)
    (part,) = tmp_path.glob("*.parquet")
    for game, row in enumerate(parquet.read_table(part).to_pylist()):
        assert (row["game"], row["seed"], row["rules"], row["rounds"]) == (game, 4, "text", "3-4-5-4-3")
        assert row["seats"].split(", ") == [KINDS[player] for player in found.plan.seating(game)]
        assert [row[f"player_{at}"] for at in range(4)] == list(KINDS)
        assert [row[f"points_{at}"] for at in range(4)] == found.rows[game, :, POINTS].tolist()


def test_errors_are_taken_over_deals() -> None:
    found = tournament(*KINDS, games=10, seed=4)
    values = found.rows[:, 0, POINTS]
    points = found.standings[0].points
    assert (points.mean, points.games) == (values.mean(), 10)
    win_shares = [(part - values.mean()).sum() / 10 for part in (values[:4], values[4:8], values[8:])]
    assert points.stderr == pytest.approx(np.std(win_shares, ddof=1) * 3**0.5)
    whole = by_deal(values[:8])
    deals = [values[:4].mean(), values[4:8].mean()]
    assert (whole.mean, whole.games) == (np.mean(deals), 2)
    assert whole.stderr == pytest.approx(np.std(deals, ddof=1) / 2**0.5)


def test_a_difference_is_that_of_the_means_where_the_last_deal_is_not_whole() -> None:
    found = compare("full-kripke", "greedy", games=9, seed=4)
    one, other = (run.standings[0] for run in found.runs)
    (pair,) = found.pairs
    assert isinstance(pair, BoerenPair)
    points, wins = pair.difference, pair.wins
    assert points.mean == pytest.approx(one.points.mean - other.points.mean)
    assert wins.mean == pytest.approx(one.wins.mean - other.wins.mean)


def test_results_do_not_depend_on_the_workers() -> None:
    one = tournament("sampler deals=3", *KINDS[1:], games=40, seed=9)
    more = tournament("sampler deals=3", *KINDS[1:], games=40, seed=9, workers=2)
    assert (one.rows == more.rows).all()


def test_a_contest_is_paired() -> None:
    found = compare("full-kripke", "greedy", "greedy", games=200, host="greedy")
    first, _, last = found.pairs
    assert isinstance(last, BoerenPair)
    points, same, same_wins = first.difference, last.difference, last.wins
    assert points.mean > 0
    assert (same.mean, same_wins.mean) == (0, 0)


def test_saved_rounds_are_those_that_were_played() -> None:
    plan = BoerenPlan(KINDS, seed=4)
    rounds = plan.record_match(3)
    assert [game.final for game in rounds] == list(plan.play_match(3).finished)
    assert rounds == [Round.replay(game.setup, game.actions, game.names, game.id) for game in rounds]
    assert rounds[0].names == tuple(
        f"{seat} ({KINDS[player]})"
        for seat, player in zip(("North", "East", "South", "West"), plan.seating(3), strict=True)
    )


@pytest.mark.parametrize(
    ("agents", "options", "hint"),
    [
        (("greedy", "random"), {}, "2 bots cannot fill four seats"),
        (("greedy",), {"games": 0}, "ask for 1 or more"),
        (("greedy",), {"seed": -1}, "a seed is a whole number"),
        (("greedy",), {"rules": "official"}, "there are text, author, fifteen"),
        (("greedy",) * 3 + ("nobody",), {}, "no bot of Boeren Bridge"),
    ],
)
def test_wrong_words_are_refused(agents: tuple[str, ...], options: dict[str, Any], hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        tournament(*agents, **options)


@pytest.mark.parametrize(
    ("rules", "games", "means", "error"),
    [
        ("text", 20_000, (27.09, 21.06, 20.18, -3.34), 0.11),
        ("author", 20_000, (26.41, 20.46, 19.21, -3.94), 0.11),
        ("fifteen", 4_000, (76.7, 54.6, 57.0, -8.6), 0.5),
    ],
)
def test_one_of_each_kind_as_specified(
    rules: str, games: int, means: tuple[float, ...], error: float
) -> None:
    """Two measurements of one mean differ by no more than three errors of their difference."""
    for standing, mean in zip(tournament(*KINDS, games=games, rules=rules).standings, means, strict=True):
        assert abs(standing.points.mean - mean) < 3 * (error**2 + standing.points.stderr**2) ** 0.5


@pytest.mark.parametrize(
    ("bot", "opponent", "mean", "opponents_mean", "wins"),
    [
        ("full-kripke", "greedy", 23.70, 20.09, 0.313),
        ("greedy-kripke", "greedy", 17.22, 20.67, 0.200),
        ("full-kripke", "random", 27.68, None, 0.804),
        ("greedy-kripke", "random", 19.37, None, 0.690),
    ],
)
def test_one_against_three_as_specified(
    bot: str, opponent: str, mean: float, opponents_mean: float | None, wins: float
) -> None:
    alone, *others = tournament(bot, opponent, opponent, opponent, games=8_000).standings
    error = (0.25**2 + alone.points.stderr**2) ** 0.5
    assert abs(alone.points.mean - mean) < 3 * error
    assert abs(alone.wins.mean - wins) < 3 * (wins * (1 - wins) / 4000 + alone.wins.stderr**2) ** 0.5
    if opponents_mean is not None:
        assert abs(sum(other.points.mean for other in others) / 3 - opponents_mean) < 3 * error


def test_who_is_better() -> None:
    means = {name: tournament(name, "greedy", "greedy", "greedy", games=4000).standings[0] for name in KINDS}
    assert means["full-kripke"].points.mean > means["greedy"].points.mean + 2
    assert means["greedy"].points.mean > means["random"].points.mean + 10
    assert tournament("sampler", *(["full-kripke"] * 3), games=200).standings[0].wins.mean > 0.45


MODEST = '''
from handsight.boeren import Bid, Play, playable_cards, revised_bids
from handsight.bots import Bot


class Modest(Bot):
    """Bids nothing, and ducks."""

    def decide(self, view):
        if view.bidding:
            return Bid(revised_bids(view, 0)[0])
        return Play(min(playable_cards(view.hand, view.led), key=lambda card: card.rank))


class Lost(Modest):
    def decide(self, view):
        raise KeyError("where am I")


class Mute(Modest):
    def decide(self, view):
        return None


class Bold(Modest):
    def decide(self, view):
        return Bid(99)


class Late(Modest):
    def __init__(self, terms, seat, dice):
        raise ValueError("no time")
'''


def test_a_bot_of_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "own_bots.py"
    path.write_text(MODEST)
    found = tournament(f"{path}:Modest", "greedy", "greedy", "random", games=8)
    assert found.standings[0].tricks < 5
    for name, fault in (
        ("Lost", r"KeyError: 'where am I' \(\w+.py, line \d+\)$"),
        ("Mute", "which is no action"),
        ("Bold", "a bid is a number from 0 to 3"),
        ("Late", "when it was created: ValueError: no time"),
    ):
        with pytest.raises(BotError, match=fault):
            tournament(f"{path}:{name}", games=1)
    with pytest.raises(BotError, match="has no bot 'Nobody'"):
        tournament(f"{path}:Nobody")


def test_a_page_s_tables_are_written_between_their_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.tables.boeren_bots.OTHERS", ("greedy", "full-kripke"))
    page = "before\n<!-- results boeren games=8 seed=3 -->\nold\n<!-- /results -->\nafter\n"
    once = rewritten(page, PlaySettings())
    assert once.startswith("before\n<!-- results boeren games=8 seed=3 -->\n")
    assert once.endswith("<!-- /results -->\nafter\n")
    assert "old" not in once
    assert "| `full-kripke` |" in once
    assert rewritten(once, PlaySettings()) == once
    for wrong, hint in (
        ("nothing", "no table to write"),
        (page.replace("boeren", "chess"), "there are .*boeren"),
    ):
        with pytest.raises(InputError, match=hint):
            rewritten(wrong, PlaySettings())


@pytest.mark.slow
def test_the_authors_bots_come_to_the_published_figures() -> None:
    """In the order round the table that fits: FullKripke, GreedyKripke, Greedy, Random, and its reverse."""
    run = tournament(*boeren_authors.PEEKING, games=120_000, seed=2, rules="author")
    order = next(pair for pair in boeren_authors.mirrored_orders() if SEAT_ORDERS[pair[0]] == (0, 2, 1, 3))
    points = boeren_authors.in_orders(run, POINTS, order)
    assert len(points) == 40_000
    for at, told in enumerate(boeren_authors.PUBLISHED):
        found = by_deal(points[:, at])
        assert abs(found.mean - told.mean) < 3 * (found.stderr**2 + told.spread**2 / 100_000) ** 0.5
        standing = run.standings[at]
        error = (told.spread**2 / 5_000 + standing.points.stderr**2) ** 0.5
        assert abs(standing.points.mean - told.program_mean) < 3 * error
        spread = (told.program_wins * (1 - told.program_wins) / 5_000 + standing.wins.stderr**2) ** 0.5
        assert abs(standing.wins.mean - told.program_wins) < 3 * spread


@pytest.mark.slow
def test_the_authors_bots_take_the_published_tricks() -> None:
    bots = (boeren_authors.PEEKING[2], *boeren_authors.PEEKING[1:])
    run = tournament(*bots, games=120_000, seed=2, rules="author")
    for at, told in enumerate(boeren_authors.PUBLISHED):
        found = by_deal(run.rows[:, at, TRICKS])
        assert abs(found.mean - told.tricks) < 3 * (found.stderr**2 + 2.18**2 / 100_000 + 0.005**2) ** 0.5


@pytest.mark.parametrize("duel", boeren_authors.DUELS, ids=lambda duel: f"{duel.bot}-{duel.host}")
def test_one_of_the_authors_bots_against_three(duel: boeren_authors.Duel) -> None:
    host = duel.host
    run = tournament(boeren_authors.THEIRS[duel.bot], host, host, host, games=20_000, seed=2, rules="author")
    one = run.standings[0]
    assert abs(one.points.mean - duel.mean) < 3 * (15.6**2 / 5_000 + one.points.stderr**2) ** 0.5
    assert (
        abs(one.wins.mean - duel.wins) < 3 * (duel.wins * (1 - duel.wins) / 5_000 + one.wins.stderr**2) ** 0.5
    )


def test_the_tables_of_the_authors_program_are_written() -> None:
    page = "<!-- results boeren-author games=48 seed=3 -->\n<!-- /results -->\n"
    text = rewritten(page, PlaySettings())
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == 4 * len(KINDS), "the rows that begin with the name of a bot"
    first = [cell.strip() for cell in rows[0].strip("|").split("|")]
    assert first[:3] == ["`full-kripke`", "23.57 (15.50)", "23.80, 38.8%"]
    run = tournament(*boeren_authors.PEEKING, games=48, seed=3, rules="author")
    assert first[3].startswith(f"{run.standings[0].points.mean:.2f} ±")
    honest = tournament(*KINDS, games=48, seed=3, rules="author")
    gap = honest.standings[0].points.mean - run.standings[0].points.mean
    assert first[5].startswith(f"{gap:+.2f} (")
