"""What the table of games asks about knowledge in Hanabi; see `GameKnowledge`."""

from handsight.errors import InputError
from handsight.game.seat_names import number_in
from handsight.hanabi import HanabiRecord, State
from handsight.knowledge.claims import FormulaAnswer
from handsight.knowledge.hanabi.explain import CardExplanation
from handsight.knowledge.hanabi.explain import explain as explain_card
from handsight.knowledge.hanabi.own_hand import know, view_of
from handsight.text.counting_from_one import slot_index, slot_number

__all__ = ["ABOUT", "FORMULAS", "State", "ask", "explain", "explain_card", "know"]

ABOUT = "a slot of the hand, counted from 1 = newest"
FORMULAS = "is(Bob,2)=b4, playable(Bob,2), trash(Bob,2), critical(Bob,2); slots count from 1 = newest"


def explain(
    game: HanabiRecord | State, *, seat: int | str, about: str, turn: int | None = None
) -> CardExplanation:
    """Return what a seat knows for certain about the card in a slot, counted from 1 = newest."""
    view = view_of(game, seat=seat, turn=turn)
    size, number = len(view.hands[view.viewer]), number_in(about)
    if number is None or not 1 <= number <= size:
        raise InputError(f"there is no slot {about}; this hand has slots {slot_number(0)} to {size}")
    return explain_card(game, seat=view.viewer, slot=slot_index(number), turn=view.turn)


def ask(game: HanabiRecord, *, formula: str, turn: int | None = None) -> FormulaAnswer:
    """Return whether a formula of knowledge is true at a turn of a game; see `GameKnowledge`."""
    from handsight.knowledge.hanabi import kripke_model  # noqa: PLC0415  # logic is large; only formulas need it

    return kripke_model.ask(game, formula=formula, turn=turn)
