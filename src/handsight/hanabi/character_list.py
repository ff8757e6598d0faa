"""The 31 characters of hanab.live, which bind the players who are dealt them, as data.

What each rule means in play is in `tempers`; here are the names, the one-line rules and the export's form.
"""

from typing import NamedTuple

from msgspec import Struct

from handsight.errors import InputError
from handsight.hanabi.variants.variant import Variant
from handsight.text.suggestions import did_you_mean

NOBODY = "n/a"
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
9  | Vindictive   | must give a clue after receiving one since the last own turn
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
27 | Contrarian * | turns the order of play round after each own turn, and the final round has two turns
28 | Stubborn     | may not do what was done just before: play, discard or clue
29 | Blind Spot * | does not see the next player's hand, and a clue must touch a card that its giver sees
30 | Oblivious *  | does not see the previous player's hand, and a clue must touch a card that its giver sees
31 | Follower     | misplays every card whose number fewer than two stacks have reached
33 | Slow-Witted  | does not see slot 1 of any hand, and a clue must touch a card that its giver sees
34 | Quacker      | quacks: a clue shows which cards it touches, but not its colour or number
"""
_VALUES = {"colour": "one colour", "number": "one number", "suit": "one suit"}


class Trait(NamedTuple):
    """What all players of one character share: its number on hanab.live, its name and its rule.

    *value* says what is drawn with it (a colour, a number, a suit, or nothing), *players* for how many
    players at least it may be dealt.
    """

    id: int
    name: str
    rule: str
    value: str
    players: int


def _trait(row: str) -> Trait:
    number, title, rule = (cell.strip() for cell in row.split("|"))
    name = title.removesuffix("*").strip()
    value = next((word for word in _VALUES if f"{{{word}}}" in rule), "")
    return Trait(int(number), name, rule, value, players=2 if title == name else 3)


TRAITS = {trait.name: trait for trait in map(_trait, _CHARACTERS.strip().splitlines())}


class Character(Struct, frozen=True):
    """Who a player is, with the value drawn for it: a colour or suit as its index, a number as itself.

    A value of None where one is needed means that nobody wrote it down.
    """

    name: str
    value: int | None = None

    def __post_init__(self) -> None:
        if self.name not in TRAITS:
            raise InputError(f"no character is called {self.name!r}; {_advice(self.name)}")
        if self.value is not None and not self.trait.value:
            raise InputError(f"{self.name} takes no value, so {self.value} means nothing")

    @property
    def trait(self) -> Trait:
        """What every player of this character shares."""
        return TRAITS[self.name]

    def rule(self, variant: Variant) -> str:
        """The rule of this character, its value named as the variant names it."""
        kind, value = self.trait.value, self.value
        word = _VALUES.get(kind, "")
        if value is not None:
            names = variant.colors if kind == "colour" else [suit.name for suit in variant.suits]
            word = f"the number {value}" if kind == "number" else names[value]
        return self.trait.rule.format_map({kind: word})

    def check(self, variant: Variant) -> None:
        """Refuse a value that the variant does not have."""
        kind, value = self.trait.value, self.value
        values = {"colour": range(len(variant.colors)), "suit": range(len(variant.suits))}
        allowed = values.get(kind, range(1, 6))  # any number: hanab.live does not ask which may be clued
        if value is not None and value not in allowed:
            known = f"they are {allowed[0]} to {allowed[-1]}" if allowed else "there is none"
            raise InputError(f"{self.name} has {kind} {value}, which {variant.name} does not know: {known}")


def _advice(name: str) -> str:
    return did_you_mean(name, TRAITS, f"they are {', '.join(TRAITS)}", most=3, cutoff=0.5)


def read(name: str, metadata: int | None = None) -> Character | None:
    """Read a character as exports write it; None is nobody. A negative *metadata* is none."""
    if name in ("", NOBODY):
        return None
    known = {title.casefold(): title for title in TRAITS}
    title = known.get(name.strip().casefold(), name)
    drawn = metadata is not None and metadata >= 0 and title in TRAITS and TRAITS[title].value
    return Character(title, metadata if drawn else None)


def write(character: Character | None) -> dict[str, str | int]:
    """Write a character as exports do."""
    value = None if character is None else character.value
    return {
        "name": NOBODY if character is None else character.name,
        "metadata": -1 if value is None else value,
    }
