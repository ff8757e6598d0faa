"""How fast things are: `handsight bench NAME` runs a module that has `run()`.

`page_load`, `page_paint` and `gpu_rollouts` are scripts: `python -m bench.timings.page_load`.
"""
