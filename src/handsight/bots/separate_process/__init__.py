"""Bots in processes of their own, which receive views and send actions as lines of JSON.

`separate_bot` is the bot that is seated, `child_process` runs a Python bot on the other side.
"""
