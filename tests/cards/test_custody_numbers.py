"""Card 17: worked examples of its equations, and a month of one who is held, outcome by outcome."""

from __future__ import annotations

import numpy as np
import pytest
from bench import Country
from example_rows import row, table
from plain_case_log import make_log, rows_of

from rule_decisions import does
from unanimity.engine.single_rules import arrays_of_tree
from unanimity.mechanisms.bread.provision import Provision
from unanimity.mechanisms.party.dependence import Dependence
from unanimity.mechanisms.police.cellmates import (
    AT_LARGE,
    IN_CAMP,
    IN_EXILE,
    IN_PRISON,
    count_comrades,
    find_friends,
    isolation_of,
    kind_of,
    muster,
    unit_of,
)
from unanimity.mechanisms.police.custody import (
    DIES,
    IS_KEPT,
    IS_LET_GO,
    IS_MOVED,
    IS_SHOT,
    STAYS,
    Custody,
    befall,
    crowd_of,
    crowding,
    cut_cards,
    death_hazard,
    end_of_term,
    feed,
    goes_without,
    hand_out_cards,
    has_ended,
    held_in_all,
    is_feared,
    is_withdrawn,
    lacks_card,
    lets_go,
    may_be_shot,
    pass_the_month,
    put_cases_away,
    rank_of,
    release,
    serve_out,
    served_of,
    serves,
    sits_somewhere,
    starving,
    where_held,
)
from unanimity.mechanisms.police.strikes import boldest, count_held, elsewhere, ship_off
from unanimity.world.codes import (
    A_CRISIS,
    ABROAD,
    CAMP,
    CUSTODY_CAUSE,
    DEAD,
    DISMISSED,
    DYING,
    EXECUTED,
    EXILED,
    EXPELLED,
    EXTENSION,
    FREE,
    FRIEND,
    IMPRISONED,
    IN_CUSTODY,
    INQUIRY,
    KIN,
    MOVE,
    NEVER,
    NOBODY,
    RELEASE,
    STRIKE,
)
from unanimity.world.tree import grow

P = Custody(death_in_exile=0.001, death_in_prison=0.003, death_in_camp=0.006, company=0.9, rank=0.5, extension=0.8,
            strike=0.02, unsettling=0.05, crisis=0.5, ration_in_exile=0.8, ration_in_prison=0.6, ration_in_camp=0.5,
            camps=5.0, new_term=24.0, enough=8.0, together=0.5, committee=3.0, feared=12.0, settled=0.4, jump=0.4,
            theft=0.15, alone=0.6, served_last=1.5)
about = pytest.approx
TREE = table(**arrays_of_tree(grow((2, 2), 24)))


def test_where_one_is_held():
    kinds = [kind_of(status) for status in (FREE, DISMISSED, EXPELLED, EXILED, INQUIRY, IMPRISONED, CAMP, ABROAD)]
    assert kinds == [AT_LARGE, AT_LARGE, AT_LARGE, IN_EXILE, IN_PRISON, IN_PRISON, IN_CAMP, AT_LARGE]
    people = table(held_in=[0, 2, 0], status=[CAMP] * 3)
    assert unit_of(0, people, TREE) == 4 and unit_of(1, people, TREE) == 5
    assert where_held(0, people, TREE) == (0, 2) and where_held(1, people, TREE) == (1, 2)
    assert not sits_somewhere(row(status=DISMISSED))
    assert all(sits_somewhere(row(status=status)) for status in (EXILED, INQUIRY, CAMP))


def test_isolation_is_looser_where_somebody_looks_and_none_in_exile():
    assert isolation_of(-1.0, 0.5, IN_PRISON, P) == about(0.45) and isolation_of(-1.0, 0.0, IN_CAMP, P) == about(0.6)
    assert isolation_of(0.05, 0.5, IN_PRISON, P) == 0.05 and isolation_of(0.9, 0.5, IN_EXILE, P) == 0.0


