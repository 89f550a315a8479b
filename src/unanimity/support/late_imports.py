"""Rooms that are lent downwards. Imports go downwards only; yet a Result should draw itself, and the room that draws
stands above it, because it draws from Results. So the top of the house lends that room to those below, by name, and it
is opened when somebody asks for a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_lent: dict[str, Callable[[], Any]] = {}


def lend(name: str, opening: Callable[[], Any]) -> None:
    """Lend a room by that name; `opening` imports it when it is first needed."""
    _lent[name] = opening


def borrowed(name: str) -> Any:
    """The room of that name."""
    return _lent[name]()
