"""Robot 5's search: each action is valued by the position after it, and by what the next seat will do.

Values are exact, in thousandths of a point: integers, and fractions where a mean is taken over the copies
that a card of its hand may be. So the compiled robot (`robot5/compiled`) decides alike.
"""

from fractions import Fraction
from functools import cached_property, reduce
from operator import or_

from handsight.bots.hanabi.robot5.clue_beliefs import (
    BelievedCard,
    Hand,
    SharedBeliefs,
    StackOutlook,
    held_card,
)
from handsight.bots.hanabi.robot5.weights import MIDDLE, PERCENT, POINT, THOUSAND, Weights
from handsight.game.bitmask import members
from handsight.hanabi import Action, Discard, GiveClue, Play, View, legal, touches

Value = int | Fraction
"""A value in thousandths of a point."""
NEVER = -1000 * POINT
"""A value below that of any action."""


class Search:
    """The search of one seat on one turn."""

    def __init__(self, view: View, now: SharedBeliefs, weights: Weights) -> None:
        self.view = view
        self.now = now
        self.weights = weights
        self.me = view.viewer
        self.hand = view.hands[view.viewer]
        self.variant = view.terms.variant
        self.tokens = view.clue_units // view.terms.clue_cost
        self.left = view.unseen_copies
        self.unseen = sum([1 << identity for identity, left in enumerate(self.left) if left])
        players = view.terms.players
        self.others = [(self.me + away) % players for away in range(1, players)]
        self.faces = {
            order: self.variant.identities[card]
            for seat in self.others
            for order in view.hands[seat]
            if (card := view.cards[order])
        }

    def best(self) -> Action:
        """Return the considered action of highest value, the first of equals; else the first legal action."""
        options = list(legal(self.view))
        return max(
            (option for option in options if self.considered(option)), key=self.worth, default=options[0]
        )

    def considered(self, action: Action) -> bool:
        """Whether an action is worth a look; clues always are.

        Of surely playable cards, only the lowest is considered, to play or to discard. If there are none,
        only the usual discard is, and plays that may fail once the deck is empty.
        """
        match action:
            case Play(order):
                gamble = not self.view.deck_left and self.chance(order) > 0
                return order == self.ready[0] if self.ready else gamble
            case Discard(order):
                return order == (self.ready[0] if self.ready else self.drop)
        return True

    def worth(self, action: Action) -> Value:
        """Return the value of the position after an action."""
        match action:
            case GiveClue():
                return self._clue_worth(action)
            case Play(order):
                return self._play_worth(order)
            case Discard(order):
                return self._discard_worth(order)
        return NEVER

    # The seat's hand.

    @cached_property
    def own(self) -> Hand:
        """The seat's hand, narrowed by the copies that the seat sees."""
        hand = [
            held_card(card.order, card.possible & self.unseen, card.meant, touched=card.touched)
            for card in self.now.hands[self.me]
        ]
        return self.now.narrowed_hand(hand, self.me)

    @cached_property
    def _mine(self) -> dict[int, int]:
        return {card.order: card.believed(self.now.needed) for card in self.own}

    def mine(self, order: int) -> int:
        """Return the mask of what the seat believes its card to be; any unseen card for one in the deck."""
        return self._mine.get(order, self.unseen)

    def chance(self, order: int) -> Fraction:
        """Return the probability that a card of the hand is playable."""
        mask = self.mine(order)
        return Fraction(self._copies(mask & self.now.playable), max(1, self._copies(mask)))

    @cached_property
    def ready(self) -> list[int]:
        """The cards of the hand that are surely playable, the lowest rank first."""
        sure = [order for order, mask in self._mine.items() if mask and not mask & ~self.now.playable]
        return sorted(sure, key=lambda order: self.now.rank(self._mine[order]))

    @cached_property
    def drop(self) -> int | None:
        """The card of the hand to discard: trash, else the chop, else the card of least expected loss."""
        old = self.own[::-1]
        useless = (card.order for card in old if not card.possible & self.now.needed)
        found = next(useless, None)
        found = self.now.chop(self.own) if found is None else found
        if found is None and old:
            return min(old, key=lambda card: self.loss(self.mine(card.order))).order
        return found

    # The cost of losing cards.

    def loss(self, mask: int) -> Fraction:
        """Return the expected cost of losing a card of the hand that is one of a mask."""
        left = self.left
        price = sum(left[identity] * self.cost(identity) for identity in members(mask & self.now.needed))
        return Fraction(price, max(1, self._copies(mask)))

    def cost(self, identity: int) -> int:
        """Return the cost of losing a card: the points that become impossible, or a small weight."""
        now = self.now
        if not now.needed >> identity & 1:
            return 0
        if now.outlook.critical >> identity & 1:
            return POINT * now.outlook.points_lost(identity)
        return self.weights.double if self._in_sight >> identity & 1 else self.weights.spare

    @cached_property
    def _in_sight(self) -> int:
        """Mask of the identities that others hold."""
        return reduce(or_, (1 << face for face in self.faces.values()), 0)

    def _copies(self, mask: int) -> int:
        """Count the copies of the identities in a mask that this seat does not see."""
        return sum([self.left[identity] for identity in members(mask)])

    @cached_property
    def pace(self) -> int:
        """How many discards the team can still afford (hanab.live's pace)."""
        return (
            self.now.public.points
            + self.view.deck_left
            + self.view.terms.players
            - self.now.outlook.max_score
        )

    # The value of actions.

    def heard(self, give: GiveClue) -> Hand:
        """Return the hand that receives a clue, as everybody would believe it afterwards."""
        return self.now.hand_after_clue(give.seat, give.clue, touches(self.view, give.seat, give.clue))

    @cached_property
    def _marked(self) -> frozenset[int]:
        """The identities of the cards of others that a clue has touched."""
        others = (card for seat in self.others for card in self.now.hands[seat] if card.touched)
        return frozenset(self.faces[card.order] for card in others if card.order in self.faces)

    def _clue_worth(self, give: GiveClue) -> int:
        then, value, weights = self.heard(give), 0, self.weights
        seen, needed = {*self._marked}, self.now.needed
        for before, card in zip(self.now.hands[give.seat], then, strict=True):
            face = self.faces.get(card.order)
            if before.possible & needed and not card.possible & needed:
                value += weights.tidy
            if face is None or not card.touched:
                continue
            of_use = needed >> face & 1
            if not before.touched:
                value += self._touched_worth(face) if of_use and face not in seen else -weights.clog
                seen.add(face)
            if of_use:
                believed = card.believed(needed)
                if not believed >> face & 1:
                    value -= weights.wrong
                elif not believed & (believed - 1) and before.believed(needed) != believed:
                    value += weights.identified
        hands = [then if seat == give.seat else self.now.hands[seat] for seat in self.others]
        return value + self.position_value([*hands, self.own], self.now.outlook, self.tokens - 1)

    def _touched_worth(self, face: int) -> int:
        """Return what it is worth that a clue touches another useful card."""
        outlook = self.now.outlook
        later = 1 if outlook.soon_playable(outlook.playable) >> face & 1 else 2
        distance = 0 if outlook.playable >> face & 1 else later
        return self.weights.touched[distance] + (self.weights.critical if outlook.critical >> face & 1 else 0)

    def _play_worth(self, order: int) -> Fraction:
        mask, outlook, size = self.mine(order), self.now.outlook, len(self.variant.ranks)
        total, value = self._copies(mask), Fraction(0)
        hands = self._without(order)
        for identity in members(mask & self.now.playable):
            then, suit = outlook.after(identity), identity // size
            rule = self.variant.stacks[suit]
            tokens = self.tokens + (rule.height[then.stacks[suit]] == rule.full)
            worth = POINT + self.position_value(hands, then, tokens)
            value += Fraction(worth * self.left[identity], total)
        if unplayable := mask & ~self.now.playable:
            price = (
                self._strikes(1) + self.loss(unplayable) - self.position_value(hands, outlook, self.tokens)
            )
            value -= price * (1 - self.chance(order))
        return value

    def _discard_worth(self, order: int) -> Value:
        mask, weights = self.mine(order), self.weights
        loss = self.loss(mask)
        if order == self.now.chop(self.own):
            trusting = self.loss(mask & ~self.now.outlook.critical)
            loss = (weights.trust * loss + (PERCENT - weights.trust) * trusting) / PERCENT
        if self.view.deck_left:
            loss += weights.pace[max(0, min(self.pace, len(weights.pace) - 1))]
        return self.position_value(self._without(order), self.now.outlook, self.tokens + 1) - loss

    def _without(self, order: int) -> list[Hand]:
        """Return the hands of the others, the next seat's first, and the seat's own without a card."""
        own = [card for card in self.own if card.order != order]
        return [*(self.now.hands[seat] for seat in self.others), own]

    def _strikes(self, number: int) -> int:
        """Return the cost of this many strikes; in the last round only one that ends the game costs much."""
        left = self.view.terms.max_strikes - (self.view.strikes or 0)
        prices = self.weights.strikes[-left:]
        if self.view.turns_left is not None:
            prices = (*(self.weights.late for _ in prices[:-1]), prices[-1])
        return sum(prices[:number])

    def position_value(self, hands: list[Hand], outlook: StackOutlook, tokens: int) -> int:
        """Return the value of a position with the next seat to move: plays to come, clue tokens, dangers.

        The hands are in the order of play from the next seat on, so the seat's own hand comes last.
        """
        weights = self.weights
        plays, strikes, busy = self.chain([*hands], outlook)
        need = (
            max(0, self.now.outlook.max_score - self.now.public.points - plays) + 1
        )  # more tokens than plays to clue are idle
        held = min(tokens, need, self.view.terms.max_clues, len(weights.tokens) - 1)
        value = self._sloped(weights.tokens[held], weights.token_slope)
        value += self._sloped(weights.known, weights.known_slope) * plays
        value -= self._strikes(strikes) if strikes else 0
        if not busy and tokens < self.view.terms.max_clues and self.view.deck_left:
            drop = self.now.drop(hands[0])
            face = None if drop is None else self.faces.get(drop)
            risk = weights.risk if tokens else PERCENT
            value -= 0 if face is None else self.cost(face) * risk // PERCENT
        return value

    def _sloped(self, weight: int, slope: int) -> int:
        """Return a weight that grows with the deck, by *slope* thousandths for each card."""
        return weight * (THOUSAND + slope * (self.view.deck_left - MIDDLE)) // THOUSAND

    def chain(self, hands: list[Hand], outlook: StackOutlook) -> tuple[int, int, bool]:
        """Let all seats in turn play what they believe playable; plays of the viewer's cards always succeed.

        Return how many plays succeed, how many are strikes, and whether the next seat has a play.
        """
        turn, idle, busy, plays, strikes = 0, 0, False, 0, 0
        last = None if self.view.turns_left is None else self.view.turns_left - 1
        while idle < len(hands) and turn != last:
            place = turn % len(hands)
            found = self._next(hands[place], outlook)
            turn += 1
            if found is None:
                idle += 1
                continue
            idle, busy = 0, busy or turn == 1
            hands[place] = [card for card in hands[place] if card is not found]
            face = self.faces.get(found.order)
            if face is not None and not outlook.playable >> face & 1:
                strikes += 1
                continue
            plays += 1
            mask = found.believed(outlook.needed)
            sure = mask.bit_length() - 1 if face is None and not mask & (mask - 1) else face
            if sure is not None:
                outlook = outlook.after(sure)
        return plays, strikes, busy

    def _next(self, hand: Hand, outlook: StackOutlook) -> BelievedCard | None:
        """Return the lowest-ranked card its holder believes playable, or None."""
        unplayable, needed = ~outlook.playable, outlook.needed
        found, lowest = None, len(self.variant.ranks)
        for card in hand:
            mask = (card.touched and card.likely & needed) or card.likely
            if mask and not mask & unplayable and (rank := self.now.rank(mask)) < lowest:
                found, lowest = card, rank
        return found
