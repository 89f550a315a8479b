"""Centola, Willer and Macy 2005: an unpopular norm holds because people enforce what they do not believe.

D. Centola, R. Willer, M. Macy, "The Emperor's Dilemma", American Journal of Sociology 110(4):1009-1040.

Believers (B = 1) and disbelievers (B = -1) comply, C, and enforce, E. Conviction S is 1 for believers and uniform on
0..0.38 for disbelievers. One after another, drawn at random, a person looks at his n neighbours:

    pressure   p = -(B/n) sum of E over neighbours          comply against belief when p > S
    need       w = share of neighbours whose compliance differs from B
    enforcing  against belief when complying so and p > S + K; for belief when complying so and S w > K; else not

K = .125 is the cost of enforcement. At the start C = B and nobody enforces. Lattice: a torus with eight neighbours;
rewiring moves each tie, with a given probability, to a random person at one end. Runs end when nobody would change.

The order matters where all see all. If everybody acts exactly once a round (`turns = each`) the pressure of 25 % or
more believers builds up before doubters can answer, and the complete graph tips; drawn one at a time it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import pandas as pd

from unanimity.compiler import kept
from unanimity.reference.chart_style import REVOLT, STATE, finish
from unanimity.reference.epstein_kernel import shuffle
from unanimity.reference.networks import lattice, rewire, rows_of
from unanimity.reference.published_model import Check, Model, Outcome, check, claim, in_parallel, mean_interval
from unanimity.world.draws import fast_uniform, uniforms
from unanimity.world.spans import Span

CONVICTION, SEEDING, TURN = range(31, 34)  # streams
SOURCE = "Centola, Willer and Macy 2005"
NETWORKS, PLACING, TURNS = ("complete", "lattice"), ("random", "clustered"), ("any", "each")



class Centola(NamedTuple):
    """A small cluster of true believers in a lattice."""

    network: Annotated[int, Span("who sees whom", 0, 1, SOURCE, "choice")] = 1
    believers: Annotated[float, Span("share of true believers", 0, 1, SOURCE)] = 0.01
    placing: Annotated[int, Span("where believers live", 0, 1, SOURCE, "choice")] = 1
    rewired: Annotated[float, Span("chance that a tie is moved to anybody", 0, 1, SOURCE)] = 0.0
    turns: Annotated[int, Span("who is next: anyone, or each once a round", 0, 1, "see text", "choice")] = 0
    cost: Annotated[float, Span("cost of enforcement", 0, 1, SOURCE, "conviction", "K")] = 0.125
    conviction: Annotated[float, Span("strongest conviction of a disbeliever", 0, 1, SOURCE, "conviction")] = 0.38
    size: Annotated[int, Span("side of the torus", 4, 200, "ours", "persons")] = 32
    rounds: Annotated[int, Span("longest run", 1, 10_000, "ours", "rounds")] = 500


@kept
def _choose(belief, conviction, cost, enforced, differing, neighbours):
    """One person's compliance and enforcement, from what his neighbours do."""
    if neighbours == 0:
        return belief, 0
    pressure = -belief * enforced / neighbours
    if pressure > conviction:
        return -belief, (-belief if pressure > conviction + cost else 0)
    return belief, (belief if conviction * differing / neighbours > cost else 0)


@kept
def _wish(i, belief, conviction, cost, start, others, complies, enforces, all_enforced, conforming):
    """What person i would do now; `start` empty means that everybody sees everybody."""
    if start.size == 0:
        enforced, count = all_enforced - enforces[i], belief.size - 1
        others_conform = conforming - (complies[i] == 1)
        return _choose(belief[i], conviction[i], cost, enforced,
                       count - others_conform if belief[i] == 1 else others_conform, count)
    enforced, differing = 0, 0
    for at in range(start[i], start[i + 1]):
        enforced += enforces[others[at]]
        differing += complies[others[at]] != belief[i]
    return _choose(belief[i], conviction[i], cost, enforced, differing, start[i + 1] - start[i])


