"""Stories: executable examples of a convention."""
