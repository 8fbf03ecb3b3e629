"""IdeA: one person runs a team of AI agents in a grid of terminals."""

__version__ = "0.1.0"
