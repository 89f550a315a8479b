"""Many events at once: people are conserved, errors are refused, and the cards respond to scripted changes."""

from __future__ import annotations

import numpy as np
import pytest
from scheduled_world import CLANS, HEAD, LEFT, at, who

import unanimity
from direct_calls import loose, run_rules
from unanimity.events import EVENTS
from unanimity.world.codes import DEAD, FREE, NOBODY


def test_nobody_comes_or_goes_and_offices_stay_whole_after_a_storm_of_events(world):
    batch = world('month = 0\nevent = "sanction"\nwho = "lot(.1, present)"\nrung = "prison"',
                  'month = 1\nevent = "purge"\nwho = "officials"\nshare = 0.5\nmode = "execute"',
                  'month = 2\nevent = "replace"\nlevels = ["cell", "district", "province", "centre"]\nby = "vote"',
                  'month = 3\nevent = "attack"\nvictim = "level(centre)"', 'month = 4\nevent = "release"\nwho = "all"',
                  'month = 5\nevent = "war"\nwithdraw = 0.2\nmonths = 2', setup=CLANS)
    for month in range(8):
        at(batch, month)
        headed, office, secretary = (batch.column(n) for n in ("headed", "office", "secretary"))
        held = np.flatnonzero(secretary != NOBODY)
        assert (headed[secretary[held]] == held).all() and (office[secretary[held]] > 0).all()
        assert not office[batch.column("status") == DEAD].any()
        chairs = batch.column("sitting")[-batch.centre_size:]
        assert len(set(chairs[chairs != NOBODY])) == (chairs != NOBODY).sum()
    assert (batch.column("status") <= DEAD).all() and batch.column("status").size == 1024


