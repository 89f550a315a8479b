"""Press: the one voice.

Print the line; what readers can check against their own lives they learn not to believe; rumour fills the rest.
Media control: Egorov, Guriev and Sonin (2009).

    claim    = top + spin*(1 - top) under monopoly, top = reported share of need met; lived + N(0, .05) under free
    gap      = |claim - lived| and under monopoly + gu*(share of ties who spoke last month - what the minutes admit)+
               + gk*[a tie who never dissented was struck last month]
    trust'   = trust + kt*([1 - gap / gt] - trust), times 1 - rv for non-officials when the line is reversed
    stance'  = stance + (1 - conviction)*(dr*trust*(printed - stance) + ds*(mean stance of ties - stance))
               + an*(first stance - stance)            printed: the province's line, or the country's mean under free
    rumour'  = [.7*rumour + secrecy*(1 - mean trust)*unexplained]
               unexplained = [5 * harmed or starved last month / n]
    believed'= [believed + bg*(mean trust)*(shown - believed) - bt*(share with a tie to an accused who never dissented)]
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.people.fear import anybody_harmed
from unanimity.world.codes import BY_HUNGER, FREE_PRESS, GONE, NEVER, NO_HEARING, OFFICIAL, PUBLISHED, SPEAKS
from unanimity.world.draws import normal_from
from unanimity.world.formula import clip, formula, positive
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, total
from unanimity.world.spans import Span


@total(of="person", to="cell and above", writes="opinion", who=AT_LIBERTY, per="issue")
def opinion(stance):
    """The sum of stances: a free press prints the country's mean."""
    return stance


@total(of="person", to="cell", writes="starved", who=EVERYBODY)
def starved(death):
    """The number of people of the cell who have died of hunger so far."""
    return 1.0 if death == BY_HUNGER else 0.0


def printed_freely(press):
    """Whether the press is free: only a free press errs at random."""
    return press == FREE_PRESS


@each("unit", writes="claim", stream=140, chance=printed_freely)
def claim(lived, centre_lived, centre_report_supply, centre_target_supply, press, luck, p):
    """What the papers say about the unit's supply of bread."""
    if press == FREE_PRESS:
        return clip(lived + p.noise * normal_from(luck))
    top = reported_top(centre_report_supply, centre_target_supply, centre_lived)
    return top + p.spin * (1.0 - top)


@formula
def reported_top(report, target, lived):
    """`report_top`: the reported share of need met; without reports, what people experience."""
    return clip(report / target) if target > 0.0 else lived


@each("person", writes="trust")
def trust(trust, claim, lived, estate, line_reversed, press, candid, nearness, record, knows_accused, p,
          more_trust=0.0):
    """Readers check print against life and ties; a reversed line costs trust, except that of officials."""
    spoken = candid / nearness if nearness > 0.0 else 0.0
    gap = gap_of(claim, lived, press == FREE_PRESS, spoken, record, knows_accused, p)
    trust += p.trust_speed * (clip(1.0 - gap / p.no_trust + more_trust) - trust)
    return trust * (1.0 - p.reversal) if line_reversed != 0 and estate != OFFICIAL else trust


@formula
def gap_of(claim, lived, free, spoken, record, struck, p):
    """The gap between print and what a reader knows: the own supply, what ties say, what happens to them."""
    bread = abs(claim - lived)
    return bread if free else bread + p.talk * positive(spoken - (1.0 - record)) + p.known * struck


def open_to_ties(conviction, p):
    """Whether the opinion of ties can matter: not to the fully convinced, nor where ties do not persuade."""
    return p.to_ties > 0.0 and conviction < 1.0


@total(of="ties", to="person", only=open_to_ties, per="issue")
def near(weight, other_stance, other_heard):
    """The sum of stances of ties who are still here, by weight."""
    return weight * other_stance if other_heard != GONE else 0.0


@total(of="ties", to="person", only=open_to_ties)
def candid(weight, other_heard):
    """The summed weight of the ties who spoke last month, in the hall or among friends."""
    return weight if other_heard == SPEAKS else 0.0


