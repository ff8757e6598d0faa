"""Beliefs and search on a network, held to enumeration and to the hands that were dealt."""

import itertools
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

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
    from handsight.env.ppo.network import Network

    torch.manual_seed(seed)
    return Network(games.actor_width, (32,), games.actions, gain)


def _games(count: int, seed: int, **size: int) -> Any:
    from handsight.env.gpu.games import GameSize, GpuHanabi

    return GpuHanabi(count, GameSize(**{**SMALL, **size}), "cpu", seed=seed)


@torch.no_grad()
def _followed(count: int, seed: int, moves: int, particles: int, otherwise: float = 0.0) -> Any:
    """Play some moves by a network while seat 0 forms its belief."""
    from handsight.env.gpu.belief import Beliefs
    from handsight.env.gpu.rows import GameRows

    games = _games(count, seed)
    rows = GameRows(games, _network(games, seed))
    tables = games.games
    belief = Beliefs(rows, tables, 0, particles, otherwise, candidates=2048)
    active = torch.ones(count, dtype=torch.bool)
    for move in range(moves):
        actions = rows.best_actions(*rows.show(tables))
        before = tables.clone()
        if move % 2:
            belief.saw_action(before, actions, active)
        ended, *_ = rows.step(tables, actions)
        belief.saw_step(before, tables, actions, active, own=move % 2 == 0)
        active &= ended == 0
    return rows, tables, belief, active


@torch.no_grad()
def _enumerated(rows: Any, tables: Any, belief: Any, game: int) -> dict[tuple[int, ...], float]:
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
        for moment in belief.history:
            if moment.active[game]:
                past = belief.past_hands(moment, torch.tensor([game]), filled)
                chance *= float(belief.likelihood(moment, torch.tensor([game]), past).exp())
        if chance:
            chances[hand] = chance
    total = sum(chances.values())
    return {hand: chance / total for hand, chance in chances.items()}


@pytest.mark.parametrize("found", [False, True])
@pytest.mark.parametrize(("seed", "otherwise"), [(1, 0.0), (3, 0.2)])
def test_a_belief_is_that_of_enumeration(seed: int, otherwise: float, found: bool) -> None:
    particles, checked = 3000, 0
    rows, tables, belief, active = _followed(24, seed, 6, particles, otherwise)
    if found:  # drawn anew from all hands that clues leave
        with torch.no_grad():
            belief.candidates = 10_000
            belief.find(tables, active.nonzero()[:, 0])
    for game in active.nonzero()[:, 0].tolist():
        assert not belief.lost[game]
        exact = _enumerated(rows, tables, belief, game)
        size = int(rows.unseen(tables, 0)[1][game])
        weights = belief.weights[game].exp()
        shares: dict[tuple[int, ...], float] = {}
        for hand, weight in zip(belief.hands[game, :, :size].tolist(), weights.tolist(), strict=True):
            shares[tuple(hand)] = shares.get(tuple(hand), 0.0) + weight / float(weights.sum())
        assert {hand for hand, chance in shares.items() if chance} <= set(exact)
        distance = sum(abs(shares.get(hand, 0.0) - chance) for hand, chance in exact.items()) / 2
        assert distance < 0.1, (game, distance)
        checked += len(exact) > 1
    assert checked >= 6


def test_beliefs_are_calibrated() -> None:
    """Over many deals a card is held as often as the belief says."""
    rows, tables, belief, active = _followed(2000, 5, 5, 128)
    held = rows.hands(tables, 0)
    alive = active & ~belief.lost
    assert int(alive.sum()) > 0.9 * int(active.sum()) > 800
    weights = belief.weights.exp()
    weights /= weights.sum(1, keepdim=True)
    for slot, card in itertools.product(range(2), range(rows.identities)):
        said = (weights * (belief.hands[..., slot] == card)).sum(1)[alive]
        true = (held[:, slot] == card).float()[alive]
        error = float((said * (1 - said)).sum()) ** 0.5
        assert abs(float((true - said).sum())) < 4 * error + 3


def test_supposed_decks_hold_the_cards_that_are_unseen() -> None:
    games = _games(20, 3)
    from handsight.env.gpu.rows import GameRows

    rows = GameRows(games, _network(games, 3))
    index = torch.arange(20)
    hands = rows.hands(games.games, 0)
    again = rows.supposed(games.games, index, 0, hands, torch.arange(20))
    assert torch.equal(rows.hands(again, 1), rows.hands(games.games, 1))
    assert not torch.equal(again, games.games)  # the decks are shuffled
    for first, second in zip(rows.unseen(games.games, 0), rows.unseen(again, 0), strict=True):
        assert torch.equal(first, second)


