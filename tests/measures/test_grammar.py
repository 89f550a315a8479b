"""The grammar of measures: what is read, how it prints, what is refused, and what each aggregate and window gives."""

from __future__ import annotations

import numpy as np
import pytest
from hand_country import Country, regime, row

from unanimity.engine.questions import Asking, reading_of
from unanimity.engine.simulate import columns_of
from unanimity.measures.contract import CONTRACT
from unanimity.measures.contract.declare import Made
from unanimity.measures.grammar.parser import parse_measure
from unanimity.measures.grammar.time_windows import Clock, parse_when
from unanimity.regimes.schedule import Entry
from unanimity.support.errors import UserError
from unanimity.world.codes import ASSENT, CITIZEN, DEAD, DISSENT, IMPRISONED, MEMBER, THE_FILE, THE_QUOTA


@pytest.fixture(scope="module")
def reading():
    base = regime()
    return reading_of(base, columns_of(base))


@pytest.mark.parametrize("text", [
    "mean(fear, members and province(1), last 12)", "share(voice == dissent, attendants, 60)",
    "count(log arrested cause quota, province(2), 6..30)", "rate(log sanctioned rung >= 1, members, +1..+12)",
    "slope(fear on dossier, members)", "quantile(0.9 of hunger, all, quiet and 6..end)",
    "share(status != dead, private_dissenters as of 11, last 1)", "mean(rung of log sanctioned rung >= 1)",
    "corr(fear with trust, top(.2, courage) as of start)", "mean(ring, units level(district), season 2)",
    "slope(is(whose(recruiter, above(agent, 0))) on degree, all)", "share(lever(ballot) == secret, members)",
    "mean(at(chair_support, 2), all, 11)", "corr(rung with dossier of log sanctioned cause verdict, members)",
    "slope(rung on dossier of log sanctioned)", "count(log first sanctioned rung >= 2, members, 0..12)",
    "median(log arrested to log sanctioned cause verdict, members)", "share(log told before log arrested)",
    "otherwise(mean(fear, logged(arrested, 0..3)), 0)",
    "mean(otherwise((pool / need), 1), all)", "share((lever(sanction_cap.complaint) == none) and is(town), all)",
    "(unanimity(province(2)) - (hidden_for_line(-1, members) / 2))", "max(1, -months(1..3))", "hunger_deaths(village)"])
def test_what_is_read_prints_as_it_was_written_and_is_read_again(text, reading):
    node = parse_measure(text, reading)
    assert str(node) == text
    assert parse_measure(str(node), reading) == node


