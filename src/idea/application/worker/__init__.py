"""What the screen worker does: the screens of sessions that nobody shows."""
