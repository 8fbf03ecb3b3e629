"""Write skills down and give them to agents."""
