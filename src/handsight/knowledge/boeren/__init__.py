"""What each seat knows in Boeren Bridge: who may hold each card, who knows that, why, and since when.

Begin with `owners` (`know`) and `explain`. `deal_model` answers formulas and nested knowledge through the
model of all deals, `card_model` is the simple model of one card. `to_json` and `sentences` write every
answer, and `questions` is what the table of games asks.
"""
