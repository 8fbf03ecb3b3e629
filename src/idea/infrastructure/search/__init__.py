"""Looks for texts and regular expressions, with a limit of time."""
