"""The folder of a training run: a checkpoint to continue from, and the learning curve as a picture."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import torch

from handsight.errors import InputError
from handsight.safe_files import sealed, unsealed, write_file

CHECKPOINT, PICTURE = "checkpoint.pt", "curve.svg"


def chosen_device(name: str) -> str:
    """Return the device that ``"auto"`` means here; any other name stands for itself."""
    return name if name != "auto" else "cuda" if torch.cuda.is_available() else "cpu"


def make_folder(folder: Path) -> None:
    """Make the folder of a run before training begins; raise InputError if there is a file of that name."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is no folder, but a file; name another for the learner")
    folder.mkdir(parents=True, exist_ok=True)


def write_checkpoint(folder: Path, content: Mapping[str, Any]) -> None:
    """Write a checkpoint, which holds the settings of its run as `settings`, under a checksum."""
    packed = BytesIO()
    torch.save(dict(content), packed)
    write_file(folder / CHECKPOINT, sealed(packed.getvalue(), CHECKPOINT))


def read_checkpoint(folder: Path, settings: Mapping[str, Any], device: str) -> dict[str, Any] | None:
    """Return the checkpoint of a folder, or None; InputError if it is damaged or has other settings."""
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    content = unsealed(path.read_bytes(), CHECKPOINT)
    if content is None:  # PyTorch itself checks no checksum
        why = "it is damaged, or of an older version"
        raise InputError(f"{path} cannot be continued ({why}); name another folder")
    checkpoint: dict[str, Any] = torch.load(BytesIO(content), map_location=device, weights_only=True)
    was = checkpoint["settings"]
    changed = [name for name in {**settings, **was} if settings.get(name) != was.get(name)]
    if changed:
        raise InputError(
            f"{folder} holds a run with other settings ({', '.join(changed)}); name another folder"
        )
    return checkpoint


def draw_curve(
    place: Path,
    across: tuple[str, Sequence[float]],
    means: Mapping[str, Sequence[float]],
    shares: Mapping[str, Sequence[float]],
    axis: str,
) -> None:
    """Draw the learning curve of a run to a file: means by label, and shares of games on a second axis.

    *across* is the label of the horizontal axis and the place of each evaluation on it; *axis* labels means.
    """
    import matplotlib as mpl  # noqa: PLC0415  training goes on without a picture
    from matplotlib.figure import Figure  # noqa: PLC0415

    from handsight.lab.plots import STYLE, save  # noqa: PLC0415

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        left = figure.add_subplot()
        right = left.twinx()
        for label, values in means.items():
            left.plot(across[1], values, label=label)
        for label, values in shares.items():
            right.plot(across[1], [100 * share for share in values], linestyle=":", label=f"{label}, %")
        left.set(xlabel=across[0], ylabel=axis)
        right.set(ylabel=f"{', '.join(shares)}, %", ylim=(0, 100))
        lines = [*left.get_lines(), *right.get_lines()]
        left.legend(lines, [str(line.get_label()) for line in lines], frameon=False, loc="lower right")
    save(figure, place)
