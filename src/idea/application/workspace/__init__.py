"""Windows and tabs, and which of them the person sees."""
