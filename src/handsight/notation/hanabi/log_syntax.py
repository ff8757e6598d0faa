"""The game-log language of Hanabi: its grammar's terminals in words, and what begins a statement."""

import re
from pathlib import Path

from handsight.text.front_end import LineLanguage

KEYWORDS = {
    "Card": "card",
    "Players": "players",
    "Variant": "variant",
    "Rules": "rules",
    "Switch": "switch",
    "Option": "option",
    "Character": "character",
    "Id": "id",
    "Seed": "seed",
    "Extra": "extra",
    "Note": "note",
    "End": "action",
}
VERBS = ("plays", "discards", "clues", "ends")

LOG = LineLanguage(
    grammar=Path(__file__).parent / "log.lark",
    start=("game",),
    names={
        "COUNT": "how many play",
        "SEAT": "a seat such as P0",
        "NAME": "a player's name",
        "TITLE": "its name",
        "RULE_SET": "a rule set",
        "SWITCH_NAME": "a rule switch",
        "SETTING": "its setting",
        "OPTION_NAME": "an option",
        "INTEGER": "a number",
        "SEED_WORD": "a seed",
        "EXTRA_NAME": "a name",
        "VALUE": "a value",
        "SUIT": "a suit",
        "RANK": "a rank",
        "PLAYS": "plays",
        "DISCARDS": "discards",
        "CLUES": "clues",
        "ENDS": "ends",
        "ORDER": "a card's number in the deck",
        "COLOR": "a colour",
        "NUMBER": "a number",
        "REASON": "the reason",
        "QUOTED": "a text in double quotes",
    },
    implied={
        "SEAT": "NAME QUOTED",
        "NAME": "QUOTED",
        "TITLE": "QUOTED",
        "OPTION_NAME": "CLUES",
        "SEED_WORD": "INTEGER QUOTED",
        "EXTRA_NAME": "QUOTED",
        "VALUE": "INTEGER QUOTED",
    },
    keywords=KEYWORDS,
    verbs=VERBS,
    opening="Card, a seat such as P0, or a setting such as Players",
    begins=re.compile(
        r"(?<!\S)(?:card|note|p[0-9]+\s+(?:plays|discards|clues|ends))(?![^\s#])", re.IGNORECASE
    ),
    on_same_line=dict.fromkeys(("variant", "character"), frozenset({"TITLE"})),
)
