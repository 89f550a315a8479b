"""Events and set-up words have the effects that the contract promises, in a country of some hundred people.

That a word moves something at all is held by test_every_word_moves_something.py; here it moves what it says.
"""

from __future__ import annotations

import numpy as np
import pytest

from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import whole_log
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes.load import regime_of, whole_table
from unanimity.support.errors import UserError
from unanimity.world.codes import (
    ABROAD,
    ACTS,
    CAUSES,
    EXECUTED,
    EXILED,
    FACTION_GROUND,
    INQUIRY,
    KIN,
    LOGGED,
    NAMED,
)
from unanimity.world.levers import NUMBER_OF

PEOPLE, MONTHS = 512, 30


def country(order, changes=None, script=(), burn_in=0, society=None, **tables):
    raw = {"title": "a country", "based_on": order, "run": {"months": MONTHS, "burn_in": burn_in},
           "society": {"people": PEOPLE, **(society or {})}, "schedule": list(script), **tables}
    return regime_of(whole_table(raw, "words.toml"), "words.toml").but(changes or {})


def after(regimes, months, seed=5):
    batch = make_batch(regimes, [seed] * len(regimes), log_rows=8 * PEOPLE)
    lay_record(batch, MONTHS + 24)
    run_months(batch, months)
    return batch


def rows(batch, world, event):
    log = whole_log(batch)
    return log["row"][(log["world"] == world) & (log["row"]["event"] == LOGGED.index(event))]


# --- unrest_answer ----------------------------------------------------------------------------------------------------
STRIKE = [{"month": 0, "event": "harvest_failure", "severity": 0.7, "months": 12},
          {"month": 10, "event": "food_inflow", "amount": 3.0, "to": "district", "where": "province(1)"},
          {"month": 10, "event": "unrest", "where": "province(1)", "share": 0.4, "grievance": 0.8, "months": 3}]


def test_food_in_answer_is_eaten_and_comes_before_the_rising():
    answers = ("nothing", "food:0.5", "food:2")
    batch = after([country("war", {"unrest_answer": answer}, STRIKE) for answer in answers], 11)
    low, high = batch.tree.person_range(batch.tree.provinces[0])
    hunger = [float(batch.column("hunger", world)[low:high].mean()) for world in range(3)]
    risen = [int((batch.column("in_revolt", world)[low:high] > 0).sum()) for world in range(3)]
    stores = [float(batch.column("stock", world).sum()) for world in range(3)]
    assert hunger[0] > hunger[1] > hunger[2]
    assert stores[0] > stores[1] > stores[2]
    grievance = [batch.column("grievance", world)[low:high][batch.column("striking", world)[low:high] > 0].mean()
                 for world in range(3)]
    assert grievance[0] > grievance[1]
    assert risen[0] != risen[1]  # fewer are angry, and more have the strength (card 24: starving people do not march)


def test_a_person_has_no_answer_to_unrest_of_his_own():
    with pytest.raises(UserError, match="unrest_answer"):
        country("war", assign=[{"name": "fed", "of": "all", "share": 0.5, "sets": {"unrest_answer": "food:1"}}])


# --- lines ------------------------------------------------------------------------------------------------------------
def lines_of(batch, world):
    return batch.column("line", world)[1, batch.tree.provinces]


def heads_kept(batch, world, heads):
    return batch.column("secretary", world)[batch.tree.provinces] == heads[world]


CLANS = {"leaders": {"n": 2, "positions": "equal support"},
         "clans": [{"leader": 2, "provinces": [1, 2, 3], "line": {"rule": -1}}]}


