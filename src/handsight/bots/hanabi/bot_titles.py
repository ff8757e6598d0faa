"""What the bots are called for people who choose a partner on the page: every bot that ships."""

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
