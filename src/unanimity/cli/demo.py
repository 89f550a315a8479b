"""`unanimity demo`: a question, a guess, a run, an answer, a report."""
from __future__ import annotations


def demo() -> None:
    """Ask a question, run, answer, and write a report."""
