"""Design tokens, fonts and the palette of the window."""
