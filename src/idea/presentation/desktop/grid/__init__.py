"""The grid of cells, drawn from the layout tree by difference."""
