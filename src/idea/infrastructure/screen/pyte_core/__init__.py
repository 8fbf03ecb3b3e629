"""The portable core: pyte's screen behind a parser of our own that never raises."""
