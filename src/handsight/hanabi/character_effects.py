"""What characters change at a table: what is forbidden, who moves next, what a seat does not see.

`CHARACTER_RULES` has a row for each character. The rules are those of hanab.live's server; `unenforced_rules`
says where they cannot be known. All functions but `why_character_forbids` and `unenforced_rules` are for
tables with characters only.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

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
from handsight.hanabi.board import Board, chop, touches
from handsight.hanabi.cards import Card
from handsight.hanabi.characters import Character
from handsight.hanabi.terms import Terms
from handsight.hanabi.variants.variant import Clue

# ---- what a rule depends on


def latest_moves(board: Board) -> Iterator[MoveEvent]:
    """Yield the moves made so far, the latest first."""
    return (event for event in reversed(board.events) if isinstance(event, MoveEvent))


def _clues_since(board: Board, seat: int) -> Iterator[ClueGiven]:
    """Yield the clues that a seat received since its last turn."""
    for move in latest_moves(board):
        if move.seat == seat:
            return
        if isinstance(move, ClueGiven) and move.target == seat:
            yield move


def insisted(board: Board, seat: int) -> tuple[int, ...] | None:
    """Return the cards of which a seat must clue one again, or None if it need not."""
    cards: tuple[int, ...] | None = None
    for event in board.events:
        if isinstance(event, ClueGiven) and event.seat == seat and cards is None:
            cards = event.touched
        elif isinstance(event, CardPlayed | CardDiscarded) and cards and event.order in cards:
            cards = None
    return cards


def _own_moves(board: Board, seat: int) -> Iterator[MoveEvent]:
    """Yield the moves that a seat made, the latest first."""
    return (move for move in latest_moves(board) if move.seat == seat)


def _half_way(board: Board, seat: int) -> MoveEvent | None:
    """Return a seat's first action in this turn if it must act a second time, else None."""
    last = next(latest_moves(board), None)
    return last if last and last.seat == seat == board.seat else None


def turned(board: Board, seat: int) -> bool:
    """Whether a seat has had an odd number of turns, each of which reverses the order of play."""
    return len([*_own_moves(board, seat)]) % 2 == 1


# ---- rules


class Choice(NamedTuple):
    """A card to play or discard, or a clue, to be judged by a character's rule, its value and its memory."""

    board: Board
    value: int | None
    """What was drawn with the character."""
    memory: Hashable
    order: int = -1
    """The card, unless it is a clue."""
    target: int = -1
    clue: Clue = Clue("number", 0)
    """The clue and its receiver, if it is one."""

    def bound(self) -> bool:
        """Whether the memory is a duty; seat 0 may be one."""
        return self.memory is not None and self.memory is not False

    @property
    def newest(self) -> bool:
        """Whether it is the newest card in hand."""
        return self.order in self.board.hands[self.board.seat][:1]

    @property
    def ahead(self) -> int:
        """How many seats after the giver the receiver sits."""
        return (self.target - self.board.seat) % self.board.terms.players

    @property
    def touched(self) -> frozenset[int]:
        """The cards it touches, as far as they are seen."""
        return frozenset(touches(self.board, self.target, self.clue))

    @property
    def faces(self) -> list[Card]:
        """The faces of the cards it touches."""
        return [card for order in self.touched if (card := self.board.cards[order])]

    @property
    def ends(self) -> frozenset[int]:
        """The newest and the oldest card of the hand."""
        hand = self.board.hands[self.target]
        return frozenset((*hand[:1], *hand[-1:]))


Forbids = Callable[[Choice], bool]


class CharacterRule(NamedTuple):
    """One character's rule: predicates that forbid giving a clue, receiving one, playing and discarding.

    *memory* is everything in the past on which the rule depends; *again* says whether the same seat moves
    again after a move; *unseen* are the cards in other hands that the player does not see.
    """

    clue: Forbids | None = None
    receive: Forbids | None = None
    play: Forbids | None = None
    discard: Forbids | None = None
    memory: Callable[[Board, int], Hashable] | None = None
    again: Callable[[Board, MoveEvent, int], bool] | None = None
    unseen: Callable[[Board, int], tuple[int, ...]] | None = None

    def remembers(self, board: Board, seat: int) -> Hashable:
        """Return everything in the past on which the rule depends for a seat."""
        return self.memory(board, seat) if self.memory else None


