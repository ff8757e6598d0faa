"""High Card, a toy game that is added through the tables of games: three cards, two seats.

The cards are 1, 2 and 3. Each seat gets one and sees only that; the third lies face down. Seat 0 and then
seat 1 keep their card or swap it for the one on the table. The higher card wins.
"""
