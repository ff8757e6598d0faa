"""The server: routes, connections, storage and worker processes, for every screen."""
