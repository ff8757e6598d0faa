"""Games made for measuring, since recorded ones may not be at hand."""

from handsight.conventions import load_convention
from handsight.conventions.interpreter.convention_player import play_game
from handsight.game import Dice, shuffled
from handsight.hanabi import Discard, GiveClue, Setup, State, Terms, deal, legal, play
from handsight.hanabi import HanabiRecord as Game
from handsight.hanabi import variant as named_variant


def example_game(number: int, players: int, variant: str = "No Variant") -> Game:
    """Play a game with more clues and discards than plays, so that it lasts as long as a real one."""
    dice = Dice(1, number)
    terms = Terms(players, named_variant(variant))
    state = deal(Setup(terms, shuffled(terms.variant.deck(), dice)))
    actions = []
    while not state.over:
        options = list(legal(state))
        calm = [option for option in options if isinstance(option, GiveClue | Discard)]
        fitting = [
            o for o in options if not isinstance(o, GiveClue | Discard) and _fits(play(state, o), state)
        ]
        pool = fitting or calm or options
        action = pool[dice.below(len(pool))]
        state = play(state, action)
        actions.append(action)
    return Game.replay(state.setup, tuple(actions))


def convention_game(number: int, players: int, by: str) -> Game:
    """Play a game in which all seats keep a convention."""
    terms = Terms(players)
    setup = Setup(terms, shuffled(terms.variant.deck(), Dice(11, number)))
    actions = [choice.action for _, choice in play_game(load_convention(by), setup)]
    return Game.replay(setup, tuple(action for action in actions if action is not None))


def _fits(after: State, before: State) -> bool:
    return after.points > before.points
