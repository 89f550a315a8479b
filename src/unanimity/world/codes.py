"""The integer codes of the state, declared once with their names."""

from __future__ import annotations

# Estates of a person.
CITIZEN, MEMBER, OFFICIAL, POLICE = range(4)
ESTATES = ("citizen", "member", "official", "police")

# Offices, by the level of the unit that the holder heads.
NO_OFFICE, CELL_SECRETARY, DISTRICT_SECRETARY, PROVINCE_SECRETARY, CENTRE_MEMBER, LEADER = range(6)
OFFICES = ("none", "cell", "district", "province", "centre", "leader")

# Statuses: the first three are at liberty, the first seven alive in the country; a vacant place holds nobody.
FREE, DISMISSED, EXPELLED, EXILED, INQUIRY, IMPRISONED, CAMP, ABROAD, DEAD, VACANT = range(10)
STATUSES = ("free", "dismissed", "expelled", "exiled", "inquiry", "imprisoned", "camp", "abroad", "dead", "vacant")

# Kinds of death.
NOT_DEAD, BY_HUNGER, EXECUTED, IN_CUSTODY, IN_COMBAT, IN_REVOLT, MURDERED, BY_SUICIDE, AT_BORDER, NATURAL = range(10)
FIRST, BORN, FROM_OUTSIDE = 0, 1, 2  # origins: of the first people, came of age here, arrived
DEATHS = ("none", "hunger", "executed", "custody", "combat", "revolt", "murdered", "suicide", "border", "natural")

# Public acts of the month.
DISSENT, SILENCE, ASSENT = -1, 0, 1

# Kinds of ties; a free slot leads nowhere until a newcomer's tie takes it (card 29).
KIN, FRIEND, WORK, PATRON, CELL_MATE, NO_TIE = range(6)
TIE_KINDS = ("kin", "friend", "work", "patron", "cell-mate", "free slot")

# Kinds of the last logged act, with their gravity; dissent at a meeting is an opinion.
NO_ACT, DISSENTED, COMPLAINED, IN_CONTACT, STOLE, LEAFLETED, SABOTAGED, ROSE, ATTACKED = range(9)
ACTS = ("none", "opinion", "complaint", "contact", "theft", "leaflet", "sabotage", "rising", "attack")
GRAVITY = (0.0, 0.2, 0.1, 0.4, 0.5, 0.6, 0.8, 0.9, 1.0)

# Rungs of the ladder of sanctions, and the status that each brings.
NO_RUNG, REPROOF, DISMISSAL, EXPULSION, EXILE, PRISON, CAMP_RUNG, DEATH = range(8)
RUNGS = ("none", "reproof", "dismissal", "expulsion", "exile", "prison", "camp", "death")

# Labels of enemies: the branch of work that a campaign names (sector + 1), or a past capitulation.
NO_LABEL, EX, NAMED = 0, 9, 10
LABELS = ("none", "army", "coal", "food", "money", "planning", "transport", "science", "trade", "ex", "named")
SECTORS = LABELS[1:9]

# Factions: slots of the table (slot 0 means no faction), and the size below which a faction ends.
FACTION_SLOTS, SMALLEST_FACTION = 256, 3

# Events of the case log, and their causes.
(ARREST, CONFESSION, FREED, VOIDED, PETITION, SAVED, BACKLASH, ACQUITTAL, SANCTION, RELEASE, EXTENSION, MOVE, STRIKE,
 CAPITULATION, HOSTAGE_TAKEN, DYING, LEAVING, TELLING, ATTACK, EXPELLED_QUIETLY, PUNISHED, APPOINTED, REMOVED,
 EXCHANGED, CONDEMNED, QUARREL, CARRIED, VOTED_DOWN, OBJECTED, JOINED, CAME_OF_AGE, ARRIVED, SETTLED,
 THEFT) = range(34)
LOGGED = ("arrested", "confessed", "freed", "voided", "petitioned for", "saved", "backlash", "acquitted", "sanctioned",
          "released", "extended", "moved", "struck", "capitulated", "taken hostage", "died", "left", "told", "attacked",
          "expelled in a verification", "punished as officer", "appointed", "removed", "exchanged",
          "condemned to death", "quarrelled", "carried a motion", "lost a motion", "objected to a motion",
          "joined", "came of age", "arrived", "settled elsewhere", "stole")
(NO_CAUSE, THE_FILE, THE_QUOTA, THE_PURGE, AN_ATTACK, THE_LABEL, KINSHIP, THE_GROUP, AN_ORDER, REVIEW, A_CHIEF,
 FAME_ABROAD, END_OF_TERM, A_STRIKE, A_CRISIS, CLEMENCY, AN_ESCAPE, VERIFICATION, THE_FRONTIER, THE_HUNT, THE_VERDICT,
 HUNGER_CAUSE, DESPAIR, ASSAULT, THE_FRONT, CUSTODY_CAUSE, COLONY, OFFER, DANGER, COST, CALM, SUNSET,
 A_RIVAL, THE_RISING, A_NAME, THE_CHAIR, THE_BAN, OLD_AGE, WORK_CAUSE) = range(39)
CAUSES = ("none", "file", "quota", "purge", "attack", "label", "kinship", "group", "order", "review", "a chief",
          "fame abroad", "end of term", "strike", "crisis", "clemency", "escape", "verification", "frontier", "hunt",
          "verdict", "hunger", "despair", "assault", "front", "custody", "colony", "offer",
          "danger", "cost", "calm", "sunset", "a rival", "rising", "a name", "chair", "ban", "age", "work")

# Dimensions of columns that hold one number for each issue or topic.
ISSUES = ("bread", "rule", "third")
TOPICS = ("rule", "local", "complaint")
RULE_TOPIC, LOCAL_TOPIC, COMPLAINT_TOPIC = range(3)
GROUNDS = (*TOPICS, "faction")  # the grounds of a case: its topic, or membership in a faction
FACTION_GROUND = 3
BREAD_ISSUE, RULE_ISSUE = 0, 1

# A person's last move (card 30).
NO_MOVE, WITHIN, TO_VILLAGE, TO_TOWN = range(4)

# What a person's ties hear: gone, quiet, or talking among friends or dissenting at a meeting.
GONE, QUIET, SPEAKS = 0, 1, 2

NEVER = -32000  # the month of an event that has not happened: before any burn-in
NOBODY = -1

# Lever values that rules compare with (a test checks them against levers.py).
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
CLOSED_BORDER, OPEN_BORDER = 0, 1
NO_AGENTS, AGENTS_OBSERVE, AGENTS_FOUND = 0, 1, 2
ONE_PRECEDENT, PRECEDENT_BY_TOPIC = 0, 1
NO_PAPERS, HOLD_PAPERS, BAR_PAPERS, HOLD_AND_BAR = 0, 1, 2, 3
ANSWER_AUTO, ANSWER_THREAT, ANSWER_FORCE, ANSWER_NOTHING, ANSWER_FOOD = 0, 1, 2, 3, 4
