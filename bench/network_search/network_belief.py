"""The hands that one seat of many two-player games may hold, by what it sees and by its partner's actions.

A hand is listed while it fits the clues and the copies that the seat does not see, and while the partner's
actions are likely with it. The partner plays by a network, and what the network reads besides this hand is
public. So the chance of an action is known for every hand: 1 or 0, or less than that where the partner makes
mistakes. A listed hand weighs that chance times the deals that it stands for.

While clues leave more hands than can be listed, the list is a sample of them, drawn anew when few fit.
"""

from typing import Any, NamedTuple

import torch

from bench.network_search.network_rows import ROWS_AT_ONCE, GameRows

Tensor = Any
NONE = -float("inf")
CANDIDATES_AT_ONCE = 1 << 23
TOLERANCE = {torch.bfloat16: 0.05, torch.float32: 1e-4}
"""An action counts as the network's best if its logit is so near to the greatest, by the type of the inputs:
products of matrices differ a little with the number of rows."""
UNLIKELY = 1e-3
"""A hand that needs so rare mistakes of the partner, beside the likeliest, is left out."""


class Moment(NamedTuple):
    """The tables before an action of the partner, and what it then did."""

    games: Tensor
    actions: Tensor
    touched: Tensor
    """Which of the seat's slots the action touched, if it was a clue to it."""
    cards: Tensor
    """The seat's cards then: a number for each, in the order in which they were drawn."""