def test_how_many_share_what_was_meant_for_one():
    assert crowding(30.0, IN_PRISON, 0.05, 200.0, P) == about(3.0)
    assert crowding(100.0, IN_CAMP, 0.05, 200.0, P) == about(2.0)
    assert crowding(5.0, IN_PRISON, 0.05, 200.0, P) == 1.0 and crowding(30.0, IN_EXILE, 0.05, 200.0, P) == 1.0
    assert crowding(30.0, IN_PRISON, -1.0, 200.0, P) == 1.0 and crowding(30.0, IN_PRISON, 0.0, 200.0, P) == 30.0
    full = row(campers=100.0, prisoners=30.0)
    centre = row(prison_capacity=0.05, members=200.0)
    assert crowd_of(row(status=CAMP), centre, full, P) == about(2.0)
    assert crowd_of(row(status=IMPRISONED), centre, full, P) == about(3.0)


def test_what_kills_and_what_saves_inside():
    assert rank_of(2) == 0.5 and rank_of(4) == 1.0 and rank_of(5) == 1.0
    for kind, base in ((IN_EXILE, 0.001), (IN_PRISON, 0.003), (IN_CAMP, 0.006)):
        assert death_hazard(kind, 2.0, 0.3, 0.5, 0.5, P) == about(base * 2 * 0.8 * 0.55 * 0.75)


def test_rations_thieves_and_crowds():
    # .15 is stolen where nobody looks, half of that where half may
    assert goes_without(IN_EXILE, 0.5, 1.0, 1.0, 1.0, P) == about(1 - 0.8 * 0.925)
    assert goes_without(IN_PRISON, 0.0, 1.5, 1.0, 1.0, P) == about(1 - 0.6 * 0.85 / 1.5)
    assert goes_without(IN_CAMP, 1.0, 1.0, 1.25, 1.0, P) == about(1 - 0.5 / 1.25)
    assert goes_without(IN_EXILE, 1.0, 1.0, 0.5, 1.0, P) == 0.0
    assert goes_without(IN_CAMP, 1.0, 1.0, 1.0, 0.7, P) == about(1 - 0.35)


def test_a_famine_outside_takes_more_from_those_inside():
    assert served_of(1.0, P) == 1.0 and served_of(0.8, P) == about(0.7) and served_of(0.2, P) == 0.0
    # half of what a famine could take from a ration of half the need; card 1's hazard at full hunger is .24
    assert starving(0.75, 0.5, Provision(mortality=0.24)) == about(0.24 * 0.25)
    assert starving(0.5, 0.5, Provision()) == 0.0 and starving(0.3, 0.5, Provision()) == 0.0
    assert starving(1.0, 1.0, Provision()) == 0.0


def fed(status=IMPRISONED, hunger=0.5, on=True, lived=1.0):
    place = row(oversight_courts=1.0, oversight_party_control=0.0, oversight_appeal=0.5, lived=lived)
    return feed(row(status=status, hunger=hunger), place, row(prison_capacity=-1.0, members=100.0),
                row(campers=0.0, prisoners=0.0, need_factor=1.0), row(provision=on), P, Provision())


def test_hunger_inside_is_remembered_as_outside():
    assert fed() == (about(0.6 * 0.5 + 0.4 * (1 - 0.6 * 0.925)), 0)
    assert fed(hunger=0.9) == (about(0.54 + 0.178), 1)
    assert fed(lived=0.8) == (about(0.6 * 0.5 + 0.4 * (1 - 0.6 * 0.925 * 0.7)), 0)
    assert fed(on=False) == (0.0, 1) and fed(hunger=0.04, on=False)[1] == 0


