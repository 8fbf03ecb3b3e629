"""Colour schemes in the formats of other terminals, and the folder that keeps them."""
