// Evidence: what documents and archives say; tables, survival curves, yearly series, and whom the sample leaves out.
import { html, useEffect, useMemo, useState } from './h.js'
import { t, has, said, number, plain, percent } from './text.js'
import { get } from './api.js'
import { read, write, put } from './address.js'
import { Slip, Waiting, useWidth } from './parts.js'

const MOST = 200, COLOURS = ['var(--said)', 'var(--yours)', 'var(--thought)', 'var(--fear)', 'var(--against)', 'var(--no-edge)'], DASHES = ['', '6 3', '2 3', '10 3 2 3', '1 4', '8 2']

const titleOf = table => said(`evidence.${table.name}.title`, table.title), cohort = name => said('cohort.' + name, name.replace(/^ALL$/, 'all').replace(/^GROUP_/, 'group: ').replace(/^SENS_/, 'check: ').replaceAll('_', ' '))
// what a table is, with its own numbers; a yearly series says how many of its values were read in a document
function saysOf(table) {
  const seen = table.says.match(/; (\d+) of (\d+) values seen/), [a, b, c, d] = table.says.match(/\d+/g) ?? []
  return seen ? said('evidence.seen', table.says, { a: seen[1], b: seen[2] }) : said(`evidence.${table.name}.says`, table.says, { a, b, c, d })
}

