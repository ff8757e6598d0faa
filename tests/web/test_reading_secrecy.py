"""What the page shows of a convention in a player's view does not depend on that player's hidden cards."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from conventions.played_games import played
from msgspec.structs import replace

from handsight.errors import IllegalActionError
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import view
from handsight.playable_games import load
from handsight.web.hanabi.convention_reading import reading_json

Row = dict[str, Any]


def exchanged(game: Game, seat: int) -> Iterator[Game]:
    """Yield games that look the same to a seat: a card of its hand changes places with a hidden one."""
    state, deck = game.final, game.setup.deck
    for order in state.hands[seat]:
        for other in (*(one for one in state.hands[seat] if one > order), *range(state.drawn, len(deck))):
            cards = list(deck)
            cards[order], cards[other] = cards[other], cards[order]
            if deck[order] == deck[other]:
                continue
            try:
                same = Game.replay(replace(game.setup, deck=tuple(cards)), game.actions)
            except IllegalActionError:  # a clue would touch no card
                continue
            if view(same.final, seat) == view(state, seat):
                yield same
                break


def shown(game: Game, convention: str, seat: int) -> dict[str, object]:
    """Return what the page shows of a reading in a player's view at the end of a game."""
    row = reading_json(game, convention)
    return {
        **{
            f"turn {turn}, card {order}": card_shown(card, own=order in state.hands[seat])
            for turn, state in enumerate(game.states)
            for order, card in row["turns"][turn]["cards"].items()
        },
        **{f"turn {turn}, lines": at["supports"] for turn, at in enumerate(row["turns"])},
        **{f"move {move['turn'] + 1}": move_shown(move, seat, len(game.actions)) for move in row["moves"]},
    }


def card_shown(card: Row, *, own: bool) -> Row:
    """Return what is said of a card: as its holder can tell, or as everybody can."""
    return {word: card.get(word) for word in ("flags", *(OWN_CARD if own else OTHER_CARD))}


OWN_CARD, OTHER_CARD = ("told", "probability"), ("told_in_public", "public")
OF_MOVE, OF_OWN_MOVE = (
    ("turn", "seat", "text", "said_in_public", "opened", "told_in_public"),
    ("agrees", "wanted", "rule"),
)


def move_shown(move: Row, seat: int, turn: int) -> Row:
    """Return what is said of a move, and how it broke the convention as far as the player can tell."""
    words = OF_MOVE + (OF_OWN_MOVE if move["seat"] == seat else ())
    return {word: move[word] for word in words} | {"broken": list(breaks_shown(move, seat, turn))}


def breaks_shown(move: Row, seat: int, turn: int) -> Iterator[tuple[str, str]]:
    for broken in move["broken"]:
        versions = [one for one in (broken, broken.get("in_public")) if one is not None]
        for one in versions:
            if one["known_from"][seat] is not None and one["known_from"][seat] <= turn:
                yield one["kind"], one["text"]
                break


@cache
def first(turn: int) -> Game:
    game = load("sample:first")
    return Game.replay(game.setup, game.actions[:turn])


def compared(game: Game, by: str) -> int:
    """Hold what each seat is shown to what it is shown with another own hand; count the hands."""
    checked = 0
    for seat in range(3):
        before = shown(game, by, seat)
        for same in exchanged(game, seat):
            after = shown(same, by, seat)
            assert {at: (one, after[at]) for at, one in before.items() if one != after[at]} == {}
            checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize("turn", [19, 55])
def test_a_players_view_does_not_depend_on_the_own_hand(turn: int) -> None:
    """A recorded game: move 19 breaks circle, and at moves 54 and 55 one player can tell more than others."""
    assert compared(first(turn), "circle") >= 6


@pytest.mark.slow
@pytest.mark.parametrize("by", ["h-group-2", "minimal"])
def test_open_readings_do_not_depend_on_the_own_hand(by: str) -> None:
    """A game of players who keep the convention, and one of players who keep another."""
    whole = played(by, 0, 3)
    game = Game.replay(whole.setup, whole.actions[:32])
    assert compared(game, "h-group-2") >= 3
