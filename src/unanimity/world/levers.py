"""The levers: the institutional rules that the user sets. Names, values, orders, scopes and who reads them.

Every lever of the contract is declared here, also those that no mechanism reads yet; `unanimity regimes show` marks
those. A lever is stored as one number for each world and unit. Scope: P it may differ by province, L by level of the
assembly, R by person.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from unanimity.world.errors import is_number, near_miss, refuse, unknown

AUTO = -1.0  # the mechanism decides by itself
UNLIMITED = -1.0
# Levers of persons (scope R, set-up word `assign`): the table of levers is then longer than its units. Its last column
# holds OWN_FROM plus the place at which persons begin; a person without a value of his own has one below AS_EVERYBODY.
OWN_FROM, AS_EVERYBODY, NOT_OWN = 1e9, -1e8, -1e9


@dataclass(frozen=True)
class Lever:
    """One institutional rule: a choice among words, or a number with words for some of its values."""

    name: str
    meaning: str
    words: tuple[str, ...] = ()  # for a choice: its values, in order where `ordered`
    ordered: bool = False
    low: float = 0.0
    high: float = 0.0
    named: tuple[tuple[str, float], ...] = ()  # for a number: words that stand for values
    counted: str = ""  # a word that takes a number, such as rotate:n
    scope: str = ""
    unit: str = ""

    @property
    def argument(self) -> str:
        """The name a rule uses for it."""
        return self.name.replace(".", "_")

    @property
    def is_choice(self) -> bool:
        """Whether its values are words."""
        return bool(self.words)

    @property
    def allowed(self) -> str:
        """What may be written, in words."""
        if self.is_choice:
            return (" < " if self.ordered else ", ").join(f"{w}:n" if w == self.counted else w for w in self.words)
        words = ", ".join(f"{word} ({value:g})" for word, value in self.named)
        top = "" if math.isinf(self.high) else f"..{self.high:g}"
        span = f"{self.low:g}{top}" if top else f"a number from {self.low:g}"
        return f"{span}{' ' + self.unit if self.unit else ''}" + (f"; or {words}" if words else "")

    def number(self, value: object, where: str = "") -> float:
        """The number behind what the user wrote, or the error that says what is allowed."""
        if isinstance(value, bool):
            value = "on" if value else "off"
        if isinstance(value, str):
            found = self._from_word(value.strip(), where)
            if found is not None:
                return found
        elif is_number(value) and not self.is_choice and self.low <= float(value) <= self.high:
            return float(value)
        spelt = [f"{word}:n" if word == self.counted else word for word in (*self.words, *dict(self.named))]
        raise refuse(where, self.name, value, self.allowed, _spelling(value, spelt))

    def _from_word(self, word: str, where: str) -> float | None:
        if word in self.words and word != self.counted:
            return float(self.words.index(word))
        if self.counted and word.startswith(self.counted + ":"):
            try:
                count = float(word.split(":", 1)[1])
            except ValueError:
                return None
            # one number carries both: the place of the word in thousands, and its count
            return 1000.0 * self.words.index(self.counted) + count if 0 <= count < 1000 else None
        if word in dict(self.named):
            return dict(self.named)[word]
        try:
            return self.number(float(word), where) if not self.is_choice else None
        except ValueError:
            return None

    def text(self, number: float) -> str:
        """The word or number that a user would write for a stored value."""
        if self.is_choice:
            if number >= 1000.0:
                return f"{self.counted}:{number % 1000:g}"
            return self.words[int(number)]
        for word, value in self.named:
            if value == number:
                return word
        return str(int(number)) if number == int(number) else repr(float(number))


def _spelling(value: object, words: list[str]) -> str:
    return near_miss(value, words) if isinstance(value, str) else ""


def _choice(name: str, meaning: str, words: str, scope: str = "", counted: str = "") -> Lever:
    ordered = "<" in words
    parts = tuple(part.strip() for part in words.replace("<", ",").split(","))
    return Lever(name, meaning, parts, ordered, scope=scope, counted=counted)


def _number(name: str, meaning: str, least: float, most: float, scope: str = "", unit: str = "", /,
            **named: float) -> Lever:
    return Lever(name, meaning, low=least, high=most, named=tuple(named.items()), scope=scope, unit=unit)


CAPS = "none < reproof < dismissal < expulsion < exile < prison < camp < death"
LAWS = "banned < tolerated < legal"
TOPIC_CAPS = ("rule", "local", "complaint", "faction")

LEVERS: tuple[Lever, ...] = (
    _choice("ballot", "how hands are counted", "open < secret", "PL"),
    _choice("debate", "whether hecklers are organised", "controlled < free", "PL"),
    _choice("appointment", "who puts secretaries in office", "above, elected", "PL"),
    _choice("appointer", "who appoints, under appointment from above", "leader, committee, rotate", "", "rotate"),
    _choice("recall", "whether a lost vote removes the secretary", "off < on", "PL"),
    _number("tenure_limit", "longest time in one office, 0 none", 0, 600, "PL", "months"),
    _choice("recruitment", "who is let into the party", "closed, selective, levy", "P"),
    _number("privileges", "what office gives beyond the common ration", 0, 1, "PL", low=0.1, moderate=0.4, high=0.8),
    _choice("association.parties", "other parties", LAWS, "P"),
    _choice("association.factions", "groupings inside the party", LAWS, "P"),
    _choice("association.economy", "co-operatives, leagues, relief bodies", LAWS, "P"),
    _choice("exit", "the frontier", "closed < open", "PR"),
    _choice("press", "who may print", "monopoly < free", "P"),
    _choice("lists", "whether arrests and sanctions are published", "secret < published", "P"),
    _choice("hearings", "whose case is heard in public", "closed, confessors, all"),
    _number("inspection", "chance that a unit is seen by an independent eye", 0, 1, "PL", off=0.05, on=0.7),
    _number("report_penalty", "monthly hazard that the author of an admitted shortfall loses his post", 0, 1, "PL",
            none=0.0, low=0.05, high=0.25),
    _choice("discounting", "a superior rescales reports by what inspection found", "off < on", "L"),
    _choice("unit_appeals", "a unit in arrears may write up", "off < on", "P"),
    _choice("inference", "suspected dissent is learnt from unmaskings", "off < on"),
    _choice("centre_files", "who reads the files on officials of that level", "off, all, one", "L"),
    _number("autonomy", "share of food decided locally", 0, 1, "P", none=0.0, low=0.2, high=0.8),
    _choice("market", "trade in food", LAWS, "P"),
    _number("market_policing", "force used against forbidden trade", 0, 1, "P"),
    _number("ration_norm", "decreed ration as multiple of need", 0, math.inf, "P"),
    _choice("procurement", "how grain is taken", "seizure < tax < purchase", "P"),
    _number("price", "state price / exchange value", 0, 1.5, "P", auto=AUTO),
    _number("goods", "goods to be had for it", 0, 1, "P", auto=AUTO),
    _choice("shortfall_response", "what the centre does when deliveries fall short", "none, seize, price, tax", "P"),
    _number("state_jobs", "share of people with a state job", 0, 1, "PR", auto=AUTO),
    _number("state_rooms", "share of people with a state room", 0, 1, "PR", auto=AUTO),
    _number("plots", "share of villagers with a plot", 0, 1, "PR", auto=AUTO),
    _choice("oversight.courts", "courts look into police cases", "off < on", "P"),
    _choice("oversight.party_control", "the party looks into police cases", "off < on", "P"),
    _choice("oversight.appeal", "the condemned may appeal", "off < on", "P"),
    _number("police_size", "share of people who are police", 0, 1, "P"),
    _number("police_quota", "share of people to be arrested each month", 0, 0.02, "P", none=0.0, on=0.003),
    _choice("sanction_cap", "highest rung of the ladder", CAPS, "PL"),
    *(Lever(f"sanction_cap.{topic}", f"highest rung for a case on {topic}", ("as sanction_cap", *CAPS.split(" < ")),
            True, scope="PL") for topic in TOPIC_CAPS),
    _number("severity", "added to the raw severity of a sanction", -3, 3, "PL"),
    _number("interrogation", "pressure on the accused", 0, 1, "PR"),
    _number("isolation", "isolation of prisoners", 0, 1, "PR", auto=AUTO),
    _number("prison_capacity", "room in prisons", 0, 1, "", "share of members", none=UNLIMITED),
    _number("delay_exec", "months between verdict and death", 0, 3, "PR", "months"),
    _choice("nondenunciation", "not to denounce is a crime", "off < on"),
    _choice("agents", "what police agents do", "none, observe, found", "P"),
    _number("hostage_kin", "kin answer for the absent", 0, 1, "P", off=0.0, tolerated=0.5, law=1.0),
    _number("hostage_group", "the held answer for their group", 0, 1, "P", off=0.0, tolerated=0.5, law=1.0),
    _number("publicity", "what is said abroad", 0, 1, "R", none=0.0, weak=0.1, moderate=0.4, free=1.0),
    _number("powers_sunset", "months until powers lapse unless carried again, 0 never", 0, 600, "", "months"),
    _choice("unrest_answer", "the answer to unrest", "auto, threat, force, nothing, food", "PR", "food"),
)

BY_NAME = {lever.name: lever for lever in LEVERS}
BY_ARGUMENT = {lever.argument: lever for lever in LEVERS}
NUMBER_OF = {lever.name: place for place, lever in enumerate(LEVERS)}


def lever(name: str, where: str = "") -> Lever:
    """The lever of that name, or the error that suggests the nearest one."""
    if name not in BY_NAME:
        raise unknown(where, "lever", name, BY_NAME, "unanimity regimes show law lists them")
    return BY_NAME[name]
