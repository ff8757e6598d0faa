"""What compiled conventions call at run time."""
