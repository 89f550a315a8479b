"""Every named measure of the contract that is not collected each month (interface, section 4), once each."""

from __future__ import annotations

from unanimity.measures.contract import case_log_measures as cases
from unanimity.measures.contract import series_measures as series
from unanimity.measures.contract import state_measures as states
from unanimity.measures.contract.declare import ANY, FLOW, RUN, Contracted, Made

M = Contracted
_BROKEN = (series.UNANIMITY, series.REVOLT, series.DELIVERIES)
_HELD = "(held_in_exile + held_in_prison + held_in_camps)"
_CIRCLE = "max(crime_insiders, (crime_insiders < 0) * protection.knowing)"  # share of members who know of a crime

OPINION = (
    M("hidden_support_over_window", "sum(want > inertia, attendants) / max(1, sum(voice == dissent, attendants))",
      "Private dissenters for each public one, counts over the window", "private per open dissenter", high=ANY,
      kind=FLOW,
      over="attendants"),
    M("hidden_for_line", "share(abs(stance_rule - #1) < abs(stance_rule - centre_line) and last_dissent < month - 12, "
      "members and present)", "Members nearer to a line than to the centre's who have not dissented for 12 months",
      over="members", numbers=("line on rule",)),
    M("private_dissent_local", "share(want_local > inertia, attendants)", "Private dissent on bread and local matters",
      over="attendants"),
    M("stance_distance", "abs(private_stance(province(#1)) - private_stance(province(#2)))",
      "Distance of what attendants think in two provinces", "-1..1", high=2.0, over="attendants",
      numbers=("province", "province")),
    M("line_distance", "abs(proclaimed_line(province(#1)) - proclaimed_line(province(#2)))",
      "Distance of the lines of two provinces", "-1..1", high=2.0, over="members", numbers=("province", "province")),
    M("disclosures", "count(talker == 1, ties_of(@))", "Ties of the persons named who speak among friends", "persons",
      high=ANY, over="ties of those named"),
    M("criticism_spoken", f"(sum(voice == dissent, attendants) + count(log told)) / max(1, sum(want > inertia, "
      f"attendants)"
      f" + sum(crime_open * members * {_CIRCLE}, units))", "Dissenters and tellers against private dissenters and "
      "those "
      "who know of an open crime", high=ANY, kind=FLOW, over="attendants"),
    M("fear", "fear_of_opinion", "Mean fear to speak on rule"),
    M("fear_local", "mean(fear_local, all)", "Mean fear to speak on local matters"),
    M("trust", "trust_in_print", "Mean trust in what is printed"),
    M("grievance", "grievance_felt", "Mean grievance"),
    M("hunger", "mean_hunger", "Mean hunger"),
    M("dependence", "dependence_held", "Mean dependence"),
    M("authority", "mean(assoc, all)", "Authority of independent bodies (card 27)"),
    M("incapacity", "mean(max(0, 1 - pool / need), all)", "What the state's pools leave open of need (card 27)"),
    M("authority_gap", "mean(assoc, all) - legitimacy", "Authority of a body less legitimacy of the centre", low=-1.0),
    M("suspicion", "mean(suspected, all)", "Hidden dissent that the centre suspects (card 15)"),
    M("estimate", "support_believed", "Support that the centre believes it has"),
    M("estimate_error", "support_overrated", "What is believed of support less what it is", low=-1.0),
    M("beliefs_on_arrests", "mean(1 + #1 * rumour, units level(cell))", "Arrests believed for each true one",
      "believed per true", low=1.0, high=ANY, over="cells", numbers=("N: 10, 2-30",)),
)

COURSES = (
    M("collapse_month", Made(series.collapse_month, _BROKEN), "First month in which the regime breaks", "month", -ANY,
      ANY,
      RUN),
    M("breaks", Made(series.breaks, _BROKEN), "Breaks, each once in 12 months", "breaks", 0.0, ANY, RUN),
    M("break_size", Made(series.break_size, _BROKEN[:2]), "Largest 3-month fall of unanimity, with the share in "
      "revolt",
      "points", 0.0, 200.0, RUN),
    M("warning_by_unanimity", Made(series.warning_by_unanimity, _BROKEN), "Months of warning that unanimity gave "
      "before "
      "the collapse", "months", 0.0, 24.0, RUN),
    M("warning_by_reports", Made(series.warning_by_reports, (*_BROKEN, series.REPORTED)),
      "Months of warning that the "
      "reported state gave before the collapse", "months", 0.0, 24.0, RUN),
    M("trend_of_unanimity", Made(series.trend_of_unanimity, _BROKEN), "Rank correlation of unanimity with the "
      "calendar "
      "in the 24 months before the collapse", "correlation", -1.0, 1.0, RUN),
    M("trend_of_reports", Made(series.trend_of_reports, (*_BROKEN, series.REPORTED)),
      "The same of the reported state",
      "correlation", -1.0, 1.0, RUN),
    M("largest_change", Made(series.largest_change, _BROKEN[:1]), "Largest change of unanimity in a month", kind=RUN,
      over="attendants"),
)