def test_who_is_let_go_at_the_end_of_a_term():
    # .8 * .75: a chance of another term of .4512
    assert lets_go(0, True, False, 0.25, 0.46, P) and not lets_go(0, True, False, 0.25, 0.45, P)
    assert lets_go(1, True, False, 0.25, 0.0, P) and lets_go(0, True, True, 0.25, 0.0, P)
    assert lets_go(0, False, False, 0.25, 0.0, P)  # who never was a member has nothing to recant
    assert has_ended(CAMP, 30, 30) and not has_ended(CAMP, 31, 30) and not has_ended(CAMP, NEVER, 30)
    assert not has_ended(INQUIRY, 29, 30)


@pytest.mark.parametrize(("luck", "here", "there"), [(0.0, 0, 2), (0.49, 0, 2), (0.5, 0, 3), (0.99, 0, 3), (0.0, 1, 1),
                                                     (0.5, 1, 3), (0.0, 2, 1), (0.99, 2, 2)])
def test_one_of_the_other_two_of_three_provinces(luck, here, there):
    assert elsewhere(luck, here, 3) == there


def test_a_strike_is_feared_where_it_was():
    place = row(strike_exile=10, strike_prison=20, strike_camp=30)
    for status, until in ((EXILED, 10), (IMPRISONED, 20), (CAMP, 30)):
        assert is_feared(row(status=status), place, until - 1) and not is_feared(row(status=status), place, until)


def test_who_serves():
    def is_serving(status=CAMP, blow=0, cleared=0):
        return bool(serves(row(status=status, blow=blow, cleared=cleared)))
    found = [is_serving(status) for status in (FREE, DISMISSED, EXILED, INQUIRY, CAMP, ABROAD, DEAD)]
    assert found == [False, True, True, False, True, False, False]
    assert not is_serving(blow=1) and not is_serving(cleared=1)


LAW = {"sanction_cap": 7.0, "sanction_cap_rule": 0.0, "sanction_cap_local": 0.0, "sanction_cap_complaint": 0.0,
       "sanction_cap_faction": 0.0, "sanction_cap_theft": 0.0, "sanction_cap_sabotage": 0.0,
       "sanction_cap_violence": 0.0}


def endangered(status=CAMP, ordinary=0, cap=7.0, on=True, now=0.9, before=0.4, precedent=7, by_topic=0.0):
    return bool(may_be_shot(row(status=status, ordinary=ordinary, case_topic=0, act_kind=0, faction=0),
                            row(**{**LAW, "sanction_cap": cap}), row(precedent=by_topic),
                            row(threat=now, threat_before=before, rung_max=precedent, rung_passed=[6, 7, 7, 7]),
                            row(shock=on), P))


def test_a_crisis_kills_political_prisoners_where_it_has_precedent_and_law():
    assert endangered() and endangered(status=IMPRISONED)
    assert not endangered(status=EXILED) and not endangered(ordinary=1) and not endangered(cap=6.0)
    assert not endangered(on=False) and not endangered(now=0.75) and not endangered(precedent=6)
    assert not endangered(by_topic=1.0)  # nobody has been shot for such a case


def month_of(case=None, country=None, luck=None, place=None, on=None, where=(0, 2)):
    one = {"status": CAMP, "status_until": 40, "hunger": 0.5, "solid": 0.0, "highest_office": 0, "capitulated": 0,
           "cohort": 3, "ordinary": 0, "case_topic": 0, "act_kind": 0, "faction": 0, **(case or {})}
    lots = {"dying": 0.9, "shot": 0.9, "extended": 0.9, "unsettled": 0.9, "whereto": 0.0, **(luck or {})}
    there = {"strike_exile": NEVER, "strike_prison": NEVER, "strike_camp": NEVER, "oversight_courts": 1.0,
             "oversight_party_control": 1.0, "oversight_appeal": 1.0, **(place or {})}
    state = {"campers": 1.0, "prisoners": 1.0, "threat": 0.2, "threat_before": 0.2, "rung_max": 7,
             "rung_passed": [7] * 4,
             "police_autonomy": 0.5, "powers": 0.0, **(country or {})}
    return does(pass_the_month, "befall", case=row(**one), place=row(**there), act=row(**LAW), country=row(**state),
                centre=row(prison_capacity=-1.0, members=100.0, precedent=0.0), month=30, where_held=where,
                on=row(**{"shock": True, "oversight": True, "provision": False, **(on or {})}), luck=row(**lots), p=P,
                p_provision=Provision(mortality=0.24))


