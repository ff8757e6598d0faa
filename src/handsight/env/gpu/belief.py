"""What one seat of many games believes about its own hand, while the others play by a network.

A belief is a set of weighted hands (a particle filter). A hand loses its weight when the seat sees something
that does not fit: a clue, its own card turned over, a card that it may no longer hold, and above all an
action that the network would not have taken, had it seen this hand. Hands that are too much alike are varied
one card at a time (Metropolis-Hastings), or found anew, so that they stay draws from the exact belief.
"""

from typing import Any, NamedTuple

import torch

from handsight.env.gpu.rows import ROWS_AT_ONCE, GameRows

Tensor = Any
NONE = -float("inf")
CANDIDATES_AT_ONCE = 1 << 22
FEW, OFTEN = 32, 6
"""Fewer different hands than this are found anew, once in so many actions: they may be all that there are."""
LEAST = -12.0
"""The logarithm of a weight, beside the greatest, below which a candidate is given up."""


class Moment(NamedTuple):
    """The tables before an action of another seat, and what it then did."""

    games: Tensor
    actions: Tensor
    touched: Tensor
    """Which of the seat's slots the action touched, if it was a clue to it."""
    cards: Tensor
    """The seat's cards then: a number for each, in the order in which they were drawn."""
    active: Tensor


