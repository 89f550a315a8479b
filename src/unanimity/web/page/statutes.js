// Statutes: the rules of an organisation as a member asks for them, what they do on five axes, and which changes would protect.
import { html, useEffect, useMemo, useRef, useState } from './h.js'
import { t, has, said, spoken, number } from './text.js'
import { get, work } from './api.js'
import { read, write, put } from './address.js'
import { Busy, Slip, Stale, Waiting } from './parts.js'
import { leverName, valueWords } from './levers.js'

const question = q => spoken() === 'en' ? q.asks : said(`statute.q.${q.key}`, q.asks)
// an answer in words: the statute's own in English, the lever's elsewhere
function answer(q, value) {
  const own = q.answers.find(([one]) => String(one) === String(value))
  if (spoken() === 'en' && own) return own[1]
  if (!q.number) return valueWords('', q.key, value)
  if (own && Number(value) === 0) return t('statute.none')
  const written = q.saying.includes('%') ? `${number(100 * value, q.saying.includes('.1%') ? 1 : 0)} %` : number(value, Number.isInteger(+value) ? 0 : 2)
  return spoken() === 'en' ? q.saying.replace(/\{n[^}]*\}/, written) : q.saying.includes('months') ? t('statute.months', { n: written }) : written
}
const title = one => said(`order.${one.name}`, one.title)
const axisTitle = axis => t(`axis.${axis.id}`), axisUnit = axis => t(`axis.${axis.id}.unit`)

export function Room() {
  const first = useMemo(() => read(), [])
  const [shelf, setShelf] = useState(null), [slip, setSlip] = useState(null), [name, setName] = useState(first.more.get('statute') || 'worker-coop'), [one, setOne] = useState(null), [answers, setAnswers] = useState(first.levers)
  useEffect(() => { get('/api/statutes').then(setShelf, setSlip) }, [])
  useEffect(() => { let here = true; get('/api/statutes/' + encodeURIComponent(name)).then(told => { if (here) { setOne(told); setSlip(null) } }, fault => here && setSlip(fault)); return () => { here = false } }, [name])
  useEffect(() => { put(write({ room: 'statutes', levers: answers, more: { statute: name } })) }, [name, answers])
  if (slip) return html`<section class="room"><${Slip} slip=${slip} onAgain=${() => { setAnswers({}); setName('worker-coop') }} /></section>`
  if (!shelf || !one || one.name !== name) return html`<section class="room"><${Waiting} when=${true}>${t('reading')}<//></section>`
  const set = (q, value) => { const rest = { ...answers }; if (String(value) === String(q.value)) delete rest[q.key]; else rest[q.key] = value; setAnswers(rest) }
  return html`<section class="room statutes" aria-labelledby="h-statutes"><div class="lab-head"><h1 id="h-statutes">${t('statutes.title')}</h1><p>${t('statutes.deck')}</p></div>
    <div class="filters"><label>${t('statutes.choose')} <select id="statute" value=${name} onChange=${e => { setAnswers({}); setName(e.target.value) }}>${shelf.statutes.map(s => html`<option value=${s.name}>${title(s)}</option>`)}</select></label></div>
    <div class="bench"><form class="paper" aria-label=${t('statutes.rules')} onSubmit=${e => e.preventDefault()}><h2>${t('statutes.rules')}</h2><p class="note">${t('statutes.rules.note', { n: one.questions.length })}</p>
        ${shelf.groups.map((group, k) => { const mine = one.questions.filter(q => q.group === group), changed = mine.filter(q => q.key in answers).length; return mine.length > 0 && html`<details class="group" open=${k === 0 || changed > 0}><summary>${t('statute.group.' + k)}${changed > 0 && html` <em class="count">${number(changed)}</em>`}</summary>${mine.map(q => html`<${Asked} key=${q.key} q=${q} value=${answers[q.key] ?? q.value} changed=${q.key in answers} onValue=${value => set(q, value)} />`)}</details>` })}
        <div class="paper-end"><button type="button" class="quiet" disabled=${!Object.keys(answers).length} onClick=${() => setAnswers({})}>${t('reset')}</button></div></form>
      <div class="result"><${Does} key=${name} shelf=${shelf} one=${one} answers=${answers} onTake=${changes => setAnswers({ ...answers, ...changes })} /></div></div></section>`
}

function Asked({ q, value, changed, onValue }) {
  const id = 's-' + q.key.replace(/\W/g, '-'), options = q.answers.map(([one]) => one), all = options.some(one => String(one) === String(value)) ? options : [...options, value]
  return html`<div class=${changed ? 'q q-lever changed' : 'q q-lever'} data-question=${q.key}><label class="qq" for=${id}>${question(q)}</label>
    ${q.number ? html`<div class="number-answer"><input id=${id} type="number" step="any" value=${value} onChange=${e => e.target.value !== '' && onValue(+e.target.value)} /> <output>${answer(q, value)}</output></div>`
      : html`<select id=${id} value=${String(value)} onChange=${e => onValue(e.target.value)}>${all.map(one => html`<option value=${String(one)}>${answer(q, one)}</option>`)}</select>`}
    ${changed && html`<p class="note was">${t('now.is', { value: answer(q, q.value) })}</p>`}</div>`
}