def test_a_month_of_famine_in_a_camp():
    famine = {"on": {"provision": True}, "country": {"need_factor": 1.0}}
    # usual lack .5, hunger .75: the hazard is .24 * .25 above .006 * 1.25, a chance of .0653
    assert month_of(case={"hunger": 0.75}, luck={"dying": 0.06}, **famine) == month_of(luck={"dying": 0.001})
    assert month_of(case={"hunger": 0.75}, luck={"dying": 0.06}) == month_of(luck={"dying": 0.9})
    assert month_of(case={"hunger": 0.75}, luck={"dying": 0.07}, **famine) == month_of(luck={"dying": 0.9})


def test_a_month_in_a_camp():
    # .006 at hunger .5: a chance of .00598
    assert month_of() == (STAYS, 0) and month_of(luck={"dying": 0.0059}) == (DIES, 0)
    assert month_of(luck={"dying": 0.0061}) == (STAYS, 0)
    crisis = {"threat": 0.9}
    assert month_of(country=crisis, luck={"shot": 0.39}) == (IS_SHOT, 0)  # .5 a crisis: .3935
    assert month_of(country=crisis, luck={"shot": 0.4}) == (STAYS, 0) and month_of(luck={"shot": 0.0}) == (STAYS, 0)


def test_the_end_of_a_term():
    over = {"status_until": 30}
    assert month_of(over) == (IS_LET_GO, 0)
    assert month_of(over, luck={"extended": 0.32}) == (IS_KEPT, 0)  # .8 * .5: .3297
    assert month_of(over, luck={"extended": 0.34}) == (IS_LET_GO, 0)
    assert month_of(over, luck={"extended": 0.54}, on={"oversight": False}) == (IS_KEPT, 0)  # .8: .5507
    assert month_of({**over, "capitulated": 1}, luck={"extended": 0.0}) == (IS_LET_GO, 0)
    for cohort, faction, goes in ((-1, 0, True), (0, 0, False), (-1, 1, False)):  # circles have people without a card
        ended = month_of({**over, "cohort": cohort, "faction": faction}, luck={"extended": 0.0})
        assert ended == (IS_LET_GO if goes else IS_KEPT, 0)
    assert month_of(over, luck={"extended": 0.0}, place={"strike_camp": 31}) == (IS_LET_GO, 0)
    assert month_of({**over, "status": DISMISSED}, luck={"dying": 0.0}) == (IS_LET_GO, 0)
    assert month_of({"status": DISMISSED}, luck={"dying": 0.0}) == (STAYS, 0)


def test_a_settled_exile_is_moved():
    settled, lot = {"status": EXILED, "solid": 0.5}, {"unsettled": 0.048}  # .05: .0488
    assert month_of(settled, luck=lot) == (IS_MOVED, 2) and month_of(settled, luck={"unsettled": 0.049}) == (STAYS, 0)
    for other in ({"solid": 0.4}, {"status": CAMP}):
        assert month_of({**settled, **other}, luck=lot) == (STAYS, 0)
    assert month_of(settled, luck=lot, where=(0, 1)) == month_of(settled, luck=lot, where=(0, 256)) == (STAYS, 0)
    assert month_of(settled, luck=lot, where=(1, 2)) == (IS_MOVED, 1)


# --- effects ----------------------------------------------------------------------------------------------------------
def inmate(**columns):
    usual = {"status": CAMP, "rung": 6, "status_until": 30, "execution": NEVER, "survived": 3, "hostage": 1,
             "solid": 0.5, "held_in": 0, "case_topic": 1, "blow": 0, "blow_topic": 0, "death": 0, "death_month": NEVER}
    return table(**{name: [value] for name, value in {**usual, **columns}.items()})


