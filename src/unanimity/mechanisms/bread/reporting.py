"""Reporting: the number that goes up.

Send up the number your superior wants, as far as you dare not to be the one who is short (control loss per level:
Williamson 1967, "Hierarchical control and optimum firm size", Journal of Political Economy 75). For each unit:

    beta     = [b0 + b1 * fear * dependence * (1 - courage) of the secretary + b2 * blame] * (1 - insp)
    cell     : report = y + beta * (target - y)+
    above    : R = sum of the children's reports; report = R + beta * (target - R)+
    blame'   = .9 blame + .1 * [a secretary in the unit above was struck after an admitted shortfall]
    error    = |report of the centre - truth| / target; the centre's error is the mean over output, harvest and mood
    frankness of a cell = product over its chain of (1 - beta), by which its need is reported (card 1)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.people.voice import want_of
from unanimity.world.codes import ELECTED, FREE_PRESS, NOBODY, ON
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, total
from unanimity.world.spans import Span


@total(of="person", to="cell and above", writes="content", who=AT_LIBERTY)
def content(grievance, conviction, stance_voted, line_voted, p_voice):
    """Private support: everybody who is not a private dissenter counts."""
    return 0.0 if want_of(grievance, conviction, stance_voted * line_voted, p_voice) > p_voice.theta else 1.0


def anybody_looks(inspection, press, p):
    """Whether there is any independent inspection at all."""
    return eye_of(inspection, press, p) > 0.0


@each("unit", writes=("shading", "inspected"), stream=120, chance=anybody_looks)
def shade(blame, secretary, secretary_status, secretary_fear, secretary_dependence, secretary_courage, appointment,
          inspection, press, luck, p):
    """How much of a shortfall the unit hides, and whether an independent inspection sees it this month."""
    eye = eye_of(inspection, press, p)
    afraid = secretary_fear if secretary != NOBODY and secretary_status < AT_LIBERTY_BELOW else 0.0
    if appointment == ELECTED:
        afraid *= p.answerable
    return (shading_of(afraid, secretary_dependence, secretary_courage, blame, eye, p),
            1 if luck < eye else 0)


@formula
def eye_of(inspection, press, p):
    """`insp`: the chance that an independent inspection sees a unit."""
    return clip(inspection + (p.free_press if press == FREE_PRESS else 0.0))


@formula
def shading_of(fear, dependence, courage, blame, eye, p):
    """`beta`: the share of a shortfall that a secretary hides."""
    return clip(p.habit + p.fear * fear * dependence * (1.0 - courage) + p.scapegoating * blame) * (1.0 - eye)


@each("cell",
      writes=("truth_output", "truth_harvest", "truth_supply", "truth_mood", "target_harvest", "target_supply",
              "report_output", "report_harvest", "report_supply", "report_mood"))
def write_down(output, harvest, full_harvest, lived, record, present, ration_norm, shading, p):
    """A cell's four figures, as they are and as it reports them."""
    wanted = p.plan * full_harvest
    made, fed, assent, norm = output * present, lived * present, record * present, ration_norm * present
    return (made, harvest, fed, assent, wanted, norm,
            report_of(made, present, shading), report_of(harvest, wanted, shading),
            report_of(fed, norm, shading), report_of(assent, present, shading))


@formula
def report_of(value, target, shading):
    """The figure that is reported, given the true value and the target."""
    return value + shading * positive(target - value)


@each("unit above cells",
      writes=("truth_output", "truth_harvest", "truth_supply", "truth_mood", "target_harvest", "target_supply"))
def add_up(children_truth_output, children_truth_harvest, children_truth_supply, children_truth_mood,
           children_target_harvest, children_target_supply):
    """The true figures of a unit above the cells, and its targets."""
    return (children_truth_output, children_truth_harvest, children_truth_supply, children_truth_mood,
            children_target_harvest, children_target_supply)


