"""Late imports across layers. Imports only go down the layers, but a Result must be able to plot itself, and the
plotting package is above it. The top of the package therefore registers that package here by name; it is imported on
first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

_lent: dict[str, Callable[[], Any]] = {}


def lend(name: str, opening: Callable[[], Any]) -> None:
    """Register a package under a name; `opening` imports it on first use."""
    _lent[name] = opening


def borrowed(name: str) -> Any:
    """The package registered under that name."""
    return _lent[name]()


class Searched(ModuleType):
    """A package that is also a searchable catalogue: `un.measures.search("complain")`."""

    @property
    def _catalogue(self) -> Any:
        return borrowed("catalogue")(self.__name__.rpartition(".")[2])

    def search(self, words: str) -> Any:
        """The entries whose name, meaning or other text contain all the words, as a table."""
        return self._catalogue.search(words)

    def table(self) -> Any:
        """All entries, one row each."""
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
