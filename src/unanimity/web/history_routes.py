"""Routes of the room of history: stored curves against the record, the ready questions, and a question of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request
from fastapi.concurrency import run_in_threadpool

from unanimity.history.ready_questions import Question, read_question, ready
from unanimity.history.whatif import fates
from unanimity.support.errors import unknown
from unanimity.web import api_catalogue, stored_stamp
from unanimity.web.lives_in_spanish import with_spanish_lives
from unanimity.web.requests import WhatIfAsked

ON_A_CARD = ("measure", "unit", "control", "treated", "difference", "low", "high")
CHANCE = 0.05  # as history/whatif_answer.py: what may be chance is not told
NAMED = 0.02  # as a share of the larger side: what differs by less is in the table and not on a card
Begin = Callable[[str, Any, Request], Any]


@cache
def stored(name: str) -> dict[str, Any] | None:
    """An answer that came with the program (tools/store_all.py); nothing where there is none."""
    source = resources.files("unanimity.web") / stored_stamp.STORED / f"{name}.json"
    if not source.is_file():
        return None
    found: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return found


def share_of(row: dict[str, Any]) -> float:
    """A difference as a share of the larger of its two sides."""
    return float(abs(row["difference"]) / max(1e-12, abs(row["control"]), abs(row["treated"])))


def clearest(told: dict[str, Any]) -> dict[str, Any] | None:
    """What a card names: of the clear differences the largest of what the record counts, else the largest of the rest.

    Differences so small that nobody would call them one are left out, however certain they are.
    """
    counted = {one["title"] for one in told["series"]}
    named = [row for row in told["differences"] if row["q"] is not None and row["q"] <= CHANCE
             and row["low"] is not None and row["high"] > row["low"] and share_of(row) >= NAMED]
    best = max(named, key=lambda row: (row["measure"] in counted, share_of(row)), default=None)
    return best and {key: best[key] for key in ON_A_CARD}


def how_many_clear(told: dict[str, Any]) -> int:
    """Differences that are more than chance may give, the smallest ones too."""
    return sum(row["q"] is not None and row["q"] <= CHANCE for row in told["differences"])


def about(one: Question) -> dict[str, Any]:
    """A question in its own words."""
    return {"name": one.name, "title": one.title, "asks": one.asks, "date": one.date, "until": one.until,
            "words": " ".join(one.words.split()), "sources": list(one.sources), "arms": list(one.arms)}


@cache
def cards() -> list[dict[str, Any]]:
    """The ready questions in the order of their dates, each with the size and the clearest finding of its answer."""
    made = []
    for one in sorted((read_question(name) for name in ready()), key=lambda question: question.date):
        told = stored(one.name)
        made.append({key: value for key, value in about(one).items() if key not in ("words", "sources")}
                    | {"worlds": told and told["worlds"], "people": told and told["people"],
                       "finding": told and clearest(told), "clear": told and how_many_clear(told)})
    return made


def history_routes(app: FastAPI, begin: Begin, slips: dict[int | str, dict[str, Any]]) -> None:
    """Add the routes; `begin` hands work to the pool."""
    @app.get("/api/history")
    def targets() -> list[dict[str, Any]]:
        """The rows of the record that the hindcast is mended by."""
        return api_catalogue.targets_shown()

    @app.get("/api/history/stored")
    def hindcast() -> dict[str, Any]:
        """The hindcast as it came with the program: yearly curves beside the record, and every row."""
        return stored(stored_stamp.HINDCAST) or {}

    @app.get("/api/whatif")
    def questions() -> list[dict[str, Any]]:
        """The questions that are ready, as cards."""
        return cards()

    @app.get("/api/whatif/{name}", responses=slips)
    def question(name: Annotated[str, Path(pattern="^[a-z0-9-]{1,80}$")]) -> dict[str, Any]:
        """A question with its stored answer."""
        if name not in ready():
            raise unknown("", "question", name, ready())
        told = stored(name)
        return {"question": about(read_question(name)), "told": told and with_spanish_lives(told)}

    @app.post("/api/whatif/runs", status_code=202, responses=slips)
    async def whatif(asked: WhatIfAsked, request: Request) -> Any:
        """Branch history at a month with rules of one's own, and run both."""
        await run_in_threadpool(fates, asked.date, asked.arms, until=asked.until)
        return begin("whatif", asked, request)
