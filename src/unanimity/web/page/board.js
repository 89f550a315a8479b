// The board: what a class sees on the projector. The code to scan, who has come in, and what was handed in, pooled.
import { html, useEffect, useMemo, useState } from './h.js'
import { t, number, percent } from './text.js'
import { fresh } from './api.js'
import { Compiling, Figures, People, Slip, Waiting, useWidth } from './parts.js'
import { at, categories } from './people.js'
import { CHANGE, MONTHS } from './story.js'
import { GUESSED, calledBy, counted, share, useLesson, useThirty } from './lesson.js'

const middle = values => { const a = [...values].sort((p, q) => p - q); return a.length ? (a[(a.length - 1) >> 1] + a[a.length >> 1]) / 2 : null }

export function Room() {
  const { lesson, step } = useLesson(), { worlds, society, cell, people, lines, slip, state } = useThirty(), [rows, setRows] = useState(null)
  const invited = lesson?.invitation
  useEffect(() => { if (invited) fresh('/api/class/picture').then(told => setRows(told.rows), () => {}) }, [Boolean(invited)])
  const shown = Boolean(lesson?.shown), handed = lesson?.handed ?? {}
  const cats = useMemo(() => worlds && categories(worlds.open.film, GUESSED, shown ? 'think' : 'say', shown ? {} : { line: lines }), [worlds, shown])
  const seats = useMemo(() => { const found = {}, called = society && calledBy(society, people); for (const [seat, name] of lesson?.seats ?? []) { const i = people[seat % people.length]; if (i !== undefined) found[i] = name || called[i] } return found }, [JSON.stringify(lesson?.seats), people])
  if (!lesson) return html`<section class="room"><${Waiting} when=${true}>${t('reading')}<//></section>`
  if (!lesson.open || !lesson.teacher) return html`<section class="room board"><div class="lab-head"><h1>${t('board.title')}</h1><p>${t(lesson.open ? 'board.pupils.only' : 'board.closed')} ${!lesson.open && html`<code>unanimity lab --class</code>`}</p></div></section>`
  const guesses = handed.count ?? [], months = new Set(guesses.map(one => one[1])), truth = worlds && shown && months.size === 1 ? counted(worlds.open, people, [...months][0]).would : null
  const votes = task => handed[task] ?? [], against = task => votes(task).filter(one => one[2] === 1).length
  const model = (task, month, world) => worlds && people.length ? votes(task).filter(([seat]) => at(world.film, month, people[seat % people.length]).says === 0).length : 0
  return html`<section class="room board" aria-labelledby="h-board" data-shown=${shown}><div class="board-head"><div><h1 id="h-board">${t('board.title')}</h1><p class="board-in" role="status">${t('board.in', { n: number(lesson.pupils) })}</p>
      <p class="board-address">http://${invited.hosts[0]}</p><p>${t('board.code')} <b class="board-code">${invited.code}</b></p>${invited.hosts.length > 1 && html`<p class="note">${t('board.or', { hosts: invited.hosts.slice(1, 4).join(', ') })}</p>`}</div>
    ${rows && html`<${Scan} rows=${rows} label=${t('board.scan')} />`}</div>
    ${slip && html`<${Slip} slip=${slip} />`}
    <div class="board-bench"><figure class="board-cell">${worlds ? html`<${People} id="board-cell" society=${society} top=${cell} cats=${cats} opts=${{}} labels=${seats} label=${t('board.seats')} />` : html`<${Compiling} when=${true} state=${state} />`}<figcaption>${t(shown ? 'board.thoughts' : 'board.hands')}</figcaption></figure>
      <div class="board-pooled"><h2>${t('board.count')}</h2><${Histogram} values=${guesses.map(one => one[2])} most=${people.length || 30} truth=${truth} />
        <p class="note">${guesses.length ? t('board.count.n', { n: number(guesses.length), middle: number(middle(guesses.map(one => one[2]))) }) : t('board.none')} ${truth !== null && t('board.count.truth', { n: number(truth) })}${shown && months.size > 1 ? t('board.months', { n: months.size }) : ''}</p>
        <h2>${t('board.drawings')}</h2><${Drawings} drawings=${(handed.drawing ?? []).map(one => one[2])} worlds=${worlds} people=${people} shown=${shown} />
        <h2>${t('board.votes')}</h2><ul class="board-votes"><li>${t('board.votes.hand', { k: against('hand'), n: votes('hand').length })} ${shown && votes('hand').length > 0 && html`<span class="note">${t('board.votes.model', { k: model('hand', CHANGE - 1, worlds.open) })}</span>`}</li><li>${t('board.votes.paper', { k: against('paper'), n: votes('paper').length })} ${shown && votes('paper').length > 0 && html`<span class="note">${t('board.votes.model', { k: model('paper', CHANGE, worlds.secret) })}</span>`}</li></ul></div></div>
    <p class="board-steps"><button type="button" class="primary" id="show" onClick=${() => step({ shown: !shown })}>${t(shown ? 'board.hide' : 'board.show')}</button> <button type="button" class="quiet" onClick=${() => step({ names: !lesson.names })}>${t(lesson.names ? 'board.pseudonyms' : 'board.names')}</button> <button type="button" class="quiet" onClick=${() => confirm(t('board.clear.sure')) && step({ clear: true })}>${t('board.clear')}</button></p></section>`
}

