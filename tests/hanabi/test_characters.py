"""Each character binds its player as hanab.live has it: a story for every rule."""

import pytest
from hanabi.character_tables import actions, played, start

from handsight.errors import IllegalActionError
from handsight.hanabi import legal, play, variant, why_illegal
from handsight.hanabi.character_effects import CHARACTER_RULES
from handsight.hanabi.characters import CHARACTERS
from handsight.notation.hanabi.table_text import advice

PLAIN = variant()
FIVE = "P1 red, P2 red, P0 1, P1 red, P2 red"
# who sits where | what has happened | what is forbidden now | what is allowed
STORIES = """
Fuming=1 - -      |                            | P1 red                    | P1 yellow, P1 2, play 0
Dumbfounded=2 - - |                            | P1 3                      | P1 2, P1 red, play 0
Inept=0 - -       |                            | P1 red, P1 2, P1 3, P2 4  | P1 green, P1 5, P2 yellow
Awkward=2 - -     |                            | P1 2, P1 red, P2 yellow   | P1 3, P1 blue, P2 1
Conservative - -  |                            | P1 red, P1 2              | P1 yellow, P1 5
Greedy - -        |                            | P1 yellow, P1 5           | P1 red, P1 2
Picky - -         |                            | P1 2, P1 yellow, P1 blue  | P1 3, P1 5, P1 red, P1 green
Spiteful - -      |                            | P1 red, P1 2              | P2 red
- - Spiteful      | play 0, play 5             | P0 1                      | P1 3
Insolent - -      |                            | P2 red, P2 4              | P1 red
- - Insolent      | play 0, play 5             | P1 3                      | P0 1
- Vindictive -    | P1 red                     | play 5, discard 5         | P2 red, P0 1
- Vindictive -    | P2 red                     |                           | play 5, discard 5, P2 red
- Vindictive -    | P1 red, P0 1, play 10, play 0     |                    | play 5, discard 5, P2 yellow
- Vindictive -    | P2 red, P0 1, P1 red, play 0      | play 5             | P2 4
Miser - -         | FIVE, play 10              | P1 red, P2 yellow         | play 0, discard 0
Miser - -         | FIVE, discard 10           |                           | P1 red
Compulsive - -    |                            | P1 yellow, P1 3, P2 5     | P1 red, P1 2, P1 blue, P2 2
Mood.Swings - -   |                            |                           | P1 red, P1 2
Mood.Swings - -   | P1 red, P2 4, play 10      | P1 red, P2 yellow         | P1 2, play 0
Mood.Swings - -   | P1 2, P2 red, play 10, play 0, P2 yellow, play 11 | P1 3 | P1 red
Insistent - -     | P1 red, P2 red, discard 10 | play 0, P1 yellow, P2 yellow | P1 red, P1 2, P1 3
Insistent - -     | P1 red, P2 red, discard 10, P1 2, play 6, discard 11 | play 0, P1 green | P1 3
Insistent - -     | P1 red, play 5, discard 10 |                           | play 0, P1 yellow, P2 yellow
- Vulnerable -    |                            | P1 2, P1 5                | P1 3, P1 red, P2 2, P2 5
- Color-Blind -   |                            | P1 red                    | P1 2, P2 red
- Impulsive -     | P1 blue                    | play 5, discard 9, P2 red | play 9
- Impulsive -     | P1 red                     |                           | play 5, play 9, discard 5, P2 red
- Impulsive -     | P1 blue, play 9, play 10, play 0 |                     | play 5, P2 yellow
Indolent - -      | play 0, P2 red, discard 10 | play 1                    | P1 red
Indolent - -      | play 0, P2 red, P0 1, discard 1, P2 red, discard 11 |  | play 2
Hesitant - -      |                            | play 4                    | play 0, play 3, P1 red
Hesitant - -      | play 0, P2 red, P0 1       | play 15                   | play 4, discard 15
Anxious - -       | P1 red, P2 red, play 10    | discard 0                 | play 0, P1 red
Anxious - -       | P1 red, play 5, play 10    |                           | discard 0, play 0
Traumatized - -   | P1 red, play 5, play 10    | discard 0                 | play 0, P1 3
Traumatized - -   | P1 red, P2 red, play 10    |                           | discard 0
Wasteful - -      | FIVE, P0 1                 | discard 0                 | play 0, P1 red
Wasteful - -      | FIVE, P0 1, P1 red, play 5, play 10 |                  | discard 0, play 0, P1 yellow
Genius - -        |                            | P1 2, P2 4                | P1 red, P2 yellow, play 0
Genius - -        | P1 red                     | play 0, P1 yellow, P2 4, P2 red | P1 2, P1 3, P1 5
- - Genius        | P1 red, play 5, P0 red     | P0 yellow, P1 3, play 10  | P0 1
- - Genius        | P1 red, play 5, P0 red, P0 1 |                         | play 0, P1 3
Panicky - -       | FIVE, play 10, discard 0   | play 1, P1 red            | discard 1, discard 16
Panicky - -       | FIVE, play 10, discard 0, discard 1 |                  | play 5, P2 yellow, discard 6
Panicky - -       | FIVE, discard 10, discard 0 |                          | play 5, P2 yellow
Contrarian - -    |                            |                           | play 0, P1 red
- Stubborn -      | P1 red                     | P2 red, P2 4              | play 5, discard 5
- Stubborn -      | play 4                     | play 5                    | P2 red
- - Stubborn      | P2 red, P0 1, play 10, P1 red, discard 5 | discard 11  | play 11, P0 1
Stubborn - -      |                            |                           | play 0, P1 red
Blind.Spot - -    |                            | P1 red, P1 2              | P2 red, P2 4
Oblivious - -     |                            | P2 red, P2 4              | P1 red, P1 2
Follower - -      |                            |                           | play 0, P1 red
Slow-Witted - -   |                            | P1 blue, P1 5, P2 2       | P1 red, P2 yellow
Quacker - -       |                            |                           | P1 red, P1 2, play 0
"""


