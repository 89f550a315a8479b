"""The commands as README.md and --help promise them: what they print and write, and that the written examples run."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import unanimity as un
from page_blocks import blocks, run_as_written
from unanimity.cli import output
from unanimity.cli.handbook.built_pages import built_pages

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "unanimity.cli.main"]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SMALL = ("--people", "256", "--months", "6")


def value_of(answer):
    """The one JSON value on stdout."""
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


ELSEWHERE = ("verdicts.md", "writing-a-claim.md", "writing-an-experiment.md")  # their examples have tests of their own


def examples(language):
    return [pytest.param(block, id=f"{page.name}-{number}") for page in PAGES if page.name not in ELSEWHERE
            for number, block in enumerate(blocks(page, language), start=1)]


def on_a_terminal(*words, **environment):
    """What the program writes when stdout and stderr are a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([*PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs,
                          env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment}) as program:
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            written += piece
        os.close(ours)
    assert program.returncode == 0, written
    return written.decode()


# What a command prints ------------------------------------------------------------------------------------------------

def test_the_name_alone_greets_and_says_what_to_type(unanimity):
    answer = unanimity()
    assert answer.code == 0 and answer.err == ""
    assert "unanimity demo" in answer.out and len(answer.out.splitlines()) <= 10


def test_run_gives_digest_seconds_rate_and_measures(unanimity):
    found = value_of(unanimity("run", "apparatus", *SMALL, "--worlds", "2", "--seed", "7", "--json"))
    assert re.fullmatch(r"[0-9a-f]{64}", found["digest"])
    assert found["seconds"] > 0 and found["person_months_per_second"] > 0
    listed = {row["id"] for row in value_of(unanimity("measures", "list", "--json"))}
    assert {"unanimity", "falsification_gap", "hidden_support", "people_accounted"} <= set(found["measures"]) <= listed
    assert 0 <= found["measures"]["unanimity"] <= 1
    assert [world["seed"] for world in found["worlds"]] == [7, 8]
    assert found["people"] == 256 and found["months"] == [0, 5]


def test_run_and_python_give_the_same_digest(unanimity):
    found = value_of(unanimity("run", "law", *SMALL, "--seed", "3", "--set", "ballot=open", "--json"))
    assert found["digest"] == un.run("law", {"ballot": "open"}, people=256, months=6, seed=3).digest


def test_a_set_lever_changes_the_run_and_one_set_to_what_it_was_does_not(unanimity):
    as_it_is = value_of(unanimity("run", "apparatus", *SMALL, "--json"))["digest"]
    assert value_of(unanimity("run", "apparatus", *SMALL, "--set", "ballot=open", "--json"))["digest"] == as_it_is
    assert value_of(unanimity("run", "apparatus", *SMALL, "--set", "ballot@2=secret", "--json"))["digest"] != as_it_is


def test_the_number_of_threads_changes_nothing(unanimity):
    one, two = (value_of(unanimity("run", "war", *SMALL, "--worlds", "3", "--threads", threads, "--json"))["digest"]
                for threads in ("1", "2"))
    assert one == two


def test_out_holds_what_was_printed(unanimity, tmp_path):
    found = value_of(unanimity("run", "apparatus", *SMALL, "--out", "mine", "--json"))
    names = sorted(path.name.partition("-")[0] for path in (tmp_path / "mine").iterdir())  # a regime's with its digest
    assert names == ["cells.parquet", "glossary.html", "log.parquet", "manifest.json", "regime", "report.html",
                     "table.parquet"]
    assert json.loads((tmp_path / "mine/manifest.json").read_text())["digest"] == found["digest"]


def test_run_for_people_is_a_table_on_stdout_and_the_digest_on_stderr(unanimity):
    answer = unanimity("run", "apparatus", *SMALL)
    assert answer.code == 0 and "falsification_gap" in answer.out and "share of attendants" in answer.out
    assert re.search(r"digest [0-9a-f]{16}", answer.err) and "digest" not in answer.out


