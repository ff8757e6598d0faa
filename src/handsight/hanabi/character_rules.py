"""What each character forbids, depends on and does not see, as hanab.live's server has it: one row each."""

from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

from handsight.hanabi.actions import CardDiscarded, CardPlayed, ClueGiven, MoveEvent
from handsight.hanabi.board import Board, touches
from handsight.hanabi.cards import Card
from handsight.hanabi.variants.variant import Clue


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
    """Return the kind of the clue that a seat gave last."""
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
    """Return the kind of the last move, by any seat."""
    return type(next(latest_moves(board), None)).__name__


def _half_way(board: Board, seat: int) -> MoveEvent | None:
    """Return the first action of a turn of two; only then has the seat to move just acted."""
    last = next(latest_moves(board), None)
    return last if last and last.seat == seat == board.seat else None


def second_target(board: Board, seat: int) -> int | None:
    """Return whom a seat has clued that must give a second clue in this turn, or None."""
    first = _half_way(board, seat)
    return first.target if isinstance(first, ClueGiven) else None


def half_way(board: Board, seat: int) -> bool:
    """Whether a seat has taken the first action of a turn of two."""
    return _half_way(board, seat) is not None


def turned(board: Board, seat: int) -> bool:
    """Whether a seat has had an odd number of turns, each of which reverses the order of play."""
    return sum(move.seat == seat for move in latest_moves(board)) % 2 == 1


class CardToJudge(NamedTuple):
    """A card to play or to discard, to be judged by the rule of a character.

    *value* was drawn with the character, *memory* is everything in the past on which its rule depends.
    """

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
    """One character's rule: predicates that forbid to clue, to receive a clue, to play and to discard.

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
    """Whether a memory is a duty; seat 0 may be one."""
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
