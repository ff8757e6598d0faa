"""Search on a learned network, for thousands of two-player games side by side on one GPU: how it is measured.

    python -m bench.network_search actor.npz --games 2048 --alone 0

The steps are those of `handsight.search`, on tensors: `network_belief` lists the hands that a seat may hold
by the network's chances, `network_race` tries actions on deals drawn from them, and `network_rows` plays on.
"""
