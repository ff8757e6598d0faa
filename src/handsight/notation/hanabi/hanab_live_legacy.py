"""Exports as hanab.live wrote them before July 2020, told in the codes of today.

Until April 2020 an action was a clue (0), a play (1) or a discard (2), for some hours even by those words; a
clue stood inside its action, of type 0 for numbers and 1 for colours; and suits and colours were counted in
another order.
"""

from handsight.errors import InputError
from handsight.hanabi import Variant
from handsight.notation.hanabi.hanab_live_schema import ActionShape, Export, Kind

OLD_ORDER = ("Blue", "Green", "Yellow", "Red", "Purple", "Black")
_ACTIONS = {0: "clue", 1: "play", 2: "discard"}
_CLUES = {0: "number", 1: "color", "rank": "number", "suit": "color", "colour": "color"}


def is_old(export: Export) -> bool:
    """Whether an export is older than April 2020: some clue stands inside its action."""
    return any(action.clue is not None or isinstance(action.type, str) for action in export.moves)


def renumbered(names: tuple[str, ...]) -> tuple[int, ...]:
    """Today's index of each old one, among suits or colours of these names."""
    position = {name: at for at, name in enumerate(OLD_ORDER)}
    return tuple(sorted(range(len(names)), key=lambda at: position.get(names[at], len(OLD_ORDER))))


def suits(variant: Variant) -> tuple[int, ...]:
    """Today's index of each old index of a suit."""
    return renumbered(tuple(suit.name for suit in variant.suits))


def modern(action: ActionShape, variant: Variant) -> ActionShape:
    """Tell an old action in today's codes."""
    kind = action.type if isinstance(action.type, str) else _ACTIONS.get(action.type)
    match kind:
        case "play":
            return ActionShape(Kind.PLAY, action.target)
        case "discard":
            return ActionShape(Kind.DISCARD, action.target)
        case "clue" if action.clue is not None:
            return _clue(action, action.clue.type, action.clue.value, variant)
        case "clue":
            raise InputError("this clue says neither its type nor its value; give it a `clue` of both")
    raise InputError(f"an old export has no action {action.type!r}; it has 0 clue, 1 play and 2 discard")


def _clue(action: ActionShape, said: int | str, value: int, variant: Variant) -> ActionShape:
    kind = _CLUES.get(said, said)
    if kind == "number":
        return ActionShape(Kind.NUMBER_CLUE, action.target, value)
    if kind != "color":
        raise InputError(f"there is no clue of type {said!r}; an old export has 0 number and 1 colour")
    today = renumbered(variant.colors)
    return ActionShape(Kind.COLOR_CLUE, action.target, today[value] if 0 <= value < len(today) else value)
