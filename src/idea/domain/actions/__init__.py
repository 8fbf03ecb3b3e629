"""What a person can do in the window: one catalogue for menus, keys, palette and docs."""
