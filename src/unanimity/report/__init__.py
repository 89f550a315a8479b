"""The report room: figures and pages from saved Results. It never runs a model, and installs nothing on import."""

from __future__ import annotations

from unanimity.report import shown, words
from unanimity.report.comparison_page import write_comparison
from unanimity.report.courses import course_of_arms
from unanimity.report.debate import debate_page, write_debate
from unanimity.report.effects import differences, dose
from unanimity.report.html import (
           Cell,
           Section,
           figure_html,
           glossary_page,
           page,
           save_picture,
           write_glossary,
           write_page,
)
from unanimity.report.maps import tree_map
from unanimity.report.outcome_page import write_outcome
from unanimity.report.pairs import comparison, difference_over_months
from unanimity.report.plots import arms, fear_and_files, public_and_private, two_provinces
from unanimity.report.police import police_sections
from unanimity.report.power import power_sections
from unanimity.report.run_page import write_run
from unanimity.report.shelf import heat_sections
from unanimity.report.society import society_sections
from unanimity.report.story import life_sections, timeline_sections, whole_sections
from unanimity.report.tables import provenance
from unanimity.report.whatif_page import write_whatif

__all__ = [
           "Cell",
           "Section",
           "arms",
           "comparison",
           "course_of_arms",
           "debate_page",
           "difference_over_months",
           "differences",
           "dose",
           "fear_and_files",
           "figure_html",
           "glossary_page",
           "heat_sections",
           "life_sections",
           "page",
           "police_sections",
           "power_sections",
           "provenance",
           "public_and_private",
           "save_picture",
           "shown",
           "society_sections",
           "timeline_sections",
           "tree_map",
           "two_provinces",
           "whole_sections",
           "words",
           "write_comparison",
           "write_debate",
           "write_glossary",
           "write_outcome",
           "write_page",
           "write_run",
           "write_whatif",
]