@pytest.mark.parametrize("text, says, cure", [
    ("mean(feer, members)", "no variable 'feer'", "Did you mean 'fear'?"),
    ("mean(fear, membrs)", "no selector 'membrs'", "Did you mean 'members'?"),
    ("meen(fear)", "no measure or aggregate 'meen'", "Did you mean 'mean'?"),
    ("unanimty", "no measure or aggregate 'unanimty'", "Did you mean 'unanimity'?"),
    ("count(log arested)", "no event of the log 'arested'", "Did you mean 'arrested'?"),
    ("count(log arrested cause quta)", "cause 'quta'", "Did you mean 'quota'?"),
    ("count(log arrested ring 3)", "'ring' is no condition on a row", "Did you mean 'rung'?"),
    ("share(voice == disent)", "voice has no word 'disent'", "allowed: dissent, silence, assent"),
    ("mean(fear, members, lst 12)", "two populations", "last 12"),
    ("mean(fear, all, 5, 6)", "two times", "one"),
    ("mean(fear, all, +3 of wat)", "when = '+3 of wat'", "the regime's schedule is empty"),
    ("mean(fear, all, 12..6)", "when = '12..6'", "not after the last"),
    ("mean(fear, all, last 0)", "when = 'last 0'", "from 1 up"),
    ("rate(fear, all)", "rate(fear)", "rate(log EVENT, who, when)"),
    ("sum(log arrested)", "sum(log arrested)", "sum(FIELD of log EVENT)"),
    ("gini(log arrested)", "gini(log arrested)", "count, rate, at_risk, sum"),
    ("mean(colour of log arrested)", "'colour' is no number of a row", "rung"),
    ("corr(fear, all)", "corr(fear)", "corr(x with y, who, when)"),
    ("quantile(2 of fear)", "quantile(2 of fear)", "with a level 0..1"),
    ("mean(fear", "a parenthesis is not closed", "')'"), ("mean((fear)", "not closed", "')'"),
    ("1 +", "a term is missing at the end", "agg(what, who, when)"), ("", "measure = ''", "an expression such as"),
    ("mean(fear, all) mean", "'mean' comes after the end", "+ - * /"),
    ("mean(fear & trust)", "'&' means nothing", "words"),
    ("mean()", "says nothing of what", "mean(what, who, when)"), ("mean(fear, all as of x)", "as of x", "a month (11)"),
    ("hidden_for_line", "hidden_for_line()", "hidden_for_line(a number, who, when)"),
    ("mean(fear, units level(cell))", "no variable 'fear'", "Known:"),
    ("count(log arrested, units level(cell))", "units", "the log is about persons"),
    ("crimes_hidden(members)", "not collected for that population", "crimes_hidden(province(1))"),
    ("powers_lent(province(2))", "is a number of the whole country", "allowed: powers_lent."),
    ("ring_size(members)", "who = members does not go with units", "both of units"),
    ("mean(covered, members)", "no variable 'covered'", "Known:"),
    ("disclosures", "needs a population", "disclosures(members)"),
    ("rebuild_time", "needs a population", "units province(1)"),
    ("share(is(membrs), all)", "no selector 'membrs'", "Did you mean 'members'?"),
    ("mean(lever(balot))", "no lever 'balot'", "Did you mean 'ballot'?"),
    ("share(lever(ballot) == secrt)", "lever(ballot) has no word 'secrt'", "allowed: open, secret"),
    ("mean(at(chair_suport, 1))", "no number of a chair or a faction 'chair_suport'", "Did you mean 'chair_support'?"),
    ("mean(at(faction_size, foes))", "at(faction_size, foes)", "with k from 1"),
    ("mean(is(members)", "not closed", "')'"), ("abs(1, 2)", "abs of 2", "abs of 1"),
    ("corr(rung of log sanctioned)", "corr(rung of log sanctioned)", "corr(FIELD with FIELD of log EVENT)"),
    ("mean(log told before log arrested)", "mean(log told", "joined by before: count, share"),
    ("median(log told to arrested)", "'arrested' stands where", "log EVENT"),
    ("rate(log first arrested)", "rate(log first arrested)", "rate(log EVENT)"),
    ("mean(otherwise(fear))", "otherwise of 1", "otherwise of 2"),
    ("mean(fear, all as of 99)", "as of 99 is no month of the run", "0 to 23"),
])
def test_a_slip_names_field_and_word_and_what_is_allowed(text, says, cure):
    base = regime()
    with pytest.raises(UserError) as slip:
        Asking([base], [0], columns_of(base), [text])
    line = str(slip.value)
    assert says in line and cure in line and "\n" not in line and line.startswith("measure")


def test_windows_are_months_of_the_run():
    clock = Clock(-24, 59, 12, {"war": 30})

    def months(text):
        return clock.months[clock.window(parse_when(text, ["war"], "measure"))].tolist()

    assert months("20") == months("month 20") == [20] and months("3..5") == [3, 4, 5]
    assert months("last 3") == [57, 58, 59] and months("58..end") == [58, 59]
    assert months("+2") == [14] and months("+0..+2") == [12, 13, 14] and months("start..13") == [12, 13]
    assert months("+1..+2 of war") == [31, 32] and months("before war 2") == [28, 29]
    assert months("after war 2") == [31, 32] and months("after war")[-1] == 59 and months("before war")[0] == 0
    assert months("before 2") == [10, 11] and months("-2..-1") == [-2, -1] and months("run")[0] == 0
    assert months("season and 0..11") == [0, 1, 8, 9, 10, 11]  # September to February; month 0 is a January
    assert months("season 1") == [20, 21, 22, 23, 24, 25] and months("season 2")[0] == 32
    assert Clock(0, 9, 0).window(parse_when("+1 of war", ["war"], "m")).sum() == 0  # it does not happen in this world


