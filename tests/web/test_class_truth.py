"""The lesson says what its two worlds give: every number of its answers is counted again here from their films."""

from __future__ import annotations

import base64
import gzip
import re

import numpy as np
import pytest
from browsing import opened

from unanimity.web.frames import TIES
from unanimity.web.stored_answers import LESSON

ASKED, CHANGE = 12, 24  # the month of the first question, and of the first secret vote


class World:
    """A world of the lesson as the server gives it."""

    def __init__(self, lab, asked) -> None:
        begun = lab.post("/api/runs", json=asked.model_dump(mode="json", exclude_none=True)).json()
        lab.get(begun["events"], timeout=120)
        self.society = lab.get(f"/api/runs/{begun['id']}/society").json()
        raw = np.frombuffer(gzip.decompress(lab.get(f"/api/runs/{begun['id']}/film").content), np.uint8)
        planes = raw.reshape(4, -1, self.society["people"])
        first, second = np.bitwise_xor.accumulate(planes, axis=1)[:2]
        self.says, self.thinks, self.would = first & 3, first >> 2 & 7, second >> 4 & 1


@pytest.fixture(scope="module")
def worlds(lab):
    """Hands and papers, and the thirty: the cell of the first city with few who speak and many who do not."""
    hands, papers = (World(lab, one) for one in LESSON)
    ends = np.cumsum([0, *hands.society["cells"]])
    loud, would = hands.says[ASKED] == 0, hands.would[ASKED] == 1

    def worth(cell: int) -> int:
        here = slice(ends[cell], ends[cell + 1])
        return 4 * min(loud[here].sum(), 3) + min((would & ~loud)[here].sum(), 9)

    best = max(range(len(hands.society["cells"]) // 2), key=worth)
    thirty = [i for i in range(ends[best], ends[best + 1]) if hands.society["names"][i]]
    return hands, papers, np.array(thirty)


def told(page, place: int) -> str:
    page.click(f".tasks details >> nth={place} >> summary")
    return re.sub(r"\s+", " ", page.inner_text(f".tasks details >> nth={place} >> p")).replace("\xa0", " ")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_answers_of_the_lesson_are_counted(page, lab, worlds, language):
    hands, papers, thirty = worlds
    opened(page, lab, "#/class", f"?lang={language}")
    page.wait_for_selector("#class-cell", timeout=90_000)
    assert len(thirty) == page.locator(".roll tbody tr").count() == 30
    loud, would = hands.says[ASKED, thirty] == 0, hands.would[ASKED, thirty] == 1
    assert {int(n) for n in re.findall(r"\d+", told(page, 0))} == {ASKED, 30, loud.sum(), would.sum(),
                                                                   (would & ~loud).sum()}
    before, after = (np.mean(world.says[month, thirty] != 0) for world, month in ((hands, CHANGE - 1),
                                                                                 (papers, CHANGE)))
    text = told(page, 1)
    assert [int(n) for n in re.findall(r"\d+", text)][:2] == [round(100 * before), round(100 * after)]
    moved = (papers.thinks[CHANGE - 1, thirty] != papers.thinks[CHANGE, thirty]).sum()
    nobody = "None of the thirty has changed" if language == "en" else "Ninguna de las treinta"
    assert (nobody in text) == (not moved and before != after), text
    assert not moved or f"{moved} of the thirty" in text or f"{moved} de las treinta" in text

    ties = np.frombuffer(base64.b64decode(hands.society["ties"]), np.uint16).reshape(-1, 2, TIES)[:, 0]
    near = {other for i in thirty[loud] for other in ties[i]} & set(thirty.tolist())
    also = sum(hands.says[ASKED, j] == 0 for j in near)
    text = told(page, 2)
    assert [int(n) for n in re.findall(r"\d+", text)] == [ASKED, len(near), also, loud.sum(), 30]
    assert all(hands.society["names"][i] in text for i in thirty[loud])
    alone = also / len(near) - loud.sum() / 30
    word = {"en": ("about as many", "has more", "does not have more"),
            "es": ("más o menos tantas", "tiene cerca más", "no tiene cerca")}[language]
    assert word[0 if abs(alone) < 0.02 else 1 if alone > 0 else 2] in text


def test_two_of_the_thirty_are_never_called_alike(page, lab, worlds):
    hands, _, thirty = worlds
    opened(page, lab, "#/class")
    page.wait_for_selector("#class-cell", timeout=90_000)
    called = page.evaluate("([names, people]) => import('/lesson.js').then(m => m.calledBy({ names }, people))",
                           [hands.society["names"], thirty.tolist()])
    names = [hands.society["names"][i].split() for i in thirty]
    firsts = [one[0] for one in names]
    assert list(called.values()) == [one[0] if firsts.count(one[0]) == 1 else f"{one[0]} {one[-1][0]}."
                                     for one in names]
    assert len(set(called.values())) == 30
