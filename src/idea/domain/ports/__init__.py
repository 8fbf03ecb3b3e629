"""What the inside needs from the outside, one Protocol file per need."""
