"""The other places of the debate: `claims run --in-history`, and claims over plausible settings and whole ranges."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unanimity.cli import output
from unanimity.cli.claims_shown import effect_of

if TYPE_CHECKING:
    from unanimity.claims import Claim
    from unanimity.claims.debate import Heard

HISTORY = "history.json"  # beside debate.json


def judge_in_history(chosen: Sequence[Claim], *, pairs: int | None, people: int | None, seed: int | None,
                     workers: int | None, cluster: Any, shard: str | None, store: Path | None, out: Path | None,
                     json_: bool) -> bool:
    """Judge claims on branches of the hindcast; whether all that can be asked there were."""
    from unanimity.claims.in_history import LEAST_PEOPLE, PAIRS, PEOPLE, SEED, hear_in_history, run_part_in_history
    from unanimity.experiments.executor import executor_of
    from unanimity.experiments.seed_runs import shard_of
    from unanimity.experiments.store import Store
    from unanimity.results.atomic_files import json_value, write_json
    from unanimity.support.errors import refuse

    if people is not None and people < LEAST_PEOPLE:
        raise refuse("", "--people", people, f"a whole number from {LEAST_PEOPLE:,} up")
    kept, number, first = Store(store, output.note), pairs or PAIRS, SEED if seed is None else seed
    if shard is not None:
        ran = run_part_in_history(chosen, number, people, kept, shard_of(shard), first)
        output.note(f"part {shard}: {ran:,} worlds were run into {kept.folder}. When all parts are done, the same "
                    f"command without --shard judges.")
        return True
    begun, heard = time.monotonic(), list[Any]()
    since = begun
    for one in hear_in_history(chosen, number, people, kept, executor_of(workers, cluster), first):
        heard.append(one)
        output.note(f"{len(heard)}/{len(chosen)} {one.claim.id}: {told(one)} ({time.monotonic() - since:.1f} s)")
        since = time.monotonic()
    claims = [json_value(record(one)) for one in heard]
    found = {"pairs": number, "people": people or PEOPLE, "seed": first, "seconds": round(time.monotonic() - begun, 1),
             "claims": claims}
    if out is not None:
        write_json(out / HISTORY, {**found, "claims": with_those_before(claims, out / HISTORY)})
        output.note(f"the answers are in {out / HISTORY}")
    if json_:
        output.print_json(found)
    else:
        show(heard)
    return not any(one.failure and not is_barred(one) for one in heard)


def with_those_before(claims: list[dict[str, Any]], path: Path) -> list[dict[str, Any]]:
    """The claims of this run, and after them those of earlier runs in the same folder that it did not ask: dear claims
    may be run by themselves, in a country of fewer people."""
    from unanimity.claims.saved_places import saved

    now = {one["id"] for one in claims}
    return [*claims, *(one for one in saved(path).get("claims", []) if one["id"] not in now)]


def is_barred(one: Heard) -> bool:
    """Whether its file says that it cannot be asked in history."""
    table = one.claim.described.in_history
    return table is not None and bool(table.barred)


def told(one: Heard) -> str:
    """Its answer in a line."""
    answer = one.answers[0]
    return _why_not(one) if answer is None else f"{answer.word} (premise {answer.premise.word})"


def _why_not(one: Heard) -> str:
    """Why it was not run, without the name of its file, which stands beside."""
    return one.failure.removeprefix(f"{one.claim.where}: ")


def record(one: Heard) -> dict[str, Any]:
    """What the page needs of a claim in history."""
    table, outcome = one.claim.described.in_history, one.outcome
    answers = dict(zip(("answer", "rival_answer"), (None if a is None else a.record() for a in one.answers),
                       strict=True))
    layout = one.claim.layout
    return {"id": one.claim.id, "in_history": None if table is None else table.model_dump(), "failure": _why_not(one),
            **answers, "notes": [] if outcome is None else [*outcome.notes, *getattr(layout, "idle", [])],
            "pairs": None if outcome is None else outcome.pairs,
            "people": None if outcome is None else one.claim.control.society.people}


def show(heard: Sequence[Heard]) -> None:
    """Answers on the screen."""
    rows = []
    for one in heard:
        table = one.claim.described.in_history
        rows.append((one.claim.id, table.at if table else "-", told(one), effect_of(one)))
    output.print_table("The debate in history", ("claim", "month", "answer", "main effect"), rows)
