"""Robot 5: a partner for people; it takes clues as good players mean them, looks ahead, and says why."""

from handsight.bots.hanabi.public_record_bot import Moment, Reader
from handsight.bots.hanabi.robot5 import reasons
from handsight.bots.hanabi.robot5.beliefs import Beliefs, believing
from handsight.bots.hanabi.robot5.search import Mind
from handsight.bots.hanabi.robot5.weights import WEIGHTS
from handsight.conventions.interpreter.public_state import MoveEvent, Public
from handsight.hanabi import Action, ClueGiven, View


class Robot5(Reader[Beliefs]):
    """Weighs every action by what the table will be worth when the next seat has acted."""

    weights = WEIGHTS

    @staticmethod
    def begin(public: Public) -> Beliefs:
        """Believe nothing yet."""
        return believing(public, {})

    def read(self, before: Moment[Beliefs], deed: MoveEvent, then: Public) -> Beliefs:
        """Take in what a clue meant."""
        beliefs = before.memory
        meant = {card.order: card.meant for hand in beliefs.hands for card in hand}
        if isinstance(deed, ClueGiven) and deed.clue:
            heard = beliefs.hear(deed.target, deed.clue, deed.touched)
            meant |= {card.order: card.meant for card in heard}
        return believing(then, meant)

    def act(self, view: View) -> Action:
        """Take the action that is worth most."""
        return self._mind(view).best()

    def reason(self, view: View) -> str:
        """Say what it takes its cards for, what it protects, or what it tells."""
        mind = self._mind(view)
        return reasons.why(mind, mind.best())

    def _mind(self, view: View) -> Mind:
        return Mind(view, self.memory, self.weights)
