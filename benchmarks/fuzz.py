"""Malformed files of every kind: each must be refused in one line or mean something; none may end in a traceback.

    python benchmarks/fuzz.py [--files 5000] [--seed 1] [--kind regime]

A sound file (regime, schedule, experiment, claim, sweep, sensitivity, calibration, targets, series) is damaged by lot:
a word misspelt, a field added or left out, a value of another kind or size, text cut or garbled, a column doubled. What
a user may call as he likes is left alone. Counted are files that are refused, accepted, end in another exception, or
take longer than a minute. A file that is certainly wrong (a field or column that nobody knows, a value of another kind)
and accepted all the same is listed. Exit code 1 if there was a traceback, a hang, or such a file without a reason in
EXCUSED.
"""

from __future__ import annotations

import argparse
import copy
import random
import signal
import sys
import tempfile
import tomllib
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

SECONDS = 60
# tables in which a user names things as he likes: a word more is another thing and no slip
NAMES = ("arms", "measures", "sources", "factors", "also", "levels", "sets", "doses.also")
# what may be any text or anything at all, so that another is no slip either
FREE_TEXT = ("title", "asks", "says", "notes", "why", "reason", "reading", "source", "author", "lines", "expects",
             "falsified", "rival", "unit", "date", "note", "name", "by_construction")
EXCUSED: dict[tuple[str, str], str] = {}  # (mutation, place) -> why it may be accepted


# --- sound files -----------------------------------------------------------------------------------------------------
EXPERIMENT: dict[str, Any] = {
    "title": "Ballot", "asks": "Does it matter?", "base": "apparatus", "months": 24, "burn_in": 12, "people": 256,
    "replications": 12, "regime": {"mechanisms": [], "groups": [{"name": "bold", "n": 10, "fame": 0.1}]},
    "doses": {"name": "size", "values": [0.1, 0.4, 0.9]},
    "factors": {"press": {"levels": {"as it was": {}, "free": {"levers": {"press": "free"}}}}},
    "arms": {"secret": {"levers": {"ballot": {"all": "open", "provinces": {"2": "secret"}}}},
             "struck": {"schedule": [{"month": 2, "event": "set", "variable": "fear", "value": "$size"}]},
             "tough": {"at": 6, "parameters": {"voice": {"theta": 0.2}}}},
    "measures": {"assent": "unanimity", "afraid": {"expression": "share(fear > 0.5, all)", "says": "who fears"}},
    "expect": [{"form": "change", "measure": "assent", "arm": "secret", "direction": "fall", "by": 10,
                "unit": "points"},
               {"form": "trend", "measure": "assent", "arm": "struck", "over": "size"}],
    "falsified_if": [{"form": "denies", "measure": "assent", "arm": "secret", "direction": "fall", "margin": 5}],
    "rival": [{"word": "unchanged", "measure": "assent", "arm": "secret", "share": True}],
    "show": [{"form": "level", "values": "assent[control]", "at": "above", "x": 0.5}],
    "curves": ["assent"], "explained_by": ["voice"], "sources": {"voice.theta": "assumed"},
}
CLAIM = EXPERIMENT | {"claim": {"author": "A", "date": "1926", "source": "003", "lines": "12", "says": "so",
                                "expects": "so", "falsified": "not so", "rival": "another", "strength": "own",
                                "sets": {"voice.theta": "the text says so"}}}
REGIME: dict[str, Any] = {
    "title": "Mine", "asks": "What follows?", "based_on": "apparatus",
    "run": {"months": 24, "burn_in": 12, "start": "1918-01"},
    "society": {"people": 512, "tree": [8, 4, 4], "rural": 0.3},
    "levers": {"ballot": {"all": "open", "levels": {"centre": "secret"}}, "oversight": {"courts": "on"}},
    "parameters": {"voice": {"theta": 0.1}}, "sources": {"voice.theta": "assumed"},
    "schedule": [{"month": "1918-05", "lever": "press", "value": "free"}, {"month": 7, "event": "war", "months": 6},
                 {"month": 3, "event": "attack", "victim": "lot(1, officials)"}],
    "groups": [{"name": "bold", "of": "members", "share": 0.1, "fame": 0.2}],
    "persons": [{"name": "A. B.", "role": "leader", "fame": 0.4}],
}
SWEEP: dict[str, Any] = {"title": "Sweep", "base": "apparatus", "worlds": 2, "months": 6, "people": 256, "seed": 3,
                         "measures": ["unanimity"], "over": {"ballot": ["open", "secret"],
                                                              "voice.theta": {"low": 0.05, "high": 0.25}}, "n": 3}
