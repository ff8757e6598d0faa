"""Bots in processes of their own, which receive views and send actions as lines of JSON.

`json_protocol` turns views and actions into JSON and back, `separate_bot` is the bot that the lab seats and
talks with its process, and `child_process` runs a Python bot on the other side.
"""

from handsight.bots.separate_process.separate_bot import (
    DEFAULT_LIMIT,
    apart_name,
    find_apart_bot,
    is_users_name,
    plays_apart,
    read_limit,
)

__all__ = ["DEFAULT_LIMIT", "apart_name", "find_apart_bot", "is_users_name", "plays_apart", "read_limit"]
