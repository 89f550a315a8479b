"""The levers: the institutional rules that the user sets, one declaration each, from which everything else is made.

Values with their order, what they mean, where they may differ (P by province, L by level of the assembly, R by person),
which end is tighter, and where the sources speak of it. Which mechanisms read a lever stands in the mechanisms
themselves. `unanimity levers list|show` and levers.md are made from this page; so are the levers that a centre may
be given (regimes/delegation.py), those that may differ by person (regimes/scenario_setup.py), and what a base regime
must set. A lever is stored as one number for each world and unit.
"""

from __future__ import annotations

import math
from typing import Any

from unanimity.support.errors import unknown
from unanimity.world.lever_kind import Lever

AUTO = -1.0  # the lever's value is left to the mechanism
UNLIMITED = -1.0
# Levers of persons (scope R, set-up word `assign`): the table of levers is then longer than its units. Its last column
# holds OWN_FROM plus the place at which persons begin; a person without a value of his own has one below AS_EVERYBODY.
OWN_FROM, AS_EVERYBODY, NOT_OWN = 1e9, -1e8, -1e9


def _choice(name: str, words: str, meaning: str, **more: Any) -> Lever:
    ordered = "<" in words
    return Lever(name, meaning, tuple(part.strip() for part in words.replace("<", ",").split(",")), ordered, **more)


def _number(name: str, least: float, most: float, meaning: str, named: dict[str, float] | None = None,
            **more: Any) -> Lever:
    return Lever(name, meaning, low=least, high=most, named=tuple((named or {}).items()), **more)


CAPS = "none < reproof < dismissal < expulsion < exile < prison < camp < death"
LAWS = "banned < tolerated < legal"
SPEECH = {"rule": ("opposing the line", "001 l.286-306, 367-411"), "local": ("local matters", "001 l.367-411"),
          "complaint": ("accusing an officer", "001 l.257-306"), "faction": ("organising", "001 l.13-31, 354-365")}
TOPIC_CAPS = tuple(SPEECH)
ACT_CAPS = {"theft": "theft", "sabotage": "sabotage", "violence": "a rising or an attack"}
HELD = {"off": 0.0, "tolerated": 0.5, "law": 1.0}

