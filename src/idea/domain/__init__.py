"""Values and functions only: no I/O, no clock, no thread."""
