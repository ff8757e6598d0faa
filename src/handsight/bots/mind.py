"""How robot 5 weighs an action: by what the table is worth afterwards, and what the next seat will do."""

from functools import cached_property

from handsight.bots.beliefs import Beliefs, advanced
from handsight.bots.weights import Weights
from handsight.conventions.public import after
from handsight.hanabi import Action, Clued, Discard, Give, Play, View, legal, touches, worth
from handsight.knowledge.evidence import unseen
from handsight.table.bits import members

NEVER = float("-inf")
Stacks = tuple[int, ...]


class Mind:
    """One moment of thought at a seat."""

    def __init__(self, view: View, now: Beliefs, weights: Weights) -> None:
        self.view = view
        self.now = now
        self.weights = weights
        self.me = view.viewer
        self.hand = view.hands[view.viewer]
        self.variant = view.terms.variant
        self.tokens = view.coins // view.terms.cost
        self.left = unseen(view)
        self.unseen = sum(1 << identity for identity, left in enumerate(self.left) if left)
        players = view.terms.players
        self.others = [(self.me + away) % players for away in range(1, players)]
        self.faces = {
            order: self.variant.identity(card)
            for seat in self.others
            for order in view.hands[seat]
            if (card := view.cards[order])
        }

    def best(self) -> Action:
        """Return the action that is worth most; of equals the first."""
        options = list(legal(self.view))
        return max(
            (option for option in options if self.considered(option)), key=self.worth, default=options[0]
        )

    def considered(self, action: Action) -> bool:
        """Leave out what nobody would do.

        With cards that surely fit, the lowest is played, or thrown away where a partner holds it too. With
        none, the usual card is discarded; gambles are for the last round.
        """
        match action:
            case Play(order):
                gamble = not self.view.deck_left and self.chance(order) > 0
                return order == self.ready[0] if self.ready else gamble
            case Discard(order):
                return order == (self.ready[0] if self.ready else self.drop)
        return True

    def worth(self, action: Action) -> float:
        """Return what the table is worth after an action."""
        match action:
            case Give():
                return self._clue_worth(action)
            case Play(order):
                return self._play_worth(order)
            case Discard(order):
                return self._discard_worth(order)
        return NEVER

    # What the own cards are.

    def mine(self, order: int) -> int:
        """Return what an own card is taken for; the last card of the deck may be anything unseen."""
        return self.now.believed(order, seen=self.unseen) if order in self.hand else self.unseen

    def chance(self, order: int) -> float:
        """Return how likely an own card fits."""
        mask = self.mine(order)
        fitting = sum(self.left[identity] for identity in members(mask & self.now.playable))
        return fitting / max(1, sum(self.left[identity] for identity in members(mask)))

    @cached_property
    def ready(self) -> list[int]:
        """The own cards that surely fit, the lowest and newest first."""
        sure = [order for order in self.hand if self.chance(order) == 1]
        return sorted(sure, key=lambda order: self.now.rank(self.mine(order)))

    @cached_property
    def drop(self) -> int | None:
        """The own card to discard: of no use, else the oldest untouched, else what is missed least."""
        old = self.hand[::-1]
        useless = (order for order in old if not self.now.possible(order) & self.unseen & self.now.needed)
        found = next(useless, None)
        found = self.now.chop(self.me) if found is None else found
        return (
            min(old, key=lambda order: self.loss(self.mine(order)), default=None) if found is None else found
        )

    # What losing cards costs.

    def loss(self, mask: int) -> float:
        """Return what it costs on average to lose an own card that may be any of these."""
        costs = [(self.left[identity], self.cost(identity)) for identity in members(mask)]
        return sum(left * cost for left, cost in costs) / max(1, sum(left for left, _ in costs))

    def cost(self, identity: int) -> float:
        """Return what it costs to lose a card: the points that become impossible, or a little."""
        now = self.now
        if not now.needed >> identity & 1:
            return 0.0
        if now.critical >> identity & 1:
            lost = list(now.public.lost)
            lost[identity] += 1
            return self._most - worth.max_score(self.variant, now.public.stacks, tuple(lost))
        return self.weights.double if identity in self.faces.values() else self.weights.spare

    @cached_property
    def _most(self) -> int:
        return worth.max_score(self.variant, self.now.public.stacks, self.now.public.lost)

    @cached_property
    def pace(self) -> int:
        """How many discards the table can still afford."""
        return self.now.public.score + self.view.deck_left + self.view.terms.players - self._most

    # What actions are worth.

    def heard(self, give: Give) -> Beliefs:
        """Return what everybody would believe after a clue."""
        touched = touches(self.view, give.seat, give.clue)
        missed = tuple(order for order in self.view.hands[give.seat] if order not in touched)
        deed = Clued(self.view.turn, self.me, give.seat, give.clue, give.clue.kind, touched, missed)
        return self.now.hear(deed, after(self.now.public, deed, drew=False))

    def _clue_worth(self, give: Give) -> float:
        then, value, weights = self.heard(give), 0.0, self.weights
        new = then.public.touched & ~self.now.public.touched
        seen = {self.faces[order] for order in self.faces if self.now.public.touched >> order & 1}
        for order in self.view.hands[give.seat]:
            face = self.faces.get(order)
            if face is None:
                continue
            of_use, believed = bool(self.now.needed >> face & 1), then.believed(order)
            if new >> order & 1:
                value += weights.touched if of_use and face not in seen else -weights.clog
                seen.add(face)
            if of_use and then.public.touched >> order & 1:
                if not believed >> face & 1:
                    value -= weights.wrong
                elif not believed & (believed - 1) and self.now.believed(order) != believed:
                    value += weights.told
        return value + self.outlook(then, self.now.public.stacks, self.tokens - 1)

    def _play_worth(self, order: int) -> float:
        mask, stacks, size = self.mine(order), self.now.public.stacks, len(self.variant.ranks)
        total, value = sum(self.left[identity] for identity in members(mask)), 0.0
        for identity in members(mask & self.now.playable):
            then, suit = advanced(self.variant, stacks, identity), identity // size
            rule = self.variant.stacks[suit]
            tokens = self.tokens + (rule.height[then[suit]] == rule.full)
            value += (1 + self.outlook(self.now, then, tokens, order)) * self.left[identity] / total
        if amiss := mask & ~self.now.playable:
            price = self._strikes(1) + self.loss(amiss) - self.outlook(self.now, stacks, self.tokens, order)
            value -= price * (1 - self.chance(order))
        return value

    def _discard_worth(self, order: int) -> float:
        mask, weights = self.mine(order), self.weights
        loss = self.loss(mask)
        if order == self.now.chop(self.me):
            trusting = self.loss(mask & ~self.now.critical)
            loss = weights.trust * loss + (1 - weights.trust) * trusting
        if self.view.deck_left:
            loss += weights.pace[max(0, min(self.pace, len(weights.pace) - 1))]
        return self.outlook(self.now, self.now.public.stacks, self.tokens + 1, order) - loss

    def _strikes(self, number: int) -> float:
        """Return what so many strikes cost; in the last round only the one that ends the game counts."""
        left = self.view.terms.strikes - (self.view.strikes or 0)
        prices = self.weights.strikes[-left:]
        if self.view.turns_left is not None:
            prices = (*(self.weights.late for _ in prices[:-1]), prices[-1])
        return sum(prices[:number])

    def outlook(self, then: Beliefs, stacks: Stacks, tokens: int, without: int = -1) -> float:
        """Return what the table is worth when the next seat is to move: plays to come, tokens, dangers."""
        weights = self.weights
        plays, strikes, busy = self.chain(then, stacks, without)
        need = (
            max(0, self._most - self.now.public.score - plays) + 1
        )  # more tokens than plays to tell of are idle
        held = min(tokens, need, self.view.terms.clues, len(weights.tokens) - 1)
        value = weights.tokens[held] + weights.known * plays - self._strikes(strikes)
        hand = then.public.hands[self.others[0]]
        if hand and not busy and tokens < self.view.terms.clues and self.view.deck_left:
            face = self.faces.get(then.leavings(self.others[0])[0])
            value -= 0 if face is None else self.cost(face) * (weights.risk if tokens else 1)
        return value

    def chain(self, then: Beliefs, stacks: Stacks, without: int = -1) -> tuple[int, int, bool]:
        """Let everybody play, in turn, what they take for fitting; the own cards are what they should be.

        Return how many fit, how many are strikes, and whether the next seat has something to play.
        """
        seats, turn, idle, busy, plays, strikes = [*self.others, self.me], 0, 0, False, 0, 0
        hands = [[order for order in self.view.hands[seat] if order != without] for seat in seats]
        last = None if self.view.turns_left is None else self.view.turns_left - 1
        while idle < len(seats) and turn != last:
            place = turn % len(seats)
            seen = self.unseen if seats[place] == self.me else -1
            found = self._next(then, hands[place], stacks, seen)
            idle, busy, turn = (0 if found else idle + 1), busy or bool(found and not turn), turn + 1
            if found:
                order, mask = found
                hands[place].remove(order)
                face = self.faces.get(order)
                fits = face is None or bool(worth.playable(self.variant, stacks) >> face & 1)
                plays, strikes = plays + fits, strikes + (not fits)
                sure = mask.bit_length() - 1 if face is None and not mask & (mask - 1) else face
                if fits and sure is not None:
                    stacks = advanced(self.variant, stacks, sure)
        return plays, strikes, busy

    def _next(self, then: Beliefs, hand: list[int], stacks: Stacks, seen: int) -> tuple[int, int] | None:
        """Return the card of a hand that is played next on these stacks, with what it is taken for."""
        playable = worth.playable(self.variant, stacks)
        needed = worth.needed(self.variant, stacks, self.now.public.lost)
        found, lowest = None, len(self.variant.ranks)
        for order in hand:
            mask = then.believed(order, needed, seen)
            if mask and not mask & ~playable and then.rank(mask) < lowest:
                found, lowest = (order, mask), then.rank(mask)
        return found
