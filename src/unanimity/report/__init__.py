"""The report room: figures and pages from saved Results. It never runs a model, and installs nothing on import.

Names are imported when first used, so modules that only produce text (`measure_labels`, `comparison_words`) work
without the plotting packages (`pip install 'unanimity[pictures]'`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from unanimity.support.extras import need

if TYPE_CHECKING:
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

_HOMES = {
    "course_of_arms": "arm_curves",
    "write_comparison": "comparison_page",
    "debate_page": "debate",
    "write_debate": "debate",
    "differences": "effect_figures",
    "dose": "effect_figures",
    "Cell": "html",
    "Section": "html",
    "figure_html": "html",
    "glossary_page": "html",
    "page": "html",
    "save_picture": "html",
    "write_glossary": "html",
    "write_page": "html",
    "provenance": "manifest_tables",
    "tree_map": "maps",
    "write_outcome": "outcome_page",
    "comparison": "paired_figures",
    "difference_over_months": "paired_figures",
    "arms": "plots",
    "fear_and_files": "plots",
    "public_and_private": "plots",
    "two_provinces": "plots",
    "police_sections": "police",
    "power_sections": "power",
    "heat_sections": "regime_tables",
    "write_run": "run_page",
    "society_sections": "society",
    "life_sections": "story",
    "timeline_sections": "story",
    "whole_sections": "story",
    "write_whatif": "whatif_page",
}
_TEXTS = ("measure_labels", "notebook")
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


def __getattr__(name: str) -> Any:
    if name in _TEXTS:
        return import_module(f"unanimity.report.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'unanimity.report' has no attribute {name!r}")
    need("drawing a figure or a page", "altair", "vl_convert", "jinja2")
    return getattr(import_module(f"unanimity.report.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
