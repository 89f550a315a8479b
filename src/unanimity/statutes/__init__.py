"""Statutes of small organisations: their rules as questions and answers, and which changes would protect members.

`questions.py` holds a member's question on each rule; `shelf.py` finds the presets and describes a statute;
`questionnaire.py` writes one; `advise.py` runs each change of a statute in paired worlds; `check.py` compares the
results of the statutes with what is known of real organisations (`targets.toml`).
"""

from unanimity.statutes.advise import Advice, advise
from unanimity.statutes.check import Checked, check, targets
from unanimity.statutes.shelf import STATUTES, answers_of, statute

__all__ = ["STATUTES", "Advice", "Checked", "advise", "answers_of", "check", "statute", "targets"]
