"""Create, open, close, list and forget projects."""