def after(what, province=2, **columns):
    people, units, log = inmate(**columns), table(killings=[0.0] * 7), make_log(1)
    befall(0, what, province, 30, people, units, TREE, log, P)
    causes = {DIES: CUSTODY_CAUSE, IS_SHOT: A_CRISIS}
    assert what not in causes or rows_of(log)["cause"].tolist() == [causes[what]]
    return people, units.killings.tolist(), rows_of(log)["event"].tolist()


def test_what_befalls_him():
    people, killed, told = after(DIES)
    assert (people.status[0], people.death[0], people.blow[0], people.blow_topic[0]) == (DEAD, IN_CUSTODY, 7, 1)
    assert sum(killed) == 0.0 and told == [DYING]
    people, killed, told = after(IS_SHOT, held_in=2)
    assert (people.status[0], people.death[0], people.blow[0]) == (DEAD, EXECUTED, 7)
    assert killed == [0.0] * 5 + [1.0, 0.0] and told == [DYING]
    people, _, told = after(IS_KEPT)
    assert (people.status[0], people.status_until[0], told) == (CAMP, 54, [EXTENSION])
    people, _, told = after(IS_MOVED)
    assert (people.held_in[0], people.solid[0], told) == (2, 0.0, [MOVE])
    people, _, told = after(IS_LET_GO)
    assert (people.status[0], people.rung[0], people.survived[0], people.hostage[0], told) == (FREE, 0, 4, 0, [RELEASE])
    people, _, told = after(STAYS)
    assert (people.status[0], people.status_until[0], people.solid[0], told) == (CAMP, 30, 0.5, [])


def test_no_more_than_ten_sanctions_survived_are_counted():
    people = inmate(survived=10)
    release(0, people, make_log(1))
    assert people.survived[0] == 10 and people.solid[0] == 0.0


def test_without_the_card_terms_end_on_their_date():
    def ends(**changes):
        return does(serve_out, "end_of_term", case=row(**{"status": CAMP, "blow": 0, "cleared": 0, "status_until": 30,
                                                          **changes}), month=30)
    assert ends() and not ends(status_until=31) and not ends(blow=3)
    people = inmate()
    end_of_term(0, False, people, make_log(1))
    assert people.solid[0] == 0.0 and people.status[0] == CAMP
    end_of_term(0, True, people, make_log(1))
    assert people.status[0] == FREE


# --- company ----------------------------------------------------------------------------------------------------------
def block(**changes):
    """On the docket, in camps: 0, 1, 2, 3 of province 4 (0, 1 and 12 of one faction), 12 of province 5; 13 at large."""
    n, listed = 24, [0, 1, 2, 3, 12, 13]
    status, faction = np.zeros(n, int), np.zeros(n, int)
    status[[0, 1, 2, 3, 12]], status[13] = CAMP, EXPELLED
    faction[[0, 1, 12]] = 1
    people = table(docket=listed + [NOBODY] * 18, status=status, faction=faction, held_in=np.zeros(n, int),
                   solid=np.full(n, 9.0), held_next=np.full(n, NOBODY), blow=np.zeros(n, int),
                   cleared=np.zeros(n, int))
    units = table(inmates=np.full(7, 9.0), company=np.full(7, 9.0), comrades=np.full(7, 9.0))
    factions = table(held_first=np.full(256, 5))
    for name, at in changes.items():
        for i, value in at.items():
            getattr(people, name)[i] = value
    return people, units, row(docket_size=6), factions


