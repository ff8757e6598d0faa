"""The graphs of rules by which bots of Boeren Bridge choose a card, as data.

`rule_graph` is what a graph is, and how it is walked and drawn; `situations` is what its questions are asked
of; the graphs themselves are in `bot_graphs`.
"""