SLIPS = {
    'event = "acuse"\nwho = "all"': "no event 'acuse'. Did you mean 'accuse'? Known: ",
    'event = "accuse"': "schedule[1].who is missing; accuse needs it (puts persons under inquiry now).",
    'event = "accuse"\nwho = "membrs"': "schedule[1].who: no selector 'membrs'. Did you mean 'members'?",
    'event = "sanction"\nwho = "all"': "schedule[1].rung is missing; sanction needs it (a rung by order).",
    'event = "sanction"\nwho = "all"\nrung = "exil"': "schedule[1].rung = 'exil' is not allowed; allowed: reproof, ",
    'event = "crime"\nseverity = 0.5': "schedule[1].where is missing; crime needs it",
    'event = "crime"\nwhere = "members"': "schedule[1].where = 'members': 'members' names persons, not places",
    'event = "harvest_failure"\nsevrity = 0.5':
        "no field 'schedule[1].sevrity'. Did you mean 'severity'? Known for harvest",
    'event = "harvest_failure"\nseverity = 1.5':
        "schedule[1].severity = 1.5 is not allowed; allowed: a number within 0..1.",
    'event = "crime"\nwhere = "all"\nmonths = 3':
        "schedule[1].months = 3 is not allowed; allowed: nothing: crime acts once.",
    'event = "foreign"\nkind = "success"':
        "schedule[1].group is needed for a success or a defeat; a revolution has none.",
    'event = "foreign"\nkind = "success"\ngroup = "x"': "schedule[1].group: no group or faction 'x'.",
    'event = "line"': "schedule[1] must give exactly one of value or toward for line.",
    'event = "leader_event"\nkind = "replaced"': "schedule[1].by is the person who follows where kind = 'replaced'",
    'event = "regime"\nname = "aparatus"':
        "schedule[1].name = 'aparatus' is not allowed; allowed: law, war, apparatus, terr",
    'event = "pulse"\nvariable = "threat"\nrate = 0.1':
        "schedule[1].rate = 0.1 is not allowed; allowed: a rate in place",
    'event = "pulse"\nvariable = "threat"\nscale = 2':
        "schedule[1].scale = 2 is not allowed; allowed: size (or add) for a p",
    'event = "drift"\nvariable = "need"': "schedule[1] must give exactly one of value, add or scale for need_factor.",
    'event = "set"\nvariable = "threat"\nvalue = 0.1\nwho = "all"':
        "allowed: nothing: threat is a number of the country.",
    'event = "set"\nvariable = "zeal"\nvalue = 0.1\nwho = "all"':
        "allowed: nothing: zeal is a number of units; where names",
    'event = "set"\nvariable = "nead"\nvalue = 0.1': "no variable for schedule[1] 'nead'. Did you mean 'need'?",
    'event = "purge"\nwho = "all"\nshare = 2': "schedule[1].share = 2 is not allowed; allowed: a number within 0..1.",
    'event = "take_hostages"\ngroup = "x"\nn = 2': "schedule[1].group: no group or faction 'x'.",
    'event = "unrest"\nshare = 1.5':
        "schedule[1].share = 1.5 is not allowed; allowed: a whole number of persons, or a share",
    'event = "sanction"\nwho = "all"\nrung = "exile"\npublic = 1':
        "schedule[1].public = 1 is not allowed; allowed: true or",
    'event = "replace"\nlevels = ["ward"]':
        "schedule[1].levels = 'ward' is not allowed; allowed: cell, district, province",
    'lever = "ballot"\nvalue = "open"\nwho = "all"': "no field 'schedule[1].who'. Known for a lever: announced, every",
    'lever = "ballot"\nvalue = "open"\nseverity = 1': "no field 'schedule[1].severity'.",
    'parameter = "voice.theta"\nvalue = 0.1\nwhere = "all"': "no field 'schedule[1].where'. Known for a parameter: ",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_in_an_event_is_one_line_with_file_field_value_and_what_is_allowed(text, world, tmp_path):
    with pytest.raises(unanimity.UserError) as raised:
        world("month = 3\n" + text)
    line = str(raised.value)
    assert line.startswith(str(tmp_path / "mine.toml")) and "\n" not in line
    assert SLIPS[text] in line


@pytest.mark.parametrize(("text", "says"), [
    ('rate = 0\nevent = "unrest"', "schedule[1].rate = 0 is not allowed; allowed: how often a month"),
    ('rate = 0.1\nevery = 2\nevent = "unrest"', "what comes by chance has no every and no announced; allowed: until."),
    ('event = "unrest"', "schedule[1].month is missing; allowed: a month of the run, 0..95 (or a rate a month)."),
    ('rate = 0.1\nevent = "attacks"', "schedule[1].month is missing; allowed: a month of the run, 0..95."),
])
def test_a_slip_in_the_time_of_an_event_is_named(text, says, world):
    with pytest.raises(unanimity.UserError) as raised:
        world(text)
    assert says in str(raised.value)


def test_an_event_whose_mechanism_does_not_run_is_refused_when_the_file_is_loaded(world):
    head = HEAD.replace('"all"', '["press"]')
    with pytest.raises(unanimity.UserError) as raised:
        world('month = 3\nevent = "quarrel"\na = "level(leader)"\nb = "level(centre)"', head=head)
    assert ("schedule[1].event = 'quarrel' needs the mechanisms protection, appointment, which this regime does not run"
            '; allowed: name them under mechanisms, or mechanisms = "all".') in str(raised.value)
    for name, event in EVENTS.items():
        assert all(isinstance(need, str) for need in event.needs), name


def test_hands_at_war_are_missing_in_field_and_shop():
    from unanimity.mechanisms.bread.provision import Provision, toil
    from unanimity.mechanisms.bread.requisition import Requisition, reap
    field = dict(village=1, full_harvest=100.0, yielded=1.0, sown=0.9, work=1.0, present=10.0, inhabitants=10.0,
                 calendar=8, p=Requisition())
    assert loose(reap, **field, withdrawn=0.25)[0] == pytest.approx(0.75 * loose(reap, **field)[0])
    def made(withdrawn):
        return loose(toil, missing=0.0, need=1.0, village=0, secretary=3, secretary_status=FREE,
                     secretary_competence=0.5, branches=1.0, concentration=0.0, calendar=5, withdrawn=withdrawn,
                     p=Provision())[0]
    assert made(0.25) == pytest.approx(0.75 * made(0.0)) and made(0.0) > 0.0


def test_in_a_scripted_war_the_work_is_wholly_tested_and_a_circle_of_knowers_ends_with_its_crime():
    from unanimity.mechanisms.party.appointment import tested_by
    from unanimity.mechanisms.party.protection import forget_circle
    assert tested_by(0.3, 0) == 0.3 and tested_by(0.3, 1) == 1.0
    assert forget_circle(0.6, 1) == 0.6 and forget_circle(0.6, 0) == -1.0


def test_the_hope_of_a_faction_is_multiplied_and_raised_by_script(world):
    from unanimity.mechanisms.party import faction
    mustering = (faction.begin_muster, faction.forget_lines, faction.count_heads, faction.find_line, faction.muster)
    batch = at(world('month = 1\nevent = "forecast"\ngroup = "left"', setup=LEFT), 0)
    slot = int(batch.column("faction")[who(batch, "faction(left)")][0])
    state = {name: batch.column(name) for name, column in batch.plan.columns.items() if column.table != "tie"}
    batch.column("members")[:] = 100.0
    batch.column("officials_here")[:] = 300.0

    def prospect():
        run_rules(mustering, state, batch.tree, month=batch.month, p=faction.Faction())
        return float(batch.column("faction_prospect")[slot])

    plain = prospect()
    batch.column("faction_hope")[slot] = 1.5
    assert prospect() == pytest.approx(1.5 * plain)
    batch.column("faction_luck")[slot] = 0.3
    assert prospect() == pytest.approx(min(1.0, 1.5 * plain + 0.3))


def test_a_shock_of_some_moves_them_as_one_of_all_moves_everybody():
    from unanimity.mechanisms.power.exit import Exit, pack
    one = {"permit": 0, "grievance": 0.1, "fear": 0.1, "courage": 0.5, "competence": 0.5, "fame": 0.5,
           "conviction": 1.0, "stance": -1.0, "line": 1.0, "exit": 1, "luck": 0.02, "luck_2": 0.5, "p": Exit()}
    assert loose(pack, **one, moral_shock=0.0)[0] == 0
    assert loose(pack, **one, moral_shock=0.0, moral=1.0) == loose(pack, **one, moral_shock=1.0)


def test_only_those_a_script_lets_attack_are_bitter_and_a_scripted_attack_counts_as_any_other(world):
    from unanimity.mechanisms.power.shock import bitterness
    assert bitterness(0.8, 0.1, 0.5, 1) == 0.0 < bitterness(0.8, 0.1, 0.5, 0)
    from unanimity.mechanisms.power.shock import alarm_by_script, attack_by_script
    batch = at(world('month = 3\nevent = "attack"\nvictim = "level(province) and province(2)"'), 3)
    batch.column("attack_rate")[:] = 0.0
    struck, by = int(batch.column("scripted_struck")[0]), int(batch.column("scripted_by")[0])
    assert attack_by_script(0, struck, by) == (3, by, 1)
    alarmed = sum(alarm_by_script(0.0, attack, False) for attack in batch.column("scripted_attack"))
    assert alarmed == 1
