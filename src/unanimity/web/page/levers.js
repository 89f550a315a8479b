// Levers: as the questions of a ballot paper where an organisation has one, else as switches, lists and sliders.
import { html, classes, useState } from './h.js'
import { t, has, said, number, plain, list, spoken } from './text.js'
import { Either } from './parts.js'

export const leverName = name => has(`lever.${name}`) ? t(`lever.${name}`) : name
export function valueWords(order, name, value) {
  for (const key of [`${order}.o.${name}.${value}`, `value.${name}.${value}`, `value.${value}`]) if (has(key)) return t(key)
  return value !== '' && Number.isFinite(Number(value)) ? plain(Number(value)) : String(value)
}
const Cross = () => html`<i class="box" aria-hidden="true"><svg viewBox="0 0 34 32"><path d="M8 7c5 5 11 12 19 19" /><path d="M27 6c-6 6-13 13-18 20" /></svg></i>`

// What a lever means, which rules read it, what it rests on; opens in the flow, never over the next question
const readers = ids => spoken() === 'en' ? ids.join(', ') : list(ids.map(id => said('mechanism.' + id, id)))
function About({ lever, order, open, id }) {
  if (!open) return null
  const text = [`${order}.card.${lever.name}`, `lever.${lever.name}.card`].find(has)
  return html`<div class="card" role="note" id=${id}><p>${text ? t(text) : said(`lever.${lever.name}.card`, lever.explains || lever.meaning)}</p><p>${t('lever.read', { lever: lever.name, by: readers(lever.read_by) || t('nobody') })}</p>${lever.citation && html`<p class="note">${t('lever.source', { cite: lever.citation })}</p>`}</div>`
}
function Ask({ open, setOpen, id }) {
  return html`<button type="button" class="what" aria-expanded=${open} aria-controls=${open ? id : null} aria-label=${t('about.rule')} onClick=${() => setOpen(!open)} onKeyDown=${e => e.key === 'Escape' && setOpen(false)}>?</button>`
}

export function Question({ order, question, lever, now, value, onValue }) {
  const [open, setOpen] = useState(false), id = 'card-' + lever.name.replace(/\W/g, '-'), text = t(`${order}.q.${lever.name}`)
  const same = (a, b) => String(a) === String(b), changed = !same(value, now), name = 'q-' + lever.name
  if (question.stops) {
    const stops = question.stops, place = Math.max(0, stops.findIndex(s => same(s, value))), nowAt = stops.findIndex(s => same(s, now)), words = valueWords(order, lever.name, stops[place])
    return html`<div class=${classes('q', changed && 'changed')} data-lever=${lever.name}><label class="qq" for=${name}>${text}</label><${Ask} open=${open} setOpen=${setOpen} id=${id} />
      <div class="slide"><input id=${name} type="range" min="0" max=${stops.length - 1} step="1" value=${place} aria-valuetext=${words} onInput=${e => onValue(stops[+e.target.value])} /><output for=${name}>${words}${place === nowAt && html` <em>${t('now')}</em>`}</output>${place !== nowAt && nowAt >= 0 && html`<p class="note was">${t('now.is', { value: valueWords(order, lever.name, stops[nowAt]) })}</p>`}</div>
      <${About} lever=${lever} order=${order} open=${open} id=${id} /></div>`
  }
  return html`<fieldset class=${classes('q', changed && 'changed')} data-lever=${lever.name}><legend>${text}</legend><${Ask} open=${open} setOpen=${setOpen} id=${id} />
    ${question.answers.map(answer => html`<label class="opt"><input type="radio" name=${name} value=${answer} checked=${same(value, answer)} onChange=${() => onValue(answer)} /><span>${valueWords(order, lever.name, answer)}${same(now, answer) && html` <em>${t('now')}</em>`}</span><${Cross} /></label>`)}
    <${About} lever=${lever} order=${order} open=${open} id=${id} /></fieldset>`
}

