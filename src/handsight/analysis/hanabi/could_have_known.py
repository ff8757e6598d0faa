"""What the mover could have known at a turn: from rules, clues and the cards it sees, without any error."""

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from handsight.hanabi import Action, Discard, GiveClue, Play, view
from handsight.hanabi import HanabiRecord as Game
from handsight.knowledge.claims import known_since
from handsight.knowledge.hanabi.evidence import clue_masks
from handsight.knowledge.hanabi.own_hand import Knowledge

PLAYABLE, TRASH, CRITICAL = "known-playable", "known-trash", "known-critical"
CERTAIN = {"playable": PLAYABLE, "trash": TRASH, "critical": CRITICAL}
"""Kinds of statements, by what is certain of a card."""
CHANCE_CRITICAL, CHANCE_PLAYABLE, TOLD_KNOWN = "chance-critical", "chance-playable", "told-known"


class Known(NamedTuple):
    """A statement about a card of the mover, or about what its clue told."""

    kind: str
    order: int | None = None
    since: int | None = None
    """The turn (how many actions had been taken) since which it was known."""
    card: str | None = None
    """Which card it is, where that is known, too."""
    chance: Fraction | None = None
    seat: int | None = None
    """The seat that was told what it knew."""

    def to_json(self) -> dict[str, Any]:
        """Return the statement as JSON data, without what does not apply."""
        row = {name: value for name, value in self._asdict().items() if value is not None}
        return row | ({"chance": str(self.chance)} if self.chance is not None else {})


class KnownCards:
    """What seats of a game know for certain of their cards, turn by turn; computed once each."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.knowledge = lru_cache(maxsize=None)(self._knowledge)
        self._certain = lru_cache(maxsize=None)(self._certain_of)

    def _knowledge(self, turn: int, seat: int) -> Knowledge:
        return Knowledge(view(self.game.states[turn], seat))

    def _certain_of(self, turn: int, seat: int) -> dict[int, tuple[str, ...]]:
        return {card.order: card.certain for card in self.knowledge(turn, seat)}

    def _certain_then(self, seat: int, order: int, turn: int) -> tuple[str, ...]:
        return self._certain(turn, seat).get(order, ())

    def statements(self, turn: int, action: Action | None) -> tuple[Known, ...]:
        """Return what the seat to move knew for certain, then the chances of what it did."""
        seat = self.game.states[turn].seat
        found = list[Known]()
        for card in self.knowledge(turn, seat):
            names = [name for name in card.certain if name in CERTAIN]
            since = known_since(turn, names, partial(self._certain_then, seat, card.order))
            text = card.variant.text(card.known) if card.known else None
            found += [Known(CERTAIN[name], card.order, since[name], text) for name in names]
        return (*found, *self._about_move(turn, seat, action))

    def _about_move(self, turn: int, seat: int, action: Action | None) -> list[Known]:
        cards = {card.order: card for card in self.knowledge(turn, seat)}
        match action:
            case Discard(order) if order in cards and cards[order].critical:
                return [Known(CHANCE_CRITICAL, order, chance=cards[order].critical)]
            case Play(order) if order in cards and cards[order].playable != 1:
                return [Known(CHANCE_PLAYABLE, order, chance=cards[order].playable)]
            case GiveClue(target, _) if self._tells_nothing(turn, seat, action):
                return [Known(TOLD_KNOWN, seat=target)]
        return []

    def _tells_nothing(self, turn: int, seat: int, clue: GiveClue) -> bool:
        """Whether the clues that its hearer had say as much as they do with this one."""
        seen = view(self.game.states[turn], seat)
        variant = seen.terms.variant
        masks, touch = clue_masks(seen, clue.seat)[0], variant.touch(clue.clue)
        for order in seen.hands[clue.seat]:
            mask, card = masks.get(order, variant.everything), seen.cards[order]
            touched = card is not None and bool(touch >> variant.identity(card) & 1)
            if mask & (touch if touched else ~touch) != mask:
                return False
        return True