export function Room() {
  const first = useMemo(() => read().more, [])
  const [room, setRoom] = useState(null), [slip, setSlip] = useState(null), [name, setName] = useState(first.get('table') || 'survival'), [groups, setGroups] = useState(first.has('groups') ? first.get('groups').split(',') : null), [table, setTable] = useState(null)
  useEffect(() => { get('/api/evidence').then(setRoom, setSlip) }, [])
  useEffect(() => { put(write({ room: 'evidence', more: { table: name, groups: name === 'survival' && groups ? groups.join(',') || '-' : '' } })) }, [name, groups])
  useEffect(() => { let here = true; get('/api/evidence/' + encodeURIComponent(name)).then(found => here && setTable(found), setSlip); return () => { here = false } }, [name])
  if (slip) return html`<section class="room"><${Slip} slip=${slip} onAgain=${() => { setSlip(null); setName('survival') }} /></section>`
  if (!room) return html`<section class="room"><${Waiting} when=${true}>${t('reading')}<//></section>`
  const raw = ['people', 'events', 'figures', 'letters', 'series'], kinds = { derived: room.tables.filter(x => x.derived), tables: room.tables.filter(x => raw.includes(x.name)), series: room.tables.filter(x => !x.derived && !raw.includes(x.name)) }
  return html`<section class="room evidence" aria-labelledby="h-evidence"><div class="lab-head"><h1 id="h-evidence">${t('evidence.title')}</h1><p>${t('evidence.deck')}</p></div>
    <div class="filters"><label>${t('evidence.choose')} <select id="evidence-table" value=${name} onChange=${e => setName(e.target.value)}>${Object.entries(kinds).map(([kind, all]) => html`<optgroup label=${t('evidence.' + kind)}>${all.map(x => html`<option value=${x.name}>${titleOf(x)}</option>`)}</optgroup>`)}</select></label></div>
    ${table && table.name === name && html`<h2>${titleOf(table)}</h2><p class="note">${saysOf(table)}</p>${name === 'survival' ? html`<${Survival} table=${table} chosen=${groups} onChoose=${setGroups} />` : table.columns[0] === 'year' && table.columns.includes('value') ? html`<${Series} table=${table} />` : null}<${Rows} table=${table} />`}
    <details class="teacher"><summary>${t('evidence.bias')}</summary><ul>${Object.entries(room.bias).map(([name, words]) => html`<li>${said('evidence.bias.' + name, words)}</li>`)}</ul></details></section>`
}
// a column's head, and a cell of a column whose words are a fixed list; other texts are the sources' own
const CODED = ['kind', 'cohort', 'group', 'cause', 'death_kind', 'from', 'to', 'side'], head = name => said('column.' + name, name.replaceAll('_', ' '))
const word = (column, value) => CODED.includes(column) ? has('column.' + value) ? t('column.' + value) : has('cohort.' + value) ? t('cohort.' + value) : value : value
const cellText = (column, cell) => typeof cell === 'number' ? (Number.isInteger(cell) ? cell : plain(cell)) : typeof cell === 'boolean' ? t(cell ? 'evidence.yes' : 'evidence.no') : word(column, cell ?? '')
function Rows({ table }) {
  return html`<p class="note">${t('evidence.rows', { n: number(table.rows.length), m: number(Math.min(MOST, table.rows.length)) })}</p><div class="scrolled wide-table" tabindex="0" role="region" aria-label=${titleOf(table)}><table class="figures-table"><thead><tr>${table.columns.map(c => html`<th scope="col">${head(c)}</th>`)}</tr></thead><tbody>${table.rows.slice(0, MOST).map(row => html`<tr>${row.map((cell, k) => html`<td>${cellText(table.columns[k], cell)}</td>`)}</tr>`)}</tbody></table></div>`
}
function Curves({ lines, low = 0, high = 1, format, label }) {
  const [box, W] = useWidth(700), H = 280, l = 70, r = 10, top = 10, b = 24
  const years = lines.flatMap(one => one.points.map(p => p[0])), from = Math.min(...years), to = Math.max(...years)
  const x = year => l + (W - l - r) * (year - from) / Math.max(1, to - from), y = v => top + (H - top - b) * (1 - (v - low) / (high - low || 1))
  return html`<figure class="curves"><div ref=${box}><svg viewBox=${`0 0 ${W} ${H}`} height=${H} role="img" aria-label=${label}>${[0, .25, .5, .75, 1].map(s => { const v = low + s * (high - low); return html`<line x1=${l} x2=${W - r} y1=${y(v)} y2=${y(v)} stroke="var(--faint)" /><text x=${l - 8} y=${y(v) + 4} text-anchor="end">${format(v)}</text>` })}
    ${[from, Math.round((from + to) / 2), to].map((year, k) => html`<text x=${x(year)} y=${H - 5} text-anchor=${['start', 'middle', 'end'][k]}>${year}</text>`)}
    ${lines.map((one, k) => html`${one.band && html`<path d=${'M' + one.band.map(p => `${x(p[0]).toFixed(1)} ${y(p[2]).toFixed(1)}`).join('L') + 'L' + one.band.slice().reverse().map(p => `${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join('L') + 'Z'} fill=${COLOURS[k % 6]} opacity=".1" />`}<path d=${'M' + one.points.map(p => `${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join('L')} fill="none" stroke=${COLOURS[k % 6]} stroke-width="2.4" stroke-dasharray=${DASHES[k % 6]} />`)}</svg></div>
    ${lines.length > 1 && html`<ul class="armlist">${lines.map((one, k) => html`<li><svg width="26" height="8" aria-hidden="true"><line x1="0" x2="26" y1="4" y2="4" stroke=${COLOURS[k % 6]} stroke-width="2.5" stroke-dasharray=${DASHES[k % 6]} /></svg>${one.name}</li>`)}</ul>`}</figure>`
}
function Survival({ table, chosen, onChoose }) {
  const place = name => table.columns.indexOf(name), groups = [...new Set(table.rows.map(row => row[place('cohort')]))]
  const shown = chosen ?? groups.slice(0, 4)
  const lines = groups.filter(g => shown.includes(g)).map(g => { const mine = table.rows.filter(row => row[place('cohort')] === g && row[place('survival')] !== null); return { name: cohort(g), points: mine.map(row => [row[place('year')], row[place('survival')]]), band: mine.map(row => [row[place('year')], row[place('low')] ?? row[place('survival')], row[place('high')] ?? row[place('survival')]]) } }).filter(one => one.points.length)
  return html`<fieldset class="groups"><legend>${t('evidence.cohort')}</legend>${groups.map(g => html`<label><input type="checkbox" checked=${shown.includes(g)} onChange=${e => onChoose(e.target.checked ? [...shown, g] : shown.filter(x => x !== g))} />${cohort(g)}</label>`)}</fieldset>${lines.length > 0 && html`<${Curves} lines=${lines} format=${v => percent(v)} label=${t('evidence.curve')} />`}`
}
function Series({ table }) {
  const value = table.columns.indexOf('value'), unit = table.columns.indexOf('unit'), units = [...new Set(table.rows.map(row => row[unit]))]
  const points = table.rows.filter(row => row[unit] === units[0] && row[value] !== null).map(row => [row[0], row[value]])
  if (new Set(points.map(p => p[0])).size < 3) return null
  return html`<${Curves} lines=${[{ name: units[0], points }]} high=${Math.max(...points.map(p => p[1])) * 1.05} format=${v => plain(v)} label=${`${titleOf(table)}: ${units[0]}`} />`
}
