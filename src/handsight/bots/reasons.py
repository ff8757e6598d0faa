"""Robot 5's reasons, in sentences: what it takes its cards for, what it protects, what it tells others."""

from handsight.bots.mind import Mind
from handsight.hanabi import Action, CardSet, Clued, Discard, Give, Play
from handsight.knowledge.tell import clue_word

FEW = 4
"""So many possible cards are named one by one."""


def why(mind: Mind, action: Action) -> str:
    """Say why an action is taken."""
    match action:
        case Play(order):
            return _play(mind, order)
        case Discard(order):
            return _discard(mind, order)
        case Give():
            return _clue(mind, action)
    return ""


def _cards(mind: Mind, mask: int) -> str:
    cards = str(CardSet(mind.variant, mask)).split()
    if len(cards) > FEW:
        return f"one of {len(cards)} cards"
    return " or ".join([", ".join(cards[:-1]), cards[-1]] if len(cards) > 1 else cards)


def _mine(mind: Mind, order: int) -> str:
    return f"my card {mind.hand.index(order) + 1}" if order in mind.hand else "the last card"


def _last_clue(mind: Mind, order: int) -> str:
    """Name the clue that touched a card last."""
    for event in reversed(mind.view.events):
        if isinstance(event, Clued) and order in event.touched and event.clue:
            return f"the {clue_word(mind.variant, event.clue)} clue"
    return "what I see"


def _play(mind: Mind, order: int) -> str:
    mask, chance = mind.mine(order), mind.chance(order)
    if chance < 1:
        return f"it is the last round, and {_mine(mind, order)} fits with {chance:.0%}"
    sure = not mind.now.possible(order) & mind.unseen & ~mind.now.playable if order in mind.hand else False
    if sure:
        return f"{_mine(mind, order)} is {_cards(mind, mask)}, so it fits"
    return (
        f"I take {_mine(mind, order)} for {_cards(mind, mask)}: {_last_clue(mind, order)} meant that it fits"
    )


def _discard(mind: Mind, order: int) -> str:
    if not mind.now.possible(order) & mind.unseen & mind.now.needed:
        return f"{_mine(mind, order)} can be of no more use"
    if order in mind.ready:
        return (
            f"I take {_mine(mind, order)} for {_cards(mind, mind.mine(order))}, and a partner holds that too"
        )
    if order == mind.now.chop(mind.me):
        return f"{_mine(mind, order)} is my oldest without a clue, and nobody saved it"
    return f"all my cards are clued, and {_mine(mind, order)} would be missed least"


def _clue(mind: Mind, give: Give) -> str:
    """Say what a clue is for: what will be played, what would have gone wrong, what is known now."""
    then, seat = mind.heard(give), give.seat
    before, after = set(mind.now.ready(seat)), then.ready(seat)
    said = []
    plays = [order for order in after if order not in before and _fits(mind, order)]
    if plays:
        said.append(f"it says that {' and '.join(_word(mind, order) for order in plays)} can be played")
    strike = next((order for order in mind.now.ready(seat) if not _fits(mind, order)), None)
    if strike is not None and strike not in after:
        said.append(f"else {_word(mind, strike)} would be played, and does not fit")
    drop = mind.now.leavings(seat)[0] if mind.view.hands[seat] else None
    if drop is not None and not before and then.leavings(seat)[0] != drop:
        face = mind.faces.get(drop)
        if face is not None and mind.now.critical >> face & 1:
            said.append(f"{_word(mind, drop)} would be discarded next, and is the last of its kind")
    elif drop is not None and not before and after:
        said.append(f"{_word(mind, drop)} is not discarded meanwhile")
    if not said:
        said.append("there is nothing better to do, and a clue keeps the cards together")
    return "; ".join(said)


def _fits(mind: Mind, order: int) -> bool:
    face = mind.faces.get(order)
    return face is not None and bool(mind.now.playable >> face & 1)


def _word(mind: Mind, order: int) -> str:
    card = mind.view.cards[order]
    return mind.variant.text(card) if card else f"card {order}"
