"""Hanabi once more: slow, mutable, and sharing no line with the package.

It was written from the description of the rules alone, before the package's own engine was read, and knows a
variant only as a row of hanab.live's table. Cards are (suit, rank), actions are tuples, tokens are counted in
the clue units of the site (halves of a token where clues are starved).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from naive_variant import START, Card, NaiveVariant

Move = tuple[str, int] | tuple[str, int, int]
"""(verb, order) or (kind of clue, seat, value)."""
Way = list[set[int]]
"""The steps of a stack, each a set of ranks of which one must be played."""

HANDS = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
RUNNING, NORMAL, STRIKEOUT, SPEEDRUN_FAIL, ALL_OR_NOTHING_FAIL, SOFTLOCK = 0, 1, 2, 5, 8, 9

# the columns of the table of rule switches
RULES: dict[str, dict[str, Any]] = {
    "official": {"refund": True, "end": "last_draw", "struck": "zero", "vanish": False, "perfect": True},
    "stacks": {"refund": True, "end": "last_draw", "struck": "stacks", "vanish": False, "perfect": True},
    "explorer": {"refund": False, "end": "failed_draw", "struck": "stacks", "vanish": True, "perfect": False},
    "hanabidata": {"refund": True, "end": "last_draw", "struck": "stacks", "vanish": False, "perfect": False},
}


class Naive(NaiveVariant):
    """One game, changed in place by `do`."""

    def __init__(
        self,
        variant: dict[str, Any],
        suits: dict[str, dict[str, Any]],
        players: int,
        deck: Sequence[Card],
        *,
        rules: str = "official",
        **options: int,
    ) -> None:
        super().__init__(variant, suits)
        self.players, self.deck = players, list(deck)
        self.rules = RULES[rules]
        self.generous = rules == "hanabidata"  # discarding with all tokens is allowed
        self.options = {key for key, on in options.items() if on}
        self.first = options.get("startingPlayer", 0)
        self.unit = 2 if self.rule == "clue_starved" else 1  # clue units that a clue costs
        self.cap = self.tokens = 8 * self.unit
        hand = HANDS[players] + ("oneExtraCard" in self.options) - ("oneLessCard" in self.options)
        self.hands = [list(range(seat * hand, (seat + 1) * hand)) for seat in range(players)]
        self.drawn = players * hand
        self.stacks: list[list[int]] = [[] for _ in self.suits]
        self.discards: list[int] = []
        self.lost: Counter[Card] = Counter()  # copies in the discard pile
        self.touched: set[int] = set()
        self.strikes = self.turn = self.given = self.wasted = 0
        self.last_kind: str | None = None
        self.end_turn: int | None = None
        self.hit: set[int] | None = None  # what the last clue touched
        self.end = RUNNING
        self.look()

    def look(self) -> None:
        """Work out once a turn what everything else asks for."""
        self.best = self.best_stacks()
        self.max_score = sum(self.best)
        self.check_end()
        self.moves = self.every_move()

    # --- who and what

    @property
    def seat(self) -> int:
        return (self.first + self.turn) % self.players

    @property
    def left(self) -> int:
        return len(self.deck) - self.drawn

    @property
    def on_table(self) -> int:
        return sum(map(len, self.stacks))

    @property
    def perfect(self) -> int:
        return self.size * len(self.suits)

    @property
    def score(self) -> int:
        zero = self.end > NORMAL and not (self.end == STRIKEOUT and self.rules["struck"] == "stacks")
        return 0 if zero else self.on_table

    # --- stacks

    def next_ranks(self, s: int) -> set[int]:  # noqa: PLR0911  # the first line that matches decides
        """The ranks that this stack accepts now."""
        stack = self.stacks[s]
        if len(stack) == self.size:
            return set()
        if self.rule == "sudoku":
            if not stack:
                return set(self.ranks) - {other[0] for other in self.stacks if other}
            return {stack[-1] % self.size + 1}
        if self.rule == "up_or_down":
            if not stack:
                return {1, 5, START}
            if stack == [START]:
                return {2, 4}
            return {stack[-1] + self.direction(s)}
        step = self.direction(s)
        if not stack:
            return {1 if step > 0 else 5}
        return {stack[-1] + step}

    def direction(self, s: int) -> int:
        """+1 up, -1 down, 0 not decided."""
        if s in self.variant.get("down", ()):
            return -1
        if self.rule != "up_or_down":
            return 1
        stack = self.stacks[s]
        if not stack or stack == [START]:
            return 0
        return 1 if stack[0] == 1 or stack[:2] == [START, 2] else -1

    def fits(self, card: Card) -> bool:
        return card[1] in self.next_ranks(card[0])

    # --- moves

    def every_move(self) -> set[Move]:
        """Everything the seat to move may do, as a set of tuples."""
        if self.end != RUNNING:
            return set()
        mine = list(self.hands[self.seat])
        bottom = [self.drawn] if "deckPlays" in self.options and self.left == 1 else []
        inverted = any(suit.get("inverted") for suit in self.suits)
        moves: set[Move] = {("play", order) for order in mine + bottom}
        if self.tokens < self.cap or inverted or self.generous:
            moves |= {("discard", order) for order in mine}
            if inverted:
                moves |= {("discard", order) for order in bottom}
        if self.tokens >= self.unit:
            for target in set(range(self.players)) - {self.seat}:
                moves |= set(self.every_clue(target))
        return moves

    def every_clue(self, target: int) -> list[Move]:
        clues = [("color", target, value) for value in range(len(self.variant["colors"]))]
        clues += [("number", target, value) for value in self.variant["numbers"]]
        return [clue for clue in clues if self.may_clue(*clue)]

    def may_clue(self, kind: str, target: int, value: int) -> bool:
        if self.rule == "alternating_clues" and kind == self.last_kind:
            return False
        if "emptyClues" in self.options or self.rule in (kind + "_blind", "totally_blind"):
            return True
        return any(self.touches(kind, value, self.deck[order]) for order in self.hands[target])

    def do(self, move: Move) -> None:
        assert move in self.moves, move
        self.hit = None
        kind, *rest = move
        if kind in ("color", "number"):
            self.clue(kind, *rest)
        else:
            self.take(rest[0])
            (self.play if kind == "play" else self.discard)(rest[0])
        self.turn += 1
        self.look()

    def clue(self, kind: str, target: int, value: int) -> None:
        self.hit = {o for o in self.hands[target] if self.touches(kind, value, self.deck[o])}
        self.touched |= self.hit
        self.tokens -= self.unit
        self.given += 1
        self.last_kind = kind
        hand = self.hands[self.seat]
        if "cardCycle" in self.options and hand:
            chop = next((o for o in hand if o not in self.touched), hand[-1])
            hand.remove(chop)
            hand.append(chop)

    def take(self, order: int) -> None:
        """Take the card out of the hand (or off the deck) and draw the next one."""
        hand = self.hands[self.seat]
        if order in hand:
            hand.remove(order)
            if self.left:
                hand.append(self.drawn)
                self.drawn += 1
                self.last_round(drew_last=self.left == 0)
            else:
                self.last_round(drew_last=False)
        else:
            self.drawn += 1
            self.last_round(drew_last=True)

    def last_round(self, *, drew_last: bool) -> None:
        """Start the final round after the draw of the last card, or after the first draw that failed."""
        starts = drew_last if self.rules["end"] == "last_draw" else not drew_last and self.left == 0
        if starts and self.end_turn is None and "allOrNothing" not in self.options:
            self.end_turn = self.turn + self.players + 1

    def play(self, order: int) -> None:
        s, r = self.deck[order]
        if self.fits((s, r)):
            self.stacks[s].append(r)
            if (
                len(self.stacks[s]) == self.size
                and self.rule != "throw_it_in_a_hole"
                and self.rules["refund"]
            ):
                self.wasted += self.tokens == self.cap
                self.tokens = min(self.cap, self.tokens + 1)
        else:
            self.strikes += 1
            if not self.rules["vanish"]:
                self.lost[s, r] += 1
                self.discards.append(order)

    def discard(self, order: int) -> None:
        self.lost[self.deck[order]] += 1
        self.discards.append(order)
        self.tokens = min(self.cap, self.tokens + 1)

    # --- the end

    def check_end(self) -> None:
        short = self.max_score < self.perfect
        all_or_nothing = "allOrNothing" in self.options
        if self.strikes == 3:
            self.end = STRIKEOUT
        elif "speedrun" in self.options and short:
            self.end = SPEEDRUN_FAIL
        elif all_or_nothing and short:
            self.end = ALL_OR_NOTHING_FAIL
        elif all_or_nothing and not self.hands[self.seat] and self.tokens < self.unit:
            self.end = SOFTLOCK
        elif self.turn == self.end_turn or (self.rules["perfect"] and self.on_table == self.perfect):
            self.end = NORMAL

    @property
    def may_end(self) -> bool:
        """Tests 7 and 8: no more points can be made, so the table may go home."""
        if self.on_table == self.max_score:
            return True
        turns = self.players if self.end_turn is None else min(self.players, self.end_turn - self.turn)
        alive = list(range(self.drawn, len(self.deck)))
        for i in range(turns):
            alive += self.hands[(self.seat + i) % self.players]
        return not any(self.fits(self.deck[order]) for order in alive)

    # --- the best that can still be reached

    def gone(self, s: int, r: int) -> bool:
        return self.lost[s, r] == self.copies[s, r]

    def run(self, s: int, ranks: Way) -> int:
        """How many of these steps can be taken; a step is a set of ranks of which one must live."""
        for done, step in enumerate(ranks):
            if all(self.gone(s, r) for r in step):
                return done
        return len(ranks)

    def cycle(self, s: int, start: int) -> int:
        return self.run(s, [{(start - 1 + i) % self.size + 1} for i in range(self.size)])

    def best_stacks(self) -> list[int]:
        if self.rule == "sudoku":
            return self.best_sudoku()
        up = [{1}, {2}, {3}, {4}, {5}]
        down = up[::-1]
        if self.rule == "up_or_down":
            up[0], down[0] = {1, START}, {5, START}
        ways = {1: [up], -1: [down], 0: [up, down]}
        return [max(self.run(s, way) for way in ways[self.direction(s)]) for s in range(len(self.suits))]

    def best_sudoku(self) -> list[int]:
        started = {s: stack[0] for s, stack in enumerate(self.stacks) if stack}
        waiting = [s for s in range(len(self.suits)) if s not in started]
        free = [r for r in self.ranks if r not in started.values()]
        table = {(s, r): self.cycle(s, r) for s in range(len(self.suits)) for r in self.ranks}
        found = []
        for starts in permutations(free, len(waiting)):
            way = started | dict(zip(waiting, starts, strict=True))
            found.append([table[s, way[s]] for s in range(len(self.suits))])
        return min(found, key=lambda values: (-sum(values), sorted(values)))