def test_who_is_held_is_counted_by_place_and_strung_by_faction():
    people, units, country, factions = block()
    assert muster(IN_CAMP, people, units, country, factions, TREE) == 5
    assert units.inmates.tolist()[4:] == [4.0, 1.0, 0.0] and (units.company[4:] == 0.0).all()
    string, i = [], int(factions.held_first[1])
    while i != NOBODY:
        string.append(i)
        i = int(people.held_next[i])
    assert string == [12, 1, 0] and (factions.held_first[[2, 3, 4, 255]] == NOBODY).all()
    assert muster(IN_EXILE, people, units, country, factions, TREE) == 0
    muster(IN_CAMP, people, units, country, factions, TREE)
    count_comrades(people, units, factions, TREE)
    assert people.solid[[0, 1, 2, 3, 12]].tolist() == [1.0, 1.0, 0.0, 0.0, 0.0]
    assert (units.comrades[4:] == 0.0).all()


def test_company_is_the_share_of_the_others_whom_one_knows():
    people, units, country, factions = block()
    muster(IN_CAMP, people, units, country, factions, TREE)
    count_comrades(people, units, factions, TREE)
    # 0 is tied to 1 (of his faction: counted once), to 2, to 12 (elsewhere) and to 13 (at large); 2 to 0
    ties = table(start=[0, 4, 4, 5] + [5] * 22, neighbour=[1, 2, 12, 13, 0])
    levers = table(own_isolation=np.zeros(0), isolation=np.full(7, 0.25), **{name: np.zeros(7) for name in (
        "oversight_courts", "oversight_party_control", "oversight_appeal")})
    find_friends(IN_CAMP, people, units, country, ties, TREE, levers, P)
    assert people.solid[[0, 1, 2, 3, 12]] == about(np.array([2, 1, 1, 0, 0]) / 3 * 0.75)
    assert units.company[4] == about(1.0) and units.company[5] == 0.0


def test_the_boldest_has_most_company_and_no_change_this_month():
    people, _, country, _ = block(solid={0: 0.2, 1: 0.7, 2: 0.9, 3: 0.8, 12: 1.0, 13: 1.0}, blow={2: 1}, cleared={3: 1})
    assert boldest(IN_CAMP, 4, people, country, TREE) == 1 and boldest(IN_CAMP, 5, people, country, TREE) == 12
    assert boldest(IN_PRISON, 4, people, country, TREE) == NOBODY
    people.status[1] = INQUIRY
    assert boldest(IN_CAMP, 4, people, country, TREE) == 0 and boldest(IN_PRISON, 4, people, country, TREE) == NOBODY


def test_inmates_are_counted_those_under_inquiry_apart():
    people, _, _, _ = block(status={0: IMPRISONED, 1: INQUIRY, 2: INQUIRY})
    country = table(prisoners=[7.0], campers=[7.0])
    country.docket_size = 6
    count_held(people, country)
    assert (country.prisoners[0], country.campers[0]) == (1.0, 2.0)


# --- the whole place --------------------------------------------------------------------------------------------------
def shipped(kind, cap=7.0, provinces=2, **changes):
    people, _, country, _ = block(solid={0: 0.2, 1: 0.7, 2: 0.9, 3: 0.8, 12: 1.0}, **changes)
    people.case_level, people.case_topic, people.act_kind = np.zeros(24, int), np.full(24, 1), np.zeros(24, int)
    people.rung, people.blow_topic = np.full(24, 5), np.zeros(24, int)
    levers = table(**{name: np.full(7, value) for name, value in {**LAW, "sanction_cap": cap}.items()})
    log = make_log(24)
    tree = table(**arrays_of_tree(grow((provinces, 2), 24)))
    ship_off(kind, int(tree.child_first[tree.units - 1]), 30, 1, people, country, tree, levers, log, P)
    return people, rows_of(log)["event"].tolist()


def test_a_strike_in_a_camp_ends_in_the_other_province_for_its_three_boldest():
    people, told = shipped(IN_CAMP)
    assert people.held_in[[0, 1, 2, 3, 12]].tolist() == [0, 2, 2, 2, 0] and told == [STRIKE, MOVE] * 3
    people, told = shipped(IN_CAMP, provinces=1)
    assert people.held_in.sum() == 0 and told == [STRIKE]  # there is no other


