"""What every screen and every game of the page shares: HTTP, connections, storage, workers, game tables."""
