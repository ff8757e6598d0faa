"""What each seat knows in Boeren Bridge: who may hold each card, who knows that, why, and since when.

Begin with `owners` (`know`) and `explain`. `kripke_model` answers formulas and nested knowledge through
the model of all deals, and has the simple model of one card. `questions` is
what the table of games asks.
"""
