"""What the page shows of the model: orders, levers, events, measures, claims, models; each from its declaration."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from unanimity.claims import load_claim
from unanimity.claims import names as claim_names
from unanimity.engine.plan import levers_of
from unanimity.events import EVENTS
from unanimity.evidence import codebook, replies, view
from unanimity.evidence.views import all_views
from unanimity.history.target_check import SCENARIO
from unanimity.history.targets import FIT, Target, read_targets, table_for
from unanimity.measures import ALL_MEASURES, needs_of
from unanimity.mechanisms import BY_ID
from unanimity.reference import models
from unanimity.regimes import Regime, load_regime, preset_names
from unanimity.results.atomic_files import json_value
from unanimity.web.limits import MOST_PAIRS, PERSON_MONTHS_A_RUN, PERSON_MONTHS_IN_ALL
from unanimity.web.recorded_verdicts import recorded
from unanimity.world.lever_kind import Lever
from unanimity.world.levers import LEVERS

# What the page puts on its timeline, with the words that an event needs; the reader sets the month.
SHOCKS: dict[str, dict[str, Any]] = {
    "harvest_failure": {"severity": 0.5}, "war": {"months": 12}, "food_inflow": {"amount": 1, "months": 3},
    "leader_event": {"kind": "death"}, "moral_shock": {}, "unrest": {}, "problem": {}, "levy": {"size": 0.5},
    "purge": {"share": 0.05, "mode": "expel", "who": "members"}, "crime": {"where": "province(1)"},
    "open_case": {"where": "province(1)"},
}
DRAWN = 6  # measures that are drawn side by side


@cache
def readers() -> dict[str, tuple[str, ...]]:
    """Which mechanisms read each lever."""
    read = {mechanism.id: levers_of(mechanism) for mechanism in BY_ID.values()}
    return {lever.name: tuple(name for name, levers in read.items() if lever.name in levers) for lever in LEVERS}


def lever_shown(lever: Lever) -> dict[str, Any]:
    """One lever as the page needs it."""
    return {"name": lever.name, "meaning": lever.meaning, "words": list(lever.words), "ordered": lever.ordered,
            "counted": lever.counted, "low": lever.low, "high": min(lever.high, 4.0) if not lever.words else 0,
            "named": [[word, value] for word, value in lever.named], "unit": lever.unit, "scope": lever.scope,
            "read_by": list(readers()[lever.name]), "explains": lever.explains, "citation": lever.cite}


@cache
def levers_shown() -> list[dict[str, Any]]:
    """All levers, from the engine's own declaration."""
    return [lever_shown(lever) for lever in LEVERS]


@cache
def papers() -> dict[str, dict[str, Any]]:
    """Ballot papers of organisations: which levers are put as questions, with which answers, and what is drawn."""
    folder = resources.files("unanimity.web") / "papers"
    return {item.name.removesuffix(".toml"): tomllib.loads(item.read_text(encoding="utf-8"))
            for item in sorted(folder.iterdir(), key=lambda one: one.name) if item.name.endswith(".toml")}


def drawn(order: str, known: list[str]) -> list[dict[str, Any]]:
    """What is drawn of an order: its paper's measures, or the usual ones that it knows."""
    people = load_regime(order).society.people
    found = [one for one in papers().get(order, papers()["any"])["drawn"] if one["measure"] in known][:DRAWN]
    return [{**one, **({key: one[key] * people for key in ("low", "high", "span")} if one.get("of_people") else {})}
            for one in found]


def goals(order: str) -> list[dict[str, Any]]:
    """What one may try to reach under an order."""
    found = papers().get(order, papers()["any"]).get("goal", [])
    return [{key: one[key] for key in ("id", "must", "reached")} for one in found if one.get("order", order) == order]


def acts(regime: Regime, lever: str) -> bool:
    """Whether a lever can do anything under this order: a mechanism that reads it runs and is not switched off."""
    running = {m.id for m in regime.mechanisms} - set(regime.off)
    return bool(running & set(readers()[lever]))


