"""The hat player is the same in one seat and in compiled games, and every seat derives the same tables."""

import numpy as np
import pytest
from hat_tables import TABLES, named

from handsight.bots.hat import compiled
from handsight.hanabi import Action, Play, Setup, Terms, deal, legal, play, view
from handsight.kernels import games, opening, rows, rules
from handsight.kernels.books import book
from handsight.kernels.hat import notes
from handsight.kernels.hat.player import HAT
from handsight.kernels.hat.reading import follow
from handsight.kernels.suppose import suppose
from handsight.lab.match import play_game
from handsight.lab.plan import Plan
from handsight.table import Dice, shuffled


@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_seats_play_as_the_compiled_game_does(terms: Terms) -> None:
    plan = Plan(("hat",) * terms.players, terms, 5)
    for number in range(3):
        assert play_game(plan, number).actions == games.record(compiled(terms), terms, 5, number).actions


@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_every_seat_derives_the_same_tables(terms: Terms) -> None:
    words, scratch = book(terms), np.zeros(HAT.scratch, np.int64)
    together = rows.blank(HAT.notes)
    alone = [rows.blank(HAT.notes) for _ in range(terms.players)]
    for number in range(15):
        for row in (together, *alone):
            opening.deal(words, row, np.uint64(9), np.uint64(number))
        HAT.read(words, together, scratch)
        for seat, row in enumerate(alone):
            follow(words, row, seat, scratch)
        while together[rows.END] == rows.IN_PROGRESS:
            action = HAT.decide(words, together, scratch)
            for row in (together, *alone):
                rules.step(words, row, action)
            HAT.read(words, together, scratch)
            for seat, row in enumerate(alone):
                follow(words, row, seat, scratch)
            if together[notes.PARTED]:  # a class of clues was missing, about once in a thousand games
                break
            for seat, row in enumerate(alone):
                assert tables(row, seat) == tables(together, 0)


def tables(row: rows.Ints, seat: int) -> dict[int, int]:
    """Return the tables of a seat, by card in hand."""
    begin = notes.TABLES + seat * rows.MOST_CARDS
    held = sum(int(row[rows.HOLDS + at]) for at in range(rows.MOST_SEATS))
    return {order: int(row[begin + order]) for order in range(rows.MOST_CARDS) if held >> order & 1}


@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_what_a_speaker_noted_is_what_others_hear(terms: Terms) -> None:
    """Reading after one's own decision, and without it, leave the same tables, whatever was dealt since."""
    words, scratch = book(terms), np.zeros(HAT.scratch, np.int64)
    row = rows.blank(HAT.notes)
    for number in range(4):
        opening.deal(words, row, np.uint64(13), np.uint64(number))
        HAT.read(words, row, scratch)
        while row[rows.END] == rows.IN_PROGRESS and not row[notes.PARTED]:
            fresh, other = row.copy(), row.copy()
            action = HAT.decide(words, row, scratch)
            HAT.decide(words, other, scratch)
            listener = (int(row[rows.SEAT]) + 1) % terms.players
            hand = int(row[rows.HANDS + listener])
            held = [hand >> 8 * slot & 63 for slot in range(row[rows.SIZES + listener])]
            faces = row[[rows.DECK + order for order in reversed(held)]]
            for dealt in (row, fresh, other):
                if dealt is other:
                    suppose(words, dealt, listener, faces)
                again = dealt.copy()
                again[notes.HELD] = 0
                for table in (dealt, again):
                    rules.step(words, table, action)
                    HAT.read(words, table, scratch)
                assert (dealt[notes.PARTED : notes.HELD] == again[notes.PARTED : notes.HELD]).all()
            assert (row[: notes.HELD] == fresh[: notes.HELD]).all()


@pytest.mark.parametrize("partner", ["random", "careful", "minimal"])
def test_it_goes_on_with_partners_who_keep_no_convention(partner: str) -> None:
    for players in (2, 3, 5):
        plan = Plan(("hat", *[partner] * (players - 1)), Terms(players), 3, rotate=True)
        for number in range(players):
            assert play_game(plan, number).final.over


def test_mixed_compiled_games_are_the_games_of_its_seats() -> None:
    plan = Plan(("hat", "random", "hat"), Terms(3), 3)
    assert plan.team is not None
    for number in range(5):
        assert play_game(plan, number).actions == games.record(plan.team, plan.terms, 3, number).actions


def test_it_survives_any_past() -> None:
    """Whatever was done before, a hat player finds a legal action."""
    for number in range(20):
        dice, terms = Dice(number), Terms(4)
        state = deal(Setup(terms, shuffled(terms.variant.deck(), dice)))
        bots = [Plan(("hat",) * 4, terms).players[seat].make(terms, seat, dice) for seat in range(4)]
        while not state.over:
            options = list(legal(state))
            action: Action = bots[state.seat].decide(view(state, state.seat))
            assert action in options
            others = [option for option in options if not isinstance(option, Play)] or options
            state = play(state, others[dice.below(len(others))])


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_seat_derives_the_same_tables_in_ten_thousand_games(players: int) -> None:
    """Two and a half thousand games for each number of players, every seat deriving its own tables."""
    terms, games_played, misled = Terms(players), 2500, 0
    words, scratch = book(terms), np.zeros(HAT.scratch, np.int64)
    together, alone = rows.blank(HAT.notes), [rows.blank(HAT.notes) for _ in range(players)]
    for number in range(games_played):
        for seat, row in enumerate(alone):
            opening.deal(words, row, np.uint64(4), np.uint64(number))
            follow(words, row, seat, scratch)
        opening.deal(words, together, np.uint64(4), np.uint64(number))
        HAT.read(words, together, scratch)
        while together[rows.END] == rows.IN_PROGRESS and not together[notes.PARTED]:
            action = HAT.decide(words, together, scratch)
            rules.step(words, together, action)
            HAT.read(words, together, scratch)
            common = together[notes.TABLES : notes.TABLES + together[rows.DRAWN]]
            for seat, row in enumerate(alone):
                rules.step(words, row, action)
                follow(words, row, seat, scratch)
                begin = notes.TABLES + seat * rows.MOST_CARDS
                if not together[notes.PARTED]:
                    assert (row[begin : begin + common.size] == common).all()
        misled += bool(together[notes.PARTED])
    assert misled < games_played / 100