def test_a_stock_is_the_mean_of_the_last_12_months_and_a_flow_the_sum_from_the_treatment_on():
    country = Country("mean(trust, all)", "count(log arrested)", "sum(month_take, units level(cell))", start=6)
    for month in range(24):
        country.column("trust")[:] = month
        country.column("month_take")[:128] = 1.0
        country.enter(row(month, month, "arrested"))
        country.pass_month()
    assert country.answers() == {"mean(trust, all)": 17.5, "count(log arrested)": 18.0,
                                 "sum(month_take, units level(cell))": 128.0 * 18}


def test_every_aggregate_against_numpy():
    asks = ["sum(dossier, all, 0)", "count(dossier > 2, all, 0)", "mean(dossier, all, 0)", "share(dossier > 2, all, 0)",
            "median(dossier, all, 0)", "quantile(.9 of dossier, all, 0)", "sd(dossier, all, 0)",
            "gini(dossier, all, 0)", "corr(dossier with trust, all, 0)", "rank_corr(dossier with trust, all, 0)",
            "slope(trust on dossier, all, 0)", "mean(abs(dossier - 2) * 2 + max(trust, .5) / 2, all, 0)",
            "share(not dossier > 2 or trust > .9, all, 0)"]
    country = Country(*asks)
    x = np.linspace(0, 5, 128, dtype=np.float32)
    y = (np.sin(x * 7) / 2 + 0.5).astype(np.float32)
    country.column("dossier")[:], country.column("trust")[:] = x, y
    country.pass_month()
    x, y = x.astype(float), y.astype(float)
    order = np.argsort(np.argsort(x)), np.argsort(np.argsort(y))
    spread = 2.0 * (np.arange(1, 129) * np.sort(x)).sum() / x.sum() / 128 - 129 / 128
    expect = [x.sum(), (x > 2).sum(), x.mean(), (x > 2).mean(), np.median(x), np.quantile(x, 0.9), x.std(), spread,
              np.corrcoef(x, y)[0, 1], np.corrcoef(*order)[0, 1], np.polyfit(x, y, 1)[0],
              (np.abs(x - 2) * 2 + np.maximum(y, 0.5) / 2).mean(), (~(x > 2) | (y > 0.9)).mean()]
    assert list(country.answers().values()) == pytest.approx(expect)


def test_populations_are_looked_at_each_month_or_kept_as_they_were():
    country = Country("share(status == dead, members, last 1)", "share(status == dead, members as of 2, last 1)",
                      "share(status == dead, everybody, last 1)", "alive(members as of 2, last 1)", "alive(last 1)")
    country.column("estate")[:] = CITIZEN
    country.column("estate")[:10] = MEMBER
    for _ in range(3):
        country.pass_month()
    country.column("status")[:4] = DEAD
    country.column("estate")[10:20] = MEMBER
    country.pass_all()
    assert list(country.answers().values()) == pytest.approx([0.0, 0.4, 4 / 128, 0.6, 124 / 128])


