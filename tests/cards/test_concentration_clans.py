"""Card 23: whose clan each post counts for, by its rank."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from example_rows import row, table

from unanimity.mechanisms.power.concentration import (
    Concentration,
    all_posts,
    barred_leader,
    concentrate,
    count_clans,
    count_for_root,
    forget_clans,
    forget_clans_of_chairs,
    share_posts,
    share_posts_of_chairs,
    sum_of_squares,
)
from unanimity.world.codes import INQUIRY, NOBODY

about = pytest.approx
P = Concentration(taking=0.3, returning=0.03, doctrine=0.01, partner=0.3, failure=0.2, dropping=0.1, danger=0.5,
                  cost=0.4, calm=0.1, sunset=0.1, defeated=12.0)
CLANS = (forget_clans, forget_clans_of_chairs, count_clans, all_posts, share_posts, share_posts_of_chairs,
         concentrate)


def chart(ill=0, **columns):
    """Leader 12 with 13 and 14 in the centre; 0 and 6 head provinces, 1, 7, 18 and 19 cells."""
    here = Country(24).seat_chiefs()
    here.secretary[:4] = (1, 7, 18, 19)
    here.office[[1, 7, 18, 19]] = 1
    here.patron[:] = np.arange(24)
    here.headed[[1, 7, 18, 19]], here.headed[[0, 6]], here.headed[[12, 13, 14]] = (0, 1, 2, 3), (4, 5), 6
    here.clan[:], here.chair_clan[:], here.leader_ill[0] = 9.0, 9.0, ill
    for name, changes in columns.items():
        for i, value in changes.items():
            getattr(here, name)[i] = value
    here.run(CLANS, P)
    return here


def test_each_post_counts_by_its_rank_for_its_patrons_desk():
    # ranks: four cells of 1, two provinces of 3, leader 5, two members of 4: 23 in all
    own = chart()
    assert own.clan.tolist() == about([1 / 23, 1 / 23, 1 / 23, 1 / 23, 3 / 23, 3 / 23, 0.0])
    assert own.chair_clan.tolist() == about([5 / 23, 4 / 23, 4 / 23])
    assert own.concentration[0] == about((4 + 18 + 25 + 32) / 529)
    tied = chart(patron={1: 0, 0: 12, 6: 13, 13: 12})
    assert tied.chair_clan.tolist() == about([(1 + 3 + 3 + 4 + 5) / 23, 0.0, 4 / 23])
    assert tied.clan.tolist() == about([0.0, 1 / 23, 1 / 23, 1 / 23, 0.0, 0.0, 0.0])


def test_who_is_not_at_liberty_or_ill_holds_nothing_together():
    gone = chart(patron={1: 0, 0: 12}, status={0: INQUIRY})
    assert gone.chair_clan[0] == about(5 / 20) and gone.clan[0] == about(1 / 20)
    ill = chart(ill=11, patron={0: 12})
    assert ill.chair_clan.tolist() == about([0.0, 4 / 18, 4 / 18]) and ill.clan[4] == about(3 / 18)
    well = chart(ill=10, patron={0: 12})
    assert well.chair_clan[0] == about(8 / 23)
    empty = chart(secretary={0: NOBODY})
    assert empty.clan[0] == 0.0 and empty.clan[1] == about(1 / 22)
    nobody = Country(24)
    nobody.secretary[:], nobody.sitting[:], nobody.clan[:], nobody.chair_clan[:] = NOBODY, NOBODY, 9.0, 9.0
    nobody.run(CLANS, P)
    assert nobody.concentration[0] == 0.0 and not nobody.clan.any() and not nobody.chair_clan.any()


def test_what_one_post_counts_for_its_desk():
    """Units 0 and 1 below the centre's; chairs 1 and 2 are the centre's, chair 0 another assembly's."""
    tree = table(seat_start=[0, 0, 1])
    tree.units, tree.seats = 3, 3
    seats, units = table(sitting=[4, 5, 6], chair_clan=[9.0, 0.0, 0.5]), table(clan=[0.0, 0.25, 0.0])
    assert barred_leader(0, row(leader_ill=31), seats, tree, 30) == 5
    assert barred_leader(0, row(leader_ill=30), seats, tree, 30) == NOBODY
    assert sum_of_squares(2, units, seats, tree) == about(0.0625 + 0.25)
    people = table(patron=[5, 1, 4, 3, 4, 5], office=[1, 1, 1, 1, 4, 5], status=[0] * 6, headed=[0, 1, 0, NOBODY, 2, 2])
    for i, rank in ((0, 1.0), (1, 2.0), (2, 0.0), (3, 7.0), (0, 0.05)):
        count_for_root(i, rank, NOBODY, people, units, seats, tree)
    assert seats.chair_clan.tolist() == about([9.0, 1.05, 0.5]) and units.clan.tolist() == about([0.0, 2.25, 0.0])
    count_for_root(2, 4.0, NOBODY, people, units, seats, tree)  # his patron sits in no chair of the centre
    assert seats.chair_clan[0] == 9.0 and units.clan[2] == 4.0
    assert share_posts(1.0, 0.05) == about(20.0) and share_posts(1.0, 0.0) == 0.0
    assert share_posts_of_chairs(row(chair_clan=1.0), row(posts_weight=0.05)) == about(20.0)
    assert share_posts_of_chairs(row(chair_clan=1.0), row(posts_weight=0.0)) == 0.0
