"""Throw It in a Hole: played cards lie face down, but the game has gone on since.

Whatever the face-down cards are, playing them in turn never made the last strike and never completed every
stack, or the game would have been over. So the ways they may be are found by replaying them. Ways that lead
to the same board with the same cards are counted together.

A board holds the copies that were used to make it, not those that are left. So the boards after some plays,
and the number of orders of cards that make each, hold for the whole game: another play extends them, and what
a seat has seen since only strikes some out. They are kept from turn to turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import perm, prod
from operator import add, getitem, itemgetter, mul
from typing import NamedTuple

from handsight.deals import Deal, Disjunction, Masks
from handsight.deals.counting import DealClasses, merge_classes
from handsight.errors import ContradictionError, TooLargeError
from handsight.game.bitmask import members
from handsight.hanabi import CardPlayed, GameStopped, Terms, View, card_value
from handsight.hanabi.actions import MoveEvent
from handsight.hanabi.character_effects import misplays

MAX_BOARDS, MAX_DEALS = 12_000, 1_200
MAX_KEPT = 150_000
"""How many boards are kept for the turns to come."""


class FaceDownBoard(NamedTuple):
    """A possible board: stacks and strikes, the copies discarded, and the copies still unseen."""

    stacks: tuple[int, ...]
    strikes: int
    discarded: tuple[int, ...]
    unseen: tuple[int, ...]

    def after(self, terms: Terms, seat: int, identity: int) -> tuple[int, ...] | None:
        """Return the stacks after a seat plays a card; None where that is a misplay."""
        variant = terms.variant
        fits = card_value.playable(variant, self.stacks) >> identity & 1
        if not fits or (terms.characters and misplays(terms, seat, self.stacks, variant.card(identity))):
            return None
        suit, position = divmod(identity, len(variant.ranks))
        stack = variant.stacks[suit].steps[self.stacks[suit]][position]
        return (*self.stacks[:suit], stack, *self.stacks[suit + 1 :])

    def over(self, terms: Terms) -> bool:
        """Whether the game would be over, by strikes or by a perfect score."""
        if self.strikes >= terms.max_strikes:
            return True
        heights = (rule.height[at] for rule, at in zip(terms.variant.stacks, self.stacks, strict=True))
        return terms.rules.stop_perfect and sum(heights) == terms.variant.max_score


@dataclass(frozen=True)
class FaceDownDeal(Disjunction):
    """Deals of the hidden cards that do not lie face down, for every way the face-down plays can have gone.

    The weights say in how many ways the face-down cards make each board, signed by inclusion and exclusion.
    """

    boards: tuple[FaceDownBoard, ...] = ()

    @cached_property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each variable and value, the ways that pair them; each row adds up to all ways."""
        if not self.ways:
            raise ContradictionError("nothing fits what is known: each of the alternatives is ruled out")
        weights: dict[int, int] = {}
        for part, weight in zip(self.parts, self.weights, strict=True):
            weights[id(part)] = weights.get(id(part), 0) + weight
        alike: dict[tuple[Masks, tuple[int, ...]], list[int]] = {}
        for part in {
            id(part): part for part in self.parts
        }.values():  # what is counted alike is added up first
            counted = _shape(part.masks, len(part.limits)).copies(part.limits)
            weighted = list(map(weights[id(part)].__mul__, part.limits))
            known = alike.get((part.masks, counted))
            alike[part.masks, counted] = weighted if known is None else list(map(add, known, weighted))
        totals = [[0] * len(self.parts[0].limits) for _ in self.parts[0].masks]
        for (masks, counted), weighted in alike.items():
            for at, rate in enumerate(_shape(masks, len(weighted)).rates(counted)):
                totals[at] = list(map(add, totals[at], map(mul, rate, weighted)))
        return tuple(map(tuple, totals))


