"""Statutes: small organisations that people run, their rules as questions and answers, and what would protect members.

`questions.py` says what a member asks of each rule; `shelf.py` knows the presets and tells a statute;
`questionnaire.py` writes one; `advise.py` tries each change of a statute in paired worlds; `check.py` lays what the
statutes give beside what is known of real ones (`targets.toml`).
"""

from unanimity.statutes.advise import Advice, advise
from unanimity.statutes.check import Checked, check, targets
from unanimity.statutes.shelf import STATUTES, answers_of, statute

__all__ = ["STATUTES", "Advice", "Checked", "advise", "answers_of", "check", "statute", "targets"]
