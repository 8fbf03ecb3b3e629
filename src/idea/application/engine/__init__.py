"""See and stop the engine itself, and what its clients are told."""
