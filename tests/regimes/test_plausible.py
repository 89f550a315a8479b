"""Plausible settings: a table is read and checked in one line, thinned evenly, and laid onto any regime."""

from __future__ import annotations

import pytest

import unanimity as un
from unanimity.history import plausible as of_history
from unanimity.regimes.plausible import laid_on, plausible, read_plausible, tables
from unanimity.support.errors import UserError

HEAD = "voice.theta,fear.fade,distance,weight\n"


def written(tmp_path, rows, head=HEAD):
    path = tmp_path / "settings.csv"
    path.write_text(head + rows, encoding="utf-8")
    return path


def test_a_table_is_read_with_distances_and_weights(tmp_path):
    path = written(tmp_path, "# a note\n0.1,0.9,.02,3\n\n0.2,0.85,.03,1\n")
    found = read_plausible(path)
    assert found.settings == ({"voice.theta": 0.1, "fear.fade": 0.9}, {"voice.theta": 0.2, "fear.fade": 0.85})
    assert found.distances == (0.02, 0.03) and list(found.shares) == [0.75, 0.25]
    assert of_history.settings(path) == list(found.settings)
    assert list(of_history.table(path).columns) == ["voice.theta", "fear.fade", "distance", "weight"]
    alone = read_plausible(written(tmp_path, "0.1\n0.2\n", "voice.theta\n"))
    assert alone.weights == (1.0, 1.0) and alone.distances[0] != alone.distances[0]


@pytest.mark.parametrize("rows, head, said", [
    ("0.1,0.9,.02,1\n", "voice.tetha,fear.fade,distance,weight\n", "head: no parameter 'voice.tetha'. Did you mean"),
    ("0.1,0.9,.02,1\n", "voice.theta,voice.theta,distance,weight\n", "stands there 2 times"),
    ("0.1,x,.02,1\n", HEAD, "row 1: fear.fade = 'x' is not allowed; allowed: "),
    ("0.1,nan,.02,1\n", HEAD, "row 1: fear.fade = nan is not allowed"),
    ("0.1,.9,.02,1\n9,.9,.02,1\n", HEAD, "row 2: voice.theta = 9.0 is not allowed; allowed: "),
    ("0.1,.9,.02\n", HEAD, "row 1 has 3 cells, the head has 4"),
    ("0.1,.9,-1,1\n", HEAD, "row 1: distance = '-1' is not allowed; allowed: a number from 0 up"),
    ("0.1,.9,.02,0\n", HEAD, "weight: all are 0"), ("", HEAD, "holds no settings"),
    (".02,1\n", "distance,weight\n", "holds no settings"),
])
def test_a_slip_in_a_table_of_settings_is_one_line(tmp_path, rows, head, said):
    with pytest.raises(UserError) as slip:
        read_plausible(written(tmp_path, rows, head))
    assert said in str(slip.value) and "settings.csv" in str(slip.value) and "\n" not in str(slip.value)


@pytest.mark.parametrize("given, n, said", [
    ("ensmble", None, "no table of settings 'ensmble'. Did you mean 'ensemble'"), ("none.csv", None, "cannot be read"),
    ([], None, "settings = [] is not allowed"), (["voice.theta"], None, "a list of tables"),
    (None, 3, "n_settings = 3"),
    ([{"voice.theta": 7}], None, "settings[1]: voice.theta = 7"), ([{"voice.theta": 0.1}], 0, "n_settings = 0"),
])
def test_what_is_no_settings_is_refused(given, n, said):
    with pytest.raises(UserError) as slip:
        plausible(given, n)
    assert said in str(slip.value)


def test_a_data_frame_of_settings_is_read_as_its_file_would_be(tmp_path):
    path = written(tmp_path, "0.1,0.9,.02,3\n0.2,0.85,.03,1\n")
    frame = of_history.table(path)
    found, filed = plausible(frame), read_plausible(path)
    assert (found.settings, found.weights, found.distances) == (filed.settings, filed.weights, filed.distances)
    with pytest.raises(UserError, match=r"settings: head: no parameter 'voice\.tetha'"):
        plausible(frame.rename(columns={"voice.theta": "voice.tetha"}))


def test_settings_are_thinned_evenly_from_the_first_to_the_last():
    given = [{"voice.theta": 0.05 + 0.01 * k} for k in range(11)]
    assert [round(100 * one["voice.theta"]) for one in plausible(given, 3).settings] == [5, 10, 15]
    assert len(plausible(given, 99)) == 11 and plausible(given, 1).settings == (given[0],)


def test_a_regime_keeps_what_it_sets_itself_and_takes_the_rest():
    regime = un.regime("apparatus", {"voice.theta": 0.2})
    laid = laid_on(regime, {"voice.theta": 0.05, "fear.fade": 0.9})
    assert laid.parameters["voice.theta"] == 0.2 and laid.parameters["fear.fade"] == 0.9
    hall = laid_on(un.regime("apparatus", {"mechanisms": "hall"}), {"custody.chance": 0.5})
    assert "custody.chance" not in hall.parameters  # the mechanism does not run there
    found = plausible([{"voice.theta": 0.05, "fear.fade": 0.9}])
    assert found.kept_by(regime) == ["voice.theta"] and "apparatus sets voice.theta itself" in found.note(regime)
    later = un.regime("apparatus").from_month(3, {"fear.fade": 0.85})
    assert found.kept_by(later) == ["fear.fade"] and "fear.fade" not in laid_on(later, found.settings[0]).parameters


def test_what_comes_with_the_program_is_sound_and_what_does_not_is_said():
    for name in tables():
        assert 1 <= len(of_history.settings(name)) <= 1000
    if not tables():
        with pytest.raises(UserError, match="comes with no plausible settings; allowed: the path"):
            of_history.settings()
