"""The report room: figures and pages from saved Results. It never runs a model, and installs nothing on import."""

from __future__ import annotations

from unanimity.report import measure_labels, notebook
from unanimity.report.arm_curves import course_of_arms
from unanimity.report.comparison_page import write_comparison
from unanimity.report.debate import debate_page, write_debate
from unanimity.report.effect_figures import differences, dose
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
from unanimity.report.manifest_tables import provenance
from unanimity.report.maps import tree_map
from unanimity.report.outcome_page import write_outcome
from unanimity.report.paired_figures import comparison, difference_over_months
from unanimity.report.plots import arms, fear_and_files, public_and_private, two_provinces
from unanimity.report.police import police_sections
from unanimity.report.power import power_sections
from unanimity.report.regime_tables import heat_sections
from unanimity.report.run_page import write_run
from unanimity.report.society import society_sections
from unanimity.report.story import life_sections, timeline_sections, whole_sections
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
           "measure_labels",
           "notebook",
           "page",
           "police_sections",
           "power_sections",
           "provenance",
           "public_and_private",
           "save_picture",
           "society_sections",
           "timeline_sections",
           "tree_map",
           "two_provinces",
           "whole_sections",
           "write_comparison",
           "write_debate",
           "write_glossary",
           "write_outcome",
           "write_page",
           "write_run",
           "write_whatif",
]
