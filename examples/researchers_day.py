"""A researcher's day in one script: look around, compare, look inside, add a mechanism, ask which settings matter.

    python examples/researchers_day.py            # some minutes at the sizes of a study; SMALL=1 for a first try
"""

from __future__ import annotations

import os
from pathlib import Path

import unanimity as un

HERE = Path(__file__).resolve().parent
SMALL = bool(os.environ.get("SMALL"))
SIZE = {"people": 256, "months": 6, "pairs": 4} if SMALL else {"people": 2000, "months": 48, "pairs": 40}


def main() -> dict[str, object]:
    """The whole day; what it found, by name."""
    people, months, pairs = SIZE["people"], SIZE["months"], SIZE["pairs"]

    # what is there?
    print(un.measures.search("dissent")[["meaning"]].head(3))
    print(un.levers["ballot"]["allowed"])

    # a question: does a secret ballot bring out what people think, and do the rules of law?
    base = un.regime("apparatus", {"people": people})
    found = un.compare(base, {"secret ballot": {"ballot": "secret"}, "law": "law"}, pairs=pairs, months=months,
                       measures=["unanimity", "falsification_gap", "mean(fear, members, last 3)"], progress=False)
    print(found)
    print(un.pairs_needed(effect=0.02, spread=0.05), "pairs would show two points at a spread of five")

    # look inside one world
    sim = un.Simulation(base, seed=1)
    sim.step(3)
    print("fear of officials:", sim.people.loc[sim.people["office"] != "none", "fear"].mean())
    print("ties:", len(sim.network.edges))

    # a mechanism of one's own, against the same worlds without it
    radio = un.regime(base, {"foreign_radio.found": 0.0}, mechanisms=[HERE / "foreign_radio.py"])
    heard = un.compare(radio, {"radio": {"foreign_radio.found": 0.1}}, pairs=pairs, months=months, progress=False,
                       measures=["share_listening", "trust_in_print"])
    print(heard)

    # which settings matter?
    swept = un.sweep(base.but({"months": months}), over={"ballot": ["open", "secret"], "voice.theta": [0.08, 0.16]},
                     measures=["unanimity"], worlds=2 if SMALL else 8)
    print(swept)
    return {"found": found, "heard": heard, "swept": swept, "people": sim.people}


if __name__ == "__main__":
    main()
