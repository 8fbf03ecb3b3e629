"""Between the Qt thread and the loop thread."""