// What it does and what protects: stored for a statute of the shelf, run here for one's own answers
function Does({ shelf, one, answers, onTake }) {
  const [own, setOwn] = useState(null), [busy, setBusy] = useState(null), [slip, setSlip] = useState(null), ending = useRef()
  const key = JSON.stringify(answers), mine = Object.keys(answers).length > 0, told = own?.key === key ? own.told : mine ? null : one.advice
  useEffect(() => () => ending.current?.abort(), [])
  function run() {
    ending.current?.abort(); ending.current = new AbortController(); setBusy({}); setSlip(null)
    work('/api/statutes/runs', { statute: one.name, answers }, { signal: ending.current.signal, onProgress: setBusy }).then(end => { setOwn({ key, told: end.told }); setBusy(null) }, fault => { setBusy(null); if (fault.name !== 'AbortError') setSlip(fault) })
  }
  const byKey = new Map(one.questions.map(q => [q.key, q])), said = changes => Object.entries(changes).map(([name, value]) => { const q = byKey.get(name); return q ? `${question(q)} → ${answer(q, value)}` : `${leverName(name)} → ${value}` }).join('; ')
  return html`<p>${said2(one)}</p><p class="run-here"><button type="button" class="primary" id="advise" disabled=${busy || (!mine && Boolean(one.advice))} onClick=${run}>${t(mine ? 'statutes.run' : one.advice ? 'statutes.stored' : 'statutes.run')}</button><${Busy} told=${busy} words="statutes.running" /></p>
    ${slip && html`<${Slip} slip=${slip} onAgain=${run} />`}
    <h2>${t('statutes.does')}</h2>${told ? html`<p class="note">${t('statutes.size', { members: number(told.members), worlds: told.worlds, months: told.months })}</p>${told === one.advice && html`<${Stale} name=${'advice-' + one.name} />`}<table class="numbers axes"><thead><tr><th scope="col">${t('history.what')}</th><th scope="col">${t('statutes.now')}</th></tr></thead><tbody>${shelf.axes.map(axis => html`<tr><th scope="row">${axisTitle(axis)} <span class="note">${axisUnit(axis)}</span></th><td>${number(told.now[axis.id], 1)}</td></tr>`)}</tbody></table>` : html`<p class="note">${t('statutes.not.run')}</p>`}
    <h2>${t('statutes.protects')}</h2>${told ? html`<p class="answer small">${told.best.length ? t('statutes.best', { n: told.tried, change: said(told.best[0].changes) }) : t('statutes.nothing', { n: told.tried })}</p>
      ${told.best.length > 0 && html`<${Ranked} rows=${told.best} axes=${shelf.axes} said=${said} onTake=${onTake} label=${t('statutes.protects')} />`}
      ${told.worst.length > 0 && html`<h3>${t('statutes.worst')}</h3><${Ranked} rows=${told.worst} axes=${shelf.axes} said=${said} label=${t('statutes.worst')} />`}
      <p class="note">${t('statutes.note')}</p>` : html`<p class="note">${t('statutes.not.run')}</p>`}`
}
const said2 = one => said(`order.${one.name}.asks`, one.asks)
const better = (axis, apart) => apart * axis.good > 0
function Ranked({ rows, axes, said, onTake, label }) {
  return html`<div class="scrolled tall" tabindex="0" role="region" aria-label=${label}><table class="ranked"><thead><tr><th scope="col">${t('statutes.change')}</th>${axes.map(axis => html`<th scope="col">${axisTitle(axis)}</th>`)}${onTake && html`<th scope="col"><span class="vh">${t('statutes.take')}</span></th>`}</tr></thead>
    <tbody>${rows.map(row => html`<tr><th scope="row">${said(row.changes)}</th>${axes.map(axis => { const [, , apart, low, high, clear] = row.effects[axis.id]; return html`<td data-axis=${axisTitle(axis)} class=${clear ? better(axis, apart) ? 'better' : 'worse' : 'note'} title=${`${number(low, 1)} … ${number(high, 1)}`}>${clear ? `${apart > 0 ? '+' : ''}${number(apart, 1)}` : '·'}<span class="vh"> ${clear ? t(better(axis, apart) ? 'statutes.better' : 'statutes.worse') : t('statutes.unclear')}, ${number(low, 1)} … ${number(high, 1)}</span></td>` })}${onTake && html`<td><button type="button" class="quiet" onClick=${() => onTake(row.changes)}>${t('statutes.take')}</button></td>`}</tr>`)}</tbody></table></div>`
}
