"""Drawing models: `model_graph` makes the graph, `graph_picture` places its nodes and draws it.

`quotient` makes classes of the worlds of a model that is too large to draw.
"""
