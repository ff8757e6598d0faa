"""A request for a new table: what is the same for every game."""

from typing import Annotated

from msgspec import Meta, Struct

from handsight.errors import RequestError

Name = Annotated[str, Meta(max_length=30)]


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as it is asked for: a bot by its name, or a person."""

    name: Name = ""
    bot: Name = ""


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table; a game adds its rules and options, and may bound the number of seats."""

    seats: tuple[SeatRequest, ...]
    practice: bool | None = None
    """Whether moves may be taken back; by default, where one person plays."""
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    """The seed of the deal; random by default."""

    @property
    def people(self) -> int:
        """How many seats people take."""
        return sum(not seat.bot for seat in self.seats)

    @property
    def practises(self) -> bool:
        """Whether moves may be taken back at the table."""
        return self.people == 1 if self.practice is None else self.practice

    def check(self) -> None:
        """Raise RequestError or InputError if there cannot be such a table."""
        if self.practice and self.people != 1:
            raise RequestError(
                "no-practice",
                "practice is for tables where one person plays with bots; it lets moves be undone",
            )
        if self.seed is not None and self.people > 1:
            raise RequestError(
                "no-seed",
                "a seed reveals every card to the one who chose it; it is for tables with at most one person",
            )
