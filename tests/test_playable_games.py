"""Games one can play on: in words or by values, as values that never change."""

from typing import Any

import pytest

import handsight as hs
from handsight import boeren, hanabi
from handsight.errors import IllegalActionError, InputError, UnknownNameError
from handsight.game import deal_dice, shuffled
from handsight.playable_games import NamedAction, playable


def test_a_game_is_played_in_words() -> None:
    dealt = hs.new_game(players=3, seed=7)
    game = dealt.play("clue Bob red")
    assert dealt.actions == ()
    assert len(dealt.states) == 1
    assert game.actions == (hanabi.GiveClue(1, hanabi.Clue("color", 0)),)
    assert game.final == hanabi.play(dealt.final, game.actions[0])
    game = game.play("play 2").play("discard 5")
    hands = [state.hands for state in game.states]
    assert game.actions[1:] == (hanabi.Play(hands[1][1][1]), hanabi.Discard(hands[2][2][4]))
    assert isinstance(game, hs.Game)
    assert isinstance(game, hs.HanabiGame)
    assert repr(game) == "<HanabiGame: 3 players, No Variant, 3 actions>"


def test_the_deal_is_that_of_an_experiment() -> None:
    deck = shuffled(hanabi.variant().deck(), deal_dice(7))
    assert hs.new_game(players=4, seed=7).setup.deck == deck
    assert hs.new_game(seed=7).setup.terms.players == 3
    assert hs.new_game(seed=7).seats == ("Alice", "Bob", "Cathy")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 5}, {"variant": "Rainbow (6 Suits)"}])
def test_every_legal_action_is_accepted_in_words_and_as_a_value(seed: int, options: dict[str, Any]) -> None:
    game: hs.HanabiGame = hs.new_game(seed=seed, **options)
    while legal := game.legal():
        assert [named.action for named in legal] == list(hanabi.legal(game.final))
        assert len({str(named) for named in legal}) == len(legal)
        for named in legal:
            after = game.play(str(named))
            assert after == game.play(named) == game.play(named.action)
        game = game.play(legal[(7 * len(game.actions)) % len(legal)])
    assert game.final.over


def test_the_last_card_of_the_deck_is_played_by_its_name() -> None:
    terms = hanabi.Terms(2, deck_plays=True)
    record = hanabi.HanabiRecord.replay(hanabi.Setup(terms, hanabi.variant().deck()))
    game: hs.HanabiGame = playable(record)
    while game.final.deck_left > 1:
        game = game.play("discard 5" if game.final.tokens < 8 else game.legal()[-1])
    last = next(named for named in game.legal() if str(named) == "play deck")
    assert game.play("play deck").actions[-1] == last.action


def test_a_round_of_boeren_bridge_is_played_in_words() -> None:
    game = hs.new_game(game="boeren", seed=3)
    assert isinstance(game, hs.BoerenRound)
    while legal := game.legal():
        assert [named.action for named in legal] == list(boeren.legal(game.final))
        for named in legal:
            assert game.play(str(named)) == game.play(named.action)
        game = game.play(str(legal[-1]))
    assert boeren.score(game.final) is not None
    assert game.know("North") == hs.know(game, seat=0)


def test_a_loaded_game_can_be_played_on() -> None:
    game = hs.load("sample:first")
    assert isinstance(game, hs.HanabiGame)
    assert game.legal() == []
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.play("play 1")
    assert isinstance(hs.load("sample:boeren"), hs.BoerenRound)
    assert repr(game.know("Bob", turn=48)) == repr(hs.know(game, seat=1, turn=48))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dance", "'dance' is not an action; write play 2, discard 5 or clue Bob red"),
        ("play 9", "this hand has slots 1 to 5, newest first, not '9'"),
        ("play", "this hand has slots 1 to 5, newest first, not 'none'"),
        ("clue red", "a clue needs a player, and a colour or number: clue Bob 1"),
        ("clue Zoe red", "there is no seat Zoe; the seats are 0 Alice, 1 Bob, 2 Cathy"),
        ("clue Bob mauve", "'mauve' is not a clue of No Variant; try Red, Yellow, Green, Blue, Purple, 1, 2"),
        ("clue Alice red", "a player may not give a clue to themselves; try Bob or Cathy"),
        ("clue Bob yellow", "Bob has no yellow card, so the clue touches nothing; try Red, Green, Purple"),
        ("discard 1", "the team has all its clue tokens, so discarding is not allowed"),
    ],
)
def test_what_is_no_legal_action_gets_a_sentence(text: str, said: str) -> None:
    with pytest.raises((InputError, IllegalActionError)) as caught:
        hs.new_game(players=3, seed=7).play(text)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("text", ["p 2", "p2", "PLAY 2", " play  2 "])
def test_words_may_be_short(text: str) -> None:
    game = hs.new_game(players=2, seed=7)
    assert game.play(text) == game.play("play 2")


def test_a_clue_may_be_short() -> None:
    game = hs.new_game(players=2, seed=7)
    said = next(str(named) for named in game.legal() if isinstance(named.action, hanabi.GiveClue))
    what = said.split()[-1]
    for text in (f"clue {what}", f"c b {what}", f"clue P1 {what}", f"c {what}"):
        assert game.play(text) == game.play(said)


def test_the_table_is_printed() -> None:
    game = hs.new_game(players=3, seed=7).play("clue Bob red")
    assert str(game).splitlines() == [
        "turn 2, Bob to move (No Variant)",
        "stacks r- y- g- b- p-, score 0 of 25",
        "7 of 8 clues, 0 of 3 strikes, 35 cards in the deck",
        "discards none",
        "Alice  r1  g4  y1  g2  r3",
        "Bob    p4  g1  r3   r2   r5",
        "               red  red  red",
        "Cathy  p4  b1  p2  g3  y1",
    ]
    assert game._repr_html_().startswith("<pre>turn 2, Bob to move")
    hole = hs.new_game(variant="Throw It in a Hole (5 Suits)", seed=1).play("play 1")
    assert "stacks" in str(hole)
    assert str(hs.new_game(game="boeren", seed=3).play("bid 1")).splitlines()[0] == (
        "turn 2, North to bid (trump clubs, South deals)"
    )


def test_what_cannot_be_dealt_gets_a_sentence() -> None:
    with pytest.raises(InputError, match=r"names is a list of names, such as .*, not the text 'Ann'"):
        hs.new_game(names="Ann")
    with pytest.raises(InputError, match="there are 2 names for 3 players"):
        hs.new_game(players=3, names=["Ann", "Ben"])
    with pytest.raises(InputError, match="Hanabi is for 2 to 6 players, not 9"):
        hs.new_game(players=9)
    with pytest.raises(InputError, match="Boeren Bridge is for 4 players, not 3"):
        hs.new_game(game="boeren", players=3)
    with pytest.raises(UnknownNameError, match="no game is called 'chess'"):
        hs.new_game(game="chess")  # type: ignore[call-overload]  # the test
    assert hs.new_game(names=["Ann", "Ben"]).play("clue Ben 1").seats == ("Ann", "Ben")


def test_a_named_action_shows_its_words() -> None:
    named = NamedAction(hanabi.Play(3), "play 2")
    assert (str(named), repr(named)) == ("play 2", "<play 2>")
