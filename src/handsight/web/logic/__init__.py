"""The logic screen: models of knowledge, step by step."""
