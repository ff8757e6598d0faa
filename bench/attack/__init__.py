"""Attacks on the page's server, on this machine and its loopback interface alone, each bounded.

| command | what it does |
| --- | --- |
| `python -m bench.attack.hostile_messages` | 12,000 hostile requests and messages, by HTTP and websockets |
| `python -m bench.attack.hard_kills` | 22 times `kill -9` while moves are being acknowledged |
| `python -m bench.attack.damaged_stores` | 40 stores damaged in many ways, each served afterwards |
| `python -m bench.attack.idle_connections` | 1,100 idle connections to a server with 1,024 file descriptors |

Each starts servers of its own in a temporary folder, prints a table, and exits with 1 if anything was lost,
crashed, or kept a visitor waiting. The tests run a small slice of each.
"""
