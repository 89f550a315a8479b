"""Regimes drawn at random, keyed by a number: every lever, parameters, a set-up and a schedule within what is allowed.

All of them share size, shape and length, so that any number of them run side by side in one compiled plan.
"""

from __future__ import annotations

import numpy as np

from unanimity.mechanisms import CATALOGUE
from unanimity.regimes.load import regime_of, whole_table
from unanimity.world.codes import ACTS, LABELS, RUNGS, TOPICS
from unanimity.world.levers import BY_NAME, LEVERS, OWN_LEVERS

BASES = ("law", "war", "apparatus", "terror")
TREE = (4, 2, 4)
PARAMETERS = [field for mechanism in CATALOGUE for field in mechanism.fields]
# numbers of the state that a script may move without breaking the books: opinions, moods, readings, files
VARIABLES = ("stance_rule", "stance_bread", "grievance", "dependence", "hunger", "trust", "fear", "fear_complaint",
             "habit", "dossier", "threat", "rumour", "alarm", "need", "yield", "goods", "zeal", "ring", "powers",
             "courage", "conviction", "ambition", "competence", "blame", "police_autonomy", "concentration",
             "need_abroad", "fame", "attends", "card", "solid", "reputation")
WHO = ("all", "members", "police", "citizens", "officials", "present", "level(province)", "level(cell)", "province(1)",
       "lot(.1, members)", "lot(5, present)", "top(.2, courage)", "bottom(.1, conviction, members)", "enemies",
       "ties_of(lot(3, officials))", "kin_of(lot(4, members))", "status(imprisoned, camp)", "faction(any)",
       "village and not members", "dissenters", "private_dissenters", "sector(0, 1)", "above(fear_rule, .5)",
       "group(old)", "group(chosen)", "faction(left)", "person(Heir)", "label(coal) or label(ex)")
WHERE = ("all", "province(1)", "provinces(2, 3)", "district(1)", "cell(3)", "town", "village", "ring(1, 1)",
         "lot(.3, cells)", "level(province)")