BREAD = (
    M("excess_deaths", "hunger_deaths", "Deaths by hunger: a fed twin has none", "persons", high=ANY, kind=FLOW),
    M("death_dispersion", Made(cases.death_dispersion), "Spread of the provinces' deaths by hunger a head",
      "deaths a head",
      kind=RUN, events="hunger_deaths"),
    M("performance", "mean((1 - deficit) / max(yielded, .01), present)", "Food received against need and the year's "
      "yield",
      "share of need", high=ANY, over="present"),
    M("output_share", "output_made", "Output as share of the plan", "share of plan", high=4.0),
    M("reported_state", "output_reported", "Output report at the top", "share of plan", high=4.0),
    M("arrears", Made(series.arrears, ("ration_short",)), "Sum over months of (decreed - received) / decreed",
      "months of rations", -ANY, ANY, RUN),
    M("ration_error", "supply_error", "The centre's error on rations", "share of plan", high=10.0),
    M("member_error", Made(states.mean_of_notes, looks=states.note_member_error),
      "What members see of supply in their own "
      "and their ties' cells, against the truth", "share of need", over="members"),
    M("price_gap", Made(states.mean_of_notes, looks=states.note_price_gap), "log of food wanted after cards over "
      "food "
      "offered", "log ratio", -ANY, ANY),
    M("decisions_reversed", Made(states.mean_of_notes, looks=states.note_reversals),
      "Inspected cells whose allotment "
      "moves by 10 % next month", "share of inspected cells", over="cells"),
    M("sown", "fields_sown", "Share of the fields sown", over="villages"),
    M("harvest_by_weather", "mean(harvest, units village) / mean(full_harvest * yielded, units village)",
      "Harvest against what full sowing gives in such weather", high=ANY, over="villages"),
    M("pressure", "requisition_pressure", "Share of the reported surplus demanded", high=2.0),
    M("requisition_yield", "sum(month_take, units level(cell))", "Grain taken", "person-months of food", high=ANY,
      kind=FLOW,
      over="cells"),
    M("take_of_quota", "mean(month_take, units village) / mean(take_due, units village)",
      "Grain taken against what was to "
      "be taken (order strength)", high=ANY, over="villages"),
)

UNREST = (
    M("revolts", Made(states.new_revolts, looks=states.note_revolts), "New cells passing 10 % of people in revolt",
      "cells", 0.0, ANY, FLOW, over="cells where the population lives", events="revolts"),
    M("revolt_distance", Made(states.revolt_distance, looks=states.note_revolts),
      "Steps round the ring from the first "
      "revolt to the later ones", "steps", 0.0, ANY, RUN, events="revolts"),
    M("revolt_share", "share_in_revolt", "Share of people in revolt", over="present"),
    M("attacks", "count(log attacked)", "Attacks carried out", "attacks", high=ANY, kind=FLOW),
    M("thefts", "count(log stole)", "Thefts from common fields (card 1)", "thefts", high=ANY, kind=FLOW),
    M("threat", "threat_felt", "Threat"),
    M("powers", "powers_lent", "Powers lent in danger"),
    M("rung_max", "rung_reached", "Highest rung that has passed without correction", "rung", high=7.0),
    M("cap_in_use", Made(cases.cap_in_use), "Highest rung used in the last 12 months", "rung", 0.0, 7.0, RUN,
      events="count(log sanctioned rung >= 1)"),
    M("rungs_per_threat", "sum(rung of log sanctioned) / (threat_felt + opposition_share)",
      "Sum of rungs for each unit of threat and opposition", "rungs", high=ANY, kind=FLOW, when="start..end"),
)

