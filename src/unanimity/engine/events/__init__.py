"""Events: what a schedule does to one world at the head of a month."""