@total(of="ties", to="person", only=open_to_ties)
def nearness(weight, other_heard):
    """The summed weight of all ties still here."""
    return weight if other_heard != GONE else 0.0


@each("person", writes="stance", per="issue")
def drift(stance, first_stance, conviction, trust, near, nearness, press, province_line, centre_opinion, centre_present,
          p, more_stance=0.0):
    """Opinion moves towards print as far as it is trusted, towards ties, and back towards the first stance."""
    printed = centre_opinion / max(centre_present, 1.0) if press == FREE_PRESS else province_line
    pull = p.to_print * trust * (printed - stance)
    if nearness > 0.0:
        pull += p.to_ties * (near / nearness - stance)
    moved = stance + (1.0 - conviction) * (pull + more_stance) + p.to_self * (first_stance - stance)
    return max(-1.0, min(1.0, moved))


@total(of="ties with blow", to="person", fold="max", only=anybody_harmed)
def knows_accused(other_blow, other_last_dissent):
    """Whether a tie who never dissented was struck last month."""
    return 1.0 if other_last_dissent == NEVER else 0.0


@total(of="person", to="cell", writes="acquainted", who=AT_LIBERTY)
def acquainted(knows_accused):
    """The number of people with a tie to an accused who never dissented."""
    return knows_accused


@total(of="person", to="cell", writes="trusting", who=AT_LIBERTY)
def trusting(trust):
    """The sum of trust in the cell."""
    return trust


@each("cell", writes=("rumour", "starved_before"))
def rumour(unit, blows, p, on_sanction=False, more_rumour=0.0):
    """Where nothing believable is printed about a real event, rumour fills the gap."""
    people = max(unit.present, 1.0)
    unexplained = clip(p.notice * ((unit.harmed + unit.starved - unit.starved_before) / people + unit.revolt
                                   + (0.0 if on_sanction else blows)))
    fresh = secrecy_of(unit.press, unit.lists, p) * (1.0 - clip(unit.trusting / people)) * unexplained
    return clip(p.rumour_kept * unit.rumour + fresh + more_rumour), unit.starved


@formula
def secrecy_of(press, lists, p):
    """The share of events that nobody explains."""
    return p.secrecy_open if press == FREE_PRESS or lists == PUBLISHED else p.secrecy


@each("cell", writes="believed")
def believed(believed, trusting, acquainted, present, cases_shown, confessing_shown, hearings, p):
    """Belief in the guilt of the accused: what is shown moves it, knowing one of them lowers it."""
    people = max(present, 1.0)
    moved = believed - p.knowing_weight * acquainted / people
    if hearings != NO_HEARING and cases_shown > 0.0:
        moved += p.shown_weight * clip(trusting / people) * (clip(confessing_shown / cases_shown) - believed)
    return clip(moved)


@each("unit", writes="claim")
def plain(lived):
    """Without the card the papers say what people experience."""
    return lived


