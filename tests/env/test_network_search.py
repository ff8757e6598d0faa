"""Lists of hands and search on a network, held to enumeration and to the hands that were dealt."""

import itertools
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from handsight.search.search_settings import Budget

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Small products are slower on several threads, much slower where the cores are busy."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


SMALL = {"players": 2, "suits": 2, "ranks": 3, "hand": 2, "tokens": 3, "lives": 2}


def _network(games: Any, seed: int, gain: float = 1.0) -> Any:
    from handsight.learning.hanabi.learner import Network

    torch.manual_seed(seed)
    return Network(games.actor_width, (32,), games.actions, gain)


def _games(count: int, seed: int, **size: int) -> Any:
    from handsight.env.hanabi.gpu_games import GameSize, GpuHanabi

    return GpuHanabi(count, GameSize(**{**SMALL, **size}), "cpu", seed=seed)


@torch.no_grad()
def _followed(count: int, seed: int, moves: int, **settings: Any) -> Any:
    """Play some moves by a network while the hands of seat 0 are listed."""
    from bench.checks.network_search.network_belief import HandLists
    from bench.checks.network_search.network_rows import GameRows

    games = _games(count, seed)
    rows = GameRows(games, _network(games, seed))
    tables = games.games
    lists = HandLists(rows, tables, 0, **settings)
    active = torch.ones(count, dtype=torch.bool)
    for move in range(moves):
        actions = rows.best_actions(*rows.show(tables))
        before = tables.clone()
        if move % 2:
            lists.saw_action(before, actions)
        ended, *_ = rows.step(tables, actions)
        active &= ended == 0
        lists.saw_step(before, tables, actions, active, own=move % 2 == 0)
    return rows, tables, lists, active


@torch.no_grad()
def _enumerated(rows: Any, tables: Any, lists: Any, game: int) -> dict[tuple[int, ...], float]:
    """Weigh every hand of seat 0 by the ways to deal it, if clues and all actions of the partner fit it."""
    unseen, sizes, possible = (part[game] for part in rows.unseen(tables, 0))
    chances = {}
    for hand in itertools.product(range(rows.identities), repeat=int(sizes)):
        left, ways = unseen.tolist(), 1
        for slot, card in enumerate(hand):
            ways *= left[card] * (int(possible[slot]) >> card & 1)
            left[card] -= 1
        if not ways:
            continue
        filled = torch.tensor([[*hand, *[rows.identities] * (rows.size.hand - len(hand))]], dtype=torch.uint8)
        chance = float(ways)
        for moment in lists.history:
            past = lists.past_hands(moment, torch.tensor([game]), filled)
            chance *= float(lists.likelihood(moment, torch.tensor([game]), past))
        if chance:
            chances[hand] = chance
    total = sum(chances.values())
    return {hand: chance / total for hand, chance in chances.items()}


def _weighed(rows: Any, tables: Any, lists: Any, game: int) -> dict[tuple[int, ...], float]:
    """Weigh the listed hands of a game by what seat 0 sees."""
    _, sizes, _ = rows.unseen(tables, 0)
    weights = lists.weights(tables)
    listed: dict[tuple[int, ...], float] = {}
    for hand, weight in zip(
        lists.hands[lists.game == game].tolist(), weights[lists.game == game].tolist(), strict=True
    ):
        if weight:
            key = tuple(hand[: int(sizes[game])])
            listed[key] = listed.get(key, 0.0) + weight
    total = sum(listed.values())
    return {hand: weight / total for hand, weight in listed.items()}


def _distance(first: dict[tuple[int, ...], float], second: dict[tuple[int, ...], float]) -> float:
    return sum(abs(first.get(hand, 0.0) - second.get(hand, 0.0)) for hand in first | second) / 2


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "mistakes"), [(1, 0.0), (3, 0.0), (3, 0.2)])
@pytest.mark.parametrize("anew", [False, True])
def test_a_list_is_that_of_enumeration(seed: int, mistakes: float, anew: bool) -> None:
    rows, tables, lists, active = _followed(24, seed, 7, mistakes=mistakes)
    if anew:
        with torch.no_grad():
            lists.list_anew(tables, active.clone())
    checked = 0
    for game in active.nonzero()[:, 0].tolist():
        assert bool(lists.whole[game]) == (not mistakes)
        exact, listed = _enumerated(rows, tables, lists, game), _weighed(rows, tables, lists, game)
        assert _distance(exact, listed) < (0.01 if mistakes else 1e-6)
        checked += len(exact) > 1
    assert checked >= 6
    assert lists.holds(tables)[active].all()


@torch.no_grad()
def test_hands_are_drawn_by_their_chances() -> None:
    rows, tables, lists, active = _followed(24, 1, 6)
    index = active.nonzero()[:, 0]
    torch.manual_seed(1)
    hands = lists.draw(tables, index, 4000)
    for game, drawn in zip(index.tolist(), hands.tolist(), strict=True):
        exact = _enumerated(rows, tables, lists, game)
        size = len(next(iter(exact)))
        shares: dict[tuple[int, ...], float] = {}
        for hand in drawn:
            shares[tuple(hand[:size])] = shares.get(tuple(hand[:size]), 0.0) + 1 / 4000
        assert _distance(exact, shares) < 0.06


