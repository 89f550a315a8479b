"""Police and prison: cards 14-20 and 26."""