PARTY = (
    M("competence_gap", "competence_centre - competence_cell", "Competence of the centre less that of cells", low=-1.0,
      over="office holders"),
    M("conviction_gap", "conviction_centre - conviction_cell", "Conviction of the centre less that of cells", low=-1.0,
      over="office holders"),
    M("courage_gap", "courage_centre - courage_cell", "Courage of the centre less that of cells", low=-1.0,
      over="office holders"),
    M("commitment", "mean(conviction * (1 + stance_rule * #1) / 2, present)", "Conviction times closeness to a line",
      over="present", numbers=("line on rule",)),
    M("commitment_of_faction", "mean(conviction * (1 + stance_rule * own_faction_line) / 2, faction(any))",
      "Conviction of faction members times closeness to their faction's line", over="faction members"),
    M("ring", "ring_strength", "Mutual cover", over="headed units"),
    M("rebuild_time", Made(series.rebuild_time, (series.RING,)), "Months from a removal until the ring of those "
      "units is "
      "back at 90 %", "months", 0.0, ANY, RUN, over="units named"),
    M("silence", "silence_median", "Kaplan-Meier median of months from a crime to its exposure", "months", high=255.0),
    M("silence_of", Made(states.silence_of, looks=states.note_silences),
      "The same of the units of a place: crimes that come out in the window, and those still hidden at its end",
      "months", 0.0, ANY, RUN, over="units of a place"),
    M("share_who_know", f"sum(crime_open * {_CIRCLE}, units) / sum(crime_open, units)",
      "Share of members who know of an "
      "open crime", kind=FLOW, over="members"),
    M("protests", "(sum(voice == dissent, members and present) + count(log told, members)) / months()",
      "Dissents and tellings of members a month", "a month", high=ANY, kind=FLOW, over="members"),
    M("exposed_within", "exposures_so_far(+0..+#1) / max(1, crimes_hidden(before 1))",
      "Exposures within so many months of "
      "the treatment for each crime that was hidden", "per hidden crime", high=ANY, numbers=("months",)),
    M("exposures", "exposures_so_far", "Crimes that came out", "exposures", high=ANY, kind=FLOW),
    M("fate_of_complainers", Made(cases.fate_of_complainers, looks=cases.note_complainers),
      "Hazard of a sanction in the 12 "
      "months after telling, against alike members of the same cell", "rate ratio", 0.0, ANY, RUN, over="members",
      events="complainers_struck"),
    M("complainers_struck", Made(cases.complainers_struck, looks=cases.note_complainers), "Sanctions of tellers in the "
      "12 months after telling, each weighted by the alike members of the same cell (above the line of that ratio)",
      "persons", 0.0, ANY, RUN, over="members", events="complainers_struck"),
    M("alike_struck", Made(cases.alike_struck, looks=cases.note_complainers), "Sanctions of those alike members in the "
      "same 12 months, weighted alike (below the line)", "persons", 0.0, ANY, RUN, over="members",
      events="alike_struck"),
    M("tenure", "tenure_in_post", "Months in the present post", "months", high=ANY, over="secretaries"),
    M("leader_support", "support_of_leader", "Share of members nearest to the leader at the last congress",
      over="members"),
    M("delegates_share", "delegates_of_leader", "Share of delegates who are the leader's", over="delegates"),
    M("head_support", "mean(at(chair_support, #1), all)", "Share of members nearest to one head of the centre at the "
      "last congress", over="members", numbers=("chair, 1 the leader's",)),
    M("head_delegates", "mean(at(chair_delegates, #1), all)", "Share of the last congress' delegates who were "
      "that head's", over="delegates", numbers=("chair, 1 the leader's",)),
    M("congress_dissent", "dissent_at_congress", "Share of delegates who dissent at the congress",
      over="delegates"),
    M("concentration", "concentration_of_posts", "Share of posts that lead to one desk (C)"),
    M("order_strength", "mean(line_rule * centre_line, units level(cell))", "How far cells proclaim the centre's line",
      low=-1.0, over="cells"),
    M("correction_time", Made(series.correction_time, (series.PROBLEM,)), "Months until a hidden problem is halved",
      "months", 0.0, ANY, RUN),
    M("decision_time", Made(cases.decision_time), "Months until the centre carries a motion", "months", 0.0, ANY, RUN,
      events="count(log carried_a_motion)"),
    M("objectors", "count(log objected_to_a_motion) / max(1, count(log carried_a_motion) + count(log lost_a_motion))",
      "Centre members who object, a motion", "persons", high=ANY, kind=FLOW, over="the centre"),
    M("objectors_turned", Made(cases.objectors_turned), "Objectors to the first motion who object to none of the "
      "later ones put for the same cause", "share of objectors", kind=RUN, over="the centre",
      events="count(log objected_to_a_motion)"),
    M("recruits_convinced", Made(states.mean_of_notes, looks=states.note_convinced),
      "New members a year with conviction "
      "above the first median who agree", "persons a year", 0.0, ANY),
    M("recruits_opportunist", Made(states.mean_of_notes, looks=states.note_opportunists),
      "New members a year who are "
      "opportunists", "persons a year", 0.0, ANY),
    M("faction_hidden", Made(states.mean_of_notes, looks=states.note_hidden_faction),
      "Members of the largest faction "
      "who are not seen, and those who silently hold its line", "persons", 0.0, ANY),
    M("oppositions_from_loyalists", Made(states.sum_of_notes, looks=states.note_new_factions), "New factions most of "
      "whose founders had assented for 12 months", "factions", 0.0, ANY, FLOW, events="oppositions_from_loyalists"),
    M("capitulation_rate", "rate(log capitulated, faction(any))", "Capitulations a faction member and month",
      "a person and month", kind=FLOW, over="faction members"),
    M("capitulation_rate_offered", "rate(log capitulated cause offer, faction(any))", "The same, after an offer",
      "a person and month", kind=FLOW, over="faction members"),
    M("declarations", "mean(step, everybody and above(step, 0))", "Declarations signed by each who signed any",
      "signatures",
      high=5.0, over="signatories"),
)

