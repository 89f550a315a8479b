"""Every slip of a user gets one clear line: file, field, value, what is allowed, a suggestion for a near miss."""

from __future__ import annotations

import builtins
import errno
import os
import re

import pytest

import unanimity
from small_regimes import only_the_hall
from unanimity.engine.simulate import CHECKPOINT
from unanimity.regimes import load_regime
from unanimity.results import atomic_files, load_result

HEAD = 'title = "test"\nbased_on = "law"\n'
LATER = "[[schedule]]\nmonth = 3\n"
OPEN = LATER + 'lever = "ballot"\nvalue = "open"\n'
PULSE = LATER + 'event = "pulse"\nvariable = "threat"\n'

# what the file says besides its head, and what the line must say
SLIPS = {
    "an unknown lever": ('[levers]\nbalot = "open"', "no lever 'balot'. Did you mean 'ballot'? Known: "),
    "an unknown lever in a group": ('[levers.oversight]\ncourt = "on"',
                                    "no lever 'oversight.court'. Did you mean 'oversight.courts'?"),
    "an unknown word of a lever": ('[levers]\nballot = "secrt"',
                                   "ballot = 'secrt' is not allowed; allowed: open < secret. Did you mean 'secret'?"),
    "a lever out of range": (
        "[levers]\nprivileges = 1.5",
        "privileges = 1.5 is not allowed; allowed: 0..1; or low (0.1), moderate (0.4), high (0.8)."),
    "a lever that is no number": ("[levers]\nautonomy = nan", "autonomy = nan is not allowed; allowed: 0..1"),
    "a lever by province that is one for the country": (
        '[levers]\nappointer = {all = "leader", provinces = {1 = "committee"}}',
        "appointer cannot differ by province ('1'); allowed: one value for the whole country."),
    "a lever by level that is one for the country": (
        '[levers]\npress = {all = "free", levels = {centre = "monopoly"}}', "press cannot differ by level ('centre')"),
    "a lever in a province that is not there": (
        '[levers]\nballot = {all = "open", provinces = {9 = "secret"}}',
        "levers.ballot.provinces = '9' is not allowed; allowed: a province from 1 to 8."),
    "a lever at a level that is not there": (
        '[levers]\nballot = {all = "open", levels = {ward = "secret"}}',
        "levers.ballot.levels = 'ward' is not allowed; allowed: cell, district, province, centre."),
    "a lever with a table that is none of these": ('[levers]\nballot = {everywhere = "open"}', "levers.ballot = {"),
    "a parameter out of range": ('[parameters.voice]\ntheta = 0.5\n[sources]\n"voice.theta" = "assumed"',
                                 "voice.theta = 0.5 is not allowed; allowed: 0..0.3 (share)."),
    "a parameter that is no number": ('[parameters.voice]\ntheta = "low"\n[sources]\n"voice.theta" = "assumed"',
                                      "voice.theta = 'low' is not allowed; allowed: 0..0.3"),
    "an unknown parameter": ("[parameters.voice]\nteta = 0.1", "no parameter of voice 'teta'. Did you mean 'theta'?"),
    "an unknown mechanism": ("[parameters.voyce]\ntheta = 0.1", "no mechanism 'voyce'. Did you mean 'voice'?"),
    "a parameter without source": ("[parameters.voice]\ntheta = 0.1",
                                   "voice.theta has no entry under [sources]; allowed: a citation"),
    "an input without source": ("mechanisms = []\n[inputs]\nzeal = 0.1",
                                "zeal has no entry under [sources]; allowed: a citation"),
    "an input out of range": ('mechanisms = []\n[inputs]\nthreat = 2\n[sources]\nthreat = "assumed"',
                              "inputs.threat = 2 is not allowed; allowed: 0..1 (share)."),
    "an input that a mechanism supplies": ("[inputs]\nfear = 0.1",
                                           "inputs.fear is not allowed: the mechanism 'fear' supplies it; allowed: "),
    "an input of the whole model": ('[inputs]\nthreat = 0.2\n[sources]\nthreat = "x"',
                                    "'shock' supplies it; allowed: none, the whole model runs (mechanisms = [...]"),
    "an unknown input": ("mechanisms = []\n[inputs]\nthret = 0.1", "no input 'thret'. Did you mean 'threat'?"),
    "a secretary who is nobody": ('[inputs]\nsecretary = 100000\n[sources]\nsecretary = "x"', "secretary"),
    "an unknown field": ('tittle = "x"', "no field 'tittle'. Did you mean 'title'? Known here: "),
    "an unknown field of the run": ("[run]\nmonth = 12", "no field 'run.month'. Did you mean 'months'? Known here: "),
    "an unknown field of the society": ("[society]\npeopel = 12", "no field 'society.peopel'. Did you mean 'people'?"),
    "a field of the wrong type": ('[run]\nmonths = "many"', "run.months = 'many' is not allowed; allowed: "),
    "no months": ("[run]\nmonths = 0", "run.months = 0 is not allowed; allowed: greater than or equal to 1"),
    "a burn-in that is no whole number of years": (
        "[run]\nburn_in = 13", "run.burn_in = 13 is not allowed; allowed: a whole number of years"),
    "a tree with no cells": ("[society]\ntree = []", "society.tree = [] is not allowed; allowed: 1 to 4 whole numbers"),
    "a tree with an empty level": ("[society]\ntree = [8, 0]", "A tree needs at least one cell."),
    "too deep a tree": ("[society]\ntree = [2, 2, 2, 2, 2]", "at most 4 levels above the cell"),
    "nobody": ("[society]\npeople = 0", "society.people = 0 is not allowed; allowed: at least 1 person."),
    "less than nobody": ("[society]\npeople = -3", "society.people = -3 is not allowed"),
    "less than nobody, in a tree that grows": (
        "[society]\npeople = -3\ntree = \"auto\"", "society.people = -3 is not allowed"),
    "half a person": ("[society]\npeople = 2.5", "society.people = 2.5 is not allowed"),
    "fewer people than cells": ("[society]\npeople = 100", "allowed: at least one person a cell, here 128."),
    "sizes that do not add up": ("[society]\nsizes = [1, 2]", "society.sizes = [1, 2] is not allowed; allowed: 8"),
    "more than all as members and police": ("[society]\nmembers = 0.9\npolice = 0.2", "society.members + police = 1.1"),
    "more than all ties": ("[society]\nties_in_cell = 0.9\nties_in_district = 0.2", "ties_in_cell + ties_in_district"),
    "too many comrades": ("[society]\ncomrades = 41", "society.comrades = 41 is not allowed; allowed: less"),
    "half a comrade": ("[society]\ncomrades = 2.5", "society.comrades = 2.5 is not allowed"),
    "an unknown agenda": ('[society]\nagenda = "often"', "society.agenda = 'often' is not allowed; allowed: rule"),
    "too many issues": ("[society]\nissues = 4", "society.issues = 4 is not allowed"),
    "lines for too few provinces": ("[society.lines]\nrule = [1, -1]", "society.lines.rule = [1, -1] is not allowed"),
    "lines on an unknown issue": ("[society.lines]\nrul = [1, -1]", "society.lines 'rul'. Did you mean 'rule'?"),
    "an unknown trait": ("[traits]\ncourrage = 0.5", "no trait 'courrage'. Did you mean 'courage'?"),
    "an unknown distribution": ("[traits]\ncourage = {bta = [2, 4]}", "'bta'. Did you mean 'beta'?"),
    "a distribution that cannot be": ("[traits]\ncourage = {beta = [-1, 4]}", "traits.courage.beta = [-1, 4] is not"),
    "a trait out of range": ("[traits]\ncourage = 7", "traits.courage.fixed = [7] is not allowed"),
    "a trait that is no number": ("[traits]\nstance = {normal = [nan, 0.5]}", "traits.stance.normal = [nan, 0.5]"),
    "a spread without end": ("[traits]\nstance = {normal = [0.0, inf]}", "traits.stance.normal = [0.0, inf]"),
    "a beta that is no number": ("[traits]\ncourage = {beta = [2, nan]}", "traits.courage.beta = [2, nan]"),
    "a trait in a province that is not there": ("[traits_by_province.9]\ncourage = 0.5", "a province from 1 to 8"),
    "an impossible correlation": ('[correlations]\n"courage ~ ambition" = 1.5', "a rank correlation between -1 and 1"),
    "a correlation with a stranger": ('[correlations]\n"courage ~ height" = 0.5', "'A ~ B' with two different of: "),
    "a mechanism to switch off that is none": ('off = ["voyce"]', "switch off 'voyce'. Did you mean 'voice'?"),
    "a schedule in the past": ('[[schedule]]\nmonth = -1\nlever = "ballot"\nvalue = "open"',
                               "month = -1 is not allowed; allowed: a month of the run, 0..95. It lies in the past"),
    "a schedule after the end": ('[[schedule]]\nmonth = 96\nlever = "ballot"\nvalue = "open"', "[1].month = 96 is"),
    "a scheduled lever that is none": (LATER + 'lever = "balot"\nvalue = "open"', "Did you mean 'ballot'?"),
    "a scheduled value that is none": (LATER + 'lever = "ballot"\nvalue = "shut"',
                                       "schedule[1]: ballot = 'shut' is not allowed; allowed: open < secret"),
    "an announcement after the effect": (
        OPEN + 'announced = 5',
        "schedule[1].announced = 5 is not allowed; allowed: no later than its month, 3."),
    "a schedule of two things at once": (LATER + 'lever = "ballot"\nparameter = "voice.theta"',
                                         "schedule[1] must name exactly one of lever, parameter or event"),
    "a schedule of nothing": (LATER, "schedule[1] must name exactly one of lever, parameter or event"),
    "a schedule without month": ('[[schedule]]\nlever = "ballot"\nvalue = "open"', "month is missing"),
    "a scheduled parameter that is none": (LATER + 'parameter = "voice.teta"\nvalue = 0.1',
                                           "no parameter 'voice.teta'. Did you mean 'voice.theta'?"),
    "a schedule in a province that is not there": (
        OPEN + 'provinces = [9]', "allowed: numbers from 1 to 8."),
    "a schedule by province of a lever that is one": (
        LATER + 'lever = "appointer"\nvalue = "leader"\nprovinces = [1]', "schedule[1].provinces = [1]"),
    "a schedule at a level that is not there": (
        OPEN + 'levels = ["ward"]', "schedule[1].levels = 'ward'"),
    "an unknown event": (LATER + 'event = "pulze"\nvariable = "threat"\nadd = 0.1', "Did you mean 'pulse'?"),
    "an event on a stranger": (LATER + 'event = "pulse"\nvariable = "thret"\nadd = 0.1',
                               "Did you mean 'threat'?"),
    "an event of no size": (PULSE, "schedule[1] must give exactly one of value, add or scale for threat."),
    "an event that is no number": (PULSE + "add = nan", "schedule[1].add = nan is not allowed"),
    "an event out of range": (LATER + 'event = "set"\nvariable = "threat"\nvalue = 7',
                              "schedule[1].value = 7 is not allowed; allowed: 0..1 (share)."),
    "an event that makes a stranger secretary": (
        LATER + 'event = "set"\nvariable = "secretary"\nvalue = 2000000', "secretary"),
    "a series that ends before it begins": (
        '[[schedule]]\nmonth = 10\nlever = "ballot"\nvalue = "open"\nevery = 2\nuntil = 5', "until"),
    "an end without repetition": (OPEN + 'until = 36', "schedule[1].until = 36 is not allowed; allowed: only beside "
                                  "every, since another row ends what a lever holds"),
    "an end of an event without repetition": (PULSE + "add = 0.1\nuntil = 36", "lasts is its months"),
    "a TOML typo": ("[run\nmonths = 3", "not valid TOML: "),
    "a TOML key twice": ("[run]\nmonths = 3\nmonths = 4", "not valid TOML: "),
}


