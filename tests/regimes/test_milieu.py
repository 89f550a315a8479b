"""A regime that represents a milieu says so: the field is checked, inherited, and shown on every table and page."""

from __future__ import annotations

import json

import pytest

import unanimity as un
from unanimity.experiments.regime_table import compare_regimes, milieus_told
from unanimity.regimes import load_regime, preset_names
from unanimity.report.manifest_tables import facts_of, provenance
from unanimity.support.errors import UserError
from unanimity.world.milieu import Milieu

MILIEUS = {"leningrad-1926", "leningrad-1934", "leningrad-moscow-1925", "memoir-cell", "opposition-1927",
           "petrograd-1920", "purge-1937", "union",
           "statute", "union-two-party", "union-machine", "works-councils", "worker-coop", "membership-party",
           "foundation"}
HEAD = 'title = "test"\nbased_on = "{base}"\n'
TOLD = "Rates are those of a milieu, not of a country: "
SLIPS = {
    "nobody": ('of = ""\nsource = "003 l.1"', "milieu.of = '' is not allowed; allowed: who the people are"),
    "no source": ('of = "printers"\nsource = " "', "milieu.source = ' ' is not allowed; allowed: a citation such as"),
    "no source at all": ('of = "printers"', "milieu.source is missing"),
    "a share of nothing": ('of = "printers"\nsource = "assumed"\nshare_of_country = 0.0',
                           "milieu.share_of_country = 0.0 is not allowed; allowed: greater than 0"),
    "more than the country": ('of = "printers"\nsource = "assumed"\nshare_of_country = 2.0',
                              "milieu.share_of_country = 2.0 is not allowed; allowed: less than or equal to 1"),
    "another word": ('whom = "printers"\nsource = "assumed"\nof = "x"',
                     "no field 'milieu.whom'. Known here: of, share_of_country, source."),
}


def file(tmp_path, text, base="law"):
    path = tmp_path / "mine.toml"
    path.write_text(HEAD.format(base=base) + text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("text", "says"), SLIPS.values(), ids=SLIPS)
def test_a_slip_in_the_table_is_named_in_one_line(tmp_path, text, says):
    with pytest.raises(UserError) as slip:
        load_regime(file(tmp_path, f"[milieu]\n{text}\n"))
    assert says in str(slip.value) and "mine.toml" in str(slip.value) and "\n" not in str(slip.value)


def test_the_presets_that_are_milieus_say_so_with_a_source_and_the_others_do_not():
    found = {name: load_regime(name).milieu for name in preset_names()}
    assert {name for name, milieu in found.items() if milieu is not None} == MILIEUS
    for name in MILIEUS:
        assert found[name].source and found[name].sentence.startswith(TOLD + found[name].of)


def test_a_share_is_what_the_groups_of_the_preset_stand_for():
    """100 of 2,000 for 3,000 people, and 60 of 2,000 for as many, in a country of 160 millions."""
    for name, group in (("leningrad-1934", 100), ("purge-1937", 60)):
        regime = load_regime(name)
        stands_for = 3000 / (group / regime.society.people)
        assert regime.milieu.share_of_country == pytest.approx(stands_for / 160e6)


def test_a_file_inherits_the_milieu_of_its_base_and_may_say_another(tmp_path):
    assert load_regime(file(tmp_path, "", "memoir-cell")).milieu == load_regime("memoir-cell").milieu
    other = load_regime(file(tmp_path, '[milieu]\nof = "one cell"\nsource = "assumed"\n', "memoir-cell"))
    assert other.milieu == Milieu("one cell", "assumed", None)  # the share was the other milieu's


def test_the_word_moves_nothing(tmp_path):
    plain = load_regime("law")
    named = load_regime(file(tmp_path, '[milieu]\nof = "printers"\nsource = "assumed"\n'))
    assert named.milieu == Milieu("printers", "assumed") and named.fingerprint == plain.fingerprint
    assert named.but(people=500).milieu == named.milieu


def test_a_run_and_a_comparison_of_a_milieu_tell_it_and_those_of_a_country_do_not(tmp_path):
    result = un.run("memoir-cell", months=1, people=400, progress=False)
    told = load_regime("memoir-cell").milieu.sentence
    assert told in repr(result) and told in result._repr_html_()
    assert dict(facts_of(provenance(result)))["milieu"] == f"{told} Source: {load_regime('memoir-cell').milieu.source}"
    assert told in result.report(tmp_path).read_text(encoding="utf-8")
    found = un.compare("memoir-cell", {"secret": {"ballot": "secret"}}, pairs=3, months=1, people=400, progress=False)
    assert told in repr(found) and told in found.report(tmp_path / "c").read_text(encoding="utf-8")
    country = un.run("leningrad-moscow-1925", months=1, people=256, progress=False)
    plain = {**country.manifest, "milieu": None}
    assert "milieu" not in dict(facts_of(plain)) and "milieu" not in un.run("law", {"mechanisms": "hall"}, months=1,
                                                                          people=256, progress=False).__repr__()


def test_a_table_of_many_regimes_names_its_milieus():
    table = compare_regimes(["memoir-cell", "leningrad-moscow-1925"], months=1, seeds=1, progress=False)
    assert set(table.loc[table["regime"] == "memoir-cell", "milieu"]) == {load_regime("memoir-cell").milieu.of}
    assert "in: memoir-cell (four party cells" in milieus_told(table) and "; leningrad-moscow-1925 (" in milieus_told(
        table)
    assert milieus_told(table.assign(milieu="")) == ""


def test_an_experiment_on_a_milieu_tells_it(tmp_path):
    one = un.experiment(title="Ballot", base="memoir-cell", months=2, burn_in=0, replications=3, people=400,
                        arms={"secret": {"levers": {"ballot": "secret"}}}, measures={"assent": "unanimity"})
    found = one.run(keep=False, progress=False, workers=1)
    told = load_regime("memoir-cell").milieu.sentence
    assert found.manifest["milieu"]["of"] == load_regime("memoir-cell").milieu.of
    assert told in found.report(tmp_path).read_text(encoding="utf-8")
    json.dumps(found.manifest["milieu"])


def test_a_small_world_of_a_party_sees_what_the_police_does_to_its_opposition():
    """Hardly anybody is arrested before the police is let in; then scores are, where a country of 2,000 has three."""
    before, after = "count(log arrested, faction(any), 0..22)", "count(log arrested, faction(any), 24..47)"
    result = un.run("opposition-1927", worlds=2, progress=False, ask=[before, after])
    assert result.answers[after].min() >= 10 > result.answers[before].max() and after not in "".join(result.notes)
