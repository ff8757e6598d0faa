import json

import pytest
from random_hanabi import random_game

from handsight.hanabi import Clue, Discard, GiveClue, HanabiRecord, Play, Terms, Variant, variant
from handsight.notation import read
from handsight.notation.hanabi import hanab_live_schema

OLD = ("Blue", "Green", "Yellow", "Red", "Purple", "Black")


def old_index(names: list[str], index: int) -> int:
    ordered = [name for name in OLD if name in names] + [name for name in names if name not in OLD]
    return ordered.index(names[index])


def old_export(game: HanabiRecord, *, words: bool, zero_clues: bool = False) -> dict[str, object]:
    """Write a game as hanab.live did until April 2020, or for some hours with words."""
    chosen = game.setup.terms.variant
    names, kinds = [suit.name for suit in chosen.suits], ("clue", "play", "discard")
    actions: list[dict[str, object]] = []
    for action in game.actions:
        match action:
            case Play(order) | Discard(order):
                code = 1 if isinstance(action, Play) else 2
                entry: dict[str, object] = {"type": code, "target": order}
                if zero_clues:
                    entry["clue"] = {"type": 0, "value": 0}
            case GiveClue(seat, clue):
                entry = {"type": 0, "target": seat, "clue": old_clue(chosen, clue)}
            case _:
                raise AssertionError(action)
        actions.append(entry | ({"type": kinds[int(str(entry["type"]))]} if words else {}))
    return {
        "actions": actions,
        "deck": [{"suit": old_index(names, card.suit), "rank": card.rank} for card in game.setup.deck],
        "firstPlayer": game.setup.terms.first_seat,
        "players": list(game.seats),
        "variant": chosen.name,
    }


def old_clue(chosen: Variant, clue: Clue) -> dict[str, int]:
    if clue.kind == "number":
        return {"type": 0, "value": clue.value}
    return {"type": 1, "value": old_index(list(chosen.colors), clue.value)}


@pytest.mark.parametrize("name", ["No Variant", "Black (6 Suits)", "Rainbow (6 Suits)", "4 Suits"])
@pytest.mark.parametrize(("words", "zero_clues"), [(True, False), (False, False), (False, True)])
def test_old_exports_are_the_same_games(name: str, *, words: bool, zero_clues: bool) -> None:
    for seed, first in ((1, 0), (2, 1)):
        game = random_game(seed, Terms(3, variant(name), first_seat=first))
        (checked,) = read(json.dumps(old_export(game, words=words, zero_clues=zero_clues)))
        assert checked.problems == ()
        assert checked.game == game


def test_the_variant_moved_into_the_options() -> None:
    game = random_game(3, Terms(2, variant("Black (6 Suits)")))
    tree = old_export(game, words=False)
    tree["options"] = {"variant": tree.pop("variant")}
    assert read(json.dumps(tree))[0].game == game


def test_for_three_months_suits_were_called_suit() -> None:
    game = random_game(4, Terms(4))
    from handsight.notation.hanabi import hanab_live_export as hanab_live

    tree = json.loads(hanab_live.write(game).text)
    for card in tree["deck"]:
        card["suit"] = card.pop("suitIndex")
    assert read(json.dumps(tree))[0].game == game


def test_the_old_order_of_suits() -> None:
    assert hanab_live_schema.modern_suits(variant("No Variant")) == (3, 2, 1, 0, 4)
    assert hanab_live_schema.modern_suits(variant("Black (6 Suits)")) == (3, 2, 1, 0, 4, 5)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"type": 0, "target": 1}, "neither its type nor its value"),
        ({"type": 3, "target": 1, "clue": {"type": 0, "value": 1}}, "no action 3"),
        ({"type": "clue", "target": 1, "clue": {"type": 5, "value": 1}}, "no clue of type 5"),
        ({"type": "jump", "target": 1}, "no action 'jump'"),
        ({"type": "clue", "target": 1, "clue": "red"}, "actions[1].clue"),
    ],
)
def test_a_broken_old_action_says_what_was_expected(action: dict[str, object], text: str) -> None:
    game = random_game(5, Terms(2))
    tree = old_export(game, words=False)
    first = {"type": 0, "target": 1, "clue": old_clue(game.setup.terms.variant, clue_for(game))}
    (checked,) = read(json.dumps(tree | {"actions": [first, action]}))
    assert text in checked.problems[0].message
    assert checked.problems[0].turn == 1
    assert checked.game
    assert len(checked.game.actions) == 1


def clue_for(game: HanabiRecord) -> Clue:
    return Clue("number", game.setup.deck[5].rank)
