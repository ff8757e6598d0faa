"""The log language of Boeren Bridge: its grammar's terminals in words, and what begins a statement."""

from pathlib import Path

from handsight.text.front_end import LineLanguage

KEYWORDS = {
    "Boeren": "title",
    "Round": "round",
    "Cards": "cards",
    "Trump": "trump",
    "Turned": "turned",
    "Dealer": "dealer",
    "Players": "players",
    "Rules": "rules",
    "Switch": "switch",
    "Bids": "silent",
}

LOG = LineLanguage(
    grammar=Path(__file__).parent / "log.lark",
    names={
        "SEAT": "a seat (P0 to P3)",
        "STRING": 'a text in quotes ("Dan D.")',
        "CARD": "a card (AS or ♠A)",
        "NUMBER": "a number",
        "SUIT": "a suit (Clubs, Diamonds, Hearts, Spades)",
        "NAME": "a name",
        "WORD": "a word",
        "BIDS": "bids",
        "PLAYS": "plays",
        "HOLDS": "holds",
        "OF": "of",
        "BRIDGE": "Bridge",
        "UNKNOWN": "unknown",
    },
    keywords=KEYWORDS,
    verbs=("bids", "plays", "holds"),
    opening="a seat (P0 to P3), or a word such as Round, Cards, Trump or Dealer",
    most_faults=20,
)
