"""Which convention, with which settings, explains recorded games best; measured on games held out.

Settings are searched one parameter at a time. Games are divided into folds: for each, the settings are chosen
on the other games and measured on those of the fold, so that no game both chooses and counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from handsight.analysis.hanabi.convention_agreement import MEASURES, Agreement, GameAgreement, agree
from handsight.bots.hanabi.convention_bot import is_convention
from handsight.conventions import load_convention
from handsight.conventions.library import shipped, shipped_conventions
from handsight.conventions.syntax.print_convention import print_setting
from handsight.errors import InputError
from handsight.hanabi import HanabiRecord as Game
from handsight.lab import statistics as stats
from handsight.lab.job_runner import Progress
from handsight.lab.played_games import check_list
from handsight.lab.result_summary import TextTable, finite
from handsight.text.suggestions import did_you_mean, listed

FIT_MEASURES = ("bits", "move", "kind", "told")
"""The measures to choose by: each counts the same cases of a game for every convention."""
MADE_FOR = {2: ("pair", "duet"), 3: ("circle",), 4: ("circle",), 5: ("full-table",), 6: ("full-table",)}
"""The shipped conventions that were made for a number of players."""
H_GROUP = "h-group-"
"""The beginning of the names of the H-Group's levels, which are for any number of players."""
FOLDS = 5
CLEAR_ERRORS = 2
"""How many standard errors a lead must have to be more than chance."""
PASSES = 2
"""How often, at most, every parameter is tried; a second pass sees what the others have become."""

Rows = Sequence[GameAgreement]


@dataclass(frozen=True)
class FittedConvention:
    """A convention, the settings that fit the games best, and how well it explains games held out."""

    name: str
    spec: str
    """The convention with the settings that fit all games best."""
    held_out: Agreement
    """For each game, the convention with the settings that fit the other games best."""
    folds: int
    """In how many folds it is the best of all conventions."""


@dataclass(frozen=True)
class Fit:
    """Conventions fitted to games, the best first."""

    measure: str
    games: int
    folds: int
    conventions: tuple[FittedConvention, ...]

    @property
    def best(self) -> FittedConvention:
        """The convention that explains games held out best."""
        return self.conventions[0]

    def behind(self, one: FittedConvention) -> stats.Estimate:
        """Return how far a convention lies behind the best, on the same games, with its error over games."""
        measure = MEASURES[self.measure]
        pairs = [
            pair
            for pair in zip(self.best.held_out.rows, one.held_out.rows, strict=True)
            if measure.out_of(pair[0])
        ]
        return stats.estimate_by_deal(
            [measure.total(first) - measure.total(second) for first, second in pairs],
            [measure.out_of(first) for first, _ in pairs],
        )

    def significant(self, one: FittedConvention) -> bool:
        """Whether a convention lies behind the best by more than `CLEAR_ERRORS` standard errors."""
        behind = self.behind(one)
        return behind.mean > CLEAR_ERRORS * behind.stderr

    @property
    def within_two_errors(self) -> tuple[FittedConvention, ...]:
        """The conventions that lie behind the best by at most `CLEAR_ERRORS` standard errors."""
        return tuple(one for one in self.conventions[1:] if not self.significant(one))

    @property
    def beats_no_convention(self) -> bool | None:
        """Whether the best surely tells more than 0 bits, which is no convention; None for other measures."""
        found = self.best.held_out.estimate(self.measure)
        return None if self.measure != "bits" else found.mean > CLEAR_ERRORS * found.stderr

    def verdict(self) -> str:
        """Say in words which convention is the best, and how sure that is."""
        best, doubts = self.best.spec, list[str]()
        found = self.best.held_out.estimate(self.measure)
        if self.within_two_errors:
            others = listed([one.name for one in self.within_two_errors], last="and")
            doubts.append(f"its lead over {others} is within two standard errors")
        if self.measure == "bits" and found.mean < 0:
            doubts.append("its bits are below 0: it reads these players worse than no convention at all")
        elif self.beats_no_convention is False:
            doubts.append("its bits are within two standard errors of 0, which is no convention at all")
        if not doubts:
            return f"{best} explains these games best, by {self.measure}"
        return f"{best} comes first by {self.measure}, but {'; and '.join(doubts)}"

    def to_json(self) -> dict[str, Any]:
        """Return what `convention fit --json` prints."""
        rows = []
        for one in self.conventions:
            found, behind = one.held_out.estimate(self.measure), self.behind(one)
            rows.append({
                "convention": one.name,
                "fitted": one.spec,
                "held_out": finite(found.mean),
                "error": finite(found.stderr),
                "behind": finite(behind.mean),
                "behind_error": finite(behind.stderr),
                "significant": None if one is self.best else self.significant(one),
                "best_in_folds": one.folds,
                "agreement": one.held_out.to_json(),
            })  # fmt: skip
        head = {"measure": self.measure, "games": self.games, "folds": self.folds}
        told = {"verdict": self.verdict(), "beats_no_convention": self.beats_no_convention}
        return head | {"best": self.best.spec} | told | {"conventions": rows}

    def table(self) -> TextTable:
        """Return the conventions as a table, the best first."""
        return TextTable(
            ("", "fitted to all games", f"{self.measure}, held out", "behind the best", "best in folds"),
            [
                (
                    one.name,
                    one.spec.removeprefix(one.name).strip() or "as it is",
                    self._text(one.held_out.estimate(self.measure)),
                    "" if one is self.best else self._text(self.behind(one)),
                    f"{one.folds} of {self.folds}",
                )
                for one in self.conventions
            ],
        )

    def _text(self, found: stats.Estimate) -> str:
        if MEASURES[self.measure].share:
            return f"{100 * found.mean:.1f} ± {100 * found.stderr:.1f} %"
        return f"{found.mean:+.3f} ± {found.stderr:.3f}"