SENSITIVITY: dict[str, Any] = {"title": "S", "base": "apparatus", "worlds": 2, "months": 6, "people": 256,
                               "measures": {"assent": "unanimity"}, "method": "morris", "parameters": ["voice"], "n": 2,
                               "ranges": "30 percent"}
CALIBRATE: dict[str, Any] = {"title": "C", "base": "apparatus", "worlds": 2, "months": 6, "people": 256, "waves": 1,
                             "n": 6, "ensemble": 10, "parameters": {"voice.theta": {"low": 0.05, "high": 0.25}},
                             "targets": [{"name": "assent", "measure": "unanimity", "low": 0.6, "high": 0.7,
                                          "source": "assumed"}]}
SERIES = ("id,title,record,per,scale,unit,model_measure,how,targets\n"
          "arrests,Arrests,mine.csv,people.csv,1000,per 1000,\"1000 * rate(log arrested, all, WINDOW)\",sum,arrests-\n"
          "deaths,Deaths,,,,persons,deaths(WINDOW),mean,\n")
SCHEDULE = ("month,what,name,value,with,why\n3,lever,ballot,secret,\"provinces = [1], announced = 2\",so\n"
            "1918-06,event,war,,months = 6,so\n7,parameter,voice.theta,0.2,,so\n")


def sound() -> dict[str, Any]:
    """A sound file of each kind: tables, or the text of a CSV table."""
    targets = (resources.files("unanimity.history") / "targets" / "ussr-1918-1941.csv").read_text(encoding="utf-8")
    head = [line for line in targets.splitlines() if not line.startswith("#")]
    return {"regime": REGIME, "schedule": SCHEDULE, "experiment": EXPERIMENT, "claim": CLAIM, "sweep": SWEEP,
            "sensitivity": SENSITIVITY, "calibrate": CALIBRATE, "targets": "\n".join(head[:6]) + "\n", "series": SERIES}


# --- writing ---------------------------------------------------------------------------------------------------------
def toml(value: Any) -> str:
    """A value as TOML writes it, tables in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(str(key))} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(letter if letter.isprintable() else " " for letter in plain) + '"'
    return str(value)


def written(content: Any) -> str:
    """The text of a file."""
    if isinstance(content, str):
        return content
    return "".join(f"{toml(key)} = {toml(value)}\n" for key, value in content.items())


# --- damage ----------------------------------------------------------------------------------------------------------
@dataclass
class Damage:
    """What was done to a file: in words, where, and whether nobody could mean it."""

    what: str
    place: str = ""
    surely_wrong: bool = False
    more: str = ""


ODD: tuple[Any, ...] = (-1, 0, 10**30, 1e308, -0.5, float("nan"), float("inf"), True, "", "  ", "nobody", "$nobody",
                        "1918-13", [], [[]], {}, {"a": {"b": []}}, [1, "two"], "x" * 5000, "lot(1, lot(2, all))",
                        "é\u202e", 999999)


def places(content: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value inside, with its way there."""
    parts = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in parts:
        yield (*above, key), value
        yield from places(value, (*above, key))


