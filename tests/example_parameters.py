"""Numbers by which the examples of the cards are worked, parameter by parameter: the tests' own.

The package's defaults are fitted and may be fitted anew; what an equation gives for these numbers stays what it is.
"""

from __future__ import annotations

from unanimity.mechanisms.bread.provision import Provision
from unanimity.mechanisms.bread.reporting import Reporting
from unanimity.mechanisms.bread.requisition import Requisition
from unanimity.mechanisms.party.appointment import Appointment
from unanimity.mechanisms.party.dependence import Dependence
from unanimity.mechanisms.party.faction import Faction
from unanimity.mechanisms.party.press import Press
from unanimity.mechanisms.party.protection import Protection
from unanimity.mechanisms.party.recruitment import Recruitment
from unanimity.mechanisms.people.fear import Fear
from unanimity.mechanisms.people.generations import Generations
from unanimity.mechanisms.people.grievance import Grievance
from unanimity.mechanisms.people.meeting import Meeting
from unanimity.mechanisms.people.moving import Moving
from unanimity.mechanisms.people.voice import Voice

PROVISION = Provision(second=0.6, third=0.1, loss=0.2, lag=2.0, banned=0.25, tolerated=0.5, legal=0.8, carried=0.5,
    means=0.25, barter=0.7, inputs=0.5, share=0.5, memory=0.6, threshold=0.3, mortality=0.12, countryside=0.2,
    theft=0.15, cooperation=0.3, relief=0.05, spread=0.4, policing=0.5, stealing=0.3, handful=0.1, seen=0.1)
REPORTING = Reporting(habit=0.05, fear=0.8, scapegoating=0.4, free_press=0.2, plan=1.0, admitted=0.01,
    blame_kept=0.9, answerable=0.5)
REQUISITION = Requisition(fertility=1.4, return_rate=0.1, pressure_banned=1.0, pressure_tolerated=0.5,
    pressure_legal=0.0, force=0.35, concealable=0.3, discouragement=0.6, encouragement=0.15, regrowth=0.2, tax=0.1,
    keeping=0.5, seed=0.13, spared=0.5, thinly=0.8, listless=0.15, slaughter=0.5, draught=0.4, breeding=0.12,
    pressing=0.2, relenting=0.5, felt=0.1, tolerated_price=0.6, returns=0.5, least_sown=0.2, normal_sowing=0.9)
APPOINTMENT = Appointment(readiness=0.5, learning=0.002, pool=30.0, loyalty=0.4, insecurity=0.5, test=0.4,
    independence=0.3, scruple=0.5, removal=0.4, ease=0.3, popularity=0.7, by_tie=0.5, by_assents=0.3, by_habit=0.2,
    patron_tie=0.7)
DEPENDENCE = Dependence(job=0.4, food=0.35, room=0.25, dependant=0.2, trade_banned=0.1, trade_tolerated=0.3,
    trade_legal=0.7, abroad=0.8, aid=0.4, share_kin=0.6, plot_feeds=0.5, town_jobs=0.9, town_rooms=0.7,
    village_jobs=0.2)
FACTION = Faction(joining=0.05, friends=0.6, prospects=0.3, leaving=0.08, circle=6.0, founding=0.05,
    provocation=0.3, reaction=0.5, exposure=0.5, few=0.02, splitting=0.1, wearing=0.05, drawn=0.15, visible=0.2,
    numbers=0.5, defeat=0.2, strangers=6.0, known=0.1, lure=0.3)
PRESS = Press(spin=0.5, noise=0.05, trust_speed=0.15, no_trust=0.5, talk=1.0, known=0.5, to_print=0.03,
    to_ties=0.02, to_self=0.05, reversal=0.3, secrecy=0.8, secrecy_open=0.1, shown_weight=0.2, knowing_weight=0.2,
    rumour_kept=0.7, notice=5.0)
PROTECTION = Protection(growth=0.05, telling=0.1, diffusion=1.0, knowing=1.0, inspection=0.1, crime=0.02,
    unprompted=0.2, quarrel=0.005, lost_vote=0.3, successor=0.1, welded=96.0, crowd=20.0, whisper=0.2, looking=0.2,
    filed=0.5, free_press=0.2)
RECRUITMENT = Recruitment(applying=0.01, levy=10.0, cut=0.5, misreading=0.25, power=0.3, countryside=0.1, full=0.35,
    leaving=0.1, front_losses=0.03, tolerated=0.5, devoted=0.7)
FEAR = Fear(ties=0.6, locality=0.5, news=0.2, independent=0.3, rise=0.3, fade=0.92, scar=0.15, avoidance=0.3,
    local_saturation=20.0, news_saturation=200.0, spill=0.5, in_print=0.3, alike=0.5, unlike=0.25, kin_floor=0.5,
    recovery=0.02)
GENERATIONS = Generations(accident=0.004, ageing=0.0008, growth=0.085, epidemic=8.0, retiring=0.0, births=0.075,
    survivors=1.0, hunger_births=0.8, war_births=3.0, infant_deaths=0.17, small_deaths=0.035, child_deaths=0.006,
    child_epidemic=15.0, home=0.3, stray=0.3, fear_home=0.5, label_home=0.5, mourn=24.0, absence=6000.0)
GRIEVANCE = Grievance(want=0.5, privilege=0.3, wrong=0.5, lie=0.3, broken=0.4, insult=0.3, heal=0.05, relief=0.15,
    adaptation=0.04, hardening=0.5, forgiven=0.1, raided=0.2, taken=0.3, driven=0.5, aired=0.8)
MEETING = Meeting(hecklers=0.08, minutes=5.0, licensed=120.0, rounds=3.0, room=0.5, note=0.3, unanimous=0.95,
    bodies=0.2, agreed=0.4, waver=0.0, block=0.0)
MOVING = Moving(going=2.0, hunger=1.0, pay=0.5, ties=0.5, distance=0.3, settled=0.15, land=0.4, weakness=4.0,
    road=0.1, strictness=0.8, expulsion=0.05, file=0.5, thinned=0.8, village=0.7)
VOICE = Voice(grievance_weight=0.5, conviction_weight=0.6, company_shield=0.8, theta=0.12, random_deterrence=0.5,
    no_alternative=0.5, secret_exposure=0.0, trusted_exposure=0.15, livelihood=1.0, lawful=0.3,
    privilege_pull=0.4, fear_push=0.5, habit_step=0.1, habit_kept=0.99)

SIZES = {f"p_{type(one).__name__.lower()}": one for one in (PROVISION, REPORTING, REQUISITION, APPOINTMENT,
    DEPENDENCE, FACTION, PRESS, PROTECTION, RECRUITMENT, FEAR, GENERATIONS, GRIEVANCE, MEETING, MOVING, VOICE)}
