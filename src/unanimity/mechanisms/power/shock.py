"""Shock: what comes from outside.

Drought, war, an assassin, a death at the top, a foreign revolution: the system shows at a shock what it has become.
Scripted (events of a regime) or by chance; the same draws in both arms of a pair.

    drought   in a province, in August: event(pd) -> yield*(1 - dsev) until the next August
    attack    lone, in each cell: event(a0/250*sum over i at liberty of g_i),  g = grievance^2*(1 - fear*(1-courage))
              attacker by lot with weight g*courage; victim an office holder among his ties, else of the units above
              him; dead with chance .5; threat += at*(office of victim/4); the attacker is arrested (card 15), and
              card 19 follows;  a real enemy attacks by event(en) a month, whatever the grievance
    clemency announced and not yet in force: each prisoner with rung >= 5, each under inquiry:
              event(an*(1 - oversight_eff)*[rung_max = 7]) -> executed
    deferral  x' = x*(1 + gr) if error > .1 else max(.1, x*(1 - fix)); when x > 1: threat += .3, pressure on the
              villages += .5, a campaign begins, x = .2
    threat'   = .85*threat + .15*danger + inputs;  inputs: the above and .3*(mean revolt share)
    war       (scripted) in its first month: stance pulled to the line by rally*(1 - isolated)
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from unanimity.mechanisms.police.cases import die
from unanimity.world.case_log import enter_with
from unanimity.world.codes import (
    AN_ATTACK,
    ATTACK,
    ATTACKED,
    CAMP,
    CELL_SECRETARY,
    CLEMENCY,
    DEAD,
    DEATH,
    DISTRICT_SECRETARY,
    EXECUTED,
    EXILED,
    IMPRISONED,
    INQUIRY,
    MURDERED,
    NO_OFFICE,
    NOBODY,
    PRISON,
    PROVINCE_SECRETARY,
    RULE_TOPIC,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.draws import event, exponential, normal_from, uniform
from unanimity.world.formula import clip, formula
from unanimity.world.levers import NUMBER_OF
from unanimity.world.rules import AT_LIBERTY, EVERYBODY, Mechanism, each, pick, procedure, total
from unanimity.world.spans import Span


@total(of="person", to="cell and above", writes="bitterness", who=AT_LIBERTY)
def bitterness(grievance, fear, courage, peaceable):
    """The sum of bitterness of the unit's people; a script may exempt people from attacking."""
    return bitterness_of(grievance, fear, courage) if peaceable == 0 else 0.0


@formula
def bitterness_of(grievance, fear, courage):
    """`g`: what drives a lone attacker; fear deters."""
    return grievance * grievance * (1.0 - fear * (1.0 - courage))


# streams
DROUGHT, COMMON, LONE, WHO_STRIKES, DIES, ENEMY, BEFORE_CLEMENCY, AFFAIR = 580, 582, 584, 586, 588, 590, 592, 594


@each("country", writes="common_weather", stream=COMMON)
def look_at_the_sky(luck):
    """The part of the weather that all provinces share."""
    return normal_from(luck)


@each("province", writes="weather", stream=DROUGHT)
def rain(weather, common_weather, calendar, luck, p):
    """In August it is decided whether the year was dry, province by province.

    A drought comes by event(pd): it is the lower tail of a normal number that provinces may share in part.
    """
    if calendar != AUGUST:
        return weather
    chance = 1.0 - exponential(-p.drought)
    edge = normal_from(chance) if chance > 0.0 else -99.0
    z = math.sqrt(p.correlation) * common_weather + math.sqrt(1.0 - p.correlation) * normal_from(luck)
    return 1.0 - p.loss if z < edge else 1.0


@each("unit", writes=("weather", "yielded"))
def bear(province_weather, scripted_yield):
    """What the year's weather and a script leave of a harvest, everywhere in the province."""
    return province_weather, province_weather * scripted_yield


@each("country", writes=("struck", "struck_by", "attacks"))
def attack_by_script(attacks, scripted_struck, scripted_by):
    """A scripted attack counts like any other."""
    return scripted_struck, scripted_by, attacks + (1 if scripted_struck > 0 else 0)


@each("unit above cells", writes="attacked")
def alarm_by_script(attacked, scripted_attack, is_centre):
    """A scripted attack alarms its district and province."""
    return attacked if is_centre else scripted_attack


