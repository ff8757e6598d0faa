"""The interpreter of the core: it follows a game, decides, and explains.

`convention_player` plays a seat from its views and says why a rule acts. `core_interpreter` runs the rules on
a `public_state` and a memory, and `evaluate_core` computes expressions in a `rule_context`. `open_readings`
are what events left open, and `promised_knowledge` turns the promises of flags into knowledge.
"""
