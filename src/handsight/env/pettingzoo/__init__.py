"""The games as environments of PettingZoo (AEC): `hanabi_v0` and `boeren_v0`, each with `env` and `raw_env`.

Examples:
    >>> from handsight.extras import need_extra
    >>> need_extra("env", "pettingzoo")  # doctest: +SKIP
    >>> from handsight.env.pettingzoo import hanabi_v0  # doctest: +SKIP
    >>> env = hanabi_v0.env(players=2)  # doctest: +SKIP
"""
