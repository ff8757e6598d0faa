"""High Card, a toy game that is added to Handsight from outside: see docs/how-to/adding-a-game.md.

It has one module or folder for each room, and one line in each room's table of games (`tables.register`).
"""