POLICE = (
    M("arrests", "count(log arrested)", "Arrests", "persons", high=ANY, kind=FLOW),
    M("executions", "deaths_executed", "Executions", "persons", high=ANY, kind=FLOW),
    M("sanctions", "count(log sanctioned rung >= 1)", "Sanctions", "persons", high=ANY, kind=FLOW),
    M("sanctions_at", "count(log sanctioned rung == #1)", "Sanctions at one rung", "persons", high=ANY, kind=FLOW,
      numbers=("rung",)),
    M("mean_rung", "mean(rung of log sanctioned rung >= 1)", "Mean rung of the sanctions", "rung", high=7.0, kind=FLOW),
    M("sanction_level", "mean(rung, all)", "Mean of the rung in force", "rung", high=7.0),
    M("first_use", "first(log sanctioned rung == #1)", "Month in which a rung was first used", "month", -ANY, ANY, RUN,
      numbers=("rung",)),
    M("false_positive_share", "count(log arrested innocent) / count(log arrested)", "Share of the arrested who are not "
      "guilty", kind=FLOW, over="arrested"),
    M("false_positives_of_assenters", "count(log arrested innocent assented) / count(log arrested assented)",
      "The same of those with 6 assents running", kind=FLOW, over="arrested assenters"),
    M("assenters_arrested", "count(log arrested assented) / count(log arrested)",
      "Share of the arrested with 6 assents "
      "running", kind=FLOW, over="arrested"),
    M("loyal_dissenters_executed", Made(cases.loyal_dissenters_executed, looks=cases.note_executed),
      "Executed members never in faction, attack or rising who disagree", "persons", 0.0, ANY, RUN, over="members",
      events="loyal_dissenters_executed"),
    M("convicted", "count(log sanctioned rung >= 1 cause verdict)", "Convictions", "persons", high=ANY, kind=FLOW),
    M("freed_by_review", "count(log freed) + count(log voided)", "Cases voided by review", "cases", high=ANY,
      kind=FLOW),
    M("officers_punished", "count(log punished_as_officer)", "Examiners punished", "persons", high=ANY, kind=FLOW),
    M("confession_rate", Made(cases.confession_rate), "Share of the accused who sign", kind=RUN, over="arrested",
      events="count(log arrested)"),
    M("confession_rate_shown", "sum(confessing_shown, all) / sum(cases_shown, all)",
      "Share of those shown in public who "
      "have signed", kind=FLOW, over="cases shown"),
    M("enemies_caught", "count(log arrested, enemies) / months()", "Real enemies arrested a month", "a month", high=ANY,
      kind=FLOW, over="enemies"),
    M("cruelty", "mean(cruelty, units level(province))", "Cruelty of the police offices", over="provinces"),
    M("tied_to_attacker", Made(cases.tied_to_attacker, looks=cases.note_ties),
      "Share of the arrested with a tie to the attacker", kind=RUN, over="arrested", events="count(log arrested)"),
    M("tied_to_victims", Made(cases.tied_to_victims, looks=cases.note_ties),
      "Share of the arrested with a tie to an earlier victim", kind=RUN, over="arrested",
      events="count(log arrested)"),
    M("officers_among_victims", Made(cases.officers_among_victims), "Share of the arrested who were police, or "
      "examiner or "
      "judge of an earlier case", kind=RUN, over="arrested", events="count(log arrested)"),
    M("executors_struck", Made(cases.executors_struck), "Months until half of the officers of the first half-year's "
      "executions are victims", "months", 0.0, ANY, RUN, over="officers", events="count(log died kind executed)"),
)

