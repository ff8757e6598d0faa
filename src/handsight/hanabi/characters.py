"""The 31 characters of hanab.live as data: names, rules in one line, and how an export writes them.

Players who are dealt one play under a rule of their own; `character_effects` says what it changes.
"""

from typing import NamedTuple

from msgspec import Struct

from handsight.errors import InputError
from handsight.hanabi.variants.variant import Variant
from handsight.text.suggestions import did_you_mean

NO_CHARACTER = "n/a"
"""How an export writes a player without a character."""

# id | name | rule, as it follows «Bob is Fuming and …». A word in braces is a value that is drawn with the
# character; a star marks those that are not dealt to two players.
_CHARACTERS = """
0  | Fuming       | may only clue numbers and {colour}
1  | Dumbfounded  | may only clue colours and {number}
2  | Inept        | may not give a clue that touches {suit}
3  | Awkward      | may not give a clue that touches {number}
4  | Conservative | may only give clues that touch exactly one card
5  | Greedy       | may only give clues that touch two or more cards
6  | Picky        | may only clue odd numbers and the colours in odd places (first, third, fifth)
7  | Spiteful *   | may not clue the next player
8  | Insolent *   | may not clue the previous player
9  | Vindictive   | must give a clue after receiving one since their last turn
10 | Miser        | may only clue while there are four tokens or more
11 | Compulsive   | may only give clues that touch the newest or the oldest card of a hand
12 | Mood Swings  | must alternate between colour and number clues
13 | Insistent    | must clue the same cards again until one of them is played or discarded
14 | Vulnerable   | may not be clued 2 or 5
15 | Color-Blind  | may not be clued a colour
17 | Impulsive    | must play slot 1 once a clue has touched it
18 | Indolent     | may not play in two turns running
19 | Hesitant     | may not play from slot 1
21 | Anxious      | may not discard while the number of tokens is even
22 | Traumatized  | may not discard while the number of tokens is odd
23 | Wasteful     | may not discard while there are two tokens or more
24 | Genius       | must clue a colour and then a number to the same player, in one turn, for two tokens
26 | Panicky      | must discard again after a discard that leaves four tokens or fewer
27 | Contrarian * | reverses the order of play after each of their turns, and the final round has two turns
28 | Stubborn     | may not do what was done just before: play, discard or clue
29 | Blind Spot * | does not see the next player's hand, and a clue must touch a card that its giver sees
30 | Oblivious *  | does not see the previous player's hand, and a clue must touch a card that its giver sees
31 | Follower     | misplays every card whose number fewer than two stacks have reached
33 | Slow-Witted  | does not see slot 1 of any hand, and a clue must touch a card that its giver sees
34 | Quacker      | quacks: a clue shows which cards it touches, but not its colour or number
"""
_VALUES = {"colour": "one colour", "number": "one number", "suit": "one suit"}


class CharacterType(NamedTuple):
    """A character of hanab.live, without the value that is drawn for one player."""

    id: int
    """Its number on hanab.live."""
    name: str
    rule: str
    value: str
    """What is drawn with it: "colour", "number", "suit" or nothing."""
    players: int
    """The fewest players with whom it is dealt."""


def _character_type(row: str) -> CharacterType:
    number, title, rule = (cell.strip() for cell in row.split("|"))
    name = title.removesuffix("*").strip()
    value = next((word for word in _VALUES if f"{{{word}}}" in rule), "")
    return CharacterType(int(number), name, rule, value, players=2 if title == name else 3)


CHARACTERS = {kind.name: kind for kind in map(_character_type, _CHARACTERS.strip().splitlines())}
"""Every character by name."""


class Character(Struct, frozen=True):
    """The character of one player; InputError for an unknown name, or a value that it does not take."""

    name: str
    value: int | None = None
    """What was drawn with it: a colour or suit as its index, a number as itself; None if not recorded."""

    def __post_init__(self) -> None:
        if self.name not in CHARACTERS:
            raise InputError(f"no character is called {self.name!r}; {_advice(self.name)}")
        if self.value is not None and not self.type.value:
            raise InputError(f"{self.name} takes no value, so {self.value} means nothing")

    @property
    def type(self) -> CharacterType:
        """The character without the value drawn for this player."""
        return CHARACTERS[self.name]

    def rule(self, variant: Variant) -> str:
        """Return the rule in words, with its value named as the variant names it."""
        kind, value = self.type.value, self.value
        word = _VALUES.get(kind, "")
        if value is not None:
            names = variant.colors if kind == "colour" else [suit.name for suit in variant.suits]
            word = f"the number {value}" if kind == "number" else names[value]
        return self.type.rule.format_map({kind: word})

    def check(self, variant: Variant) -> None:
        """Raise InputError if the variant does not have this character's value."""
        kind, value = self.type.value, self.value
        values = {"colour": range(len(variant.colors)), "suit": range(len(variant.suits))}
        allowed = values.get(kind, range(1, 6))  # any number: hanab.live does not ask which may be clued
        if value is not None and value not in allowed:
            known = f"they are {allowed[0]} to {allowed[-1]}" if allowed else "there is none"
            raise InputError(f"{self.name} has {kind} {value}, which {variant.name} does not have: {known}")


def _advice(name: str) -> str:
    return did_you_mean(name, CHARACTERS, f"they are {', '.join(CHARACTERS)}", most=3, cutoff=0.5)


def read_character(name: str, metadata: int | None = None) -> Character | None:
    """Return the character that an export names, or None if there is none; negative *metadata*: no value."""
    if name in ("", NO_CHARACTER):
        return None
    known = {title.casefold(): title for title in CHARACTERS}
    title = known.get(name.strip().casefold(), name)
    drawn = metadata is not None and metadata >= 0 and title in CHARACTERS and CHARACTERS[title].value
    return Character(title, metadata if drawn else None)


def write_character(character: Character | None) -> dict[str, str | int]:
    """Return a character as hanab.live's exports write it."""
    value = None if character is None else character.value
    return {
        "name": NO_CHARACTER if character is None else character.name,
        "metadata": -1 if value is None else value,
    }
