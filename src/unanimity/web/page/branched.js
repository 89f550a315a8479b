// A history and its branch: yearly curves beside the record, what differs, one life told twice, what became of later orders.
import { html, useState } from './h.js'
import { t, has, said, number, plain, percent } from './text.js'
import { Figures, useWidth } from './parts.js'

// a difference is named from this share of its larger side on (web/history_routes.py says the same of the cards)
const CONTROL = 'control', NAMED = .02, COLOURS = ['var(--base)', 'var(--yours)', 'var(--thought)', 'var(--fear)']
export const month = text => { const [year, m] = text.split('-').map(Number); return new Intl.DateTimeFormat(document.documentElement.lang, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(year, m - 1))) }
const unit = text => said('unit.' + text, text)
const value = (v, u) => v === null || v === undefined ? '–' : /^share/.test(u) ? `${plain(+(100 * v).toPrecision(3))} %` : plain(v)
const apart = (v, u) => v === null ? '–' : (v > 0 ? '+' : '') + (/^share/.test(u) ? `${plain(+(100 * v).toPrecision(2))} ${unit('points')}` : plain(v))
// the seven series are named by their ids, everything else by its measure
const TITLES = { 'Arrests by the political police': 'arrests', Executions: 'executions', 'Sentences of exile and above': 'sentences', 'Sentences to exile': 'exile', 'Party members of all people': 'party', 'In prison and camps': 'prisoners', 'Deaths by hunger': 'famine' }
export const quantity = name => TITLES[name] ? t('series.' + TITLES[name]) : has('any.title.' + name) ? t('any.title.' + name) : said('measure.' + name, name.replaceAll('_', ' '))
export const found = (row, clear = 0) => row ? told_(asSaid(row)) : t(clear ? 'whatif.slight' : 'whatif.nothing', { share: number(100 * NAMED) })
const told_ = row => t('whatif.finding', { what: capital(quantity(row.measure)), b: value(row.treated, row.unit), a: value(row.control, row.unit), unit: /^share/.test(row.unit) ? '' : unit(row.unit) }).trim()
// a rate of less than one in ten thousand is said per 100,000
const asSaid = row => row.unit === 'per 1000 a year' && Math.max(row.control, row.treated) < .1 ? { ...row, unit: 'per 100,000 a year', control: 100 * row.control, treated: 100 * row.treated } : row

// a source in words: documents by their names, tables of the record by what they are
export const sourceWords = text => text.replace(/\b(00\d) l\.([\d-]+(?:, [\d-]+)*)/g, (_, code, lines) => `${t('work.short.' + code)}, ${t('source.lines', { lines })}`)
  .replace(/\b(arrests_total|sentenced_death|sentenced_total|sentenced_exile|party_total|party_purge_shares|petrograd_food_and_people)(_\d{4}_\d{4})?(\.csv)?/g, (_, name) => t('source.' + name))
  .replace(/\bgeneral\b/, t('source.general')).replace(/evidence, series order00447_\S+( and _category2_1937)?/, t('source.order00447'))

