"""Drawing models: `model_graph` makes nodes and edges, `graph_layout` places them, `svg` draws them.

`quotient` makes classes of the worlds of a model that is too large to draw.
"""
