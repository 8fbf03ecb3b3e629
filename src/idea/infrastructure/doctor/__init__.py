"""Looks at everything IdeA depends on and says how to mend what is wrong."""
