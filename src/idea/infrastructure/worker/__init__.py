"""The screen worker's process: its pipes, the shared page, its restarts."""