def test_a_line_given_to_a_province_holds_after_the_burn_in_while_its_head_stays():
    given = [-1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    event = [{"month": 0, "event": "line", "where": "province(1)", "value": -1.0}]
    regimes = [country("apparatus", society={"lines": {"rule": given}}, burn_in=24),
               country("apparatus", burn_in=24, **CLANS),
               country("apparatus", script=event, burn_in=24), country("law", script=event, burn_in=24)]
    wanted = [given, [-1.0] * 3 + [1.0] * 5, [-1.0] + [1.0] * 7, [-1.0]]
    batch = after(regimes, 0)
    heads = [batch.column("secretary", world)[batch.tree.provinces].copy() for world in range(4)]
    cells = batch.tree.province[:batch.tree.cells] == batch.tree.provinces[0]
    run_months(batch, 1)
    assert (batch.column("line", 2)[1, :batch.tree.cells][cells] == -1.0).all()  # and its cells say it with him
    for world, lines in enumerate(wanted):
        assert lines_of(batch, world)[:len(lines)].tolist() == lines
    run_months(batch, 5)
    for world, lines in enumerate(wanted):
        kept = heads_kept(batch, world, heads)[:len(lines)]
        assert (lines_of(batch, world)[:len(lines)][kept] == np.array(lines)[kept]).all()
    assert heads_kept(batch, 0, heads)[:2].any()


# --- cases ------------------------------------------------------------------------------------------------------------
def test_texts_beyond_belief_are_sent_back_where_anybody_looks():
    accused = [{"month": month, "event": "accuse", "who": "lot(.15, present)"} for month in (2, 5, 8)]
    hard, soft = ({"interrogation": x, "isolation": x} for x in (1.0, 0.5))
    nobody = {**hard, "oversight.courts": "off", "oversight.party_control": "off", "oversight.appeal": "off"}
    batch = after([country("law", changes, accused) for changes in (hard, soft, nobody)], 12)
    assert rows(batch, 0, "voided").size > 0
    assert rows(batch, 1, "voided").size == 0 and rows(batch, 2, "voided").size == 0
    names = [batch.column("named", world)[batch.column("named", world) > 0].mean() for world in (2, 1)]
    assert names[0] > names[1]  # pressure raises the number


def test_who_is_to_be_held_at_the_centre_is_held_there_before_his_case_is_heard():
    accused = [{"month": 3, "event": "accuse", "who": "group(them)"}]
    moved = [*accused, {"month": 3, "event": "move", "who": "group(them)", "to": "centre", "months": 2}]
    groups = [{"name": "them", "of": "citizens", "n": 60}]
    batch = after([country("war", script=script, groups=groups) for script in (accused, moved)], 4)
    centre = len(batch.tree.provinces) + 1
    for world, place in ((0, 0), (1, centre)):
        held = batch.column("status", world) == INQUIRY
        held &= batch.column("groups", world) == 1
        assert held.any() and (batch.column("held_in", world)[held] == place).all()
    run_months(batch, 8)
    assert (batch.column("held_in", 1)[batch.column("status", 1) < EXILED] == 0).all()
    hops = [rows(batch, world, "petitioned for")["hops"].mean() for world in range(2)]
    assert hops[0] > hops[1]  # its officials are near


def test_a_verification_by_superiors_goes_by_the_parameters_of_its_card():
    script = [{"month": 2, "event": "purge", "who": "members", "share": 0.2, "selection": "superiors"}]
    weights = ({"purge.thinking": 1.0, "purge.careerism": 0.0}, {"purge.thinking": 0.0, "purge.careerism": 1.0})
    batch = after([country("apparatus", {**w, "purge.verification": 0.0}, script) for w in weights], 3)
    out = [set(rows(batch, world, "sanctioned")["person"][rows(batch, world, "sanctioned")["month"] == 2])
           for world in range(2)]
    thinks, climbs = (np.array(sorted(people)) for people in out)
    conviction, ambition = batch.column("conviction", 0), batch.column("ambition", 0)
    assert out[0] != out[1]
    assert conviction[thinks].mean() > conviction[climbs].mean()
    assert (ambition - conviction)[climbs].mean() > (ambition - conviction)[thinks].mean()


def test_the_hut_answers_for_its_fugitive_where_the_held_answer_for_their_group():
    fled = [{"month": 1, "event": "set", "variable": "rung_max", "value": 7},
            *({"month": k, "event": "escape", "who": "lot(1, status(camp) and province(1))"} for k in range(2, 9))]
    held = [{"name": "camp", "who": "citizens", "n": 200, "held": "camp", "term": 60}]
    batch = after([country("terror", {"hostage_group": law, "hostage.camp": 0.3}, fled, prisoners=held)
                   for law in ("off", "law")], 9)
    paid = [int((rows(batch, world, "died")["cause"] == CAUSES.index("escape")).sum()) for world in range(2)]
    assert rows(batch, 0, "left").size >= 7
    assert paid[0] == 0 < paid[1]


def test_severity_moves_the_rungs_and_oversight_saves_who_did_nothing():
    accused = [{"month": 0, "event": "set", "variable": "rung_max", "value": 7},
               {"month": 2, "event": "accuse", "who": "lot(.3, present)", "guilty": 0.0}]
    switches = [f"oversight.{name}" for name in ("courts", "party_control", "appeal")]
    changes = [{"severity": size} for size in (-3, 0, 3)]
    changes += [{"severity": 3, **dict.fromkeys(switches, value)} for value in ("off", "on")]
    batch = after([country("war", one, accused) for one in changes], 6)
    rungs = [rows(batch, world, "sanctioned")["rung"].mean() for world in range(3)]
    assert rungs[0] < rungs[1] < rungs[2]
    shot = [int((batch.column("death", world) == EXECUTED).sum()) for world in (3, 4)]
    assert shot[1] < 0.7 * shot[0]


def test_free_debate_lets_dissent_be_heard_in_cells_and_at_the_centre():
    levers = [{"debate": "controlled"}, {"debate": "free"}, {"debate": "controlled", "debate@centre": "free"}]
    angry = [{"month": 0, "event": "clamp", "variable": "grievance", "value": 0.6, "who": "level(centre)",
              "months": 12}]
    batch = make_batch([country("apparatus", one, angry) for one in levers for _ in range(6)], [*range(6)] * 3)
    lay_record(batch, MONTHS)
    run_months(batch, 12)
    yes = np.array([[batch.column("yes", 6 * arm + k)[:batch.tree.cells].mean() for k in range(6)] for arm in range(3)])
    centre = np.array([[batch.column("yes", 6 * arm + k)[-1] for k in range(6)] for arm in range(3)])
    assert yes[1].mean() < yes[0].mean() and centre[2].mean() < centre[0].mean()


# --- words that the record needs --------------------------------------------------------------------------------------
def test_a_long_war_holds_the_danger_and_lets_it_go_at_its_end():
    wars = [[{"month": 2, "event": "war", "months": 12, "threat": 0.4, "holds": held}] for held in (0.0, 0.7)]
    batch = after([country("apparatus", script=script) for script in wars], 12)
    faded, held = (float(batch.column("threat", world)[0]) for world in range(2))
    assert faded < 0.25 and held > 0.5
    run_months(batch, MONTHS)
    assert float(batch.column("threat", 1)[0]) < 0.5 * held


def test_what_is_exported_is_gone_and_a_reserve_comes_back():
    out = [[], [{"month": 2, "event": "food_outflow", "amount": 0.3, "months": 3}],
           [{"month": 2, "event": "food_outflow", "amount": 0.3, "months": 3, "to": "reserve"},
            {"month": 8, "event": "food_inflow", "amount": 0.2, "months": 2, "source": "reserve"}]]
    batch, cells = after([country("war", script=script) for script in out], 2), slice(0, 128)
    leaves = 0.0
    for month in (2, 3, 4):
        need = float(batch.column("present", 2)[cells].sum() * batch.column("need_factor", 2)[0])
        leaves += min(float(batch.column("stock", 2)[np.unique(batch.tree.parent[cells])].sum()), 0.3 * need)
        run_months(batch, month + 1)
    assert float(batch.column("reserve", 2)[-1]) == pytest.approx(leaves, rel=1e-5)
    run_months(batch, 6)
    stores = [float(batch.column("stock", world).sum()) for world in range(3)]
    assert stores[0] > stores[1] and stores[0] > stores[2]
    kept = float(batch.column("reserve", 2)[-1])
    assert kept > 0.0 and float(batch.column("reserve", 1)[-1]) == 0.0
    run_months(batch, 8)
    for month in (8, 9):
        kept -= min(kept, 0.2 * float(batch.column("present", 2)[cells].sum() * batch.column("need_factor", 2)[0]))
        run_months(batch, month + 1)
    assert float(batch.column("reserve", 2)[-1]) == pytest.approx(kept, rel=1e-5)
    run_months(batch, 12)
    hunger = [float(batch.column("hunger", world).mean()) for world in range(3)]
    assert hunger[0] < hunger[1]


def test_families_are_deported_with_one_and_people_banished_by_order():
    sent = {"month": 2, "event": "sanction", "who": "group(them)", "rung": "exile", "term": 60}
    script = [[sent], [{**sent, "kin": "exile"}], [{"month": 2, "event": "banish", "who": "group(them)"}]]
    groups = [{"name": "them", "of": "citizens", "n": 12}]
    batch = after([country("law", script=one, groups=groups) for one in script], 2)
    free, start = batch.column("status", 1) == 0, batch.arrays["tie_start"][PEOPLE:2 * PEOPLE + 1].astype(int)
    them = np.flatnonzero(batch.column("groups", 1) == 1)
    near = np.concatenate([np.arange(start[i], start[i + 1]) for i in them])
    kin = batch.arrays["neighbour"][near][batch.arrays["kind"][near] == KIN]
    run_months(batch, 3)
    sent = rows(batch, 1, "sanctioned")
    sent = sent["person"][np.isin(sent["cause"], [CAUSES.index(c) for c in ("order", "kinship")]) & (sent["rung"] == 4)]
    assert set(sent.tolist()) == set(them.tolist()) | set(kin[free[kin]].tolist()) and sent.size > 18
    exiled = [int((batch.column("status", world) == EXILED).sum()) for world in range(2)]
    assert exiled[0] >= 12 and exiled[1] > 1.5 * exiled[0]
    assert rows(batch, 2, "left").size >= 12
    assert (batch.column("status", 2)[batch.column("groups", 2) == 1] == ABROAD).all()


def test_another_chief_makes_the_police_of_his_province_what_he_is():
    by = [f"{end}(1, conviction, police)" for end in ("bottom", "top")]
    script = [[{"month": 2, "event": "police_chief", "provinces": [1], "by": one, "rung": "expulsion"}] for one in by]
    batch = after([country("terror", script=one) for one in script], 4)
    province = batch.tree.provinces[0]
    for world in range(2):
        chief = int(batch.column("chief", world)[province])
        assert batch.column("cruelty", world)[province] == pytest.approx(1 - batch.column("conviction", world)[chief])
    assert batch.column("cruelty", 0)[province] > batch.column("cruelty", 1)[province]


def test_a_campaign_may_name_any_group():
    script = [{"month": 2, "event": "name_enemy", "who": "group(them)", "months": 6},
              {"month": 3, "event": "accuse", "who": "lot(60, present)"}]
    groups = [{"name": "them", "of": "citizens", "n": 60}]
    batch = after([country("terror", script=one, groups=groups) for one in (script[1:], script)], 5)
    assert (batch.column("label", 1)[batch.column("groups", 1) == 1] == NAMED).all()
    assert batch.column("campaign_label", 1)[0] == NAMED and batch.column("campaign_intensity", 1)[0] == 1.0
    assert not (batch.column("label", 0) == NAMED).any()
    run_months(batch, 12)
    weight = [sum(int(row["rung"]) for row in rows(batch, world, "sanctioned")
                  if batch.column("groups", world)[row["person"]] == 1) for world in range(2)]
    assert weight[1] > weight[0]


def test_jobs_and_rooms_may_differ_between_town_and_village():
    script = [{"month": 1, "lever": "state_jobs", "value": 1.0, "levels": ["village"]},
              {"month": 1, "lever": "state_jobs", "value": 0.0, "levels": ["town"]}]
    batch = after([country("law", script=script), country("law", {"state_rooms@village": 1.0})], 3)
    village = np.repeat(batch.column("village")[:batch.tree.cells], np.diff(batch.tree.cell_start)) != 0
    free = batch.column("status") == 0
    assert (batch.column("job_state")[village & free] == 1).all() and not batch.column("job_state")[~village].any()
    assert (batch.column("room_state", 1)[village & free] == 1).mean() > 0.99
    with pytest.raises(UserError, match="market_policing"):
        country("law", script=[{"month": 1, "lever": "market_policing", "value": 1, "levels": ["town"]}])


def test_without_cards_the_last_category_eats_like_the_first_and_bread_is_in_nobodys_hand():
    failed = [{"month": 0, "event": "harvest_failure", "severity": 0.5, "months": 12}]
    levers = [{"ration_cards": cards, "privileges": "high"} for cards in ("on", "off")]
    batch = after([country("war", one, failed) for one in levers], 12)
    town = np.repeat(batch.column("village")[:batch.tree.cells], np.diff(batch.tree.cell_start)) == 0
    apart, dependence = [], []
    for world in range(2):
        here, category = town & (batch.column("status", world) == 0), batch.column("category", world)
        hunger = batch.column("hunger", world)
        apart.append(hunger[here & (category == 2)].mean() - hunger[here & (category == 0)].mean())
        dependence.append(batch.column("dependence", world)[here].mean())
    assert apart[0] > 0.04 > abs(apart[1])
    assert dependence[1] < dependence[0]


def test_fields_sown_by_order_are_sown_in_spite_of_the_taking_and_give_less_and_are_emptied():
    batch = after([country("terror", {"collective_farms": share}) for share in (0.0, 1.0)], 24)
    village = batch.column("village") != 0
    sown = [batch.column("sown", world)[village].mean() for world in range(2)]
    taken = [batch.column("season_take", world)[village].sum() / batch.column("harvest", world)[village].sum()
             for world in range(2)]
    assert sown[1] > sown[0] and taken[1] > taken[0]


def test_a_number_may_name_its_rungs_and_grow_on_request():
    numbers = {"police_quota": 0.01, "campaign.conviction": 0.9, "quota_deaths": "none", "sanction.start": 3}
    levers = [numbers, {**numbers, "quota_deaths": 0.5}, {**numbers, "quota_deaths": 0.0},
              {**numbers, "quota_requests": "on", "arrest.asking": 0.3}]
    batch = after([country("terror", one) for one in levers], 14)
    assert (rows(batch, 0, "sanctioned")["rung"] >= 6).mean() < 0.2  # the ladder alone
    for world, dead in ((1, True), (2, False)):
        verdicts = rows(batch, world, "sanctioned")
        verdicts = verdicts[verdicts["cause"] == CAUSES.index("verdict")]
        assert (verdicts["rung"] >= 6).mean() > 0.5 and (verdicts["rung"] == 7).any() == dead
        for_number = rows(batch, world, "arrested")
        for_number = for_number["person"][for_number["cause"] == CAUSES.index("quota")]
        saved = {(row["person"], row["month"]) for row in rows(batch, world, "saved")}  # a chief has asked for him
        tried = np.array([row["rung"] for row in verdicts if row["person"] in for_number
                          and (row["person"], row["month"]) not in saved])
        assert set(tried.tolist()) == ({6, 7} if dead else {6}) and tried.size > 15
        assert (tried == 7).mean() == pytest.approx(0.5 if dead else 0.0, abs=2.0 / tried.size**0.5)
    taken = [rows(batch, world, "arrested").size for world in (0, 3)]
    assert taken[1] > 1.5 * taken[0]
    asked = [float(batch.column("quota_asked", world)[-1]) for world in (0, 3)]
    assert asked == pytest.approx([0.01, 0.01 * 1.3**13])


# --- sanction_cap by kind of act ---------------------------------------------------------------------------------
def test_a_law_of_its_own_for_a_kind_of_act_bounds_those_who_did_it_and_nobody_else():
    accused = [{"month": 0, "event": "set", "variable": "rung_max", "value": 7},
               {"month": 1, "event": "accuse", "who": "lot(60, present, thieves)", "guilty": 1.0, "offence": "theft"},
               {"month": 1, "event": "accuse", "who": "lot(60, present, wreckers)", "guilty": 1.0,
                "offence": "sabotage"}]
    law = {"severity": 2, "sanction_cap": "prison", "sanction_cap.rule": "exile"}
    batch = after([country("terror", {**law, **own}, accused)
                   for own in ({}, {"sanction_cap.theft": "death"}, {"sanction_cap.sabotage": "reproof"})], 6)

    def worst(world, act):
        given = rows(batch, world, "sanctioned")
        return int(given["rung"][(given["act"] == ACTS.index(act)) & (given["cause"] == CAUSES.index("verdict"))].max())

    assert [worst(0, act) for act in ("theft", "sabotage")] == [4, 4]  # the topic's cap, exile
    assert worst(1, "theft") > 5 and worst(1, "sabotage") == 4  # above the general cap, for thieves alone
    assert worst(2, "theft") == 4 and worst(2, "sabotage") == 1


# --- precedent by topic -------------------------------------------------------------------------------------------
def test_what_was_done_to_others_is_no_precedent_for_a_faction_where_precedent_goes_by_topic():
    shot = [{"month": 0, "event": "sanction", "who": "lot(3, citizens)", "rung": "death"},
            {"month": 0, "event": "set", "variable": "dossier", "value": 2.0, "who": "faction(left) or group(them)"},
            *({"month": 1, "event": "accuse", "who": who} for who in ("faction(left)", "group(them)"))]
    first = [{"month": 0, "event": "set", "variable": "rung_passed_faction", "value": 7}]
    tables = {"groups": [{"name": "them", "of": "citizens", "n": 60}],
              "factions": [{"name": "left", "n": 60, "who": "members and not officials"}]}
    law = {"severity": 3, "sanction.forgetting": 0.0, "faction.leaving": 0.01, "sanction.floor": 2.0,
           "sanction.start": 3, "quota_deaths": "none"}
    batch = after([country("terror", {**law, "precedent": word}, [*shot, *more], **tables)
                   for word, more in (("one", ()), ("topic", ()), ("topic", first))], 3)
    for world, word, of_factions in ((0, "one", 7), (1, "topic", 3), (2, "topic", 7)):
        given = rows(batch, world, "sanctioned")
        given = given[(given["cause"] == CAUSES.index("verdict")) & (given["month"] == 2)]
        mine = given["faction"] > 0
        worst, others = int(given["rung"][mine].max()), int(given["rung"][~mine].max())
        assert others == 7, word  # who was in no faction is shot in all three
        assert worst == min(7, of_factions + 1), word
    # what has passed, counted again from the log: the highest rung of each kind of case, or 3, with which a run begins
    for world in (0, 1):
        given = rows(batch, world, "sanctioned")
        kinds = np.where(given["faction"] > 0, FACTION_GROUND, given["topic"])
        counted = [max(3, int(given["rung"][kinds == kind].max(initial=0))) for kind in range(4)]
        assert batch.column("rung_passed", world)[:, 0].tolist() == counted
        assert batch.column("rung_max", world)[0] == max(counted)
    with pytest.raises(UserError, match=r"precedent = 'topics' is not allowed; allowed: one, topic"):
        country("terror", {"precedent": "topics"})
    with pytest.raises(UserError, match=r"rung_passed_party"):
        country("terror", script=[{"month": 0, "event": "set", "variable": "rung_passed_party", "value": 7}])


# --- what the centre may move by itself ---------------------------------------------------------------------------
def test_a_delegated_lever_moves_by_its_steps_within_its_bounds_and_months():
    danger = [{"month": 2, "event": "clamp", "variable": "threat", "value": 0.9, "months": 24}]
    held = [{"levers": ["police_quota"]}, {"levers": ["police_quota"], "lowest": 0.0, "highest": 0.004, "step": 0.001,
                                           "month": 6, "until": 20}]
    batch = make_batch([country("war", script=danger, delegate=[one]) for one in held], [5, 5], log_rows=8 * PEOPLE)
    lay_record(batch, MONTHS)
    place, units = NUMBER_OF["police_quota"], batch.tree.units
    course = np.zeros((24, 2))
    for month in range(24):
        run_months(batch, month + 1)
        course[month] = [batch.arrays["levers"][place, (world + 1) * units - 1] for world in range(2)]
    for world, (step, highest, since, until) in enumerate(((0.002, 0.02, 0, 99), (0.001, 0.004, 6, 20))):
        motions = rows(batch, world, "carried a motion")
        asked = [int(((motions["month"] <= month) & (motions["cause"] == CAUSES.index("danger"))).sum())
                 for month in range(24)]
        wanted = [min(highest, step * count) if since <= month < until - 1 else 0.0
                  for month, count in enumerate(asked)]
        assert course[:, world] == pytest.approx(wanted)
        assert max(wanted) == highest and motions["month"].min() >= since  # it came to its end
    with pytest.raises(UserError, match=r"delegate\[1\]\.lowest = 0\.01 is not allowed; allowed: at most highest"):
        country("war", delegate=[{"levers": ["police_quota"], "lowest": 0.01, "highest": 0.004}])


# --- theft --------------------------------------------------------------------------------------------------------
def test_the_hungry_steal_from_common_fields_and_eat_what_they_take():
    failed = [{"month": 0, "event": "harvest_failure", "severity": 0.8, "months": 24}]
    levers = [{}, {"collective_farms": 0.8}, {"collective_farms": 0.8, "provision.handful": 0.0}]
    batch = after([country("war", {"requisition.force": 0.9, **one}, failed) for one in levers], 0)
    village = np.repeat(batch.column("village")[:batch.tree.cells], np.diff(batch.tree.cell_start)) != 0
    expected = np.zeros(3)
    for month in range(12):
        fear = [batch.column("fear", world)[0].copy() for world in range(3)]
        run_months(batch, month + 1)
        for world in range(3):
            daring = 1 - fear[world] * (1 - batch.column("courage", world))
            chance = 1 - np.exp(-0.3 * 0.8 * batch.column("hunger", world) * daring)
            expected[world] += chance[village & (batch.column("status", world) < EXILED)].sum()
    stolen = [rows(batch, world, "stole")["person"] for world in range(3)]
    assert stolen[0].size == 0 and all(village[one].all() for one in stolen)
    for world in (1, 2):
        assert stolen[world].size == pytest.approx(expected[world], rel=0.15) and stolen[world].size > 50
    hungry = [float(batch.column("hunger", world)[village].mean()) for world in (1, 2)]
    assert hungry[0] < hungry[1]
    assert (batch.column("last_guilt", 1)[stolen[1]] >= 0).all()


def test_a_law_for_thieves_strikes_them_alone_and_no_lower_than_it_says():
    accused = [{"month": 1, "event": "accuse", "who": "lot(60, present, thieves)", "guilty": 1.0, "offence": "theft"},
               {"month": 1, "event": "accuse", "who": "lot(60, present, wreckers)", "guilty": 1.0,
                "offence": "sabotage"}]
    law = {"severity": -2, "campaign.conviction": 0.9, "sanction.start": 2}
    batch = after([country("terror", {**law, **own}, accused)
                   for own in ({}, {"sanction_floor.theft": "camp"})], 4)
    for world, least in ((0, 0), (1, 6)):
        given = rows(batch, world, "sanctioned")
        saved = {(row["person"], row["month"]) for row in rows(batch, world, "saved")}  # a chief has asked for him
        given = [row for row in given if row["cause"] == CAUSES.index("verdict")
                 and (row["person"], row["month"]) not in saved]
        thieves, others = ([row["rung"] for row in given if row["act"] == ACTS.index(act)]
                           for act in ("theft", "sabotage"))
        assert len(thieves) > 15 and len(others) > 15 and min(others) < 3
        assert min(thieves) >= least and (min(thieves) < 3) == (least == 0)
