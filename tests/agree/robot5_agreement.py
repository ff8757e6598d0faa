"""Play games with the plain and the compiled Robot 5, and compare their decisions at every turn."""

from random import Random

import numpy as np

from handsight.bots.bot import as_decision
from handsight.bots.hanabi.robot5.bot import ROBOTS, compile_robot
from handsight.game import Dice
from handsight.hanabi import Play, Terms, deal, legal, play, rule_set, variant, view
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled.state_conversion import to_action, to_array, to_number
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.hanabi.variants.variant import tiny
from handsight.lab.hanabi.game_plan import shuffled_setup

PLAIN_TABLES = [Terms(players, rules=rule_set("stacks")) for players in (2, 3, 4, 5, 6)]
OTHER_TABLES = [
    Terms(2, variant("6 Suits")),
    Terms(2, variant("Rainbow (5 Suits)")),
    Terms(3, variant("Black (5 Suits)")),
    Terms(2, variant("Reversed (5 Suits)")),
    Terms(3, variant("Up or Down (5 Suits)")),
    Terms(2, variant("Sudoku (5 Suits)")),
    Terms(4, variant("Sudoku (5 Suits)")),
    Terms(2, variant("Clue Starved (5 Suits)")),
    Terms(2, variant("Alternating Clues (5 Suits)")),
    Terms(3, variant("Color Blind (5 Suits)")),
    Terms(2, tiny(3, 4)),
    Terms(3, rules=rule_set("explorer")),
    Terms(2, deck_plays=True),
    Terms(2, empty_clues=True),
    Terms(3, card_cycle=True),
    Terms(2, all_or_nothing=True),
    Terms(2, max_strikes=1),
    Terms(2, max_strikes=5, max_clues=4),
    Terms(3, hand_size=2),
]


def named(terms: Terms) -> str:
    """Return the name of a test with these terms."""
    options = [f"{terms.players} players", terms.variant.name, terms.rules.name, f"{terms.hand_size} cards"]
    options += [
        name for name in ("deck_plays", "empty_clues", "card_cycle", "all_or_nothing") if getattr(terms, name)
    ]
    return ", ".join([*options, f"{terms.max_strikes} strikes"])


def agree(terms: Terms, game: int, *, stray: float = 0.0, robot: str = "robot5") -> int:
    """Play one game, with some random moves, and compare every decision; return how many there were."""
    state, dice = deal(shuffled_setup(terms, 19, game)), Random(game)
    compiled = compile_robot(robot, terms)
    bots = [ROBOTS[robot](terms, seat, Dice(1)) for seat in range(terms.players)]
    packed, array = terms_array(terms), to_array(state, compiled.memory)
    workspace = np.full(compiled.workspace, 77, np.int64)  # it must not matter what is left there
    compiled.read(packed, array, workspace)
    while not state.over and (options := list(legal(state))):
        wanted = as_decision(bots[state.seat].decide(view(state, state.seat))).action
        number = int(compiled.decide(packed, array, workspace))
        assert to_action(terms, array, number) == wanted, f"{named(terms)}: game {game}, turn {state.turn}"
        calm = [option for option in options if not isinstance(option, Play)]
        action = wanted if dice.random() >= stray else dice.choice(calm or options)
        number = to_number(terms, array, action)
        state = play(state, action)
        rules.step(packed, array, number)
        compiled.read(packed, array, workspace)
    return state.turn
