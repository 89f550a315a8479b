"""`unanimity warmup`: compile before the first run, on all cores."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from unanimity.cli import output


def warmup(
    presets: Annotated[list[str] | None, typer.Argument(metavar="[PRESET]...", help="Presets or regime files; default: "
                                                        "apparatus, whose month most presets share.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every preset.")] = False,
) -> None:
    """Compile the months of regimes, so that no later run has to wait for it."""
    from unanimity.compiler.code_files import cache_folder
    from unanimity.engine.batch import make_batch
    from unanimity.engine.run import lay_record, warm_up
    from unanimity.regimes import load_regime, preset_names
    from unanimity.support.errors import UserError

    if all_ and presets:
        raise UserError(f"warmup --all takes no names; allowed: --all, or {' '.join(presets)} alone.")
    regimes = [load_regime(name) for name in (preset_names() if all_ else presets or ["apparatus"])]
    for regime in regimes:
        begun = time.monotonic()
        batch = make_batch([regime], [0])
        lay_record(batch, 1)
        warm_up(batch)
        output.note(f"{regime.name}: ready after {time.monotonic() - begun:.1f} s")
    output.note(f"compiled code is kept in {cache_folder()}")
