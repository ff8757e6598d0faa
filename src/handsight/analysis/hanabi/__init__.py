"""Analysis: what every move of a game was worth, and where its points were lost.

Four kinds of statement are never mixed: facts and what the mover could have known (`turn_statements`),
expected values in the mover's eyes (`turn_analysis`, and the engine in `search`), and what was possible with
open hands (`search.open_hands`). `analyse` puts them together for games.
"""
