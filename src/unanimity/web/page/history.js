// History: a dated scenario held against the record, row by row; the bar is what the record allows, the dot the model.
import { html, useEffect, useRef, useState, clamp } from './h.js'
import { t, said, number, plain } from './text.js'
import { get, work } from './api.js'
import { Slip, Waiting } from './parts.js'

export function History() {
  const [targets, setTargets] = useState(null), [found, setFound] = useState(null), [slip, setSlip] = useState(null), [share, setShare] = useState(null), [worlds, setWorlds] = useState(1), [people, setPeople] = useState(20000), ending = useRef()
  useEffect(() => { get('/api/history').then(setTargets, setSlip); return () => ending.current?.abort() }, [])
  function run() {
    ending.current?.abort(); ending.current = new AbortController(); setShare(0); setSlip(null)
    work('/api/history/runs', { worlds, people }, { signal: ending.current.signal, onProgress: told => setShare(told.of ? told.done / told.of : 0) }).then(told => { setFound(told); setShare(null) }, fault => { setShare(null); if (fault.name !== 'AbortError') setSlip(fault) })
  }
  if (!targets) return html`<section class="room">${slip ? html`<${Slip} slip=${slip} />` : html`<${Waiting} when=${true}>${t('reading')}<//>`}</section>`
  const rows = targets.map(target => ({ ...found?.targets.find(one => one.id === target.id), ...target })), sum = found?.sums.fit
  return html`<section class="room history" aria-labelledby="h-history"><div class="lab-head"><h1 id="h-history">${t('history.title')}</h1><p>${t('history.deck', { n: targets.length })}</p></div>
    <p class="run-here"><button type="button" class="primary" disabled=${share !== null} onClick=${run}>${t('history.run')}</button>
      <label>${t('history.worlds')} <input type="number" min="1" max="8" value=${worlds} onInput=${e => setWorlds(clamp(+e.target.value || 1, 1, 8))} /></label>
      <label>${t('history.people')} <select value=${people} onChange=${e => setPeople(+e.target.value)}>${[10000, 20000, 50000, 100000].map(n => html`<option value=${n}>${number(n)}</option>`)}</select></label>
      ${share !== null && html`<span role="status"><progress max="1" value=${share}></progress> ${t('history.running', { share: number(100 * share) })}</span>`}</p>
    ${slip && html`<${Slip} slip=${slip} onAgain=${run} />`}
    <p class="answer small" aria-live="polite">${sum ? t('history.sum', { inside: sum.inside, counted: sum.counted, factor: plain(sum.factor), unseen: sum.unseen }) : t('history.wait')}</p>
    <p class="note">${t('history.scale')}</p>
    <div class="scrolled wide-table" tabindex="0" role="region" aria-label=${t('history.title')}><table class="record"><thead><tr><th scope="col">${t('history.what')}</th><th scope="col" class="gauge-head"><span class="vh">${t('history.record')}</span></th><th scope="col">${t('history.record')}</th><th scope="col">${t('history.model')}</th><th scope="col">${t('history.source')}</th></tr></thead>
      <tbody>${rows.map(row => html`<tr><th scope="row">${said('target.' + row.id, row.quantity)} <span class="note">${row.years} (${said('unit.' + row.unit, row.unit)})</span></th><td><${Gauge} row=${row} /></td><td>${plain(row.low)} … ${plain(row.high)}</td><td>${row.model === undefined || row.model === null ? '– ' : html`<b>${plain(row.model)}</b> `}<span class=${row.inside ? 'in-band' : 'note'}>${row.inside === undefined ? '' : row.inside === null ? t('history.unseen') : row.inside ? t('history.inside') : t('history.outside', { factor: plain(Math.exp(row.distance)) })}</span></td><td class="note">${row.source} (${row.confidence})</td></tr>`)}</tbody></table></div>
    ${found && html`<p class="note">${t('history.judge', { n: found.not_computed })}</p><p class="mono">${t('digest', { seed: 1918, digest: found.digest.slice(0, 12) })}</p>`}</section>`
}
// the band takes the middle half of the row; what lies outside is drawn by its factor, up to ten
function Gauge({ row }) {
  const W = 180, lowX = 45, highX = 135, value = row.model
  const x = v => { if (!Number.isFinite(v)) return null; const { low, high } = row; if (v >= low && v <= high) return high > low ? lowX + (highX - lowX) * (v - low) / (high - low) : (lowX + highX) / 2; const far = clamp(v < low ? Math.log10(Math.max(low, 1e-9) / Math.max(v, 1e-9)) : Math.log10(Math.max(v, 1e-9) / Math.max(high, 1e-9)), 0, 1); return v < low ? lowX - 40 * far : highX + 40 * far }
  const at = value === null || value === undefined ? null : x(value), a = x(row.model_low), b = x(row.model_high)
  return html`<svg class="gauge" viewBox=${`0 0 ${W} 22`} width=${W} height="22" role="img" aria-label=${`${t('history.record')} ${plain(row.low)} … ${plain(row.high)}; ${t('history.model')} ${value ?? '–'}`}><line x1="2" x2=${W - 2} y1="11" y2="11" stroke="var(--line)" /><rect x=${lowX} y="5" width=${highX - lowX} height="12" fill="var(--band)" stroke="var(--said)" stroke-width="1" />
    ${a !== null && b !== null && html`<line x1=${a} x2=${b} y1="11" y2="11" stroke="var(--yours)" stroke-width="3" opacity=".5" />`}${at !== null && html`<circle cx=${at} cy="11" r="5" fill=${row.inside ? 'var(--yours)' : 'var(--paper)'} stroke="var(--yours)" stroke-width="2.5" />`}</svg>`
}
