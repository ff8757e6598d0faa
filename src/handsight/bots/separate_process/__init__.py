"""Bots in processes of their own, which receive views and send actions as lines of JSON.

`json_protocol` turns views and actions into JSON and back, `separate_bot` is the bot that the lab seats and
talks with its process, and `child_process` runs a Python bot on the other side.
"""
