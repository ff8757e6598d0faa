"""Attacks on purpose, on this machine and its loopback interface alone, each bounded.

| command | what it does |
| --- | --- |
| `python -m bench.attack.hostile_messages` | 12,000 hostile requests and messages, by HTTP and websockets |
| `python -m bench.attack.hard_kills` | 22 times `kill -9` while moves are being acknowledged |
| `python -m bench.attack.damaged_stores` | 40 stores damaged in many ways, each served afterwards |
| `python -m bench.attack.idle_connections` | 1,100 idle connections to a server with 1,024 file descriptors |
| `python -m bench.attack.full_disks` | 8 disks that run full, before a start or while people play (as root) |
| `python -m bench.attack.greedy_visitors` | 60 bot tables and 60 analyses of one visitor, and another one |
| `python -m bench.attack.flipped_bits` | 42,000 flipped bits in what experiments and training store |
| `python -m bench.attack.damaged_caches` | 40 damaged caches of compiled kernels |
| `python -m bench.attack.hostile_texts` | 31,500 broken texts in every format that is read |

Each works in a temporary folder, prints a table, and exits with 1 if anything was lost, crashed, differed in
silence or kept somebody waiting. The tests run a small slice of each.
"""
