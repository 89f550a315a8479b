// History: stored curves against the record; what if, as cards with stored answers and as a question of one's own; the rows of the
// record that the model is mended by.
import { html, useEffect, useMemo, useRef, useState, clamp } from './h.js'
import { t, said, number, plain, list } from './text.js'
import { get, work } from './api.js'
import { read, write, put } from './address.js'
import { Busy, Slip, Stale, Waiting, useStale } from './parts.js'
import { Branched, Key, YearChart, found, month, sourceWords } from './branched.js'
import { leverName, valueWords } from './levers.js'

const WORLDS = 6, SCENARIO = 'ussr-1918-1941', FIRST = '1918-02', LAST = '1941-11'
const at = (card, part) => said(`whatif.${card.name}.${part}`, card[part])

export function Room() {
  const first = useMemo(() => read(), [])
  const [stored, setStored] = useState(null), [cards, setCards] = useState(null), [slip, setSlip] = useState(null), [open, setOpen] = useState(first.more.get('q') || ''), [own, setOwn] = useState(() => ownOf(first)), stale = useStale()
  useEffect(() => { get('/api/history/stored').then(setStored, setSlip); get('/api/whatif').then(setCards, setSlip) }, [])
  useEffect(() => { put(write({ room: 'history', levers: own?.levers, more: { q: open, ...own && { date: own.date, years: own.years, people: own.people } } })) }, [open, own])
  if (slip) return html`<section class="room"><${Slip} slip=${slip} /></section>`
  if (!stored || !cards) return html`<section class="room"><${Waiting} when=${true}>${t('reading')}<//></section>`
  const names = [t('whatif.hindcast')], old = cards.filter(card => stale.includes(card.name)).length
  return html`<section class="room history" aria-labelledby="h-history"><div class="lab-head"><h1 id="h-history">${t('history.title')}</h1><p>${t('history.deck')}</p></div>
    <h2>${t('history.curves')}</h2>${stored.series ? html`<p class="note">${t('history.curves.note', { worlds: stored.worlds, people: number(stored.people), from: stored.years[0], to: stored.years[1] })}</p><${Stale} name="hindcast" />
    <${Key} arms=${['control']} names=${names} /><div class="courses">${stored.series.map(one => html`<${YearChart} key=${one.id} one=${one} arms=${['control']} names=${names} />`)}</div>` : html`<p class="note">${t('history.wait')}</p>`}
    <h2 id="what-if">${t('whatif.title')}</h2><p>${t('whatif.deck')}</p>${old > 0 && html`<p class="note stale">${t('stored.stale.some', { k: number(old), n: number(cards.length) })}</p>`}
    <ul class="whatifs">${cards.map(card => html`<li key=${card.name}><button type="button" aria-expanded=${open === card.name} aria-controls="asked" data-whatif=${card.name} onClick=${() => setOpen(open === card.name ? '' : card.name)}><span class="who">${month(card.date)}</span><b>${at(card, 'title')}</b><span>${at(card, 'asks')}</span><span class="finding">${card.worlds ? found(card.finding, card.clear) : t('whatif.not.run')}</span>${card.worlds && html`<span class="note">${t('whatif.size', { worlds: card.worlds, people: number(card.people) })}</span>`}</button></li>`)}</ul>
    <div id="asked">${open && cards.some(card => card.name === open) && html`<${Ready} key=${open} name=${open} />`}</div>
    <${Own} first=${own} onAsked=${setOwn} />
    <${Rows} stored=${stored} /></section>`
}

