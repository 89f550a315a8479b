"""A milieu: the part of a country that a world represents, if it does not represent the whole country.

Documents speak of a party, its opposition or its prisoners inside a country of 140 million people. A world of 2,000 of
them is not a sample of that country: its rates (arrests per head, members in factions) are those of the milieu, and
every table and page says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from unanimity.support.rare_events import round_to_two


@dataclass(frozen=True)
class Milieu:
    """Whom the people of a world represent, which share of the country that is (if known), and the source."""

    of: str
    source: str
    share_of_country: float | None = None

    @property
    def sentence(self) -> str:
        """The note shown next to every rate.

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
    """The milieu named in a manifest, or None if the worlds represent a country."""
    found = manifest.get("milieu")
    return None if not found else Milieu(found["of"], found["source"], found.get("share_of_country"))


def told_of(milieu: Milieu | None) -> str:
    """The note on a milieu followed by a space; "" if there is none."""
    return "" if milieu is None else f"{milieu.sentence} "
