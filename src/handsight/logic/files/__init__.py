"""Files with models and questions."""