def test_a_sample_of_the_hands_is_calibrated() -> None:
    """Over many deals a card is held as often as short lists say, thinned and drawn as they are."""
    rows, tables, lists, active = _followed(3000, 5, 5, most=24, candidates=30, few=8)
    assert not lists.whole.all()
    weights = lists.weights(tables)
    total = torch.zeros(3000).scatter_add_(0, lists.game, weights)
    alive = active & (total > 0)
    assert int(alive.sum()) > 0.9 * int(active.sum()) > 800
    held = rows.hands(tables, 0)
    for slot, card in itertools.product(range(2), range(rows.identities)):
        matching = weights * (lists.hands[:, slot] == card)
        said = torch.zeros(3000).scatter_add_(0, lists.game, matching)[alive] / total[alive]
        true = (held[:, slot] == card).float()[alive]
        error = float((said * (1 - said)).sum()) ** 0.5
        assert abs(float((true - said).sum())) < 4 * error + 3


def test_supposed_decks_hold_the_cards_that_are_unseen() -> None:
    games = _games(20, 3)
    from bench.checks.network_search.network_rows import GameRows

    rows = GameRows(games, _network(games, 3))
    index = torch.arange(20)
    hands = rows.hands(games.games, 0)
    again = rows.supposed(games.games, index, 0, hands, torch.arange(20))
    assert torch.equal(rows.hands(again, 1), rows.hands(games.games, 1))
    assert not torch.equal(again, games.games)  # the decks are shuffled
    for first, second in zip(rows.unseen(games.games, 0), rows.unseen(again, 0), strict=True):
        assert torch.equal(first, second)


SEARCH: dict[str, Any] = {"budget": Budget(gain=0.0, deviate=0.0), "stages": ((8, 20), (8, 4))}
"""Much search and rash decisions, so that many actions are not the network's."""


@torch.no_grad()
def _played(search: Any, rows: Any, line: list[Any], dealt: Any, moves: int) -> Any:
    """Let the seats search along a line of play, of which they are shown the tables, or make that line."""
    torch.manual_seed(1)
    tables, lists, chosen, cards = dealt.clone(), search.hand_lists(dealt), [], []
    active, given = torch.ones(len(dealt), dtype=torch.bool), bool(line)
    for move in range(moves):
        if given:
            tables, after, actions, going = line[move]
        mover = move % 2
        own = rows.best_actions(*rows.show(tables))
        best, tried = search.choose(tables, lists.get(mover), own, active)
        chosen.append((best, best != own, tried))
        cards.append({seat: listed.cards.clone() for seat, listed in lists.items()})
        before = tables.clone()
        if not given:
            actions = best
            ended, *_ = rows.step(tables, actions)
            after, going = tables.clone(), active & (ended == 0)
            line.append((before, after, actions, going))
        if 1 - mover in lists:
            lists[1 - mover].saw_action(before, actions)
        active = going
        for seat, listed in lists.items():
            listed.saw_step(before, after, actions, active, own=seat == mover)
    cards.append({seat: listed.cards.clone() for seat, listed in lists.items()})
    return lists, chosen, cards, active


@pytest.mark.parametrize("changed", [0, 1])
@torch.no_grad()
def test_nothing_hidden_decides(changed: int) -> None:
    """A searching seat is dealt another listed hand, and the deck is shuffled: all act as before.

    The seat itself must not see the difference. Its partner does, and acts as before all the same, since it
    plays by the network: that is what listing the hand says.
    """
    from bench.checks.network_search.network_belief import Moment
    from bench.checks.network_search.network_race import NetworkSearch, NetworkSearchSettings

    count, moves = 40, 5
    games = _games(count, 11)
    settings = NetworkSearchSettings(seats=(changed,), **SEARCH)
    search = NetworkSearch(games, _network(games, 11), settings)
    rows, dealt = search.rows, games.games.clone()
    line: list[Any] = []
    lists, chosen, cards, active = _played(search, rows, line, dealt, moves)
    tables, listed = line[-1][1], lists[changed]
    true = rows.hands(tables, changed)
    assert listed.holds(tables)[active].all()

    other = (listed.hands != true[listed.game]).any(1).nonzero()[:, 0]
    other = other[listed.weights(tables)[other] > 0]
    supposed = true.clone()
    supposed[listed.game[other]] = listed.hands[other]
    found = (supposed != true).any(1) & active
    assert int(found.sum()) >= 4
    index = torch.arange(count)

    def dealt_anew(shown: Any, turn: int) -> Any:
        """Give the seat the other hand as it was at a turn, and shuffle the deck."""
        moment = Moment(shown, None, None, cards[turn][changed])
        past = listed.past_hands(moment, index, supposed)
        again = rows.supposed(shown, index, changed, past, index + 100 * turn)
        return torch.where(found[:, None], again, shown)

    other_line = [
        (dealt_anew(before, turn), dealt_anew(after, turn + 1), actions, going)
        for turn, (before, after, actions, going) in enumerate(line)
    ]
    again, as_before, _, _ = _played(search, rows, other_line, dealt_anew(dealt, 0), moves)
    for seat, first in lists.items():
        for name in ("hands", "game", "chance", "whole"):
            assert torch.equal(getattr(again[seat], name), getattr(first, name))
    for (first, _, going), (second, _, going_too) in zip(chosen, as_before, strict=True):
        assert torch.equal(going, going_too)
        assert torch.equal(first[found], second[found])
    assert any(bool(differs.any()) for _, differs, _ in chosen)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_search_scores_more_than_the_network_alone(seat: int) -> None:
    from bench.checks.network_search.network_race import NetworkSearch, NetworkSearchSettings

    means = []
    searched = NetworkSearchSettings(seats=(seat,), stages=((16, 20), (32, 4)))
    for settings in (NetworkSearchSettings(), searched):
        games = _games(100, 9)
        torch.manual_seed(4)
        played = NetworkSearch(games, _network(games, 9), settings).play()
        assert not played.true_hand_missing.any()
        score, strikes, _ = played.results.T
        means.append(float(torch.where(strikes >= 2, 0, score).float().mean()))
    assert means[1] > means[0] + 0.3, means
