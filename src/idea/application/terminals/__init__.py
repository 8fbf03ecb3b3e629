"""Open, watch, feed and stop terminal sessions."""
