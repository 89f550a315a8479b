"""What must hold in every world and month, whatever the regime: found out by running the month step by step.

`slow_motion` calls the compiled steps one after the other, as threads that share a large world do, and looks at the
state in between; the bits are those of an ordinary run. Every function returns what is wrong, in words.
"""

from __future__ import annotations

import numpy as np

from unanimity.engine.case_logs import empty_logs, whole_log
from unanimity.engine.collect import recorded
from unanimity.engine.order import ORDER
from unanimity.engine.run import lay_record, run_months, warm_up
from unanimity.engine.schedule import apply_month
from unanimity.world.codes import (
    ACQUITTAL,
    ARREST,
    BACKLASH,
    BY_HUNGER,
    CAPITULATION,
    DEAD,
    DYING,
    EXCHANGED,
    EXPELLED_QUIETLY,
    FREE,
    FREED,
    HOSTAGE_TAKEN,
    LEAVING,
    MEMBER,
    MOVE,
    NEVER,
    NO_OFFICE,
    NOBODY,
    NOT_DEAD,
    OFFICIAL,
    RELEASE,
    SANCTION,
    SAVED,
    STATUSES,
    VACANT,
    VOIDED,
)
from unanimity.world.columns import AT_LIBERTY_BELOW

ONCE = ORDER[ORDER.index("arrest"):ORDER.index("custody") + 1]  # steps 18-23: a status changes at most once
# what only people at liberty do, and the steps in which they do it
ACTS = ("voice", "hand", "talker", "assents_running", "last_dissent", "in_revolt", "last_rose", "tellings", "cohort")
ACTED_IN = ("meeting", "voice", "uprising", "recruitment", "protection")
MOVES = (ARREST, BACKLASH, FREED, VOIDED, SAVED, ACQUITTAL, SANCTION, RELEASE, MOVE, CAPITULATION, HOSTAGE_TAKEN, DYING,
         LEAVING, EXPELLED_QUIETLY, EXCHANGED)
HAIR = 1e-5  # by which sums of shares in single precision may exceed 1
LEDGER_IN, LEDGER_OUT = ("brought", "grown", "made"), ("eaten", "lost", "stolen", "granary", "stock", "offered",
                                                                      "reserve")


def owner(label: str) -> str:
    """The mechanism of a step, by its label."""
    return next((name for name in ORDER if label.startswith(name + "_")), "")


def name_of(batch, world: int) -> str:
    """How a world is named in what is wrong with it."""
    return f"{batch.regimes[world].name} seed {batch.seeds[world]} month {batch.month}"


# --- one month, step by step --------------------------------------------------------------------------------------
def slow_month(batch) -> list[str]:
    """Run one month step by step; what broke a rule in between."""
    wrong: list[str] = []
    before_events = batch.arrays["status"].copy()
    apply_month(batch)
    wrong += _only_onwards(batch, before_events, "events")
    compiled = warm_up(batch)
    names = [step.source.name for step in compiled.steps]
    calls = [(owner(name.removeprefix("step_")), name) for name in names]
    for world in range(batch.worlds):
        status, changed = batch.column("status", world), np.zeros(batch.people, np.int64)
        for number, (mechanism, name) in enumerate(calls):
            was = status.copy()
            acts = {c: batch.column(c, world).copy() for c in ACTS} if mechanism in ACTED_IN else {}
            compiled.step(number, world, 0, batch.tree.cells, batch.month)
            if mechanism in ONCE:
                changed += was != status
            absent = (was >= AT_LIBERTY_BELOW) & (status >= AT_LIBERTY_BELOW)
            for column, old in acts.items():
                did = absent & (batch.column(column, world) != old) & (batch.column(column, world) != 0)
                if did.any():
                    wrong.append(f"{name}: {column} of somebody {STATUSES[int(status[did][0])]} "
                                 f"({name_of(batch, world)})")
            if name.startswith("step_docket_open_docket"):
                wrong += _docket(batch, world)
        if (changed > 1).any():
            wrong.append(f"status changed {changed.max()} times in steps 18-23 ({name_of(batch, world)}, person "
                         f"{int(changed.argmax())})")
    empty_logs(batch)
    batch.month += 1
    return wrong


def _docket(batch, world: int) -> list[str]:
    status, size = batch.column("status", world), int(batch.column("docket_size", world)[0])
    listed = batch.column("docket", world)[:size]
    wanted = np.flatnonzero((status != FREE) & (status != DEAD))
    return [] if np.array_equal(listed, wanted) else [f"docket is not the list of those who are not free "
                                                      f"({name_of(batch, world)})"]


