// A lesson: one cell of thirty named people, a guess to draw, three tasks with folded answers.
import { html, useEffect, useMemo, useRef, useState, still } from './h.js'
import { t, rich, percent, list } from './text.js'
import { world } from './api.js'
import { People, Say, Scrub, Slip, Waiting, usePlaying } from './parts.js'
import { at, categories } from './people.js'
import { BASE, SECRET, CHANGE, MONTHS, SEED, Plot } from './story.js'

const CELL = 30, PEOPLE = 2 * 8 * 8 * CELL, last = MONTHS - 1
const share = (one, people, test) => Array.from({ length: one.months }, (_, m) => people.filter(i => test(at(one.film, m, i))).length / people.length)

export function Class() {
  const [worlds, setWorlds] = useState(null), [slip, setSlip] = useState(null), [month, setMonth] = useState(12), [view, setView] = useState('say'), [picked, setPicked] = useState(-1)
  const [guess, setGuess] = useState(null), [revealed, setRevealed] = useState(false), [number, setNumber] = useState(10), [ballot, setBallot] = useState('open')
  const opts = useRef({})
  useEffect(() => {
    const ending = new AbortController(), ask = asked => world({ ...asked, people: PEOPLE }, { measures: ['unanimity'], signal: ending.signal })
    Promise.all([ask(BASE), ask(SECRET)]).then(([open, secret]) => setWorlds({ open, secret }), fault => fault.name !== 'AbortError' && setSlip(fault))
    return () => ending.abort()
  }, [])
  const [playing, play] = usePlaying(() => { const end = revealed ? last : CHANGE - 1; if (month >= end) return false; opts.current = { dur: 380, pulse: true }; setMonth(month + 1); return month + 1 < end })
  const society = worlds?.open.society, cell = society ? quietest(worlds.open) : 0
  const people = useMemo(() => society ? Array.from({ length: society.cells[cell] }, (_, k) => society.starts[cell] + k).filter(i => society.names[i]) : [], [society, cell])
  const now = worlds?.[ballot], lines = useMemo(() => society && Float32Array.from({ length: society.people }, (_, i) => society.line[society.cellOf[i]]), [society])
  const cats = useMemo(() => now && categories(now.film, month, view, { line: lines }), [now, month, view])
  const small = useMemo(() => worlds && Object.fromEntries(['open', 'secret'].map(name => [name, { series: { unanimity: { country: share(worlds[name], people, p => p.says !== 0) } } }])), [worlds, people])
  const thought = useMemo(() => worlds ? share(worlds.open, people, p => !p.would) : [], [worlds, people])
  if (slip) return html`<section class="room"><${Slip} slip=${slip} /></section>`
  if (!worlds) return html`<section class="room"><${Waiting} when=${true}>${t('running')}<//></section>`
  const states = people.map(i => at(now.film, month, i)), aloud = people.filter((_, k) => states[k].says === 0), would = states.filter(p => p.would).length
  const ties = aloud.flatMap(i => society.tiesOf(i).map(([other]) => other)).filter(j => people.includes(j)), also = ties.filter(j => at(now.film, month, j).says === 0).length
  const reveal = () => { setRevealed(true); setBallot('secret'); setView('say'); if (still()) { setMonth(last); return } setMonth(CHANGE - 1); play(110) }
  return html`<section class="room class" aria-labelledby="h-class">
    <div class="lab-head"><h1 id="h-class">${t('class.title')}</h1><p>${t('class.deck')}</p></div>
    <div class="lesson"><figure class="cell-of-30"><figcaption>${rich('class.city')}</figcaption><${People} id="class-cell" society=${society} top=${cell} cats=${cats} opts=${opts.current} picked=${picked} onPick=${setPicked} label=${t('class.title')} />
        <${Say} name="view-class" view=${view} legend=${t('view.legend')} words=${['story.say', 'story.think']} onView=${v => { opts.current = { sweep: 300 }; setView(v) }} />
        <${Scrub} id="month-class" month=${month} last=${revealed ? last : CHANGE - 1} playing=${playing} onPlay=${() => { if (playing) play(0); else { if (month >= (revealed ? last : CHANGE - 1)) setMonth(0); play(still() ? 400 : 170) } }} onMonth=${m => { play(0); opts.current = { dur: 160 }; setMonth(m) }} /></figure>
      <div><h2>${t('class.names')}</h2><div class="scrolled roll" tabindex="0" role="region" aria-label=${t('class.names')}><table><thead><tr><th scope="col">${t('class.table.name')}</th><th scope="col">${t('class.table.says')}</th><th scope="col">${t('class.table.thinks')}</th></tr></thead>
        <tbody>${people.map((i, k) => html`<tr class=${picked === i ? 'picked' : ''}><th scope="row"><button type="button" class="name" onClick=${() => setPicked(i)}>${society.names[i]}</button></th><td><i class=${'g g-' + ['no', 'none', 'yes'][states[k].says]}></i> ${t('says.' + ['against', 'none', 'for'][states[k].says])}</td><td>${view === 'think' || revealed ? html`<i class=${'g g-' + (states[k].would ? 'no' : 'yes')}></i> ${t(states[k].would ? 'key.think.no' : 'key.think.yes')}` : '?'}</td></tr>`)}</tbody></table></div></div></div>
    <div class="tasks">
      <article><h2>${t('class.task', { n: 1 })}</h2><p>${t('class.task.1')}</p><label class="keyguess">${t('class.guess')} <input type="range" min="0" max=${people.length} value=${number} onInput=${e => setNumber(+e.target.value)} /> <output>${t('class.of', { n: number, all: people.length })}</output></label>
        <details><summary>${t('class.answer')}</summary><p>${t('class.answer.1', { aloud: aloud.length, would, quiet: states.filter(p => p.would && p.says !== 0).length, all: people.length })}</p></details></article>
      <article class="wide"><h2>${t('class.task', { n: 2 })}</h2><p>${t('class.task.2')}</p><${Plot} worlds=${small} band=${null} ballot=${ballot} month=${month} guess=${guess} setGuess=${setGuess} revealed=${revealed} thought=${thought} label=${t('class.share')} />
        <div class="guess-end"><label class="keyguess">${t('story.ends')} <input type="range" min="0" max="100" value=${guess ? Math.round(guess.at(-1) * 100) : 88} aria-label=${t('story.ends.label')} onInput=${e => { const from = small.open.series.unanimity.country[CHANGE - 1], to = e.target.value / 100; setGuess(Array.from({ length: MONTHS - CHANGE }, (_, i) => from + (to - from) * (i + 1) / (MONTHS - CHANGE))) }} /></label><button type="button" class="primary" disabled=${!guess || revealed} onClick=${reveal}>${t('story.show')}</button></div>
        <details><summary>${t('class.answer')}</summary><p>${t('class.answer.2', { from: percent(small.open.series.unanimity.country[CHANGE - 1]), to: percent(small.secret.series.unanimity.country[CHANGE]) })}</p></details></article>
      <article><h2>${t('class.task', { n: 3 })}</h2><p>${t('class.task.3')}</p><details><summary>${t('class.answer')}</summary><p>${aloud.length ? t('class.answer.3', { names: list(aloud.map(i => society.names[i])), also, ties: ties.length, aloud: aloud.length, all: people.length }) : t('class.answer.3.none')}</p></details></article>
    </div>
    <details class="teacher"><summary>${t('class.teacher')}</summary><p>${t('class.teacher.text', { seed: SEED, digest: now.digest.slice(0, 12) })}</p><p><button type="button" class="quiet" onClick=${() => print()}>${t('class.print')}</button></p></details>
  </section>`
}
// a cell of the first city in which, in the twelfth month, somebody objects aloud and several keep it quiet
function quietest(one) {
  const { society, film } = one
  let best = 0, most = -1
  for (let c = 0; c < society.cells.length / 2; c++) {
    let loud = 0, quiet = 0
    for (let i = society.starts[c]; i < society.starts[c + 1]; i++) { const p = at(film, 12, i); loud += p.says === 0; quiet += p.would && p.says !== 0 }
    const worth = Math.min(loud, 3) * 4 + Math.min(quiet, 9)
    if (worth > most) { most = worth; best = c }
  }
  return best
}
