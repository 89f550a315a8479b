"""Events of the police: attacks, sanctions by order, releases, offers, purges, hostages."""

from __future__ import annotations

import numpy as np
import pytest
from scheduled_world import HEAD, at, rows, who

from direct_calls import call
from unanimity.engine.moment import Moment, world_view
from unanimity.world.codes import (
    AN_ATTACK,
    AN_ORDER,
    ATTACK,
    CAMP,
    CAPITULATION,
    DEAD,
    DISMISSED,
    EX,
    EXECUTED,
    EXILED,
    EXPELLED,
    FREE,
    HOSTAGE_TAKEN,
    IMPRISONED,
    KIN,
    MOVE,
    MURDERED,
    NOBODY,
    RELEASE,
    RULE_ISSUE,
    SANCTION,
    THE_PURGE,
)


def test_an_attack_kills_the_victim_names_the_attacker_and_alarms_the_province(world):
    batch = at(world('month = 3\nevent = "attack"\nvictim = "level(province) and province(2)"\n'
                     'attacker = "citizens and province(1)"'), 3)
    (row,) = rows(batch, ATTACK)
    victim, attacker = int(row["other"]), int(row["person"])
    assert batch.column("status")[victim] == DEAD and batch.column("death")[victim] == MURDERED
    assert victim not in batch.column("secretary") and batch.column("death_month")[victim] == 3
    assert who(batch, "citizens and province(1)")[attacker] and batch.column("warrant")[attacker] == AN_ATTACK
    assert batch.column("scripted_struck")[0] == 3 and batch.column("scripted_by")[0] == attacker
    assert np.flatnonzero(batch.column("scripted_attack")).tolist() == [batch.tree.provinces[0]]
    at(batch, 4)
    assert batch.column("scripted_struck")[0] == 0 and batch.column("scripted_by")[0] == NOBODY
    head = HEAD.replace('"all"', '["docket", "surveillance", "arrest"]')
    bare = world('month = 3\nevent = "attack"\nvictim = "level(leader)"', head=head)
    assert at(bare, 3).column("threat")[0] == pytest.approx(0.1 + 0.5 * 5 / 4) and bare.column("attacked").sum() == 1
    assert not at(bare, 4).column("attacked").any()
    spared = at(world('month = 3\nevent = "attack"\nvictim = "level(province)"\nkills = false'), 3)
    assert not (spared.column("status") == DEAD).any() and len(rows(spared, ATTACK)) == 1


def test_the_rate_of_attacks_and_who_attacks(world):
    batch = at(world('month = 1\nevent = "attacks"\nrate = 2.5\nwho = "province(3)"'), 1)
    assert batch.column("attack_rate")[0] == 2.5
    assert ((batch.column("peaceable") == 0) == who(batch, "province(3)")).all()


def test_enemies_are_flagged_with_their_rate(world):
    batch = at(world('month = 1\nevent = "enemies"\nwho = "lot(.02, citizens)"\nrate = 0.05'), 1)
    enemies = batch.column("enemy") == 1
    assert enemies.sum() == round(0.02 * who(batch, "citizens").sum())
    assert batch.column("enemy_rate")[0] == np.float32(0.05)


def test_the_accused_are_to_be_arrested_this_month_and_guilty_by_lot(world):
    batch = at(world('month = 3\nevent = "accuse"\nwho = "lot(100, present)"\nguilty = 0.2\noffence = "sabotage"'), 3)
    accused = batch.column("warrant") == AN_ORDER
    assert accused.sum() == 100 and (batch.column("last_guilt")[accused] == 3).sum() == 20
    assert (batch.column("act_kind")[accused] == 6).all()


STATUS_OF = {"reproof": FREE, "dismissal": DISMISSED, "expulsion": EXPELLED, "exile": EXILED, "prison": IMPRISONED,
             "camp": CAMP, "death": DEAD}


@pytest.mark.parametrize("rung", STATUS_OF)
def test_a_sanction_by_order_ignores_the_cap_counts_as_precedent_and_is_logged(rung, world):
    batch = at(world(f'month = 3\nevent = "sanction"\nwho = "lot(20, officials)"\nrung = "{rung}"'), 3)
    struck = rows(batch, SANCTION)
    assert len(struck) == 20 and (struck["cause"] == AN_ORDER).all()
    persons_struck = struck["person"]
    assert (batch.column("status")[persons_struck] == STATUS_OF[rung]).all()
    number = list(STATUS_OF).index(rung) + 1
    assert (batch.column("blow")[persons_struck] == number).all() and batch.column("blow").sum() == 20 * number
    assert batch.column("rung_max")[0] == max(3, number)
    if rung == "death":
        assert (batch.column("death")[persons_struck] == EXECUTED).all()
    if number >= 2:
        assert not batch.column("office")[persons_struck].any()
        assert not np.isin(batch.column("secretary"), persons_struck).any()
        assert not np.isin(batch.column("sitting")[-batch.centre_size:], persons_struck).any()
    assert (batch.column("status") != FREE).sum() == (0 if number == 1 else 20)


