"""The named measures of the contract (interface, section 4): their table, their functions, and what they stand for."""

from __future__ import annotations

from unanimity.measures.contract.declare import CITATION, Case, Contracted, Made
from unanimity.measures.contract.named_measures import CONTRACT, NOT_YET

__all__ = ["CITATION", "CONTRACT", "NOT_YET", "Case", "Contracted", "Made"]
