"""Events that the engine carries out itself: on any variable that the entry names, and on all levers at once."""

from __future__ import annotations

from unanimity.events.arguments import ANY, BASE_REGIMES, MODES, VARIABLE, needed, number, word
from unanimity.events.declare import PLACES, Event

REGIME = Event(
    "regime", "all levers go to a base regime", {"name": needed(word(*BASE_REGIMES))}, cite="003 l.15885-15913",
    explains="As if the schedule moved every lever in that month.")
SET = Event(
    "set", "writes a variable once", {"variable": needed(VARIABLE), **MODES}, aims=("who", *PLACES),
    explains="Exactly one of value, add or scale.")
CLAMP = Event(
    "clamp", "holds a variable at the head of each of its months", {"variable": needed(VARIABLE), **MODES}, months=1,
    aims=("who", *PLACES),
    explains="For what must be alike in all arms. Exactly one of value, add or scale. What the rules of the month make "
             "of it afterwards is theirs: hunger held at 0 reads at the month's end what that month brought.")
PULSE = Event(
    "pulse", "`size` is added to the variable at the head of each of its months",
    {"variable": needed(VARIABLE), "size": ANY, **MODES}, months=1, aims=("who", *PLACES),
    cite="003 l.6097-6106, 9012-9027",
    explains="For a blow from outside that ends, such as danger for some months; `size` may be written `add`.")
DRIFT = Event(
    "drift", "the variable grows by `rate` a month, compounding",
    {"variable": needed(VARIABLE), "rate": number(-0.99, 9.0), **MODES}, months=1, aims=("who", *PLACES),
    cite="001 l.144-150",
    explains="For what changes slowly from outside, such as the need of the country. `rate` may be written `scale`.")
