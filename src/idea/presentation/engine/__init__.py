"""The engine's door: JSON-RPC for use cases and events, one WebSocket per attached terminal."""
