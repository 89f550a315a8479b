"""A small country in which every mechanism has something to do, and batches of it: the plan of the whole model."""

from __future__ import annotations

import numpy as np

from unanimity.engine.batch import make_batch
from unanimity.engine.collect import recorded, world_digest
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes.load import regime_of, whole_table
from unanimity.world.codes import ABROAD

PEOPLE, MONTHS = 512, 14
NAMES = ("law", "war", "apparatus", "terror")
SCRIPT = [
    {"month": 1, "event": "harvest_failure", "severity": 0.6, "months": 6, "where": "province(1)"},
    {"month": 1, "event": "form_faction", "name": "right", "who": "members and not officials", "size": 30},
    {"month": 2, "event": "attack", "victim": "level(province)", "attacker": "lot(1, members and not officials)"},
    {"month": 3, "event": "accuse", "who": "lot(20, present)", "guilty": 0.2},
    {"month": 4, "event": "war", "need": 1.2, "withdraw": 0.1, "months": 3},
    {"month": 5, "event": "purge", "who": "officials", "share": 0.2, "months": 2, "mode": "expel"},
    {"month": 6, "event": "unrest", "where": "province(2)", "share": 0.4, "grievance": 0.8, "months": 2},
    {"month": 7, "event": "foreign", "kind": "success", "group": "left", "months": 3},
    {"month": 8, "event": "offer", "who": "faction(left)", "ease": 0.7, "months": 3},
    {"month": 9, "event": "leader_event", "kind": "death"},
]
OTHER_SCRIPT = [
    {"month": 1, "event": "moral_shock", "size": 1.0, "months": 3},
    {"month": 1, "event": "set", "variable": "broken", "value": 1.0},
    {"month": 2, "event": "line", "value": -1.0},
    {"month": 2, "event": "crime", "where": "province(2)", "severity": 0.9},
    {"month": 3, "event": "take_hostages", "group": "foes", "n": 10},
    {"month": 4, "event": "foreign", "kind": "defeat", "group": "foes", "months": 3},
    {"month": 5, "event": "foreign", "kind": "success", "group": "foes", "months": 3},
    {"month": 8, "lever": "sanction_cap", "value": "prison", "announced": 5},
    {"month": 9, "event": "quarrel", "a": "level(centre)", "b": "level(province)"},
    {"month": 10, "event": "leader_event", "kind": "illness", "months": 6},
    {"month": 11, "event": "open_case", "where": "province(1)", "months": 3},
    {"month": 12, "event": "set", "variable": "threat", "value": 0.9},
    {"month": 13, "event": "act", "who": "lot(20, present)", "kind": "opinion", "audience": "hall"},
    {"month": 14, "event": "act", "who": "top(40, wary, present)", "kind": "complaint", "topic": "complaint"},
    {"month": 14, "event": "set", "variable": "dossier", "value": 9.0, "who": "top(40, wary)"},
    {"month": 20, "event": "act", "who": "bottom(40, wary, present)", "kind": "complaint", "topic": "local"},
    {"month": 20, "event": "set", "variable": "dossier", "value": 20.0, "who": "bottom(40, wary)"},
]
# death has been used, numbers are asked for and ended, the police looks for a banned faction, the held answer for
# attacks of their group, whoever held high posts sits in camps, clemency is announced, risings are conceded to
HARD_SCRIPT = [
    {"month": 0, "event": "set", "variable": "rung_max", "value": 7},
    {"month": 0, "event": "form_faction", "name": "right", "who": "members and not officials", "size": 40},
    {"month": 1, "event": "set", "variable": "dossier", "value": 1.0, "who": "faction(any)"},
    {"month": 1, "event": "sanction", "who": "lot(.5, level(province))", "rung": "camp"},
    {"month": 2, "event": "take_hostages", "group": "foes", "n": 20},
    {"month": 2, "lever": "police_quota", "value": 0.01},
    {"month": 3, "event": "set", "variable": "purge_open", "value": 1},
    {"month": 3, "event": "set", "variable": "purge_cadres", "value": 40},
    {"month": 4, "event": "set", "variable": "rung_max", "value": 7},
    *({"month": month, "event": "attack", "victim": "lot(1, officials)", "attacker": "lot(1, group(foes) and present)"}
      for month in (4, 5, 6, 7)),
    {"month": 6, "event": "sanction", "who": "lot(.6, level(province) or level(centre))", "rung": "camp"},
    *({"month": month, "event": "escape", "who": "lot(1, status(camp))"} for month in (4, 5, 6, 7, 9)),
    {"month": 8, "lever": "police_quota", "value": "none"},
    {"month": 10, "event": "accuse", "who": "lot(.1, present)"},
    {"month": 11, "event": "set", "variable": "rung_max", "value": 7},
    {"month": 11, "event": "war", "threat": 0.6, "months": 3},
    {"month": 14, "event": "unrest", "share": 0.5, "grievance": 0.9, "months": 3},
    {"month": 16, "lever": "sanction_cap", "value": "camp", "announced": 14},
    {"month": 20, "event": "set", "variable": "threat", "value": 0.0},
    {"month": 20, "event": "set", "variable": "stock", "value": 0.0},
    {"month": 20, "event": "unrest", "share": 0.7, "grievance": 0.9, "months": 3},
]
# crimes of which more than twenty know (card 9: from then on each feels less of a duty to speak)
CRIMES = [{"month": 1, "every": 2, "event": "crime", "where": "level(province)", "insiders": 1.0, "severity": 0.3}]
STRICT = {"hostage_group": "law", "nondenunciation": "on", "agents": "found", "inference": "on", "interrogation": 0.9,
          "association.economy": "tolerated", "purge.verification": 0.02, "exit.leaving": 0.05, "hearings": "all"}
