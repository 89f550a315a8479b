"""Published models on one shelf, each held against its numbers: `reference["granovetter"].run(sd=12.3)`.

A model is loaded when it is asked for. `sweep` varies any parameter of any model; `checks` holds ours against the
published numbers.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator

from unanimity.reference.published_model import ALL, EIGHT, Model, checks, model, models, sweep

__all__ = ["ALL", "EIGHT", "Model", "checks", "model", "models", "sweep"]


class _Shelf(types.ModuleType):
    """The package itself, so that a model can be taken from the shelf by its name in brackets."""

    def __getitem__(self, name: str) -> Model:
        return model(name)

    def __iter__(self) -> Iterator[Model]:
        return iter(models())


sys.modules[__name__].__class__ = _Shelf
