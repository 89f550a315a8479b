"""Which mechanisms a regime runs: those that its file names, its own code among them, and what its society asks for."""

from __future__ import annotations

from typing import Protocol

from unanimity.mechanisms import BY_ID, BY_STATUTE, CATALOGUE, HALL, OPTIONAL
from unanimity.regimes.own_code import already_read, is_code
from unanimity.support.errors import refuse, unknown
from unanimity.world.rules import Mechanism


class Running(Protocol):
    """What of a society decides which optional mechanisms run."""

    @property
    def spare(self) -> float:
        """Vacant places for each person."""

    @property
    def moving(self) -> bool:
        """Whether people move."""

    @property
    def statute(self) -> bool:
        """Whether it is an organisation by statute."""


def named_mechanisms(names: object, where: str) -> tuple[Mechanism, ...]:
    """The whole model ("all"), the hall mechanisms that every regime runs ("hall"), or those and the listed ones.

    The user's own files (.py) among them add the mechanisms that they declare; if nothing else is listed, to the whole
    model."""
    if names == "all":
        return CATALOGUE
    if names == "hall":
        return HALL
    if not isinstance(names, (list, tuple)):
        raise refuse(where, "mechanisms", names, f'"all", "hall", or a list of: {", ".join(BY_ID)}')
    code = [name for name in names if is_code(name)]
    if code:
        named = [name for name in names if not is_code(name)]
        base = named_mechanisms(named[0] if named in (["all"], ["hall"]) else named if named else "all", where)
        return (*base, *(m for name in code for m in already_read(str(name), where)))
    for name in names:
        if name in {m.id for m in BY_STATUTE}:
            raise refuse(where, "mechanisms", name, "society.statute = true, which runs it beside those named here")
        if name in {m.id for m in OPTIONAL}:
            raise refuse(where, "mechanisms", name, "society.spare above 0 (with society.moving for moving), which "
                                                    "runs it beside those named here")
        if name not in BY_ID:
            raise unknown(where, "mechanism", name, BY_ID, "unanimity mechanisms list")
    return tuple(m for m in CATALOGUE if m in HALL or m.id in names)


def with_optional(mechanisms: tuple[Mechanism, ...], society: Running) -> tuple[Mechanism, ...]:
    """The mechanisms with or without the optional ones for a society with vacant places, or one by statute."""
    plain = tuple(m for m in mechanisms if m not in OPTIONAL)
    spare = (m for m in OPTIONAL if m not in BY_STATUTE and (m.id != "moving" or society.moving))
    return (*plain, *(spare if society.spare > 0.0 else ()), *(BY_STATUTE if society.statute else ()))
