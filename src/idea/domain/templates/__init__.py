"""Templates: roles that several agents share, and how these follow them."""