class Press(NamedTuple):
    """What is printed, and what readers make of it."""

    spin: Annotated[float, Span(
        "share of the distance to perfect that a monopoly adds", 0, 1,
        "+68 % wages claimed, money down thirtyfold: 003 l.16218-16219", symbol="spin")] = 0.5
    noise: Annotated[float, Span(
        "spread of a free press's errors", 0, 0.2, "N(0, .05) in the form of the card; range ours",
        symbol="noise")] = 0.05
    trust_speed: Annotated[float, Span(
        "speed at which trust follows experience", 0, 0.5, "false within hours 003 l.7481-7591; size assumed",
        unit="a month", symbol="kt")] = 0.15
    no_trust: Annotated[float, Span(
        "gap between claim and life at which no trust is left", 0.2, 1,
        "false within hours 003 l.7481-7591; size assumed", symbol="gt")] = 0.5
    talk: Annotated[float, Span(
        "gap felt when all ties speak against what is printed as unanimous", 0, 2,
        "truth hour by hour through people one knows: 003 l.7571-7586, 18791-18795; size assumed", symbol="gu")] = 1.0
    known: Annotated[float, Span(
        "gap felt in a month in which a tie without fault is struck", 0, 2,
        "of a friend one knows what he did not do: 003 l.16479-16497; size assumed", symbol="gk")] = 0.5
    to_print: Annotated[float, Span(
        "drift to what is printed", 0, 0.1, "conversion within days 003 l.20594-20604; size assumed", unit="a month",
        symbol="dr")] = 0.03
    to_ties: Annotated[float, Span(
        "drift to trusted ties", 0, 0.1, "conversion by peers within days 003 l.20594-20604; size assumed",
        unit="a month", symbol="ds")] = 0.02
    to_self: Annotated[float, Span(
        "return to one's own first stance", 0, 0.1, "assumed", unit="a month", symbol="an")] = 0.05
    reversal: Annotated[float, Span(
        "trust lost when the line turns round", 0, 0.6, "003 l.19905-19939", symbol="rv")] = 0.3
    secrecy: Annotated[float, Span(
        "share of events a monopoly leaves unexplained", 0, 1, "assumed", symbol="secrecy")] = 0.8
    secrecy_open: Annotated[float, Span(
        "share left unexplained by a free press or published lists", 0, 1, "assumed", symbol="secrecy'")] = 0.1
    shown_weight: Annotated[float, Span(
        "belief in guilt moved by what is shown", 0.05, 0.5, "assumed", unit="a month", symbol="bg")] = 0.2
    knowing_weight: Annotated[float, Span(
        "belief lost through knowing an accused", 0.05, 0.5, "assumed", unit="a month", symbol="bt")] = 0.2
    rumour_kept: Annotated[float, Span("what is kept of rumour a month", 0, 0.99, "assumed", symbol="kr")] = 0.7
    notice: Annotated[float, Span(
        "how loudly harm to a share of the people asks to be explained", 0.5, 50,
        "assumed: one in five harmed in a month leaves nothing else to speak of", unit="1 / share of the people",
        symbol="kn")] = 5.0


MECHANISM = Mechanism(
    id="press",
    card=12,
    title="The one voice",
    sentence="Print the line; what readers can check against their own lives they learn not to believe; rumour fills "
             "the rest.",
    sources="001 l.136-140, 173-197; 003 l.5472-5478, 6752-6799, 7481-7617, 10837-10849, 11276-11344, 12342-12347, "
            "12631-12641, 12874-12889, 14980-15043, 15404-15453, 18735-18750, 19393-19412, 20034-20055",
    parameters=Press,
    levers=("press", "lists", "hearings"),
    rules=(opinion, starved, claim, near, candid, nearness, knows_accused, trust, drift, acquainted, trusting, rumour,
           believed),
    neutral={"trust": 0.5, "rumour": 0.0, "believed": 0.5},
    when_off=(plain,),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# What the sources decide (docs/design/changes-of-the-model.md). A reader checks print not only against his supply of
# bread: the truth came hour by hour in spite of the press, through people whom one knew and could ask (003
# l.7571-7586), and of a friend who was struck one knows what he had not done (l.16479-16497). So well-fed people need
# not believe. The minutes of a cell are what is printed about its opinion. The ruler of a province prints its paper:
# its line is the patron's, and so the centre's, unless its secretary has no patron above; then a province is told, and
# can come to think, the opposite (001 l.167-199).
#
# Readings taken. `lived` under a free press is that of the place reported on (its people's mean), since with a
# country's mean trust would fall under a free and faultless press (test 1). The report read is last month's, as in the
# order of the month; where nobody reports, top = mean lived of the country. The mean over ties is weighted by the tie,
# as in card 4, and leaves out those who are gone. An *accused* of last month is a person hit by a blow. `blows`, the
# input that stands for cards 15-16, counts as people harmed; those who rise are harmed by the response (card 24).
# `known` is 1 among ties, and nothing else reads who knows, so the card's `leak` would have no effect and is left out.