export function YearChart({ one, arms, names, year = null }) {
  const [box, W] = useWidth(380), H = 190, l = 46, r = 10, top = 10, b = 22, share = /^share/.test(one.unit)
  const at = one.how === 'first' ? 0 : .5, years = one.years, shown = one.record.filter(([y]) => y >= years[0] && y + at <= years.at(-1) + 1)
  const tops = [...arms.flatMap(arm => one.arms[arm].high), ...shown.map(([, v]) => v)].filter(v => v !== null), high = 1.08 * Math.max(1e-9, ...tops)
  const first = years[0], last = years.at(-1) + 1, x = y => l + (W - l - r) * (y - first) / Math.max(1, last - first), y = v => top + (H - top - b) * (1 - v / high)
  const from = arm => arm === CONTROL || year === null ? 0 : Math.max(0, years.findIndex(one => one >= Math.floor(year)) - 1)
  const line = (values, start) => values.map((v, k) => v === null || k < start ? '' : `${k > start && values[k - 1] !== null ? 'L' : 'M'}${x(years[k] + at).toFixed(1)} ${y(v).toFixed(1)}`).join('')
  const band = (side, start) => { const ks = years.map((_, k) => k).filter(k => k >= start && side.low[k] !== null); return ks.length < 2 ? '' : 'M' + ks.map(k => `${x(years[k] + at).toFixed(1)} ${y(side.high[k]).toFixed(1)}`).join('L') + 'L' + ks.reverse().map(k => `${x(years[k] + at).toFixed(1)} ${y(side.low[k]).toFixed(1)}`).join('L') + 'Z' }
  const title = t('series.' + one.id), ticks = [0, high / 2.16, high / 1.08], every = Math.ceil((last - first) / Math.max(2, Math.floor(W / 75)))
  return html`<figure class="course year-chart"><figcaption><b>${title}</b> <span class="note">${share ? t('unit.of.people') : unit(one.unit)}</span></figcaption><div ref=${box}><svg viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${t('history.chart', { what: title, from: first, to: years.at(-1) })}>
    ${ticks.map(v => html`<line x1=${l} x2=${W - r} y1=${y(v)} y2=${y(v)} stroke="var(--faint)" /><text x=${l - 6} y=${y(v) + 4} text-anchor="end">${share ? percent(v, v < .1 ? 1 : 0) : plain(+v.toPrecision(2))}</text>`)}
    ${years.filter(one => (one - first) % every === 0).map(one => html`<text x=${x(one)} y=${H - 5} text-anchor=${one === first ? 'start' : 'middle'}>${one}</text>`)}
    ${year !== null && html`<line x1=${x(year)} x2=${x(year)} y1=${top} y2=${H - b} stroke="var(--muted)" stroke-dasharray="3 3" />`}
    ${arms.map((arm, k) => html`<path d=${band(one.arms[arm], from(arm))} fill=${COLOURS[k]} opacity=".13" />`)}
    ${arms.map((arm, k) => html`<path d=${line(one.arms[arm].mean, from(arm))} fill="none" stroke=${COLOURS[k]} stroke-width=${k ? 2.6 : 1.9} stroke-dasharray=${k ? '' : '5 3'} />`)}
    ${shown.map(([when, v, tag]) => html`<circle cx=${x(when + at)} cy=${y(v)} r="3.6" fill=${tag === 'seen' ? 'var(--said)' : 'var(--paper)'} stroke="var(--said)" stroke-width="1.8" />`)}</svg></div>
    <${Figures} label=${title} head=${[t('history.year'), ...arms.map((arm, k) => names[k]), t('history.record')]} rows=${years.map((when, k) => [when, ...arms.map(arm => value(one.arms[arm].mean[k], one.unit)), value(one.record.find(([y]) => y === when)?.[1], one.unit)])} />
    ${one.sources?.length > 0 && html`<details class="figures"><summary>${t('history.source')}</summary>${one.sources.map(text => html`<p class="note" lang="en">${sourceWords(text)}</p>`)}</details>`}</figure>`
}
export const Key = ({ arms, names, record = true }) => html`<p class="armlist year-key">${arms.map((arm, k) => html`<span><svg width="30" height="10" aria-hidden="true"><rect width="30" height="10" fill=${COLOURS[k]} opacity=".13" /><line x1="0" x2="30" y1="5" y2="5" stroke=${COLOURS[k]} stroke-width="2.5" stroke-dasharray=${k ? '' : '5 3'} /></svg>${names[k]}</span>`)}${record && html`<span><svg width="12" height="12" aria-hidden="true"><circle cx="6" cy="6" r="4" fill="var(--said)" /></svg>${t('history.seen')}</span><span><svg width="12" height="12" aria-hidden="true"><circle cx="6" cy="6" r="4" fill="none" stroke="var(--said)" stroke-width="1.8" /></svg>${t('history.recalled')}</span>`}</p>`

// an interval against no difference; each row has its own scale
function Interval({ row }) {
  const W = 120, span = Math.max(Math.abs(row.low), Math.abs(row.high), 1e-12), x = v => W / 2 + (W / 2 - 6) * v / span
  return html`<svg class="gauge" viewBox=${`0 0 ${W} 20`} width=${W} height="20" aria-hidden="true"><line x1=${W / 2} x2=${W / 2} y1="1" y2="19" stroke="var(--line)" /><line x1=${x(row.low)} x2=${x(row.high)} y1="10" y2="10" stroke="var(--yours)" stroke-width="3" opacity=".5" /><circle cx=${x(row.difference)} cy="10" r="4" fill="var(--yours)" /></svg>`
}

