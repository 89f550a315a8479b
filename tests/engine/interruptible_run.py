"""A run that a test may interrupt: prints its digest, or where it stopped. Used by test_survival."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import unanimity
from unanimity.engine.simulate import CHECKPOINT, Interrupted


def main(order: dict) -> None:
    """Run what the order says, a little slowly, saying `month K` after each month."""
    def tell(what: str, done: int, total: int) -> None:
        sys.stdout.write(f"{what} {done}\n")
        sys.stdout.flush()
        time.sleep(order.get("pause", 0.0))

    there = (Path(order["out"]) / CHECKPOINT).exists()  # a kill may come before the first, or after the end
    try:
        result = unanimity.run("apparatus", {"mechanisms": order.get("mechanisms", "hall")}, months=order["months"],
                               people=256, worlds=2, seed=order.get("seed", 3), out=order["out"], report=False,
                               resume=order.get("resume", False) and there, checkpoint_every=order.get("every", 1),
                               threads=2, progress=tell)
        sys.stdout.write(f"digest {result.digest}\n")
    except Interrupted as stopped:
        sys.stdout.write(f"stopped {stopped.month} {stopped.path}\n")
        sys.exit(130)
    except unanimity.UserError as slip:
        sys.stdout.write(f"slip {slip}\n")
        sys.exit(2)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