def test_two_thousand_people_are_printed_as_such(unanimity):
    assert "e+" not in unanimity("run", "apparatus", "--months", "2").out


def test_the_heading_of_a_changed_regime_says_what_was_changed(unanimity):
    heading = unanimity("run", "apparatus", *SMALL, "--set", "ballot=secret").out.split("measure")[0]
    assert "secret" in heading


def test_measures_can_be_chosen(unanimity):
    found = value_of(unanimity("run", "apparatus", *SMALL, "--measures", "unanimity,hidden_support", "--json"))
    assert {"unanimity", "hidden_support"} <= set(found["measures"]) and "talks" not in found["measures"]


def test_compare_gives_a_row_for_each_arm_and_measure(unanimity):
    arms = ("ballot=secret", "appointment=elected,recall=on")
    found = value_of(unanimity("compare", "apparatus", "--with", arms[0], "--with", arms[1], "--pairs", "4", *SMALL,
                               "--json"))
    rows = found["differences"]
    arms = ("ballot secret", "appointment elected and a lost vote removes the secretary")  # in words
    measures = value_of(unanimity("run", "apparatus", *SMALL, "--json"))["measures"]
    assert {(row["arm"], row["measure"]) for row in rows} == {(arm, measure) for arm in arms for measure in measures}
    told = [row for row in rows if row["difference"] is not None]  # nobody was exposed in six months, say
    assert len(told) > len(rows) / 2
    for row in told:
        assert row["low"] <= row["difference"] <= row["high"]
        assert row["difference"] == pytest.approx(row["treated"] - row["control"])
    secret = next(row for row in rows if row["arm"] == arms[0] and row["measure"] == "unanimity")
    assert secret["difference"] < 0, "a secret ballot lowers assent"


SHOWN = 30  # of a long list; each is a command of its own


@pytest.mark.parametrize("collection, known", [
    ("regimes", {"law", "war", "apparatus", "terror"}), ("mechanisms", {"meeting", "voice", "fear"}),
    ("measures", {"unanimity", "falsification_gap"}), ("reference", {"granovetter", "kuran", "epstein", "pluchino"})])
