"""A small country for the engine tests of cards 18-20: their steps and what a case needs; people set by hand."""

from __future__ import annotations

import dataclasses

from small_regimes import only_the_hall
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.run import lay_record, run_months
from unanimity.mechanisms import census, docket
from unanimity.mechanisms.police import confession, hostage, intercession, sanction, verdict
from unanimity.mechanisms.power import campaign
from unanimity.world.codes import ABROAD, EXILED, IMPRISONED, INQUIRY

# card 21 lends its parameters and no rule
HELD_CAMPAIGN = dataclasses.replace(campaign.MECHANISM, rules=(), when_off=(), neutral={})
CARDS = (*(m.MECHANISM for m in (census, docket, hostage, confession, verdict, intercession, sanction)), HELD_CAMPAIGN)


def prison_country(name="terror", changes=None, off=(), people=640):
    """A regime with those steps alone."""
    made = only_the_hall(name, {"people": people})
    made = dataclasses.replace(made, mechanisms=CARDS, inputs={}, off=frozenset(off), burn_in=0)
    return made.but({"hostage_kin": 1.0, "publicity": 1.0, "interrogation": 1.0, "hearings": "all",
                     **(changes or {})})


def held(*regimes, months=12, threads=1, seeds=None):
    """Worlds in which some are accused, serving, exiled or abroad, after that many months."""
    batch = make_batch(regimes, list(seeds or [3] * len(regimes)), measures=())
    for w in range(batch.worlds):
        status, arrested = batch.column("status", w), batch.column("arrested", w)
        fame, until = batch.column("fame", w), batch.column("status_until", w)
        accused, serving, exiled, away = (slice(start, 600, 20) for start in (1, 6, 11, 16))
        status[accused], arrested[accused] = INQUIRY, -1
        status[serving], arrested[serving], until[serving], fame[serving] = IMPRISONED, -5, 30, 0.9
        status[exiled], arrested[exiled], until[exiled] = EXILED, -5, 30
        status[away] = ABROAD
        batch.column("faction", w)[200:400] = 1
        batch.column("faction_size", w)[1] = 200
        batch.column("faction_stolen", w)[1] = 0.9
        batch.column("dossier", w)[accused] = 1.5
        batch.column("courage", w)[:300] = 0.05
        batch.column("rung_max", w)[...] = 7
    lay_record(batch, months)
    run_months(batch, months, threads=threads)
    return batch


def rows(batch, event=None, world=0):
    """Rows of one world's log, of one kind of event."""
    log = whole_log(batch)
    found = log[log["world"] == world]["row"]
    return found if event is None else found[found["event"] == event]
