"""Meeting: the controlled assembly.

Read, license, heckle, count hands: the vote comes after the room has seen who would stand alone. A threshold cascade
in rounds (Granovetter 1978), each member deciding by card 5:

    line   = line of the secretary: that of his patron, unless he is elected (then the sign of his own stance) or the
             script has given him one (event `line`, set-up `lines` and `clans`), which he keeps while he heads the unit
    din    = [hk*zeal] under debate:controlled, else 0
    for r in 1..R:  m = share with a hand up in round r-1, of trusted ties present (weight 1-v) and of the room (v)
                    company = [m*(1 - din) + ib*assoc];  a hand goes up if card 5 says dissent
                    (a member of a circle has decided beforehand: no inertia theta; and where his circle is not legal
                    he knows that some of it will speak: company at least ag)
    yes    = share not dissenting;  record = 1 if yes > un else yes;  vote = 1 if yes > 1/2 else -1
    dossier += note*exposure for each dissenter (nothing under a secret ballot)
    mandate of a cell = members * (record, or the sign of the vote if totals travel as blocks), summed upward
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from unanimity.mechanisms.people.voice import daunted, exposure_of, held_of, price_of, speaks_up, want_of
from unanimity.world.codes import (
    BREAD_ISSUE,
    CITIZEN,
    CONTROLLED,
    ELECTED,
    LEGAL,
    LOCAL_TOPIC,
    NOBODY,
    ON,
    RULE_ISSUE,
    RULE_TOPIC,
    SECRET,
)
from unanimity.world.columns import AT_LIBERTY_BELOW
from unanimity.world.formula import clip, formula
from unanimity.world.rules import Mechanism, each, procedure, wave
from unanimity.world.spans import Span


@each("country", writes=("voted_issue", "voted_topic"))
def set_agenda(agenda, issues, month):
    """The issue voted this month: rule, or the issues in turn."""
    issue = RULE_ISSUE if agenda == 0 else month % issues
    return issue, (LOCAL_TOPIC if issue == BREAD_ISSUE else RULE_TOPIC)


@each("unit from the top", writes="line", per="issue")
def proclaim(line, parent_line, appointment, secretary, secretary_stance, secretary_patron, line_given_to, line_binds,
             p):
    """A secretary proclaims his patron's line; an elected one proclaims his own; one without a superior patron keeps
    his.

    A secretary to whom the script gave a line keeps it while he heads the unit; one who got it from a set-up loses it
    if he is elected.
    """
    if secretary == NOBODY:
        return parent_line
    if secretary == line_given_to and (line_binds != BY_SETUP or appointment != ELECTED):
        return line
    if appointment == ELECTED and abs(secretary_stance) >= p.waver:
        return 1.0 if secretary_stance >= 0.0 else -1.0
    if appointment == ELECTED:
        return line
    return line if secretary_patron == secretary else parent_line


@formula
def is_there(one):
    """Whether the person is at liberty and attends the meeting."""
    return (one.status < AT_LIBERTY_BELOW) & (one.attends != 0)


@formula
def is_around(other):
    """Whether a tie is at liberty: only such ties are looked to."""
    return other.status < AT_LIBERTY_BELOW


@formula
def rounds_of(on, p):
    """The number of rounds in an evening; without the card, one."""
    return p.rounds if on.meeting else 1.0


@formula
def in_the_hall(unit, of_ties, all_ties, moved, room, p):
    """What a member sees through this evening's heckling."""
    return company_of(of_ties, all_ties, moved, room, din_of(unit.zeal, unit.debate, p), unit.assoc, p)


@formula(writes=("dossier",))
def noted(one, unit, on, p, p_voice):
    """A raised hand is filed, unless the ballot is secret, or a member raised it where factions are legal."""
    lawful = one.estate != CITIZEN and unit.association_factions == LEGAL
    writes_down = on.meeting and unit.ballot != SECRET and not lawful
    return one.dossier + (p.note * exposure_of(unit.ballot, p_voice) if writes_down else 0.0)


