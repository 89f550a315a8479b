"""The lab's routes, over the pool of workers; nothing of a request ever becomes a path."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from unanimity import __version__
from unanimity.claims import names as claim_names
from unanimity.reference.published_model import ALL as MODELS
from unanimity.support.errors import UserError, unknown
from unanimity.web import api_catalogue, exports, limits, recorded_verdicts, stored_answers, stored_stamp, stream
from unanimity.web.class_routes import class_routes
from unanimity.web.frames import film
from unanimity.web.history_routes import history_routes
from unanimity.web.invitation import Invitation
from unanimity.web.pool import Busy, Job, Pool
from unanimity.web.requests import (
    ClaimAsked,
    HistoryAsked,
    ModelAsked,
    PairsAsked,
    RunAsked,
    TooLarge,
    check_order,
    pair_of,
    regime_asked,
)
from unanimity.web.statute_routes import statute_routes

FOREVER = {"cache-control": "private, max-age=31536000, immutable"}  # a run is named by its content
STREAMED = {"cache-control": "no-store", "x-accel-buffering": "no"}
MEASURES = "unanimity,private_dissent,falsification_gap,fear_of_opinion"


class Slip(BaseModel):
    """What was wrong, and what is allowed."""

    error: str


class Begun(BaseModel):
    """The name of a piece of work, and where to hear of it."""

    id: str
    state: str
    events: str


class Missing(Exception):
    """No such run, or it is no longer kept."""


SLIPS: dict[int | str, dict[str, Any]] = {
    status: {"model": Slip, "description": says} for status, says in
    ((413, "larger than allowed"), (422, "not allowed; the line says what is"), (429, "too many wait already"))}
GONE: dict[int | str, dict[str, Any]] = {
    404: {"model": Slip, "description": "no such work, or no longer kept: ask for it again"},
    409: {"model": Slip, "description": "not finished yet"}, 422: SLIPS[422]}
Key = Annotated[str, Path(pattern="^[0-9a-f]{24}$")]


def _who(request: Request) -> str:
    """Whose turn is counted: a page by its own word, others by their address."""
    return request.headers.get("lab-client", "")[:32] or (request.client.host if request.client else "")


def make_routes(pool: Pool, invitation: Invitation | None = None) -> FastAPI:
    """The routes of `/api/`; the invitation is that of a class."""
    app = FastAPI(title="Unanimity lab", version=__version__, docs_url=None, redoc_url=None,
                  openapi_url="/api/openapi.json", description="Runs of the lab. State is in the page's address; a run "
                                                               "is named by what it was asked for.")
    _slips(app)
    _about(app, pool)
    _past(app)
    _runs(app, pool)
    _works(app, pool)
    history_routes(app, lambda kind, asked, request: _begin(pool, kind, asked, request), SLIPS)
    statute_routes(app, lambda kind, asked, request: _begin(pool, kind, asked, request), SLIPS)
    class_routes(app, invitation, {403: {"model": Slip, "description": "the teacher alone"}, **GONE})
    return app


def _slips(app: FastAPI) -> None:
    def answer(status: int, error: str, **heads: str) -> JSONResponse:
        return JSONResponse({"error": error}, status, heads)

    @app.exception_handler(RequestValidationError)
    async def misshapen(_: Request, slip: RequestValidationError) -> JSONResponse:
        first = slip.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return answer(422, f"{where}: {first['msg']}")

    @app.exception_handler(TooLarge)
    async def large(_: Request, slip: TooLarge) -> JSONResponse:
        return answer(413, str(slip))

    @app.exception_handler(UserError)
    async def wrong(_: Request, slip: UserError) -> JSONResponse:
        return answer(422, str(slip))

    @app.exception_handler(Busy)
    async def busy(_: Request, slip: Busy) -> JSONResponse:
        return answer(429, f"too many at once: {limits.WAITING_EACH} requests of one client wait already, or too many "
                           "of all; try again in some seconds.", **{"retry-after": "2"})

    @app.exception_handler(Missing)
    async def missing(_: Request, slip: Missing) -> JSONResponse:
        return answer(404, "no such run is kept; ask for it again: equal requests give equal bits.")

    @app.exception_handler(HTTPException)
    async def other(_: Request, slip: HTTPException) -> JSONResponse:
        return JSONResponse({"error": str(slip.detail)}, slip.status_code, slip.headers)


def _about(app: FastAPI, pool: Pool) -> None:
    @app.get("/api/about")
    async def about() -> dict[str, Any]:
        """Version, limits, and how many workers are warm."""
        return limits.about(pool)

    @app.get("/api/stored")
    def stored() -> dict[str, list[str]]:
        """The answers that came with the program and were made by another model than the one installed."""
        return {"stale": list(stored_stamp.stale())}

    @app.get("/api/orders")
    def orders() -> list[dict[str, Any]]:
        """Orders and organisations."""
        return api_catalogue.orders_shown()

    @app.get("/api/orders/{name}", responses={422: SLIPS[422]})
    def order(name: str) -> dict[str, Any]:
        """One order: levers, which of them act, events, measures."""
        return api_catalogue.order_shown(check_order(name))

    @app.get("/api/levers")
    def levers() -> list[dict[str, Any]]:
        """Every lever as the engine declares it."""
        return api_catalogue.levers_shown()

    @app.get("/api/measures")
    def measures() -> list[dict[str, Any]]:
        """Every measure with its unit."""
        return api_catalogue.measures_shown()

    @app.get("/api/claims")
    def claims() -> list[dict[str, Any]]:
        """Every claim of the debate."""
        return api_catalogue.claims_shown()

    @app.get("/api/recorded/{claim}", responses={422: SLIPS[422]})
    async def recorded(claim: str) -> dict[str, Any]:
        """What the last full run of the debate answered to a claim."""
        found = recorded_verdicts.recorded()
        if claim not in found:
            raise unknown("", "claim", claim, sorted(found))
        return found[claim]

    @app.get("/api/models")
    def models() -> list[dict[str, Any]]:
        """Every published model of the shelf."""
        return api_catalogue.models_shown()


def _past(app: FastAPI) -> None:
    @app.get("/api/evidence")
    def evidence() -> dict[str, Any]:
        """The tables of the evidence, and what the sample leaves out."""
        return api_catalogue.evidence_shown()

    @app.get("/api/evidence/{name}", responses={422: SLIPS[422]})
    def table(name: str) -> dict[str, Any]:
        """One table of the evidence."""
        return api_catalogue.evidence_table(name)


def _kept(pool: Pool, key: str, kind: str = "run") -> Job:
    job = pool.find(key)
    if job is None or job.kind != kind:
        raise Missing
    return job


def _done(pool: Pool, key: str) -> Job:
    job = _kept(pool, key)
    if job.state == "failed":
        raise HTTPException(422, str(job.end.get("error", "")))
    if job.state != "done":
        raise HTTPException(409, f"the run is {job.state}; listen to its events.")
    return job


def _runs(app: FastAPI, pool: Pool) -> None:
    @app.post("/api/runs", status_code=202, responses=SLIPS)
    async def run(asked: RunAsked, request: Request) -> Begun:
        """Begin a run, or join an equal one."""
        regime_asked(asked)
        job = pool.ask("run", asked.key, asked.model_dump(mode="json"), _who(request))
        return Begun(id=job.id, state=job.state, events=f"/api/runs/{job.id}/events")

    @app.get("/api/runs/{key}/events", responses=GONE, response_class=StreamingResponse)
    async def events(key: Key, measures: Annotated[str, Query(max_length=2000)] = MEASURES,
                     places: Annotated[str, Query(max_length=400)] = "country",
                     last_event_id: Annotated[str, Header(pattern=r"^(-?\d{1,5})?$")] = "") -> StreamingResponse:
        """Months as server-sent events, id = month; a reconnect with Last-Event-ID goes on after it."""
        after = int(last_event_id) if last_event_id else None
        made = stream.months(pool, _kept(pool, key), measures.split(","), places.split(","), after)
        return StreamingResponse(made, media_type="text/event-stream", headers=STREAMED)

    @app.get("/api/runs/{key}/society", responses=GONE)
    async def society(key: Key) -> Response:
        """What stays the same in a run: tree, names, traits, strongest ties."""
        job = _kept(pool, key)
        if not job.head:
            raise HTTPException(409, f"the run is {job.state}; listen to its events.")
        return JSONResponse(job.head["society"], headers=FOREVER)

    @app.get("/api/runs/{key}/frames/{month}", responses=GONE, response_class=Response)
    async def frame(key: Key, month: Annotated[int, Path(ge=-240, le=1200)]) -> Response:
        """Everybody at the end of a month, four bytes a person."""
        job = _kept(pool, key)
        for number, body in job.months:
            if number == month:
                return Response(exports.frame_in(job, body), media_type="application/octet-stream", headers=FOREVER)
        raise HTTPException(409 if not job.over else 404, f"month {month} is not there.")

    @app.get("/api/runs/{key}/film", responses=GONE, response_class=Response)
    def whole(key: Key) -> Response:
        """All frames from month 0 on in one compressed piece."""
        job = _done(pool, key)
        frames = [exports.frame_in(job, body) for month, body in job.months if month >= 0]
        return Response(film(frames), media_type="application/octet-stream", headers=FOREVER)

    @app.get("/api/runs/{key}/log", responses=GONE)
    async def log(key: Key) -> Response:
        """The case log as rows of numbers, and what happened in the country."""
        end = _done(pool, key).end
        return JSONResponse({"fields": end["log_fields"], "rows": end["log"], "happenings": end["happenings"],
                             "came": end["came"]}, headers=FOREVER)

    @app.get("/api/runs/{key}/table.csv", responses=GONE, response_class=StreamingResponse)
    def table(key: Key) -> StreamingResponse:
        """Every measure of every month and place."""
        named = {**FOREVER, "content-disposition": f'attachment; filename="lab-{key[:8]}.csv"'}
        return StreamingResponse(exports.csv_of(_done(pool, key)), media_type="text/csv", headers=named)

    @app.post("/api/regime", responses=SLIPS)
    def regime(asked: RunAsked) -> dict[str, str]:
        """The request as a regime file and as Python lines."""
        made = regime_asked(asked)
        job = pool.jobs.get(asked.key)
        digest = str(job.end.get("digest", "")) if job is not None else ""
        return {"toml": exports.toml_of(asked, digest=digest), "python": exports.python_of(asked, digest),
                "fingerprint": made.fingerprint}


def _begin(pool: Pool, kind: str, asked: Any, request: Request) -> Begun:
    """Hand work to the pool, or join equal work."""
    job = pool.ask(kind, asked.key, asked.model_dump(mode="json"), _who(request))
    return Begun(id=job.id, state=job.state, events=f"/api/works/{job.id}/events")


def _works(app: FastAPI, pool: Pool) -> None:
    @app.post("/api/pairs", status_code=202, responses=SLIPS)
    async def pairs(asked: PairsAsked, request: Request) -> Begun:
        """The order against itself changed, over several pairs of worlds; at once where it came with the program."""
        found = await asyncio.to_thread(stored_answers.stored, asked)
        if found is not None:
            job = pool.keep("pairs", asked.key, found)
            return Begun(id=job.id, state=job.state, events=f"/api/works/{job.id}/events")
        pair_of(asked)
        return _begin(pool, "pairs", asked, request)

    @app.post("/api/pairs/stored", responses=SLIPS)
    async def pairs_stored(asked: PairsAsked) -> dict[str, Any]:
        """The same if it came with the program, else nothing: asked before a page begins to wait."""
        return {"found": await asyncio.to_thread(stored_answers.stored, asked)}

    @app.post("/api/claims/runs", status_code=202, responses=SLIPS)
    async def claim(asked: ClaimAsked, request: Request) -> Begun:
        """Judge a claim anew."""
        if asked.claim not in claim_names():
            raise unknown("", "claim", asked.claim, claim_names())
        return _begin(pool, "claim", asked, request)

    @app.post("/api/models/runs", status_code=202, responses=SLIPS)
    async def model(asked: ModelAsked, request: Request) -> Begun:
        """Run a published model with one's own numbers."""
        if asked.model not in MODELS:
            raise unknown("", "model", asked.model, MODELS)
        return _begin(pool, "model", asked, request)

    @app.post("/api/history/runs", status_code=202, responses=SLIPS)
    async def history(asked: HistoryAsked, request: Request) -> Begun:
        """Hold the hindcast against the record."""
        return _begin(pool, "history", asked, request)

    @app.get("/api/works/{key}/events", responses=GONE, response_class=StreamingResponse)
    async def events(key: Key) -> StreamingResponse:
        """Progress and, at the end, the answer."""
        job = pool.find(key)
        if job is None or job.kind == "run":
            raise Missing
        return StreamingResponse(stream.progress(pool, job), media_type="text/event-stream", headers=STREAMED)

    @app.get("/api/works/{key}/picture.svg", responses=GONE, response_class=Response)
    async def picture(key: Key) -> Response:
        """The picture of a model's run."""
        job = _kept(pool, key, "model")
        if job.state != "done":
            raise HTTPException(409, f"the work is {job.state}.")
        return Response(job.body, media_type="image/svg+xml", headers=FOREVER)
