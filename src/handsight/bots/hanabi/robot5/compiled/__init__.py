"""The compiled Robot 5: the same decisions as `handsight.bots.hanabi.robot5`, from tables of integers.

`read` keeps what the clues meant in the memory of a state (`beliefs`), and `decide` values every action by
the position after it (`search`). `outlook` says what is playable and needed on stacks further on, `weights`
holds the weights of the evaluation, and `robot5_bot` the finished bot.
"""