def test_a_list_is_an_array_of_objects_with_id_and_each_can_be_shown(unanimity, collection, known):
    rows = value_of(unanimity(collection, "list", "--json"))
    names = [row["id"] for row in rows]
    assert known <= set(names) and len(set(names)) == len(names)
    words = unanimity(collection, "list").out
    for name in names:
        assert name in words
    for name in names[::max(1, len(names) // SHOWN)]:
        assert value_of(unanimity(collection, "show", name, "--json"))["id"] == name
    assert len(unanimity(collection, "show", names[0]).out.splitlines()) > 3


def test_show_tells_which_levers_no_mechanism_reads(unanimity):
    def levers(regime):
        return {row["id"]: row for row in value_of(unanimity("regimes", "show", regime, "--json"))["levers"]}

    whole, hall = levers("apparatus"), levers("memoir-cell")
    assert whole["ballot"]["value"] == "open" and {name for name, row in whole.items() if not row["read"]} == {
        "arrivals", "schooling", "passports",  # read where a society has places to spare
        "arbitration", "fork", "leader_by", "pay_ratio", "petition", "quorum", "referendum", "rule_change", "slates",
        "term"}  # read in organisations with a statute
    assert all({"id", "value", "allowed", "meaning", "read"} <= set(row) for row in whole.values())
    assert hall["ballot"]["read"] and not hall["unrest_answer"]["read"]
    shown = unanimity("regimes", "show", "memoir-cell").out.splitlines()
    line = next(line for line in shown if "unrest_answer" in line)
    assert line.split()[-1] == "no"


def test_a_mechanism_shows_card_equation_parameters_and_citation(unanimity):
    shown = value_of(unanimity("mechanisms", "show", "fear", "--json"))
    assert shown["card"] == 6 and shown["sources"] and "fear'" in shown["form"]
    assert {"id", "meaning", "default", "low", "high", "unit", "source"} <= set(shown["parameters"][0])
    assert all(p["low"] <= p["default"] <= p["high"] for p in shown["parameters"])


def test_order_names_each_rule_with_what_it_reads_and_writes(unanimity):
    rows = value_of(unanimity("order", "apparatus", "--json"))
    assert {"pass", "over", "mechanism", "rule", "reads", "writes"} <= set(rows[0])
    passes = [row["pass"] for row in rows]
    assert passes == sorted(passes) and {"fear", "meeting", "voice"} <= {row["mechanism"] for row in rows}
    assert {row["over"].split()[0].strip(",") for row in rows} == {"each", "total", "pick", "wave", "procedure"}
    assert rows[-1]["rule"] in unanimity("order", "apparatus").out


def test_info_names_version_cache_and_bytes(unanimity):
    facts = value_of(unanimity("info", "--json"))
    assert facts["version"] == un.__version__ and facts["threads"] >= 1
    assert 0 < facts["bytes_per_person"] <= 400 and facts["bytes_per_tie"] <= 16


def test_validate_says_sound(unanimity, tmp_path):
    (tmp_path / "mine.toml").write_text('title = "mine"\nbased_on = "law"\n')
    rows = value_of(unanimity("regimes", "validate", "mine.toml", "terror", "--json"))
    assert [row["valid"] for row in rows] == [True, True] and rows[0]["fingerprint"] != rows[1]["fingerprint"]
    assert "mine.toml: sound" in unanimity("regimes", "validate", "mine.toml").out


def test_the_two_cities_answer_in_json_and_leave_a_report_that_needs_no_network(unanimity, tmp_path):
    answer = unanimity("demo", "two-cities", "--pairs", "3", "--out", "demo", "--json")
    found = value_of(answer)
    assert "What share" in answer.err and "%" in found["answer"] and len(found["figures"]) == 5
    page = (tmp_path / found["report"]).read_text(encoding="utf-8")
    assert not re.search(r"<(?:script|link|img)[^>]+(?:src|href)=[\"']?https?:", page)
    assert page.count("<svg") >= 6


# How it behaves as a program ------------------------------------------------------------------------------------------

def test_help_answers_within_half_a_second_and_without_numba():
    code = ("import sys; sys.argv = ['unanimity', '--help']\n"
            "from unanimity.cli.main import main\n"
            "try:\n    main()\nexcept SystemExit:\n    pass\n"
            "heavy = {'numba', 'numpy', 'pandas', 'scipy', 'xarray', 'altair'} & set(sys.modules)\n"
            "sys.exit(f'loaded {sorted(heavy)}' if heavy else 0)")
    costs = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert done.returncode == 0, done.stderr
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert "mechanisms" in done.stdout and min(costs) < 0.5  # processor seconds: the machine may be busy


def test_a_pipe_gets_one_json_value_and_no_bar(tmp_path):
    un.run("apparatus", {"mechanisms": "hall"}, months=2, people=256)  # so that nothing is left to compile
    done = subprocess.run([*PROGRAM, "run", "apparatus", "--set", "mechanisms=hall", *SMALL, "--json"], cwd=tmp_path,
                          capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["regime"] == "apparatus"
    assert done.stderr == "" and "\x1b" not in done.stdout and list(tmp_path.iterdir()) == []


def test_a_terminal_gets_a_bar_with_time_left_and_no_color_is_respected():
    written = on_a_terminal("run", "apparatus", "--set", "mechanisms=hall", "--months", "240", "--worlds", "100",
                            NO_COLOR="1")  # long enough for a bar on a fast machine: quick work is shown none
    assert "months," in written and "left" in written and "unanimity" in written
    assert not re.search(r"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|9[0-7]|38|48)[0-9;]*m", written)


@pytest.mark.parametrize("blow, code", [(signal.SIGINT, 130),
                                        pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)])
def test_an_interrupted_run_goes_on_to_the_same_digest(unanimity, tmp_path, blow, code):
    words = ["run", "apparatus", "--worlds", "1", "--people", "1000", "--months", "80", "--seed", "5", "--json"]
    keeping = [*words, "--out", "mine", "--checkpoint-every", "10"]
    whole = value_of(unanimity(*words))["digest"]
    with subprocess.Popen([*PROGRAM, *keeping], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as program:
        while not (tmp_path / "mine/checkpoint.npz").exists() and program.poll() is None:
            time.sleep(0.005)
        program.send_signal(blow)
        out, err = program.communicate()
    assert program.returncode == code and out == "", err
    assert "stopped at the end of month" in err and "--resume" in err and len(err.splitlines()) == 1
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["checkpoint.npz"]
    assert value_of(unanimity(*keeping, "--resume"))["digest"] == whole
    assert not (tmp_path / "mine/checkpoint.npz").exists()


# What the pages promise -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("block", examples("python"))
def test_the_python_on_the_pages_runs_as_written(block, tmp_path, monkeypatch, capsys):
    written = run_as_written(block, tmp_path, monkeypatch, capsys)
    assert written.err == "" and ("print(" not in block or re.search(r"unanim(ity|ous)", written.out))


def test_the_output_that_the_readme_shows_is_what_its_first_block_prints(tmp_path, monkeypatch, capsys):
    code, shown = blocks(ROOT / "README.md", "python")[0], blocks(ROOT / "README.md", "text")[0]
    printed = run_as_written(code, tmp_path, monkeypatch, capsys).out.replace("\u00a0", " ")
    lines = [line for line in shown.splitlines() if line.strip() != "..."]
    there = [line.rstrip() for line in printed.splitlines()]
    assert len(lines) > 12 and [line for line in lines if line not in there] == []


@pytest.mark.parametrize("block", [block for block in examples("toml") if block.id.startswith("README")])
def test_the_toml_on_the_pages_is_sound_and_runs(block, unanimity, tmp_path):
    (tmp_path / "mine.toml").write_text(block)
    assert unanimity("regimes", "validate", "mine.toml").code == 0
    assert value_of(unanimity("run", "mine.toml", "--months", "30", "--json"))["regime"] == "mine"


def test_there_are_examples_to_run():
    assert len(examples("python")) >= 2 and len(examples("toml")) >= 1


def commands_of_the_readme():
    """Each line of the block 'The command line', its alternatives (a | b) apart."""
    block = (ROOT / "README.md").read_text(encoding="utf-8").split("## The command line")[1].split("```")[1]
    for line in block.strip().splitlines():
        first, *others = (part.strip() for part in line.split("#")[0].split("|"))
        words = shlex.split(first)[1:]
        yield words
        for other in others:
            yield [words[0], *shlex.split(other)]


STANDS_FOR = {"NAME": {"regimes": "law", "reference": "kuran", "whatif": "secret-ballot-1925",
                       "statutes": "worker-coop"},
              "FILE.toml": {"regimes": "mine.toml"}, "ID": {"claims": "trotsky-1926-unanimity"}}
# minutes or more, a server that stays, or a file of another kind: tests of their own rooms run them
RUN_ELSEWHERE = (["warmup"], ["lab"], ["evidence", "plot"], ["reference", "check"], ["experiment", "run"],
                 ["claims", "run"], ["store", "prune"], ["history", "check"], ["history", "run"],
                 ["whatif", "1926-01"], ["whatif", "run"], ["statutes", "check"], ["statutes", "new"],
                 ["statutes", "advise"], ["lab", "--class"])


@pytest.mark.parametrize("words", [pytest.param(words, id=" ".join(words)) for words in commands_of_the_readme()
                                   if words[:2] not in RUN_ELSEWHERE])
def test_every_command_of_the_readme_works_as_written(unanimity, tmp_path, words):
    (tmp_path / "mine.toml").write_text('title = "mine"\nbased_on = "law"\n')
    answer = unanimity(*(STANDS_FOR[word][words[0]] if word in STANDS_FOR else word for word in words))
    assert answer.code == 0 and answer.out.strip(), answer.err


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_what_a_page_points_to_is_there(page):
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    made = {(ROOT / "docs" / path).resolve() for path in built_pages()}  # built with the site
    assert [target for target in targets if not (page.parent / target).exists()
            and (page.parent / target).resolve() not in made] == []


def test_the_call_in_the_page_on_regimes_means_what_the_page_says():
    call = re.search(r"`(un\.regime\(.*?\))`", (ROOT / "docs/guides/regimes.md").read_text(encoding="utf-8")).group(1)
    made = eval(call, {"un": un})  # the page's own words
    assert made.lever("ballot") == "secret" and made.parameters["voice.theta"] == 0.2
    assert made.lever_text("ballot") != un.regime("apparatus", {"ballot": "secret"}).lever_text("ballot")


def test_compare_writes_a_page_with_tables_where_it_is_told(unanimity):
    told = value_of(unanimity("compare", "apparatus", "--with", "ballot=secret", "--pairs", "3", *SMALL,
                              "--measures", "unanimity", "--out", "c", "--json"))
    assert told["report"] == str(Path("c") / "report.html") and Path("c", "differences.csv").exists()
    assert "role='img'" in Path("c", "report.html").read_text(encoding="utf-8")


def test_run_and_compare_take_surveys_at_chosen_months(unanimity):
    told = value_of(unanimity("run", "apparatus", *SMALL, "--measures", "unanimity,brittleness", "--survey", "2,end",
                              "--json"))
    assert 0.0 <= told["measures"]["brittleness"] <= 1.0
    slip = unanimity("run", "apparatus", *SMALL, "--survey", "soon")
    assert slip.code == 2 and "--survey = 'soon' is not allowed; allowed: months such as 12,24, or end" in slip.err


def test_a_regime_that_is_a_milieu_is_listed_and_shown_as_one(unanimity):
    told = unanimity("regimes", "show", "memoir-cell")
    assert "Rates are those of a milieu, not of a country: four party cells" in told.out and "003 l.12470" in told.out
    milieu = json.loads(unanimity("regimes", "show", "purge-1937", "--json").out)["milieu"]
    assert milieu["share_of_country"] == 0.000625
    assert "milieu" not in unanimity("regimes", "show", "law").out
    listed = {row["id"]: row["milieu"] for row in json.loads(unanimity("regimes", "list", "--json").out)}
    assert listed["union"] == "members of one union, with nobody outside it" and listed["terror"] == ""


def test_a_run_tells_on_stderr_of_events_too_rare_to_see(unanimity):
    words = ("run", "apparatus", "--people", "256", "--months", "2", "--ask", "count(log died kind executed)")
    found = unanimity(*words)
    assert found.code == 0 and "Too rare to see in 1 world of 256 people over 2 months: " in found.err
    note, = json.loads(unanimity(*words, "--json").out)["notes"]
    assert note in found.err and "count(log died kind executed) (no event; 30 would take at least 2,600 people" in note
    assert json.loads(unanimity("run", "apparatus", "--people", "256", "--months", "2", "--json").out)["notes"] == []


def test_a_narrow_terminal_breaks_no_word_of_a_table():
    shown = on_a_terminal("claims", "list", "--author", "Kropotkin", COLUMNS="60")
    assert "kropotkin-1920-local-construction " in shown and "construction:" in shown


def test_signs_that_an_encoding_lacks_are_written_in_simpler_ones(monkeypatch):
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", stdout)
    output.write_what_can_be_written()
    output.print_table("", ["difference"], [["\u22121.5 \u2192 \u2265 2, Kr\u00f3l, \u0142\u00f3d\u017a"]])
    stdout.flush()
    assert b"-1.5 -> >= 2, Kr\xf3l, ?\xf3dz" in stdout.buffer.getvalue()
