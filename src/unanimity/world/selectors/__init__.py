"""Selectors: the small language in which groups, events and measures name people and places, and what it selects."""