@each("unit above cells", writes=("report_output", "report_harvest", "report_supply", "report_mood"))
def send_up(u, units, tree, present, target_harvest, target_supply, shading):
    """Each level adds up the reports from below, discounted where it discounts, and hides part of what is short."""
    output, harvest, supply, mood = 0.0, 0.0, 0.0, 0.0
    for below in range(tree.child_first[u], tree.child_last[u]):
        there, fields, food = units.present[below], units.target_harvest[below], units.target_supply[below]
        output += believed(units.report_output[below], units.found_output[below], there)
        harvest += believed(units.report_harvest[below], units.found_harvest[below], fields)
        supply += believed(units.report_supply[below], units.found_supply[below], food)
        mood += believed(units.report_mood[below], units.found_mood[below], there)
    return (report_of(output, present, shading), report_of(harvest, target_harvest, shading),
            report_of(supply, target_supply, shading), report_of(mood, present, shading))


@formula
def believed(report, found, wanted):
    """What a superior infers from a report: rescaled by what inspection found, but never raised above the target."""
    return min(report * found, max(report, wanted))


@each("unit", writes=("found_output", "found_harvest", "found_supply", "found_mood"))
def look(unit, parent):
    """An inspection finds the ratio of truth to report."""
    keeps, seen = parent.discounting, unit.inspected
    return (found_of(keeps, seen, unit.truth_output, unit.report_output, unit.found_output),
            found_of(keeps, seen, unit.truth_harvest, unit.report_harvest, unit.found_harvest),
            found_of(keeps, seen, unit.truth_supply, unit.report_supply, unit.found_supply),
            found_of(keeps, seen, unit.truth_mood, unit.report_mood, unit.found_mood))


@formula
def found_of(keeps, inspected, true, reported, found):
    """The ratio of truth to report at the last inspection, where a superior keeps it; else 1."""
    if keeps != ON:
        return 1.0
    return true / reported if inspected != 0 and reported > 0.0 else found


@total(of="cell", to="centre", writes="fields_told")
def add_up_the_fields(report_harvest):
    """The sum of the harvests that cells reported, before anybody above has altered it."""
    return report_harvest


def penalised(report_penalty):
    """Whether admitting a shortfall can cost a secretary the post at all."""
    return report_penalty > 0.0


@each("unit", writes=("scapegoat", "vacated"), stream=122, chance=penalised)
def punish(report_output, present, secretary, secretary_blow, vacated, report_penalty, luck, p):
    """A secretary who admits a shortfall may lose his post for it."""
    if secretary == NOBODY or report_output >= (1.0 - p.admitted) * present:
        return 0, vacated
    dismissed = event(report_penalty, luck)
    return (1 if dismissed or secretary_blow > 0 else 0), (1 if dismissed else vacated)


@each("unit above cells", writes="struck_below")
def hear_of_it(children_scapegoat):
    """Whether the secretary of one of the units below has just been punished after an admission."""
    return 1 if children_scapegoat > 0.0 else 0


@each("unit from the top", writes=("blame", "frankness"))
def learn(blame, shading, parent_struck_below, parent_frankness, is_centre, p):
    """Secretaries learn from a neighbour's fate; and the share of a reported need that the chain above passes on."""
    struck = 1.0 if parent_struck_below != 0 and not is_centre else 0.0
    above = 1.0 if is_centre else parent_frankness
    return p.blame_kept * blame + (1.0 - p.blame_kept) * struck, above * (1.0 - shading)


@each("country", writes=("error_output", "error_harvest", "error_supply", "error_mood", "error_centre"))
def be_wrong(centre_report_output, centre_report_harvest, centre_report_supply, centre_report_mood,
             centre_truth_output, centre_truth_harvest, centre_truth_supply, centre_content, centre_target_harvest,
             centre_target_supply, centre_present):
    """The centre's error, figure by figure; the error of mood is measured against private support."""
    output = error_of(centre_report_output, centre_truth_output, centre_present)
    harvest = error_of(centre_report_harvest, centre_truth_harvest, centre_target_harvest)
    supply = error_of(centre_report_supply, centre_truth_supply, centre_target_supply)
    opinion = error_of(centre_report_mood, centre_content, centre_present)
    return output, harvest, supply, opinion, (output + harvest + opinion) / 3.0


