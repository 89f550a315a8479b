"""Rooms that are lent downwards. Imports go downwards only; yet a Result should draw itself, and the room that draws
stands above it, because it draws from Results. So the top of the house lends that room to those below, by name, and it
is opened when somebody asks for a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

_lent: dict[str, Callable[[], Any]] = {}


def lend(name: str, opening: Callable[[], Any]) -> None:
    """Lend a room by that name; `opening` imports it when it is first needed."""
    _lent[name] = opening


def borrowed(name: str) -> Any:
    """The room of that name."""
    return _lent[name]()


class Searched(ModuleType):
    """A room that is also a catalogue to whoever writes un.measures: it is searched, listed and asked by name."""

    @property
    def _catalogue(self) -> Any:
        return borrowed("catalogue")(self.__name__.rpartition(".")[2])

    def search(self, words: str) -> Any:
        """A table of those in whose name, meaning or other text all the words occur."""
        return self._catalogue.search(words)

    def table(self) -> Any:
        """All of them, a row each."""
        return self._catalogue.table()

    def __getitem__(self, name: str) -> Any:
        return self._catalogue[name]

    def __contains__(self, name: object) -> bool:
        return name in self._catalogue

    def __iter__(self) -> Iterator[str]:
        return iter(self._catalogue)

    def __len__(self) -> int:
        return len(self._catalogue)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return repr(self._catalogue)

    def _repr_html_(self) -> str:
        return str(self._catalogue._repr_html_())
