"""Routes of the room of statutes: the questionnaire, what a statute does, and what would protect its members."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request
from fastapi.concurrency import run_in_threadpool

from unanimity.regimes import Regime
from unanimity.statutes import STATUTES, Advice, answers_of, statute
from unanimity.statutes.advise import AXES, HOURS_SAID
from unanimity.statutes.questionnaire import FEWEST, MOST
from unanimity.statutes.questions import BY_KEY, GROUPS
from unanimity.statutes.shelf import number_of
from unanimity.support.errors import unknown
from unanimity.web import stored_stamp
from unanimity.web.requests import AdviceAsked

TOLD = 12  # changes that are listed, the best first; and the worst three
WORST = 3
Begin = Callable[[str, Any, Request], Any]


def asked_statute(asked: AdviceAsked) -> Regime:
    """The statute that a request means: one of the shelf with other answers."""
    if asked.statute not in STATUTES:
        raise unknown("", "statute", asked.statute, STATUTES)
    for key in asked.answers:
        if key not in BY_KEY:
            raise unknown("", "question", key, BY_KEY)
    base = statute(asked.statute)
    return statute(base.but(dict(asked.answers))) if asked.answers else base


def advice_told(found: Advice) -> dict[str, Any]:
    """What the page says of an advice: the statute on the five axes, and the changes, the best first."""
    def row(one: Any) -> dict[str, Any]:
        return {"changes": dict(one.changes), "says": one.says, "score": round(one.score, 3), "effects": {
            key: [round(float(number), 3) for number in effect[:5]] + [effect.clear]
            for key, effect in one.effects.items()}}

    ranked = found.ranked
    best = [one for one in ranked if one.score > 0.0][:TOLD]
    worst = [one for one in ranked if one.score < 0.0 and not one.alone][-WORST:][::-1]
    return {"statute": found.regime.name, "members": found.regime.society.people, "worlds": found.worlds,
            "months": found.months, "tried": len(found.singles), "now": {key: round(value, 3) for key, value in
                                                                         found.now.items()},
            "best": [row(one) for one in best], "worst": [row(one) for one in worst]}


@cache
def stored(name: str) -> dict[str, Any] | None:
    """The advice for a statute of the shelf that came with the program (tools/store_all.py)."""
    source = resources.files("unanimity.web") / stored_stamp.STORED / f"{stored_stamp.ADVICE}{name}.json"
    found: dict[str, Any] | None = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else None
    return found


@cache
def shelf() -> dict[str, Any]:
    """The statutes of the shelf in short, and the five axes."""
    made = [(name, statute(name)) for name in STATUTES]
    return {"statutes": [{"name": name, "title": one.title, "asks": one.asks, "members": one.society.people}
                         for name, one in made],
            "axes": [{"id": axis.id, "title": axis.title, "unit": axis.unit, "good": axis.good} for axis in AXES],
            "groups": list(GROUPS), "hours": HOURS_SAID, "fewest": FEWEST, "most": MOST}


@cache
def questionnaire(name: str) -> dict[str, Any]:
    """A statute as questions with the answers that may be given and the one that stands, and its stored advice."""
    regime = statute(name)
    asked = [{"key": one.question.key, "group": one.question.group, "asks": one.question.asks, "says": one.says,
              "value": number_of(one.question, regime) if one.question.is_number else one.value.split(";")[0],
              "number": one.question.is_number, "saying": one.question.saying,
              "answers": [[value, words] for value, words in one.question.answers]} for one in answers_of(name)]
    return {"name": name, "title": regime.title, "asks": regime.asks, "members": regime.society.people,
            "questions": asked, "advice": stored(name)}


def statute_routes(app: FastAPI, begin: Begin, slips: dict[int | str, dict[str, Any]]) -> None:
    """Add the routes; `begin` hands work to the pool."""
    @app.get("/api/statutes")
    def statutes() -> dict[str, Any]:
        """The statutes of the shelf."""
        return shelf()

    @app.get("/api/statutes/{name}", responses=slips)
    def one(name: Annotated[str, Path(pattern="^[a-z0-9-]{1,80}$")]) -> dict[str, Any]:
        """One statute as a questionnaire, with its stored advice."""
        if name not in STATUTES:
            raise unknown("", "statute", name, STATUTES)
        return questionnaire(name)

    @app.post("/api/statutes/runs", status_code=202, responses=slips)
    async def advice(asked: AdviceAsked, request: Request) -> Any:
        """Try each change of a statute with one's own answers."""
        await run_in_threadpool(asked_statute, asked)
        return begin("advice", asked, request)
