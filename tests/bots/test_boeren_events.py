"""Bots of Boeren Bridge hear every public event, the dealer's change of its bid among them."""

from handsight import boeren
from handsight.boeren import (
    DEFAULT_RULES,
    SEATS,
    Action,
    BidChanged,
    Event,
    Terms,
    View,
    deal,
    legal,
    shuffle,
)
from handsight.bots import BotSeat
from handsight.bots.boeren.kripke_bots import Guessing
from handsight.bots.bot import spec_of_class
from handsight.game import Dice


def test_every_bot_hears_of_a_change_once() -> None:
    heard: list[tuple[int, Event]] = []

    class Listener(Guessing):
        def observe(self, event: Event) -> None:
            heard.append((self.seat, event))

        def decide(self, view: View) -> Action:
            return self.bid(view) if view.bidding else next(legal(view))

    seats = [
        BotSeat(spec_of_class(Listener), boeren, DEFAULT_RULES, seat, lambda: Dice(1)) for seat in range(4)
    ]
    for seed in range(20):
        heard.clear()
        state = deal(shuffle(Terms(4), 0, Dice(seed)))
        for seat in seats:
            seat.new_round(f"round {seed}")
        while not state.over:
            _, state = seats[state.seat].play(state)
        for seat in seats:
            seat.watch(state)
        for at in range(SEATS):
            assert [event for who, event in heard if who == at] == list(state.events)
        if any(isinstance(event, BidChanged) for _, event in heard):
            break
    assert sum(isinstance(event, BidChanged) for _, event in heard) == SEATS
