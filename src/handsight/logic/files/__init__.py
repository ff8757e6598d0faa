"""Files with models and queries: `read` recognises the format, `answers` answers the queries.

`logic_reader` reads Handsight's own format, `smcdel_reader` that of SMCDEL; `json_cases` answers many small
cases in JSON.
"""

import re
from pathlib import Path

from handsight.errors import InputError
from handsight.logic.files.logic_file import Answer, LogicFile, answers
from handsight.logic.files.logic_reader import read_logic
from handsight.logic.files.smcdel_reader import read_smcdel
from handsight.text.suggestions import remedy

__all__ = ["ABOUT_SAMPLES", "SAMPLES", "Answer", "LogicFile", "answers", "read", "sample"]

SAMPLES = Path(__file__).parent / "samples"
ABOUT_SAMPLES = {
    "muddy": "three muddy children: what each knows after every announcement",
    "coin": "a coin under a cup: somebody who is wrong, and an event that not everybody notices",
    "cards": "three cards, one each, in the format of SMCDEL's command line",
    "cases": "small models with a formula each, in JSON",
}
"""What each sample shows, by name."""


def sample(name: str) -> Path:
    """Return the path of the sample with this name, such as `muddy`; InputError if there is none."""
    paths = {path.stem: path for path in sorted(SAMPLES.iterdir())}
    if name not in paths:
        raise InputError(f"no sample is called {name!r}{remedy(name, paths)}")
    return paths[name]


def read(text: str) -> LogicFile:
    """Return the model, the updates and the queries of a file in either format.

    Raises:
        InputError: The text is wrong; the message says where and what would be right.
        TooLargeError: The text is too long, or its model too large.
    """
    words = re.sub(r"--[^\n]*", "", text).split(maxsplit=1)
    return read_smcdel(text) if words and words[0] in {"VARS", "LAW", "OBS"} else read_logic(text)
