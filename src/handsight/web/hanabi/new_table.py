"""What somebody asks a new table of Hanabi to be, and whether it can be."""

from typing import Annotated

from msgspec import Meta, Struct

from handsight.bots.hanabi import ROSTER, convention_names
from handsight.errors import RequestError
from handsight.web.hanabi import messages
from handsight.web.hanabi.entries import Options

Name = Annotated[str, Meta(max_length=30)]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as it is asked for: a bot of the roster, or a person by name."""

    name: Name = ""
    bot: Name = ""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks a new table to be."""

    seats: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=6)]
    variant: Annotated[str, Meta(max_length=100)] = "No Variant"
    rules: Name = "official"
    pause: messages.Pause = 0.7
    options: Options = Options()
    practice: bool | None = None
    """Whether actions may be taken back; where nothing is said, wherever one person plays."""
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    """What the deck is shuffled by; chance where nothing is said."""

    @property
    def people(self) -> int:
        """How many seats people take."""
        return sum(not place.bot for place in self.seats)

    def check(self) -> None:
        """Raise RequestError or InputError saying what cannot be."""
        self.options.terms(len(self.seats), self.variant, self.rules)
        for place in self.seats:
            if place.bot and place.bot not in ROSTER and place.bot not in convention_names():
                known = ", ".join([*ROSTER, *convention_names()])
                raise RequestError("unknown-bot", f"no bot is called {place.bot!r}; there are {known}")
        check_people(self.people, practice=self.practice, seed=self.seed)


def check_people(people: int, *, practice: bool | None, seed: int | None) -> None:
    """Raise RequestError where practice or a chosen deal does not suit so many people."""
    if practice and people != 1:
        raise RequestError(
            "no-practice", "practice is for tables where one person plays with bots; it lets moves be undone"
        )
    if seed is not None and people > 1:
        raise RequestError(
            "no-seed", "a seed tells whoever chose it every card, so it is for tables with at most one person"
        )
