"""Pictures of the page, for the documentation and to look at before a change is accepted."""
