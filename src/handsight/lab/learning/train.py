"""Teach a learner: play, remember, learn, look how well it does; stop and go on at any batch."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from handsight.boeren import TEXT
from handsight.errors import InputError
from handsight.kernels.boeren import play_matches
from handsight.kernels.boeren.compiled_bots import FULL_KRIPKE
from handsight.kernels.boeren.features import FEATURE_SETS
from handsight.kernels.boeren.match_loop import POINTS
from handsight.kernels.boeren.network import network_bot as compiled_network
from handsight.kernels.boeren.state_layout import TURN
from handsight.kernels.jit import Ints
from handsight.lab.learning.experience import Decisions, Memory, live
from handsight.lab.learning.learning_curve import Moment, draw
from handsight.lab.learning.network import network, save_weights, told, weights_of, without_illegal
from handsight.lab.learning.settings import Course
from handsight.lab.learning.torch_import import torch

EXAM_GAMES = 240
"""Matches of an exam, against three `full-kripke`."""
EXAM_SEED = 20_260_000
EXAMS = 30
"""How often the learner is examined and written down over its course."""
CHECKPOINT, WEIGHTS, CURVE, PICTURE = "checkpoint.pt", "learner.npz", "curve.json", "curve.svg"


@dataclass
class Pupil:
    """A learner on its way."""

    course: Course
    device: str = "cpu"
    batch: int = 0
    seconds: float = 0.0
    curve: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        torch.manual_seed(self.course.seed)
        self.state = FEATURE_SETS.index(self.course.state)
        self.net = network(self.course.hidden).to(self.device)
        self.later = network(self.course.hidden).to(self.device)
        self.later.load_state_dict(self.net.state_dict())
        self.adam = torch.optim.Adam(self.net.parameters(), lr=self.course.rate)
        self.chance = np.random.default_rng(self.course.seed)
        self.memory = Memory(self.course.memory)
        self.loss = float("nan")

    def values(self, table: Ints) -> Any:
        """Value every action."""
        with torch.no_grad():
            return self.net(told(table, self.state, self.device)).cpu().numpy()

    def study(self) -> None:
        """Play a batch, and learn from what is remembered."""
        course, began = self.course, perf_counter()
        self.memory.batches.append(live(self.values, self.chance, course, self.batch))
        for group in self.adam.param_groups:
            group["lr"] = course.fading(course.rate, self.batch)
        losses = [self._lesson() for _ in range(course.lessons)]
        self.loss = sum(losses) / len(losses)
        self.batch += 1
        self.seconds += perf_counter() - began

    def _lesson(self) -> float:
        """Take one step towards what the rules say of the last decisions and the network of the others."""
        table, actions, points, follows = self.memory.draw(self.chance, self.course.sample)
        goes_on = np.flatnonzero(follows[:, TURN] > 0)
        goal = torch.from_numpy(points).to(self.device)
        if goes_on.size:
            after = np.ascontiguousarray(follows[goes_on])
            with torch.no_grad():
                seen = told(after, self.state, self.device)
                best = without_illegal(self.net(seen), after, self.device).argmax(1, keepdim=True)
                goal[torch.from_numpy(goes_on).to(self.device)] += self.later(seen).gather(1, best)[:, 0]
        chosen = torch.from_numpy(actions[:, None]).to(self.device)
        value = self.net(told(np.ascontiguousarray(table), self.state, self.device)).gather(1, chosen)[:, 0]
        loss = torch.nn.functional.smooth_l1_loss(value, goal)
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        with torch.no_grad():
            for slow, quick in zip(self.later.parameters(), self.net.parameters(), strict=True):
                slow.lerp_(quick, self.course.trust)
        return float(loss.item())

    def examine(self) -> Moment:
        """Play matches against three `full-kripke`, the same at every exam."""
        player = compiled_network(self.state, weights_of(self.net))
        found = play_matches.play(
            [player, FULL_KRIPKE, FULL_KRIPKE, FULL_KRIPKE], TEXT, EXAM_GAMES, EXAM_SEED
        )
        points = found[:, :, POINTS]
        best = points == points.max(1, keepdims=True)
        wins = (best[:, 0] / best.sum(1)).mean()
        moment = Moment(
            self.batch,
            round(self.seconds, 1),
            float(points[:, 0].mean()),
            float(points[:, 1:].mean()),
            float(wins),
            self.loss,
        )
        self.curve.append(moment)
        return moment

    def save(self, folder: Path) -> None:
        """Write everything that going on needs, whole or not at all, and the weights to play with."""
        kept = {
            "course": self.course.record,
            "batch": self.batch,
            "seconds": self.seconds,
            "curve": [tuple(moment) for moment in self.curve],
            "net": self.net.state_dict(),
            "later": self.later.state_dict(),
            "adam": self.adam.state_dict(),
            "chance": json.dumps(self.chance.bit_generator.state),
            "memory": [[torch.from_numpy(part) for part in found] for found in self.memory.batches],
        }
        unfinished = folder / (CHECKPOINT + ".new")
        torch.save(kept, unfinished)
        unfinished.replace(folder / CHECKPOINT)
        save_weights(folder / WEIGHTS, self.course.state, weights_of(self.net))
        (folder / CURVE).write_text(json.dumps([moment._asdict() for moment in self.curve], indent=1) + "\n")
        draw({self.course.state: self.curve}, self.course.rounds, folder / PICTURE)

    @classmethod
    def resumed(cls, folder: Path, course: Course, device: str) -> "Pupil":
        """Go on where a folder's learner stopped; it must have been taught by the same course so far."""
        try:
            kept = torch.load(folder / CHECKPOINT, map_location=device, weights_only=True)
            was = Course(**kept["course"])
        except Exception as error:
            raise InputError(
                f"{folder / CHECKPOINT} cannot be gone on with ({error}); name another folder"
            ) from error
        if was != course:
            changed = ", ".join(name for name, value in course.record.items() if value != was.record[name])
            raise InputError(
                f"{folder} holds another course ({changed} differ); name another folder, or start afresh"
            )
        pupil = cls(course, device, kept["batch"], kept["seconds"], [Moment(*row) for row in kept["curve"]])
        pupil.net.load_state_dict(kept["net"])
        pupil.later.load_state_dict(kept["later"])
        pupil.adam.load_state_dict(kept["adam"])
        pupil.chance.bit_generator.state = json.loads(kept["chance"])
        pupil.memory.batches.extend(
            Decisions(*(part.cpu().numpy() for part in found)) for found in kept["memory"]
        )
        return pupil


def train(
    course: Course,
    folder: Path,
    tell: Callable[[Moment], None] = lambda _moment: None,
    *,
    device: str = "auto",
) -> list[Moment]:
    """Teach a learner to the end of its course, or go on where the folder's learner stopped."""
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is no folder; name another to keep the learner in")
    folder.mkdir(parents=True, exist_ok=True)  # what cannot be kept need not be taught
    begun = (folder / CHECKPOINT).exists()
    pupil = Pupil.resumed(folder, course, device) if begun else Pupil(course, device)
    every = max(1, course.batches // EXAMS)
    while pupil.batch < course.batches:
        pupil.study()
        if pupil.batch % every == 0 or pupil.batch == course.batches:
            tell(pupil.examine())
            pupil.save(folder)
    return pupil.curve
