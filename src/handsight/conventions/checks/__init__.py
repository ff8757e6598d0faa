"""From the syntax tree to the core, with everything that can be wrong on the way.

`flatten_ideas` brings in the ideas that a file uses and replaces
parameters by their values. `translate_rules` and `translate_phrases` make the core. `core_checks` looks at
the core as a whole: every rule can be reached, and some rule always applies.
"""
