"""A small project of a user's own, as a type checker sees it (tests/manners/test_manners.py); never run."""

from __future__ import annotations

import pandas as pd

import unanimity as un

result: un.Result = un.run("apparatus", worlds=2, months=12, seed=1)
frame: pd.DataFrame = result.people(3, columns=["fear"])
found: un.Comparison = un.compare("apparatus", {"secret": {"ballot": "secret"}}, pairs=4)
table: pd.DataFrame = found.table(["unanimity"])
sim: un.Simulation = un.Simulation("apparatus", seed=1).step(2)
fear: pd.Series = sim.people["fear"]
mine: un.Regime = un.regime("apparatus", {"ballot": "secret"})
hits: pd.DataFrame = un.measures.search("complain")
lever: pd.Series = un.levers["ballot"]
verdict = un.claims["trotsky-1926-unanimity"].run(pairs=4).verdict
points: pd.DataFrame = un.sweep("apparatus", {"ballot": ["open", "secret"]}, worlds=2).summary

wrong_word: un.Result = un.run("apparatus", month=12)  # type: ignore[call-arg]
wrong_kind: un.Result = un.run("apparatus", months="6")  # type: ignore[arg-type]