def boils_over(unit, country, luck):
    """Whether the bitterness of a cell leads to an attack this month."""
    return unit.bitterness > 0.0 and event(country.attack_rate / HEADS * unit.bitterness, luck)


@procedure("cell", only=boils_over, stream=LONE)
def avenge(u, people, tree, month, seed, units, country, ties, log, p):
    """Lone attacks out of bitterness: one person of the cell, by lot."""
    attack_alone(u, attacker_of(u, people, tree, month, seed), people, units, country, ties, tree, month, seed, log, p)


@formula
def becomes_affair(office, cells, districts):
    """The chance that an attack on such a post alarms the country: always for province and centre.

    Below, it is the share that the place has of the country; a murder in a dark street alarms only its province.
    """
    if office >= PROVINCE_SECRETARY:
        return 1.0
    return 1.0 / max(districts if office == DISTRICT_SECRETARY else cells, 1.0)


@formula
def alarm_by(attacked, people):
    """How much one more attack of the month alarms a province of the given size."""
    return min(1.0, attacked + HEADS / max(people, HEADS))


@formula
def strike_at(i, tree, ties, people, units):
    """The victim: the official to whom the attacker is tied most, else the secretary of the lowest unit above."""
    victim, most = NOBODY, 0
    for t in range(ties.start[i], ties.start[i + 1]):
        j = int(ties.neighbour[t])
        if people.office[j] > NO_OFFICE and people.status[j] < AT_LIBERTY_BELOW and ties.weight[t] >= most and j != i:
            victim, most = j, ties.weight[t]
    u = tree.cell_of[i]
    while victim == NOBODY:
        named = units.secretary[u]
        if named != NOBODY and named != i and people.status[named] < AT_LIBERTY_BELOW:
            victim = named
        if u == tree.units - 1:
            break
        u = tree.parent[u]
    return victim


@formula
def attacker_of(cell, people, tree, month, seed):
    """The attacker, by lot with weight g*courage among the people of a cell."""
    total = 0.0
    for i in range(tree.cell_start[cell], tree.cell_start[cell + 1]):
        if people.status[i] < AT_LIBERTY_BELOW and people.peaceable[i] == 0:
            total += bitterness_of(people.grievance[i], people.fear[RULE_TOPIC, i],
                                   people.courage[i]) * people.courage[i]
    lot = uniform(seed, WHO_STRIKES, cell, month) * total
    chosen = NOBODY
    for i in range(tree.cell_start[cell], tree.cell_start[cell + 1]):
        if people.status[i] >= AT_LIBERTY_BELOW or people.peaceable[i] != 0:
            continue
        share = bitterness_of(people.grievance[i], people.fear[RULE_TOPIC, i], people.courage[i]) * people.courage[i]
        if share > 0.0 and lot >= 0.0:
            chosen = i
            lot -= share
    return chosen


@formula(writes=("attacked", "struck", "struck_by", "attacks", "warrant", "act_kind", "act_topic", "act_month",
                 "status", "death"))
def attack(i, people, units, country, ties, tree, month, seed, log, p):
    """One attack: the victim may die; the attacker will be arrested; police and centre are alarmed."""
    victim = strike_at(i, tree, ties, people, units)
    if victim == NOBODY:
        return
    enter_with(log, i, ATTACK, AN_ATTACK, 0, victim)
    centre, province = tree.units - 1, tree.province[tree.cell_of[i]]
    provinces = tree.child_last[centre] - tree.child_first[centre]
    districts = tree.units - tree.cells - provinces - 1
    post = max(people.office[victim], CELL_SECRETARY)
    if uniform(seed, AFFAIR, victim, month) < becomes_affair(post, tree.cells, districts):
        country.struck[0] = max(country.struck[0], post)
        country.struck_by[0] = i
    country.attacks[0] += 1
    units.attacked[province] = alarm_by(units.attacked[province], units.present[province])
    people.warrant[i] = AN_ATTACK
    people.act_kind[i], people.act_topic[i], people.act_month[i] = ATTACKED, RULE_TOPIC, month
    if uniform(seed, DIES, victim, month) < p.kills:
        people.status[victim] = DEAD  # the docket enters it in the log
        people.death[victim] = MURDERED


