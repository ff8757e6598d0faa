"""What a clue says of the cards it touches and of the others, and what cards in sight rule out."""

from collections import Counter

import pytest

from handsight.hanabi import Clue, GiveClue, Setup, Terms, deal, play
from handsight.knowledge import CardKnowledge, know


def clued_and_counted(card: CardKnowledge) -> tuple[str, str]:
    return str(card.clued), str(card.counted)


@pytest.mark.shows("S0-47", "S0-51")
def test_clues_speak_of_touched_and_untouched_cards_and_cards_in_sight_are_elsewhere() -> None:
    terms = Terms(2)
    front = list(map(terms.variant.read, ["y5", "g5", "r1", "r2", "r3", "p5", "b1", "b1", "b2", "b3"]))
    rest = Counter(terms.variant.deck())
    rest.subtract(front)
    state = deal(Setup(terms, (*front, *rest.elements())))
    state = play(state, GiveClue(1, Clue("number", 1)))
    state = play(state, GiveClue(0, Clue("number", 5)))  # touches cards 0 and 1, the oldest
    *others, first, second = map(clued_and_counted, know(state, seat=0))
    assert first == second == ("r5 y5 g5 b5 p5", "r5 y5 g5 b5"), "p5 is in the other hand"
    low = " ".join(f"{suit}{rank}" for suit in "rygbp" for rank in (1, 2, 3, 4))
    assert others == [(low, low)] * 3