const capital = text => text.charAt(0).toUpperCase() + text.slice(1)
const named = (question, arm) => question ? said(`whatif.${question.name}.arm`, arm) : t('whatif.yours')
export function Branched({ told, question, rules = '' }) {
  const arm = told.arms[0], [all, setAll] = useState(false), arms = [CONTROL, ...told.arms], names = [t('whatif.hindcast'), ...told.arms.map(one => named(question, one))]
  const clear = told.differences.filter(row => row.q !== null && row.q <= .05), rows = all ? told.differences : clear
  const parted = told.parted[arm].filter(Boolean).sort(), worlds = told.parted[arm].length, never = worlds - parted.length, half = parted[(worlds - 1) >> 1], whose = told.lives[arm], later = told.rows[arm], moved = later.filter(row => row.fate !== 'kept' || row.warning), english = document.documentElement.lang === 'en', life = english ? whose : whose.es ?? whose
  const series = told.series.filter(one => one.years.length > 1)
  return html`<article class="branched"><p class="answer small">${t('whatif.answer', { rule: capital(question ? named(question, arm) : rules), date: month(told.branched) })} ${best(told).length ? best(told).map(row => html`<span class="finding">${found(row)}.</span> `) : html`<span class="finding">${found(null, clear.length)}.</span> `}<i>${t('whatif.size', { worlds: told.worlds, people: number(told.people) })}</i></p>
    <p>${half ? t('whatif.parted', { date: month(half) }) : ''} ${!parted.length ? t('whatif.never') : never ? t('whatif.some.never', { n: never, all: worlds }) : ''}</p>
    <${Key} arms=${arms} names=${names} /><div class="courses">${series.map(one => html`<${YearChart} key=${one.id} one=${one} arms=${arms} names=${names} year=${told.year} />`)}</div>
    <h3>${t('whatif.differs')}</h3><p class="note">${t('whatif.differs.note', { k: clear.length, n: told.differences.length })}</p>
    <div class="scrolled tall" tabindex="0" role="region" aria-label=${t('whatif.differs')}><table class="record"><thead><tr><th scope="col">${t('history.what')}</th><th scope="col">${names[0]}</th><th scope="col">${names[1]}</th><th scope="col"><span class="vh">${t('whatif.interval')}</span></th><th scope="col">${t('whatif.interval')}</th></tr></thead>
      <tbody>${rows.map(row => html`<tr><th scope="row">${quantity(row.measure)} <span class="note">(${/^share$/.test(row.unit) ? t('unit.of.people') : unit(row.unit)})</span></th><td>${value(row.control, row.unit)}</td><td><b>${value(row.treated, row.unit)}</b></td><td>${row.low !== null && html`<${Interval} row=${row} />`}</td><td>${apart(row.difference, row.unit)} <span class="note">${row.low === null ? '' : `${apart(row.low, row.unit)} … ${apart(row.high, row.unit)}`}</span></td></tr>`)}</tbody></table></div>
    <p><button type="button" class="quiet" onClick=${() => setAll(!all)}>${t(all ? 'whatif.clear.only' : 'whatif.all')}</button></p>
    <h3>${t('whatif.life', { name: whose.name })}</h3><p class="note">${t('whatif.life.note')}</p><div class="two-lives" lang=${!english && life === whose ? 'en' : null}><p>${life.before.join(' ')}</p><div><h4>${names[0]}</h4><ul>${life.history.map(line => html`<li>${line}</li>`)}</ul></div><div><h4>${names[1]}</h4><ul>${life.branch.map(line => html`<li>${line}</li>`)}</ul></div></div>
    <details class="figures"><summary>${t('whatif.timeline', { n: told.timelines[arm].length })}</summary>${!english && html`<p class="note">${t('whatif.english')}</p>`}<div class="scrolled" tabindex="0" role="region" aria-label=${t('whatif.timeline', { n: told.timelines[arm].length })}><table lang="en"><thead><tr><th scope="col">${t('whatif.when')}</th><th scope="col">${names[0]}</th><th scope="col">${names[1]}</th></tr></thead><tbody>${told.timelines[arm].map(([when, one, two]) => html`<tr><th scope="row">${month(when)}</th><td>${one || '–'}</td><td>${two || '–'}</td></tr>`)}</tbody></table></div></details>
    <details class="figures"><summary>${t('whatif.rows', { k: moved.length, n: later.length })}</summary>${!english && html`<p class="note">${t('whatif.english')}</p>`}<div class="scrolled" tabindex="0" role="region" aria-label=${t('whatif.rows', { k: moved.length, n: later.length })}><table lang="en"><tbody>${moved.map(row => html`<tr><th scope="row">${row.row}</th><td>${row.value}</td><td>${t('fate.' + row.fate)}</td><td>${row.reason}${row.warning ? `; ${row.warning}` : ''}</td></tr>`)}</tbody></table></div></details>
    <p class="note">${trust(told, arm)} ${t('whatif.model')}</p><p class="mono">${t('digest', { seed: told.seed, digest: told.digest.slice(0, 12) })}</p></article>`
}
// of the clear differences the largest of what the record counts, as a share of what was, then the largest of the rest
function best(told) {
  const counted = new Set(told.series.map(one => one.title)), size = row => Math.abs(row.difference) / Math.max(1e-12, Math.abs(row.control), Math.abs(row.treated)), clear = told.differences.filter(row => row.q !== null && row.q <= .05 && row.low !== null && row.high > row.low && size(row) >= NAMED).sort((p, q) => size(q) - size(p))
  return [clear.find(row => counted.has(row.measure)), clear.find(row => !counted.has(row.measure))].filter(Boolean)
}
// how far the unchanged hindcast is from the record in the same years: the middle of the factors by which its yearly means miss it
function trust(told) {
  const misses = told.series.flatMap(one => one.record.map(([year, v]) => [one.arms[CONTROL].mean[one.years.indexOf(year)], v, year])).filter(([mean, v, year]) => year >= Math.floor(told.year) && mean > 0 && v > 0).map(([mean, v]) => Math.abs(Math.log(mean / v)))
  return misses.length ? t('whatif.trust', { factor: plain(+Math.exp(misses.reduce((p, q) => p + q, 0) / misses.length).toPrecision(2)), n: misses.length }) : t('whatif.untested')
}
