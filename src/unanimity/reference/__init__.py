"""Published models, each checked against its published numbers: `reference["granovetter"].run(sd=12.3)`.

A model is loaded on first use. `sweep` varies any parameter of any model; `checks` compares our results with the
published numbers.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator

from unanimity.reference.published_model import ALL, EIGHT, Model, checks, model, models, sweep

__all__ = ["ALL", "EIGHT", "Model", "checks", "model", "models", "sweep"]


class _Shelf(types.ModuleType):
    """The package module itself, so that a model can be looked up by its name in brackets."""

    def __getitem__(self, name: str) -> Model:
        return model(name)

    def __iter__(self) -> Iterator[Model]:
        return iter(models())


sys.modules[__name__].__class__ = _Shelf