LEVERS: tuple[Lever, ...] = (
    _choice("ballot", "open < secret", "how hands are counted", scope="PL", tighter="open",
            cite="001 l.167-199, 332-348",
            explains="Open: a vote is seen by everybody in the hall, so that it can be feared for. Secret: nobody "
                     "learns who voted how; fear and company lose their hold on the hand."),
    _choice("debate", "controlled < free", "whether hecklers are organised", label="The floor of the assembly",
            scope="PL", tighter="controlled", cite="001 l.322-358; 003 l.12499-12528",
            explains="Free: no hecklers, and everybody may take the floor. Controlled: the secretary's people shout "
                     "speakers down."),
    _choice("appointment", "above, elected", "who puts secretaries in office", scope="PL", tighter="above",
            cite="003 l.12289-12297, 13272-13274",
            explains="Above: superiors name whom they trust, and can remove them. Elected: the assembly chooses, "
                     "and the secretary owes it the post."),
    _choice("appointer", "leader, committee, rotate_appointer", "who appoints, under appointment from above",
            label="Who names them, if from above", counted="rotate_appointer", former=(("rotate", "rotate_appointer"),),
            cite="001 l.332-348; 003 l.12289-12297",
            explains="One person, a committee, or another person every n months; it decides whether posts can come to "
                     "lead to one desk."),
    _choice("recall", "off < on", "whether a lost vote removes the secretary",
            label="A lost vote removes the secretary", scope="PL", tighter="off", cite="001 l.39-55, 209-235",
            explains="On: a secretary whom the assembly votes down is removed."),
    _number("tenure_limit", 0, 600, "longest time in one office, 0 none", label="Longest time in office, months",
            scope="PL", unit="months", cite="001 l.39-55, 82-118",
            explains="After so many months in one post its holder must leave it; a ring of mutual protection has to be "
                     "built anew."),
    _choice("recruitment", "closed, selective, levy", "who is let into the party", scope="P",
            cite="000 l.134-140; 003 l.12468-12480",
            explains="Closed: nobody. Selective: those who are vouched for. Levy: many at once, among them those who "
                     "come for what membership gives."),
    _number("privileges", 0, 1, "what office gives beyond the common ration",
            {"low": 0.1, "moderate": 0.4, "high": 0.8}, label="What a post brings", scope="PL", tighter="high",
            cite="000 l.134-140; 003 l.7174-7180",
            explains="It feeds office holders better, draws careerists, and angers those who see it."),
    _choice("association.parties", LAWS, "other parties", scope="P", tighter="banned", cite="003 l.7898-7925",
            explains="Whether there is a lawful place outside the one party: where there is none a member's work is "
                     "the party's to give. In an organisation: whether rival lists may stand (card 35)."),
    _choice("association.factions", LAWS, "groupings inside the party", scope="P", tighter="banned",
            cite="001 l.322-358, 367-411", explains="Where they are banned, to belong to one is an offence, and those "
                                                    "who meet do so in secret."),
    _choice("association.economy", LAWS, "co-operatives, leagues, relief bodies", label="Co-operatives and leagues",
            scope="P", tighter="banned", cite="000 l.107-146; 003 l.9143-9183",
            explains="What people build themselves: it carries food in need, speaks for its members, and is seen as a "
                     "rival where it does better than the state."),
    _choice("exit", "closed < open", "the frontier", scope="PR", tighter="closed", cite="003 l.7863-7896, 9165-9216",
            explains="Open: who can no longer bear it leaves, and the critical leave first."),
    _choice("press", "monopoly < free", "who may print", scope="P", tighter="monopoly",
            cite="001 l.76-118; 003 l.7571-7617",
            explains="Free: what happened is known everywhere, and inspection sees more. Monopoly: news travels by "
                     "word of mouth, and rumour with it."),
    _choice("lists", "secret < published", "whether arrests and sanctions are published", label="Arrests and penalties",
            scope="P", tighter="secret", cite="003 l.7571-7600",
            explains="Published: every arrest and sanction is known, and what befell people is less of a secret; else "
                     "people hear only of those near them."),
    _choice("hearings", "closed, confessors, all", "whose case is heard in public", tighter="closed",
            cite="003 l.5168-5208, 18795-18802",
            explains="Nobody's, only that of those who confess, or everybody's; belief in guilt is learnt from what is "
                     "shown."),
    _number("inspection", 0, 1, "chance that a unit is seen by an independent eye", {"off": 0.05, "on": 0.7},
            label="An independent eye, chance a month", scope="PL", tighter="low",
            cite="000 l.85-105; 003 l.10202-10215",
            explains="What is inspected is reported as it is. A free press adds .2."),
    _number("report_penalty", 0, 1, "monthly hazard that the author of an admitted shortfall loses the post",
            {"none": 0.0, "low": 0.05, "high": 0.25}, label="Penalty for reporting a shortfall", scope="PL",
            tighter="high", cite="003 l.10202-10215, 16706-16718",
            explains="The dearer the truth is to who reports it, the better the reports sound."),
    _choice("discounting", "off < on", "a superior rescales reports by what inspection found",
            label="Reports are corrected by inspection", scope="L", tighter="on", cite="003 l.10202-10215, 14028-14031",
            explains="On: superiors correct what they are told by the ratio that they found when they last looked."),
    _choice("unit_appeals", "off < on", "a unit in arrears may write up", scope="P", tighter="off", cite="000 l.85-105",
            explains="On: after two months without its due a unit writes; where the letter is read, its true need is "
                     "taken instead of the reported one."),
    _choice("inference", "off < on", "suspected dissent is learnt from unmaskings", label="Hidden dissent is inferred",
            tighter="on", cite="003 l.14684-14705",
            explains="On: the police learn from each unmasking what those look like who assent and think otherwise, "
                     "and suspect the like."),
    _choice("centre_files", "off, all, one", "who reads the files on officials of that level",
            label="Who reads the files of officials", scope="L", cite="002 l.90-130",
            explains="Nobody, all members of the centre, or one man, on whom the others then depend."),
    _number("autonomy", 0, 1, "share of food decided locally", {"none": 0.0, "low": 0.2, "high": 0.8},
            label="Food decided locally, share", scope="P", tighter="low", cite="000 l.85-146",
            explains="What is decided where it is eaten goes by need, not by report."),
    _choice("market", LAWS, "trade in food", scope="P", tighter="banned", cite="003 l.7029-7036, 8707-8719",
            explains="A second way to bread: the more of it, the less people depend on what they are given."),
    _number("market_policing", 0, 1, "force used against forbidden trade", label="Force against forbidden trade",
            scope="P", tighter="high", cite="003 l.7121-7127",
            explains="It halves that trade at most, and is felt as an insult; it does nothing where the market is "
                     "legal."),
    _number("ration_norm", 0, math.inf, "decreed ration as multiple of need", label="Decreed ration, share of need",
            scope="P", tighter="low", cite="000 l.85-105",
            explains="It sets what is reported as the ration; it makes no bread."),
    _choice("ration_cards", "off < on", "whether bread is handed out on cards", label="Bread on cards", scope="PT",
            tighter="on", cite="003 l.7011-7017, 13965-13973, 17349-17352",
            explains="On: what there is goes by category, and who is dismissed or worse has no card. Off: it is sold "
                     "to all alike, and bread is no longer in the hand that could withhold it."),
    _choice("procurement", "seizure < tax < purchase", "how grain is taken", scope="P", tighter="seizure",
            cite="003 l.7065-7103, 13931-13977",
            explains="Seizure takes what is found, a tax leaves what is above it, purchase pays; those who sow look at "
                     "what was left to them last time."),
    _number("price", 0, 1.5, "state price / exchange value", {"auto": AUTO}, label="State price, share of value",
            scope="P", tighter="low", cite="003 l.13931-13977",
            explains="What sellers get of what their grain is worth; auto: 0, .6 or 1 as the market is banned, "
                     "tolerated or legal."),
    _number("goods", 0, 1, "goods to be had for it", {"auto": AUTO}, scope="P", tighter="low", cite="003 l.13931-13977",
            explains="Whether the price buys anything; auto: by the towns' output."),
    _choice("shortfall_response", "none, seize, price, tax", "what the centre does when deliveries fall short",
            label="Answer to missing deliveries", scope="P", cite="003 l.13931-14024",
            explains="Nothing, take more, pay a tenth more each season, or go over to a tax."),
    _number("collective_farms", 0, 1, "share of the villages that are collective farms",
            label="Fields sown by order, share", scope="P", tighter="high", cite="003 l.13952-13977, 14021-14024",
            explains="A village whose turn comes is driven together whole. There the plan is sown and not what the "
                     "household wishes, seed is kept first, nothing can be hidden on the common floor, the state takes "
                     "before anybody is paid; and hands that are not paid reap less."),
    _number("state_jobs", 0, 1, "share of people with a state job", {"auto": AUTO},
            label="People with a state job, share", scope="PRT", tighter="high", cite="003 l.12373-12375, 15946-15961",
            explains="Who lives by the state's wage has it to lose. Auto: as at birth, .9 of townsmen, .2 of "
                     "villagers."),
    _number("state_rooms", 0, 1, "share of people with a state room", {"auto": AUTO},
            label="People with a state room, share", scope="PRT", tighter="high", cite="003 l.12373-12375, 13911-13922",
            explains="The same of a roof. Auto: .7 of townsmen, no villager."),
    _number("plots", 0, 1, "share of villagers with a plot", {"auto": AUTO}, label="Villagers with a plot, share",
            scope="PR", tighter="low", cite="003 l.15946-15961",
            explains="Own bread, and so less to fear. Auto: every villager, no townsman."),
    *(_choice(f"oversight.{which}", "off < on", meaning, scope="P", tighter="off", cite=cite,
              explains="One of three eyes on police cases; each on adds a third to oversight, as far as police and "
                       "lent powers let it act. It frees those who did nothing and tells on officers; who did what is "
                       "forbidden it does not save: what an opinion may cost is said by the cap.")
      for which, meaning, cite in (("courts", "courts look into police cases", "003 l.5168-5208, 8876-8881"),
                                   ("party_control", "the party looks into police cases", "002 l.90-130"),
                                   ("appeal", "the condemned may appeal", "001 l.257-280; 003 l.5228-5260"))),
    _number("police_size", 0, 1, "share of people who are police", label="Police, share of people", scope="P",
            tighter="high", cite="003 l.5159-5226",
            explains="How many can be watched and arrested."),
    _number("police_quota", 0, 0.02, "share of people to be arrested each month", {"none": 0.0, "on": 0.0004},
            label="Quota of arrests, share a month", scope="P", tighter="high", cite="003 l.18810-18833, 19271-19274",
            explains="It is filled by the police office of the province, with the guilty or with others; what is left "
                     "of a person is carried over."),
    _choice("quota_requests", "off < on", "an office that has filled its number is given a larger one",
            label="Quotas raised on request", scope="P", tighter="on", cite="003 l.18810-18833, 19271-19274",
            explains="On: what it is asked for grows by a share each month, as long as numbers are asked for (card "
                     "15)."),
    _number("quota_deaths", 0, 1, "share of those taken for the number who are to be shot, the others sent to camps",
            {"none": AUTO}, label="Of the quota to be shot, share", scope="P", tighter="high",
            cite="003 l.18810-18833, 19271-19274",
            explains="An order that says how many of each rung: who is taken for the number is weighed no more, within "
                     "the cap, and the order is its own precedent. None: the ladder decides, as for everybody."),
    _choice("sanction_cap", CAPS, "highest rung of the ladder", label="The worst penalty", scope="PL", tighter="death",
            cite="002 l.132-145; 003 l.6097-6193",
            explains="No case ends higher, but for those decided by order. By level: that of the assembly in which the "
                     "act was done."),
    *(_choice(f"sanction_cap.{topic}", f"as sanction_cap < {CAPS}", f"highest rung for a case on {topic}",
              label=f"Worst penalty for {what}", scope="PL", tighter="death", cite=cite,
              explains="The same for one topic of speech alone; left out, sanction_cap holds.")
      for topic, (what, cite) in SPEECH.items()),
    _number("severity", -3, 3, "added to the raw severity of a sanction", label="How harsh custom is", scope="PL",
            tighter="high", cite="003 l.6097-6193",
            explains="It moves every sentence up or down the ladder, below the cap."),
    _number("interrogation", 0, 1, "pressure on the accused", scope="PR", tighter="high", cite="003 l.16461-16607",
            explains="It multiplies what presses towards a signature by .6 + its value."),
    _number("isolation", 0, 1, "isolation of prisoners", {"auto": AUTO}, scope="PR", tighter="high",
            cite="003 l.16335-16350", explains="Who is alone hears nothing, weakens, and confesses sooner. Auto: .6, "
                                               "less where there is oversight."),
    _number("prison_capacity", 0, 1, "room in prisons", {"none": UNLIMITED}, label="Room in prisons, share of members",
            unit="share of members", cite="004 l.63-77",
            explains="Beyond it people are crowded, and sent to camps. None: no limit."),
    _number("delay_exec", 0, 3, "months between verdict and death", scope="PR", unit="months", tighter="low",
            cite="000 l.163-225; 003 l.8876-8923", explains="The time in which somebody can still intercede."),
    _choice("nondenunciation", "off < on", "not to denounce is a crime", tighter="on", cite="003 l.15710-15723",
            explains="On: who knew and kept silent is guilty too."),
    _choice("agents", "none, observe, found", "what police agents do", scope="P", cite="003 l.13882-13898, 17326-17343",
            explains="Nothing, watch circles that exist, or found circles to see who comes."),
    _number("hostage_kin", 0, 1, "kin answer for the absent", HELD, scope="P", tighter="high",
            cite="002 l.140-149; 004 l.39-61", explains="Those who run, or speak abroad, put their family in danger."),
    _number("hostage_group", 0, 1, "the held answer for their group", HELD, scope="P", tighter="high",
            cite="000 l.163-225", explains="What some of a group do is paid for by those of it who are held."),
    _number("publicity", 0, 1, "what is said abroad", {"none": 0.0, "weak": 0.1, "moderate": 0.4, "free": 1.0},
            scope="R", tighter="low", cite="004 l.39-61; 003 l.17473-17481",
            explains="Noise for those who are held: it delays and softens what is done to the known."),
    _number("powers_sunset", 0, 600, "months until powers lapse unless carried again, 0 never",
            label="Months until powers lapse", unit="months", cite="003 l.6097-6193, 9012-9027",
            explains="Powers lent in danger end by themselves unless the centre carries them again in a secret vote."),
    _choice("unrest_answer", "auto, threat, force, nothing, food", "the answer to unrest", scope="P", counted="food",
            cite="003 l.7481-7632, 7709-7836",
            explains="Auto: the centre decides; threat: envoys are jailed and people insulted; force; nothing; food:n: "
                     "so many months of need, eaten by all of the province; to a strike it comes before anybody rises. "
                     "A province is answered, not a person."),
    _number("arrivals", 0, 1, "people who join from outside, for each who is there",
            label="People who join from outside, a year", scope="P", unit="a year", unless_said=0.0,
            cite="003 l.11043, 12468-12480",
            explains="A union's or co-operative's new members; each takes a vacant place. It acts where society.spare "
                     "is above 0 (card 29)."),
    _number("schooling", 0, 1, "what the young think: 0 as at home, 1 as is printed",
            label="What the young learn: home or print", scope="P", unless_said=0.5,
            cite="003 l.12468-12480; size assumed",
            explains="Between them the mean of both. It acts where society.spare is above 0 (card 29)."),
    _choice("passports", "off, hold, bar, both", "inner passports", scope="P", cite="003 l.13973-13974",
            unless_said=0.0,
            explains="Hold: townspeople of the first category may not leave their work; bar: villagers may not settle "
                     "in towns, and towns send the dismissed away; both. By the place where one lives. It acts where "
                     "society.moving is on (card 30)."),
    *(_choice(f"sanction_cap.{kind}", f"as sanction_cap < {CAPS}", f"highest rung for {what}",
              label=f"Worst penalty for {kind}", scope="PL", tighter="death", cite="003 l.13973-13977",
              explains="A law of its own for one kind of act, in place of the cap of its topic; left out, sanction_cap "
                       "holds.")
      for kind, what in ACT_CAPS.items()),
    _choice("sanction_floor.theft", CAPS, "lowest rung for a thief who is convicted", label="Least penalty for theft",
            scope="PL", tighter="death", unless_said=0.0, cite="003 l.13973-13977",
            explains="The law of 7 August 1932 named ten years or death. The cap still holds; a law that names a rung "
                     "is its own precedent. Where there is no collective farm nobody steals alone."),
    _choice("precedent", "one, topic", "which cases a rung that has passed is a precedent for",
            label="What counts as a precedent", unless_said=0.0, cite="002 l.79-88, 132-145",
            explains="One: what was done in any case may be done in every case, and one rung more. Topic: only in "
                     "cases of the same topic, and to members of factions only what was done to members of factions: a "
                     "country that shoots others need not shoot its opposition yet. The event set lays one by hand: "
                     "variable = rung_passed_faction."),
    # of organisations by statute (cards 31-37): they act where [society] statute is true, but for the last three
    _number("term", 0, 600, "months after which elected posts are voted on again, 0 never",
            label="Elected posts are voted on again after", unit="months", scope="L", unless_said=0.0,
            cite="works councils (4 years), Debian (1 year), US unions (3 to 5 years)",
            explains="The holder may stand again, with what the office gives (card 35). Never: those elected stay "
                     "until they leave, are recalled or have served tenure_limit."),
    _choice("leader_by", "ablest, board, members", "who chooses the leader at each term of the centre",
            label="Who chooses the leader", unless_said=0.0, cite="Debian's leader by all, Apache's by the board",
            explains="The ablest of the centre leads unasked, or its members vote, or all members do (card 35)."),
    _choice("slates", "off < on", "two lists stand for the posts", label="Two lists for every post", unless_said=0.0,
            tighter="off", cite="Lipset, Trow and Coleman 1956",
            explains="On, and rival lists not banned (association.parties): every post has a rival of the other list; "
                     "where they are a right, the rival has a paper and people too (card 35)."),
    _number("quorum", 0, 1, "share of members who must be there or vote", label="Quorum of a recall or referendum",
            scope="L", unless_said=0.0, tighter="high", cite="20 % in SPD ballots; 1.5 root n in Debian",
            explains="Below it a recall or a referendum lapses (card 32)."),
    _number("petition", 0, 1, "share of members whose hands a recall needs", label="Hands that a recall needs",
            scope="L", unless_said=0.0, tighter="high", cite="a quarter before a labour court (works councils)",
            explains="Beside a majority of those present (card 32)."),
    _number("referendum", 0, 1, "share of members whose hands call a referendum, 0 none",
            label="Hands that call a referendum", unless_said=0.0, tighter="low",
            cite="Debian's general resolution; .7 % of decisions of Swiss assemblies",
            explains="All members vote in secret; a majority binds every office to the other line (card 32)."),
    _number("rule_change", 0, 1, "share of members whose hands put the executive's rules to a vote, 0 none",
            label="Hands that put the executive’s rules to a vote", unless_said=0.0, tighter="low",
            cite="Debian's general resolution; initiatives of Swiss communes",
            explains="Of the rules that were given to the executive ([[delegate]]): all members vote in secret, and a "
                     "majority makes them one step freer (card 32)."),
    _choice("arbitration", "off < on", "an outside body hears members on elections and exclusions",
            label="Outside arbitration", unless_said=0.0, tighter="off", cite="UK Certification Officer",
            explains="It voids some results that only the weight of office made (card 35), and takes back some who "
                     "were excluded or dismissed (card 36)."),
    _choice("fork", "off < on", "a part may leave as a body", unless_said=0.0, tighter="off",
            cite="Orona and Ulma 2022; Robles and Gonzalez-Barahona 2012",
            explains="A faction that is large, has lost and is not listened to may go with its people (card 36)."),
    _number("pay_ratio", 0, 50, "highest pay as a multiple of the lowest, 0 no cap", label="Cap on pay", unit="to 1",
            unless_said=0.0, tighter="high", cite="3 to 9 in Mondragon, mean 5",
            explains="It caps what a post may bring: 5 to 1 is privileges of .2 (card 33)."),
    _choice("hotline", "off < on", "a word on an officer may be told unsigned", label="Unsigned word on an officer",
            unless_said=0.0, tighter="off", cite="ACFE 2024: tips find 47.3 % with a hotline, 28.2 % without",
            explains="Fear and dependence weigh less on who tells, and nobody can be paid back (cards 9, 34); an "
                     "unsigned word is believed less."),
    _number("strike_fund", 0, 60, "months of pay that a common fund holds for each member", label="Common fund",
            unit="months", unless_said=0.0, tighter="low", cite="strike pay of unions",
            explains="Those who can be fed for a while are less in the hand that pays them (card 11)."),
    _number("staff", 0, 1, "share of members without post whom the office employs",
            label="Members whom the office employs", unless_said=0.0, tighter="high",
            cite="14-17 % of congress delegates on staff (IG Metall 2013, 2015)",
            explains="Their whole living is the office's (card 11), and their votes go with it (card 35)."),
)

BY_NAME = {lever.name: lever for lever in LEVERS}
BY_ARGUMENT = {lever.argument: lever for lever in LEVERS}
NUMBER_OF = {lever.name: place for place, lever in enumerate(LEVERS)}
TIGHTER: dict[str, int] = {lever.name: lever.tightness for lever in LEVERS if lever.tightness}  # 1: larger is tighter
OWN_LEVERS: tuple[str, ...] = tuple(lever.name for lever in LEVERS if "R" in lever.scope)  # may differ by person


def lever(name: str, where: str = "") -> Lever:
    """The lever of that name; an error suggests the nearest name."""
    if name not in BY_NAME:
        raise unknown(where, "lever", name, BY_NAME, "unanimity levers list")
    return BY_NAME[name]