@dataclass
class _SettingsSearch:
    """Measures specs, each once, and searches the settings of conventions."""

    games: Sequence[Game]
    measure: str
    workers: int
    progress: Progress | None
    tried: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rows: dict[str, Rows] = field(default_factory=dict)
    expected: int = 0
    """How many specs a first pass measures."""

    def measured(self, spec: str) -> Rows:
        if spec not in self.rows:
            (found,) = agree([spec], self.games, workers=self.workers, progress=self._tell)
            self.rows[spec] = found.rows
        return self.rows[spec]

    def _tell(self, done: int, _games: int) -> None:
        """Tell how many readings of a game by a spec are done, and how many there are at least."""
        if self.progress:
            size = len(self.games)
            before = len(self.rows) * size
            self.progress(before + done, max(before + size, self.expected * size))

    def value(self, spec: str, use: Iterable[int]) -> float:
        """Return the measure of a spec over the games with indices in *use*; -inf if there are no cases."""
        measure, found = MEASURES[self.measure], self.measured(spec)
        rows = [found[at] for at in use]
        sizes = sum(map(measure.out_of, rows))
        return sum(map(measure.total, rows)) / sizes if sizes else float("-inf")

    def fitted(self, name: str, use: Sequence[int], *, settings: bool) -> str:
        """Return the spec of a convention with the settings that fit the games in *use* best."""
        spec, chosen = name, dict[str, str]()
        for _ in range(PASSES if settings else 0):
            before = dict(chosen)
            for param, choices in choices_of(name, self.tried).items():
                ways = [chosen | {param: choice} for choice in choices]
                values = {_spec(name, way): self.value(_spec(name, way), use) for way in (chosen, *ways)}
                spec = max(values, key=lambda one: values[one])  # the first, as it was, where several tie
                chosen = next(way for way in (chosen, *ways) if _spec(name, way) == spec)
            if chosen == before:
                break
        return spec


def _spec(name: str, settings: dict[str, str]) -> str:
    return " ".join([name, *(f"{param}={value}" for param, value in settings.items())])


def choices_of(name: str, tried: Mapping[str, Sequence[str]] = MappingProxyType({})) -> dict[str, list[str]]:
    """Return the values of each parameter besides the present one: from the file, and those *tried*."""
    flat = load_convention(name).flat
    found = {}
    for param in flat.params:
        now = print_setting(flat.settings.get(param.name, param.choices[0]))
        values = [*map(print_setting, param.choices), *tried.get(param.name, ())]
        others = [value for value in dict.fromkeys(values) if value != now]
        if others:
            found[param.name] = others
    return found


