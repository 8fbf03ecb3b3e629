"""Engine profiles: how to drive one AI command-line program, as data."""
