"""The codes behind the words: what the small integers of the state mean, declared once."""

from __future__ import annotations

# Estates of a person.
CITIZEN, MEMBER, OFFICIAL, POLICE = range(4)
ESTATES = ("citizen", "member", "official", "police")

# Offices, by the level of the unit that is headed.
NO_OFFICE, CELL_SECRETARY, DISTRICT_SECRETARY, PROVINCE_SECRETARY, CENTRE_MEMBER, LEADER = range(6)
OFFICES = ("none", "cell", "district", "province", "centre", "leader")

# Statuses. The first three are *at liberty*; the first seven are alive in the country.
FREE, DISMISSED, EXPELLED, EXILED, INQUIRY, IMPRISONED, CAMP, ABROAD, DEAD = range(9)
STATUSES = ("free", "dismissed", "expelled", "exiled", "inquiry", "imprisoned", "camp", "abroad", "dead")

# Kinds of death.
NOT_DEAD, BY_HUNGER, EXECUTED, IN_CUSTODY, IN_COMBAT, IN_REVOLT, MURDERED, BY_SUICIDE, AT_BORDER = range(9)
DEATHS = ("none", "hunger", "executed", "custody", "combat", "revolt", "murdered", "suicide", "border")

# Public acts of the month.
DISSENT, SILENCE, ASSENT = -1, 0, 1

# Kinds of ties.
KIN, FRIEND, WORK, PATRON, CELL_MATE = range(5)
TIE_KINDS = ("kin", "friend", "work", "patron", "cell-mate")

# Kinds of the last logged act.
NO_ACT, DISSENTED = 0, 1
ACTS = ("none", "dissent")

# Dimensions of columns that hold one number for each issue or topic.
ISSUES = ("bread", "rule", "third")
TOPICS = ("rule", "local", "complaint")
RULE_TOPIC, LOCAL_TOPIC, COMPLAINT_TOPIC = range(3)
BREAD_ISSUE, RULE_ISSUE = 0, 1

# What a person's ties hear of him: gone, quiet, or talking among friends or dissenting in the hall.
GONE, QUIET, SPEAKS = 0, 1, 2

NEVER = -32000  # the month of something that has not happened yet: before any burn-in
NOBODY = -1

# Values of levers that rules compare with (a test holds them to the words in levers.py).
OPEN, SECRET = 0, 1
CONTROLLED, FREE_DEBATE = 0, 1
ABOVE, ELECTED = 0, 1
OFF, ON = 0, 1
MONOPOLY, FREE_PRESS = 0, 1
BANNED, TOLERATED, LEGAL = 0, 1, 2
CLOSED_PARTY, SELECTIVE, LEVY = 0, 1, 2
SEIZURE, TAX, PURCHASE = 0, 1, 2
NO_RESPONSE, SEIZE, RAISE_PRICE, TAKE_TAX = 0, 1, 2, 3
FILES_OFF, FILES_ALL, FILES_ONE = 0, 1, 2
SECRET_LISTS, PUBLISHED = 0, 1
NO_HEARING, CONFESSORS_HEARD, ALL_HEARD = 0, 1, 2
