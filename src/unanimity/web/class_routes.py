"""Routes of a class: the invitation, coming in, handing in, and the teacher's board."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from starlette.exceptions import HTTPException

from unanimity.web.classroom import Classroom, HandedIn, Joined, Step
from unanimity.web.invitation import Invitation

TEACHER = "teacher"


def is_teacher(request: Request) -> bool:
    """Whether the guard knows who asks as the teacher; on a lab for this machine alone everybody is."""
    return bool(request.scope.get("lab_role") == TEACHER)


def class_routes(app: FastAPI, invitation: Invitation | None, slips: dict[int | str, dict[str, Any]]) -> None:
    """Add the routes; without an invitation there is no class, and the page says so."""
    room = Classroom()
    app.state.classroom = room

    def of_a_class() -> Classroom:
        if invitation is None:
            raise HTTPException(409, "no class is open here; begin one with: unanimity lab --class")
        return room

    @app.get("/api/class", responses=slips)
    async def lesson(request: Request, pupil: Annotated[str, Query(pattern="^([0-9a-f]{16})?$")] = ""
                     ) -> dict[str, Any]:
        """The state of the lesson; the board's own parts for the teacher alone."""
        told = {"open": invitation is not None, **room.told(is_teacher(request), pupil)}
        if invitation is not None and is_teacher(request):
            told["invitation"] = {"hosts": list(invitation.hosts), "code": invitation.code, "link": invitation.link}
        return told

    @app.get("/api/class/picture", responses=slips)
    async def picture(request: Request) -> dict[str, list[str]]:
        """The invitation as a QR code: rows of 0 and 1."""
        of_a_class()
        if invitation is None or not is_teacher(request):
            raise HTTPException(403, "only the teacher's board shows the code.")
        return {"rows": invitation.matrix()}

    @app.post("/api/class/pupils", status_code=201, responses=slips)
    async def come_in(asked: Joined) -> dict[str, Any]:
        """Come in and take a seat."""
        return of_a_class().join(asked)

    @app.post("/api/class/answers", status_code=201, responses=slips)
    async def hand_in(asked: HandedIn) -> dict[str, Any]:
        """Hand in a guess, a drawing or a vote; the first stays."""
        return of_a_class().hand_in(asked)

    @app.post("/api/class/steps", responses=slips)
    async def step(asked: Step, request: Request) -> dict[str, Any]:
        """Show the answers, show names, or begin anew: the teacher alone."""
        if not is_teacher(request):
            raise HTTPException(403, "only the teacher may do that.")
        of_a_class().step(asked)
        return room.told(True)