@formula(writes=("yes",))
def not_dissenting(moved, room):
    """The share of those present whose hand stays down."""
    return 1.0 - moved / room if room > 0 else 1.0


# --- hands in rounds --------------------------------------------------------------------------------------------------
@wave("cell", writes="hand", only=(is_there, is_around), company=in_the_hall, rounds=rounds_of, becomes=noted,
      then=not_dissenting)
def meet(one, unit, country, on, company, p, p_voice, more_company=0.0):
    """One evening in one cell. Somebody who has withdrawn inwardly (card 28) attends and says nothing."""
    return (one.muted == 0) & dissents(one, unit, country, on, company, p, p_voice, more_company)


@formula
def din_of(zeal, debate, p):
    """Organised heckling, as the share of what can be heard that it drowns out."""
    return clip(p.hecklers * zeal) if debate == CONTROLLED else 0.0


@formula
def company_of(hands_of_ties, weight_of_ties, hands, present, din, assoc, p):
    """How many others who would stand up a member sees, among trusted ties and in the room, through the heckling."""
    in_room = hands / present
    seen = (1.0 - p.room) * hands_of_ties / weight_of_ties + p.room * in_room if weight_of_ties > 0.0 else in_room
    return clip(seen * (1.0 - din) + p.bodies * assoc)


@formula
def agreed_with(one, factions_lawful, company, p):
    """The same for a member of a circle, who knows beforehand that some of the circle will speak."""
    return max(company, p.agreed) if one.faction > 0 and not factions_lawful else company


@formula
def dissents(one, unit, country, on, company, p, p_voice, more_company=0.0):
    """Card 5 in the hall. With a card switched off, nobody weighs the price.

    The code has no branches: who speaks is hard to predict, for a processor's branch predictor too.
    """
    want = want_of(one.grievance, one.conviction, one.stance_voted * unit.line_voted, p_voice) + one.provoked
    urge = want * (1.0 - held_of(country.threat, one.conviction, one.estate, p_voice))
    dread = daunted(one.fear_voted, one.dependence, unit.debate, one.estate, p_voice)
    price = price_of(dread, one.courage, exposure_of(unit.ballot, p_voice), unit.sel, p_voice)
    sincere = not on.voice or not on.meeting
    beside = agreed_with(one, unit.association_factions == LEGAL, clip(company + more_company), p)
    settled = p_voice.theta if one.faction > 0 else 0.0  # a member of a circle has decided beforehand
    return (want > p_voice.theta) & (sincere | speaks_up(urge + settled, price, beside, p_voice))


@procedure("unit above cells", writes="sitting")
def take_seats(u, units, seats, tree):
    """Above the cells a unit's secretary meets those of its children. The centre has chairs of its own."""
    first = tree.seat_start[u]
    if u != tree.units - 1:
        for k in range(first, tree.seat_start[u + 1]):
            seats.sitting[k] = units.secretary[u if k == first else tree.child_first[u] + k - first - 1]


@formula
def is_at_liberty(one):
    """Whether the holder of the chair is neither held nor gone."""
    return one.status < AT_LIBERTY_BELOW


@wave("chairs", writes="raised", only=is_at_liberty, company=in_the_hall, rounds=rounds_of, becomes=noted,
      then=not_dissenting)
def convene(one, unit, country, on, company, p, p_voice, more_company=0.0):
    """The same evening among the officials of a unit above the cells."""
    return dissents(one, unit, country, on, company, p, p_voice, more_company)


@each("unit", writes=("record", "vote", "mandate", "floor", "recalled"))
def count_hands(unit, on, p):
    """What the minutes record of the evening, and whether the vote cost the secretary his post."""
    record, vote, mandate = count(unit.yes, unit.members, on.meeting, p)
    floor = p.minutes / (p.minutes + p.licensed) if unit.debate == CONTROLLED else 1.0
    recalled = 1 if unit.recall == ON and vote < 0.0 else 0
    return record, vote, mandate if unit.unit_level == 0 else unit.mandate, floor, recalled


