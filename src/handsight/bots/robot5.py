"""Robot 5: a partner for people; it takes clues as good players mean them, looks ahead, and says why."""

from handsight.bots import reasons
from handsight.bots.beliefs import Beliefs, Meant
from handsight.bots.mind import Mind
from handsight.bots.reader import Reader
from handsight.bots.weights import WEIGHTS
from handsight.conventions.public import Deed, Public
from handsight.hanabi import Action, Clued, View


class Robot5(Reader):
    """Weighs every action by what the table will be worth when the next seat has acted."""

    weights = WEIGHTS

    def begin(self) -> None:
        """Believe nothing yet."""
        self.meant: Meant = {}

    def read(self, deed: Deed, then: Public) -> None:
        """Take in what a clue meant."""
        if isinstance(deed, Clued):
            self.meant = Beliefs(self.public, self.meant).hear(deed, then).meant

    def act(self, view: View) -> Action:
        """Take the action that is worth most."""
        return self._mind(view).best()

    def reason(self, view: View) -> str:
        """Say what it takes its cards for, what it protects, or what it tells."""
        mind = self._mind(view)
        return reasons.why(mind, mind.best())

    def _mind(self, view: View) -> Mind:
        return Mind(view, Beliefs(self.public, self.meant), self.weights)
