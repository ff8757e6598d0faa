"""Bots of Boeren Bridge: the examples of LAMAS BoerenBridge, and no bot depends on cards it cannot see."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from swapped_dice import RecordedDice, ReplayedDice

from bench.tables.peeking_bots import FULL_PEEKING, GREEDY_PEEKING
from handsight.boeren import (
    DEFAULT_RULES,
    RULE_SETS,
    SEATS,
    Action,
    Bid,
    Card,
    ChangeBid,
    Play,
    Rules,
    Setup,
    State,
    Terms,
    deal,
    play,
    shuffle,
    spectator_view,
    view,
)
from handsight.boeren.compiled import state_layout
from handsight.boeren.compiled.state_conversion import to_array, to_number
from handsight.boeren.terms import DealerChange
from handsight.bots import BotSpec
from handsight.bots.boeren.kripke_bots import Guessing, guess, strength
from handsight.bots.boeren.rule_graphs.bot_graphs import LIKELY_WIN, LOSE, WIN
from handsight.bots.boeren.rule_graphs.rule_graph import Walk
from handsight.bots.bot import as_decision
from handsight.errors import InputError
from handsight.game import Dice, stream
from handsight.roster.boeren import ROSTER, find_bot

HEARTS = 2
HONEST = [name for name, spec in ROSTER.items() if spec.honest]
PEEKING = (GREEDY_PEEKING, FULL_PEEKING)


def hand(text: str) -> tuple[Card, ...]:
    return tuple(sorted(map(Card.read, text.split())))


@pytest.mark.parametrize(
    ("text", "share", "bid"),
    [("AS KS QS", 0.772, 0), ("QH AS AD", 1.099, 0), ("KH AS AD", 1.123, 1), ("AH KH AS", 1.427, 3)],
)
def test_guesses_of_lamas_boerenbridge(text: str, share: float, bid: int) -> None:
    terms = Terms(3)
    assert float(strength(hand(text), terms.pack, HEARTS)) == pytest.approx(share, abs=5e-4)
    rest = [card for card in terms.pack if card not in hand(text)]
    hands = (hand(text), *(tuple(rest[at : at + 3]) for at in (0, 3, 6)))
    assert guess(view(deal(Setup(terms, hands, HEARTS, 3)), 0))[0] == bid


@pytest.mark.parametrize("change", ["plus_minus_one", "barred"])
def test_a_dealer_moves_up_with_a_good_hand_and_down_with_a_poor_one(change: DealerChange) -> None:
    class Half(Guessing):
        decide = Guessing.bid

    moved, rules = set(), Rules(dealer_change=change)
    for seed in range(300):
        state = deal(shuffle(Terms(5, rules=rules), 0, Dice(seed)))
        for bid in (0, 0, 5 - guess(view(state, 0))[0]):
            state = play(state, Bid(bid))
        first, good = guess(view(state, 0))
        bot = Half(rules, 0, Dice(1))
        if change == "plus_minus_one":
            assert bot.bid(view(state, 0)) == Bid(first)
            state = play(state, Bid(first))
            assert isinstance(bot.bid(view(state, 0)), ChangeBid)
        bid = bot.bid(view(state, 0)).tricks
        assert bid - first == (1 if first == 0 else -1 if first == 5 else 1 if good else -1)
        moved.add((first, bid))
    assert moved == {(0, 1), (1, 2), (1, 0), (2, 3), (5, 4)}


def table(hands: list[str], trump: int, leader: int, bids: list[int], plays: str = "") -> State:
    """Deal, bid (clockwise from the leader) and play some cards."""
    size = len(hands[0].split())
    rules = RULE_SETS["text"].switched("dealer_change", "none")
    state = deal(Setup(Terms(size, rules=rules), tuple(map(hand, hands)), trump, (leader - 1) % SEATS))
    for bid in bids:
        state = play(state, Bid(bid))
    for card in plays.split():
        state = play(state, Play(Card.read(card)))
    return state


def walked(state: State, how: str) -> Walk:
    seen_view = view(state, state.seat)
    if how == "lose":
        return LOSE.walk(seen_view)
    return (WIN if how == "win" else LIKELY_WIN).walk(seen_view)


OPEN = ["AH QD KS", "KH QH AD", "AC QC QS", "KC KD AS"]
ALL = [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("hands", "trump", "plays", "how", "card"),
    [
        (OPEN, HEARTS, "", "win", "AH"),  # the highest trump is master
        (OPEN, HEARTS, "", "lose", "QD"),  # the lowest card, diamonds before clubs and spades
        (OPEN, 0, "", "win", "AH"),  # no trump, but a master in a suit that others hold
        (OPEN, HEARTS, "QD", "win", "AD"),  # the trick's suit, and the best of it
        (OPEN, HEARTS, "QD", "lose", "AD"),  # nothing below, and the only one
        (OPEN, HEARTS, "QD AD", "win", "QC"),  # neither the suit nor a trump: the worst card
        (OPEN, HEARTS, "QD AD", "lose", "AC"),  # the highest card that is no trump
        (OPEN, HEARTS, "KS QH QS", "lose", "AS"),  # trumped already: the highest of the suit
        (OPEN, HEARTS, "KS QH QS", "win", "AS"),  # the only one
        (
            OPEN,
            HEARTS,
            "KS",
            "win",
            "AD",
        ),  # void: a seat still to play may hold the ace of trumps, so the worst card
        (OPEN, HEARTS, "KS", "count", "QH"),  # but that it may also play it is not likely
    ],
)
def test_choices_of_the_graphs(hands: list[str], trump: int, plays: str, how: str, card: str) -> None:
    assert str(walked(table(hands, trump, 0, ALL, plays), how).cards[0]) == card


def reshuffled(state: State, seat: int, rng: Random) -> State:
    """Deal the cards that a seat does not see anew to the other hands."""
    seen_view = view(state, seat)
    hidden, hands, dealt = list(seen_view.unseen), list(state.hands), list(state.setup.hands)
    rng.shuffle(hidden)
    for other in range(SEATS):
        if other != seat:
            held, hidden = hidden[: seen_view.sizes[other]], hidden[seen_view.sizes[other] :]
            gone = [card for card in dealt[other] if card not in state.hands[other]]
            hands[other], dealt[other] = tuple(sorted(held)), tuple(sorted([*held, *gone]))
    return replace(state, setup=replace(state.setup, hands=tuple(dealt)), hands=tuple(hands))


def choices(spec: BotSpec, terms: Terms, seeds: range) -> Iterator[tuple[Action, Action, int]]:
    """Yield every action beside those of a second bot, plain and compiled, facing other cards and dice."""
    rng, different = Random(5), 0
    shown = view if spec.honest else spectator_view
    for seed in seeds:
        state = deal(shuffle(terms, seed % SEATS, Dice(seed)))
        dice = [RecordedDice(stream(seed, 1, seat)) for seat in range(SEATS)]
        seats = [spec.make(DEFAULT_RULES, seat, dice[seat]) for seat in range(SEATS)]
        seconds = [spec.make(DEFAULT_RULES, seat, ReplayedDice(dice[seat], rng)) for seat in range(SEATS)]
        while not state.over:
            seat = state.seat
            other = reshuffled(state, seat, rng)
            different += other.hands != state.hands
            assert view(other, seat) == view(state, seat)
            number = compiled_choice(spec, other, dice[seat], rng)
            if spec.name.startswith("sampler"):  # its kernel is given the state of its dice
                seconds[seat].dice.state = dice[seat].state
            action = as_decision(seats[seat].decide(shown(state, seat))).action
            yield action, as_decision(seconds[seat].decide(shown(other, seat))).action, number
            state = play(state, action)
    assert different > 20


STOCK = Terms(3, 6)
TABLES = pytest.mark.parametrize("terms", [Terms(4), STOCK], ids=["dealt-out", "stock"])


@pytest.mark.parametrize("name", [*HONEST, "sampler deals=5"])
@TABLES
def test_no_bot_depends_on_cards_it_cannot_see(name: str, terms: Terms) -> None:
    for action, in_other_deal, compiled in choices(find_bot(name), terms, range(2)):
        assert action == in_other_deal
        assert compiled == to_number(action)


@pytest.mark.parametrize("spec", PEEKING, ids=lambda spec: spec.name)
def test_a_peeking_bot_is_caught_where_there_is_a_stock(spec: BotSpec) -> None:
    """Nobody can count who holds a suit then, so it matters that these bots look."""
    found = list(choices(spec, STOCK, range(40)))
    assert sum(action != in_other_deal for action, in_other_deal, _ in found) >= 5
    assert all(compiled == to_number(in_other_deal) for _, in_other_deal, compiled in found)


@pytest.mark.parametrize("spec", PEEKING, ids=lambda spec: spec.name)
def test_what_a_peeking_bot_asks_can_be_counted_where_all_cards_are_dealt(spec: BotSpec) -> None:
    """It asks only whether *any* other seat has a suit: that follows from the cards nobody has seen."""
    for action, in_other_deal, compiled in choices(spec, Terms(4), range(40)):
        assert action == in_other_deal
        assert compiled == to_number(action)


def test_peeking_bots_are_marked() -> None:
    assert all("NOT HONEST" in spec.about for spec in PEEKING)
    assert not any("NOT HONEST" in ROSTER[name].about for name in HONEST)
    state = deal(shuffle(Terms(3), 0, Dice(1)))
    for tricks in (0, 0, 0, 0):
        state = play(state, Bid(tricks))
    with pytest.raises(TypeError, match="not honest"):
        PEEKING[0].make(DEFAULT_RULES, 1, Dice(1)).decide(view(state, 1))


def compiled_choice(spec: BotSpec, state: State, dice: Dice, rng: Random) -> int:
    """Ask the compiled version, which is given the whole state, with other dice in other seats."""
    player, row = spec.compiled(DEFAULT_RULES), to_array(state)
    assert player is not None
    for seat in range(SEATS):
        row[state_layout.DICE + seat] = rng.getrandbits(62) | 1
    row[state_layout.DICE + state.seat : state_layout.DICE + state.seat + 1].view(np.uint64)[0] = dice.state
    return int(player.decide(row, player.settings_array()))


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("greedi", "did you mean 'greedy'"),
        ("nobody at all", "there are random"),
        ("", "there are random"),
        ("greedy deals=3", "greedy has no options"),
        ("sampler deal=3", "it has deals, as in"),
        ("sampler deals=0", "a number from 1 to 10000"),
        ("sampler deals=²", "a number from 1 to 10000"),
    ],
)
def test_wrong_names_are_refused_with_a_hint(word: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        find_bot(word)
