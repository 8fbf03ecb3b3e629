"""Change the grid of a project, with undo."""
