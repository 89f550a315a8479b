"""Who is tied to whom at a month's end: an edge list, and graphs for networkx and igraph."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from unanimity.results.atomic_files import write_atomically
from unanimity.support.errors import needs_package
from unanimity.support.manners import path_of


@dataclass(frozen=True)
class Network:
    """Ties of one world at the end of a month.

    `edges` has a row for each tie: person, other, kind (kin, friend, work ...), weight (how much the person trusts the
    other, 0..1) and weight_back (how much the other trusts him). `people` are the numbers of all persons, tied or not.

    >>> found = Network(pd.DataFrame({"person": [0], "other": [1], "kind": ["kin"], "weight": [0.5],
    ...                               "weight_back": [1.0]}), np.array([0, 1, 2]))
    >>> found.degree.tolist()
    [1, 1, 0]
    """

    edges: pd.DataFrame
    people: np.ndarray

    def __repr__(self) -> str:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in self.edges["kind"].value_counts().items() if count)
        return (f"{len(self.edges):,} ties among {len(self.people):,} people ({kinds}); .edges, .degree, "
                f".to_networkx(), .to_igraph(), .to_csv(path)")

    @property
    def degree(self) -> pd.Series:
        """Ties of each person."""
        ends = pd.concat([self.edges["person"], self.edges["other"]]).value_counts()
        return ends.reindex(self.people, fill_value=0).rename("degree").rename_axis("person")

    def to_networkx(self, directed: bool = False) -> Any:
        """A networkx Graph whose edges have kind and weight (the mean of both ends), or a DiGraph with an edge each
        way and its own weight."""
        try:
            import networkx as nx
        except ImportError:
            raise needs_package("Network.to_networkx", ["networkx"]) from None
        graph = nx.DiGraph() if directed else nx.Graph()
        graph.add_nodes_from(int(person) for person in self.people)
        graph.add_edges_from((one, other, {"kind": kind, "weight": weight})
                             for one, other, kind, weight in self._rows(directed))
        return graph

    def to_igraph(self, directed: bool = False) -> Any:
        """The same as an igraph Graph; vertices carry the number of the person as `person`."""
        try:
            import igraph
        except ImportError:
            raise needs_package("Network.to_igraph", ["igraph"]) from None
        place = {int(person): k for k, person in enumerate(self.people)}
        rows = list(self._rows(directed))
        graph = igraph.Graph(n=len(place), edges=[(place[one], place[other]) for one, other, _, _ in rows],
                             directed=directed)
        graph.vs["person"] = list(place)
        graph.es["kind"], graph.es["weight"] = [row[2] for row in rows], [row[3] for row in rows]
        return graph

    def _rows(self, directed: bool) -> list[tuple[int, int, str, float]]:
        table = self.edges
        ends = [table[name].astype(int).tolist() for name in ("person", "other")]
        kinds, there, back = table["kind"].astype(str).tolist(), table["weight"], table["weight_back"]
        if not directed:
            return list(zip(*ends, kinds, ((there + back.fillna(there)) / 2).tolist(), strict=True))
        ways = zip((ends[0], ends[1]), (ends[1], ends[0]), (there, back), strict=True)
        return [row for one, other, weight in ways
                for row in zip(one, other, kinds, weight.tolist(), strict=True) if row[3] == row[3]]

    def to_csv(self, path: str | Path) -> Path:
        """Write the edge list; returns the path."""
        path = path_of(path)
        write_atomically(path, lambda partial: self.edges.to_csv(partial, index=False))
        return path