class Beliefs:
    """The beliefs of one seat of every game, about its own hand.

    Args:
        rows: The network that the others play by.
        games: The games, just dealt.
        seat: Whose beliefs.
        particles: How many hands stand for a belief.
        otherwise: The chance that another seat draws its action from the network's chances instead of taking
            the best. Then one surprising action does not rule out a hand for ever.
        floor: An action to which the network gives a smaller chance is never taken instead of the best.
        candidates: Hands that are drawn when particles must be found anew.
    """

    def __init__(  # noqa: PLR0913, PLR0917  # each is a choice of the caller
        self,
        rows: GameRows,
        games: Tensor,
        seat: int,
        particles: int,
        otherwise: float = 0.0,
        floor: float = 0.0,
        candidates: int = 1 << 16,
    ) -> None:
        self.rows, self.seat, self.count = rows, seat, particles
        self.otherwise, self.floor, self.candidates = otherwise, floor, candidates
        self.slots, device, many = rows.size.hand, rows.device, len(games)
        copies, _sizes, _possible = rows.unseen(games, seat)
        left = copies.float()[:, None].repeat(1, particles, 1)
        drawn = []
        for _slot in range(self.slots):
            card = _draw(left)
            left.scatter_add_(2, card[..., None], torch.full_like(left[..., :1], -1.0))
            drawn.append(card)
        self.hands = torch.stack(drawn, 2).to(torch.uint8)
        self.weights = torch.zeros(many, particles, device=device)
        self.lost = torch.zeros(many, dtype=torch.bool, device=device)
        """Games in which no hand fits any more: there the seat knows nothing."""
        self.found_at = torch.full((many,), -1, device=device)
        """After how many actions the particles were last drawn from all hands that clues leave."""
        self.history: list[Moment] = []
        self.likelihoods: list[Tensor] = []
        self.cards = torch.arange(self.slots, device=device)[None].repeat(many, 1)
        self.next_card = torch.full((many,), self.slots, device=device)
        self.seen = torch.zeros(many, 2 * rows.identities, dtype=torch.uint8, device=device)
        """The identity of each own card that left the hand."""

    # What the seat sees.

    def saw_action(self, games: Tensor, actions: Tensor, active: Tensor) -> None:
        """Weigh the hands by an action of another seat; *games* are the tables before it."""
        touched = _touched(self.rows, self.rows.hands(games, self.seat), actions)
        moment = Moment(games.clone(), actions.clone(), touched, self.cards.clone(), active.clone())
        likelihood = torch.zeros_like(self.weights)
        chosen = (active & ~self.lost).nonzero()[:, 0]
        if len(chosen):
            index = chosen[:, None].expand(-1, self.count).reshape(-1)
            hands = self.hands[chosen].reshape(-1, self.slots)
            likelihood[chosen] = self.likelihood(moment, index, hands).view(len(chosen), self.count)
        self.history.append(moment)
        self.likelihoods.append(likelihood)
        self.weights += likelihood

    def saw_step(self, before: Tensor, after: Tensor, actions: Tensor, active: Tensor, *, own: bool) -> None:
        """Follow the cards that an action moved: the seat's own (*own*), or a card that another seat drew."""
        (left, sizes, _), (now, sizes_now, _) = (self.rows.unseen(g, self.seat) for g in (before, after))
        moved = active & (actions < 2 * self.slots)
        change = left.int() - now.int()
        card, changed = change.argmax(1), change.sum(1) > 0
        if own:
            self._turn_over(actions.long() % self.slots, card, moved & changed, sizes_now == sizes, now)
        else:
            copies = left.gather(1, card[:, None]).float() - (self.hands == card[:, None, None]).sum(2)
            drew = (moved & changed)[:, None]
            self.weights += torch.where(drew, copies.clamp(min=0).log(), torch.zeros_like(copies))
        self._renew(after, active)

    def _turn_over(self, slot: Tensor, card: Tensor, moved: Tensor, drew: Tensor, unseen: Tensor) -> None:
        """Keep the hands whose card in a slot is the one seen; remove it and draw an unseen one."""
        at = slot[:, None, None].expand(-1, self.count, 1)
        held = self.hands.gather(2, at)[..., 0]
        self.weights[(held != card[:, None]) & moved[:, None]] = NONE
        number = self.cards.gather(1, slot[:, None])
        self.seen.scatter_(
            1, number, torch.where(moved[:, None], card[:, None].to(torch.uint8), self.seen.gather(1, number))
        )
        places = torch.arange(self.slots, device=self.rows.device)
        source = torch.where(moved[:, None] & (places >= slot[:, None]), places + 1, places).clamp(
            max=self.slots - 1
        )
        self.hands = self.hands.gather(2, source[:, None].expand(-1, self.count, -1))
        self.cards = self.cards.gather(1, source)
        empty = moved & ~drew
        left = unseen.float()[:, None] - _histogram(self.hands[..., :-1], self.rows.identities)
        new = _draw(left.clamp(min=0)).to(torch.uint8)
        draws = moved & drew
        self.hands[..., -1] = torch.where(draws[:, None], new, self.hands[..., -1])
        self.hands[..., -1] = torch.where(
            empty[:, None], torch.full_like(new, self.rows.identities), self.hands[..., -1]
        )
        self.cards[:, -1] = torch.where(draws, self.next_card, self.cards[:, -1])
        self.cards[:, -1] = torch.where(empty, torch.full_like(self.next_card, -1), self.cards[:, -1])
        self.next_card += draws.long()

    # How likely a past action is.

    def likelihood(self, moment: Moment, index: Tensor, hands: Tensor) -> Tensor:
        """Return the logarithm of an action's chance at a moment, for supposed hands of games *index*."""
        parts = []
        for start in range(0, len(index), ROWS_AT_ONCE):
            which, held = index[start : start + ROWS_AT_ONCE], hands[start : start + ROWS_AT_ONCE]
            games = self.rows.supposed(moment.games, which, self.seat, held)
            observations, legal = self.rows.show(games)
            allowed = self.rows.allowed(legal)
            logits = self.rows.logits(observations).float().masked_fill(~allowed, NONE)
            action = moment.actions[which].long()[:, None]
            chance = (logits.argmax(1)[:, None] == action).float()
            if self.otherwise:
                drawn = logits.softmax(1).gather(1, action)
                drawn = torch.where(drawn >= self.floor, drawn, torch.zeros_like(drawn))
                chance = (1 - self.otherwise) * chance + self.otherwise * drawn
            fits = (
                allowed.gather(1, action)
                & (_touched(self.rows, held, action[:, 0]) == moment.touched[which])[:, None]
            )
            parts.append(torch.where(fits, chance.log(), torch.full_like(chance, NONE))[:, 0])
        return torch.cat(parts)

    # Keeping the particles many and different.

    def _renew(self, games: Tensor, active: Tensor) -> None:
        """Draw particles anew where few carry the weight; find or vary them where few differ."""
        best = self.weights.max(1, keepdim=True).values
        dead = (best[:, 0] == NONE) & active & ~self.lost
        self.weights -= torch.where(best == NONE, torch.zeros_like(best), best)
        chances = self.weights.exp()
        effective = chances.sum(1) ** 2 / chances.square().sum(1).clamp(min=1e-30)
        thin = (effective < 0.5 * self.count) & active & ~self.lost & ~dead
        if bool(thin.any()):
            self._resample(thin.nonzero()[:, 0], chances)
        different = self.different()
        alike = (different < self.count // 4) & active & ~self.lost & ~dead & (self.weights.amin(1) == 0)
        if bool(alike.any()):
            self.vary(games, alike.nonzero()[:, 0])
        few = dead | ((different < FEW) & alike & (self.found_at + OFTEN < len(self.history)))
        if bool(few.any()) and self.history:
            which = few.nonzero()[:, 0]
            for some in which.split(max(1, CANDIDATES_AT_ONCE // self.candidates)):
                self.find(games, some)
        self.lost |= (self.weights.max(1).values == NONE) & active

    def find(self, games: Tensor, which: Tensor) -> None:
        """Draw hands from all that clues leave, and weigh them by every past action.

        A game in which no such hand is found keeps what it has.
        """
        rows, many, candidates = self.rows, len(which), self.candidates
        unseen, sizes, possible = (part[which] for part in rows.unseen(games, self.seat))
        left = unseen.float()[:, None].repeat(1, candidates, 1)
        weight = torch.zeros(many, candidates, device=rows.device)
        places = torch.arange(rows.identities, device=rows.device)
        drawn = []
        for slot in range(self.slots):
            held = (sizes > slot)[:, None]
            bits = (possible[:, slot, None].long() >> places & 1)[:, None]
            fits = (left * bits).clamp(min=0)
            weight += torch.where(held, fits.sum(2).log(), torch.zeros_like(weight))
            card = _draw(fits)
            left.scatter_add_(2, card[..., None], -held[..., None].expand(-1, candidates, 1).float())
            drawn.append(torch.where(held, card, torch.full_like(card, rows.identities)))
        hands = torch.stack(drawn, 2).to(torch.uint8)
        weight -= weight.max(1, keepdim=True).values
        told = [torch.zeros_like(weight) for _ in self.history]
        for turn in range(len(self.history) - 1, -1, -1):
            moment = self.history[turn]
            asked = ((weight > LEAST) & moment.active[which][:, None]).nonzero()
            if len(asked):
                game, candidate = asked[:, 0], asked[:, 1]
                past = self.past_hands(moment, which[game], hands[game, candidate])
                chance = self.likelihood(moment, which[game], past)
                told[turn][game, candidate] = chance
                weight[game, candidate] += chance
        weight[weight <= LEAST] = NONE
        self._take_found(which, hands, weight, told)

    def _take_found(self, which: Tensor, hands: Tensor, weight: Tensor, told: list[Tensor]) -> None:
        """Draw the particles of some games from weighted candidates."""
        self.found_at[which] = len(self.history)
        good = (weight.max(1).values > NONE).nonzero()[:, 0]
        if not len(good):
            return
        games, chances = which[good], weight[good].double().exp()
        total = chances.cumsum(1)
        start = torch.rand(len(good), 1, device=self.rows.device, dtype=torch.float64)
        points = (torch.arange(self.count, device=self.rows.device) + start) / self.count * total[:, -1:]
        source = torch.searchsorted(total, points).clamp(max=hands.shape[1] - 1)
        self.hands[games] = hands[good].gather(1, source[..., None].expand(-1, -1, self.slots))
        for likelihood, part in zip(self.likelihoods, told, strict=True):
            likelihood[games] = part[good].gather(1, source)
        self.weights[games] = 0.0

    def _resample(self, which: Tensor, chances: Tensor) -> None:
        """Draw the particles of some games anew by their weights (systematic resampling)."""
        total = chances[which].double().cumsum(1)
        start = torch.rand(len(which), 1, device=self.rows.device, dtype=torch.float64)
        points = (torch.arange(self.count, device=self.rows.device) + start) / self.count * total[:, -1:]
        source = torch.searchsorted(total, points).clamp(max=self.count - 1)
        self.hands[which] = self.hands[which].gather(1, source[..., None].expand(-1, -1, self.slots))
        for likelihood in self.likelihoods:
            likelihood[which] = likelihood[which].gather(1, source)
        self.weights[which] = 0.0

    def different(self) -> Tensor:
        """Return how many different hands the particles of each game are."""
        base = torch.tensor([32**k for k in range(self.slots)], device=self.rows.device)
        keys = (self.hands.long() * base).sum(2).sort(1).values
        return 1 + (keys[:, 1:] != keys[:, :-1]).sum(1)

    def vary(self, games: Tensor, which: Tensor) -> None:
        """Propose another card in one slot of every particle; keep it by the rule of Metropolis and Hastings.

        It is drawn from what clues and unseen copies leave, so only the chances of past actions decide.
        """
        rows, many = self.rows, len(which)
        unseen, sizes, possible = (part[which] for part in rows.unseen(games, self.seat))
        hands = self.hands[which]
        slot = (torch.rand(many, self.count, device=rows.device) * sizes[:, None]).long()
        slot = torch.minimum(slot, (sizes[:, None].long() - 1).clamp(min=0))
        held = hands.gather(2, slot[..., None])
        left = unseen.float()[:, None] - _histogram(hands, rows.identities)
        left.scatter_add_(2, held.long(), torch.ones_like(left[..., :1]))
        bits = (
            possible.gather(1, slot)[..., None].long() >> torch.arange(rows.identities, device=rows.device)
            & 1
        )
        proposed = _draw((left * bits).clamp(min=0))[..., None].to(torch.uint8)
        other = hands.scatter(2, slot[..., None], proposed)
        card = self.cards[which].gather(1, slot)
        bar = torch.rand(many, self.count, device=rows.device).log()
        change = torch.zeros_like(bar)
        going = (proposed != held)[..., 0] & (sizes > 0)[:, None]
        changed: list[tuple[int, Tensor, Tensor]] = []
        to_come = (
            torch.stack([-part[which] for part in self.likelihoods]).sum(0) if self.likelihoods else change
        )
        to_come = torch.where(torch.isfinite(to_come), to_come, torch.zeros_like(to_come))
        for turn in range(len(self.history) - 1, -1, -1):
            moment = self.history[turn]
            concerned = (moment.cards[which][:, None] == card[..., None]).any(2) & moment.active[which][
                :, None
            ]
            asked = (going & concerned).nonzero()
            old = self.likelihoods[turn][which]
            if len(asked):
                game, particle = asked[:, 0], asked[:, 1]
                past = self.past_hands(moment, which[game], other[game, particle])
                new = self.likelihood(moment, which[game], past)
                change[game, particle] += new - old[game, particle]
                changed.append((turn, asked, new))
            to_come = to_come + old
            going &= change + to_come > bar
            if not bool(going.any()):
                break
        accepted = going & (change > bar)
        self.hands[which] = torch.where(accepted[..., None], other, hands)
        for turn, asked, new in changed:
            game, particle = asked[:, 0], asked[:, 1]
            kept = accepted[game, particle]
            self.likelihoods[turn][which[game[kept]], particle[kept]] = new[kept]

    def past_hands(self, moment: Moment, game: Tensor, hands: Tensor) -> Tensor:
        """Return the hands of a past moment, if the hands are now these."""
        then = moment.cards[game]
        known = self.seen[game].gather(1, then.clamp(min=0))
        same = then[:, :, None] == self.cards[game][:, None, :]
        place = same.float().argmax(2)
        past = torch.where(same.any(2), hands.gather(1, place), known)
        return torch.where(then < 0, torch.full_like(past, self.rows.identities), past)


def _draw(weights: Tensor) -> Tensor:
    """Draw an index along the last axis, by weights that are whole numbers."""
    sums = weights.cumsum(-1)
    point = torch.rand(*weights.shape[:-1], 1, device=weights.device) * sums[..., -1:]
    return (sums <= point).sum(-1).clamp(max=weights.shape[-1] - 1)


def _histogram(hands: Tensor, identities: int) -> Tensor:
    """Count the copies of each identity in hands."""
    counts = torch.zeros(*hands.shape[:-1], identities + 1, device=hands.device)
    counts.scatter_add_(-1, hands.long(), torch.ones(hands.shape, device=hands.device))
    return counts[..., :identities]


def _touched(rows: GameRows, hands: Tensor, actions: Tensor) -> Tensor:
    """Return the slots that an action touches as a clue to this hand, as bits; 0 for other actions.

    For two players every clue goes to the one other seat.
    """
    suits, ranks, first = rows.size.suits, rows.size.ranks, 2 * rows.size.hand
    clue = actions.long()[:, None] - first
    held = hands.long()
    empty = held >= rows.identities
    touches = torch.where(clue < suits, held // ranks == clue, held % ranks == clue - suits)
    touches &= (clue >= 0) & ~empty
    return (touches.long() << torch.arange(hands.shape[1], device=hands.device)).sum(1)