// a QR code as one path, always dark on light, with the four cells of quiet that scanners need
function Scan({ rows, label }) {
  const n = rows.length, d = rows.flatMap((row, y) => [...row].map((cell, x) => cell === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : '')).join('')
  return html`<svg class="scan" viewBox=${`0 0 ${n + 8} ${n + 8}`} role="img" aria-label=${label} shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff" /><path d=${d} fill="#000" /></svg>`
}

function Histogram({ values, most, truth }) {
  const [box, W] = useWidth(520), H = 150, b = 22, top = 18, bins = Array.from({ length: most + 1 }, (_, k) => values.filter(v => v === k).length), high = Math.max(3, ...bins), x = k => 6 + (W - 12) * k / (most + 1), w = (W - 12) / (most + 1)
  return html`<div ref=${box}><svg class="histogram" viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${t('board.count')}>
    <line x1="6" x2=${W - 6} y1=${H - b} y2=${H - b} stroke="var(--line)" />${[0, 5, 10, 15, 20, 25, 30].filter(k => k <= most).map(k => html`<text x=${x(k) + w / 2} y=${H - 6} text-anchor="middle">${number(k)}</text>`)}
    ${bins.map((n, k) => n > 0 && html`<rect x=${x(k) + 1} width=${w - 2} y=${H - b - (H - b - top) * n / high} height=${(H - b - top) * n / high} fill="var(--yours)" />`)}
    ${truth !== null && html`<line x1=${x(truth) + w / 2} x2=${x(truth) + w / 2} y1=${top} y2=${H - b} stroke="var(--thought)" stroke-width="3" /><text class="lab-thought" x=${Math.min(W - 60, Math.max(60, x(truth) + w / 2))} y="12" text-anchor="middle">${t('board.truth', { n: number(truth) })}</text>`}</svg>
    <${Figures} label=${t('board.count')} head=${[t('board.guess'), t('board.pupils')]} rows=${bins.map((n, k) => [k, n]).filter(([, n]) => n)} /></div>`
}

function Drawings({ drawings, worlds, people, shown }) {
  const [box, W] = useWidth(520), H = 190, l = 54, r = 10, top = 8, b = 24, months = MONTHS - CHANGE
  const open = useMemo(() => worlds && share(worlds.open, people, p => p.says !== 0), [worlds, people]), secret = useMemo(() => worlds && share(worlds.secret, people, p => p.says !== 0), [worlds, people])
  const x = m => l + (W - l - r) * m / (MONTHS - 1), y = v => top + (H - top - b) * (1 - v), path = (values, from) => values.map((v, k) => `${k ? 'L' : 'M'}${x(from + k).toFixed(1)} ${y(v).toFixed(1)}`).join('')
  const typical = drawings.length ? Array.from({ length: months }, (_, k) => middle(drawings.map(one => one[k])) / 100) : null
  return html`<div ref=${box}><svg class="drawings" viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${t('board.drawings')}>
    ${[0, .5, 1].map(v => html`<line x1=${l} x2=${W - r} y1=${y(v)} y2=${y(v)} stroke="var(--faint)" /><text x=${l - 6} y=${y(v) + 4} text-anchor="end">${percent(v)}</text>`)}${[0, CHANGE, MONTHS - 1].map(m => html`<text x=${x(m)} y=${H - 6} text-anchor=${m === 0 ? 'start' : m === CHANGE ? 'middle' : 'end'}>${t('month', { n: m })}</text>`)}
    <line x1=${x(CHANGE)} x2=${x(CHANGE)} y1=${top} y2=${H - b} stroke="var(--line)" stroke-dasharray="3 3" />
    ${drawings.map(one => html`<path d=${path(one.map(v => v / 100), CHANGE)} fill="none" stroke="var(--yours)" stroke-opacity=".3" stroke-width="1.2" />`)}
    ${typical && html`<path d=${path(typical, CHANGE)} fill="none" stroke="var(--yours)" stroke-width="3" />`}
    ${open && html`<path d=${path(open.slice(0, CHANGE), 0)} fill="none" stroke="var(--base)" stroke-width="2.5" />`}${shown && secret && html`<path d=${path(secret.slice(CHANGE - 1), CHANGE - 1)} fill="none" stroke="var(--said)" stroke-width="3" />`}</svg>
    <p class="note">${drawings.length ? t('board.drawings.n', { n: number(drawings.length), middle: percent(typical.at(-1)) }) : t('board.none')} ${shown && secret ? t('board.drawings.truth', { end: percent(secret.at(-1)) }) : ''}</p></div>`
}
