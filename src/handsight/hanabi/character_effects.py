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


def was_clued(board: Board, seat: int) -> bool:
    """Whether a seat received a clue since its last turn."""
    return any(_clues_since(board, seat))


def newest_was_clued(board: Board, seat: int) -> bool:
    """Whether a clue touched a seat's newest card since its last turn."""
    newest = board.hands[seat][:1]
    return any(order in clued.touched for clued in _clues_since(board, seat) for order in newest)


def last_kind(board: Board, seat: int) -> str | None:
    """Return the kind of the clue that a seat gave last, "color" or "number"; None if it gave none."""
    return next(
        (move.kind for move in latest_moves(board) if isinstance(move, ClueGiven) and move.seat == seat), None
    )


def insisted(board: Board, seat: int) -> tuple[int, ...] | None:
    """Return the cards of which a seat must clue one again, or None if it need not."""
    cards: tuple[int, ...] | None = None
    for event in board.events:
        if isinstance(event, ClueGiven) and event.seat == seat and cards is None:
            cards = event.touched
        elif isinstance(event, CardPlayed | CardDiscarded) and cards and event.order in cards:
            cards = None
    return cards


def just_played(board: Board, seat: int) -> bool:
    """Whether a seat played a card in its last turn."""
    return isinstance(next((move for move in latest_moves(board) if move.seat == seat), None), CardPlayed)


def last_move(board: Board, _seat: int) -> str:
    """Return the class of the last move by any seat, such as "ClueGiven"; "NoneType" before the first."""
    return type(next(latest_moves(board), None)).__name__


def _half_way(board: Board, seat: int) -> MoveEvent | None:
    """Return a seat's first action in this turn if it must act a second time, else None."""
    last = next(latest_moves(board), None)
    return last if last and last.seat == seat == board.seat else None


def second_target(board: Board, seat: int) -> int | None:
    """Return the seat that *seat* has clued and must clue again in this turn, or None."""
    first = _half_way(board, seat)
    return first.target if isinstance(first, ClueGiven) else None


def half_way(board: Board, seat: int) -> bool:
    """Whether a seat has taken the first action of a turn of two."""
    return _half_way(board, seat) is not None


def turned(board: Board, seat: int) -> bool:
    """Whether a seat has had an odd number of turns, each of which reverses the order of play."""
    return sum(move.seat == seat for move in latest_moves(board)) % 2 == 1


# ---- rules


class CardToJudge(NamedTuple):
    """A card to play or discard, to be judged by a character's rule, its drawn value and its memory."""

    board: Board
    value: int | None
    memory: Hashable
    order: int

    @property
    def newest(self) -> bool:
        """Whether it is the newest card in hand."""
        return self.order in self.board.hands[self.board.seat][:1]


class ClueToJudge(NamedTuple):
    """A clue to give, to be judged by the rule of its giver's or its receiver's character."""

    board: Board
    value: int | None
    memory: Hashable
    target: int
    clue: Clue

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


CardRule = Callable[[CardToJudge], bool]
ClueRule = Callable[[ClueToJudge], bool]


class CharacterRule(NamedTuple):
    """One character's rule: predicates that forbid giving a clue, receiving one, playing and discarding.

    *memory* is everything in the past on which the rule depends; *again* says whether the same seat moves
    again after a move; *unseen* are the cards in other hands that the player does not see.
    """

    clue: ClueRule | None = None
    receive: ClueRule | None = None
    play: CardRule | None = None
    discard: CardRule | None = None
    memory: Callable[[Board, int], Hashable] | None = None
    again: Callable[[Board, MoveEvent, int], bool] | None = None
    unseen: Callable[[Board, int], tuple[int, ...]] | None = None

    def remembers(self, board: Board, seat: int) -> Hashable:
        """Return everything in the past on which the rule depends for a seat."""
        return self.memory(board, seat) if self.memory else None


def binds(memory: Hashable) -> bool:
    """Whether a memory is a duty: anything but None and False (seat 0 is one)."""
    return memory is not None and memory is not False


def _bound(choice: CardToJudge | ClueToJudge) -> bool:
    return binds(choice.memory)


def _tokens(board: Board) -> int:
    """Return how many clues the team can pay for."""
    return board.clue_units // board.terms.clue_cost


def _blind(unseen: Callable[[Board, int], tuple[int, ...]]) -> CharacterRule:
    """Forbid clues that touch only cards which their giver does not see."""

    def clue(choice: ClueToJudge) -> bool:
        board, variant = choice.board, choice.board.terms.variant
        blind = variant.blind_colors if choice.clue.kind == "color" else variant.blind_numbers
        return not (board.terms.empty_clues or blind or choice.touched - {*unseen(board, board.seat)})

    return CharacterRule(clue=clue, unseen=unseen)


def _panics(board: Board, move: MoveEvent, clue_units: int) -> bool:
    """Whether a move is a discard that must be followed by another."""
    low = clue_units <= 4 * board.terms.clue_cost
    return isinstance(move, CardDiscarded) and low and not half_way(board, move.seat)


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
    "Vindictive": CharacterRule(play=_bound, discard=_bound, memory=was_clued),
    "Miser": CharacterRule(clue=lambda c: _tokens(c.board) < 4),
    "Compulsive": CharacterRule(clue=lambda c: not c.ends & c.touched),
    "Mood Swings": CharacterRule(clue=lambda c: c.clue.kind == c.memory, memory=last_kind),
    "Insistent": CharacterRule(
        clue=lambda c: isinstance(c.memory, tuple) and not c.touched.intersection(c.memory),
        play=_bound,
        discard=_bound,
        memory=insisted,
    ),
    "Vulnerable": CharacterRule(receive=lambda c: c.clue.kind == "number" and c.clue.value in (2, 5)),
    "Color-Blind": CharacterRule(receive=lambda c: c.clue.kind == "color"),
    "Impulsive": CharacterRule(
        clue=_bound, play=lambda c: _bound(c) and not c.newest, discard=_bound, memory=newest_was_clued
    ),
    "Indolent": CharacterRule(play=_bound, memory=just_played),
    "Hesitant": CharacterRule(play=lambda c: c.newest),
    "Anxious": CharacterRule(discard=lambda c: c.board.clue_units % 2 == 0),
    "Traumatized": CharacterRule(discard=lambda c: c.board.clue_units % 2 == 1),
    "Wasteful": CharacterRule(discard=lambda c: _tokens(c.board) >= 2),
    "Genius": CharacterRule(
        clue=lambda c: (
            (c.clue.kind, c.target) != ("number", c.memory)
            if _bound(c)
            else c.clue.kind != "color" or _tokens(c.board) < 2
        ),
        play=_bound,
        discard=_bound,
        memory=second_target,
        again=lambda _board, move, _clue_units: isinstance(move, ClueGiven) and move.kind == "color",
    ),
    "Panicky": CharacterRule(clue=_bound, play=_bound, memory=half_way, again=_panics),
    "Contrarian": CharacterRule(memory=turned),
    "Stubborn": CharacterRule(
        clue=lambda c: c.memory == "ClueGiven",
        play=lambda c: c.memory == "CardPlayed",
        discard=lambda c: c.memory == "CardDiscarded",
        memory=last_move,
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
            who, rule = seat_name(seat, names), character.rule(terms.variant)
            return "character", f"{who} is {character.name} and {rule}"
    return None


def unenforced_rules(terms: Terms, names: tuple[str, ...] = ()) -> list[str]:
    """Return a sentence for each character whose rule is not, or not wholly, enforced, with the reason."""
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
    return binds(CHARACTER_RULES[character.name].remembers(board, board.seat))


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
