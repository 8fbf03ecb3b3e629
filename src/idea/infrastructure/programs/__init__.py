"""Programs of this machine: where they are, and what they say when they are run briefly."""
