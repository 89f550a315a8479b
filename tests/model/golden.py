"""The golden file: what every preset and six storms come to after 36 months, with two seeds.

    python tests/model/golden.py            # says what differs
    python tests/model/golden.py --rewrite  # after a change of the model; the file is never written by hand

Code that is written otherwise leaves every digest as it is; a change of the model is told in
changes-of-the-model.md. A digest covers all measures of all months, the whole state at the end and the case log.
The file lies in the package, since answers that come with the lab name the model by it (web/stored_stamp.py).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from pathlib import Path

from storm import NAMES, OTHER_SCRIPT, STRICT, born, digests, stormy

import unanimity
from unanimity.engine.batch import make_batch
from unanimity.engine.case_logs import log_of
from unanimity.engine.run import lay_record, run_months
from unanimity.regimes import load_regime, preset_names

FILE = Path(unanimity.__file__).parent / "regimes" / "golden.json"
MONTHS, SEEDS, MOST = 36, (1, 2), 2000


def storms():
    """Every mechanism at work, and most kinds of event."""
    made = {f"storm over {name}": stormy(name) for name in NAMES}
    return made | {"strict storm": stormy("terror", STRICT), "other storm": stormy("terror", {}, OTHER_SCRIPT)}


def told(batch):
    """One short digest a world."""
    return [hashlib.sha256(known.encode() + log_of(batch, world).tobytes()).hexdigest()[:16]
            for world, known in enumerate(digests(batch))]


def of_storm(regime):
    """The digests of one storm."""
    batch = born([regime] * len(SEEDS), list(SEEDS), MONTHS)
    run_months(batch, batch.month + MONTHS, threads=1)
    return told(batch)


def of_preset(name):
    """The digests of one preset, with at most 2,000 people."""
    regime = load_regime(name)
    regime = dataclasses.replace(regime, society=dataclasses.replace(
        regime.society, people=min(MOST, regime.society.people)))
    batch = make_batch([regime] * len(SEEDS), list(SEEDS))
    lay_record(batch, MONTHS - batch.month)
    run_months(batch, MONTHS, threads=1)
    return told(batch)


def found():
    """All of them, as they are now."""
    return {name: of_preset(name) for name in preset_names()} | {name: of_storm(r) for name, r in storms().items()}


def kept():
    """All of them, as the file has them."""
    return json.loads(FILE.read_text())


if __name__ == "__main__":
    now = found()
    before = kept() if FILE.exists() else {}
    sys.stdout.write(f"differ: {', '.join(name for name in now if now[name] != before.get(name)) or 'none'}\n")
    if "--rewrite" in sys.argv[1:]:
        FILE.write_text(json.dumps(now, indent=1) + "\n")
