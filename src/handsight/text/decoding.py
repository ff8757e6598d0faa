"""Read bytes as text, and say at which line and column they are not."""

from handsight.errors import InputError
from handsight.text.diagnostics import position_of


def utf8_text(data: bytes) -> str:
    """Return a text in UTF-8, without its byte order mark; InputError says where it is something else."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column, _ = position_of(before, len(before))
        message = f"the byte at offset {error.start} ({data[error.start]:#04x}) is not UTF-8"
        raise InputError(f"{message}; save the file as UTF-8", line=line, column=column) from None
