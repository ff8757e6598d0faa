"""Files with models and queries: `read` recognises the format, `answers` answers the queries.

`logic_reader` reads Handsight's own format, `smcdel_reader` and `smcdel_writer` that of SMCDEL; `json_cases`
answers many small cases in JSON.
"""

from handsight.logic.files.formats import read, sample
from handsight.logic.files.logic_file import Answer, LogicFile, answers
from handsight.logic.files.smcdel_writer import write_smcdel

__all__ = ["Answer", "LogicFile", "answers", "read", "sample", "write_smcdel"]
