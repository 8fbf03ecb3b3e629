"""Driving adapters: the engine's socket, the command line, the window."""
