"""Drawing models: `model_graph` makes the graph, `graph_layout` places its nodes, `graph_picture` draws it.

`quotient` makes classes of the worlds of a model that is too large to draw.
"""