@kept
def _settle(belief, conviction, cost, start, others, seed, rounds, in_turn, complies, enforces, history):
    """Rounds of as many turns as people, until nobody wishes to change."""
    people = belief.size
    order = np.arange(people)
    all_enforced, conforming = 0, int((complies == 1).sum())
    for turn in range(rounds):
        if in_turn:
            shuffle(order, seed, turn)
        changes = 0
        for k in range(people):
            i = order[k] if in_turn else int(fast_uniform(seed, TURN, k, turn) * people)
            says, does = _wish(i, belief, conviction, cost, start, others, complies, enforces, all_enforced, conforming)
            if says != complies[i] or does != enforces[i]:
                changes += 1
                all_enforced += does - enforces[i]
                conforming += (says == 1) - (complies[i] == 1)
                complies[i], enforces[i] = says, does
        history[turn, 0], history[turn, 1] = conforming, (enforces == 1).sum()
        if changes == 0:
            for i in range(people):
                says, does = _wish(i, belief, conviction, cost, start, others, complies, enforces, all_enforced,
                                   conforming)
                changes += says != complies[i] or does != enforces[i]
            if changes == 0:
                return turn + 1
    return rounds


def society(p: Centola, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Belief, compliance and enforcement at the end, and the numbers in each round."""
    people = p.size * p.size
    count = round(p.believers * people)
    belief = np.full(people, -1, np.int64)
    if p.placing == 1:  # a disc around the middle: those nearest to it
        row, column = np.divmod(np.arange(people), p.size)
        middle = p.size // 2
        belief[np.argsort((row - middle) ** 2 + (column - middle) ** 2, kind="stable")[:count]] = 1
    else:
        belief[np.argsort(uniforms(seed, SEEDING, people), kind="stable")[:count]] = 1
    conviction = np.where(belief == 1, 1.0, p.conviction * uniforms(seed, CONVICTION, people))
    start, others = np.zeros(0, np.int64), np.zeros(0, np.int64)
    if p.network == 1:
        first, second = lattice(p.size)
        start, others = rows_of(first, rewire(first, second, people, p.rewired, seed), people)
    complies, enforces = belief.copy(), np.zeros(people, np.int64)
    history = np.zeros((p.rounds, 2), np.int64)
    lived = _settle(belief, conviction, p.cost, start, others, np.uint64(seed), p.rounds, p.turns == 1, complies,
                    enforces, history)
    return belief, complies, enforces, history[:lived]


def final_shares(p: Centola, seeds: range, threads: int | None = None) -> np.ndarray:
    """False compliance and false enforcement among disbelievers at the end, a row for each seed."""

    def shares(seed: int) -> tuple[float, float]:
        belief, complies, enforces, _ = society(p, seed)
        doubters = max(int((belief == -1).sum()), 1)
        return (complies[belief == -1] == 1).sum() / doubters, (enforces[belief == -1] == 1).sum() / doubters

    return np.array(in_parallel(shares, seeds, threads))


def run(p: Centola, seed: int) -> Outcome:
    """One society until it rests."""
    belief, complies, enforces, history = society(p, seed)
    doubters = max(int((belief == -1).sum()), 1)
    summary = {"false_compliance": (complies[belief == -1] == 1).sum() / doubters,
               "false_enforcement": (enforces[belief == -1] == 1).sum() / doubters, "rounds": float(len(history))}
    table = pd.DataFrame({"round": range(1, len(history) + 1), "complying": history[:, 0], "enforcing": history[:, 1]})
    return Outcome({key: float(value) for key, value in summary.items()}, table)


def plot(p: Centola, seed: int) -> Any:
    """The ring of false enforcers around a few believers, round by round."""
    import altair as alt

    p = p._replace(network=1)
    frames = []
    shown = (5, 25, 60)
    for rounds in shown:
        belief, complies, enforces, _ = society(p._replace(rounds=rounds), seed)
        state = np.where(belief == 1, "believes", np.where(enforces == 1, "enforces falsely", np.where(
            complies == 1, "complies falsely", "says what he thinks")))
        row, column = np.divmod(np.arange(belief.size), p.size)
        frames.append(pd.DataFrame({"row": row, "column": column, "state": state, "round": f"after {rounds} rounds"}))
    side = alt.Scale(domain=[-0.5, p.size - 0.5], nice=False)
    names = ["believes", "enforces falsely", "complies falsely", "says what he thinks"]
    colour = alt.Color("state:N", scale=alt.Scale(domain=names, range=[STATE, REVOLT, "#F0B98D", "#CFE3F2"]),
                       legend=alt.Legend(title=None, orient="bottom"))
    chart = (
        alt.Chart(pd.concat(frames))
        .mark_square(size=30, opacity=1)
        .encode(x=alt.X("column:Q", axis=None, scale=side), y=alt.Y("row:Q", axis=None, scale=side), color=colour)
        .properties(width=195, height=195)
        .facet(alt.Column("round:N", sort=[f"after {rounds} rounds" for rounds in shown], title=None))
    )
    return finish(
        chart,
        f"{round(p.believers * p.size**2)} believers make a town of doubters police itself",
        f"{p.size} x {p.size} neighbours, {p.believers:.0%} believe; enforcement spreads outward; seed {seed}",
    )


LATTICE = ((0.001, .00, 0), (0.005, .16, 3), (0.01, .41, 8), (0.02, .75, 15), (0.05, .99, 20))
CLUSTERED = ((0.001, .00, 0), (0.003, .75, 15), (0.01, .89, 18), (0.02, .99, 20))
REWIRED = ((.02, .99, 20), (.05, .80, 16), (.1, .47, 9), (.2, .09, 1), (.5, .02, 0))


def checks() -> Iterator[Check]:
    """No cascade where all see all; cascades in neighbourhoods; bridges stop them."""
    name, seeds = "centola", range(1, 21)
    for share, published in ((.01, .03), (.05, .13), (.1, .25), (.2, .23), (.3, .24)):
        ends = final_shares(MODEL.settings(network="complete", believers=share, placing="random"), seeds)
        yield check(name, f"complete graph, {share:.0%} believers: false enforcement", 0, "V", ends[:, 1].mean(), 0,
                    mean_interval(ends[:, 1]), gated=share < 0.3,
                    note="exact 0 up to 25 %; of 200 societies 1 % tip at 30 %, 9 % at 35 %" if share == 0.3 else "")
        yield check(name, f"complete graph, {share:.0%} believers: false compliance", published, "V", ends[:, 0].mean(),
                    0.1, mean_interval(ends[:, 0]))
    each = final_shares(MODEL.settings(network="complete", believers=0.3, placing="random", turns="each"), seeds)
    yield check(name, "complete graph, 30% believers, each once a round: false enforcement", 0, "V", each[:, 1].mean(),
                0, mean_interval(each[:, 1]), gated=False,
                note="the result for the complete graph needs persons drawn one at a time: with rounds it tips")
    means = {}
    kinds: tuple[tuple[str, tuple[tuple[float, float, int], ...], dict[str, float | str]], ...] = (
        ("lattice, random", LATTICE, {"placing": "random"}),
        ("lattice, clustered", CLUSTERED, {}),
        ("clustered 1 %, rewired", REWIRED, {"believers": 0.01}),
    )
    for title, table, values in kinds:
        for x, published, cascades in table:
            swept = {"rewired": x} if "rewired" in title else {"believers": x}
            ends = final_shares(MODEL.settings(None, **{**values, **swept}), seeds)[:, 0]
            means[title, x] = ends.mean()
            yield check(name, f"{title} {x:g}: false compliance", published, "V", ends.mean(), 0.1, mean_interval(ends),
                        gated=published in (0.0, .02), note="bistable: one run of twenty moves the mean by .05")
            yield check(
                name, f"{title} {x:g}: societies above one half, of 20", cascades, "V", int((ends > 0.5).sum()), 4
            )
    ordered = [means["clustered 1 %, rewired", x] for x, _, _ in REWIRED]
    yield claim(name, "more bridges, less false compliance", "S", bool((np.diff(ordered) < 0).all()))


MODEL = Model(
    "centola", "The emperor's dilemma: enforcing an unpopular norm", __doc__.splitlines()[2],
    "People enforce a norm they reject in order to look sincere.",
    "A few clustered believers suffice; seeing everybody, or enough bridges across town, makes the cascade impossible.",
    Centola, run, plot, checks, {"network": NETWORKS, "placing": PLACING, "turns": TURNS},
)