@pytest.mark.parametrize("story", STORIES.strip().splitlines())
def test_story(story: str) -> None:
    seats, before, forbidden, allowed = story.replace("FIVE", FIVE).split("|")
    state = played(start(seats), before)
    options = set(legal(state))
    seat, bound = next((at, who) for at, who in enumerate(state.terms.characters) if who)
    for action in actions(allowed):
        assert why_illegal(state, action) is None
        assert action in options
    for action in actions(forbidden):
        assert why_illegal(state, action) == ("character", f"P{seat} is {bound.name} and {bound.rule(PLAIN)}")
        assert action not in options
        with pytest.raises(IllegalActionError, match=bound.name):
            play(state, action)


def test_every_character_has_a_story_and_a_temper() -> None:
    names = set(STORIES.replace(".", " ").replace("=", " ").replace("|", " ").split())
    mentioned = {name for name in CHARACTERS if set(name.split()) <= names}
    assert mentioned == CHARACTER_RULES.keys() == CHARACTERS.keys()


def test_the_table_is_that_of_hanab_live() -> None:
    traits = CHARACTERS.values()
    assert [trait.id for trait in traits] == [n for n in range(35) if n not in (16, 20, 25, 32)]
    assert [trait.id for trait in traits if trait.players > 2] == [7, 8, 27, 29, 30]
    assert [(trait.id, trait.value) for trait in traits if trait.value] == [
        (0, "colour"),
        (1, "number"),
        (2, "suit"),
        (3, "number"),
    ]


@pytest.mark.parametrize(
    ("seats", "before", "action", "sentence"),
    [
        ("Fuming=1 - -", "", "P1 red", "Ann is Fuming and may only clue numbers and Yellow"),
        ("Dumbfounded=2 - -", "", "P1 3", "Ann is Dumbfounded and may only clue colours and the number 2"),
        ("Inept=0 - -", "", "P1 3", "Ann is Inept and may not give a clue that touches Red"),
        ("Awkward=2 - -", "", "P1 2", "Ann is Awkward and may not give a clue that touches the number 2"),
        ("- Vulnerable -", "", "P1 2", "Bob is Vulnerable and may not be clued 2 or 5"),
        (
            "- - Anxious",
            "P1 red, P2 red",
            "discard 10",
            "Eve is Anxious and may not discard while the number of tokens is even",
        ),
    ],
)
def test_sentences_name_the_players(seats: str, before: str, action: str, sentence: str) -> None:
    state, names = played(start(seats), before), ("Ann", "Bob", "Eve")
    (chosen,) = actions(action)
    code, plain = why_illegal(state, chosen) or ("", "")
    assert plain.partition(" ")[2] == sentence.partition(" ")[2]
    assert advice(state, chosen, code, plain, names).startswith(f"{sentence}; take a different action: play")
