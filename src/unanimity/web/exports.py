"""What one takes home from the lab: the regime file, Python lines, and the table of a run."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from unanimity import __version__
from unanimity.web.pool import Job
from unanimity.web.requests import RunAsked, table_of


def toml_of(asked: RunAsked, title: str = "", digest: str = "") -> str:
    """The request as a regime file that `unanimity run FILE --seed N` runs to the same digest."""
    table = table_of(asked)
    lines = [f"title = {_toml(title or str(table['title']))}", f"based_on = {_toml(asked.order)}",
             f"# from the lab, version {__version__}; seed {asked.seed}{f'; digest {digest}' if digest else ''}"]
    for name in ("run", "society", "levers"):
        if name in table:
            lines += ["", f"[{name}]", *(f"{_key(key)} = {_toml(value)}" for key, value in table[name].items())]
    for entry in table.get("schedule", []):
        lines += ["", "[[schedule]]", *(f"{_key(key)} = {_toml(value)}" for key, value in entry.items())]
    return "\n".join(lines) + "\n"


def python_of(asked: RunAsked, digest: str = "") -> str:
    """The same as lines of Python; a schedule needs the regime file."""
    if asked.schedule or asked.burn_in is not None:
        made = ['# save the regime file of the lab as mine.toml',
                f'result = un.run("mine.toml", seed={asked.seed})']
    else:
        more = "".join(f", {name}={getattr(asked, name)}" for name in ("months", "people")
                       if getattr(asked, name) is not None)
        changes = f", {json.dumps(asked.levers)}" if asked.levers else ""
        made = [f'result = un.run("{asked.order}"{changes}{more}, seed={asked.seed})'.replace("true", "True")
                .replace("false", "False")]
    tail = [f"assert result.digest.startswith({digest[:12]!r})"] if digest else []
    return "\n".join(["import unanimity as un", "", *made, *tail, "print(result)"]) + "\n"


def csv_of(job: Job) -> Iterator[str]:
    """The measures of a run, tidy: month, place, measure, value."""
    measures, places = job.head["measures"], job.head["places"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("month", "place", "measure", "value"))
    for month, body in job.months:
        values = values_in(job, body)
        for place, row in zip(places, values, strict=True):
            writer.writerows((month, place, name, "" if np.isnan(value) else repr(float(value)))
                             for name, value in zip(measures, row, strict=True))
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def values_in(job: Job, body: bytes) -> np.ndarray:
    """The measures of one month: places down, measures across."""
    shape = len(job.head["places"]), len(job.head["measures"])
    return np.frombuffer(body, "<f8", shape[0] * shape[1]).reshape(shape)


def frame_in(job: Job, body: bytes) -> bytes:
    """The frame of people of one month."""
    return body[8 * len(job.head["places"]) * len(job.head["measures"]):]


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(str(key))} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    return repr(value)