def test_printed_names_are_known_to_the_country_and_kin_lose_their_posts(world):
    entry = 'month = 3\nevent = "sanction"\nwho = "lot(20, citizens)"\nrung = "camp"\nterm = 7\n'
    plain, printed = at(world(entry), 3), at(world(entry + "public = true\nkin = true"), 3)
    struck = np.flatnonzero(plain.column("status") == CAMP)
    assert not plain.column("harm_nation").any()
    assert printed.column("harm_nation")[0, 0] == pytest.approx(0.7 * 6 / 7 * 20 / (1024 - 20), rel=0.05)
    assert (plain.column("status_until")[struck] == 10).all()
    dismissed = np.flatnonzero(printed.column("status") == DISMISSED)
    view = world_view(printed, 0)
    kin = {int(j) for i in struck for j, kind in zip(view.neighbour[slice(*view.tie_start[i:i + 2])],
                                                     view.tie_kind[slice(*view.tie_start[i:i + 2])], strict=True)
           if kind == KIN} - set(struck.tolist())
    assert set(dismissed.tolist()) == kin and len(kin) > 0


def test_a_share_of_the_held_is_released(world):
    batch = world('month = 3\nevent = "release"\nwho = "group(held)"\nshare = 0.5',
                  setup='[[prisoners]]\nname = "held"\nn = 40\n')
    at(batch, 0), at(batch, 3)
    held = who(batch, "group(held)")
    assert (batch.column("status")[held] == FREE).sum() == 20 and len(rows(batch, RELEASE)) == 20
    free = held & (batch.column("status") == FREE)
    assert (batch.column("survived")[free] == 1).all() and (batch.column("rung")[free] == 0).all()


def test_the_held_are_moved_to_a_province_or_to_the_centre(world):
    batch = world('month = 3\nevent = "move"\nwho = "group(held)"\nto = "province(4)"',
                  'month = 4\nevent = "move"\nwho = "group(held)"\nto = "level(centre)"\nshare = 0.5',
                  setup='[[prisoners]]\nname = "held"\nn = 40\n')
    at(batch, 0), at(batch, 3)
    held = who(batch, "group(held)")
    assert (batch.column("held_in")[held] == 4).all() and len(rows(batch, MOVE)) == 40
    at(batch, 4)
    assert (batch.column("held_in")[held] == 5).sum() == 20
    from unanimity.mechanisms.police.cases import place_of
    assert call(place_of, {}, batch.tree, held_in=5, cell=0) == batch.tree.units - 1


def test_an_offer_eases_capitulation_for_six_months_for_the_same_persons(world):
    batch = world('month = 3\nevent = "offer"\nwho = "lot(10, group(held))"\nease = 0.4',
                  setup='[[prisoners]]\nname = "held"\nn = 40\n')
    at(batch, 0)
    first = at(batch, 3).column("ease").copy()
    assert (first == 40).sum() == 10 and (first <= 40 * who(batch, "group(held)")).all()
    assert (at(batch, 8).column("ease") == first).all() and not at(batch, 9).column("ease").any()


def test_those_who_capitulate_sign_leave_their_faction_and_are_eased(world):
    batch = world('month = 3\nevent = "capitulate"\nwho = "lot(10, group(held))"',
                  setup='[[factions]]\nname = "left"\nn = 40\nwho = "members"\n[[exiles]]\nname = "held"\nn = 30\n'
                        'faction = "left"\nwho = "members"\n')
    at(batch, 0), at(batch, 3)
    signed = batch.column("capitulated") == 1
    assert signed.sum() == 10 and len(rows(batch, CAPITULATION)) == 10
    assert not batch.column("faction")[signed].any() and (batch.column("label")[signed] == EX).all()
    assert (batch.column("status")[signed] == DISMISSED).all() and (batch.column("signed_month")[signed] == 3).all()
    assert (batch.column("status") == EXILED).sum() == 20


