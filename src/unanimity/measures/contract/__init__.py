"""The named measures of the contract: their table, their functions, and the expressions they stand for."""

from __future__ import annotations

from unanimity.measures.contract.declare import CITATION, Case, Contracted, Made
from unanimity.measures.contract.named_measures import CONTRACT, NOT_YET

__all__ = ["CITATION", "CONTRACT", "NOT_YET", "Case", "Contracted", "Made"]