@formula
def error_of(reported, true, target):
    """How far the centre's figure is off, as a share of the target."""
    return abs(reported - true) / target if target > 0.0 else 0.0


class Reporting(NamedTuple):
    """How much of a shortfall each level conceals."""

    habit: Annotated[float, Span("shading without fear", 0, 0.2, "assumed", symbol="b0")] = 0.05
    fear: Annotated[float, Span(
        "shading from fear of losing the post", 0.3, 1, "50 reported for 10 true, 50 rifles for 0: 003 l.10202-10215",
        symbol="b1")] = 0.8
    scapegoating: Annotated[float, Span(
        "shading learnt from scapegoating", 0, 0.8, "003 l.10179-10215; size assumed", symbol="b2")] = 0.4
    free_press: Annotated[float, Span(
        "what a free press adds to the independent eye", 0, 1, "assumed", symbol="fp")] = 0.2
    plan: Annotated[float, Span(
        "harvest that is wanted, of full fields in a normal year", 0.8, 1.5, "1; a scenario may have more wanted",
        symbol="pl")] = 1.0
    admitted: Annotated[float, Span(
        "shortfall of the plan below which nobody admits anything", 0, 0.2, "assumed", unit="share of the plan",
        symbol="ad")] = 0.01
    blame_kept: Annotated[float, Span("what is kept of blame a month", 0, 0.99, "assumed", symbol="kb")] = 0.9
    answerable: Annotated[float, Span(
        "share of his fear that an elected secretary has of those above him", 0, 1, "assumed", symbol="el")] = 0.5


MECHANISM = Mechanism(
    id="reporting",
    card=2,
    title="The number that goes up",
    sentence="Send up the number your superior wants, as far as you dare not to be the one who is short.",
    sources="000 l.107-129; 001 l.145-150; 003 l.4959-4966, 6885-6896, 10023-10081, 10202-10215, 11712-11720, "
            "12342-12347, 14110-14145, 16706-16718, 15861-15872",
    parameters=Reporting,
    levers=("inspection", "press", "appointment", "report_penalty", "discounting", "ration_norm"),
    rules=(content, shade, write_down, add_up_the_fields, add_up, send_up, look, punish, hear_of_it, learn, be_wrong),
    neutral={"shading": 0.0, "inspected": 0, "found_output": 1.0, "found_harvest": 1.0, "found_supply": 1.0,
             "found_mood": 1.0, "scapegoat": 0, "error_output": 0.0, "error_harvest": 0.0, "error_supply": 0.0,
             "error_mood": 0.0, "error_centre": 0.0},
    when_off=(write_down, add_up_the_fields, add_up, send_up),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# The figures y and their targets: output (1 per head), harvest (the plan `pl`, as a share of full sowing in a normal
# year), supply (`lived`, target `ration_norm`), mood (`record`, target 1; its error is measured against private
# support). Sums are over people at liberty; the harvest is summed over villages.
#
# Readings taken. `insp` is the lever `inspection`, plus .2 under a free press, at most 1; an elected secretary's fear
# counts half. An *admitted shortfall* is one in output, by more than 1 % of the plan: the harvest's target is full
# sowing and the mood's is unanimity, so some shortfall there is admitted everywhere and always, and `report_penalty`
# would be a lottery among all secretaries. The ratio found at an inspection is kept for each figure, since they have
# different targets; a superior who does not discount does not keep it. A superior who has discounted too much finds a
# ratio above 1, without limit where the report is near 0; even then he believes no more than the target, unless he is
# told more (of mood: no more people content than there are). A unit without a secretary at liberty hides a shortfall by
# b0 and blame alone. A secretary is *struck* when the penalty takes his post or a sanction fell on him last month; "in
# the unit above" means: any secretary among the children of the unit's parent. The centre hides part of a shortfall
# too (level L+1 of the card's remark).
