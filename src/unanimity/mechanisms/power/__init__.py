"""Power and world: cards 21-25, 27 and 28."""
