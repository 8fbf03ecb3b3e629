"""Adapters, one folder per thing outside."""