def test_the_log_asks_who_one_was_at_the_head_of_the_month():
    country = Country("count(log arrested, members)", "count(log arrested cause quota, members)",
                      "rate(log arrested, members, 2..3)", "count(log any, members as of 0)",
                      "first(log arrested, members)", "mean(dossier of log arrested)",
                      "count(log arrested innocent not confessed)",
                      "at_risk(log arrested, members, 2..3)", "at_risk(log died, members as of 1, 2..4)")
    country.column("estate")[:] = CITIZEN
    country.column("estate")[:10] = MEMBER
    country.pass_month()
    country.pass_month()
    country.enter(row(2, 3, "arrested", cause=THE_QUOTA, dossier=1.0, guilty=True),
                  row(2, 50, "arrested", cause=THE_FILE, dossier=3.0))
    country.column("status")[3] = IMPRISONED  # held: no longer at risk of an arrest in month 3
    country.column("estate")[50] = MEMBER  # a member from month 3 on
    country.pass_month()
    country.enter(row(3, 50, "arrested", cause=THE_FILE, dossier=2.0, confessed=True))
    country.pass_all()
    assert list(country.answers().values()) == pytest.approx([2.0, 1.0, 2 / (10 + 10), 1.0, 2.0, 2.0, 1.0, 20.0, 30.0])


def test_two_fields_of_a_row_and_two_steps_of_a_person():
    country = Country("corr(rung with dossier of log sanctioned)", "slope(dossier on rung of log sanctioned)",
                      "count(log first sanctioned)", "mean(rung of log first sanctioned)",
                      "count(log first sanctioned, everybody, 3..5)", "mean(rung of log last sanctioned)",
                      "mean(log arrested to log sanctioned)", "count(log arrested to log sanctioned)",
                      "share(log told before log arrested)", "mean(log sanctioned to log sanctioned)")
    country.pass_month()
    country.enter(row(1, 3, "told"), row(1, 4, "arrested"), row(1, 3, "arrested"))
    country.pass_month()
    country.enter(row(2, 3, "sanctioned", rung=2, dossier=1.0), row(2, 5, "told"))
    country.pass_month()
    country.enter(row(3, 4, "sanctioned", rung=4, dossier=2.0), row(3, 5, "arrested"))
    country.pass_month()
    country.enter(row(4, 3, "sanctioned", rung=6, dossier=3.0))
    country.pass_all()
    assert list(country.answers().values()) == pytest.approx([1.0, 0.5, 2.0, 3.0, 1.0, 5.0, 1.5, 2.0, 0.5, 2.0])


def test_quiet_months_and_events_of_the_schedule():
    import dataclasses

    base = dataclasses.replace(regime(), schedule=(Entry(5, "set", "trust", 0.5),))
    country = Country("mean(trust, all, quiet)", "mean(trust, all, +1..+2 of set)", "months(quiet)", base=base)
    for month in range(24):
        country.column("trust")[:] = month
        country.column("threat")[:] = 0.05 if month in (3, 4) else 0.5
        country.pass_month()
    assert list(country.answers().values()) == pytest.approx([3.5, 6.5, 2.0])


def test_ratios_and_differences_of_terms_and_what_is_unknown():
    country = Country("count(log arrested) / count(log died)", "2 * mean(trust, all) - 1", "count(log died) + 1",
                      "mean(fear, faction(3))")
    country.column("trust")[:] = 1.0
    country.enter(row(1, 1, "arrested"))
    country.pass_all()
    found = list(country.answers().values())
    assert np.isnan(found[0]) and found[1:3] == [1.0, 1.0] and np.isnan(found[3])


def test_every_world_is_answered_by_itself_and_month_by_month():
    country = Country("share(voice == assent, all, 3..4)", worlds=3)
    for month in range(24):
        for world in range(3):
            country.column("voice", world)[:] = ASSENT if month + world > 4 else DISSENT
        country.pass_month()
    assert country.asking.answers(country.batch)["share(voice == assent, all, 3..4)"].tolist() == [0.0, 0.5, 1.0]
    table = country.asking.table(country.batch)
    assert table["month"].isna().sum() == 3 and set(table["month"].dropna()) == {3.0, 4.0}


