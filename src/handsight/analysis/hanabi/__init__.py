"""Analysis: what every move of a game was worth, and where its points were lost.

Four kinds of statement, which are never mixed: facts (`game_facts`), what the mover could have known
(`could_have_known`), expected values in the mover's eyes (`mover_position`, and the engine in `search`), and
what was possible with open hands (`search.open_hands`). `turn_analysis` puts them together for one turn,
`analyse` for a game, `many_games` for many. `judged_games` and `convention_critic` say which rules of a
convention lose how much.
"""