def written(folder, text, name="mine.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def line_of(slip) -> str:
    text = str(slip.value)
    assert "\n" not in text and len(text) < 600, text
    return text


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_regime_file_is_named_with_file_field_value_and_what_is_allowed(slip, tmp_path):
    text, says = SLIPS[slip]
    head, _, rest = (HEAD + text).partition("\n[")
    path = written(tmp_path, head + ("\n[" + rest if rest else "") + "\n")
    with pytest.raises(unanimity.UserError) as raised:
        load_regime(path)
    line = line_of(raised)
    assert line.startswith(f"{path}: ")
    assert says in line


def test_a_file_without_a_title_or_a_needed_table_says_what_is_missing(tmp_path):
    for text, says in (('based_on = "law"', "title is missing"), ('title = "x"', "is missing; allowed: ")):
        path = written(tmp_path, text)
        with pytest.raises(unanimity.UserError, match=re.escape(f"{path}: ") + f".*{says}"):
            load_regime(path)


def test_a_regime_that_is_not_there_is_named_with_a_suggestion(tmp_path):
    with pytest.raises(unanimity.UserError, match=r"no regime 'aparatus'\. Did you mean 'apparatus'\?"):
        load_regime("aparatus")
    with pytest.raises(unanimity.UserError, match=r"nowhere\.toml: cannot be read \(No such file or directory\)"):
        load_regime(tmp_path / "nowhere.toml")
    with pytest.raises(unanimity.UserError, match="cannot be read"):
        load_regime(tmp_path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(unanimity.UserError, match=r"binary\.toml: cannot be read \(not a text file\)"):
        load_regime(binary)


def test_a_base_that_is_not_there_is_named(tmp_path):
    with pytest.raises(unanimity.UserError, match=r"no regime 'lawe'\. Did you mean 'law'\?"):
        load_regime(written(tmp_path, 'title = "x"\nbased_on = "lawe"\n'))
    with pytest.raises(unanimity.UserError, match="based_on = 3 is not allowed; allowed: "):
        load_regime(written(tmp_path, 'title = "x"\nbased_on = 3\n'))


def test_files_based_on_each_other_in_a_circle_are_refused(tmp_path):
    one = written(tmp_path, 'title = "x"\nbased_on = "two.toml"\n', "one.toml")
    written(tmp_path, 'title = "x"\nbased_on = "one.toml"\n', "two.toml")
    with pytest.raises(unanimity.UserError, match=r"(one|two)\.toml: based_on goes round in a circle"):
        load_regime(one)


def test_a_slip_in_the_base_is_named_in_the_file_in_which_it_stands(tmp_path):
    written(tmp_path, HEAD + "[run]\nmonth = 3\n", "base.toml")
    top = written(tmp_path, 'title = "x"\nbased_on = "base.toml"\n', "top.toml")
    with pytest.raises(unanimity.UserError, match=r"base\.toml: no field 'run\.month'"):
        load_regime(top)


def test_a_new_value_over_a_base_needs_a_source_of_its_own(tmp_path):
    path = written(tmp_path, 'title = "x"\nbased_on = "apparatus"\nmechanisms = []\n[inputs]\nblows = 0.19\n')
    with pytest.raises(unanimity.UserError, match="blows has no entry under"):
        load_regime(path)


def test_a_value_without_source_in_the_base_is_refused_too(tmp_path):
    written(tmp_path, HEAD + "[parameters.voice]\ntheta = 0.1\n", "base.toml")
    with pytest.raises(unanimity.UserError, match=r"base\.toml: voice\.theta has no entry under"):
        load_regime(written(tmp_path, 'title = "x"\nbased_on = "base.toml"\n', "top.toml"))


@pytest.mark.parametrize(("changes", "says"), [
    ({"balot": "open"}, r"no lever, parameter or input 'balot'\. Did you mean 'ballot'\?"),
    ({"ballot": "secrt"}, r"ballot = 'secrt' is not allowed; allowed: open < secret\. Did you mean 'secret'\?"),
    ({"ballot@9": "open"}, "allowed: a province from 1 to 8"),
    ({"ballot@ward": "open"}, "allowed: cell, district, province, centre"),
    ({"press@centre": "free"}, "press cannot differ by level"),
    ({"appointer@1": "leader"}, "appointer cannot differ by province"),
    ({"voice.theta": 0.9}, r"voice\.theta = 0\.9 is not allowed; allowed: 0\.\.0\.3"),
    ({"voice.teta": 0.1}, r"Did you mean 'voice\.theta'\?"),
    ({"voice.theta": "abc"}, r"voice\.theta = 'abc' is not allowed"),
    ({"threat": 7}, r"inputs\.threat = 7 is not allowed; allowed: 0\.\.1"),
    ({"fear": 0.1}, "the mechanism 'fear' supplies it"),
    ({"people": 0}, r"society\.people = 0 is not allowed; allowed: at least 1 person"),
    ({"people": 12}, "at least one person a cell, here 128"),
    ({"people": "many"}, "people = 'many' is not allowed; allowed: a whole number"),
    ({"people": 200.5}, "people = 200.5 is not allowed"),
    ({"months": 0}, r"months = 0 is not allowed; allowed: 1\.\.6000"),
    ({"months": float("nan")}, "months = nan is not allowed"),
    ({"months": "1e999"}, "months = '1e999' is not allowed"),
    ({"burn_in": 13}, "burn_in = 13 is not allowed; allowed: a whole number of years"),
    ({"secretary": 10**6}, "secretary"),
])
def test_a_slip_in_a_change_is_named_in_one_line(changes, says):
    with pytest.raises(unanimity.UserError, match=says) as raised:
        only_the_hall("law", changes)
    line_of(raised)


@pytest.mark.parametrize(("wrong", "says"), [
    ({"seed": -1}, r"seed = -1 is not allowed; allowed: a whole number from 0 to 2\^64 - 1"),
    ({"seed": 2**64}, "seed = 18446744073709551616 is not allowed"),
    ({"seed": 1.5}, r"seed = 1\.5 is not allowed"),
    ({"seed": "7"}, "seed = '7' is not allowed"),
    ({"seed": True}, "seed = True is not allowed"),
    ({"worlds": 0}, "worlds = 0 is not allowed; allowed: a whole number from 1 up"),
    ({"worlds": 1.5}, "worlds = 1.5 is not allowed"),
    ({"threads": 0}, "threads = 0 is not allowed"),
    ({"threads": -2}, "threads = -2 is not allowed"),
    ({"checkpoint_every": 0}, "checkpoint_every = 0 is not allowed"),
    ({"measures": ["unanimty"]}, r"no measure 'unanimty'\. Did you mean 'unanimity'\?"),
])
def test_a_slip_in_the_call_of_a_run_is_named_in_one_line(wrong, says):
    with pytest.raises(unanimity.UserError, match=says) as raised:
        unanimity.run(only_the_hall("law"), people=128, **{"months": 1, **wrong})
    line_of(raised)


def test_slips_in_a_comparison_are_named_before_anything_runs():
    with pytest.raises(unanimity.UserError, match=r"pairs = 0 is not allowed"):
        unanimity.compare("law", {"open": {"ballot": "open"}}, pairs=0)
    with pytest.raises(unanimity.UserError, match="Did you mean 'ballot'"):
        unanimity.compare("law", {"open": {"balot": "open"}})
    with pytest.raises(unanimity.UserError, match="may not be called 'control'"):
        unanimity.compare("law", {"control": {"ballot": "open"}})


@pytest.mark.parametrize("call, says", [
    (lambda: unanimity.compare("terror", {"ballot": "secret"}), r"gives the arm 'ballot' no changes of its own.*"
     r"\{'changed': \{'ballot': 'secret'\}\}"),
    (lambda: unanimity.compare("terror", {}), "variants is empty.*such as"),
    (lambda: unanimity.compare("terror", "ballot"), "variants = 'ballot' is not allowed"),
    (lambda: unanimity.compare("terror", {"a": {"ballot": "secret"}}, pairs=1), "An interval needs at least 3 pairs"),
    (lambda: unanimity.compare("terror", {"a": {}}, pair=3), "no argument 'pair'. Did you mean 'pairs'"),
    (lambda: unanimity.run("law", month=3), r"run: no argument 'month'\. Did you mean 'months'\?"),
    (lambda: unanimity.run("law", ballot="secret"), r"goes into its changes: run\(\.\.\., \{'ballot': 'secret'\}\)"),
    (lambda: unanimity.run("law", progress="yes"), "progress = 'yes' is not allowed"),
    (lambda: unanimity.run("law", {"courts": "off"}), "Did you mean 'oversight.courts'"),
    (lambda: unanimity.run("law", resume=True), "--resume needs the --out"),
])
def test_a_slip_in_a_call_is_one_line_with_the_cure(call, says):
    with pytest.raises(unanimity.UserError, match=says) as raised:
        call()
    line_of(raised)


def test_a_regime_with_correlations_has_a_fingerprint_and_runs(tmp_path):
    path = written(tmp_path, HEAD + '[correlations]\n"courage ~ conviction" = 0.5\n')
    assert load_regime(path).fingerprint != load_regime("law").fingerprint
    assert unanimity.run(path, months=1, people=128).digest


def test_the_fingerprint_tells_regimes_apart_by_what_they_do_not_by_their_title(tmp_path):
    law = load_regime("law")
    renamed = load_regime(written(tmp_path, HEAD))
    assert renamed.fingerprint == law.fingerprint
    others = [law.but(ballot="open"), law.but({"ballot@2": "open"}), law.but({"voice.theta": 0.1}),
              law.but(mechanisms="hall"), law.but(mechanisms="hall", threat=0.5),
              law.but(people=256), law.but(burn_in=12), law.from_month(3, {"ballot": "open"})]
    assert len({law.fingerprint, *(r.fingerprint for r in others)}) == len(others) + 1


def test_without_a_mechanism_what_the_file_says_of_its_parameters_falls_away(tmp_path):
    path = written(tmp_path, HEAD + "[parameters.sanction]\nstart = 7\n[parameters.voice]\ntheta = 0.2\n"
                   "[sources]\n\"sanction.start\" = \"assumed\"\n\"voice.theta\" = \"assumed\"\n")
    assert load_regime(path).parameters == {"sanction.start": 7.0, "voice.theta": 0.2}
    alone = load_regime(path).but(mechanisms="hall")
    assert alone.parameters == {"voice.theta": 0.2} and unanimity.run(alone, months=1, people=128).digest


# --- the disk ---------------------------------------------------------------------------------------------------------
def full(*_args, **_more):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("where", ["replace", "fsync", "open"])
def test_a_full_disk_gives_one_line_and_nothing_half_written_remains(tmp_path, monkeypatch, where):
    if where == "open":
        plain = builtins.open
        monkeypatch.setattr(atomic_files, "open", lambda *a, **k: full() if "partial" in str(a[0]) else plain(*a, **k),
                            raising=False)
    elif where == "replace":  # the disk of the results alone: the month may have to be compiled first, on another
        plain_replace = os.replace
        monkeypatch.setattr(os, where, lambda a, b: full() if str(tmp_path) in str(b) else plain_replace(a, b))
    else:
        monkeypatch.setattr(os, where, full)
    with pytest.raises(unanimity.UserError, match="cannot be written, the disk is full; free some space") as raised:
        unanimity.run(only_the_hall("law"), months=2, people=128, out=tmp_path / "out")
    assert str(tmp_path / "out") in line_of(raised)
    assert not (tmp_path / "out").exists()


def test_a_full_disk_leaves_the_older_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "note.txt"
    atomic_files.write_text(path, "old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(unanimity.UserError, match="disk is full"):
        atomic_files.write_text(path, "new")
    assert path.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["note.txt"]


def test_a_disk_that_fills_up_during_the_run_loses_no_earlier_checkpoint(tmp_path, monkeypatch):
    """The second checkpoint cannot be written: the first stays, and the run can be taken up from it."""
    whole = unanimity.run(only_the_hall("law"), months=4, people=128, seed=1).digest
    real, calls = os.replace, []

    def fills_up(source, target):
        if str(tmp_path) not in str(target):
            return real(source, target)
        calls.append(target)
        if len(calls) > 1:
            full()
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fills_up)
        with pytest.raises(unanimity.UserError, match="disk is full"):
            unanimity.run(only_the_hall("law"), months=4, people=128, seed=1, out=tmp_path, checkpoint_every=1)
    assert [p.name for p in tmp_path.iterdir()] == [CHECKPOINT]
    again = unanimity.run(only_the_hall("law"), months=4, people=128, seed=1, out=tmp_path, checkpoint_every=1,
                          resume=True)
    assert again.digest == whole


def test_a_place_where_nothing_can_be_written_is_named(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(unanimity.UserError, match="cannot be written") as raised:
        unanimity.run(only_the_hall("law"), months=1, people=128, out=blocked)
    assert str(blocked) in line_of(raised) and blocked.read_text() == "in the way"


def test_a_folder_without_a_complete_result_is_refused(tmp_path):
    with pytest.raises(unanimity.UserError, match="holds no complete result"):
        load_result(tmp_path)
    unanimity.run(only_the_hall("law"), months=1, people=128, out=tmp_path)
    (tmp_path / "table.parquet").write_bytes(b"half")
    with pytest.raises(unanimity.UserError, match="holds no complete result"):
        load_result(tmp_path)
    (tmp_path / "manifest.json").write_text("[1, 2]")
    with pytest.raises(unanimity.UserError, match="holds no complete result"):
        load_result(tmp_path)


@pytest.mark.parametrize("key", ["voice.theta@1", "blows@2", "people@1"])
def test_a_place_beside_what_holds_everywhere_is_refused(key):
    with pytest.raises(unanimity.UserError, match=rf"{key} = 0\.1 is not allowed; allowed"):
        load_regime("apparatus").but({"mechanisms": "hall", key: 0.1})