def test_a_strike_in_prison_ends_in_a_camp_where_the_law_allows_it():
    jailed = {"status": {i: IMPRISONED for i in (0, 1, 2, 3, 12)}}
    people, told = shipped(IN_PRISON, **jailed)
    assert people.status[[0, 1, 2, 3]].tolist() == [IMPRISONED, CAMP, CAMP, CAMP] and told == [STRIKE, MOVE] * 3
    assert people.rung[[0, 1]].tolist() == [5, 6] and people.blow[[0, 1]].tolist() == [0, 6]
    assert people.blow_topic[1] == 1 and people.held_in.sum() == 0
    people, told = shipped(IN_PRISON, cap=5.0, **jailed)
    assert (people.status[:4] == IMPRISONED).all() and told == [STRIKE]


def with_cards(here, **on):
    here.run((hand_out_cards, put_cases_away, held_in_all, cut_cards), **on)


def test_the_months_cases_are_put_away_and_cards_handed_out():
    here = Country(24, ties=[(0, 5, 1.0, KIN), (0, 6, 1.0, FRIEND), (4, 7, 1.0, KIN)])
    listed = {0: CAMP, 1: IMPRISONED, 2: FREE, 3: EXILED, 4: INQUIRY, 8: ABROAD, 9: EXPELLED}
    for i, status in listed.items():
        here.status[i] = status
    here.docket[:7], here.docket_size[0] = list(listed), 7
    here.cleared[:10], here.held_in[:10], here.solid[:10], here.card[:] = 2, 2, 0.5, 0.3
    here.prisoners[0], here.campers[0] = 9.0, 9.0
    with_cards(here)
    assert (here.prisoners[0], here.campers[0]) == (1.0, 1.0) and not here.cleared[list(listed)].any()
    assert here.held_in[list(listed)].tolist() == [2, 2, 0, 2, 2, 0, 2]
    assert here.solid[list(listed)].tolist() == about([0.5, 0.5, 0.0, 0.5, 0.5, 0.0, 0.0])
    assert here.card[:10].tolist() == about([0.0, 0.0, 1.0, 0.0, 1.0, 0.4, 1.0, 1.0, 1.0, 0.0])
    with_cards(here, on_dependence=False)
    assert (here.card == 1.0).all()


def test_the_months_end_for_one_who_is_not_free():
    assert lacks_card(row(card=0.4)) and not lacks_card(row(card=1.0)) and hand_out_cards() == 1.0
    on = row(sanction=True, dependence=True)
    without = [bool(is_withdrawn(row(status=s), on)) for s in (FREE, DISMISSED, EXILED, INQUIRY, CAMP, ABROAD, DEAD)]
    assert without == [False, True, True, False, True, False, False]
    assert not is_withdrawn(row(status=CAMP), row(sanction=False, dependence=True))
    assert not is_withdrawn(row(status=CAMP), row(sanction=True, dependence=False))
    assert [held_in_all(row(status=now)) for now in (IMPRISONED, CAMP, INQUIRY)] == [(1.0, 0.0), (0.0, 1.0), (0.0, 0.0)]
    people, ties = table(card=[1.0, 1.0, 0.3, 1.0]), table(start=[0, 3], neighbour=[1, 2, 3], kind=[KIN, KIN, FRIEND])
    cut_cards(0, people, ties, Dependence())
    assert people.card.tolist() == about([1.0, 0.4, 0.3, 1.0])

    def away(status):
        return put_cases_away(row(status=status, card=1.0, solid=0.5, held_in=2), on)
    assert away(CAMP) == away(IMPRISONED) == (0.0, 0, 0.5, 2)
    assert away(INQUIRY) == (1.0, 0, 0.5, 2) and away(FREE) == (1.0, 0, 0.0, 0)
    assert away(DISMISSED) == (0.0, 0, 0.0, 2) and away(ABROAD) == (1.0, 0, 0.0, 0)