// The groups in which levers of a country are shown; every lever that is in none comes last
export const GROUPS = {
  assembly: ['ballot', 'debate', 'appointment', 'appointer', 'recall', 'tenure_limit', 'recruitment', 'privileges'],
  speech: ['press', 'lists', 'hearings', 'association.parties', 'association.factions', 'association.economy', 'exit', 'publicity'],
  bread: ['market', 'market_policing', 'autonomy', 'ration_norm', 'ration_cards', 'procurement', 'price', 'goods', 'shortfall_response', 'collective_farms', 'state_jobs', 'state_rooms', 'plots'],
  knowledge: ['inspection', 'report_penalty', 'discounting', 'unit_appeals', 'inference', 'centre_files'],
  police: ['oversight.courts', 'oversight.party_control', 'oversight.appeal', 'police_size', 'police_quota', 'quota_deaths', 'quota_requests', 'sanction_cap', 'sanction_cap.rule', 'sanction_cap.local', 'sanction_cap.complaint', 'sanction_cap.faction', 'sanction_floor.theft', 'precedent', 'severity', 'interrogation', 'isolation', 'prison_capacity', 'delay_exec', 'nondenunciation', 'agents', 'hostage_kin', 'hostage_group'],
  power: ['powers_sunset', 'unrest_answer'],
}

export function Panel({ order, levers, now, acting, values, onValue }) {
  const known = new Map(levers.map(lever => [lever.name, lever])), placed = new Set(Object.values(GROUPS).flat())
  const groups = { ...GROUPS, other: levers.map(l => l.name).filter(name => !placed.has(name)) }
  return Object.entries(groups).map(([group, names]) => {
    const here = names.filter(name => known.has(name) && acting.includes(name))
    const changed = here.filter(name => name in values).length
    return here.length > 0 && html`<details class="group" open=${group === 'assembly' || changed > 0}><summary>${t('group.' + group)}${changed > 0 && html` <em class="count">${number(changed)}</em>`}</summary>
      ${here.map(name => html`<${Lever} key=${name} order=${order} lever=${known.get(name)} now=${now[name]} value=${values[name] ?? now[name]} changed=${name in values} onValue=${value => onValue(name, value)} />`)}</details>`
  })
}

function Lever({ order, lever, now, value, changed, onValue }) {
  const [open, setOpen] = useState(false), id = 'l-' + lever.name.replace(/\W/g, '-'), plainNow = now.split(';')[0]
  const words = lever.words.filter(word => word !== lever.counted)
  let control
  if (words.length === 2) control = html`<${Either} small name=${id} legend=${leverName(lever.name)} value=${String(value)} options=${words.map(word => [word, valueWords(order, lever.name, word), word === plainNow ? t('now') : ''])} onValue=${onValue} />`
  else if (words.length > 2) control = html`<select id=${id} value=${String(value)} onChange=${e => onValue(e.target.value)}>${[...new Set([...words, String(value)])].map(word => html`<option value=${word}>${valueWords(order, lever.name, word)}${word === plainNow ? ` (${t('now')})` : ''}</option>`)}</select>`
  else {
    const auto = lever.named.find(([word]) => word === 'auto' || (word === 'none' && lever.low > -1 && lever.name === 'prison_capacity')), at = toNumber(lever, value)
    const step = lever.high - lever.low > 12 ? 1 : lever.high <= .05 ? .001 : .05
    control = html`<div class="slide"><input id=${id} type="range" min=${lever.low} max=${lever.high} step=${step} value=${at} disabled=${auto && String(value) === auto[0]} aria-valuetext=${valueWords(order, lever.name, value)} onInput=${e => onValue(Number(e.target.value))} /><output for=${id}>${valueWords(order, lever.name, value)}</output>
      ${auto && html`<label class="tick-box"><input type="checkbox" checked=${String(value) === auto[0]} onChange=${e => onValue(e.target.checked ? auto[0] : Math.min(lever.high, Math.max(lever.low, .5)))} />${t('value.' + auto[0])}</label>`}</div>`
  }
  return html`<div class=${classes('q q-lever', changed && 'changed')} data-lever=${lever.name}>${words.length === 2 ? html`<p class="qq">${leverName(lever.name)}</p>` : html`<label class="qq" for=${id}>${leverName(lever.name)}</label>`}<${Ask} open=${open} setOpen=${setOpen} id=${'card-' + id} />
    ${control}${changed && html`<p class="note was">${t('now.is', { value: valueWords(order, lever.name, plainNow) })}</p>`}<${About} lever=${lever} order=${order} open=${open} id=${'card-' + id} /></div>`
}
function toNumber(lever, value) {
  const named = lever.named.find(([word]) => word === String(value))
  const found = named ? named[1] : Number(value)
  return Number.isFinite(found) ? found : lever.low
}
