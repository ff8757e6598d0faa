"""Nobody is shown what they cannot see: swap those cards for others, and the seat reads the same text.

A game up to a turn is written again with other cards in the places that one seat cannot see (a deal drawn
from those it thinks possible), other cards in the deck, and other values of the clues that are hidden from
it. What `show` and `know` print for that seat must not change by a letter.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from cli.command_line import Cli

from handsight.game import Dice
from handsight.hanabi import (
    Action,
    Card,
    CardPlayed,
    Character,
    ClueGiven,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    variant,
    view,
    why_illegal,
)
from handsight.hanabi import HanabiRecord as Game
from handsight.knowledge import evidence
from handsight.notation.hanabi.file_formats import FORMATS
from handsight.playable_games import load

GAMES = Path(__file__).parents[1] / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.json"))
HIDING = ("duck", "cow-and-pig", "throw-it-in-a-hole")
Orders = tuple[int, ...]
WILD: dict[type, int] = {GiveClue: 0, Discard: 1, Play: 2}
SHORTSIGHTED = ("Quacker", "Blind Spot", "Oblivious", "Slow-Witted")


def with_other_hidden_cards(game: Game, turn: int, seat: int, dice: Random) -> Game | None:
    """Tell a game up to a turn with other cards and clues that look the same to a seat, if these do."""
    seen_view = view(game.states[turn], seat)
    hidden = tuple(order for order, card in enumerate(seen_view.cards) if card is None)
    possible = evidence(seen_view, hidden).clue_deal
    for _ in range(12):  # where plays are hidden, many a world would have ended the game
        world = possible.sample(Dice(dice.randrange(1 << 30)))
        setup = Setup(game.setup.terms, other_deck(game.states[turn], hidden, world, dice))
        actions = tuple(same_actions(game, turn, seat, setup, dice))
        again = Game.replay(setup, actions, game.names)
        if len(actions) == turn and view(again.final, seat) == seen_view:
            return again
    return None


def other_deck(
    state: State, hidden: tuple[int, ...], world: tuple[int, ...], dice: Random
) -> tuple[Card, ...]:
    """Put other cards in the hidden places, and what is left of the unseen cards in the deck."""
    deck = list(state.cards)
    pool = [deck[order] for order in hidden] + deck[state.drawn :]
    for order, identity in zip(hidden, world, strict=True):
        deck[order] = state.terms.variant.card(identity)
        pool.remove(deck[order])
    dice.shuffle(pool)
    deck[state.drawn :] = pool
    return tuple(deck)


def same_actions(game: Game, turn: int, seat: int, setup: Setup, dice: Random) -> Iterator[Action]:
    """Yield actions of the same look, until none is; a clue of hidden value may be another."""
    state = deal(setup)
    seen = [event for event in view(game.states[turn], seat).events if isinstance(event, ClueGiven)]
    clues = {event.turn: event for event in seen}
    for at, action in enumerate(game.actions[:turn]):
        choices = [action]
        if isinstance(action, GiveClue) and clues[at].clue is None:
            choices = [GiveClue(action.seat, clue) for clue in state.terms.variant.clues()]
            dice.shuffle(choices)
            choices.sort(key=action.__eq__)  # another clue if there is one
        for choice in choices:
            if why_illegal(state, choice):
                continue
            after = play(state, choice)
            event = after.events[-1]
            if isinstance(event, ClueGiven) and not alike(event, clues[at]):
                continue
            yield choice
            state = after
            break
        else:
            return


def alike(event: ClueGiven, seen: ClueGiven) -> bool:
    """Whether a clue touches what the seat saw it touch, and is of the kind it saw."""
    return event.touched == seen.touched and seen.kind in (None, event.kind)


def random_game(terms: Terms, dice: Random, *, careful: int, most: int = 24) -> Game:
    """Play at random, of a few choices rather a clue than a discard and rather that than a play."""
    deck = list(terms.variant.deck())
    dice.shuffle(deck)
    setup = Setup(terms, tuple(deck))
    state, actions = deal(setup), list[Action]()
    while not state.over and len(actions) < most:
        options = list(legal(state))
        some = dice.sample(options, min(careful, len(options)))
        actions.append(min(some, key=lambda action: WILD[type(action)]))
        state = play(state, actions[-1])
    return Game.replay(setup, tuple(actions))


def look_alikes(folder: Path, game: Game, turns: list[int], dice: Random) -> Iterator[tuple[int, list[Path]]]:
    """Yield seats, each with the files of two games that look the same to it."""
    files = [folder / "one.json", folder / "two.json"]
    for turn in turns:
        seat = dice.randrange(len(game.seats))
        again = with_other_hidden_cards(game, turn, seat, dice)
        if again is None:
            continue
        for file, version in zip(
            files, (Game.replay(game.setup, game.actions[:turn], game.names), again), strict=True
        ):
            file.write_text(FORMATS["live"].write(version).text)
        yield seat, files


def read_alike(cli: Cli, pairs: Iterator[tuple[int, list[Path]]], *more: tuple[str, ...]) -> int:
    """Compare what a seat reads of two games that look the same to it; return how many pairs there were."""
    compared = 0
    for seat, files in pairs:
        compared += 1
        for words in (("show",), ("show", "--json"), ("know", "--json"), *more):
            one, two = (cli(words[0], file, *words[1:], "--seat", seat) for file in files)
            assert one.status == 0
            assert one.out == two.out.replace(files[1].name, files[0].name)
    return compared


def turns_of(game: Game, most: int, dice: Random) -> list[int]:
    """Choose some turns, the last one among them."""
    last = len(game.actions)
    return [*dice.sample(range(1, last), most), last]


def riddles_of(game: Game, most: int) -> list[int]:
    """Choose the first turns after a clue or a play whose value is hidden from some seat."""
    hidden = {
        event.turn + 1
        for seat in range(len(game.seats))
        for event in view(game.final, seat).events
        if (isinstance(event, ClueGiven) and event.clue is None)
        or (isinstance(event, CardPlayed) and event.fits is None)
    }
    return sorted(hidden)[:most]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_seat_reads_the_same_whatever_it_cannot_see(cli: Cli, tmp_path: Path, name: str) -> None:
    dice = Random(name)
    game = load(GAMES / f"{name}.json", game="hanabi")
    turns = riddles_of(game, 5) if name in HIDING else turns_of(game, 1, dice)
    assert read_alike(cli, look_alikes(tmp_path, game, turns, dice)) > len(turns) // 2


@pytest.mark.parametrize("spec", ["minimal", "save-clues"])
def test_a_seat_hears_of_no_broken_move_by_cards_that_it_cannot_see(
    cli: Cli, tmp_path: Path, spec: str
) -> None:
    dice = Random(spec)
    game = load("sample:first")
    pairs = look_alikes(tmp_path, game, turns_of(game, 5, dice), dice)
    assert read_alike(cli, pairs, ("know", "--convention", spec)) > 3


@pytest.mark.parametrize("name", SHORTSIGHTED)
def test_a_character_reads_the_same_whatever_it_cannot_see(cli: Cli, tmp_path: Path, name: str) -> None:
    dice = Random(name)
    terms = Terms(3, variant("No Variant"), characters=(Character(name), None, Character(name)))
    game = random_game(terms, dice, careful=3)
    turns = riddles_of(game, 4) or turns_of(game, 4, dice)
    assert read_alike(cli, look_alikes(tmp_path, game, turns, dice)) > len(turns) // 2


def test_a_game_that_ended_in_a_hole_tells_no_more(cli: Cli, tmp_path: Path) -> None:
    dice = Random(2)
    game = random_game(Terms(3, variant("Throw It in a Hole (5 Suits)")), dice, careful=1, most=60)
    assert game.final.over
    assert read_alike(cli, look_alikes(tmp_path, game, [len(game.actions)] * 3, dice)) > 1
