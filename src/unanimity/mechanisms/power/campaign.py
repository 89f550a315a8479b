"""Campaign: the enemy of the season.

When something fails, name a category; print, resolve, convict; then name the next.

    shortfall of a branch (reported) = (1 - (.5 + mean competence)*output of its people)+ * frankness of their units
    start    (none in 6 months, or shortfall > sf):  event(ca0 + ca1*largest shortfall + ca2*(1 - reported mood))
    label    = the branch with the largest shortfall*(1 - useful) that was not named in the last 24 months
    I        = 1 at the start, then I' = .8*I;  ends when I < .1
    effects  conviction pc = pc0 + (1 - pc0)*I*(1 - oversight_eff) (used by card 16); those labelled get a higher score
             (card 15) and 2*I rungs more (card 16); output of a branch's people *= .5 + its mean competence;
             in the month of the start grievance *= 1 - bl*trust*I (card 7; not where the press is free)
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.world.codes import DEAD, EX, NO_LABEL, SECTORS
from unanimity.world.draws import event, uniform
from unanimity.world.formula import clip, formula
from unanimity.world.rules import AT_LIBERTY, Mechanism, each, pick, procedure, total
from unanimity.world.spans import Span


@total(of="person", to="cell by sector", writes="branch_people", who=AT_LIBERTY)
def count_hands(status):
    """The number of the cell's people at liberty, by branch of work."""
    return 1.0


@total(of="person", to="cell by sector", writes="branch_skill", who=AT_LIBERTY)
def count_skill(competence):
    """The summed competence of the cell's people at liberty, by branch of work."""
    return competence


@each("branch", writes="sector_skill")
def rate(branch, units, tree):
    """The mean competence of a branch."""
    people, skill, _, _ = of_branch(branch, units, tree)
    return skill / people if people > 0.0 else 0.5


@formula
def of_branch(branch, units, tree):
    """People of a branch in the whole country, and three sums over them.

    The sums are competence, output without the factor of this card, and the frankness of the chains above them.
    """
    people, skill, made, frank = 0.0, 0.0, 0.0, 0.0
    for cell in range(tree.cells):
        here = units.branch_people[branch, cell]
        people += here
        skill += units.branch_skill[branch, cell]
        made += here * units.output[cell] / units.branches[cell]
        frank += here * units.frankness[cell]
    return people, skill, made, frank


@each("branch", writes="sector_shortfall")
def reckon(branch, units, country, tree, so_far):
    """A branch's reported shortfall; the largest true one is noted as well."""
    people, _, made, frank = of_branch(branch, units, tree)
    if people == 0.0:
        return 0.0
    true = shortfall_of(country.sector_skill[branch], made / people)
    so_far.worst[0] = max(so_far.worst[0], true)
    return true * (frank / people)


@formula
def shortfall_of(competence, output):
    """How far a branch falls short of the plan, given the mean competence and the output of its people."""
    return clip(1.0 - (0.5 + competence) * output)


@each("country", writes="joint_failure")
def fail_jointly(so_far):
    """The failure of the whole: that of the branch with the largest true shortfall."""
    return so_far.worst


@each("cell", writes="branches")
def make_use(u, units, country):
    """The effect of the branches' competence on each cell's output."""
    return ability_of_branches(u, units, country)


@formula
def ability_of_branches(cell, units, country):
    """The mean of .5 + a branch's competence over the people of a cell."""
    people, able = 0.0, 0.0
    for s in range(BRANCHES):
        people += units.branch_people[s, cell]
        able += units.branch_people[s, cell] * (0.5 + country.sector_skill[s])
    return able / people if people > 0.0 else 1.0


START, LOT = 530, 532  # streams: whether one starts; which of equal categories


@procedure("country",
           writes=("campaign_intensity", "campaign_label", "campaign_start", "blame_shifted", "campaigns",
                   "label_used"),
           stream=START)
def name_enemy(u, centre, country, luck, month, p, seed):
    """Let the running campaign fade, or name the next category."""
    branch = culprit(u, country, month, seed, p)
    named = country.campaign_start[0] == month  # by an event, at the start of this month
    intensity = country.campaign_intensity[0] if named else intensity_after(country.campaign_intensity[0], p)
    label = country.campaign_label[0] if intensity > 0.0 else NO_LABEL
    worst = 0.0
    for s in range(BRANCHES):
        worst = max(worst, country.sector_shortfall[s])
    begins = country.crisis != 0
    if not begins and may_start(month, country.campaign_start[0], worst, p):
        discontent = discontent_of(centre.report_mood, centre.present)
        begins = event(start_hazard(worst, discontent, p), luck)
    if not begins or branch < 0:
        country.campaign_intensity[0] = intensity
        country.campaign_label[0] = label
        country.blame_shifted[0] = 0.0
        return
    country.campaign_intensity[0] = 1.0
    country.campaign_label[0] = branch + 1
    country.campaign_start[0] = month
    country.blame_shifted[0] = p.blame
    country.campaigns[0] += 1
    country.label_used[branch] = month  # a category that was named is not named again for a while


@formula
def start_hazard(shortfall, discontent, p):
    """The hazard that a campaign begins."""
    return p.base + p.failure * shortfall + p.discontent * discontent


