"""Pseudo-terminals: the keeper, its client, environments, Windows."""
