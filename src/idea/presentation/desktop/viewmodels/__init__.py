"""What panels show, as plain values without Qt."""
