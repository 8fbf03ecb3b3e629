"""Logs, crash reports, watchdogs."""