def default_conventions(players: Iterable[int]) -> tuple[str, ...]:
    """Return the conventions to choose among if none are named: minimal, H-Group, those for these tables.

    >>> default_conventions([2])[:3]
    ('minimal', 'pair', 'duet')
    """
    sizes = sorted(set(players))
    made_for = [name for size in sizes for name in MADE_FOR.get(size, ())]
    levels = [name for name in shipped_conventions() if name.startswith(H_GROUP)]
    return tuple(dict.fromkeys(("minimal", *made_for, *levels)))


def fit(
    names: Sequence[str],
    games: Sequence[Game],
    *,
    measure: str = "bits",
    settings: bool = True,
    tried: Mapping[str, Sequence[str]] = MappingProxyType({}),
    workers: int = 1,
    progress: Progress | None = None,
) -> Fit:
    """Find the convention, with its settings, that explains recorded games best.

    Args:
        names: Conventions, named as for `load_convention`.
        games: At least two games.
        measure: One of `FIT_MEASURES`.
        settings: Whether the parameters of each convention are fitted, too.
        tried: By parameter, further values to try: a file lists words, but for a number only its default.
        workers: Processes on this machine; any number finds the same.
        progress: Called with how many readings of a game by a convention are done, and how many there are
            at least.

    Raises:
        InputError: There is no such convention or measure, or there are too few games.

    Examples:
        >>> import handsight as hs
        >>> found = hs.fit(["pair", "circle"], [hs.load("sample:first")] * 2, settings=False)
        >>> len(found.conventions)
        2
    """
    _check(names, games, measure, tried)
    folds = min(FOLDS, len(games))
    search = _SettingsSearch(games, measure, workers, progress, tried)
    search.expected = sum(
        1 + (sum(map(len, choices_of(name, tried).values())) if settings else 0) for name in names
    )
    held_out: dict[str, list[GameAgreement | None]] = {name: [None] * len(games) for name in names}
    winners = dict.fromkeys(names, 0)
    for fold in range(folds):
        held, chosen = range(fold, len(games), folds), dict[str, str]()
        others = [at for at in range(len(games)) if at not in held]
        for name in names:
            chosen[name] = search.fitted(name, others, settings=settings)
            for at in held:
                held_out[name][at] = search.measured(chosen[name])[at]
        winners[max(names, key=lambda name: search.value(chosen[name], held))] += 1
    found = [
        FittedConvention(
            name,
            search.fitted(name, range(len(games)), settings=settings),
            Agreement(name, tuple(row for row in held_out[name] if row is not None)),
            winners[name],
        )
        for name in names
    ]
    found.sort(key=lambda one: -one.held_out.estimate(measure).mean)
    return Fit(measure, len(games), folds, tuple(found))


def _check(
    names: Sequence[str], games: Sequence[Game], measure: str, tried: Mapping[str, Sequence[str]]
) -> None:
    check_list(names, "names", "conventions")
    if measure not in FIT_MEASURES:
        raise InputError(f"conventions are fitted by {', '.join(FIT_MEASURES)}, not by {measure!r}")
    if len(games) < 2:
        raise InputError("one game cannot both choose and check a convention; give two or more")
    if not names:
        raise InputError("name the conventions to choose among")
    for name in names:
        if not is_convention(name):
            hint = did_you_mean((name.split() or [""])[0], shipped())
            raise InputError(
                f"{name} is no convention, so it has no promises and settings to fit"
                + (f"; {hint}" if hint else "")
            )
        for param, values in choices_of(name, tried).items():
            for value in values:  # a wrong one is found before games are read
                load_convention(_spec(name, {param: value}))
    known = {param for name in names for param in choices_of(name, tried)}
    for param in tried:
        if param not in known:
            there = ", ".join(sorted(known)) or "none"
            raise InputError(
                f"none of these conventions has a parameter {param!r}; those that they have: {there}"
            )
