"""Reading and writing rounds of Boeren Bridge."""
