"""What characters change at a table: what is forbidden, who moves next, what a seat does not see.

The rules are those of hanab.live's server; `unenforced_rules` says where they cannot be known. All functions
but `why_character_forbids` and `unenforced_rules` are for tables with characters only.
"""

from collections.abc import Hashable, Iterator

from handsight.game import seat_name
from handsight.hanabi.actions import (
    Action,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    ClueGiven,
    Discard,
    Event,
    GiveClue,
    MoveEvent,
    Play,
)
from handsight.hanabi.board import Board, chop
from handsight.hanabi.cards import Card
from handsight.hanabi.character_rules import CHARACTER_RULES, CardToJudge, ClueToJudge, binds, turned
from handsight.hanabi.characters import Character
from handsight.hanabi.terms import Terms


def why_character_forbids(
    board: Board, action: Action, names: tuple[str, ...] = ()
) -> tuple[str, str] | None:
    """Return the code ``character`` and whose character forbids an action, or None if none does.

    A clue is judged by the characters of its giver and of its receiver; *names* are the players' names.
    """
    terms = board.terms
    if not terms.characters:
        return None
    for seat in (board.seat, action.seat) if isinstance(action, GiveClue) else (board.seat,):
        character = terms.characters[seat]
        if character and _forbids(board, seat, character, action):
            who, rule = seat_name(seat, names), character.rule(terms.variant)
            return "character", f"{who} is {character.name} and {rule}"
    return None


def unenforced_rules(terms: Terms, names: tuple[str, ...] = ()) -> list[str]:
    """List the characters whose rules are not enforced, or not wholly, each with the reason."""
    problems = []
    for seat, character in enumerate(terms.characters):
        doubt = character and _doubt(terms, character, by_hand=True)
        if character and doubt:
            rule = character.rule(terms.variant)
            problems.append(
                f"{seat_name(seat, names)} is {character.name} and {rule}; not enforced, because {doubt}"
            )
    return problems


def _forbids(board: Board, seat: int, character: Character, action: Action) -> bool:
    rule = CHARACTER_RULES[character.name]
    if _doubt(board.terms, character, by_hand=not isinstance(action, GiveClue)):
        return False
    choice = board, character.value, rule.remembers(board, seat)
    match action:
        case GiveClue(target, clue):
            judge = rule.receive if seat == target else rule.clue
            return judge is not None and judge(ClueToJudge(*choice, target, clue))
        case Play(order):
            return rule.play is not None and rule.play(CardToJudge(*choice, order))
        case Discard(order):
            return rule.discard is not None and rule.discard(CardToJudge(*choice, order))
    return False


def _doubt(terms: Terms, character: Character, *, by_hand: bool) -> str:
    """Say why a rule cannot be enforced on clues, or on plays and discards (*by_hand*); empty if it can."""
    rule = CHARACTER_RULES[character.name]
    if character.type.value and character.value is None:
        return f"the record does not say which {character.type.value}"
    if by_hand and terms.variant.inverted and rule.play is not rule.discard:
        return "a suit swaps playing and discarding here, and hanab.live does not say which of them counts"
    return ""


def memories(board: Board) -> tuple[Hashable, ...]:
    """Return, for each seat, everything in the past on which its character's rule depends."""
    seated = enumerate(board.terms.characters)
    return tuple(CHARACTER_RULES[who.name].remembers(board, seat) if who else None for seat, who in seated)


def _is(terms: Terms, seat: int, name: str) -> bool:
    character = terms.characters[seat]
    return character is not None and character.name == name


def _direction(board: Board) -> int:
    """Return 1 while turns pass to the next seat, -1 while they pass to the previous one."""
    terms = board.terms
    turns = [turned(board, seat) for seat in range(terms.players) if _is(terms, seat, "Contrarian")]
    return -1 if sum(turns) % 2 else 1


def next_seat(board: Board, move: MoveEvent, clue_units: int) -> int:
    """Return the next seat to move, given the clue units left by a move not yet on the board."""
    seat, terms = move.seat, board.terms
    character = terms.characters[seat]
    again = character and CHARACTER_RULES[character.name].again
    if again and again(board, move, clue_units):
        return seat
    step = -_direction(board) if _is(terms, seat, "Contrarian") else _direction(board)
    return (seat + step) % terms.players


def upcoming(board: Board, turns: int) -> Iterator[int]:
    """Yield the seats that have the next turns, the seat to move first."""
    seat, step, terms = board.seat, _direction(board), board.terms
    for _ in range(turns):
        yield seat
        step = -step if _is(terms, seat, "Contrarian") else step
        seat = (seat + step) % terms.players


def must_clue(board: Board) -> bool:
    """Whether the character of the player to move demands a clue."""
    character = board.terms.characters[board.seat]
    if character is None or character.name not in ("Vindictive", "Insistent"):
        return False
    return binds(CHARACTER_RULES[character.name].remembers(board, board.seat))


def misplays(terms: Terms, seat: int, stacks: tuple[int, ...], card: Card) -> bool:
    """Whether a card that fits is a misplay for this seat; hanab.live compares it with the cards on top."""
    if not _is(terms, seat, "Follower"):
        return False
    tops = (rule.tops[at] for rule, at in zip(terms.variant.stacks, stacks, strict=True))
    return sum(top >= card.rank for top in tops) < 2


def quacks(terms: Terms, seat: int) -> bool:
    """Whether a seat's clues show only which cards they touch."""
    return _is(terms, seat, "Quacker")


def unseen(board: Board, seat: int) -> frozenset[int]:
    """Return the cards in other hands that a seat has never seen, because of its character."""
    character = board.terms.characters[seat]
    hides = character and CHARACTER_RULES[character.name].unseen
    hidden = frozenset(hides(board, seat)) if hides else frozenset()
    if _is(board.terms, seat, "Slow-Witted"):
        return frozenset(order for order in hidden if not _emerged(board.terms, board.events, order))
    return hidden


def never_saw(board: Board, seat: int, played: CardPlayed) -> bool:
    """Whether a seat did not see a card in its owner's hand before it was played face down."""
    terms, owner = board.terms, played.seat
    if _is(terms, seat, "Blind Spot") or _is(terms, seat, "Oblivious"):
        step = 1 if _is(terms, seat, "Blind Spot") else -1
        return owner == (seat + step) % terms.players
    if not _is(terms, seat, "Slow-Witted"):
        return False
    return not _emerged(terms, board.events[: board.events.index(played)], played.order)


def _emerged(terms: Terms, events: tuple[Event, ...], order: int) -> bool:
    """Whether a card has been behind the newest slot: another was drawn, or a cycled one moved ahead."""
    owner = next(event.seat for event in events if isinstance(event, CardDrawn) and event.order == order)
    hand: tuple[int, ...] = ()
    touched = 0
    for event in events:
        if isinstance(event, ClueGiven):
            touched |= sum(1 << card for card in event.touched if not touched >> card & 1)
            if terms.card_cycle and event.seat == owner and hand:
                at = chop(hand, touched)
                hand = (hand[at], *hand[:at], *hand[at + 1 :])
        elif isinstance(event, CardDrawn) and event.seat == owner:
            hand = (event.order, *hand)
        elif isinstance(event, CardPlayed | CardDiscarded) and event.seat == owner:
            hand = tuple(card for card in hand if card != event.order)
        if order in hand[1:]:
            return True
    return False
