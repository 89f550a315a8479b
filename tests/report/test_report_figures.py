"""Figures: their findings are the data's, their labels do not collide, their colours can be told apart, they render."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys

import altair as alt
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unanimity import report
from unanimity.report.effect_figures import crossing
from unanimity.report.series import spread_apart
from unanimity.report.theme import ARM_COLOURS, MEANINGS
from unanimity.results import load_result
from unanimity.support.errors import UserError
from unanimity.support.number_format import percent

DOSES = pd.DataFrame({"fear": [0.0, 0.5, 1.0], "assent": [0.2, 0.6, 1.0], "low": [0.1, 0.5, 0.9],
                      "high": [0.3, 0.7, 1.0]})


def finding(chart) -> str:
    return chart.to_dict()["usermeta"]["finding"].replace("\u00a0", " ")


def shares(text: str) -> list[float]:
    return [float(found) / 100 for found in re.findall(r"([\d.]+) %", text)]


def drawn(chart, layer: int) -> pd.DataFrame:
    spec = chart.to_dict()
    return pd.DataFrame(spec["datasets"][spec["layer"][layer]["data"]["name"]])


def year(result, measure: str, place: str = "country", arm: str | None = None) -> float:
    values = result.of(measure, place)
    mine = slice(None) if arm is None else (result.worlds["arm"] == arm).to_numpy()
    return float(values.loc[values.index >= 0].tail(12).to_numpy()[:, mine].mean())


def forest_of_cells(provinces: int, districts: int, cells: int) -> pd.DataFrame:
    rows = itertools.product(range(1, provinces + 1), range(districts), range(cells))
    frame = pd.DataFrame([(0, p, p * districts + d, k) for k, (p, d, _) in enumerate(rows)],
                         columns=["world", "province", "district", "cell"])
    return frame.assign(unanimity=np.linspace(0, 1, len(frame)))


@pytest.fixture(scope="module")
def charts(run, comparison, table) -> dict[str, alt.TopLevelMixin]:
    both = comparison.result
    return {
        "public_and_private": report.public_and_private(run),
        "two_provinces": report.two_provinces(both, "control", {"province 1": "Leningrad", "province 2": "Moscow"}),
        "many_provinces": report.two_provinces(run),
        "tree_map": report.tree_map(run.cells),
        "arms": report.arms(both, "unanimity"),
        "arms_of_files": report.arms(both, "files", "province 1"),
        "differences": report.differences(table),
        "fear_and_files": report.fear_and_files(run),
        "dose": report.dose(DOSES, "fear", "assent", "mean fear", "assent in public", 0.75),
    }


def test_every_figure_validates_and_renders(charts, tmp_path):
    for name, chart in charts.items():
        spec = chart.to_dict(validate=True)
        assert spec["title"]["text"] and spec["title"]["subtitle"], name
        picture = report.save_picture(chart, tmp_path / f"{name}.png", scale=0.5).read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 2_000, name
    assert not list(tmp_path.glob(".*partial"))


def test_public_and_private_states_the_means_of_the_data(run):
    said, thought = shares(finding(report.public_and_private(run)))
    assert said == pytest.approx(year(run, "unanimity"), abs=0.005)
    assert thought == pytest.approx(year(run, "private_dissent"), abs=0.005)


def test_an_arm_and_a_place_can_be_chosen(comparison):
    result = comparison.result
    open_hall, secret = (shares(finding(report.public_and_private(result, "province 2", arm)))[0]
                         for arm in ("control", "secret ballot"))
    assert open_hall == pytest.approx(year(result, "unanimity", "province 2", "control"), abs=0.005)
    assert secret == pytest.approx(year(result, "unanimity", "province 2", "secret ballot"), abs=0.005)
    assert secret < open_hall


def test_without_an_arm_it_is_control_that_is_drawn(comparison):
    assert finding(report.public_and_private(comparison.result)) == \
        finding(report.public_and_private(comparison.result, arm="control"))


def test_provinces_stand_as_far_apart_as_the_title_says(comparison):
    result = comparison.result
    public, private = map(float, re.findall(r"\d\.\d\d", finding(report.two_provinces(result, "control"))))
    for said, measure in ((public, "public_position"), (private, "private_stance")):
        ends = [year(result, measure, place, "control") for place in ("province 1", "province 2")]
        assert said == pytest.approx(abs(ends[0] - ends[1]), abs=0.005)
    assert public > 1 > 0.3 > private


def test_arms_are_drawn_against_each_other_and_month_zero_is_marked(comparison):
    chart = report.arms(comparison.result, "unanimity")
    control, secret = shares(finding(chart))
    assert control == pytest.approx(comparison.values("control", "unanimity").mean(), abs=0.005)
    assert secret == pytest.approx(comparison.values("secret ballot", "unanimity").mean(), abs=0.005)
    assert "the arms part" in chart.to_json()


def test_the_map_counts_unanimous_cells(run):
    cells = run.cells[run.cells["world"] == 1]
    expected = int((cells["unanimity"] >= 0.95).sum())
    assert finding(report.tree_map(run.cells, world=1)).startswith(f"{expected} of {len(cells)} cells")


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 4, 4), (2, 8, 8), (4, 20, 20), (10, 10, 16)])
def test_squares_of_the_map_never_overlap(shape):
    chart = report.tree_map(forest_of_cells(*shape))
    squares = drawn(chart, 0)
    assert len(squares) == np.prod(shape)
    assert chart.width <= 800 and chart.height <= 500
    x, y, x2, y2 = (squares[key].to_numpy() for key in ("x", "y", "x2", "y2"))
    overlap = (x[:, None] < x2) & (x < x2[:, None]) & (y[:, None] < y2) & (y < y2[:, None])
    assert overlap.sum() == len(squares)  # each only with itself


def test_a_cell_of_which_nothing_is_known_is_drawn_without_a_value():
    cells = forest_of_cells(2, 4, 4)
    cells.loc[3, "unanimity"] = np.nan
    squares = drawn(report.tree_map(cells), 0)
    assert squares["value"].isna().sum() == 1 and len(squares) == 32


def test_differences_lead_with_the_strongest(table):
    chart = report.differences(table)
    strongest = table.set_index("measure").loc["unanimity"]
    assert shares(finding(chart)) == pytest.approx([strongest["control"], strongest["treated"]], abs=0.005)
    assert "lowers assent in public" in finding(chart)
    labels = list(drawn(chart, 1)["label"])
    assert "weight of a person's file" not in labels and len(labels) == 3  # another unit, another axis


def test_fear_states_three_scores(run):
    names = ("fear_of_opinion", "fear_of_complaint", "habit_of_lying")
    said = [float(text) for text in re.findall(r"0\.\d\d", finding(report.fear_and_files(run)))]
    assert said == pytest.approx([year(run, name) for name in names], abs=0.005)


def test_a_dose_names_the_threshold_that_the_curve_crosses():
    assert crossing(DOSES["fear"].to_numpy(), DOSES["assent"].to_numpy(), 0.75) == pytest.approx(0.6875)
    reached = finding(report.dose(DOSES, "fear", "assent", "fear", "assent", 0.75))
    assert reached == "Assent reaches 75 % where fear is 0.69"
    assert "stays at or above 10 %" in finding(report.dose(DOSES, "fear", "assent", "fear", "assent", 0.1))


def test_figures_of_a_saved_result_are_the_same(run, tmp_path):
    again = load_result(run.save(tmp_path / "run"))
    assert report.public_and_private(again).to_dict() == report.public_and_private(run).to_dict()


def test_a_single_world_is_called_so(run):
    one = type(run)(run.values[:, :1], run.months, run.places, run.measures, run.worlds[:1], run.cells, run.manifest)
    assert "A single world" in report.public_and_private(one).to_dict()["usermeta"]["see"]


@pytest.mark.parametrize("slip", [
    lambda run: report.public_and_private(run, arm="secret"),
    lambda run: report.public_and_private(run, place="province 99"),
    lambda run: report.arms(run, "unanimty"),
    lambda run: report.tree_map(run.cells, world=99),
    lambda run: report.tree_map(run.cells, "unanimty"),
    lambda run: report.tree_map(run.cells.drop(columns="district")),
    lambda run: report.differences(pd.DataFrame()),
    lambda run: report.dose(DOSES, "dose", "assent", "", "", 0.5),
])
def test_a_slip_is_told_in_one_line(run, slip):
    with pytest.raises(UserError) as told:
        slip(run)
    assert "\n" not in str(told.value)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_labels_never_collide_and_keep_their_order(ends):
    places = spread_apart(ends, 0.06, 0.0, 1.0)
    ordered = sorted(places)
    assert all(b - a >= 0.06 - 1e-6 for a, b in itertools.pairwise(ordered))
    assert ordered[0] >= -1e-6 and ordered[-1] <= 1 + 1e-6
    assert [places[k] for k in np.argsort(ends, kind="stable")] == ordered


def test_labels_with_room_stay_where_the_lines_end():
    assert spread_apart([0.9, 0.1, 0.5], 0.06, 0.0, 1.0) == [0.9, 0.1, 0.5]


@pytest.mark.parametrize(("share", "written"), [(0.919, "92 %"), (0.0, "0 %"), (1.0, "100 %"), (0.9972, "99.7 %"),
                                                (0.003, "0.3 %"), (0.9999, "100 %"), (-0.0, "0 %")])
def test_shares_are_written_in_per_cent(share, written):
    assert percent(share).replace("\u00a0", " ") == written


SIGHT = {  # Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[k:k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    x, y, z = np.cbrt(np.maximum(TO_XYZ @ np.clip(rgb, 0, 1) / [0.9505, 1.0, 1.089], 1e-6))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("colours", [tuple(MEANINGS.values()), ARM_COLOURS])
def test_colours_can_be_told_apart_by_everybody_and_read_on_white(colours):
    for sight, matrix in SIGHT.items():
        for one, two in itertools.combinations(colours, 2):
            distance = np.linalg.norm(lab(np.array(matrix) @ linear(one)) - lab(np.array(matrix) @ linear(two)))
            assert distance > 18, (sight, one, two, distance)
    for colour in colours:
        assert 1.05 / (linear(colour) @ TO_XYZ[1] + 0.05) >= 3.9, colour


def test_importing_installs_no_theme_and_loads_no_engine():
    code = ("import sys, altair; before = altair.theme.active; import unanimity.report; "
            "assert altair.theme.active == before; "
            "heavy = ('unanimity.engine', 'unanimity.experiments', 'numba'); "
            "assert not [m for m in sys.modules if m.startswith(heavy)]")
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