function Ready({ name }) {
  const [told, setTold] = useState(null), [slip, setSlip] = useState(null), box = useRef()
  useEffect(() => { get('/api/whatif/' + name).then(found => { setTold(found); requestAnimationFrame(() => box.current?.focus({ preventScroll: false })) }, setSlip) }, [name])
  if (slip) return html`<${Slip} slip=${slip} />`
  if (!told) return html`<${Waiting} when=${true}>${t('reading')}<//>`
  const q = told.question
  return html`<section class="asked"><h2 tabindex="-1" ref=${box}>${at(q, 'asks')}</h2><p>${at(q, 'words')}</p>
    <details class="figures"><summary>${t('history.source')}</summary><ul>${q.sources.map(text => html`<li class="note">${sourceWords(text)}</li>`)}</ul></details>
    ${told.told ? html`<${Stale} name=${name} /><${Branched} told=${told.told} question=${q} />` : html`<p class="note">${t('whatif.not.run')} <code>unanimity whatif run ${q.name}</code></p>`}</section>`
}

// A question of one's own: a date, a rule, run. One that stands in the address is asked at once
const YEARS = [1, 2, 3, 4, 6], SIZES = [2000, 3000, 5000, 10000], USUAL = { date: '1925-12', years: 3, people: 3000, levers: { ballot: 'secret' } }
const ownOf = ({ more, levers }) => more.has('date') ? { date: more.get('date'), years: YEARS.find(n => n === +more.get('years')) ?? USUAL.years, people: SIZES.find(n => n === +more.get('people')) ?? USUAL.people, levers: Object.keys(levers).length ? levers : USUAL.levers } : null
function Own({ first, onAsked }) {
  const begin = first ?? USUAL, box = useRef()
  const [facts, setFacts] = useState(null), [date, setDate] = useState(begin.date), [years, setYears] = useState(begin.years), [levers, setLevers] = useState(begin.levers)
  const [people, setPeople] = useState(begin.people), [told, setTold] = useState(null), [busy, setBusy] = useState(null), [slip, setSlip] = useState(null), ending = useRef()
  useEffect(() => { Promise.all([get('/api/levers'), get('/api/orders/' + SCENARIO)]).then(([all, order]) => setFacts({ all, order }), () => {}); return () => ending.current?.abort() }, [])
  const until = `${Math.min(1942, +date.slice(0, 4) + years)}-${+date.slice(0, 4) + years > 1941 ? '01' : date.slice(5)}`
  function run() {
    ending.current?.abort(); ending.current = new AbortController(); setBusy({}); setSlip(null); setTold(null)
    onAsked({ date, years, people, levers })
    work('/api/whatif/runs', { date, until, levers, people, worlds: WORLDS }, { signal: ending.current.signal, onProgress: setBusy }).then(end => { setTold({ ...end.told, levers }); setBusy(null) }, fault => { setBusy(null); if (fault.name !== 'AbortError') setSlip(fault) })
  }
  useEffect(() => { if (facts && first) { run(); box.current.scrollIntoView() } }, [facts])
  const known = facts ? facts.all.filter(lever => facts.order.acting.includes(lever.name) && lever.scope !== 'person' && (lever.words.length > 1 || lever.high > lever.low)) : []
  const rename = (old, name) => { const one = known.find(l => l.name === name), rest = Object.fromEntries(Object.entries(levers).filter(([key]) => key !== old)); setLevers({ ...rest, [name]: one.words.length ? one.words.find(word => word !== one.counted) : one.low }) }
  const rules = told ? list(Object.entries(told.levers).map(([name, value]) => t('as.lever', { lever: leverName(name), value: valueWords(SCENARIO, name, value) }))) : ''
  return html`<section class="own" aria-labelledby="h-own" ref=${box}><h2 id="h-own">${t('whatif.own')}</h2><p>${t('whatif.own.deck')}</p>
    <form class="run-here" onSubmit=${e => { e.preventDefault(); run() }}><label>${t('whatif.date')} <input type="month" id="branch-date" min=${FIRST} max=${LAST} value=${date} onInput=${e => e.target.value && setDate(e.target.value < FIRST ? FIRST : e.target.value > LAST ? LAST : e.target.value)} /></label>
      ${facts && Object.entries(levers).map(([name, value]) => { const one = known.find(l => l.name === name); return html`<span class="rule" key=${name}><label><span class="vh">${t('whatif.rule')}</span><select value=${name} onChange=${e => rename(name, e.target.value)}>${known.filter(l => l.name === name || !(l.name in levers)).map(l => html`<option value=${l.name}>${leverName(l.name)}</option>`)}</select></label>
        <label><span class="vh">${t('whatif.value')}</span>${one?.words.length ? html`<select value=${String(value)} onChange=${e => setLevers({ ...levers, [name]: e.target.value })}>${one.words.filter(word => word !== one.counted).map(word => html`<option value=${word}>${valueWords(SCENARIO, name, word)}</option>`)}</select>` : html`<input type="number" step="any" min=${one?.low} max=${one?.high} value=${value} onInput=${e => e.target.value !== '' && setLevers({ ...levers, [name]: +e.target.value })} />`}</label>
        ${Object.keys(levers).length > 1 && html`<button type="button" class="quiet" aria-label=${t('whatif.without', { rule: leverName(name) })} onClick=${() => setLevers(Object.fromEntries(Object.entries(levers).filter(([key]) => key !== name)))}>×</button>`}</span>` })}
      ${facts && Object.keys(levers).length < 4 && html`<button type="button" class="quiet" onClick=${() => { const next = known.find(l => !(l.name in levers) && l.words.length > 1); setLevers({ ...levers, [next.name]: next.words.find(word => word !== next.counted) }) }}>${t('whatif.more')}</button>`}
      <label>${t('whatif.years')} <select value=${years} onChange=${e => setYears(+e.target.value)}>${YEARS.map(n => html`<option value=${n}>${n}</option>`)}</select></label>
      <label>${t('history.people')} <select value=${people} onChange=${e => setPeople(+e.target.value)}>${SIZES.map(n => html`<option value=${n}>${number(n)}</option>`)}</select></label>
      <button class="primary" id="branch" disabled=${busy || !facts}>${t('whatif.run')}</button>
      <${Busy} told=${busy} words="history.running" /></form>
    ${slip && html`<${Slip} slip=${slip} onAgain=${run} />`}
    ${told && html`<${Branched} told=${told} question=${null} rules=${rules} />`}</section>`
}

