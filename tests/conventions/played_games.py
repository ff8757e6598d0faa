"""Games that a convention plays with itself, for tests that read them again."""

from functools import cache

from handsight.conventions.convention_loader import load_convention
from handsight.conventions.interpreter.convention_player import play_game
from handsight.conventions.interpreter.core_interpreter import Action
from handsight.conventions.interpreter.promised_knowledge import PromisedKnowledge
from handsight.game import Dice, shuffled
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import Setup, Terms


@cache
def played(spec: str, number: int = 0, players: int = 3) -> Game:
    """Return the game that all seats play by a convention on a fixed deal."""
    terms = Terms(players)
    setup = Setup(terms, shuffled(terms.variant.deck(), Dice(11, number)))
    choices = [choice.action for _, choice in play_game(load_convention(spec), setup)]
    return Game.replay(setup, tuple(action for action in choices if action is not None))


def plain_choices(knowledge: PromisedKnowledge) -> tuple[Action | None, ...]:
    """Return what a convention would have done at each move, by the interpreter."""
    return tuple(knowledge.choice(state.turn).action for state, _ in knowledge.game.moves())
