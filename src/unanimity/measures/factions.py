"""Measures of factions and of the apparatus' response (section 4 of the contract)."""

from __future__ import annotations

from unanimity.measures.declare import SO_FAR, Measure, at_place, count, mean, of_country, unit_mean
from unanimity.measures.opinion import members
from unanimity.measures.rings import all_units
from unanimity.world.codes import DISSENT, FACTION_SLOTS, LEGAL, SMALLEST_FACTION
from unanimity.world.columns import IN_THE_COUNTRY_BELOW

ON_FILE = 1.0  # weight of a file from which a person is marked (state table, `marked`)


def in_a_faction(faction, status):
    """Faction members in the country."""
    return faction > 0 and status < IN_THE_COUNTRY_BELOW


@of_country(unit="factions", high=FACTION_SLOTS - 1.0)
def factions_alive(factions):
    """Factions with three members or more."""
    found = 0.0
    for f in range(1, FACTION_SLOTS):
        if factions.faction_size[f] >= SMALLEST_FACTION:
            found += 1.0
    return found


@of_country(unit="persons", high=float("inf"))
def faction_largest(factions):
    """Members of the largest faction."""
    most = 0
    for f in range(1, FACTION_SLOTS):
        most = max(most, factions.faction_size[f])
    return float(most)


@at_place(unit="persons", high=float("inf"))
def faction_members(in_faction):
    """People in all factions together, at the head of the month (contract 4: faction size)."""
    return in_faction


@at_place(unit="per member", high=float("inf"))
def faction_share(in_faction, members):
    """People in factions for each party member at liberty."""
    return in_faction / members if members > 0.0 else 0.0


@count(over=in_a_faction)
def faction_visible(voice, dossier, association_factions):
    """Faction members who are legal, dissent in the hall or are on file (contract 4: faction size visible)."""
    return 1.0 if association_factions == LEGAL or voice == DISSENT or dossier > ON_FILE else 0.0


@of_country(unit="factions since the start", high=float("inf"), kind=SO_FAR)
def factions_founded_so_far(factions_founded):
    """Factions founded since the start."""
    return float(factions_founded)


@of_country(unit="oppositions since the start", high=float("inf"), kind=SO_FAR)
def successive_oppositions(oppositions):
    """Factions that have reached 1 % of members since the start (contract 4: successive oppositions)."""
    return float(oppositions)


@mean(over=members, unit="share of members", elsewhere="share(voice == dissent or faction > 0, members and present)")
def opposition_share(voice, faction):
    """Share of members who dissent in the hall or belong to a faction (contract 4: opposition share)."""
    return 1.0 if voice == DISSENT or faction > 0 else 0.0


@unit_mean(over=all_units, unit="score")
def zeal_of_apparatus(zeal):
    """Zeal of the apparatus, mean over units."""
    return zeal


MEASURES: tuple[Measure, ...] = (
    factions_alive, faction_largest, faction_members, faction_share, faction_visible, factions_founded_so_far,
    successive_oppositions, opposition_share, zeal_of_apparatus,
)
