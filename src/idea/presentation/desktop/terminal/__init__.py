"""A terminal view: feeding, painting, typing, selecting."""