@cache
def order_shown(name: str) -> dict[str, Any]:
    """One order: its size, its levers, and which of them can act."""
    regime = load_regime(name)
    running = {m.id for m in regime.mechanisms} - set(regime.off)
    known = [m.name for m in ALL_MEASURES if set(needs_of(m.name)) <= running]
    return {"name": name, "title": regime.title, "asks": regime.asks,
            "milieu": regime.milieu.of if regime.milieu is not None else None, "people": regime.society.people,
            "months": regime.months, "burn_in": regime.burn_in, "tree": list(regime.society.tree),
            "paper": papers().get(name), "goals": goals(name), "drawn": drawn(name, known),
            "fingerprint": regime.fingerprint,
            "levers": {lever.name: regime.lever_text(lever.name) for lever in LEVERS},
            "acting": [lever.name for lever in LEVERS if acts(regime, lever.name)],
            "measures": known,
            "events": {event: words for event, words in SHOCKS.items() if set(EVENTS[event].needs) <= running},
            "schedule": [{"month": e.month, "name": e.name or e.kind, "kind": e.kind} for e in regime.schedule]}


@cache
def orders_shown() -> list[dict[str, Any]]:
    """All orders in short, organisations with a ballot paper first."""
    made = [order_shown(name) for name in sorted(preset_names(), key=lambda name: (name not in papers(), name))]
    return [{key: one[key] for key in ("name", "title", "asks", "milieu", "people", "months")}
            | {"paper": bool(one["paper"]), "fits": PERSON_MONTHS_A_RUN // (one["months"] + one["burn_in"])}
            for one in made]


@cache
def measures_shown() -> list[dict[str, Any]]:
    """All measures with unit and bounds."""
    return [{"name": m.name, "meaning": m.meaning.split("\n\n")[0], "unit": m.unit, "low": m.low,
             "high": m.high if m.high < 1e6 else None} for m in ALL_MEASURES]


@cache
def claims_shown() -> list[dict[str, Any]]:
    """Every claim with its rival, as its file says."""
    kept = ("id", "title", "asks", "author", "date", "year", "source", "lines", "citation", "says", "expects",
            "falsified", "rival_says", "strength", "mechanisms", "base", "people", "months", "replications", "arms")
    made = []
    for name in claim_names():
        one = load_claim(name)
        told = one.about()
        cost = one.person_months
        made.append({key: told[key] for key in kept} | {"milieu": one.claim.milieu, "person_months": cost,
                                                        "recorded": recorded().get(name), "effect": one.main.form.says,
                                                        "work": told["work"], "record": replies(name)[0].record(),
                                                        "most": min(MOST_PAIRS, PERSON_MONTHS_IN_ALL // cost)})
    return sorted(made, key=lambda told: (str(told["year"]), str(told["id"])))


@cache
def models_shown() -> list[dict[str, Any]]:
    """Every published model with its sliders."""
    return [{"id": one.id, "title": one.title, "citation": one.citation, "sentence": one.sentence, "notice": one.notice,
             "presets": sorted(one.presets),
             "parameters": [{"name": p.name, "meaning": p.span.meaning, "low": p.span.low, "high": p.span.high,
                             "unit": p.span.unit, "default": p.default, "words": list(one.words.get(p.name, ())),
                             "whole": isinstance(p.default, int)} for p in one.fields]}
            for one in models()]


@cache
def evidence_shown() -> dict[str, Any]:
    """The tables of the evidence room, with whom the sample leaves out."""
    return {"tables": [{"name": one.name, "title": one.title, "says": one.says, "derived": one.derived}
                       for one in all_views()],
            "bias": codebook()["bias"], "provenance": codebook()["provenance"]}


@cache
def evidence_table(name: str) -> dict[str, Any]:
    """One table of the evidence as plain rows."""
    found = view(name)
    frame = found.table
    return {"name": name, "title": found.title, "says": found.says, "columns": [str(c) for c in frame.columns],
            "rows": json_value(frame.astype(object).where(frame.notna(), None).to_numpy().tolist())}


@cache
def targets_shown() -> list[dict[str, Any]]:
    """The rows of the record that the hindcast is mended by."""
    def years(one: Target) -> str:
        return "-".join(str(year) for year in dict.fromkeys(one.years or ()))

    return [{"id": one.id, "quantity": one.quantity, "years": years(one), "unit": one.unit, "low": one.low,
             "high": one.high, "value": one.value, "source": one.source, "confidence": one.confidence}
            for one in read_targets(table_for(SCENARIO)) if one.split == FIT]
