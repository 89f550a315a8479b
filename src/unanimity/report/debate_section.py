"""One section of the debate's page: a claim, its rival, what was changed, what was found, what would refute it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from unanimity.report.debate_style import VERDICTS
from unanimity.report.small_svg import courses
from unanimity.world.numbers import plain

Record = Mapping[str, Any]
ROLES = {"expect": "Expected", "falsified_if": "Would falsify it", "rival": "The rival expected",
         "rival_falsified_if": "Would falsify the rival", "show": "Shown, not judged"}
MARKS = {"passed": "holds", "sign_only": "sign only", "opposite": "contradicted"}  # of a part, as of a whole verdict


def pill(word: str | None) -> str:
    """A verdict as a mark with its word."""
    colour, mark = VERDICTS.get(word or "", ("#54585E", ""))
    return f"<span class='verdict' style='background:{colour}'>{mark} {escape(word or 'none')}</span>"


def rest(reading: Record) -> str:
    """Beside a verdict "not expressible": what the parts that can be said would give."""
    return f" <span class='small'>the rest: {escape(reading['rest'])}</span>" if reading.get("rest") else ""


def parts(reading: Record) -> str:
    """How many of the parts expected were found; one part missed keeps a whole claim from holding."""
    if not reading.get("parts"):
        return ""
    return f"<span class='built'>{reading['passed']} of {reading['parts']} parts found</span>"


def _mark(finding: Record) -> str:
    """What became of one part, as a mark of the verdicts' colours."""
    word = next((word for key, word in MARKS.items() if finding.get(key)), "undecided")
    colour, mark = VERDICTS[word]
    return f"<span class='mark' style='color:{colour}' title='{word}'>{mark}</span> "


def section(record: Record, data: str) -> str:
    """The whole section; `data` are the attributes that filters read."""
    parts = [
        f"<section id='{escape(record['id'])}' {data}>", "<a class='back' href='#table'>to the table</a>",
        f"<p class='kicker'>{escape(record['author'])}, {escape(record['date'])} \u00b7 {escape(record['citation'])} "
        f"\u00b7 {escape(record['id'])}</p>",
        f"<h2>{escape(record['title'])}</h2>",
        f"<div class='sides'>{_side('The claim', record['says'], record.get('readings') or [])}"
        f"{_side('The rival', record['rival_says'], record.get('rivals') or [])}</div>",
    ]
    if record.get("by_construction"):
        built = str(record["by_construction"])
        parts.append(f"<p><b>Partly true by construction:</b> {escape(built)}</p>")
    parts += [f"<div class='two'><div><h3>What was expected</h3><p>{escape(record['expects'])}</p></div>"
              f"<div><h3>What would falsify it</h3><p>{escape(record['falsified'])}</p></div></div>",
              _changed(record), _curves(record), _findings(record), _stress(record), _values(record), _set_up(record),
              "</section>"]
    return "\n".join(part for part in parts if part)


def _side(title: str, says: str, readings: list[Record]) -> str:
    told = "".join(f"<p>{pill(one['verdict'])}{rest(one)}{parts(one)} "
                   f"{escape((one['reading'] + ': ') if one['reading'] else '')}"
                   f"<span class='small'>{escape(one['why'])}</span></p>" for one in readings)
    return (f"<div class='side'><p class='kicker'>{title}</p><p>{escape(says)}</p>"
            f"{told or '<p class=small>No form of it was given, so it has no verdict.</p>'}</div>")


def _changed(record: Record) -> str:
    rows = "".join(
        f"<tr><td>{escape(cell)}</td><td>{escape(record['arms'].get(cell.split(', ')[0], ''))}</td><td>"
        + (", ".join(f"{escape(_worded(name))} = {escape(str(value))}" for name, value in changes.items()) or "nothing")
        + "</td></tr>" for cell, changes in record["changes"].items())
    return (f"<h3>What was changed</h3><p class='small'>Control: the regime {escape(record['base'])}, "
            f"{record['people']:,} people, {record['months']} months after {record['burn_in']} of burn-in, "
            f"{record.get('pairs')} pairs with the same people and luck.</p><div class='wide'><table><thead><tr>"
            f"<th>arm</th><th>in words</th><th>set</th></tr></thead><tbody>{rows}</tbody></table></div>")


def _worded(name: str) -> str:
    return name.replace("_", " ")


def _curves(record: Record) -> str:
    drawn = []
    for name, course in (record.get("curves") or {}).items():
        about = record["measures"].get(name, {})
        if course["months"]:
            drawn.append(courses(course["months"], course["arms"], about.get("says") or name, about.get("unit") or ""))
    if not drawn:
        return ""
    return (f"<h3>The arms, month by month</h3><div class='drawn'>{''.join(f'<div>{one}</div>' for one in drawn)}</div>"
            "<p class='small'>Median over pairs, band: the middle 90 % (up to four arms); the broken line is month 0."
            "</p>")


