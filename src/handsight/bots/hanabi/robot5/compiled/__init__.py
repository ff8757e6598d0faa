"""The compiled Robot 5: the same decisions as `handsight.bots.hanabi.robot5`, from tables of integers.

Each module is the twin of the plain one of its name. `clue_beliefs` keeps what the clues meant in the memory
of a state, and says what is playable and needed on stacks further on; `action_choice` values every action by
the position after it.
"""
