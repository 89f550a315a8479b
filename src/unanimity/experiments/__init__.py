"""Experiments: one call that returns one table."""