def _only_onwards(batch, before: np.ndarray, what: str) -> list[str]:
    back = (before == DEAD) & (batch.arrays["status"] != DEAD)
    return [f"{int(back.sum())} came back from the dead by {what} (month {batch.month})"] if back.any() else []


# --- the state at the end of a month ------------------------------------------------------------------------------
def state_of(batch, world: int) -> list[str]:
    """What is wrong with a world's state: people, offices, docket, food."""
    at = name_of(batch, world)
    status, death = batch.column("status", world), batch.column("death", world)
    wrong = []
    vacant = status == VACANT  # a place for somebody who may come: nobody lives there
    if np.bincount(status, minlength=9).sum() != batch.people or status[~vacant].max() > DEAD or (
            vacant.any() and not batch.regimes[world].society.spare):
        wrong.append("people are not conserved")
    dead = status == DEAD
    natural = any(entry.kind == "leader_event" for entry in batch.regimes[world].schedule)  # he may just die
    if ((death != NOT_DEAD) & ~dead & ~vacant).any() or ((death == NOT_DEAD) & dead).sum() > natural * batch.month:
        wrong.append("a kind of death without a death, or the reverse")
    # who starves does so after the docket has been made: his month is noted at the next
    dated = batch.column("death_month", world) != NEVER
    if (dated & ~dead & ~vacant).any() or (dead & ~dated & (death != BY_HUNGER)).any():
        wrong.append("a month of death without a death, or the reverse")
    listed = batch.column("docket", world)[:int(batch.column("docket_size", world)[0])]
    if np.unique(listed).size != listed.size:
        wrong.append("somebody stands twice on the docket")
    if "appointment" not in batch.regimes[world].off:  # without card 8 holders stay, whatever befalls them
        wrong += _posts(batch, world)
    ledger = [sum(float(batch.column(n, world).astype(np.float64).sum()) for n in names)
              for names in (LEDGER_IN, LEDGER_OUT)]
    if abs(ledger[0] - ledger[1]) > 1e-9 * max(ledger[0], 1.0):
        wrong.append(f"food: {ledger[0]:.6f} came, {ledger[1]:.6f} went or is there")
    return [f"{what} ({at})" for what in wrong]


def _posts(batch, world: int) -> list[str]:
    """Who is dead, held or abroad holds no office, and everybody who holds one has a post, and one only."""
    status, office, headed, estate = (batch.column(n, world) for n in ("status", "office", "headed", "estate"))
    wrong = []
    if (office[status >= AT_LIBERTY_BELOW] != NO_OFFICE).any():
        gone = (office != NO_OFFICE) & (status >= AT_LIBERTY_BELOW)
        wrong.append(f"office {office[gone][0]} held by somebody {STATUSES[status[gone][0]]}")
    secretary = batch.column("secretary", world)
    chairs = batch.column("sitting", world)[-batch.centre_size:]
    for what, holders in (("secretary", secretary), ("chair", chairs)):
        who = holders[holders != NOBODY]
        if (status[who] >= AT_LIBERTY_BELOW).any():
            wrong.append(f"a {what} is not at liberty")
        if (office[who] == NO_OFFICE).any():
            wrong.append(f"a {what} without an office")
        if np.unique(who).size != who.size:
            wrong.append(f"a {what} is held twice")
    units = np.flatnonzero(secretary[:-1] != NOBODY)
    if (headed[secretary[units]] != units).any():
        wrong.append("a secretary heads another unit")
    holders = np.union1d(secretary[secretary != NOBODY], chairs[chairs != NOBODY])
    if not np.array_equal(holders, np.flatnonzero(office != NO_OFFICE)):
        wrong.append("offices and posts do not agree")
    if ((headed != NOBODY) != (office != NO_OFFICE)).any():
        wrong.append("a unit headed without an office, or the reverse")
    if ((estate == OFFICIAL) & (office == NO_OFFICE)).any() or ((office != NO_OFFICE) & (estate < MEMBER)).any():
        wrong.append("estate and office do not agree")
    return wrong


