"""What the source documents say of their own players, beside a run of ours (see docs/sources.md)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from handsight.hanabi import Terms
from handsight.lab.statistics import total_variation

MINIMAL_HISTOGRAM = (
    *(0, 10, 18, 27, 29, 36, 38, 27, 27, 38, 18, 26, 39),
    *(39, 30, 52, 116, 333, 785, 1455, 2167, 2537, 2008, 145, 0, 0),
)
"""How many of the 10,000 games of the document Minimal Convention had score 0, 1, … 25."""
USUAL_DISTANCE, RARE_DISTANCE = 0.017, 0.028
"""How far two samples of 10,000 games of one distribution are apart: in half of all cases, in one of 100."""


class PublishedFigure(NamedTuple):
    """What a document says of one of its players, and the conditions that give this figure."""

    bot: str
    document: str
    says: str
    players: int
    rules: str
    histogram: tuple[int, ...] = ()
    """How many games had each score, where the document prints it."""

    def has_conditions(self, terms: Terms) -> bool:
        """Whether games on these terms are those of the document."""
        return (terms.players, terms.rules.name) == (self.players, self.rules)

    def distance(self, terms: Terms, histogram: Sequence[int]) -> float | None:
        """Return how far our scores are from those that the document prints of the same games."""
        same = self.histogram and self.has_conditions(terms)
        return total_variation(histogram, self.histogram) if same else None

    def to_json(self, terms: Terms, histogram: Sequence[int]) -> dict[str, Any]:
        """Return the figure beside ours, as `simulate --json` prints it."""
        row = self._asdict() | {"same_conditions": self.has_conditions(terms)}
        return row | {"histogram": list(self.histogram), "distance": self.distance(terms, histogram)}

    def text(self, terms: Terms, histogram: Sequence[int]) -> str:
        """Say what the document has measured, and how to play its games."""
        said = f"the document {self.document} says: {self.says}"
        if not self.has_conditions(terms):
            return f"{said}; play its game with --players {self.players} --rules {self.rules}"
        distance = self.distance(terms, histogram)
        if distance is None:
            return said
        apart = f"its histogram and this one are {distance:.4f} apart (total variation)"
        usual = f"{USUAL_DISTANCE} usually, {RARE_DISTANCE} rarely"
        return f"{said}; {apart}; two runs of 10,000 games by the same rules: {usual}"


FIGURES = (
    PublishedFigure(
        "minimal",
        "Minimal Convention",
        "an average of 19.7, 90% of the games between 16 and 22, best game 23",
        3,
        "explorer",
        MINIMAL_HISTOGRAM,
    ),
    PublishedFigure(
        "save-clues",
        "Minimal Convention",
        "(a forecast) 1 or 2 points more than 19.7, some games of 25, and 38 to 48 clues to work with",
        3,
        "explorer",
    ),
    *(
        PublishedFigure(
            name,
            "Fabrigoule and Guillot's robots",
            "a mean of about 14, and fewer than 0.5% of the games lost",
            2,
            "official",
        )
        for name in ("robot2-author", "robot2-printed")
    ),
)


def published_figure(bots: Sequence[str], terms: Terms) -> PublishedFigure | None:
    """Return what a document says of a bot that fills all seats, if any does; it played No Variant."""
    if len(bots) != 1 or terms.variant.name != "No Variant":
        return None
    return next((figure for figure in FIGURES if figure.bot == bots[0]), None)
