"""Keep recipes, and open them as the grid of a project."""