class LeftDeal(Deal):
    """A deal of the cards that do not lie face down; deals with the same masks share their counting."""

    def __post_init__(self) -> None:
        """Check nothing: masks and limits come from a deal that was checked."""

    @cached_property
    def ways(self) -> int:
        """The number of complete deals, copies of a value counted apart; 0 if there is none."""
        return self._shape.ways(self._copies)

    @cached_property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each variable and value, the ways that pair them; each row adds up to all ways."""
        self._require_deal()
        rates = self._shape.rates(self._copies)
        rows = [tuple(map(mul, rates[klass[0]], self.limits)) for klass in self._shape.alike]
        return tuple(rows[klass] for klass in self._shape.class_of)

    @cached_property
    def _shape(self) -> "_Shape":
        return _shape(self.masks, len(self.limits))

    @cached_property
    def _copies(self) -> tuple[int, ...]:
        return self._shape.copies(self.limits)


class _Shape:
    """Counts deals with the same masks: the copies of values with the same takers are alike."""

    def __init__(self, masks: Masks, values: int) -> None:
        self._classes = merge_classes(masks, (1,) * values)
        self._values = values
        self.alike = self._classes.variables
        """Variables with the same mask, class by class."""
        self.class_of = [
            next(at for at, klass in enumerate(self.alike) if variable in klass)
            for variable in range(len(masks))
        ]
        # one value is picked twice, since a getter of a single one would not return a tuple
        self._pick = [itemgetter(*group, group[0]) for group in self._classes.values]
        self._counts: dict[tuple[int, ...], DealClasses] = {}
        self._ways: dict[tuple[int, ...], int] = {}
        self._rates: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}

    def ways(self, copies: tuple[int, ...]) -> int:
        """The number of complete deals, given the copies of each class of values."""
        ways = self._ways.get(copies)
        if ways is None:
            ways = self._ways[copies] = self._count(copies).ways
        return ways

    def rates(self, copies: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """For each variable and value, the ways that pair the variable with one copy of the value."""
        known = self._rates.get(copies)
        if known is None:
            rows = [[0] * self._values for _ in self.alike]
            for variables, (group,), total in self._count(copies).totals():
                for value in self._classes.values[group]:
                    rows[self.class_of[variables[0]]][value] = total // (len(variables) * copies[group])
            by_class = list(map(tuple, rows))
            known = self._rates[copies] = tuple(by_class[klass] for klass in self.class_of)
        return known

    def copies(self, limits: tuple[int, ...]) -> tuple[int, ...]:
        """Count the copies of each class of values."""
        return tuple([sum(pick(limits)[:-1]) for pick in self._pick])

    def _count(self, copies: tuple[int, ...]) -> DealClasses:
        """Return the deal of classes of values, each taken as one value."""
        known = self._counts.get(copies)
        if known is None:
            if len(self._counts) >= MAX_DEALS:
                self._counts, self._ways, self._rates = {}, {}, {}
            classes, groups = self._classes, tuple((group,) for group in range(len(copies)))
            known = DealClasses(classes.variables, groups, classes.takers, copies)
            self._counts[copies] = known
        return known


_shape = lru_cache(maxsize=32)(_Shape)


def replay(view: View, orders: tuple[int, ...], deal: Deal | Disjunction) -> FaceDownDeal:
    """Find every board that the face-down cards may make, by replaying them; too many are a TooLargeError."""
    parts, weights = (deal.parts, deal.weights) if isinstance(deal, Disjunction) else ((deal,), (1,))
    plays = [event for event in view.events if isinstance(event, CardPlayed)]
    index = {order: at for at, order in enumerate(orders)}
    down = {index[event.order] for event in plays if event.card is None}
    weight_of: dict[Masks, int] = {}
    for part, weight in zip(parts, weights, strict=True):
        weight_of[part.masks] = weight_of.get(part.masks, 0) + weight
    games = tuple(
        (
            tuple(mask for at, mask in enumerate(masks) if at not in down),
            weight,
            _as_plays(view, plays, index, masks),
        )
        for masks, weight in weight_of.items()
        if weight
    )
    limits = parts[0].limits if parts else ()
    return _replayed(view.terms, games, limits, view.discarded_copies, _consistent_with_end(view))


@lru_cache(maxsize=16)
def _replayed(
    terms: Terms,
    games: "tuple[tuple[Masks, int, tuple[Play, ...]], ...]",
    limits: tuple[int, ...],
    discarded: tuple[int, ...],
    goes: tuple[bool, bool],
) -> FaceDownDeal:
    """Replay games: what clues leave the other cards, the weight, and the plays of each.

    Many a move tells a seat nothing, so the last answers are kept.
    """
    follower, room = _follower(terms), MAX_BOARDS
    found: list[tuple[Masks, int, Board, int]] = []
    for left, weight, plays in games:
        boards, room = follower.followed(plays, limits, room)
        found += (
            (left, weight, board, orders) for board, orders in boards.items() if goes[follower.over(board)]
        )
    return _dealt(follower, discarded, limits, found)


def _dealt(
    follower: "_Follower",
    discarded: tuple[int, ...],
    limits: tuple[int, ...],
    found: "list[tuple[Masks, int, Board, int]]",
) -> FaceDownDeal:
    """Deal the cards that do not lie face down, from what each board leaves of them."""
    used = [follower.used(board) for _, _, board, _ in found]
    if len({(left, taken) for (left, *_), taken in zip(found, used, strict=True)}) > MAX_DEALS:
        raise TooLargeError(f"the face-down cards may be more than {MAX_DEALS:,} different sets of cards")
    unseen, start = _packed(limits), _packed(discarded)
    copies = [tuple(perm(limit, n) for n in range(limit + 1)) for limit in limits]
    deals: dict[tuple[Masks, int], tuple[Deal, int]] = {}
    gone: dict[int, tuple[int, ...]] = {}
    dealt = []
    for (left, weight, board, orders), taken in zip(found, used, strict=True):
        known = deals.get((left, taken))
        if known is None:
            choices = prod(map(getitem, copies, follower.unpacked(taken)))
            known = deals[left, taken] = LeftDeal(left, follower.unpacked(unseen - taken)), choices
        part, choices = known
        if part.ways:
            dropped = start + follower.dropped(board)
            if dropped not in gone:
                gone[dropped] = follower.unpacked(dropped)
            on_table = FaceDownBoard(*follower.table(board), gone[dropped], part.limits)
            dealt.append((part, weight * orders * choices, on_table))
    return FaceDownDeal(*zip(*dealt, strict=True)) if dealt else FaceDownDeal((), (), ())


def left_out(view: View) -> str:
    """Say which evidence about face-down cards is not used; empty where all is."""
    terms = view.terms
    if terms.speedrun or terms.all_or_nothing:
        return "that the game has not failed its aim is left out"
    return "why the game ended is left out" if view.over and terms.characters else ""


Play = tuple[int, int, bool]
"""A play: the seat, the mask of what the card may be, and whether the card is unseen."""
Board = int
"""A board in one number. From the lowest bits: the state of each stack, the strikes, and for each identity
the copies misplayed, then the copies that unseen plays used."""
BITS, STACK_BITS = 8, 16
"""Bits of a count, of which the highest stays free; and bits of the state of a stack."""
FULL = (1 << BITS) - 1


def _as_plays(view: View, plays: list[CardPlayed], index: dict[int, int], masks: Masks) -> tuple[Play, ...]:
    """Say of each play what the card may be, by what clues leave it."""
    identity = view.terms.variant.identity
    return tuple(
        (event.seat, masks[index[event.order]], True)
        if event.card is None
        else (event.seat, 1 << identity(event.card), False)
        for event in plays
    )


def _too_many() -> TooLargeError:
    return TooLargeError(
        f"the face-down cards can make more than the {MAX_BOARDS:,} boards that are followed"
    )


class _Layer:
    """The boards after some plays that use no more than some limits, and the orders of cards to each."""

    def __init__(self, limits: int, boards: dict[Board, int], *, complete: bool) -> None:
        self.limits = limits
        """For each identity that the plays may use, the copies unseen when they were followed, packed."""
        self.boards = boards
        self.complete = complete
        """Whether these are all boards, not just more than there was room for."""
        self.following: dict[Play, _Layer] = {}
        self._narrow = limits, boards

    def within(self, limits: int, guards: int, shift: int) -> dict[Board, int]:
        """Return the boards that keep to limits, which must not be wider than those of this layer."""
        last_limits, boards = self._narrow
        if limits == last_limits:
            return boards
        if (last_limits + guards - limits) & guards != guards:
            boards = self.boards
        most = limits + guards
        left = {
            board: orders for board, orders in boards.items() if (most - (board >> shift)) & guards == guards
        }
        self._narrow = limits, left
        return left


class _Follower:
    """Follows plays on boards, and keeps the boards after each play for the turns to come."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        variant = terms.variant
        self._suits, self._size = len(variant.suits), len(variant.copies)
        self._table_bits = STACK_BITS * self._suits + BITS
        self._used_at = self._table_bits + BITS * self._size
        self._guards = _packed((1 << BITS - 1,) * self._size)
        self._vanishes = terms.rules.misplay == "vanish"
        self._tables: dict[int, tuple[tuple[int, ...], int, bool]] = {}
        self._known_fields: dict[int, int] = {}
        self._begin()

    def _begin(self) -> None:
        self._start, self._kept = _Layer(0, {0: 1}, complete=True), 1

    def followed(
        self, plays: tuple[Play, ...], limits: tuple[int, ...], room: int
    ) -> tuple[dict[Board, int], int]:
        """Return the boards after all plays, with the orders of cards to each, and the room that is left.

        The boards after every play take room; too many are a TooLargeError.
        """
        if self._kept > MAX_KEPT:
            self._begin()
        layer, unseen, fields, guards = self._start, _packed(limits), 0, self._guards
        boards = layer.boards
        for play in plays:
            if play[2]:
                fields |= self._fields(play[1])
            most = unseen & fields
            known = layer.following.get(play)
            after = None
            if known is not None and (known.limits + guards - most) & guards == guards:
                after = known.within(most, guards, self._used_at)
                if not known.complete and len(after) <= room:
                    after = None
            if known is None or after is None:
                after = self._played(play, boards, limits, room)
                known = _Layer(most, after, complete=len(after) <= room)
                layer.following[play] = known
                self._kept += len(after)
            room -= len(after)
            if room < 0:
                raise _too_many()
            layer, boards = known, after
        return boards, room

    def _fields(self, mask: int) -> int:
        """Return the bits in which the copies of these identities are packed."""
        known = self._known_fields.get(mask)
        if known is None:
            known = self._known_fields[mask] = sum(FULL << BITS * identity for identity in members(mask))
        return known

    def _played(
        self, play: Play, boards: dict[Board, int], limits: tuple[int, ...], room: int
    ) -> dict[Board, int]:
        """Play a card on every board that is not over; stop once there are more boards than room."""
        after: dict[Board, int] = {}
        table, moves = (1 << self._table_bits) - 1, dict[int, list[tuple[int, int, int]]]()
        for board, orders in boards.items():
            on_table = board & table
            if on_table not in moves:
                moves[on_table] = list(self._moves(play, board, limits))
            for change, shift, limit in moves[on_table]:
                if board >> shift & FULL < limit:
                    made = board + change
                    after[made] = after.get(made, 0) + orders
            if len(after) > room:
                break
        return after

    def _moves(self, play: Play, board: Board, limits: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
        """Yield for each card that may be played: what it adds to the board, and where its copies end."""
        seat, mask, unseen = play
        (stacks, strikes), over = self.table(board), self.over(board)
        before = _packed(stacks, STACK_BITS)
        for identity in () if over else members(mask):
            after = FaceDownBoard(stacks, strikes, (), ()).after(self._terms, seat, identity)
            shift = self._used_at + BITS * identity
            if after is not None:
                change = _packed(after, STACK_BITS) - before
            else:
                change = 1 << STACK_BITS * self._suits
                if not self._vanishes:
                    change += 1 << self._table_bits + BITS * identity
            yield (change + (1 << shift), shift, limits[identity]) if unseen else (change, shift, FULL)

    def table(self, board: Board) -> tuple[tuple[int, ...], int]:
        """Return the stacks and the strikes of a board."""
        return self._read(board)[:2]

    def over(self, board: Board) -> bool:
        """Whether the game would be over, by strikes or by a perfect score."""
        return self._read(board)[2]

    def used(self, board: Board) -> int:
        """Return the copies that unseen plays used, packed."""
        return board >> self._used_at

    def dropped(self, board: Board) -> int:
        """Return the copies misplayed of each identity, packed."""
        return board >> self._table_bits & (1 << BITS * self._size) - 1

    def unpacked(self, counts: int) -> tuple[int, ...]:
        """Return the count of each identity."""
        return tuple(counts.to_bytes(self._size, "little"))

    def _read(self, board: Board) -> tuple[tuple[int, ...], int, bool]:
        on_table = board & (1 << self._table_bits) - 1
        if on_table not in self._tables:
            state = (1 << STACK_BITS) - 1
            stacks = tuple(on_table >> STACK_BITS * suit & state for suit in range(self._suits))
            strikes = on_table >> STACK_BITS * self._suits
            over = FaceDownBoard(stacks, strikes, (), ()).over(self._terms)
            self._tables[on_table] = stacks, strikes, over
        return self._tables[on_table]


_follower = lru_cache(maxsize=4)(_Follower)


def _packed(counts: tuple[int, ...], bits: int = BITS) -> int:
    return sum(count << bits * at for at, count in enumerate(counts))


def _consistent_with_end(view: View) -> tuple[bool, bool]:
    """Return whether boards fit this game on which the game goes on, and those on which it is over."""
    terms = view.terms
    moves = [event for event in view.events if isinstance(event, MoveEvent | GameStopped)]
    may_end = view.over and (bool(terms.characters) or isinstance(moves[-1], CardPlayed))
    other_ends = terms.characters or terms.speedrun or terms.all_or_nothing or view.turns_left == 0
    return not (may_end and not other_ends), may_end
