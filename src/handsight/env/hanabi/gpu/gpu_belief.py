"""The hands that one seat of many two-player games may hold, as everybody at the table can work them out.

A hand is listed while it fits all that is public: clues, cards on the table, and the partner's actions. The
partner plays by a network that both seats know, and what the network reads besides this hand is public. So a
hand is out when the network, had it seen this hand, would have acted otherwise. How likely a listed hand is
follows from the copies that nobody has seen, less those in the partner's hand.

While clues leave more hands than can be listed, the list is a sample of them, drawn anew when few fit.
"""

from typing import Any, NamedTuple

import torch

from handsight.env.hanabi.gpu.network_rows import ROWS_AT_ONCE, GameRows

Tensor = Any
NONE = -float("inf")
CANDIDATES_AT_ONCE = 1 << 23
TRIES = 24
"""How often a hand is drawn again that needs cards which the partner holds."""
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
    read: Tensor
    """The games in which the action is that of the network."""


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

    def copies(self, games: Tensor) -> Tensor:
        """Return the copies of each card that are neither on the table nor known to be gone."""
        unseen, _, _ = self.rows.unseen(games, self.seat)
        return unseen.int() + histogram(self.rows.hands(games, 1 - self.seat), self.rows.identities)

    # What everybody sees.

    def saw_action(self, games: Tensor, actions: Tensor, active: Tensor, replayed: Tensor) -> None:
        """Take out the hands with which the partner would have acted otherwise.

        Args:
            games: The tables before the action.
            actions: An action for each game.
            active: The games that go on.
            replayed: For each listed hand, the action that the partner's search takes with it; -1 where it
                does not search, but plays by the network.
        """
        touched = touched_slots(self.rows, self.rows.hands(games, self.seat), actions)
        searched = torch.zeros_like(active)
        searched[self.game[replayed >= 0]] = True
        moment = Moment(games.clone(), actions.clone(), touched, self.cards.clone(), active & ~searched)
        asked = (moment.read[self.game]).nonzero()[:, 0]
        if len(asked):
            self.chance[asked] *= self.likelihood(moment, self.game[asked], self.hands[asked])
        fits = touched_slots(self.rows, self.hands, actions[self.game]) == touched[self.game]
        fits &= replayed == actions[self.game].long()
        self.chance[(replayed >= 0) & ~fits] = 0.0
        self.history.append(moment)
        self._keep(self.chance > 0)

    def saw_step(self, before: Tensor, after: Tensor, actions: Tensor, active: Tensor, *, own: bool) -> None:
        """Follow a step: the seat's own card that was turned over (*own*), and what copies are left."""
        copies = self.copies(after)
        if own:
            (left, sizes, _), (now, sizes_now, _) = (self.rows.unseen(g, self.seat) for g in (before, after))
            change = left.int() - now.int()
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
        copies = self.copies(games)
        sizes, possible = self.rows.unseen(games, self.seat)[1:]
        for some in which.nonzero()[:, 0].split(max(1, CANDIDATES_AT_ONCE // self.candidates)):
            hands, game, every = self._candidates(some, sizes[some], possible[some])
            fits = ways(hands, copies, game) > 0
            hands, game = hands[fits], game[fits]
            chance = torch.ones(len(game), device=self.rows.device)
            for moment in reversed(self.history):
                asked = moment.read[game].nonzero()[:, 0]
                if len(asked):
                    past = self.past_hands(moment, game[asked], hands[asked])
                    chance[asked] *= self.likelihood(moment, game[asked], past)
                    kept = chance > UNLIKELY * self.mistakes
                    hands, game, chance = hands[kept], game[kept], chance[kept]
                every &= moment.read[some]
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

    def draw(self, games: Tensor, game: Tensor, partner: Tensor, draws: int) -> tuple[Tensor, Tensor]:
        """Draw hands by their chances, for each of some situations: a game, and a hand of the partner.

        Returns:
            Hands, and which of them are right: none is where no listed hand fits beside the partner's.
        """
        device, copies = self.rows.device, self.copies(games)
        counts = self.counts()
        ends = counts.cumsum(0)
        total = torch.zeros(len(self.game) + 1, dtype=torch.float64, device=device)
        total[1:] = (self.chance * ways(self.hands, copies, self.game)).double().cumsum(0)
        low, high = total[ends - counts], total[ends]
        left = copies[game] - histogram(partner, self.rows.identities)
        hands = torch.zeros(len(game) * draws, self.slots, dtype=torch.uint8, device=device)
        right = torch.zeros(len(game) * draws, dtype=torch.bool, device=device)
        open_draws = torch.arange(len(game) * draws, device=device)
        open_draws = open_draws[(high > low)[game].repeat_interleave(draws)]
        for _try in range(TRIES):
            if not len(open_draws):
                break
            situation = open_draws // draws
            at = game[situation]
            point = low[at] + torch.rand(len(at), dtype=torch.float64, device=device) * (high - low)[at]
            pick = torch.searchsorted(total, point, right=True) - 1
            pick = torch.minimum(torch.maximum(pick, (ends - counts)[at]), ends[at] - 1)
            drawn = self.hands[pick]
            share = ways(drawn, left, situation) / ways(drawn, copies, at)
            taken = torch.rand(len(at), device=device) < share
            hands[open_draws[taken]], right[open_draws[taken]] = drawn[taken], True
            open_draws = open_draws[~taken]
        return hands.view(len(game), draws, self.slots), right.view(len(game), draws)

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


def histogram(hands: Tensor, identities: int) -> Tensor:
    """Count the copies of each identity in hands."""
    counts = torch.zeros(len(hands), identities + 1, dtype=torch.int32, device=hands.device)
    counts.scatter_add_(1, hands.long(), torch.ones_like(hands, dtype=torch.int32))
    return counts[:, :identities]


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
