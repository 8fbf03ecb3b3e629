"""Files: atomic writes, codecs, the stores of projects and users."""
