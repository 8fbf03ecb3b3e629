"""The engine's doors: JSON-RPC, events and attached terminals over WebSockets."""
