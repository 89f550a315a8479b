"""A milieu: the part of a country that a world stands for, where it is not the country itself.

Documents speak of a party, its opposition or its prisoners inside a country of 140 millions. A world of 2,000 of them
is no sample of that country, so its rates (arrests a head, members in factions) are those of the milieu alone, and
whatever is told of such a world says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from unanimity.support.rare_events import round_to_two


@dataclass(frozen=True)
class Milieu:
    """Who the people of a world are, what share of their country that is if anybody knows, and who says so."""

    of: str
    source: str
    share_of_country: float | None = None

    @property
    def sentence(self) -> str:
        """What must be told beside every rate.

        >>> Milieu("printers of one party cell", "003 l.12470", 0.00001).sentence
        'Rates are those of a milieu, not of a country: printers of one party cell (about 1 in 100,000 of the country).'
        """
        share = self.share_of_country
        part = "" if share is None else f" (about 1 in {round_to_two(1.0 / share):,} of the country)"
        return f"Rates are those of a milieu, not of a country: {self.of}{part}."

    def record(self) -> dict[str, Any]:
        """The milieu as plain values, for a manifest or JSON."""
        return asdict(self)


def milieu_of(manifest: Mapping[str, Any]) -> Milieu | None:
    """The milieu that a manifest names, or None where the worlds are those of a country."""
    found = manifest.get("milieu")
    return None if not found else Milieu(found["of"], found["source"], found.get("share_of_country"))


def told_of(milieu: Milieu | None) -> str:
    """The sentence on a milieu with a space after it; nothing where there is none."""
    return "" if milieu is None else f"{milieu.sentence} "
