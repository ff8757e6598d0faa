"""From the syntax tree to the core, with everything that can be wrong on the way.

`flatten_ideas` brings in the ideas that a file uses (`rule_order` puts their rules in order) and replaces
parameters by their values. `checker` translates the rules to the core, with `expressions` for the phrases in
them. `core_checks` looks at the core as a whole: `secrecy` (no rule reads hidden cards) and reachability.
"""