LIVES = (
    M("prison_share", f"held_in_prison / {_HELD}",
      "Share of those held who are in prison",
      over="exiled, imprisoned, camp"),
    M("exile_share", f"held_in_exile / {_HELD}", "Share of those held who are in exile",
      over="exiled, imprisoned, camp"),
    M("camp_share", f"held_in_camps / {_HELD}", "Share of those held who are in camps",
      over="exiled, imprisoned, camp"),
    M("custody_deaths", "count(log died kind custody, status(imprisoned) or status(camp)) / "
      "sum(status == imprisoned or status == camp, all)",
      "Deaths of prisoners and camp inmates a head and month", "a person and month", kind=FLOW, over="prisoners"),
    M("custody_median", Made(cases.custody_median), "Kaplan-Meier median of months from sentence to release", "months",
      0.0,
      ANY, RUN, over="sentenced to exile, prison, camp", events="count(log sanctioned rung >= 4)"),
    M("kin_sanctioned", "count(log sanctioned cause kinship)", "Sanctions for kinship", "persons", high=ANY, kind=FLOW),
    M("alive", "share(status != dead, everybody)", "Share alive", over="everybody"),
    M("at_liberty", "share(status != dead and rung < 4, everybody)", "Share alive and with no rung from exile up in "
      "force",
      over="everybody"),
    M("survival_median", Made(cases.survival_median), "Kaplan-Meier median of months from the treatment to death",
      "months",
      0.0, ANY, RUN, events="count(log died)"),
    M("liberty_median", Made(cases.liberty_median), "Kaplan-Meier median of months from the treatment to death or a "
      "sanction from exile up", "months", 0.0, ANY, RUN),
    M("petitions", "count(log petitioned_for)", "Petitions", "petitions", high=ANY, kind=FLOW),
    M("petitions_per_chief", Made(cases.petitions_per_chief), "Petitions for each chief who heard any", "petitions",
      1.0,
      ANY, RUN, over="chiefs", events="count(log petitioned_for)"),
    M("saved_by_chief", "count(log saved cause a_chief)", "Saved by a chief's word", "persons", high=ANY, kind=FLOW),
    M("saved_from_abroad", "count(log saved cause fame_abroad)", "Saved by noise abroad", "persons", high=ANY,
      kind=FLOW),
    M("released_by_review", "count(log freed cause review)", "Released by review", "persons", high=ANY, kind=FLOW),
    M("released_at_term", "count(log released cause end_of_term)", "Released at the end of the term", "persons",
      high=ANY,
      kind=FLOW),
    M("livelihood", "mean((job_state + card + room_state) / 3, all)", "Mean of job, card and room held"),
    M("campaign_volume", "sum(noise, everybody)", "Sum of noise abroad", "noise", high=ANY, kind=FLOW,
      over="everybody"),
    M("support_abroad", "count(fame >= 0, status(abroad) and faction(any)) * mean(fame + reputation, status(abroad) "
      "and "
      "faction(any))", "Fame and reputation of a faction's people abroad", "fame", high=ANY, over="abroad"),
    M("kin_level", "mean(rung, kin_of(@))", "Mean rung in force of the kin of those named", "rung", high=7.0,
      over="kin of those named"),
    M("exits", "count(log left)", "People who left", "persons", high=ANY, kind=FLOW),
)

CONTRACT: dict[str, Contracted] = {
    one.name: one for one in (*OPINION, *COURSES, *BREAD, *UNREST, *PARTY, *POLICE, *LIVES)}

# What section 4 names that cannot be measured, and why.
NOT_YET: dict[str, str] = {
    "loyalty slope": "crimes are kept by unit, not by official: a crime does not say who headed the unit at the time",
    "exposure by press or by inspection": "card 9 as built knows a teller, a quarrel above and a script; no other "
    "channel",
    "exposure in the loser's and the winner's units": "exposures are kept by unit; who was whose man at the quarrel "
    "is not",
    "unanimity of an assembly above the cells by hand": "its chairs are no population; mean(yes, units "
    "level(district)) "
    "gives the share of each assembly that did not dissent",
    "deaths of hostages by group": "a hostage's death bears the cause kinship or group, not the group's name; compose "
    "count(log died hostage, group(x))",
    "return time": "a number of two arms: verdicts.return_times on the paired differences of a monthly series",
    "joined in month 0": "those who join in month 0 bear the cohort of those born as members",
}
