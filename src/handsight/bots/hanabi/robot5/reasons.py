"""Robot 5's reasons, in sentences: what it takes its cards for, what it protects, what it tells others."""

from handsight.bots.hanabi.robot5.beliefs import Hand
from handsight.bots.hanabi.robot5.search import Mind
from handsight.hanabi import Action, CardSet, ClueGiven, Discard, GiveClue, Play
from handsight.knowledge.hanabi.sentences import clue_word

FEW = 4
"""So many possible cards are named one by one."""


def why(mind: Mind, action: Action) -> str:
    """Say why an action is taken."""
    match action:
        case Play(order):
            return _play(mind, order)
        case Discard(order):
            return _discard(mind, order)
        case GiveClue():
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
        if isinstance(event, ClueGiven) and order in event.touched and event.clue:
            return f"the {clue_word(mind.variant, event.clue)} clue"
    return "what I see"


def _play(mind: Mind, order: int) -> str:
    mask, chance = mind.mine(order), mind.chance(order)
    if chance < 1:
        return f"it is the last round, and {_mine(mind, order)} fits with {chance:.0%}"
    sure = order in mind.hand and not mind.now.cards[order].possible & mind.unseen & ~mind.now.playable
    if sure:
        return f"{_mine(mind, order)} is {_cards(mind, mask)}, so it fits"
    return (
        f"I take {_mine(mind, order)} for {_cards(mind, mask)}: {_last_clue(mind, order)} meant that it fits"
    )


def _discard(mind: Mind, order: int) -> str:
    if not mind.now.cards[order].possible & mind.unseen & mind.now.needed:
        return f"{_mine(mind, order)} can be of no more use"
    if order in mind.ready:
        return (
            f"I take {_mine(mind, order)} for {_cards(mind, mind.mine(order))}, and a partner holds that too"
        )
    if order == mind.now.chop(mind.own):
        return f"{_mine(mind, order)} is my oldest without a clue, and nobody saved it"
    return f"all my cards are clued, and {_mine(mind, order)} would be missed least"


def _clue(mind: Mind, give: GiveClue) -> str:
    """Say what a clue is for: what will be played, what would have gone wrong, what it marks."""
    now, then = mind.now.hands[give.seat], mind.heard(give)
    before, after = mind.now.ready(now), mind.now.ready(then)
    plays = [order for order in after if order not in before and _fits(mind, order)]
    strikes = [order for order in before if not _fits(mind, order) and order not in after]
    new = [card.order for was, card in zip(now, then, strict=True) if card.touched and not was.touched]
    kept = [order for order in new if _of_use(mind, order)]
    said = [
        (plays, "it says that {} can be played"),
        (strikes, "else {} would be played, and does not fit"),
        (_endangered(mind, now, then), "{} would be discarded next, and is the last of its kind"),
        ([order for order in kept if order not in plays], "it marks {} as of use"),
    ]
    told = [words.format(_words(mind, orders)) for orders, words in said if orders]
    return "; ".join(told) or "there is nothing better to do, and a clue draws no card"


def _endangered(mind: Mind, now: Hand, then: Hand) -> list[int]:
    """Return the last of its kind that a seat would have discarded next, and now does not."""
    drop = mind.now.drop(now)
    if mind.now.ready(now) or drop is None:
        return []
    face = mind.faces.get(drop)
    safe = bool(mind.now.ready(then)) or mind.now.drop(then) != drop
    return [drop] if safe and face is not None and mind.now.prospect.critical >> face & 1 else []


def _of_use(mind: Mind, order: int) -> bool:
    face = mind.faces.get(order)
    return face is not None and bool(mind.now.needed >> face & 1)


def _fits(mind: Mind, order: int) -> bool:
    face = mind.faces.get(order)
    return face is not None and bool(mind.now.playable >> face & 1)


def _words(mind: Mind, orders: list[int]) -> str:
    """Name cards of others."""
    cards = [mind.view.cards[order] for order in orders]
    return " and ".join(mind.variant.text(card) for card in cards if card)
