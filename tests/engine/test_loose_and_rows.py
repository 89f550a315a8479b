"""A rule may take single numbers or rows of the same numbers; the generated loops differ only in the tuples."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from direct_calls import loose
from unanimity.engine.lower_month import sources
from unanimity.engine.plan import make_plan
from unanimity.mechanisms import BY_ID
from unanimity.support.errors import ModelError
from unanimity.world.columns import person, unit
from unanimity.world.formula import formula
from unanimity.world.rules import Mechanism, each, total
from unanimity.world.tables import spelt_out

COLUMNS = (person("hope", "f4", 0, 1, "ward", "hope"), unit("cheer", "f4", 0, 1, "ward", "cheer"))


def written(*rules, columns=COLUMNS):
    """The text of the steps of a mechanism with these rules, beside the census."""
    ward = Mechanism(id="ward", card=0, title="Ward", sentence="Mine.", sources="mine",
                     parameters=type(BY_ID["fear"].parameters()), rules=rules, columns=columns)
    plan = make_plan((BY_ID["census"], ward), (), after={"ward": "census"})
    return "\n".join(source.text for source in sources(plan) if "ward" in source.label)


@formula
def brave(one):
    return one.courage


@each("person", writes="hope")
def by_rows(one, cell, province, centre, country, on, p):
    if on.voice:
        return one.hope
    return one.fear_complaint + brave(one) + cell.sel * cell.ballot + province.members + centre.press + country.threat


@each("person", writes="hope")
def loosely(hope, fear_complaint, courage, sel, ballot, province_members, centre_press, threat, on_voice, p):
    return hope if on_voice else fear_complaint + courage + sel * ballot + province_members + centre_press + threat


def test_rows_are_made_of_the_numbers_that_would_be_handed_over_loose():
    assert set(by_rows.reads) == set(loosely.reads) == set(by_rows.uses)
    rows, plain = written(by_rows), written(loosely)
    call = re.search(r"new_hope = ward_by_rows\((.*)\)\n", rows).group(1)
    assert call == ("One_ward_by_rows(courage_here, fear_2_here, hope_here), Cell_ward_by_rows(lever_ballot, u_sel), "
                    "Province_ward_by_rows(province_members,), Centre_ward_by_rows(centre_lever_press,), "
                    "Country_ward_by_rows(w_threat,), On_ward_by_rows(False,), p_ward")
    read = [line.strip() for line in rows.splitlines() if "ward_by_rows" not in line]
    assert sorted(read) == sorted(line.strip() for line in plain.splitlines() if "ward_loosely" not in line)


def test_a_row_holds_what_is_asked_for_and_a_name_without_fields_is_a_number():
    @total(of="ties", to="person")
    def company(tie, other, faction):
        return tie.weight if other.faction == faction else 0.0

    assert company.reads == ("weight", "other_faction", "faction")
    assert spelt_out(lambda one, luck: one.fear + luck) == ("fear", "luck")
    assert company(SimpleNamespace(weight=0.4), SimpleNamespace(faction=3), 3) == 0.4


@pytest.mark.parametrize(("row", "says"), [
    ("one", "no column of a person"), ("country", "no column of the country"),
    ("cell", "no column of a unit and no lever")])
def test_what_a_row_does_not_hold_is_refused_by_name(row, says):
    source = f"def amiss({row}, hope):\n    return hope + {row}.present_people"
    scope = {}
    exec(source, scope)
    with pytest.raises(ModelError, match=rf"ward_amiss reads {row}\.present_people, which is {says}"):
        written(each("person", writes="hope")(scope["amiss"]))


def test_a_column_of_another_is_no_field_of_a_row():
    @each("person", writes="hope")
    def astray(one):
        return one.sel

    with pytest.raises(ModelError, match=r"ward_astray reads one\.sel, which is no column of a person"):
        written(astray)


def test_units_have_rows_of_those_around_them():
    @each("unit", writes="cheer")
    def cheer(unit, parent, secretary, children):
        return unit.cheer + parent.cheer + secretary.courage + children.cheer

    assert cheer.reads == ("cheer", "parent_cheer", "secretary_courage", "children_cheer")
    text = written(cheer)
    assert "Secretary_ward_cheer(courage[(base + max(secretary[unit], 0))],)" in text
    assert "Children_ward_cheer(children_cheer,)" in text
    assert loose(cheer, cheer=0.1, parent_cheer=0.2, secretary_courage=0.3, children_cheer=0.4) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["base", "word"])  # a variable of every loop, and a function that it may call
def test_a_column_with_the_name_of_something_in_the_loop_is_refused(name):
    def build(hope):
        return hope

    with pytest.raises(ModelError, match=rf"mechanism 'ward': a column cannot be called '{name}'"):
        written(each("person", writes=name)(build), columns=(*COLUMNS, person(name, "f4", 0, 1, "ward", "a name")))
