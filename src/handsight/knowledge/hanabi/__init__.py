"""What each seat knows in Hanabi: of its own hand, of other seats' knowledge, why, and since when.

Begin with `own_hand` (`know`) and `explain`. `evidence` holds what a seat has to go on, `nested` what one
seat knows of another's knowledge, `timeline` the information each move gave, `kripke_model` answers formulas,
`face_down` is for the variant in which played cards lie face down. `questions` is
what the table of games asks.
"""