class HandLists:
    """Lists of the hands that one seat may hold: one list for each game.

    Args:
        rows: The network that the partner plays by.
        games: The games, just dealt.
        seat: Whose hands.
        most: Hands in a list; a longer one is thinned at random.
        candidates: Hands that are looked at when a list is made anew.
        few: A list that is only a sample is made anew when fewer hands are left.
        mistakes: The chance that the partner does not take the network's best action.
    """

    def __init__(  # noqa: PLR0913  # each is a choice of the caller
        self,
        rows: GameRows,
        games: Tensor,
        seat: int,
        *,
        most: int = 1 << 15,
        candidates: int = 1 << 17,
        few: int = 256,
        mistakes: float = 0.0,
    ) -> None:
        self.rows, self.seat, self.most, self.candidates = rows, seat, most, candidates
        self.few, self.mistakes, self.tolerance = few, mistakes, TOLERANCE[rows.element]
        self.slots, self.many, device = rows.size.hand, len(games), rows.device
        self.hands = torch.zeros(0, self.slots, dtype=torch.uint8, device=device)
        self.game = torch.zeros(0, dtype=torch.int64, device=device)
        """The game of each listed hand; the hands of a game stand together."""
        self.chance = torch.zeros(0, device=device)
        """How likely the partner's actions are with each hand: 1, where it makes no mistakes."""
        self.whole = torch.zeros(self.many, dtype=torch.bool, device=device)
        """Where every hand that fits is listed."""
        self.history: list[Moment] = []
        self.cards = torch.arange(self.slots, device=device)[None].repeat(self.many, 1)
        self.next_card = torch.full((self.many,), self.slots, device=device)
        self.seen = torch.zeros(self.many, 2 * rows.identities, dtype=torch.uint8, device=device)
        """The identity of each own card that left the hand."""
        self.list_anew(games, torch.ones(self.many, dtype=torch.bool, device=device))

    def counts(self) -> Tensor:
        """Return how many hands are listed for each game."""
        return torch.bincount(self.game, minlength=self.many)

    # What the seat sees.

    def saw_action(self, games: Tensor, actions: Tensor) -> None:
        """Take out the hands with which the partner would have acted otherwise.

        Args:
            games: The tables before the action.
            actions: An action for each game.
        """
        touched = touched_slots(self.rows, self.rows.hands(games, self.seat), actions)
        moment = Moment(games.clone(), actions.clone(), touched, self.cards.clone())
        if len(self.game):
            self.chance *= self.likelihood(moment, self.game, self.hands)
        self.history.append(moment)
        self._keep(self.chance > 0)

    def saw_step(self, before: Tensor, after: Tensor, actions: Tensor, active: Tensor, *, own: bool) -> None:
        """Follow a step: the seat's own card that was turned over (*own*), and what copies are left."""
        copies, sizes_now, _ = self.rows.unseen(after, self.seat)
        if own:
            left, sizes, _ = self.rows.unseen(before, self.seat)
            change = left.int() - copies.int()
            moved = active & (actions < 2 * self.slots) & (change.sum(1) > 0)
            slot = actions.long() % self.slots
            self._turn_over(slot, change.argmax(1), moved, sizes_now == sizes, copies)
        self._keep(active[self.game] & (ways(self.hands, copies, self.game) > 0))
        if self.mistakes:
            best = torch.zeros(self.many, device=self.rows.device)
            best.scatter_reduce_(0, self.game, self.chance, "amax")
            self.chance /= best[self.game]
            self._keep(self.chance > UNLIKELY)
        counts = self.counts()
        if bool((counts > self.most).any()):
            share = self.most / counts.clamp(min=1)
            self.whole &= share >= 1
            self._keep(torch.rand(len(self.game), device=self.rows.device) < share[self.game])
        thin = active & ~self.whole & (self.counts() < self.few)
        if bool(thin.any()):
            self.list_anew(after, thin)

    def _keep(self, kept: Tensor) -> None:
        self.hands, self.game, self.chance = self.hands[kept], self.game[kept], self.chance[kept]

    def _turn_over(self, slot: Tensor, card: Tensor, moved: Tensor, drew: Tensor, copies: Tensor) -> None:
        """Keep the hands whose card in a slot is the one seen; remove it, and list every card to draw."""
        held = self.hands.gather(1, slot[self.game][:, None])[:, 0]
        self._keep(~moved[self.game] | (held == card[self.game]))
        number = self.cards.gather(1, slot[:, None])
        known = torch.where(moved[:, None], card[:, None].to(torch.uint8), self.seen.gather(1, number))
        self.seen.scatter_(1, number, known)
        places = torch.arange(self.slots, device=self.rows.device)
        after = moved[:, None] & (places >= slot[:, None])
        source = torch.where(after, places + 1, places).clamp(max=self.slots - 1)
        self.cards = self.cards.gather(1, source)
        nothing = torch.full_like(self.next_card, -1)
        self.cards[:, -1] = torch.where(moved, torch.where(drew, self.next_card, nothing), self.cards[:, -1])
        self.next_card += (moved & drew).long()
        self.hands = self.hands.gather(1, source[self.game])
        self.hands[moved[self.game], -1] = self.rows.identities
        times = torch.where(moved & drew, self.rows.identities, 1)[self.game]
        first = times.cumsum(0) - times
        self.hands, self.game = self.hands.repeat_interleave(times, 0), self.game.repeat_interleave(times)
        self.chance = self.chance.repeat_interleave(times)
        new = torch.arange(len(self.game), device=self.rows.device) - first.repeat_interleave(times)
        drawn = (moved & drew)[self.game]
        self.hands[drawn, -1] = new[drawn].to(torch.uint8)
        self._keep(~drawn | (copies[self.game, new.clamp(max=self.rows.identities - 1)] > 0))

    # How likely a past action is.

    def likelihood(self, moment: Moment, index: Tensor, hands: Tensor) -> Tensor:
        """Return the chance of the action at a moment, for supposed hands of games *index*."""
        parts = []
        for start in range(0, len(index), ROWS_AT_ONCE):
            which, held = index[start : start + ROWS_AT_ONCE], hands[start : start + ROWS_AT_ONCE]
            games = self.rows.supposed(moment.games, which, self.seat, held)
            observations, legal = self.rows.show(games)
            allowed = self.rows.allowed(legal)
            logits = self.rows.logits(observations).float().masked_fill(~allowed, NONE)
            action = moment.actions[which].long()[:, None]
            near = logits.gather(1, action) >= logits.max(1, keepdim=True).values - self.tolerance
            chance = near.float()
            if self.mistakes:
                other = logits.softmax(1).gather(1, action) + 1 / allowed.sum(1, keepdim=True)
                chance = (1 - self.mistakes) * chance + self.mistakes * other / 2
            fits = allowed.gather(1, action)[:, 0] & (
                touched_slots(self.rows, held, action[:, 0]) == moment.touched[which]
            )
            parts.append(torch.where(fits, chance[:, 0], torch.zeros_like(chance[:, 0])))
        return torch.cat(parts)

    def past_hands(self, moment: Moment, game: Tensor, hands: Tensor) -> Tensor:
        """Return the hands of a past moment, if the hands are now these."""
        then = moment.cards[game]
        known = self.seen[game].gather(1, then.clamp(min=0))
        same = then[:, :, None] == self.cards[game][:, None, :]
        place = same.to(torch.uint8).argmax(2)
        past = torch.where(same.any(2), hands.gather(1, place), known)
        return torch.where(then < 0, torch.full_like(past, self.rows.identities), past)

    # Lists made anew.

    def list_anew(self, games: Tensor, which: Tensor) -> None:
        """List the hands that clues and every past action leave: all of them, or a sample."""
        self._keep(~which[self.game])
        parts = [(self.hands, self.game, self.chance)]
        copies, sizes, possible = self.rows.unseen(games, self.seat)
        for some in which.nonzero()[:, 0].split(max(1, CANDIDATES_AT_ONCE // self.candidates)):
            hands, game, every = self._candidates(some, sizes[some], possible[some])
            fits = ways(hands, copies, game) > 0
            hands, game = hands[fits], game[fits]
            chance = torch.ones(len(game), device=self.rows.device)
            for moment in reversed(self.history):
                if len(game):
                    chance *= self.likelihood(moment, game, self.past_hands(moment, game, hands))
                    kept = chance > UNLIKELY * self.mistakes
                    hands, game, chance = hands[kept], game[kept], chance[kept]
            self.whole[some] = every if not self.mistakes else torch.zeros_like(every)
            parts.append((hands, game, chance))
        self.hands, self.game, self.chance = (torch.cat(part) for part in zip(*parts, strict=True))
        order = self.game.argsort(stable=True)
        self.hands, self.game, self.chance = self.hands[order], self.game[order], self.chance[order]

    def _candidates(self, some: Tensor, sizes: Tensor, possible: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return hands that clues leave, their games, and which games have all of theirs among them."""
        device, identities = self.rows.device, self.rows.identities
        bits = possible[:, :, None].long() >> torch.arange(identities, device=device) & 1
        choices = (1 - bits).argsort(dim=2, stable=True)  # the cards that a slot may hold stand first
        held = torch.arange(self.slots, device=device) < sizes[:, None]
        number = torch.where(held, bits.sum(2), torch.ones_like(sizes[:, None], dtype=torch.int64))
        total = number.prod(1)
        every = total <= self.candidates
        counts = total.clamp(max=self.candidates)
        row = torch.arange(len(some), device=device).repeat_interleave(counts)
        first = (counts.cumsum(0) - counts)[row]
        place = torch.arange(len(row), device=device) - first
        chosen = (torch.rand(len(row), device=device, dtype=torch.float64) * total[row]).long()
        code = torch.where(every[row], place, chosen)
        hands = torch.empty(len(row), self.slots, dtype=torch.uint8, device=device)
        for slot in range(self.slots):
            radix = number[row, slot]
            card = choices[row, slot, code % radix]
            hands[:, slot] = torch.where(held[row, slot], card, torch.full_like(card, identities))
            code = code // radix
        return hands, some[row], every

    # Draws.

    def draw(self, games: Tensor, which: Tensor, draws: int) -> Tensor:
        """Draw hands by their weights for some games, each of which has a hand that may be held."""
        counts, device = self.counts(), self.rows.device
        ends = counts.cumsum(0)
        total = torch.zeros(len(self.game) + 1, dtype=torch.float64, device=device)
        total[1:] = self.weights(games).double().cumsum(0)
        low, high = total[ends - counts][which], total[ends][which]
        point = low[:, None] + torch.rand(len(which), draws, dtype=torch.float64, device=device) * (
            high - low
        ).unsqueeze(1)
        pick = torch.searchsorted(total, point, right=True) - 1
        first, last = (ends - counts)[which][:, None], ends[which][:, None] - 1
        return self.hands[torch.minimum(torch.maximum(pick, first), last)]

    def weights(self, games: Tensor) -> Tensor:
        """Return how much each listed hand weighs."""
        return self.chance * ways(self.hands, self.rows.unseen(games, self.seat)[0], self.game)

    def holds(self, games: Tensor) -> Tensor:
        """Return in which games the hand that the seat truly holds is listed."""
        true = (self.hands == self.rows.hands(games, self.seat)[self.game]).all(1)
        return torch.bincount(self.game[true], minlength=self.many) > 0


def ways(hands: Tensor, copies: Tensor, row: Tensor) -> Tensor:
    """Return in how many ways each hand can be dealt from the copies in its row of the table."""
    identities = copies.shape[1]
    flat, total = copies.reshape(-1), torch.ones(len(hands), device=hands.device)
    for slot in range(hands.shape[1]):
        card = hands[:, slot].long()
        left = flat[row * identities + card.clamp(max=identities - 1)].float()
        for earlier in range(slot):
            left -= (hands[:, earlier] == hands[:, slot]).float()
        total *= torch.where(card < identities, left.clamp(min=0), torch.ones_like(left))
    return total


def touched_slots(rows: GameRows, hands: Tensor, actions: Tensor) -> Tensor:
    """Return the slots that an action touches as a clue to this hand, as bits; 0 for other actions.

    For two players every clue goes to the one other seat.
    """
    suits, ranks, first = rows.size.suits, rows.size.ranks, 2 * rows.size.hand
    clue = actions.long()[:, None] - first
    held = hands.long()
    touches = torch.where(clue < suits, held // ranks == clue, held % ranks == clue - suits)
    touches &= (clue >= 0) & (held < rows.identities)
    return (touches.long() << torch.arange(hands.shape[1], device=hands.device)).sum(1)