def _tokens(board: Board) -> int:
    """Return how many clues the team can pay for."""
    return board.clue_units // board.terms.clue_cost


def _blind(unseen: Callable[[Board, int], tuple[int, ...]]) -> CharacterRule:
    """Forbid clues that touch only cards which their giver does not see."""

    def clue(choice: Choice) -> bool:
        board, variant = choice.board, choice.board.terms.variant
        blind = variant.blind_colors if choice.clue.kind == "color" else variant.blind_numbers
        return not (board.terms.empty_clues or blind or choice.touched - {*unseen(board, board.seat)})

    return CharacterRule(clue=clue, unseen=unseen)


def _panics(board: Board, move: MoveEvent, clue_units: int) -> bool:
    """Whether a move is a discard that must be followed by another."""
    low = clue_units <= 4 * board.terms.clue_cost
    return isinstance(move, CardDiscarded) and low and not _half_way(board, move.seat)


CHARACTER_RULES = {
    "Fuming": CharacterRule(clue=lambda c: c.clue.kind == "color" and c.clue.value != c.value),
    "Dumbfounded": CharacterRule(clue=lambda c: c.clue.kind == "number" and c.clue.value != c.value),
    "Inept": CharacterRule(clue=lambda c: any(card.suit == c.value for card in c.faces)),
    "Awkward": CharacterRule(clue=lambda c: any(card.rank == c.value for card in c.faces)),
    "Conservative": CharacterRule(clue=lambda c: len(c.touched) != 1),
    "Greedy": CharacterRule(clue=lambda c: len(c.touched) < 2),
    "Picky": CharacterRule(clue=lambda c: c.clue.value % 2 == (c.clue.kind == "color")),
    "Spiteful": CharacterRule(clue=lambda c: c.ahead == 1),
    "Insolent": CharacterRule(clue=lambda c: c.ahead == c.board.terms.players - 1),
    "Vindictive": CharacterRule(
        play=Choice.bound, discard=Choice.bound, memory=lambda board, seat: any(_clues_since(board, seat))
    ),
    "Miser": CharacterRule(clue=lambda c: _tokens(c.board) < 4),
    "Compulsive": CharacterRule(clue=lambda c: not c.ends & c.touched),
    "Mood Swings": CharacterRule(
        clue=lambda c: c.clue.kind == c.memory,
        memory=lambda board, seat: next(
            (move.kind for move in _own_moves(board, seat) if isinstance(move, ClueGiven)), None
        ),
    ),
    "Insistent": CharacterRule(
        clue=lambda c: isinstance(c.memory, tuple) and not c.touched.intersection(c.memory),
        play=Choice.bound,
        discard=Choice.bound,
        memory=insisted,
    ),
    "Vulnerable": CharacterRule(receive=lambda c: c.clue.kind == "number" and c.clue.value in (2, 5)),
    "Color-Blind": CharacterRule(receive=lambda c: c.clue.kind == "color"),
    "Impulsive": CharacterRule(
        clue=Choice.bound,
        play=lambda c: c.bound() and not c.newest,
        discard=Choice.bound,
        memory=lambda board, seat: any(
            board.hands[seat][0] in clued.touched for clued in _clues_since(board, seat) if board.hands[seat]
        ),
    ),
    "Indolent": CharacterRule(
        play=Choice.bound,
        memory=lambda board, seat: isinstance(next(_own_moves(board, seat), None), CardPlayed),
    ),
    "Hesitant": CharacterRule(play=lambda c: c.newest),
    "Anxious": CharacterRule(discard=lambda c: c.board.clue_units % 2 == 0),
    "Traumatized": CharacterRule(discard=lambda c: c.board.clue_units % 2 == 1),
    "Wasteful": CharacterRule(discard=lambda c: _tokens(c.board) >= 2),
    "Genius": CharacterRule(
        clue=lambda c: (
            (c.clue.kind, c.target) != ("number", c.memory)
            if c.bound()
            else c.clue.kind != "color" or _tokens(c.board) < 2
        ),
        play=Choice.bound,
        discard=Choice.bound,
        memory=lambda board, seat: getattr(_half_way(board, seat), "target", None),
        again=lambda _board, move, _clue_units: isinstance(move, ClueGiven) and move.kind == "color",
    ),
    "Panicky": CharacterRule(
        clue=Choice.bound,
        play=Choice.bound,
        memory=lambda board, seat: _half_way(board, seat) is not None,
        again=_panics,
    ),
    "Contrarian": CharacterRule(memory=turned),
    "Stubborn": CharacterRule(
        clue=lambda c: c.memory == "ClueGiven",
        play=lambda c: c.memory == "CardPlayed",
        discard=lambda c: c.memory == "CardDiscarded",
        memory=lambda board, _seat: type(next(latest_moves(board), None)).__name__,
    ),
    "Blind Spot": _blind(lambda board, seat: board.hands[(seat + 1) % board.terms.players]),
    "Oblivious": _blind(lambda board, seat: board.hands[seat - 1]),
    "Follower": CharacterRule(),
    "Slow-Witted": _blind(lambda board, _seat: tuple(hand[0] for hand in board.hands if hand)),
    "Quacker": CharacterRule(),
}


