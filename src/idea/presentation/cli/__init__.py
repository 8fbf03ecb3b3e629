"""The idea command."""
