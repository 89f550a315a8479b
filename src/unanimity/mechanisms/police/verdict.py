"""Verdict: what awaits the accused, before anybody intercedes. No card of its own: the first half of card 16.

The catalogue has the rung due worked out at the head of step 21, so that whoever asks for a man (card 20) knows what he
asks about, while the sentence itself falls in step 22. A step of its own, between oversight and intercession, is the
plainest way to have that order. For card 20 and 18: when intercession runs, `rung_due` is valid for every person of the
docket who is under inquiry since before this month and whose case nobody has closed (`cleared` 0). Who is condemned and
waits (`execution` set) has rung 7 due. What intercession writes into `rung_due` is what sanction carries out, within cap.

It also notes, in the month of the arrest, the office that a man held: he loses it with his liberty, and caps and
severity go by the assembly in which the act was done.
"""

from __future__ import annotations

from typing import NamedTuple

from unanimity.mechanisms.police.cases import patron_cover, unit_of_rank, useful_of
from unanimity.mechanisms.police.ladder import cap_of, lot_of, raw_of, rung_of
from unanimity.mechanisms.police.sanction import condemned
from unanimity.world.draws import uniform
from unanimity.world.formula import formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import Mechanism, within_world
from unanimity.world.words import DEATH, INQUIRY, NO_LABEL, NO_RUNG

SEVERITY = NUMBER_OF["severity"]
DEFIANCE_LASTS = 24  # months for which a dissent makes defiant
BOARD = 446  # stream: the board's own lot, one a case


class Verdict(NamedTuple):
    """No parameters: those of sanction."""


@formula
def is_defiant(confessed, last_dissent, month):
    """`defiant`: has not signed, and has dissented in the last 24 months."""
    return 1.0 if confessed == 0 and month - last_dissent <= DEFIANCE_LASTS else 0.0


@within_world(writes=("rung_due", "case_level"), always=True)
def weigh(base, unit_first, w, month, seed, docket, docket_size, cell_of, parent, unit_rank, levers, status, arrested, cleared,
          execution, rung, rung_due, case_level, case_topic, faction, label, dossier, confessed, last_dissent, fame,
          competence, sector, patron, office, headed, ring, tie_start, neighbour, weight, threat, need_abroad,
          concentration, harshness, campaign_label, campaign_intensity, sector_shortfall, rung_max, on_concentration,
          p_sanction):
    """The rung that each open case would get this month."""
    for k in range(docket_size):
        i = base + docket[base + k]
        if status[i] != INQUIRY:
            rung_due[i] = NO_RUNG
            continue
        if arrested[i] >= month:
            case_level[i] = office[i]
            rung_due[i] = NO_RUNG
            continue
        if condemned(i, rung, execution):
            rung_due[i] = DEATH
            continue
        if cleared[i] != 0:
            continue
        unit = unit_first + unit_of_rank(cell_of[i - base], case_level[i], parent, unit_rank)
        cover = patron_cover(i, base, unit_first, patron, office, headed, ring, tie_start, neighbour, weight)
        useful = useful_of(competence[i], sector_shortfall[sector[i], w])
        raw = raw_of(dossier[i], threat, confessed[i], is_defiant(confessed[i], last_dissent[i], month), fame[i],
                     need_abroad, useful, cover, concentration, harshness if on_concentration else 0.5,
                     levers[SEVERITY, unit], p_sanction)
        raw += lot_of(uniform(seed, BOARD, i - base, int(arrested[i])), p_sanction)
        named = campaign_label != NO_LABEL and label[i] == campaign_label
        rung_due[i] = rung_of(raw, campaign_intensity if named else 0.0,
                              cap_of(levers, unit, case_topic[i], faction[i]), rung_max)


MECHANISM = Mechanism(
    id="verdict",
    card=0,
    title="What awaits him",
    sentence="Before anybody intercedes, work out the rung that each open case would get.",
    sources="mechanisms.md, card 16 and Order of a month, step 21",
    parameters=Verdict,
    levers=("severity", "sanction_cap", "sanction_cap.rule", "sanction_cap.local", "sanction_cap.complaint",
            "sanction_cap.faction"),
    rules=(weigh,),
)
