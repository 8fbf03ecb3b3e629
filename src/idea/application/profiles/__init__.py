"""See, check, keep and detect engine profiles."""
