"""Composition roots, one per process; the only code that names adapters."""
