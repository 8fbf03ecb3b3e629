"""The engine seen from another process: calls, events, terminals."""
