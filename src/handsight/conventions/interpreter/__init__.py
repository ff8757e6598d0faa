"""The interpreter of the core: it follows a game, decides, and explains.

`player` plays a seat from its views. `interpreter` runs the rules on a `public_state` and a memory, and
`evaluate` computes expressions in a `context`. `explanation` says why a rule acts, and `promised_knowledge`
turns the promises of flags into knowledge.
"""