def test_search_depends_on_nothing_hidden() -> None:
    """The own hand and the deck are dealt anew: the searching seat decides as before."""
    from handsight.env.gpu.rows import GameRows
    from handsight.env.gpu.search import NetworkSearch, SearchSettings

    games = _games(30, 11)
    network = _network(games, 11)
    settings = SearchSettings(particles=64, candidates=1024, stages=((8, 20), (8, 4)), gain=0.0, deviate=0.0)
    rows = GameRows(games, network)
    copies, _, _ = rows.unseen(games.games, 0)
    chosen = []
    for shuffle in (False, True):
        tables = games.games.clone()
        if shuffle:
            left = copies.float()
            cards = []
            for _slot in range(rows.size.hand):
                card = torch.multinomial(left, 1)
                left.scatter_add_(1, card, torch.full_like(card, -1, dtype=torch.float32))
                cards.append(card)
            hands = torch.cat(cards, 1).to(torch.uint8)
            tables = rows.supposed(tables, torch.arange(30), 0, hands, torch.arange(30))
        search = NetworkSearch(games, network, settings)
        from handsight.env.gpu.belief import Beliefs

        torch.manual_seed(1)
        belief = Beliefs(search.rows, tables, 0, 64, 0.0)
        own = rows.best_actions(*rows.show(tables))
        with torch.no_grad():
            chosen.append(search.choose(tables, belief, torch.arange(30)))
    assert torch.equal(*chosen)
    assert not torch.equal(chosen[0], own)


@torch.no_grad()
def _belief_along(rows: Any, tables: Any, line: list[Any]) -> Any:
    """Let seat 0 form its belief along a line of play, of which it is shown the tables; count its cards."""
    from handsight.env.gpu.belief import Beliefs

    torch.manual_seed(1)
    belief, cards = Beliefs(rows, tables, 0, 256, 0.0, candidates=2048), []
    for move, (before, after, actions, active) in enumerate(line):
        cards.append(belief.cards.clone())
        if move % 2:
            belief.saw_action(before, actions, active)
        belief.saw_step(before, after, actions, active, own=move % 2 == 0)
    cards.append(belief.cards.clone())
    return belief, cards


@pytest.mark.parametrize("moves", [2, 4, 6])
@torch.no_grad()
def test_search_after_some_moves_depends_on_nothing_hidden(moves: int) -> None:
    """Another hand that fits all that was seen, and another deck, from the deal on: it decides as before."""
    from handsight.env.gpu.belief import Moment
    from handsight.env.gpu.rows import GameRows
    from handsight.env.gpu.search import NetworkSearch, SearchSettings

    count, hand = 40, SMALL["hand"]
    games = _games(count, 11)
    network = _network(games, 11)
    settings = SearchSettings(particles=256, candidates=1024, stages=((8, 20), (8, 4)), gain=0.0, deviate=0.0)
    rows, tables, line = GameRows(games, network), games.games.clone(), []
    active, dealt = torch.ones(count, dtype=torch.bool), tables.clone()
    for _move in range(moves):
        before, actions = tables.clone(), rows.best_actions(*rows.show(tables))
        ended, *_ = rows.step(tables, actions)
        line.append((before, tables.clone(), actions, active.clone()))
        active &= ended == 0
    partner = torch.cat([actions[going] for _, _, actions, going in line[1::2]])
    assert (partner >= 2 * hand).any()  # clues
    assert (partner < 2 * hand).any()  # plays or discards

    belief, cards = _belief_along(rows, dealt, line)
    true, weights = rows.hands(tables, 0), belief.weights.exp()
    differs = (belief.hands != true[:, None]).any(2)
    found = active & ~belief.lost & ((weights > 0) & differs).any(1)
    assert int(found.sum()) >= 10
    particle = (weights * differs).argmax(1)
    index = torch.arange(count)
    supposed = torch.where(found[:, None], belief.hands[index, particle], true)

    def dealt_anew(shown: Any, turn: int) -> Any:
        """Give seat 0 the other hand as it was at a turn, and shuffle the deck."""
        moment = Moment(shown, None, None, cards[turn], active)
        past = belief.past_hands(moment, index, supposed)
        return torch.where(found[:, None], rows.supposed(shown, index, 0, past, index + 100 * turn), shown)

    other_line = [
        (dealt_anew(before, turn), dealt_anew(after, turn + 1), actions, going)
        for turn, (before, after, actions, going) in enumerate(line)
    ]
    again, _ = _belief_along(rows, dealt_anew(dealt, 0), other_line)
    now = dealt_anew(tables, moves)
    assert (rows.hands(now, 0) != true).any(1)[found].all()
    which = found.nonzero()[:, 0]
    assert torch.equal(again.hands[which], belief.hands[which])
    assert torch.equal(again.weights[which], belief.weights[which])
    chosen = []
    for seen, held in ((tables, belief), (now, again)):
        torch.manual_seed(2)
        chosen.append(NetworkSearch(games, network, settings).choose(seen, held, which))
    assert torch.equal(*chosen)
    assert not torch.equal(chosen[0], rows.best_actions(*rows.show(tables))[which])


@pytest.mark.slow
def test_search_scores_more_than_the_network_alone() -> None:
    from handsight.env.gpu.search import NetworkSearch, SearchSettings

    means = []
    for seats in ((), (0,)):
        games = _games(100, 9)
        settings = SearchSettings(seats=seats, particles=64, candidates=512, stages=((16, 20), (32, 4)))
        torch.manual_seed(4)
        played = NetworkSearch(games, _network(games, 9), settings).play()
        score, strikes, _ = played.results.T
        means.append(float(torch.where(strikes >= 2, 0, score).float().mean()))
    assert means[1] > means[0] + 0.3, means