@formula
def count(yes, members, minuted, p):
    """Minutes, vote and mandate from a count of hands; without the card nobody embellishes the minutes."""
    record = 1.0 if minuted and yes > p.unanimous else yes
    vote = 1.0 if yes > 0.5 else -1.0
    return record, vote, members * (vote if p.block > 0.5 else record)


@each("unit above cells", writes="mandate")
def carry_up(children_mandate):
    """Totals travel upward: a unit's mandate is the sum of its children's mandates."""
    return children_mandate


class Meeting(NamedTuple):
    """How an evening is run."""

    hecklers: Annotated[float, Span(
        "hecklers per head at full zeal", 0, 0.2, "20 of 250: 003 l.12527", symbol="hk")] = 0.08
    minutes: Annotated[float, Span(
        "minutes given to dissent", 1, 60, "003 l.12502, 12517", unit="minutes", symbol="tau")] = 5.0
    licensed: Annotated[float, Span(
        "minutes of licensed speakers", 0, 240, "003 l.12502, 12517", unit="minutes", symbol="licensed")] = 120.0
    rounds: Annotated[float, Span("rounds in an evening", 1, 10, "assumed", unit="rounds", symbol="R")] = 3.0
    room: Annotated[float, Span(
        "weight of the room against trusted ties", 0, 1, "assumed (third hand: 003 l.12649-12656)", symbol="v")] = 0.5
    note: Annotated[float, Span("file added per recorded act", 0, 1, "assumed", unit="file", symbol="note")] = 0.3
    unanimous: Annotated[float, Span(
        "share of hands from which the minutes say: unanimously", 0.5, 1, "assumed", symbol="un")] = 0.95
    bodies: Annotated[float, Span(
        "what independent bodies add to the company one sees (card 27)", 0, 1, "assumed", symbol="ib")] = 0.2
    agreed: Annotated[float, Span(
        "share of his circle of whom a member of it knows that they will speak", 0, 1,
        "two of five spoke, three stayed in the shadow: 003 l.12516-12517", symbol="ag")] = 0.4
    waver: Annotated[float, Span(
        "stance within which an elected head keeps the line that he found", 0, 1, "assumed", symbol="wv")] = 0.0
    block: Annotated[float, Span(
        "1: totals travel upward as blocks", 0, 1, "003 l.13272-13274; default assumed", unit="0 or 1",
        symbol="block")] = 0.0


BY_SETUP, BY_EVENT, BY_HALL = 0, 1, 2  # who gave a secretary his line; the last occurs only with card 35
MECHANISM = Mechanism(
    id="meeting",
    card=4,
    title="The controlled assembly",
    sentence="Read, license, heckle, count hands: the vote comes after the room has seen who would stand alone.",
    sources="001 l.167-197, 332-348, 449-463; 003 l.7396-7423, 12289-12297, 12342-12377, 12499-12528, 12600-12661, "
            "13272-13274, 15455-15488",
    parameters=Meeting,
    levers=("ballot", "debate", "appointment", "recall", "association.factions"),
    rules=(set_agenda, proclaim, meet, take_seats, convene, count_hands, carry_up),
    neutral={"line": 1.0},
    when_off=(meet, take_seats, convene, count_hands),
)


# --- readings ---------------------------------------------------------------------------------------------------------
# Readings the card leaves open. A tie's weight is the trust in it, so shares of trusted ties are weighted by it, and
# somebody without a tie in the room sees the room alone. A secretary who is his own patron keeps the line that he has
# proclaimed. The assembly of a unit above the cells is its secretary and those of its children; the centre's is the
# leader and its members. With the card switched off the meeting is one sincere round without heckling or files. A
# raised hand stays up, since company only grows; so one number per person, the round in which the hand went up, stores
# all rounds.
