"""The conventions and ideas that ship with the package, and how convention files are found."""

from handsight.conventions.library.files import (
    LIBRARY,
    SUFFIX,
    Source,
    find_source,
    path_or_name,
    read_text,
    shipped,
    shipped_conventions,
)

__all__ = [
    "LIBRARY",
    "SUFFIX",
    "Source",
    "find_source",
    "path_or_name",
    "read_text",
    "shipped",
    "shipped_conventions",
]
