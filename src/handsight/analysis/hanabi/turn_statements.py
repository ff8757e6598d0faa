"""What is said about a move besides its value: facts, what its mover could have known, and why it lost.

Facts follow from the rules and the cards that have come to light. What could have been known follows from
rules, clues and the cards that the mover saw, without any error. The other sentences tell nothing that the
mover could not see.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

from handsight.hanabi import Action, CardDiscarded, CardPlayed, Discard, End, GiveClue, Play, State, view
from handsight.hanabi import HanabiRecord as Game
from handsight.knowledge.claims import known_since
from handsight.knowledge.hanabi.evidence import clue_masks
from handsight.knowledge.hanabi.own_hand import Knowledge
from handsight.lab.hanabi import lost_points as losses
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.text.counting_from_one import counted, slot_number, turn_number

LAST_COPY, MISPLAY, CLOSED_OFF, OUT_OF_TIME, STRUCK_OUT = CAUSES = (
    "last-copy",
    "misplay",
    "closed-off",
    "out-of-time",
    "struck-out",
)
"""How points are lost, as JSON has it."""
CAUSE_OF = {
    losses.DISCARDED: LAST_COPY,
    losses.MISPLAYED: MISPLAY,
    losses.WRONG_WAY: CLOSED_OFF,
    losses.NO_TURNS_LEFT: OUT_OF_TIME,
    losses.STRUCK_OUT: STRUCK_OUT,
}
"""By the name of a cause in `simulate --lost`, its name here."""
CAUSE_WORDS = {CAUSE_OF[cause]: words for cause, words in losses.CAUSE_WORDS.items()}


class Fact(NamedTuple):
    """Points that became impossible with a move, and why."""

    points: int
    cause: str
    card: str | None
    """The card that was lost; None where the game ended."""
    text: str


def facts_of(game: Game, turn: int) -> tuple[Fact, ...]:
    """Return the points that the move of a turn (an index, from 0) made impossible, each with its cause."""
    before, after = game.states[turn], game.states[turn + 1]
    found = list[Fact]()
    if before.max_score > after.max_score:
        event = next(
            event
            for event in reversed(after.events)
            if event.turn == turn and isinstance(event, CardPlayed | CardDiscarded)
        )
        cause = CAUSE_OF[losses.cause_of(event)]
        card = before.terms.variant.text(before.cards[event.order])
        found.append(
            Fact(before.max_score - after.max_score, cause, card, _lost_card(cause, card, before, after))
        )
    if turn == game.final.turn - 1 and game.final.over:  # a stopped game has its stop after that
        found += _end_facts(game.final)
    return tuple(found)


def _lost_card(cause: str, card: str, before: State, after: State) -> str:
    what = {
        LAST_COPY: f"the last {card} was discarded",
        MISPLAY: f"the last {card} was misplayed",
        CLOSED_OFF: f"{card} turned its stack away from the cards left",
    }[cause]
    return f"{what}; {before.max_score} is now impossible, {after.max_score} is the most"


def _end_facts(final: State) -> list[Fact]:
    """Return the points that the end of the game made impossible; nothing if there were none."""
    points = final.max_score - final.score
    if points <= 0:
        return []
    if final.end == End.STRIKEOUT:
        kept = "" if final.score else ", and the score is 0"
        text = f"the last strike ended the game{kept}: {counted(points, 'point')} lost"
        return [Fact(points, STRUCK_OUT, None, text)]
    how = "the game was stopped" if final.end == End.TERMINATED else "no turns were left"
    return [Fact(points, OUT_OF_TIME, None, f"{how}: {counted(points, 'point')} lost")]


PLAYABLE, TRASH, CRITICAL = "known-playable", "known-trash", "known-critical"
CERTAIN = {"playable": PLAYABLE, "trash": TRASH, "critical": CRITICAL}
"""By what is certain about a card, the kind of the statement that says so."""
CHANCE_CRITICAL, CHANCE_PLAYABLE, TOLD_KNOWN = "chance-critical", "chance-playable", "told-known"


class Known(NamedTuple):
    """A statement about a card of the mover, or about what its clue told."""

    kind: str
    order: int | None = None
    since: int | None = None
    """The turn (how many actions had been taken) since which it was known."""
    card: str | None = None
    """The name of the card, if its holder knows it; None if not."""
    chance: Fraction | None = None
    seat: int | None = None
    """The seat that a clue told only what it already knew."""

    def to_json(self) -> dict[str, Any]:
        """Return the statement as JSON data, without what does not apply."""
        row = {name: value for name, value in self._asdict().items() if value is not None}
        return row | ({"chance": str(self.chance)} if self.chance is not None else {})


class KnownCards:
    """What each seat knows for certain about its own cards at each turn; each answer is computed once."""

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
        """Return what the seat to move knew for certain about its cards, then what its move risked."""
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
        """Whether a clue rules out nothing that the earlier clues to its hearer had not ruled out."""
        seen = view(self.game.states[turn], seat)
        variant = seen.terms.variant
        masks, touch = clue_masks(seen, clue.seat)[0], variant.touch(clue.clue)
        for order in seen.hands[clue.seat]:
            mask, card = masks.get(order, variant.everything), seen.cards[order]
            touched = card is not None and bool(touch >> variant.identity(card) & 1)
            if mask & (touch if touched else ~touch) != mask:
                return False
        return True


def move_in_words(state: State, names: Sequence[str], action: Action) -> str:
    """Say a move of the seat to move: "discard slot 5", "clue Cathy 2"."""
    match action:
        case Play(order) | Discard(order):
            verb = "play" if isinstance(action, Play) else "discard"
            slot = state.slot(order)
            return f"{verb} {'the last card of the deck' if slot is None else f'slot {slot_number(slot)}'}"
        case GiveClue(seat, clue):
            return f"clue {names[seat]} {clue_in_words(state.terms.variant, clue)}"
    raise AssertionError(action)


def why_lost(state: State, names: Sequence[str], played: Action, best: Action, known: Sequence[Known]) -> str:
    """Say what was wrong with a move by what the mover could have known; empty if nothing was."""
    eyes = f"in {names[state.seat]}'s eyes"
    parts = list[str]()
    by_kind: dict[str, list[Known]] = {}
    for one in known:
        by_kind.setdefault(one.kind, []).append(one)
    plays = by_kind.get(PLAYABLE, [])
    match best, played:
        case Play(order), _ if played != best:
            parts += [f"did not play {_named(state, one)}" for one in plays if one.order == order]
        case _, Discard() if plays:
            parts.append(f"did not play {_named(state, plays[0])}")
    match played:
        case Play(order) if chances := by_kind.get(CHANCE_PLAYABLE):
            parts.append(f"played {_slot(state, order)}, which fits with chance {_chance(chances[0])} {eyes}")
        case Discard(order):
            risk = by_kind.get(CHANCE_CRITICAL, [])
            trash = [one for one in by_kind.get(TRASH, ()) if one.order != order]
            if risk:
                parts.append(
                    f"discarded {_slot(state, order)}, critical with chance {_chance(risk[0])} {eyes}"
                )
            if trash and not any(one.order == order for one in by_kind.get(TRASH, ())):
                parts.append(f"{_slot(state, trash[0].order)} was known trash since turn {_since(trash[0])}")
        case GiveClue(seat, _) if by_kind.get(TOLD_KNOWN):
            parts.append(f"told {names[seat]} what {names[seat]} already knew")
    return "; ".join(parts)


MISSED_PLAY, RISKY_PLAY, RISKY_DISCARD, NO_NEWS, OTHER = KINDS_OF_LOSS = (
    "missed-play",
    "risky-play",
    "risky-discard",
    "told-known",
    "other",
)
"""What was wrong with a move that lost, as JSON has it."""
LOSS_WORDS = {
    MISSED_PLAY: "did not play a card known to fit",
    RISKY_PLAY: "played a card that may not fit",
    RISKY_DISCARD: "discarded a card that may be critical",
    NO_NEWS: "told a player what it already knew",
    OTHER: "other moves",
}


def kind_of_loss(played: Action, best: Action, known: Sequence[Known]) -> str:
    """Return which of `KINDS_OF_LOSS` a move that lost is, by what the mover could have known."""
    plays = {one.order for one in known if one.kind == PLAYABLE}
    kinds = {one.kind for one in known}
    if (isinstance(best, Play) and best.order in plays) or (isinstance(played, Discard) and plays):
        return MISSED_PLAY
    if isinstance(played, Play) and CHANCE_PLAYABLE in kinds:
        return RISKY_PLAY
    if isinstance(played, Discard) and CHANCE_CRITICAL in kinds:
        return RISKY_DISCARD
    return NO_NEWS if TOLD_KNOWN in kinds else OTHER


def _named(state: State, one: Known) -> str:
    what = one.card or _slot(state, one.order)
    return f"{what}, known {'' if one.card else 'to fit '}since turn {_since(one)}"


def _slot(state: State, order: int | None) -> str:
    slot = None if order is None else state.slot(order)
    return "the last card of the deck" if slot is None else f"slot {slot_number(slot)}"


def _since(one: Known) -> int:
    return turn_number(one.since or 0)


def _chance(one: Known) -> Fraction:
    return one.chance or Fraction(0)