// Every row of the record that the model is mended by; stored, or run here
function Rows({ stored }) {
  const [targets, setTargets] = useState(null), [own, setOwn] = useState(null), [slip, setSlip] = useState(null), [busy, setBusy] = useState(null), [worlds, setWorlds] = useState(1), [people, setPeople] = useState(20000), ending = useRef()
  useEffect(() => { get('/api/history').then(setTargets, setSlip); return () => ending.current?.abort() }, [])
  function run() {
    ending.current?.abort(); ending.current = new AbortController(); setBusy({}); setSlip(null)
    work('/api/history/runs', { worlds, people }, { signal: ending.current.signal, onProgress: setBusy }).then(told => { setOwn({ ...told, worlds }); setBusy(null) }, fault => { setBusy(null); if (fault.name !== 'AbortError') setSlip(fault) })
  }
  if (!targets) return slip ? html`<${Slip} slip=${slip} />` : null
  const shown = own ?? (stored.targets ? stored : null), rows = targets.map(target => ({ ...shown?.targets.find(one => one.id === target.id), ...target }))
  const counted = rows.filter(row => row.inside === true || row.inside === false), outside = counted.filter(row => !row.inside), factor = outside.length ? Math.exp(outside.reduce((sum, row) => sum + row.distance, 0) / outside.length) : 1
  return html`<section aria-labelledby="h-rows"><h2 id="h-rows">${t('history.rows')}</h2><p>${t('history.rows.deck', { n: targets.length })}</p>
    <p class="answer small" aria-live="polite">${shown ? t(outside.length ? 'history.sum' : 'history.sum.all', { inside: counted.length - outside.length, counted: counted.length, out: outside.length, factor: plain(+factor.toPrecision(2)), unseen: rows.length - counted.length }) : t('history.wait')} ${shown && html`<i>${t('whatif.size', { worlds: shown.worlds, people: number(shown.people) })}</i>`}</p>
    <p class="run-here"><button type="button" class="quiet" disabled=${busy} onClick=${run}>${t('history.run')}</button>
      <label>${t('history.worlds')} <input type="number" min="1" max="8" value=${worlds} onInput=${e => setWorlds(clamp(+e.target.value || 1, 1, 8))} /></label>
      <label>${t('history.people')} <select value=${people} onChange=${e => setPeople(+e.target.value)}>${[10000, 20000, 50000, 100000].map(n => html`<option value=${n}>${number(n)}</option>`)}</select></label>
      <${Busy} told=${busy} words="history.running" /></p>
    ${slip && html`<${Slip} slip=${slip} onAgain=${run} />`}
    <details class="figures"><summary>${t('history.rows.show')}</summary><p class="note">${t('history.scale')}</p>
    <div class="scrolled wide-table" tabindex="0" role="region" aria-label=${t('history.rows')}><table class="record"><thead><tr><th scope="col">${t('history.what')}</th><th scope="col" class="gauge-head"><span class="vh">${t('history.record')}</span></th><th scope="col">${t('history.record')}</th><th scope="col">${t('history.model')}</th><th scope="col">${t('history.source')}</th></tr></thead>
      <tbody>${rows.map(row => html`<tr><th scope="row">${said('target.' + row.id, row.quantity)} <span class="note">${row.years} (${said('unit.' + row.unit, row.unit)})</span></th><td><${Gauge} row=${row} /></td><td>${plain(row.low)} … ${plain(row.high)}</td><td>${row.model === undefined || row.model === null ? '– ' : html`<b>${plain(row.model)}</b> `}<span class=${row.inside ? 'in-band' : 'note'}>${row.inside === undefined ? '' : row.inside === null ? t('history.unseen') : row.inside ? t('history.inside') : t('history.outside', { factor: plain(Math.exp(row.distance)) })}</span></td><td class="note">${sourceWords(row.source)} <span>(${t('confidence.' + row.confidence)})</span></td></tr>`)}</tbody></table></div></details>
    ${shown && html`${shown.not_computed > 0 && html`<p class="note">${t('history.judge', { n: shown.not_computed })}</p>`}<p class="mono">${t('digest', { seed: 1918, digest: shown.digest.slice(0, 12) })}</p>`}</section>`
}
// the band takes the middle half of the row; what lies outside is drawn by its factor, up to ten
function Gauge({ row }) {
  const W = 180, lowX = 45, highX = 135, value = row.model
  const x = v => { if (!Number.isFinite(v)) return null; const { low, high } = row; if (v >= low && v <= high) return high > low ? lowX + (highX - lowX) * (v - low) / (high - low) : (lowX + highX) / 2; const far = clamp(v < low ? Math.log10(Math.max(low, 1e-9) / Math.max(v, 1e-9)) : Math.log10(Math.max(v, 1e-9) / Math.max(high, 1e-9)), 0, 1); return v < low ? lowX - 40 * far : highX + 40 * far }
  const at = value === null || value === undefined ? null : x(value), a = x(row.model_low), b = x(row.model_high)
  return html`<svg class="gauge" viewBox=${`0 0 ${W} 22`} width=${W} height="22" role="img" aria-label=${`${t('history.record')} ${plain(row.low)} … ${plain(row.high)}; ${t('history.model')} ${value ?? '–'}`}><line x1="2" x2=${W - 2} y1="11" y2="11" stroke="var(--line)" /><rect x=${lowX} y="5" width=${highX - lowX} height="12" fill="var(--band)" stroke="var(--said)" stroke-width="1" />
    ${a !== null && b !== null && html`<line x1=${a} x2=${b} y1="11" y2="11" stroke="var(--yours)" stroke-width="3" opacity=".5" />`}${at !== null && html`<circle cx=${at} cy="11" r="5" fill=${row.inside ? 'var(--yours)' : 'var(--paper)'} stroke="var(--yours)" stroke-width="2.5" />`}</svg>`
}
