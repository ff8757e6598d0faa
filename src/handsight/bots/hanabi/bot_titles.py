"""What the bots are called for people who choose a partner on the page; others go by their names."""

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
    }
)
