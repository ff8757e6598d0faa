"""Experiments with High Card."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from handsight.bots import BotSeat
from handsight.bots.seat import bot_dice
from handsight.errors import InputError
from handsight.lab import Summary
from handsight.lab.text_tables import TextTable
from handsight.table import Dice, shuffled
from toy import notation, rules
from toy.bots import find_bot

SAVED_GAMES = "games.highcard"


@dataclass(frozen=True)
class Run:
    """Some games, and the share of them that each seat won."""

    bots: tuple[str, ...]
    games: list[notation.Recorded]

    def wins(self, seat: int) -> float:
        return sum(rules.points(game.final)[seat] for game in self.games) / len(self.games)

    def summary(self) -> Summary:
        rows = [(bot, f"{self.wins(seat):.1%}") for seat, bot in enumerate(self.bots)]
        figures = {"bots": list(self.bots), "wins": [self.wins(seat) for seat in range(rules.SEATS)]}
        return Summary(
            title="High Card",
            caption=f"High Card, {len(self.games)} games",
            json=figures,
            tables=[TextTable(("", "wins"), rows)],
            plots=[],
        )


def seat_bot(bots: tuple[str, ...], seed: int, number: int, seat: int) -> BotSeat:
    return BotSeat(find_bot(bots[seat]), rules, None, seat, partial(bot_dice, seed, number, seat))


def shuffled_cards(seed: int, number: int) -> tuple[int, ...]:
    return tuple(shuffled(rules.CARDS, Dice(seed, number, 0)))


def simulate(
    *bots: str,
    games: int = 1_000,
    seed: int = 1,
    progress: Callable[..., None] | None = None,
    **settings: Any,
) -> Run:
    del settings  # this game is played here and at once
    names = bots * rules.SEATS if len(bots) == 1 else bots
    if len(names) != rules.SEATS:
        raise InputError(f"{len(names)} bots cannot fill {rules.SEATS} seats")
    played = []
    for number in range(games):
        state = rules.deal(cards := shuffled_cards(seed, number))
        seats = [seat_bot(names, seed, number, seat) for seat in range(rules.SEATS)]
        while not state.over:
            _, state = seats[state.seat].play(state)
        played.append(notation.recorded(cards, (event.action for event in state.events)))
        if progress:
            progress(number + 1, games)
    return Run(names, played)


def save_games(run: Run, count: int, path: Path) -> None:
    path.write_text(notation.write(*run.games[:count]).text)
