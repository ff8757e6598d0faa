"""Files with models and questions: SMCDEL's text format and our own, told apart by what is in them."""

import re
from pathlib import Path

from handsight.errors import InputError
from handsight.logic.files.file_reader import read_sheet
from handsight.logic.files.session import Answer, Sheet, answers
from handsight.logic.files.smcdel_reader import read_smcdel
from handsight.logic.files.smcdel_writer import write_smcdel

__all__ = ["Answer", "Sheet", "answers", "read", "sample", "write_smcdel"]

SAMPLES = Path(__file__).parent / "samples"


def sample(name: str) -> Path:
    """Find a file that comes with the package, by its name without the ending."""
    there = {path.stem: path for path in sorted(SAMPLES.iterdir())}
    if name not in there:
        raise InputError(f"no sample is called {name!r}; there are {', '.join(there)}")
    return there[name]


def read(text: str) -> Sheet:
    """The model and the questions of a file in either format."""
    words = re.sub(r"--[^\n]*", "", text).split(maxsplit=1)
    return read_smcdel(text) if words and words[0] in {"VARS", "LAW", "OBS"} else read_sheet(text)
