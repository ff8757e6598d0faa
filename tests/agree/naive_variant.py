"""A variant, read from a row of hanab.live's table: what clues touch, and how many copies there are."""

from typing import Any

START = 7
Card = tuple[int, int]
"""A suit's index and a rank."""


class NaiveVariant:
    """A row of the table with the rows of its suits."""

    def __init__(self, row: dict[str, Any], suits: dict[str, dict[str, Any]]) -> None:
        self.variant = row
        self.suits = [suits[name] for name in row["suits"]]
        self.rule: str | None = row.get("rule")
        self.ranks: list[int] = row.get("ranks", [1, 2, 3, 4, 5])
        self.size: int = row.get("stack", 5)
        self.copies = {(s, r): self.count(s, r) for s in range(len(self.suits)) for r in self.ranks}

    def colour_touches(self, colour: int, card: Card) -> bool:
        s, r = card
        suit, colours = self.suits[s], self.variant["colors"]
        by_rank = colours[(r - 1) % len(colours)] if r != START else colours[-1]
        special = self.variant.get("special", {})
        if self.rule in ("color_blind", "totally_blind"):
            return False
        if suit["color"] in ("all", "none"):
            return bool(suit["color"] == "all")
        if self.rule == "synesthesia" and suit["number"] != "none" and colours[colour] == by_rank:
            return True
        if r == special.get("rank") and "color" in special:
            return bool(special["color"] == "all")
        if suit["color"] == "by_rank":
            return bool(colours[colour] == by_rank)
        return colours[colour] in suit["colors"]

    def number_touches(self, number: int, card: Card) -> bool:  # noqa: PLR0911  # the first line that matches decides
        s, r = card
        suit, numbers = self.suits[s], self.variant["numbers"]
        special = self.variant.get("special", {})
        if self.rule in ("number_blind", "totally_blind"):
            return False
        if suit["number"] in ("all", "none"):
            return bool(suit["number"] == "all")
        if self.rule == "funnels":
            return r <= number
        if self.rule == "chimneys":
            return r >= number
        if self.rule == "odds_and_evens":
            return r % 2 == number % 2
        if r == special.get("rank") and "number" in special:
            if special["number"] == "by_suit":
                return bool(number == numbers[s % len(numbers)])
            return bool(special["number"] == "all")
        return number == r

    def touches(self, kind: str, value: int, card: Card) -> bool:
        return (self.colour_touches if kind == "color" else self.number_touches)(value, card)

    def count(self, s: int, r: int) -> int:  # noqa: PLR0911  # the first line that matches decides
        """How many copies of a card are in the deck."""
        reversed_suit = s in self.variant.get("down", ())
        if self.suits[s].get("one_of_each"):
            return 1
        if self.rule == "critical_fours" and r == 4:
            return 1
        if self.rule == "sudoku":
            return 2
        if r == START:
            return 1
        if r == 1:
            if self.rule == "up_or_down" or reversed_suit:
                return 1
            return 2 if self.rule == "scarce_ones" else 3
        if r == 5:
            return 3 if reversed_suit else 1
        return 2
