"""The client's side of the engine: find or start it, call it, hear it, attach terminals."""
