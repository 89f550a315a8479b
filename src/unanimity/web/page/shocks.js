// Shocks on a timeline: what changes at which month, of the levers and of the world.
import { html, useState, clamp } from './h.js'
import { t, number } from './text.js'
import { leverName, valueWords } from './levers.js'

export const entryWords = (order, entry) => entry.lever ? t('shock.lever', { lever: leverName(entry.lever), value: valueWords(order, entry.lever, entry.value) }) : t('event.' + entry.event)

export function Shocks({ order, info, levers, months, schedule, onSchedule, month }) {
  const [what, setWhat] = useState(''), [value, setValue] = useState(''), [at, setAt] = useState(24)
  const events = Object.keys(info.events), acting = levers.filter(l => info.acting.includes(l.name) && l.words.length > 1)
  const chosen = what.startsWith('lever:') ? acting.find(l => l.name === what.slice(6)) : null
  const words = chosen ? chosen.words.filter(w => w !== chosen.counted) : []
  const when = clamp(Number(at) || 0, 0, months - 1)
  function add(e) {
    e.preventDefault()
    if (!what) return
    const entry = chosen ? { month: when, lever: chosen.name, value: value || words.at(-1) } : { month: when, event: what, ...info.events[what] }
    onSchedule([...schedule, entry].sort((p, q) => p.month - q.month))
  }
  return html`<details class="shocks" id="shocks" open=${schedule.length > 0}><summary>${t('shocks')} ${schedule.length > 0 && html`<em class="count">${number(schedule.length)}</em>`}</summary>
    <div class="track" aria-hidden="true"><i class="track-now" style=${{ left: 100 * month / Math.max(1, months - 1) + '%' }}></i>${schedule.map(entry => html`<i class="mark" style=${{ left: 100 * entry.month / Math.max(1, months - 1) + '%' }} title=${entryWords(order, entry)}></i>`)}</div>
    <ul class="entries">${schedule.map((entry, k) => html`<li><span>${t('month', { n: entry.month })}: ${entryWords(order, entry)}</span><button type="button" class="quiet" aria-label=${t('shock.remove', { what: entryWords(order, entry) })} onClick=${() => onSchedule(schedule.filter((_, j) => j !== k))}>×</button></li>`)}</ul>
    <form class="add" onSubmit=${add}>
      <label>${t('shock.what')} <select value=${what} onChange=${e => { setWhat(e.target.value); setValue('') }}><option value="">${t('shock.choose')}</option>
        <optgroup label=${t('shock.world')}>${events.map(event => html`<option value=${event}>${t('event.' + event)}</option>`)}</optgroup>
        <optgroup label=${t('shock.rules')}>${acting.map(lever => html`<option value=${'lever:' + lever.name}>${leverName(lever.name)}</option>`)}</optgroup></select></label>
      ${chosen && html`<label>${t('shock.value')} <select value=${value || words.at(-1)} onChange=${e => setValue(e.target.value)}>${words.map(word => html`<option value=${word}>${valueWords(order, chosen.name, word)}</option>`)}</select></label>`}
      <label>${t('month.label')} <input type="number" min="0" max=${months - 1} value=${at} onInput=${e => setAt(e.target.value)} /></label>
      <button type="submit" class="quiet" disabled=${!what}>${t('shock.add')}</button></form></details>`
}
