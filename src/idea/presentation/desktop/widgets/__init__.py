"""Small parts: buttons, state shapes, rows."""
