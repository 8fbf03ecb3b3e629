"""Session logs: segments and checkpoints on disk."""