@formula
def may_start(month, last_start, shortfall, p):
    """Whether a new campaign may start: only after half a year, unless something fails badly."""
    return month - last_start >= p.pause or shortfall > p.forcing


@formula
def intensity_after(intensity, p):
    """A running campaign fades until it is over."""
    faded = p.fading * intensity
    return faded if faded >= p.over else 0.0


@formula
def discontent_of(report_mood, present):
    """Reported grievance: 1 less the mood as reported; before the first report the mood counts as good."""
    return clip(1.0 - report_mood / present) if report_mood > 0.0 and present > 0.0 else 0.0


@formula
def culprit(unit, country, month, seed, p):
    """The branch to be named, or -1: the largest shortfall times (1 - useful) of those not named recently."""
    best, most, luckiest = -1, -1.0, 2.0
    for s in range(BRANCHES):
        if month - country.label_used[s] < p.remembered:
            continue
        short = country.sector_shortfall[s]
        worth = short * (1.0 - country.sector_skill[s] * short)
        lot = uniform(seed, LOT, s, month)
        if worth > most or (worth == most and lot < luckiest):
            best, most, luckiest = s, worth, lot
    return best


def named_branch(country, month):
    """Whether a branch of work has been named this month."""
    return 1 <= country.campaign_label <= BRANCHES and country.label_used[country.campaign_label - 1] == month


def works_there(one, country):
    """Whether the person lives, works in the branch, and is not already labelled an 'ex'."""
    return one.sector == country.campaign_label - 1 and one.status < DEAD and one.label != EX


@pick(among="people", writes="label", only=(named_branch, works_there))
def be_labelled(country):
    """Everybody who works in the branch gets the label and keeps it."""
    return country.campaign_label


@formula
def conviction_chance(intensity, oversight_eff, p):
    """`pc`: the chance that a case ends in conviction; with full oversight the campaign does not raise it."""
    return p.conviction + (1.0 - p.conviction) * intensity * (1.0 - oversight_eff)


@formula
def after_blame(grievance, blame_shifted, trust, free_press):
    """Grievance in the month in which a campaign starts and the press names a culprit (card 7 calls this)."""
    return grievance if free_press else grievance * (1.0 - blame_shifted * trust)


class Campaign(NamedTuple):
    """How easily a culprit is named, and what naming does."""

    base: Annotated[float, Span(
        "hazard of a campaign when nothing fails", 0, 0.2, "one category each half-year: 003 l.15672-15687",
        unit="a month", symbol="ca0")] = 0.03
    failure: Annotated[float, Span(
        "hazard added by the largest shortfall", 0, 1, "one category each half-year: 003 l.15672-15687",
        unit="a month", symbol="ca1")] = 0.3
    discontent: Annotated[float, Span(
        "hazard added by reported grievance", 0, 1, "one category each half-year: 003 l.15672-15687", unit="a month",
        symbol="ca2")] = 0.1
    conviction: Annotated[float, Span(
        "chance of conviction without a campaign", 0.2, 0.9, "4 of 4; 10 resolutions in days: 003 l.9270, 15735",
        symbol="pc0")] = 0.5
    blame: Annotated[float, Span(
        "share of blame shifted", 0, 0.6, "assumed; educated society believed nothing 003 l.14026-14083",
        symbol="bl")] = 0.3
    forcing: Annotated[float, Span("shortfall that forces a new one", 0, 1, "assumed", symbol="sf")] = 0.4
    pause: Annotated[float, Span(
        "months after which a new category is named though nothing forces it", 1, 24,
        "one category each half-year: 003 l.15672-15687", unit="months", symbol="mp")] = 6.0
    remembered: Annotated[float, Span(
        "months for which a category is not named again", 0, 120, "assumed", unit="months", symbol="mr")] = 24.0
    fading: Annotated[float, Span(
        "what is left of a campaign's intensity a month later", 0, 0.99, "assumed", unit="a month", symbol="fi")] = 0.8
    over: Annotated[float, Span("intensity below which a campaign is over", 0.01, 0.5, "assumed", symbol="io")] = 0.1


BRANCHES = len(SECTORS)
MECHANISM = Mechanism(
    id="campaign",
    card=21,
    title="The enemy of the season",
    sentence="When something fails, name a category; print, resolve, convict; then name the next.",
    sources="003 l.9231-9290, 11947-12044, 12392-12412, 14026-14083, 14110-14149, 14166-14190, 15672-15687, "
            "15718-15766, 15854-15858, 16262-16307, 18742-18818",
    parameters=Campaign,
    levers=("press",),
    rules=(count_hands, count_skill, rate, reckon, fail_jointly, make_use, name_enemy, be_labelled),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings the card leaves open. *As reported*: reports do not list branches, so the reported shortfall of a branch is
# its true one times the share that the chain above its people passes on (`frankness` of card 2), which is card 2's own
# identity for a sum. `output` in the shortfall is card 1's without the factor of this card, so that competence enters
# once. The competence of a branch is the mean over its people at liberty in the whole country, so arrests lower it; a
# cell's output is multiplied by the mean of .5 + that competence over the branches of its people. `useful` of a
# category is mean competence times shortfall. A lot decides between equal categories. If all eight were named within 24
# months, none is named. A crisis (card 25) starts a campaign at once. In the first month nothing has been reported, and
# the mood counts as good.
