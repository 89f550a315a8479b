"""Pictures of the published models as the page shows them: light or dark, and with words in the page's language.

The title of a model's own chart states the finding of its default numbers; on the page the numbers are the reader's, so
titles are left out there.
"""

from __future__ import annotations

import re
from typing import Any

import vl_convert

DARK: dict[str, Any] = {"background": "#181d26", "view": {"stroke": None}, **{
    part: {"labelColor": "#c3ccd8", "titleColor": "#c3ccd8", "gridColor": "#29313d", "domainColor": "#68727f",
           "tickColor": "#68727f"} for part in ("axis", "header", "legend")}}
BRIGHT = {"#444444": "#c3ccd8", "#0072B2": "#56b4e9", "#D55E00": "#ff8661", "#009E73": "#43c795", "#555555": "#9aa5b3",
          "black": "#e8ebf0"}  # colours that would be lost on a dark ground
SPANISH = {
    "spread of thresholds, sd (% of the crowd)": "dispersión de los umbrales, d. e. (% de la multitud)",
    "crowd at the end (%)": "multitud al final (%)", "dots: crowds of 100": "puntos: multitudes de 100",
    "opposes": "se opone", "stays silent": "calla", "person": "persona",
    "threshold (% already opposing)": "umbral (% que ya se opone)", "tick": "paso",
    "ticks between outbursts": "pasos entre estallidos", "active citizens": "activos",
    "outbursts": "estallidos", "C/A as printed": "C/A como se imprimió",
    "floor of C/A (NetLogo)": "C/A sin decimales (NetLogo)", "rounded C/A (Mesa)": "C/A redondeado (Mesa)",
    "first group's share of the living": "parte del primer grupo entre los vivos", "first": "primero",
    "second": "segundo", "believes": "cree", "complies falsely": "cumple sin creer",
    "enforces falsely": "impone sin creer", "says what he thinks": "dice lo que piensa",
    "dissent, share of desire": "disenso, parte del deseo", "surveillance": "vigilancia", "tolerance": "tolerancia",
    "round": "ronda", "share": "parte", "guilty": "culpables", "innocents": "inocentes", "innocent": "inocentes",
    "enemies": "enemigos", "share of people eliminated": "parte de la población eliminada",
    "share of real enemies among those eliminated (information)":
        "parte de enemigos reales entre los eliminados (información)",
    "level of the hierarchy, from the ground": "nivel de la jerarquía, desde la base",
    "share of the message left": "parte del mensaje que queda", "gain": "ganancia", "loss": "pérdida",
    "change of efficiency (percentage points)": "cambio de eficiencia (puntos porcentuales)", "anybody": "cualquiera",
    "best or worst": "mejor o peor", "the best": "el mejor", "the worst": "el peor", "promote ...": "ascender a …",
    "a new job needs new skill (Peter)": "un puesto nuevo pide otra destreza (Peter)",
    "competence is passed on": "la competencia se conserva", "taking part": "participan",
    "neighbours each person has (log scale)": "vecinos de cada persona (escala logarítmica)",
    "procurement follows the harvest": "el acopio sigue a la cosecha", "the plan stands": "el plan se mantiene",
    "real output per head (needs)": "producción real por persona (necesidades)", "mortality": "mortalidad",
    "shock: shift of everybody's private preference": "choque: cambio de la preferencia privada de todos",
    "mean expressed dissent after the shock": "disenso expresado medio tras el choque",
    "active or jailed": "activos o presos",
}
# of a chart's description: what names columns and forms, and is no word for a reader
GRAMMAR = frozenset({"field", "type", "mark", "name", "as", "groupby", "aggregate", "op", "orient", "align", "baseline",
                     "interpolate", "param", "scheme", "format", "calculate", "filter", "anchor"})
WITH_NUMBERS = (  # words that carry a number of the run
    (r"^sd ([\d.]+): the jump$", r"d. e. \1: el salto"), (r"^society (A'?): (.+) in the street$",
                                                         r"sociedad \1: \2 en la calle"),
    (r"^after (\d+) rounds$", r"tras \1 rondas"), (r"^bolder people: mean boldness ([\d.]+)$",
                                                  r"gente más audaz: audacia media \1"),
    (r"^people: mean boldness ([\d.]+)$", r"gente: audacia media \1"), (r"^([\d.]+%) at each step$",
                                                                      r"\1 en cada paso"),
    (r"^spread ([\d.]+)$", r"dispersión \1"), (r"^range (\d+)$", r"alcance \1"),
    (r"^strong control \(uncertainty ([\d.]+)\)$", r"control fuerte (incertidumbre \1)"),
    (r"^weak control \(uncertainty ([\d.]+)\)$", r"control débil (incertidumbre \1)"))


def in_spanish(text: str) -> str:
    """A word of a chart in Spanish; as it is where there is none."""
    if text in SPANISH:
        return SPANISH[text]
    for pattern, made in WITH_NUMBERS:
        if re.match(pattern, text):
            return re.sub(pattern, made, text)
    return text


def _each(thing: Any, change: Any, kept: frozenset[str] = frozenset()) -> Any:
    """The same thing with every text changed, but for those under the keys that are kept."""
    if isinstance(thing, dict):
        return {key: value if key in kept else _each(value, change, kept) for key, value in thing.items()}
    if isinstance(thing, list):
        return [_each(value, change, kept) for value in thing]
    return change(thing) if isinstance(thing, str) else thing


def dressed(chart: dict[str, Any], dark: bool, language: str) -> dict[str, Any]:
    """A chart's description without its title, in the colours and the language of the page."""
    found = {key: value for key, value in chart.items() if key != "title"}
    if language == "es":
        found = {key: _each(value, in_spanish, frozenset() if key == "datasets" else GRAMMAR)
                 for key, value in found.items()}
    if dark:
        config = found.pop("config", {})
        found = _each(found, lambda text: BRIGHT.get(text, text))
        found["config"] = {**config, **DARK, **{
            part: {**config.get(part, {}), **DARK[part]} for part in ("axis", "header", "legend")}}
        found["config"].setdefault("text", {})["color"] = "#e8ebf0"
    return found


def picture(chart: Any, dark: bool = False, language: str = "en") -> bytes:
    """A chart as SVG."""
    return str(vl_convert.vegalite_to_svg(dressed(chart.to_dict(), dark, language))).encode()
