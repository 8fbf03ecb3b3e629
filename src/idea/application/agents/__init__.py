"""Define agents, see what they read, launch, swap and resume them."""