class Lot:
    """Draws of one regime."""

    def __init__(self, number: int, months: int) -> None:
        self.luck, self.months = np.random.default_rng([number, 7]), months

    def one(self, *choices):
        return choices[int(self.luck.integers(len(choices)))]

    def maybe(self, chance: float = 0.5) -> bool:
        return bool(self.luck.uniform() < chance)

    def number(self, low: float, high: float) -> float:
        return float(self.luck.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        return int(self.luck.integers(low, high + 1))

    def share(self):
        return self.one(self.whole(1, 12), round(self.number(0.01, 0.4), 3))

    def who(self) -> str:
        return self.one(*WHO)

    def where(self) -> str:
        return self.one(*WHERE)

    def lever(self, name: str):
        """A value that a user may write."""
        lever = BY_NAME[name]
        if lever.is_choice:
            word = self.one(*lever.words)
            return f"{word}:{self.whole(1, 24)}" if word == lever.counted else word
        if lever.named and self.maybe(0.3):
            return self.one(*dict(lever.named))
        high = min(lever.high, 3.0 if name == "ration_norm" else 600.0)
        return self.one(lever.low, high, self.number(lever.low, high))

    def setting(self, name: str):
        """A lever for the country, perhaps otherwise by province or level."""
        found = {"all": self.lever(name)}
        if "P" in BY_NAME[name].scope and self.maybe(0.3):
            found["provinces"] = {str(self.whole(1, TREE[0])): self.lever(name)}
        if "L" in BY_NAME[name].scope and self.maybe(0.2):
            found["levels"] = {self.one("cell", "district", "province", "centre"): self.lever(name)}
        return found if len(found) > 1 else found["all"]


def _on_a_variable(event: str):
    def drawn(lot: Lot) -> dict:
        found = {"variable": lot.one(*VARIABLES)}
        if event == "pulse":
            return {**found, "size": lot.number(-0.5, 0.5), "months": lot.whole(1, 4)}
        if event == "drift":
            return {**found, "rate": lot.number(-0.3, 0.3), "months": lot.whole(1, 6)}
        mode = lot.one("add", "scale")
        found[mode] = lot.number(-0.4, 0.4) if mode == "add" else lot.number(0.0, 2.0)
        return found if event == "set" else {**found, "months": lot.whole(1, 5)}
    return drawn


# every event of the contract, with arguments drawn at random
EVENTS = {
    "harvest_failure": lambda lot: {"severity": lot.number(0, 1), "where": lot.where(), "months": lot.whole(1, 14)},
    "drift": _on_a_variable("drift"), "pulse": _on_a_variable("pulse"), "set": _on_a_variable("set"),
    "clamp": _on_a_variable("clamp"),
    "war": lambda lot: {"need": lot.number(0.5, 2), "withdraw": lot.share(), "threat": lot.number(0, 1),
                        "months": lot.whole(1, 12)},
    "food_inflow": lambda lot: {"amount": lot.number(0, 3), "to": lot.one("centre", "province", "district",
                                                                         "association"), "where": lot.where()},
    "leader_event": lambda lot: lot.one({"kind": "death"}, {"kind": "illness", "months": lot.whole(1, 12)},
                                        {"kind": "replaced", "by": lot.one("Heir", "lot(1, members)", "person(Heir)",
                                                                            "lot(1, citizens)")}),
    "foreign": lambda lot: lot.one({"kind": "revolution"}, {"kind": "success", "group": lot.one("left", "old")},
                                   {"kind": "defeat", "group": "left"}),
    "forecast": lambda lot: {"group": lot.one("left", "old"), "came_true": lot.maybe()},
    "regime": lambda lot: {"name": lot.one(*BASES)},
    "problem": lambda lot: {"size": lot.number(0, 2)},
    "line": lambda lot: {"issue": lot.one("rule", "bread"),
                         **lot.one({"value": lot.number(-1, 1)}, {"toward": lot.one("left", "old")})},
    "moral_shock": lambda lot: {"size": lot.number(0, 1), "who": lot.who()},
    "unrest": lambda lot: {"share": lot.share(), "grievance": lot.number(0, 1), "where": lot.where()},
    "act": lambda lot: {"who": lot.who(), "kind": lot.one(*ACTS[1:]), "topic": lot.one(*TOPICS),
                        "audience": lot.one("hall", "circle", "chief")},
    "campaign": lambda lot: {"who": lot.who(), "intensity": lot.number(0, 6), "months": lot.whole(1, 6)},
    "quarrel": lambda lot: {"a": "level(province)", "b": lot.one("level(centre)", "level(province)", "level(leader)"),
                            "winner": lot.one("auto", "a", "b")},
    "crime": lambda lot: {"where": lot.where(), "insiders": lot.number(0, 1), "severity": lot.number(0, 1)},
    "open_case": lambda lot: {"where": lot.where(), "months": lot.whole(1, 6)},
    "replace": lambda lot: {"levels": lot.one(["cell"], ["district", "province"], ["centre"]),
                            "by": lot.one("above", "vote", "lot"), "traits": lot.one("any", "median", "quantile"),
                            "quantile": lot.number(0, 1)},
    "forced_vote": lambda lot: {"where": lot.where(), "months": lot.whole(1, 6)},
    "form_faction": lambda lot: {"name": lot.one("right", "centre-left"), "who": lot.one("members", "all", "police"),
                                 "size": lot.share(), "line": {"rule": lot.number(-1, 1)}, "elders": lot.whole(1, 3),
                                 "convinced": lot.number(0, 1)},
    "levy": lambda lot: {"size": lot.number(0, 2), "months": lot.whole(1, 12)},
    "attack": lambda lot: {"victim": lot.one("level(province)", "officials", "police", "level(leader)"),
                           "attacker": lot.one("all", "enemies", "group(old)"), "kills": lot.maybe()},
    "attacks": lambda lot: {"rate": lot.number(0, 0.5), **({"who": lot.who()} if lot.maybe() else {})},
    "enemies": lambda lot: {"who": lot.who(), "rate": lot.number(0, 0.2)},
    "accuse": lambda lot: {"who": lot.who(), "guilty": lot.number(0, 1), "offence": lot.one(*ACTS[1:])},
    "sanction": lambda lot: {"who": lot.who(), "rung": lot.one(*RUNGS[1:]), "public": lot.maybe(), "kin": lot.maybe(),
                             **({"term": lot.whole(1, 60)} if lot.maybe() else {})},
    "release": lambda lot: {"who": lot.who(), "share": lot.number(0, 1)},
    "move": lambda lot: {"who": lot.who(), "to": lot.one("province(1)", "level(centre)", "cell(2)"),
                         "share": lot.number(0, 1)},
    "offer": lambda lot: {"who": lot.who(), "ease": lot.number(0, 1), "months": lot.whole(1, 8)},
    "capitulate": lambda lot: {"who": lot.who()},
    "purge": lambda lot: {"who": lot.who(), "share": lot.number(0, 0.3), "a_month": lot.maybe(0.2),
                          "mode": lot.one("dismiss", "expel", "arrest", "execute"), "months": lot.whole(1, 6),
                          "selection": lot.one("lot", "file", "score", "superiors", "vote")},
    "take_hostages": lambda lot: {"group": lot.one("left", "old"), "n": lot.share()},
    "escape": lambda lot: {"who": lot.who()},
    "banish": lambda lot: {"who": lot.who()},
    "name_enemy": lambda lot: {"who": lot.who(), "intensity": lot.number(0, 1), "months": lot.whole(1, 8)},
    "food_outflow": lambda lot: {"amount": lot.number(0, 3), "to": lot.one("abroad", "reserve"), "where": lot.where(),
                                 "months": lot.whole(1, 6)},
    "police_chief": lambda lot: {"where": lot.where(), "by": lot.one("police", "members"), "rung": lot.one(*RUNGS)},
}


def _entry(lot: Lot) -> dict:
    kind = lot.one("lever", "parameter", *["event"] * 8)
    when: dict = {"month": lot.whole(0, lot.months - 1)}
    if kind == "lever":
        name = lot.one(*BY_NAME)
        entry = {"lever": name, "value": lot.lever(name)}
        if lot.maybe():
            when["announced"] = lot.whole(0, when["month"])
        if "P" in BY_NAME[name].scope and lot.maybe(0.3):
            when["provinces"] = [lot.whole(1, TREE[0])]
        return {**when, **entry}
    if kind == "parameter":
        field = lot.one(*PARAMETERS)
        return {**when, "parameter": field.key, "value": lot.number(field.span.low, field.span.high)}
    event = lot.one(*EVENTS)
    drawn = EVENTS[event](lot)
    if lot.maybe(0.15) and "rate" not in drawn:
        when = {"rate": lot.number(0.02, 0.3)} if lot.maybe() and event not in ("regime", "drift", "attacks") else \
            {**when, "every": lot.whole(2, 12)}
    return {**when, "event": event, **drawn}


def _set_up(lot: Lot, own: bool) -> dict:
    """A group, an heir and a faction that the selectors above name, and some of everything else."""
    found: dict = {
        "groups": [{"name": "old", "of": lot.one("members", "citizens", "present"), "n": lot.whole(5, 40),
                    "traits": {"courage": lot.number(0, 1), "stance_rule": lot.number(-1, 1)}, "fame": lot.number(0, 1),
                    "dependants": lot.whole(0, 8), "category": lot.whole(1, 3), "sector": lot.whole(0, 7),
                    "attends": lot.maybe(0.7), "label": lot.one(*LABELS), "guilty": lot.number(0, 1),
                    "flags": lot.one([], ["informer"], ["enemy", "posted"], ["agent"], ["capitulated"])}],
        "persons": [{"name": "Heir", "fame": lot.number(0, 1),
                     **lot.one(*({"role": role} for role in ("reserve_leader", "elder", "intercessor", "person",
                                                             "centre", "leader")),
                               {"role": "secretary", "province": 2}, {"role": "police_chief", "province": 1})}],
        "assign": [{"name": "chosen", "of": lot.one("all", "members"), "share": lot.number(0.05, 0.5),
                    "strata": lot.one([], ["province"], ["estate", "sector"]), "traits": {"wary": lot.number(0, 1)},
                    **({"sets": {name: lot.lever(name) for name in OWN_LEVERS}} if own else {})}],
        "factions": [{"name": "left", "n": lot.whole(3, 40), "line": {"rule": lot.number(-1, 0)},
                      "elders": lot.whole(1, 4), "convinced": lot.number(0, 1)}],
    }
    if lot.maybe():
        found["prisoners"] = [{"who": lot.one("present and not officials", "members and not officials"),
                               "n": lot.whole(1, 30), "held": held, "term": lot.whole(1, 60),
                               "confessed": lot.number(0, 1), "guilty": lot.number(0, 1), "ordinary": lot.maybe(),
                               "place": lot.whole(1, TREE[0]),
                               **({"faction": "left"} if lot.maybe(0.3) else {})}
                              for held in ("inquiry", "prison", "camp") if lot.maybe(0.7)]
    if lot.maybe():
        found["exiles"] = [{"n": lot.whole(1, 20), "held": lot.one("exile", "abroad")}]
    if lot.maybe():
        found["rings"] = [{"where": lot.where(), "ring": lot.number(0, 1), "tenure": lot.whole(0, 200),
                           "crime": lot.number(0, 1), "insiders": lot.number(0, 1)}]
    if lot.maybe(0.3):
        found["leaders"] = {"n": lot.whole(1, 3), "character": {"harshness": lot.number(0, 1)}}
        found["clans"] = [{"leader": 1, "provinces": [1, 2], "line": {"rule": lot.number(-1, 1)},
                           "zeal": lot.number(0, 1)}]
    if lot.maybe(0.3):
        found["ties"] = [{"who": "group(old)", "to": lot.who(), **lot.one({"n": 5}, {"density": 0.05}, {"degree": 20}),
                          "kind": lot.one("kin", "friend", "work")}]
    if lot.maybe(0.3):
        found["shares"] = [{"condition": "above(stance_rule, 0)", "of": "members", "target": lot.number(0.2, 0.8)}]
    if lot.maybe(0.3):
        found["delegate"] = [{"levers": lot.one(["sanction_cap"], ["police_quota", "interrogation"],
                                                ["ballot", "press"], ["privileges", "severity"])}]
    return found


def draw(number: int, months: int = 36, people: int = 600, own: bool = False, most: int = 14):
    """The regime of that number; with `own`, some persons live under levers of their own."""
    lot = Lot(number, months)
    levers = {lever.name: lot.setting(lever.name) for lever in LEVERS if lot.maybe(0.6)}
    parameters: dict = {}
    for field in PARAMETERS:
        if lot.maybe(0.1):
            parameters.setdefault(field.mechanism, {})[field.name] = \
                lot.one(field.span.low, field.span.high, lot.number(field.span.low, field.span.high))
    off = [m.id for m in CATALOGUE if m.id not in ("census", "docket") and lot.maybe(0.02)]
    raw = {"title": "random", "based_on": lot.one(*BASES), "run": {"months": months, "burn_in": 0},
           "society": {"people": people, "tree": list(TREE), "agenda": lot.one("rule", "rotate"),
                       "rural": lot.number(0, 1), "ties": lot.number(4, 20)},
           "levers": levers, "parameters": parameters, "off": off, **_set_up(lot, own),
           "sources": {f"{m}.{n}": "drawn" for m, values in parameters.items() for n in values},
           "schedule": [_entry(lot) for _ in range(lot.whole(0, most))]}
    where = f"random {number}"
    return regime_of(whole_table(raw, where), where)
