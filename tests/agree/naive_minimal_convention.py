"""Both versions of the Minimal Convention (see `docs/sources.md`), by hand, for a game with open hands.

Nothing here knows of the convention language. Cards are orders; `flags` maps a flag to a set of orders.
"""

from handsight.hanabi import Action, Clue, ClueGiven, Discard, Event, GiveClue, Play, State, touches


class Minimal:
    """Version 1.0: play IP; clue a playable card; discard the back card; clue the previous player's last."""

    def __init__(self) -> None:
        self.flags: dict[str, set[int]] = {"IP": set()}

    def start(self, state: State) -> None:
        """Nothing is marked after the deal."""

    def decide(self, state: State) -> Action:
        """Take the first action that applies."""
        action = self.play(state) or self.point(state) or self.discard(state) or self.stall(state)
        assert action is not None
        return action

    def update(self, state: State) -> None:
        """In every hand, the front-most card that is T and not IP becomes IP."""
        for order in touched(state):
            if order not in self.flags["IP"]:
                self.flags["IP"].add(order)
                return

    def play(self, state: State) -> Play | None:
        """Play the front-most IP card."""
        marked = [order for order in state.hands[state.seat] if order in self.flags["IP"]]
        return Play(marked[0]) if marked else None

    def point(self, state: State) -> GiveClue | None:
        """Clue the first playable card that is not IP: by colour, else by rank, if nothing blocks it."""
        if not state.clue_units:
            return None
        for seat in others(state):
            hand = state.hands[seat]
            for at, order in enumerate(hand):
                card = state.cards[order]
                if order in self.flags["IP"] or card.rank != state.stacks[card.suit] + 1:
                    continue
                front = [state.cards[before] for before in hand[:at]]
                clues = []
                if all(other.suit != card.suit for other in front):
                    clues.append(Clue("color", card.suit))
                if all(other.rank != card.rank for other in front):
                    clues.append(Clue("number", card.rank))
                for clue in clues:
                    if self.means_play(state, seat, clue):
                        return GiveClue(seat, clue)
        return None

    def means_play(self, state: State, seat: int, clue: Clue) -> bool:  # noqa: ARG002  # here all clues do
        """Every clue is a play clue."""
        return True

    def discard(self, state: State) -> Discard | None:
        """Discard the back card, if there are fewer than 8 tokens."""
        return Discard(state.hands[state.seat][-1]) if state.clue_units < 8 else None

    def stall(self, state: State) -> GiveClue | None:
        """Clue the previous player the rank of their back card."""
        seat = (state.seat - 1) % state.terms.players
        if not state.clue_units or not state.hands[seat]:
            return None
        return GiveClue(seat, Clue("number", state.cards[state.hands[seat][-1]].rank))


class SaveClues(Minimal):
    """Version 1.1, with save clues as `docs/decisions.md` completes them."""

    def __init__(self) -> None:
        super().__init__()
        self.flags |= {"CH": set(), "CM": set()}

    def start(self, state: State) -> None:
        """Run the chop rule once before the first turn."""
        self.find_chops(state)

    def decide(self, state: State) -> Action:
        """Take the first action that applies."""
        following = (state.seat + 1) % state.terms.players
        idle = not any(order in self.flags["IP"] for order in state.hands[following])
        return (
            (self.save(state, [following]) if idle else None)
            or self.play(state)
            or self.save(state, others(state))
            or self.point(state)
            or self.discard(state)
            or self.stall(state)
            or Play(state.hands[state.seat][-1])
        )

    def critical(self, state: State, suit: int, rank: int) -> bool:
        """Not yet played, and exactly one copy is not discarded."""
        identity = suit * 5 + rank - 1
        copies = state.terms.variant.copies[identity] - state.discarded_copies[identity]
        return rank > state.stacks[suit] and copies == 1

    def could_be_critical(self, state: State, clue: Clue) -> bool:
        """Whether a clue could be for a critical card; everyone can tell."""
        if clue.kind == "number":
            return any(self.critical(state, suit, clue.value) for suit in range(5))
        return any(self.critical(state, clue.value, rank) for rank in range(1, 5))

    def save(self, state: State, seats: list[int]) -> GiveClue | None:
        """Clue the rank of the first chop that is critical."""
        for seat in seats if state.clue_units else []:
            for order in state.hands[seat]:
                card = state.cards[order]
                if order in self.flags["CH"] and self.critical(state, card.suit, card.rank):
                    return GiveClue(seat, Clue("number", card.rank))
        return None

    def means_play(self, state: State, seat: int, clue: Clue) -> bool:
        """A clue that touches the chop and could be critical is a save."""
        chop = any(order in self.flags["CH"] for order in touches(state, seat, clue))
        return not (chop and self.could_be_critical(state, clue))

    def discard(self, state: State) -> Discard | None:
        """Discard the own CH card, if there is one and tokens allow."""
        chop = [order for order in state.hands[state.seat] if order in self.flags["CH"]]
        return Discard(chop[0]) if chop and state.clue_units < 8 else None

    def update(self, state: State) -> None:
        """Save, or point; then every hand without a chop gets one."""
        hit, clue = touched(state), last_clue(state)
        chop = [order for order in hit if order in self.flags["CH"]]
        if chop and clue is not None and self.could_be_critical(state, clue):
            self.flags["CM"].add(chop[0])
            self.flags["CH"].discard(chop[0])
        else:
            fresh = [order for order in hit if order not in self.flags["IP"]]
            self.flags["IP"].update(fresh[:1])
            self.flags["CH"].difference_update(fresh[:1])
        self.find_chops(state)

    def find_chops(self, state: State) -> None:
        """A hand without CH: the back-most card that is neither IP nor CM gets CH."""
        for hand in state.hands:
            if not self.flags["CH"].intersection(hand):
                free = [order for order in hand if order not in self.flags["IP"] | self.flags["CM"]]
                self.flags["CH"].update(free[-1:])


def others(state: State) -> list[int]:
    """The other seats, from the next on."""
    return [(state.seat + away) % state.terms.players for away in range(1, state.terms.players)]


def touched(state: State) -> tuple[int, ...]:
    """The cards touched by the clue just given, front to back; none if no clue was."""
    event = last_event(state)
    return event.touched if isinstance(event, ClueGiven) else ()


def last_clue(state: State) -> Clue | None:
    """The clue just given."""
    event = last_event(state)
    return event.clue if isinstance(event, ClueGiven) else None


def last_event(state: State) -> Event | None:
    """What was done in the last turn."""
    return next((e for e in reversed(state.events) if e.turn == state.turn - 1 and hasattr(e, "seat")), None)
