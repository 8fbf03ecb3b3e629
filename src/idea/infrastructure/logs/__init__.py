"""Session logs as files: segments of the record stream, and checkpoints."""
