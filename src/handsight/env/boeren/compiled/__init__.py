"""The compiled loops of the environment of Boeren Bridge."""
