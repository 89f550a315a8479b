"""Events of opinion: lines, moral shocks, unrest, acts, campaigns abroad."""

from __future__ import annotations

import numpy as np
import pytest
from scheduled_world import HEAD, at, in_province, who

from unanimity.engine.moment import world_view
from unanimity.world.codes import NEVER, RULE_ISSUE


def test_a_line_is_proclaimed_there_and_turned_round_at_the_centre_it_is_a_reversal(world):
    batch = world('month = 1\nevent = "line"\nvalue = -1.0\nwhere = "province(1)"',
                  'month = 3\nevent = "line"\nvalue = -0.5')
    at(batch, 1)
    mine = in_province(batch, 1)
    assert (batch.column("line")[RULE_ISSUE, mine] == -1).all() and (batch.column("line")[RULE_ISSUE, ~mine] == 1).all()
    assert batch.column("line_reversed")[0] == 0
    assert [int(at(batch, month).column("line_reversed")[0]) for month in (2, 3, 4)] == [0, 1, 0]
    assert (batch.column("line")[RULE_ISSUE] == -0.5).all() and (batch.column("line")[0] == 1).all()


def test_a_line_toward_a_faction_is_its_own_and_its_programme_is_stolen(world):
    setup = '[[factions]]\nname = "left"\nn = 40\nwho = "members"\nline = {rule = -0.6, bread = 0.2}\n'
    batch = world('month = 1\nevent = "line"\ntoward = "left"', setup=setup)
    at(batch, 0)
    slot = batch.column("faction")[who(batch, "faction(left)")][0]
    at(batch, 1)
    assert batch.column("line")[RULE_ISSUE] == pytest.approx(-0.6, abs=1e-3)
    assert batch.column("faction_stolen")[slot] == pytest.approx(1 - (0.0 + 0.8 / 2) / 2, abs=0.01)


def test_a_line_of_persons_is_that_of_the_units_they_head(world):
    batch = at(world('month = 1\nevent = "line"\nvalue = -1\nwho = "level(district) and province(1)"'), 1)
    districts = (batch.tree.level == 1) & in_province(batch, 1)
    assert ((batch.column("line")[RULE_ISSUE] == -1) == districts).all()


def test_a_moral_shock_is_lived_through_for_three_months_by_all_or_by_some(world):
    batch = world('month = 1\nevent = "moral_shock"\nsize = 0.6')
    assert [float(at(batch, m).column("scripted_shock")[0]) for m in range(6)] == pytest.approx([0, .6, .6, .6, 0, 0])
    batch = world('month = 1\nevent = "moral_shock"\nsize = 0.6\nwho = "members"')
    at(batch, 1)
    members = who(batch, "members")
    assert (batch.column("moral")[members] == 60).all() and not batch.column("moral")[~members].any()
    assert not at(batch, 4).column("moral").any() and batch.column("scripted_shock")[0] == 0
    head = HEAD.replace('"all"', '["recruitment"]')
    batch = world('month = 1\nevent = "moral_shock"\nsize = 0.6', head=head)
    assert [float(at(batch, m).column("moral_shock")[0]) for m in (1, 4)] == pytest.approx([0.6, 0])


def test_unrest_is_a_strike_of_a_share_with_its_grievance_raised(world):
    batch = at(world('month = 1\nevent = "unrest"\nwhere = "province(2)"\nshare = 0.25\nmonths = 4\n'
                     'grievance = 0.8'), 1)
    strikers = batch.column("striking") > 0
    assert strikers.sum() == 64 and (strikers <= who(batch, "province(2)")).all()
    assert (batch.column("striking")[strikers] == 5).all() and (batch.column("grievance")[strikers] >= 0.8 - 1e-6).all()
    batch.column("striking")[:] = 0
    assert not at(batch, 2).column("striking").any()  # it is begun once


@pytest.mark.parametrize(("kind", "audience", "added"), [("opinion", "hall", 0.3), ("leaflet", "hall", 0.9),
                                                         ("attack", "chief", 0.75), ("complaint", "circle", 0.0)])
def test_an_act_is_logged_makes_guilty_and_adds_to_the_file_by_gravity_and_audience(kind, audience, added, world):
    batch = at(world(f'month = 4\nevent = "act"\nwho = "lot(20, members)"\nkind = "{kind}"\naudience = "{audience}"\n'
                     'topic = "local"'), 4)
    did = batch.column("act_month") == 4
    assert did.sum() == 20 and (batch.column("act_topic")[did] == 1).all() and (batch.column("act_kind")[did] > 0).all()
    assert (batch.column("last_guilt")[did] == 4).all() and (batch.column("last_guilt")[~did] == NEVER).all()
    assert batch.column("dossier")[did] == pytest.approx(added) and not batch.column("dossier")[~did].any()
    assert (batch.column("last_dissent")[did] == 4).all() == (kind == "opinion")


def test_what_a_circle_says_the_police_hears_by_its_informers(world):
    batch = world('month = 4\nevent = "act"\nwho = "lot(20, members)"\nkind = "opinion"\naudience = "circle"')
    batch.column("informer")[:] = 1
    at(batch, 4)
    did = batch.column("act_month") == 4
    degree = np.diff(world_view(batch, 0).tie_start)[did]
    assert batch.column("dossier")[did] == pytest.approx(0.3 * (1 - 0.82 ** degree), rel=1e-5)


def test_a_campaign_abroad_is_noise_for_those_named_while_it_lasts(world):
    setup = '[[persons]]\nname = "Friend"\nrole = "intercessor"\n[[prisoners]]\nname = "held"\nn = 20\n'
    batch = world('month = 1\nevent = "campaign"\nwho = "group(held)"\nby = "Friend"\nintensity = 2.5\nmonths = 3',
                  setup=setup)
    noise = [float(at(batch, month).column("noise").sum()) for month in range(6)]
    assert noise == pytest.approx([0, 50, 50, 50, 0, 0])
    assert not batch.column("campaigning").any() and batch.column("campaigners")[0] == 0
    at(batch, 1)
    assert np.flatnonzero(batch.column("campaigning")).tolist() == [batch.persons[0]["Friend"]]
    batch.column("campaigning")[:] = 0  # he gives up for the sake of his kin
    assert not at(batch, 2).column("noise").any()


def test_of_several_who_run_a_campaign_each_carries_his_share(world):
    setup = '[[exiles]]\nname = "far"\nn = 4\nheld = "abroad"\n[[prisoners]]\nname = "held"\nn = 20\n'
    batch = world('month = 1\nevent = "campaign"\nwho = "group(held)"\nby = "group(far)"\nintensity = 2\nmonths = 3',
                  setup=setup)
    at(batch, 0)
    at(batch, 1)
    far = np.flatnonzero(batch.column("campaigning"))
    assert far.size == 4 and batch.column("campaigners")[0] == 4 and batch.column("noise").max() == 2.0
    batch.column("campaigning")[far[:3]] = 0
    assert at(batch, 2).column("noise").max() == 0.5