def test_looking_changes_nothing():
    country = Country("mean(want, private_dissenters)", "tied_to_victims", "member_error", "price_gap", "revolts")
    before = {name: array.copy() for name, array in country.batch.arrays.items()}
    country.pass_all()
    assert all(np.array_equal(before[name], array, equal_nan=array.dtype.kind == "f")
               for name, array in country.batch.arrays.items() if array.dtype.kind in "fiub")


def test_every_name_of_the_contract_can_be_asked_and_says_what_it_is(reading):
    numbers = {"province": "1", "rung": "4", "N: 10, 2-30": "10", "line on rule": "-1", "months": "6",
               "chair, 1 the leader's": "2"}
    asks = []
    for name, one in CONTRACT.items():
        given = [numbers[word] for word in one.numbers]
        texts = one.form.series if isinstance(one.form, Made) else (one.form,)
        if any("@" in text for text in texts):
            given.append("units province(1)" if name == "rebuild_time" else "members")
        asks.append(f"{name}({', '.join(given)})" if given else name)
        assert one.meaning and one.unit and one.low < one.high and one.over and one.kind in ("stock", "flow", "run")
    base = regime()
    asking = Asking([base], [0], columns_of(base), asks)
    assert len(asking.asked) == len(CONTRACT) > 100
    known = set(reading.names)
    assert {"unanimity", "hunger_deaths", "brittleness", "silence_median", "successive_oppositions"} <= known


def test_selectors_levers_and_chairs_are_numbers_too():
    asks = ("mean(is(members), all, 0)", "share(lever(ballot) == secret, province(2), 0)",
            "mean(lever(autonomy) >= high, units level(cell), 0)", "head_support(2, 0)", "head_delegates(1, 0)",
            "mean(at(faction_size, 3), all, 0)", "otherwise(mean(fear, enemies, 0), 7)",
            "known(mean(fear, enemies, 0))", "share(is(whose(named_by, members)), citizens, 0)",
            "count(log died, everybody and whose(named_by) as of 0)")
    country = Country(*asks, months=3)
    estate = country.column("estate")
    estate[:] = np.where(np.arange(estate.size) < 32, MEMBER, CITIZEN)
    country.column("named_by")[40:60], country.column("named_by")[60:70] = 3, 100
    view = country.asking._view(country.batch, 0)
    view.lever("ballot")[view.tree.province == view.tree.provinces[1]] = 1.0
    view.lever("autonomy")[:32] = 0.8
    chairs = country.batch.centre_size
    country.column("chair_support")[-chairs:][:2] = 0.3, 0.25
    country.column("chair_delegates")[-chairs:][:2] = 0.9, 0.05
    country.column("faction_size")[3] = 12
    country.pass_month()
    country.died(1, 41, "hunger")
    country.died(1, 80, "hunger")
    country.pass_all()
    found = country.answers()
    people = estate.size
    wanted = (32 / people, 1.0, 0.25, 0.25, 0.9, 12.0, 7.0, 0.0, 20 / (people - 32), 1.0)
    assert list(found.values()) == pytest.approx(wanted, abs=1e-6)


def test_a_population_from_the_log_is_those_of_whom_it_has_told_so_far():
    asks = ("count(status >= free, everybody and logged(arrested, 0..1) as of 2, 2)",
            "count(log died, everybody and other_logged(confessed) as of 1, 2..4)",
            "mean(at(chair_support, 99), all, 0)")
    country = Country(*asks[:2], months=5)
    country.enter(row(0, 5, "arrested"), row(0, 6, "confessed", other=9))
    country.pass_month()
    country.enter(row(1, 7, "arrested"))
    country.pass_month()
    country.enter(row(2, 8, "arrested"))
    country.died(2, 9, "executed")
    country.pass_all()
    assert list(country.answers().values()) == [2.0, 1.0]
    with pytest.raises(UserError, match="at\\(chair_support, 99\\): the centre has 11 chairs"):
        Country(asks[2], months=2).pass_all()