def at(content: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        content = content[key]
    return content


def shown(way: tuple[Any, ...]) -> str:
    return ".".join(str(key) for key in way if not isinstance(key, int))


def is_named_freely(way: tuple[Any, ...]) -> bool:
    """Whether what stands in a table is called as the user likes."""
    return bool(way) and str(way[-1]) in NAMES


def damage_tables(content: dict[str, Any], luck: random.Random) -> Damage:
    found = list(places(content))
    way, value = luck.choice(found)
    inside = at(content, way[:-1])
    kind = luck.choice(("misspell", "add", "leave out", "another kind", "odd value", "garble"))
    if kind == "misspell" and isinstance(inside, dict):
        word = str(way[-1])
        slip = luck.choice((word + "s", word[:-1], word.capitalize(), word.replace("e", "a"), "un" + word))
        if slip and slip not in inside:
            inside[slip] = inside.pop(way[-1])
            return Damage(kind, shown(way), not is_named_freely(way[:-1]) and way[-1] not in FREE_TEXT, slip)
    if kind == "add":
        tables = [(), *(one for one, held in found if isinstance(held, dict))]
        here = luck.choice(tables)
        at(content, here)["unheard_of"] = luck.choice((1, "word", {"a": 1}, [1]))
        return Damage(kind, shown(here), not is_named_freely(here))
    if kind == "leave out":
        del inside[way[-1]]
        return Damage(kind, shown(way))
    if kind == "another kind":
        other = {"a": 1} if not isinstance(value, dict) else 7
        inside[way[-1]] = luck.choice((other, "no number") if isinstance(value, (int, float)) else (other,))
        return Damage(kind, shown(way), str(way[-1]) not in FREE_TEXT and not is_named_freely(way[:-1]))
    if kind == "garble" and isinstance(value, str) and value:
        letters = list(value)
        letters[luck.randrange(len(letters))] = luck.choice("()[]$.,=+-*/ab10 \"'")
        inside[way[-1]] = "".join(letters)
        return Damage(kind, shown(way))
    inside[way[-1]] = copy.deepcopy(luck.choice(ODD))
    return Damage("odd value", shown(way))


def damage_csv(text: str, luck: random.Random) -> tuple[str, Damage]:
    lines = text.splitlines()
    head = lines[0].split(",")
    column = luck.randrange(len(head))
    kind = luck.choice(("misspell", "double", "long row", "short row", "cell", "no head"))
    row = luck.randrange(1, len(lines))
    if kind == "misspell":
        head[column] = luck.choice((head[column].capitalize(), head[column] + "x", head[column][:-1] or "x"))
        lines[0] = ",".join(head)
    elif kind == "double":
        lines = [f"{lines[0]},{head[column]}", *(f"{line},x" for line in lines[1:])]
    elif kind == "long row":
        lines[row] += ",more"
    elif kind == "short row":
        lines[row] = lines[row].rpartition(",")[0]
    elif kind == "cell":
        cells = lines[row].split(",")
        cells[luck.randrange(len(cells))] = written_cell(luck.choice(ODD))
        lines[row] = ",".join(cells)
    else:
        del lines[0]
    return "\n".join(lines) + "\n", Damage(kind, head[column], kind in ("misspell", "double", "long row", "short row"))


def written_cell(value: Any) -> str:
    return str(value).replace(",", " ").replace("\n", " ")


def damage_text(text: str, luck: random.Random) -> tuple[bytes, Damage]:
    """The letters of a file, whatever they mean."""
    content = bytearray(text.encode())
    kind = luck.choice(("cut", "flip", "insert", "repeat"))
    place = luck.randrange(len(content))
    if kind == "cut":
        del content[place:]
    elif kind == "flip":
        content[place] ^= 1 << luck.randrange(8)
    elif kind == "insert":
        content[place:place] = luck.choice((b"\0", b"\xff\xfe", b"[[", b"\n=\n", b"\"", "é".encode(), b"{" * 400))
    else:
        content[place:place] = content[place:place + luck.randrange(1, 200)]
    return bytes(content), Damage(kind)


def damaged(content: Any, luck: random.Random) -> tuple[bytes, Damage]:
    if luck.random() < 0.15:
        return damage_text(written(content), luck)
    if isinstance(content, str):
        text, what = damage_csv(content, luck)
        return text.encode(), what
    content = copy.deepcopy(content)
    what = damage_tables(content, luck)
    return written(content).encode(), what


# --- reading ---------------------------------------------------------------------------------------------------------
def made_up(pieces: Any, seeds: Any, events: Any, threads: Any, tell: Any) -> list[Any]:
    """Worlds that nobody ran: what is read is checked before, and only that matters here."""
    from unanimity.experiments.store import World

    found = []
    for piece, seed in zip(pieces, seeds, strict=True):
        months = np.arange(-piece.regime.burn_in, piece.regime.months)
        totals = np.array([0.5 + 0.01 * (seed % 7) + 0.1 * piece.regime.parameters.get("voice.theta", 0.0)
                           for _ in piece.questions])
        found.append(World(totals, months, np.full((len(piece.questions), months.size), np.nan)))
    return found


def readers() -> dict[str, Callable[[Path], Any]]:
    """How each kind of file is read: as far as can be without running a month."""
    import unanimity as un
    from unanimity.history.targets import read_targets
    from unanimity.history.yearly_series import read_series
    from unanimity.regimes import load_regime
    from unanimity.workshop import calibrate, sensitivity, sweep
    from unanimity.workshop.workshop_files import described

    def regime(path: Path) -> Any:
        found = load_regime(path)
        return found.fingerprint, found.tree

    def schedule(path: Path) -> Any:
        owner = path.with_name("owner.toml")
        owner.write_text(f'title = "Owner"\nbased_on = "apparatus"\nschedule = "{path.name}"\n'
                         f'run = {{start = "1918-01"}}\n')
        return regime(owner)

    def series(path: Path) -> Any:
        path.with_name("mine.csv").write_text("year,value\n1918,3\n1919,4\n")
        path.with_name("people.csv").write_text("year,value\n1918,100\n1930,100\n")
        return read_series(path)

    def workshop(kind: str, function: Any) -> Callable[[Path], Any]:
        return lambda path: function(**described(path, kind), keep=False, workers=1, progress=False, runner=made_up)

    return {"regime": regime, "schedule": schedule, "experiment": lambda path: un.experiment(path).validate(),
            "claim": lambda path: un.claims.claim(path).validate(), "sweep": workshop("sweep", sweep),
            "sensitivity": workshop("sensitivity", sensitivity), "calibrate": workshop("calibrate", calibrate),
            "targets": read_targets, "series": series}


class Hang(BaseException):
    """A file that takes too long."""


def stop(number: int, frame: Any) -> None:
    raise Hang


def fate_of(read: Callable[[Path], Any], path: Path) -> tuple[str, str]:
    """refused, accepted, traceback or hang, with what was said."""
    from unanimity.support.errors import UserError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            read(path)
    except UserError as slip:
        return ("refused", str(slip)) if len(str(slip).splitlines()) == 1 else ("traceback", f"several lines: {slip}")
    except Hang:
        return "hang", ""
    except Exception:
        return "traceback", traceback.format_exc(limit=-4)
    finally:
        signal.alarm(0)
    return "accepted", ""


def fuzz(files: int, seed: int, kinds: tuple[str, ...] = ()) -> tuple[Counter[str], list[str]]:
    """How many files met which fate, and a line for each that should not have."""
    luck, found, wrong = random.Random(seed), Counter[str](), list[str]()
    all_sound, all_readers = sound(), readers()
    with tempfile.TemporaryDirectory() as place:
        for kind in kinds or tuple(all_sound):
            path = Path(place) / f"whole.{'csv' if isinstance(all_sound[kind], str) else 'toml'}"
            path.write_text(written(all_sound[kind]), encoding="utf-8")
            fate = fate_of(all_readers[kind], path)
            assert fate[0] == "accepted", f"the sound {kind} is {fate}"
        for number in range(files):
            kind = luck.choice(kinds or tuple(all_sound))
            content, what = damaged(all_sound[kind], luck)
            path = Path(place) / f"{number}.{'csv' if isinstance(all_sound[kind], str) else 'toml'}"
            path.write_bytes(content)
            fate, says = fate_of(all_readers[kind], path)
            found[fate] += 1
            label = f"{number} {kind}: {what.what} {what.place} {what.more}".rstrip()
            if fate in ("traceback", "hang"):
                wrong.append(f"{fate}: {label}\n{says}")
            elif fate == "accepted" and what.surely_wrong and not same(content, all_sound[kind]):
                found["wrongly accepted"] += 1
                if (what.what, what.place) not in EXCUSED:
                    wrong.append(f"accepted: {label}")
            path.unlink()
    return found, wrong


def same(content: bytes, whole: Any) -> bool:
    """Whether a file says the same as the sound one after all."""
    try:
        return content.decode() == whole if isinstance(whole, str) else tomllib.loads(content.decode()) == whole
    except ValueError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", default=[], choices=list(sound()))
    given = parser.parse_args()
    found, wrong = fuzz(given.files, given.seed, tuple(given.kind))
    for line in wrong:
        print(line)
    print(f"{given.files} files, seed {given.seed}: {dict(found)}; {len(wrong)} to mend")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
