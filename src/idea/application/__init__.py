"""Use cases, one class and one verb each, in families."""
