"""Analysis: what every move of a game was worth, and where its points were lost.

Four kinds of statement, which are never mixed: facts (`facts`), what the mover could have known (`known`),
expected values in the mover's eyes (`search.move_values`), and what was possible with open hands
(`search.open_hands`). `turns` puts them together for one turn, `analysis` for a game, `collection` for many.
"""
