"""Files with models and questions: SMCDEL's text format and our own, told apart by what is in them."""

import re

from handsight.logic.asking import Answer, Sheet, answers
from handsight.logic.sheet import read_sheet
from handsight.logic.smcdel import read_smcdel
from handsight.logic.to_smcdel import write_smcdel

__all__ = ["Answer", "Sheet", "answers", "read", "write_smcdel"]


def read(text: str) -> Sheet:
    """The model and the questions of a file in either format."""
    words = re.sub(r"--[^\n]*", "", text).split(maxsplit=1)
    return read_smcdel(text) if words and words[0] in {"VARS", "LAW", "OBS"} else read_sheet(text)
