"""What the bots are called for people who choose players on the page: every bot that ships."""

from types import MappingProxyType

BOT_TITLES = MappingProxyType(
    {
        "random": "Random, any legal move",
        "greedy": "Greedy, always plays its highest card",
        "greedy-kripke": "Greedy Kripke, tries to win every trick",
        "full-kripke": "Full Kripke, plays for its bid",
        "counter": "Counter, plays for its bid by exact chances",
        "sampler": "Sampler, tries possible deals",
        "learner": "Learner, learned by playing",
        "learner-plain": "Learner plain, learned from its hand and the table",
        "learner-exact": "Learner exact, learned from exact chances",
        "greedy-kripke-author": "Greedy Kripke of the authors, sees other hands",
        "full-kripke-author": "Full Kripke of the authors, sees other hands",
    }
)
