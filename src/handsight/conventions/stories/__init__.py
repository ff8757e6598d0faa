"""Stories, which are executable examples of a convention: `story` parses them, `run_story` runs them."""
