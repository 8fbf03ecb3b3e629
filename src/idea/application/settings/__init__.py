"""Read and change settings."""