@formula
def attack_alone(cell, attacker, people, units, country, ties, tree, month, seed, log, p):
    """The attack of one person of the cell, if there is one."""
    if attacker != NOBODY:
        attack(attacker, people, units, country, ties, tree, month, seed, log, p)


def any_enemy(country):
    """Whether real enemies attack at all."""
    return country.enemy_rate > 0.0


def is_enemy(one):
    """Whether the person is a real enemy at liberty."""
    return one.enemy != 0 and one.status < AT_LIBERTY_BELOW


@pick(among="people", only=(any_enemy, is_enemy), stream=ENEMY)
def fight(i, country, luck, people, units, ties, tree, month, seed, log, p):
    """Real enemies attack."""
    attack_if(i, event(country.enemy_rate, luck), people, units, country, ties, tree, month, seed, log, p)


@formula
def attack_if(i, attacks, people, units, country, ties, tree, month, seed, log, p):
    """The attack of an enemy, if `attacks`."""
    if attacks:
        attack(i, people, units, country, ties, tree, month, seed, log, p)


def clemency_ahead(country, centre):
    """Whether clemency is announced and not yet in force."""
    return (country.rung_max >= DEATH and centre.sanction_cap >= DEATH
            and centre.announced_sanction_cap < DEATH)


def in_their_hands(case):
    """Whether the person is serving a term, or under inquiry."""
    serving = (case.status == IMPRISONED or case.status == CAMP) and case.rung >= PRISON
    return serving or case.status == INQUIRY


@each("case", only=(clemency_ahead, in_their_hands), stream=BEFORE_CLEMENCY)
def shoot_first(i, country, luck, p, people, month, log):
    """Before an announced clemency comes into force, a police without oversight uses the time to kill."""
    shoot(i, event(p.before_clemency * (1.0 - country.oversight_eff), luck), people, month, log)


@formula
def shoot(i, shot, people, month, log):
    """The person is shot, if `shot`."""
    if shot:
        die(i, EXECUTED, CLEMENCY, month, people, log)


@each("country",
      writes=("threat", "threat_before", "hidden_problem", "pressure", "crisis", "crises", "moral_shock", "crushed"))
def weigh(threat, hidden_problem, pressure, crises, struck, crushed, scripted_shock, scripted_threat, line_reversed,
          error_centre, centre_revolt, p):
    """The month's effect on the sense of danger, and whether a long ignored problem becomes a crisis."""
    inputs = p.alarm * struck / 4.0 + p.unrest * centre_revolt + scripted_threat
    problem = problem_after(hidden_problem, error_centre, p)
    crisis = 1 if problem > 1.0 else 0
    if crisis == 1:
        problem = AFTER_CRISIS
        inputs += CRISIS_THREAT
        pressure = min(2.0, pressure + CRISIS_PRESSURE)
    moral = max(scripted_shock, 1.0 if line_reversed != 0 or crushed != 0 else 0.0)
    return threat_after(threat, inputs, p), threat, problem, pressure, crisis, crises + crisis, moral, 0


@formula
def problem_after(problem, error, p):
    """`x'`: an ignored problem grows, a known one is mended."""
    return problem * (1.0 + p.neglect) if error > p.ignored else max(p.least_problem, problem * (1.0 - p.repair))


@formula
def threat_after(threat, inputs, p):
    """`threat'`: memory, standing danger and the month's events."""
    return clip(p.threat_kept * threat + (1.0 - p.threat_kept) * p.danger + inputs)


def war_begins(front, war_before):
    """Whether this is the first month of a war."""
    return front != 0 and war_before == 0


@each("person", writes="stance", who=EVERYBODY, only=war_begins, per="issue")
def rally(status, stance, centre_line, p):
    """In the first month of a war people are drawn to the line, except those who are isolated."""
    return stance + p.rally * (centre_line - stance) if status < EXILED else stance


@each("country", writes="war_before")
def note_war(front):
    """Whether there was war this month, for the next."""
    return 1 if front != 0 else 0


@each("country", writes=("threat", "threat_before", "hidden_problem", "crisis", "struck", "moral_shock"))
def quiet(scripted_shock, p):
    """Without the card the country is always in its standing danger."""
    return p.danger, p.danger, p.least_problem, 0, 0, scripted_shock


@each("unit", writes=("yielded", "attacked"))
def fair(scripted_yield):
    """Without the card only a script makes a dry year."""
    return scripted_yield, 0.0


