"""Keep templates, and bring agents up to date with them."""