@pytest.mark.parametrize(("mode", "status"), [("dismiss", DISMISSED), ("expel", EXPELLED), ("execute", DEAD)])
def test_a_purge_removes_its_share_in_all_over_its_months(mode, status, world):
    batch = world(f'month = 2\nevent = "purge"\nwho = "officials"\nshare = 0.3\nmonths = 4\nmode = "{mode}"')
    officials = who(batch, "officials").sum()
    gone = [int((at(batch, month).column("status") == status).sum()) for month in range(1, 8)]
    assert gone[0] == 0 and gone[4] == gone[5] == pytest.approx(0.3 * officials, abs=1)
    assert gone[1] == pytest.approx(0.3 * officials / 4, abs=1)
    assert (rows(batch, SANCTION)["cause"] == THE_PURGE).all() and len(rows(batch, SANCTION)) == gone[-1]


@pytest.mark.parametrize(("mode", "shocks"), [("arrest", [0, 1, 1, 0]), ("expel", [0] * 4), ("dismiss", [0] * 4),
                                              ("execute", [0] * 4)])
def test_a_scripted_wave_of_arrests_is_a_shock_in_each_of_its_months_and_a_verification_is_none(mode, shocks, world):
    batch = world(f'month = 2\nevent = "purge"\nwho = "officials"\nshare = 0.02\nmonths = 2\nmode = "{mode}"')
    called = []
    for month in range(1, 5):
        called.append(int(at(batch, month).column("purge_called")[0]))
        batch.column("purge_called")[:] = 0  # as card 22 does at its step
    assert called == shocks


def test_a_purge_that_expels_never_chooses_the_police_and_one_that_arrests_does(world):
    def hit(mode, name):
        batch = at(world(f'month = 2\nevent = "purge"\nwho = "police or members"\nshare = 0.5\nmode = "{mode}"'), 2)
        police = who(batch, "police")
        chosen = batch.column("warrant") > 0 if name == "warrant" else batch.column("status") == EXPELLED
        both = who(batch, "police or members")
        return [int(found.sum()) for found in (chosen & police, chosen, police, both)]
    officers, gone, force, left = hit("expel", "status")
    assert officers == 0 and force > 10 and gone == round((left + gone - force) / 2)  # half of the others
    officers, taken, force, everybody = hit("arrest", "warrant")
    assert officers > 3 and taken == round(everybody / 2)


def test_a_purge_takes_its_share_each_month_and_carries_what_is_left_over(world):
    batch = world('month = 2\nevent = "purge"\nwho = "members and not officials"\nshare = 0.005\na_month = true\n'
                  'months = 12')
    members = who(batch, "members and not officials").sum()
    gone = [int((at(batch, month).column("status") == EXPELLED).sum()) for month in range(2, 14)]
    assert gone[-1] == pytest.approx(0.005 * members * 12, abs=1) and max(np.diff(gone)) <= 2


def test_whom_a_purge_selects(world):
    def taken(selection, mode="arrest", **columns):
        batch = world('month = 2\nevent = "purge"\nwho = "members and not officials"\nshare = 0.1\n'
                      f'mode = "{mode}"\nselection = "{selection}"')
        for name, values in columns.items():
            batch.column(name)[...] = values
        return at(batch, 2), batch.column("warrant") > 0

    lot = np.random.default_rng(3).uniform(0, 1, 1024)
    for selection, column in (("file", "dossier"), ("score", "suspicion")):
        batch, chosen = taken(selection, **{column: lot})
        rest = who(batch, "members and not officials") & ~chosen
        assert chosen.sum() > 10 and lot[chosen].min() >= lot[rest].max()
    batch, chosen = taken("superiors")
    agreement = batch.column("stance")[RULE_ISSUE]
    rest = who(batch, "members and not officials") & ~chosen
    assert agreement[chosen].mean() < agreement[rest].mean() - 0.3
    batch, chosen = taken("vote")
    assert batch.column("competence")[chosen].mean() < batch.column("competence")[rest].mean() - 0.1
    sent = np.bincount(Moment(batch, 0).view.cell[chosen], minlength=64)
    here = np.bincount(Moment(batch, 0).view.cell[who(batch, "members and not officials") | chosen], minlength=64)
    assert (sent <= np.ceil(0.1 * here)).all() and sent.sum() == chosen.sum(), "each cell votes on its own"
    batch, chosen = taken("lot")
    assert abs(batch.column("competence")[chosen].mean() - batch.column("competence")[rest].mean()) < 0.15


def test_hostages_are_taken_from_a_group_and_held(world):
    batch = world('month = 3\nevent = "take_hostages"\ngroup = "foes"\nn = 20',
                  setup='[[groups]]\nname = "foes"\nof = "bottom(100, stance_rule)"\n')
    at(batch, 0), at(batch, 3)
    hostages = batch.column("hostage") > 0
    assert hostages.sum() == 20 and (hostages <= who(batch, "group(foes)")).all()
    assert (batch.column("status")[hostages] == IMPRISONED).all() and len(rows(batch, HOSTAGE_TAKEN)) == 20
