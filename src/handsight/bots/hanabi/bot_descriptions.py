"""What the page tells people who choose a partner: the title of each bot, and what its clues mean."""

from types import MappingProxyType

BOT_TITLES = MappingProxyType(
    {
        "robot5": "Robot 5, best partner for people",
        "robot4": "Robot 4, waits before its partner misplays",
        "robot3": "Robot 3, keeps critical cards",
        "robot2": "Robot 2, a clue means one card",
        "robot1": "Robot 1, for beginners: clues 1s and 5s",
        "careful": "Careful, plays only what is certain",
        "hat": "Hat, the strongest, but only among its own kind",
        "learned": "Learned, taught itself, for two of its own kind",
        "random": "Random, any legal move",
        "cheat": "Cheat, sees its own hand",
        "minimal": "Minimal Convention",
        "pair": "Pair, a convention for two",
        "circle": "Circle, a convention for three and four",
        "full-table": "Full table, a convention for five",
        "careful-saves": "Careful saves, a simple convention with saves",
        "signal": "Signal, gives the most informative clue",
        "robot6": "Robot 6, the best robot for two",
        "robot1-printed": "Robot 1 as printed, for two",
        "robot2-printed": "Robot 2 as printed, for two",
        "robot3-printed": "Robot 3 as printed, for two",
        "robot4-printed": "Robot 4 as printed, for two",
        "robot2-author": "Robot 2 of the authors’ program, sees its own hand",
        "duet": "Duet, a convention for two that marks useful cards",
        "h-group-1": "H-Group level 1, play clues, saves and finesses",
        "h-group-2": "H-Group level 2, and clues to fives",
        "h-group-3": "H-Group level 3, and fix clues",
        "h-group-4": "H-Group level 4, and chop moves",
        "h-group-5": "H-Group level 5, and layered finesses",
        "save-clues": "Save clues, Minimal with saves",
        "saves-below-discard": "Saves below discards, saves only where nothing can be discarded",
        "saves-below-point": "Saves below plays, saves only where nothing can be pointed at",
        "misread-saves": "Misread saves, shows what a wrong reading costs",
        "search(pair)": "Search with Pair, tries every move first",
        "search(robot5)": "Search with Robot 5, tries every move first",
        "search(hat)": "Search with Hat, tries every move first",
    }
)
"""The title of every bot that ships."""

_POINTS = "A clue points at one card: the newest touched card that was not pointed at before."
_SAVES = "A clue that touches the chop and could mean a last copy asks to keep that card instead."

_FOCUS = (
    "A clue is about one card: the chop if it is touched, otherwise the newest new card. Play it, or keep it "
    "if it is the chop; where a card is missing before it, the player who may hold that card plays it first."
)

_MEANINGS = {
    "random": "Its clues mean nothing: it takes any legal action at random.",
    "careful": "Its clues mean just what they say, and it gives the one that tells most. It plays only "
    "what is certain, so tell it colours and numbers.",
    "hat": "Its clues are a code: together with all hands in sight, one clue tells every player "
    "something about its own hand, whichever cards it touches. Only seats that play it, too, can read it.",
    "learned": "It taught itself what clues mean, by playing with itself; nobody has put that into words. "
    "It misreads people, and people misread it: watch it with its own kind.",
    "cheat": "Its clues mean nothing: it sees its own hand and needs none. It shows how high a score "
    "could be, and is no partner.",
    "robot1": "A 1 means: play this card. It clues 1s and 5s, and reads nothing into other clues.",
    "robot2": "A clue means one card, the newest that it tells something new about: that card can be "
    "played. Other touched cards wait until everybody knows that they are playable.",
    "robot3": "A clue means one card, the newest that it tells something new about: play it, unless it "
    "is a 5 or a number that fits nowhere, which warns of critical cards. Other touched cards wait.",
    "robot4": "Its clues mean what those of robot3 mean: the newest card that is told something new can "
    "be played, and 5s and numbers that fit nowhere are warnings. It also waits while its partner is "
    "about to misplay.",
    "robot5": "A clue means one card: the chop (the oldest card without a clue) if it is touched, "
    "otherwise the newest touched card. That card can be played, or must be kept if it is the chop and "
    "may be the last copy.",
    "robot6": "A clue means one card: the chop (the oldest card without a clue) if it is touched by a "
    "number and may be the last copy, otherwise the newest touched card. That card can be played, or, if it "
    "is the chop, must be kept. No two touched cards are the same.",
    "robot1-printed": "A 1 means: play this card. It clues 1s and 5s, and discards on the left.",
    "robot2-printed": "A clue points at one card, which can be played. The other touched cards are "
    "bombs, which wait until they are fully known.",
    "robot3-printed": "A clue points at one card, which can be played. The other touched cards are "
    "bombs, which are played when nothing better is left to do.",
    "robot4-printed": "A clue points at one card, which can be played. It waits for its partner's next "
    "bomb, and saves it with a clue.",
    "robot2-author": "A clue points at one card, which can be played. It looks at its own hand to "
    "discard, so it is no honest partner.",
    "minimal": f"{_POINTS} That card is playable: play it.",
    "misread-saves": f"{_POINTS} Everybody plays that card, even where the clue was meant to save it.",
    "save-clues": f"{_POINTS} {_SAVES}",
    "saves-below-discard": f"{_POINTS} {_SAVES}",
    "saves-below-point": f"{_POINTS} {_SAVES}",
    "careful-saves": f"{_POINTS} {_SAVES}",
    "signal": "A clue points at one card: the newest touched card that could still be playable and was "
    "not pointed at before. Play it as long as it is likely enough.",
    "pair": "A clue points at the newest touched card that could be playable, and that card should be "
    "played. A clue that touches the chop may instead save a critical card, or a 2.",
    "duet": "Its clues mean what those of pair mean: the newest touched card that could be playable, or a "
    "chop to keep. With four clue tokens or more a clue may also just mark useful cards.",
    "circle": "A clue points at a card that is playable now or after one more play, the chop first. A "
    "clue that touches the chop may instead save a critical card; seeing a clue to a card that needs "
    "yours means that you hold it.",
    "full-table": "Its clues mean what those of circle mean: a card to play, the chop first, or a "
    "critical chop to keep. A player with something to play plays before saving.",
    "h-group-1": _FOCUS,
    "h-group-2": f"{_FOCUS} Two cards may be missing. Early in the game a clue of 5s off the chop just marks "
    "them.",
    "h-group-3": f"{_FOCUS} A clue may also mend what would go wrong. Discarding a touched card says where "
    "its copy is.",
    "h-group-4": f"{_FOCUS} A clue that touches only useless cards keeps the cards behind them.",
    "h-group-5": f"{_FOCUS} A missing card may lie behind others that fit as well.",
}
_SEARCHED = {
    f"search({name})": f"Read its clues as those of {name}: {_MEANINGS[name]}"
    for name in ("pair", "robot5", "hat")
}
CLUE_MEANINGS = MappingProxyType(_MEANINGS | _SEARCHED)
"""What the clues of each bot mean, for people; a bot that is missing here is described by its `about`."""