def ranges_of(batch) -> list[str]:
    """Columns of the whole batch that hold no number or leave their range, and measures that do."""
    wrong = []
    for name, column in batch.plan.columns.items():
        values = batch.arrays[name]
        if values.size == 0:
            continue
        scale = column.scale or 1.0
        low, high = float(values.min()) * scale, float(values.max()) * scale
        if not (low >= column.low - HAIR and high <= column.high + HAIR):  # also what is not a number
            wrong.append(f"{name} leaves {column.low:g}..{column.high:g}: {low:g}..{high:g} (month {batch.month})")
    for name in ("levers", "base_levers", "announced", "parameters"):
        if np.isnan(batch.arrays[name]).any():
            wrong.append(f"{name} hold what is no number (month {batch.month})")
    _, table = recorded(batch)
    for place, measure in enumerate(batch.plan.measures):
        values = table[..., place]
        inside = (values >= measure.low - HAIR) & (values <= measure.high + HAIR)
        if not (inside | np.isnan(values)).all():
            wrong.append(f"measure {measure.name} leaves {measure.low:g}..{measure.high:g}: {np.nanmin(values):g}.."
                         f"{np.nanmax(values):g}")
    return wrong


def moves_of(batch, before: np.ndarray, pieces: int) -> list[str]:
    """Status changes of a month that no row of the log tells, and people who came back."""
    after, wrong = batch.arrays["status"], _only_onwards(batch, before, "the month")
    rows = batch.log[pieces:]
    told = np.zeros(after.size, bool)
    if rows:
        log = np.concatenate(rows)
        log = log[np.isin(log["row"]["event"], MOVES)]
        told[log["world"].astype(np.int64) * batch.people + log["row"]["person"]] = True
    silent = np.flatnonzero((before != after) & ~told)
    death = batch.arrays["death"]
    silent = silent[~((after[silent] == DEAD) & (death[silent] == BY_HUNGER))]  # entered with the next docket
    silent = silent[before[silent] != VACANT]  # card 29 counts who comes of age or joins, and writes no row
    for i in silent[:4]:
        wrong.append(f"{STATUSES[before[i]]} to {STATUSES[after[i]]} without a row "
                     f"({name_of(batch, i // batch.people)}, person {i % batch.people})")
    return wrong


def deaths_of(batch) -> list[str]:
    """Deaths in the state against deaths in the log, one for one (but for those whom the next docket will enter)."""
    log = whole_log(batch)
    rows = log[log["row"]["event"] == DYING]
    at = rows["world"].astype(np.int64) * batch.people + rows["row"]["person"]
    counted = np.bincount(at, minlength=batch.worlds * batch.people)
    dated = (batch.arrays["status"] == DEAD) & (batch.arrays["death_month"] != NEVER)
    wrong = [] if np.array_equal(counted > 0, dated) else \
        [f"{int((counted > 0).sum())} deaths in the log, {int(dated.sum())} in the state"]
    if (counted > 1).any():
        i = int(counted.argmax())
        wrong.append(f"somebody died {counted.max()} times in the log ({name_of(batch, i // batch.people)}, person "
                     f"{i % batch.people})")
    if not (batch.arrays["death_month"][at] == rows["row"]["month"]).all():
        wrong.append("a death stands in the log under another month")
    return wrong


def slow_motion(batch, months: int) -> list[str]:
    """Run that many months step by step and look at everything; what is wrong, each thing with where it was seen."""
    lay_record(batch, months)
    warm_up(batch)
    wrong: list[str] = []
    for _ in range(months):
        before, pieces, month = batch.arrays["status"].copy(), len(batch.log), batch.month
        wrong += slow_month(batch)
        if month != 0:  # at the head of month 0 a scenario lays down who is held, without cases
            wrong += moves_of(batch, before, pieces)
        for world in range(batch.worlds):
            wrong += state_of(batch, world)
        if month % 6 == 5 or month == months - 1:
            wrong += ranges_of(batch)
    return wrong + deaths_of(batch)


def in_strides(batch, months: int, threads: int, look_every: int = 12) -> list[str]:
    """An ordinary run, a month at a time: every change of status is told; the state is looked at now and then."""
    lay_record(batch, months)
    wrong: list[str] = []
    for done in range(1, months + 1):
        before, pieces, month = batch.arrays["status"].copy(), len(batch.log), batch.month
        run_months(batch, month + 1, threads)
        if month != 0:
            wrong += moves_of(batch, before, pieces)
        if done % look_every == 0 or done == months:
            wrong += [what for world in range(batch.worlds) for what in state_of(batch, world)] + ranges_of(batch)
    return wrong + deaths_of(batch)
