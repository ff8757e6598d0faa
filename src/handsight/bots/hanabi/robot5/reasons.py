"""Robot 5's reasons as sentences: what it believes its cards are, what it saves, what a clue is for."""

from handsight.bots.hanabi.robot5.action_choice import Search
from handsight.bots.hanabi.robot5.clue_beliefs import Hand
from handsight.hanabi import Action, CardSet, ClueGiven, Discard, GiveClue, Play
from handsight.notation.hanabi.table_text import clue_in_words

FEW = 4
"""Up to this number, possible cards are named one by one."""


PURPOSES = {
    "clue a play": "it says that {} can be played",
    "clue against a misplay": "otherwise {} would be played, and it is not playable",
    "clue a save": "{} would be discarded next, and it is the last copy",
    "clue more": "it marks {} as useful",
}
"""What a clue may be for, the most urgent first, and how that is said."""
SENTENCES = {
    "play for certain": "{mine} is {cards}, so it is playable",
    "play as meant": "I take {mine} for {cards}: {clue} meant that it is playable",
    "gamble": "it is the last round, and {mine} is playable with probability {chance:.0%}",
    "discard trash": "{mine} is trash",
    "discard a double": "I take {mine} for {cards}, and a partner holds the same card",
    "discard the chop": "{mine} is my chop (the oldest card without a clue), and nobody saved it",
    "discard a clued card": "all my cards are clued, and {mine} would cost least",
}
"""How the seat's plays and discards are explained."""
STEPS = (*SENTENCES, *PURPOSES, "clue to wait")
"""The steps of Robot 5: why it takes an action, in a few words."""


def step(search: Search, action: Action) -> str:
    """Return which of STEPS describes an action."""
    found = "clue to wait"
    match action:
        case Play(order) if search.chance(order) < 1:
            found = "gamble"
        case Play(order):
            sure = order in search.hand and not _possible(search, order) & ~search.now.playable
            found = "play for certain" if sure else "play as meant"
        case Discard(order) if not _possible(search, order) & search.now.needed:
            found = "discard trash"
        case Discard(order) if order in search.ready:
            found = "discard a double"
        case Discard(order):
            found = "discard the chop" if order == search.now.chop(search.own) else "discard a clued card"
        case GiveClue():
            purposes = _purposes(search, action).items()
            found = next((purpose for purpose, orders in purposes if orders), found)
    return found


def _possible(search: Search, order: int) -> int:
    """Return the mask of what a card of the hand may be by clues and visible cards, whatever clues meant."""
    return search.now.cards[order].possible & search.unseen


def why(search: Search, action: Action) -> str:
    """Return the reason for an action in words; "" for an action of another kind."""
    match action:
        case Play(order) | Discard(order):
            return SENTENCES[step(search, action)].format(
                mine=f"my slot {search.hand.index(order) + 1}" if order in search.hand else "the last card",
                cards=_cards(search, search.mine(order)),
                clue=_last_clue(search, order),
                chance=float(search.chance(order)),
            )
        case GiveClue():
            return _clue(search, action)
    return ""


def _cards(search: Search, mask: int) -> str:
    cards = str(CardSet(search.variant, mask)).split()
    if len(cards) > FEW:
        return f"one of {len(cards)} cards"
    return " or ".join([", ".join(cards[:-1]), cards[-1]] if len(cards) > 1 else cards)


def _last_clue(search: Search, order: int) -> str:
    """Return in words the clue that touched a card last; "what I see" if none did."""
    for event in reversed(search.view.events):
        if isinstance(event, ClueGiven) and order in event.touched and event.clue:
            return f"the {clue_in_words(search.variant, event.clue)} clue"
    return "what I see"


def _clue(search: Search, give: GiveClue) -> str:
    """Explain a clue: what will be played, what it prevents, what it marks."""
    sentences = [
        PURPOSES[purpose].format(_words(search, orders))
        for purpose, orders in _purposes(search, give).items()
        if orders
    ]
    return "; ".join(sentences) or "there is nothing better to do, and a clue draws no card"


def _purposes(search: Search, give: GiveClue) -> dict[str, list[int]]:
    """Return, for each of PURPOSES, the cards for which a clue serves it."""
    now, then = search.now.hands[give.seat], search.heard(give)
    before, after = search.now.ready(now), search.now.ready(then)
    plays = [order for order in after if order not in before and _is(search, order, search.now.playable)]
    strikes = [o for o in before if not _is(search, o, search.now.playable) and o not in after]
    new = [card.order for was, card in zip(now, then, strict=True) if card.touched and not was.touched]
    kept = [order for order in new if _is(search, order, search.now.needed) and order not in plays]
    found = plays, strikes, _endangered(search, now, then), kept
    return dict(zip(PURPOSES, found, strict=True))


def _endangered(search: Search, now: Hand, then: Hand) -> list[int]:
    """Return a list with the critical card that a seat would discard next without the clue; else []."""
    drop = search.now.drop(now)
    if search.now.ready(now) or drop is None:
        return []
    safe = bool(search.now.ready(then)) or search.now.drop(then) != drop
    return [drop] if safe and _is(search, drop, search.now.outlook.critical) else []


def _is(search: Search, order: int, mask: int) -> bool:
    """Whether a card of another seat is one of a mask."""
    face = search.faces.get(order)
    return face is not None and bool(mask >> face & 1)


def _words(search: Search, orders: list[int]) -> str:
    """Return the names of cards of other seats, as in "r1 and b2"."""
    cards = [search.view.cards[order] for order in orders]
    return " and ".join(search.variant.text(card) for card in cards if card)