def _findings(record: Record) -> str:
    parts = []
    for role, title in ROLES.items():
        found = [one for one in record.get("findings") or [] if one["role"] == role]
        if found:
            items = "".join(f"<li>{_mark(one)}{_reading(one)}{escape(one['sentence'])}{_size(one)}</li>"
                            for one in found)
            parts.append(f"<div><h3>{title}</h3><ul class='found'>{items}</ul></div>")
    return f"<div class='two'>{''.join(parts)}</div>" if parts else ""


def _reading(finding: Record) -> str:
    return f"<b>{escape(finding['reading'])}</b> " if finding.get("reading") else ""


def _size(finding: Record) -> str:
    size = finding.get("size")
    return f" <span class='small'>(standardised {plain(size)})</span>" if size is not None else ""


def _stress(record: Record) -> str:
    parts = []
    for one in record.get("robustness") or []:
        told = ", ".join(f"{word} {number}" for word, number in one["verdicts"].items())
        parts.append(f"<p>Robustness, parameters moved by {escape(one['ranges'])}{_pairs(one)}: holds at "
                     f"{100 * one['holds']:.0f} % of {one['settings']} settings "
                     f"[{100 * one['low']:.0f}, {100 * one['high']:.0f}]: {escape(told)}.</p>")
    off = record.get("ablation")
    if off:
        told = ", ".join(f"without {name}: {word}" for name, word in off["without"].items())
        rival = ", ".join(f"without {name}: {word}" for name, word in (off.get("rival_without") or {}).items()
                          if word and word != off.get("rival"))
        needed = ", ".join(off["needed"])
        ends = f" It needs {needed}." if needed else (
            " It survives without each of them, so they do not explain it." if off["verdict"] == "holds" else "")
        parts.append(f"<p>Ablation{_pairs(off)}: {escape(told)}.{escape(ends)}</p>")
        parts.append(f"<p>The rival, {escape(off['rival'])} with all of them, is {escape(rival)}.</p>"
                     if rival and off.get("rival") else "")
    return f"<h3>How firm it is</h3>{''.join(parts)}" if parts else ""


def _pairs(one: Record) -> str:
    """With how many pairs, for fewer decide less."""
    return f" ({one['pairs']} pairs)" if one.get("pairs") else ""


def _values(record: Record) -> str:
    rows = []
    for row in record.get("table") or []:
        known = [key for key in row if key not in ("arm", "measure", "mean", "low", "high", "known", "difference",
                                                   "difference_low", "difference_high")]
        arm = ", ".join([row["arm"], *(f"{key} {row[key]}" for key in known if row[key] is not None)])
        rows.append(f"<tr><td>{escape(arm)}</td><td>{escape(row['measure'])}</td>"
                    f"<td>{_with(row, 'mean', 'low', 'high')}</td>"
                    f"<td>{_with(row, 'difference', 'difference_low', 'difference_high')}</td></tr>")
    if not rows:
        return ""
    return (f"<details><summary>What was measured in every arm ({len(rows)} numbers)</summary><div class='wide'><table>"
            "<thead><tr><th>arm</th><th>measure</th><th>mean over pairs, 90 % interval</th>"
            f"<th>difference to control</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>")


def _with(row: Record, middle: str, low: str, high: str) -> str:
    if row.get(middle) is None:
        return ""
    ends = f" [{plain(row[low])}, {plain(row[high])}]" if row.get(low) is not None and row.get(high) is not None else ""
    return plain(row[middle]) + ends


def _set_up(record: Record) -> str:
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(one.get('says') or '')}</td><td><code>"
                   f"{escape(one['expression'])}</code></td></tr>" for name, one in record["measures"].items())
    sets = "".join(f"<li><code>{escape(name)}</code>: {escape(why)}</li>" for name, why in record["sets"].items())
    beyond = f"<p>Numbers of its own, called for by the text:</p><ul>{sets}</ul>" if sets else \
        "<p>It sets no parameter: all numbers are the defaults that all claims share.</p>"
    notes = f"<p>{escape(record['claim_notes'])}</p>" if record.get("claim_notes") else ""
    told = f"Mechanisms said to cause it: {', '.join(record['mechanisms'])}. Strength: {record['strength']}."
    return (f"<details><summary>Set-up and measures</summary>{notes}<p>{escape(told)}</p>{beyond}"
            "<div class='wide'><table><thead><tr><th>measure</th><th>in words</th><th>expression</th></tr></thead>"
            f"<tbody>{rows}</tbody></table></div></details>")
