// Why a rule does what it does: from the rule through the mechanisms that carry its effect to what changes. Found by
// switching mechanisms off in pairs of worlds, each rule alone (tools/store_all.py 'why-*'), and shipped with the page.
import { html, narrow, useEffect, useState } from './h.js'
import { t, rich, either, list, number } from './text.js'
import { fresh } from './api.js'
import { wording } from './multiples.js'
import { Stale } from './parts.js'
import { changesNamed } from './answer.js'

const kept = new Map()
// null where no chains were searched for this order
const reasonsOf = order => { if (!kept.has(order)) kept.set(order, fresh(`/made/why-${order}.json`).catch(slip => { if (slip.status !== 404) kept.delete(order); return null })); return kept.get(order) }
const card = id => t('card.' + id)
const left = carries => carries > 1.05 ? 'turned' : carries > .95 ? 'nothing' : 'some'
const leftSaid = (one, cards) => t('why.without.' + left(one.carries), { card: cards, share: number(100 * Math.max(0, 1 - one.carries)) })
// what is left without each; what is the same without several is said once
function without(through) {
  const alike = new Map()
  for (const one of through) { const same = leftSaid(one, ''); alike.set(same, [...alike.get(same) ?? [], one]) }
  return [...alike.values()].map(all => leftSaid(all[0], either(all.map(one => card(one.mechanism))))).join(' ')
}

export function Why({ order, levers, schedule, drawn }) {
  const [known, setKnown] = useState()
  useEffect(() => { let here = true; setKnown(undefined); reasonsOf(order).then(told => here && setKnown(told)); return () => { here = false } }, [order])
  if (known === undefined || (known && known.order !== order) || !(Object.keys(levers).length + schedule.length)) return null
  const all = Object.entries(levers).map(([lever, value]) => ({ lever, value, found: known?.rules[lever]?.[String(value)] })), rules = all.filter(one => one.found)
  const unsearched = changesNamed(order, Object.fromEntries(all.filter(one => !one.found).map(one => [one.lever, one.value])), schedule)
  return html`<section class="why" id="why" aria-labelledby="h-why"><h2 id="h-why">${t('why')}</h2>${rules.length > 0 && html`<p class="note">${t(rules.length > 1 ? 'why.how.many' : 'why.how', { n: number(known.pairs), share: number(100 * known.least) })}</p><${Stale} name=${'why-' + order} />`}
    ${rules.map(({ lever, value, found }) => html`<${Chain} key=${lever + value} order=${order} name=${changesNamed(order, { [lever]: value }, [])[0]} found=${found} drawn=${drawn} />`)}
    ${!known ? html`<p class="unsearched" id="why-unsearched">${t('why.unsearched')}</p>` : unsearched.length > 0 && html`<p class="unsearched" id="why-unsearched">${t('why.unsearched.rules', { rules: list(unsearched) })}</p>`}</section>`
}
function Chain({ order, name, found, drawn }) {
  const rows = drawn.filter(one => found[one.measure]).map(one => ({ measure: one.measure, size: Math.abs(found[one.measure].effect) / (one.high - one.low), ...found[one.measure] })).sort((p, q) => q.size - p.size).slice(0, 3)
  const upper = name.charAt(0).toUpperCase() + name.slice(1)
  if (!rows.length) return html`<p>${t('why.none', { rule: upper })}</p>`
  return html`<div class="chain"><${Drawing} rule=${upper} rows=${rows} order=${order} /><ul>${rows.map(row => html`<li>${rich(row.through.length ? row.effect > 0 ? 'why.more' : 'why.less' : row.effect > 0 ? 'why.more.alone' : 'why.less.alone', { what: t(wording(order, row.measure, 'short')), cards: list(row.through.map(one => card(one.mechanism))) })} ${without(row.through)}</li>`)}</ul></div>`
}
// rule, cards, outcomes from left to right, on a phone the rule above; a line is as thick as what the card carries
function Drawing({ rule, rows, order }) {
  const small = narrow(), cards = [...new Set(rows.flatMap(row => row.through.map(one => one.mechanism)))], [W, top, cardX, cardW, outX] = small ? [350, 30, 18, 152, 224] : [600, 0, 200, 172, 430]
  const H = top + Math.max(cards.length, rows.length) * 38 + 4, middle = (top + H) / 2, spot = (k, n) => middle + (k - (n - 1) / 2) * 38, out = j => spot(j, rows.length), card_ = k => spot(k, cards.length)
  const most = id => Math.max(...rows.flatMap(row => row.through.filter(one => one.mechanism === id).map(one => one.carries))), wide = share => 1 + 3.5 * Math.min(1, share)
  const curve = (x1, y1, x2, y2) => `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`, from = (x, y) => small ? `M5 ${top - 4}V${y}H${x}` : curve(150, middle, x, y)
  return html`<svg class="chain-drawing" viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${t('why.drawing', { rule, cards: list(cards.map(card)), what: list(rows.map(row => t(wording(order, row.measure, 'short')))) })}>
    ${cards.map((id, k) => html`<path d=${from(cardX, card_(k))} fill="none" stroke="var(--yours)" stroke-width=${wide(most(id))} opacity=".55" />`)}
    ${rows.map((row, j) => row.through.length ? row.through.map(one => html`<path d=${curve(cardX + cardW, card_(cards.indexOf(one.mechanism)), outX - 6, out(j))} fill="none" stroke="var(--yours)" stroke-width=${wide(one.carries)} opacity=".55" />`) : html`<path d=${from(outX - 6, out(j))} fill="none" stroke="var(--muted)" stroke-dasharray="3 3" />`)}
    <foreignObject x="0" y=${small ? 0 : middle - 17} width=${small ? W : 150} height=${small ? 26 : 34}><div class="chain-end"><b>${rule}</b></div></foreignObject>
    ${cards.map((id, k) => html`<foreignObject x=${cardX} y=${card_(k) - 17} width=${cardW} height="34"><div class="chain-card">${card(id)}</div></foreignObject>`)}
    ${rows.map((row, j) => html`<foreignObject x=${outX} y=${out(j) - 17} width=${W - outX} height="34"><div class="chain-out">${row.effect > 0 ? '▲' : '▼'} ${t(wording(order, row.measure, 'short'))}</div></foreignObject>`)}</svg>`
}
