"""A session as one stream of records, and the state machine that serves it."""
