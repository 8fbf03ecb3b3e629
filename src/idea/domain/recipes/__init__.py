"""Recipes: grids with a name, and what runs in their cells."""