class Shock(NamedTuple):
    """How often shocks come, and how hard they hit."""

    danger: Annotated[float, Span("standing danger", 0, 1, "assumed; scenario", symbol="danger")] = 0.05
    drought: Annotated[float, Span(
        "droughts of a province", 0, 0.5, "assumed; scenario", unit="a year", symbol="pd")] = 0.1
    correlation: Annotated[float, Span(
        "correlation of harvests between provinces", 0, 1, "assumed; scenario", symbol="correlation")] = 0.0
    loss: Annotated[float, Span(
        "loss of harvest", 0.1, 0.7, "23 M people in famine regions 1921: 003 l.9149; size assumed",
        symbol="dsev")] = 0.4
    alarm: Annotated[float, Span(
        "threat per attack", 0, 1, "120-128 dead, then 450 killed, 3,194 arrested: 003 l.10424-10426",
        symbol="at")] = 0.5
    before_clemency: Annotated[float, Span(
        "killing before clemency", 0, 1, "150-200 and 200-300 in one night: 003 l.6109-6118", unit="a month",
        symbol="an")] = 0.3
    rally: Annotated[float, Span("pull of war", 0, 0.8, "003 l.3399-3484", symbol="rally")] = 0.4
    neglect: Annotated[float, Span(
        "growth of an ignored problem", 0, 0.2, "crisis 3 months after the critics' expulsion: 003 l.13931; assumed",
        unit="a month", symbol="gr")] = 0.04
    repair: Annotated[float, Span("repair of a known one", 0, 0.5, "assumed", unit="a month", symbol="fix")] = 0.1
    threat_kept: Annotated[float, Span("what is kept of threat a month", 0, 0.99, "assumed", symbol="kt")] = 0.85
    unrest: Annotated[float, Span("threat by the share of the country in revolt", 0, 1, "assumed", symbol="tu")] = 0.3
    ignored: Annotated[float, Span(
        "error of the centre above which a problem grows", 0, 1, "assumed", symbol="ei")] = 0.1
    least_problem: Annotated[float, Span(
        "size below which a problem does not shrink", 0.01, 0.5, "assumed", symbol="pl")] = 0.1
    kills: Annotated[float, Span("chance that the victim of an attack dies", 0, 1, "assumed", symbol="pk")] = 0.5


CRISIS_THREAT, CRISIS_PRESSURE, AFTER_CRISIS = 0.3, 0.5, 0.2  # the effects of a problem that becomes a crisis
AUGUST = 8
HEADS = 250.0  # people of the province for which the card gives rates of attack
CAP = NUMBER_OF["sanction_cap"]
MECHANISM = Mechanism(
    id="shock",
    card=25,
    title="What comes from outside",
    sentence="Drought, war, an assassin, a death at the top, a foreign revolution: the system shows at a shock what "
             "it has become.",
    sources="003 l.3399-3484, 3721-3786, 5612-5932, 6097-6145, 9143-9163, 10258-10276, 10401-10426, 11841-11844, "
            "13931-13935, 17482-17585, 20792-20815, 21270-21306",
    parameters=Shock,
    levers=("sanction_cap",),
    rules=(bitterness, look_at_the_sky, attack_by_script, rain, bear, alarm_by_script, avenge, fight, shoot_first,
           weigh, rally, note_war),
    when_off=(quiet, fair),
)


# --- readings and sources ---------------------------------------------------------------------------------------------
# Rates per head. a0 counts attacks a month for each 250 people, a province of the world of 2,000 for which the card
# gave it, so that twice the people mean twice the attacks. An attack on the head of a cell or district alarms the
# country (threat, card 19, card 22) by lot, with the share that the place has of the country; the alarm of a province
# goes by attacks per 250 of its people, at most 1.
#
# Readings the card leaves open. Droughts of provinces may be correlated: a common normal number with weight
# sqrt(correlation) and one of the province's own. Clemency is an announced sanction_cap below death while death is
# still allowed. Among several officials tied to the attacker the most closely tied is the victim; without any, the
# secretary of the lowest unit above. Those shot before a clemency were suspects (003 l.6102-6118), so people under
# inquiry count as prisoners; the card's autonomy of the police is read as what it leaves of oversight. A moral shock is
# a reversed line, a revolt crushed last month, or a scripted one.