HARD = {"hostage_group": "law", "sanction_cap": "death", "sanction_cap.faction": "camp",
        "association.factions": "banned",
        "market": "banned", "market_policing": 1.0, "severity": 3, "unrest_answer": "auto", "recruitment": "selective",
        "recruitment.applying": 0.05, "custody.death_in_camp": 0.03, "uprising.inertia": 0.2, "hostage_kin": "law",
        "collective_farms": 0.5}


def stormy(name="terror", changes=None, script=SCRIPT, **more):
    """One of the base regimes over a country with factions, prisoners, rings, people abroad and a full calendar."""
    raw = {"title": "storm", "based_on": name, "run": {"months": 60}, "schedule": script,
           "society": {"people": PEOPLE, "tree": [4, 2, 4]},
           "groups": [{"name": "once", "of": "members and not officials", "n": 30, "label": "ex"},
                      {"name": "foes", "n": 40, "by": "quantile", "variable": "stance_rule", "quantile": 0.0,
                       "fame": 0.7}],
           "factions": [{"name": "left", "n": 40, "who": "members and not group(once)"}],
           "prisoners": [{"name": "held", "n": 30, "who": "members and faction(left)", "term": 30, "confessed": 0.2},
                         {"name": "camp", "n": 20, "who": "citizens", "held": "camp", "term": 40}],
           "exiles": [{"name": "far", "n": 10, "who": "members and not faction(left)", "held": "abroad"}],
           "rings": [{"where": "province(1)", "ring": 0.7, "crime": 0.6}], **more}
    return regime_of(whole_table(raw, "storm.toml"), "storm.toml").but(changes or {})


def born(regimes, seeds, months=MONTHS, fuse=True):
    """Worlds before their first month; some are hungry, angry and on file, so that something happens at once."""
    batch = make_batch(regimes, seeds, fuse=fuse)
    for world, seed in enumerate(seeds):
        lot = np.random.default_rng(seed)
        batch.column("grievance", world)[:] = lot.beta(2, 3, batch.people)
        batch.column("dossier", world)[:] = lot.choice([0.0, 0.5, 2.0], batch.people, p=[0.6, 0.3, 0.1])
        batch.column("stance", world)[1] = lot.uniform(-1, 1, batch.people)
    lay_record(batch, months)
    return batch


def ran(regimes, seeds, months=MONTHS, threads=1, fuse=True):
    """The same after that many months."""
    batch = born(regimes, seeds, months, fuse)
    run_months(batch, batch.month + months, threads=threads)
    return batch


def digests(batch):
    """One digest a world: all measures of all months and the whole state."""
    values = recorded(batch)[1]
    return [world_digest(batch, world, values) for world in range(batch.worlds)]


def alive(batch, world=0):
    """Who is alive in the country."""
    return batch.column("status", world) < ABROAD
