"""Biographies of the room of history in Spanish: every event with every cause has its sentence."""

from __future__ import annotations

import json
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from unanimity.history.ready_questions import ready
from unanimity.results.biography import sentence, with_names
from unanimity.web import history_routes
from unanimity.web.lives_in_spanish import line_in_spanish, with_spanish_lives
from unanimity.world.codes import CAUSES, ESTATES, LOGGED, NOBODY, OFFICES, RUNGS, TOPICS

KINDS = ("none", "hunger", "executed", "custody", "combat", "revolt", "murdered", "suicide", "border", "natural")
SEED = 1918


def rows():
    """Log rows: every event with every cause, every rung, office, topic and kind of death, with and without others."""
    for event, cause, other in product(LOGGED, CAUSES, (NOBODY, 7)):
        yield event, {"cause": cause, "other": other}
    for event, rung in product(("sanctioned", "saved", "capitulated", "backlash"), RUNGS):
        yield event, {"rung_word": rung, "cause": "a chief", "saved_by": 3, "hops": 1}
    for kind, cause in product(KINDS, ("none", "verdict")):
        yield "died", {"kind": kind, "cause": cause}
    for event, office in product(("appointed", "removed"), OFFICES):
        yield event, {"office": office}
    for topic, by, guilty in product(TOPICS, (NOBODY, 5), (True, False)):
        yield "arrested", {"topic": topic, "named_by": by, "guilty": guilty}
    yield "petitioned for", {"petition": 40, "hops": 2}


def told(person):
    """What biography says of them, with names."""
    plain = {"month": 30, "cause": "none", "other": NOBODY, "named_by": NOBODY, "examiner": 4, "judge": NOBODY,
             "topic": "rule", "guilty": False, "rung_word": "exile", "saved_by": 9, "hops": 0, "petition": np.nan,
             "office": "cell", "kind": "none"}
    lines = [f"Month 30: {sentence(SimpleNamespace(event=event, **{**plain, **more}), {'sentence': 12})}."
             for event, more in rows()]
    return with_names(lines, person, SEED)


@pytest.mark.parametrize("person", range(4))
def test_every_event_with_every_cause_is_told_in_spanish(person):
    lines = told(person)
    unknown = sorted({line for line in lines if line_in_spanish(line, False) is None})
    assert not unknown, unknown[:5]
    for woman in (False, True):
        made = [line_in_spanish(line, woman) for line in lines]
        left = [line for line in made if any(mark in line for mark in "@[]{}") or " the " in line or "  " in line]
        assert not left, left[:5]


@pytest.mark.parametrize("line, spanish", [
    ("Arno Soroka (person 7), an official, lives in cell 43 of province 3.",
     "Arno Soroka (persona 7), funcionario, vive en la célula 43 de la provincia 3."),
    ("June 1922: arrested for no stated cause, named by Ana Rus, on the topic of local; examined by nobody known, "
     "judged by Ivo Ban; he had done nothing.",
     "Junio de 1922: detenido, nombrado por Ana Rus, sobre un asunto local; interrogado por nadie conocido, "
     "juzgado por Ivo Ban; no había hecho nada."),
    ("July 1922: saved by a chief, Ana Rus, 1 tie away, and set free.",
     "Julio de 1922: salvado por un jefe, Ana Rus, a 1 lazo de distancia, y quedó libre."),
    ("The log tells no more of him.", "El registro no cuenta nada más.")])
def test_sentences_by_hand(line, spanish):
    assert line_in_spanish(line, False) == spanish


def test_every_estate_of_an_introduction_is_known():
    for estate in ESTATES:
        line = f"Ana Rus (person 7), {'an' if estate == 'official' else 'a'} {estate}, lives in cell 1 of province 2."
        made = line_in_spanish(line, True)
        assert made is not None and estate not in made.split(", ")[1]


@pytest.mark.parametrize("name", ready())
def test_the_stored_lives_are_told_in_both_languages(name):
    told_ = history_routes.stored(name)
    before = json.dumps(told_)
    for life in with_spanish_lives(told_)["lives"].values():
        for part in ("before", "history", "branch"):
            assert len(life[part]) == len(life["es"][part])
            assert all(one != two for one, two in zip(life[part], life["es"][part], strict=True))
    assert json.dumps(told_) == before, "what is kept is not changed"