# ---- effects


def why_character_forbids(
    board: Board, action: Action, names: tuple[str, ...] = ()
) -> tuple[str, str] | None:
    """Return ``character`` and a sentence on whose character forbids an action; None if it is allowed."""
    terms = board.terms
    if not terms.characters:
        return None
    for seat in (board.seat, action.seat) if isinstance(action, GiveClue) else (board.seat,):
        character = terms.characters[seat]
        if character and _forbids(board, seat, character, action):
            return "character", _sentence(terms, seat, character, names)
    return None


def unenforced_rules(terms: Terms, names: tuple[str, ...] = ()) -> list[str]:
    """Return a sentence for each character whose rule is not, or not wholly, enforced, with the reason."""
    problems = []
    for seat, character in enumerate(terms.characters):
        doubt = character and _doubt(terms, character, by_hand=True)
        if character and doubt:
            problems.append(f"{_sentence(terms, seat, character, names)}; not enforced, because {doubt}")
    return problems


def _sentence(terms: Terms, seat: int, character: Character, names: tuple[str, ...]) -> str:
    return f"{seat_name(seat, names)} is {character.name} and {character.rule(terms.variant)}"


def _forbids(board: Board, seat: int, character: Character, action: Action) -> bool:
    rule = CHARACTER_RULES[character.name]
    if _doubt(board.terms, character, by_hand=not isinstance(action, GiveClue)):
        return False
    choice = board, character.value, rule.remembers(board, seat)
    match action:
        case GiveClue(target, clue):
            judge = rule.receive if seat == target else rule.clue
            return judge is not None and judge(Choice(*choice, target=target, clue=clue))
        case Play(order):
            return rule.play is not None and rule.play(Choice(*choice, order))
        case Discard(order):
            return rule.discard is not None and rule.discard(Choice(*choice, order))
    return False


def _doubt(terms: Terms, character: Character, *, by_hand: bool) -> str:
    """Return why a rule cannot be enforced on clues (*by_hand*: on plays and discards); empty if it can."""
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
    memory = CHARACTER_RULES[character.name].remembers(board, board.seat)
    return Choice(board, character.value, memory).bound()


def misplays(terms: Terms, seat: int, stacks: tuple[int, ...], card: Card) -> bool:
    """Whether a fitting card is a misplay of a Follower: fewer than two stacks' top cards reach its rank."""
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
