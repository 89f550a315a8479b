// A lesson: one cell of thirty named people, a guess to draw, a role to play, three tasks with folded answers. In a class everybody
// takes the seat of one of the thirty and hands in; alone one does the same for oneself.
import { html, useMemo, useRef, useState, still } from './h.js'
import { t, rich, percent, list, number as written } from './text.js'
import { Compiling, People, Say, Scrub, Slip, usePlaying } from './parts.js'
import { at, categories } from './people.js'
import { CHANGE, MONTHS, SEED, Plot } from './story.js'
import { GUESSED, calledBy, changedMinds, counted, share, useLesson, useThirty } from './lesson.js'

const last = MONTHS - 1
const fearOf = value => t(`role.fear.${value > .5 ? 'high' : value > .2 ? 'middle' : 'low'}`)

export function Room() {
  const { worlds, slip, state, society, cell, people, lines } = useThirty(), { lesson, me, comeIn, handIn } = useLesson(), may = !lesson?.open || lesson.shown || lesson.teacher // in a class the teacher shows
  const [month, setMonth] = useState(GUESSED), [chosen, setView] = useState('say'), view = may ? chosen : 'say', [picked, setPicked] = useState(-1)
  const [guess, setGuess] = useState(null), [revealed, setRevealed] = useState(false), [number, setNumber] = useState(10), [ballot, setBallot] = useState('open'), [own, setOwn] = useState({})
  const opts = useRef({})
  const [playing, play] = usePlaying(() => { const end = revealed ? last : CHANGE - 1; if (month >= end) return false; opts.current = { dur: 380, pulse: true }; setMonth(month + 1); return month + 1 < end })
  const now = worlds?.[ballot], labels = useMemo(() => society && calledBy(society, people), [society, people])
  const cats = useMemo(() => now && categories(now.film, month, view, view === 'say' ? { line: lines } : {}), [now, month, view])
  const small = useMemo(() => worlds && Object.fromEntries(['open', 'secret'].map(name => [name, { series: { unanimity: { country: share(worlds[name], people, p => p.says !== 0) } } }])), [worlds, people])
  const thought = useMemo(() => worlds ? share(worlds.open, people, p => !p.would) : [], [worlds, people])
  if (slip) return html`<section class="room"><${Slip} slip=${slip} /></section>`
  if (!worlds) return html`<section class="room"><${Compiling} when=${true} state=${state} /></section>`
  // what was handed in stays with the month in which it was asked, and so does its answer
  const handed = lesson?.you?.handed ?? own, seat = me ? people[me.seat % people.length] : -1
  const give = async asked => { if (handed[asked.task]) return; if (me) await handIn(asked); else setOwn(was => ({ ...was, [asked.task]: asked })) }
  const freeze = task => e => { if (e.currentTarget.open && !handed[task] && !own['look.' + task]) setOwn(was => ({ ...was, ['look.' + task]: { month } })) }
  const frozen = task => handed[task]?.month ?? own['look.' + task]?.month ?? month
  const hidden = ballot === 'secret' && month >= CHANGE, here = counted(now, people, month), one = counted(now, people, frozen('count')), three = counted(now, people, frozen('friends')), at3 = frozen('friends')
  const near = [...new Set(three.aloud.flatMap(i => society.tiesOf(i).map(([other]) => other)))].filter(j => people.includes(j)), also = near.filter(j => at(now.film, at3, j).says === 0).length
  const alone = near.length ? also / near.length - three.aloud.length / people.length : 0
  const reveal = () => { if (guess) give({ task: 'drawing', month: CHANGE - 1, drawing: guess.map(v => Math.round(100 * v)) }); setRevealed(true); setBallot('secret'); setView('say'); if (still()) { setMonth(last); return } setMonth(CHANGE - 1); play(110) }
  return html`<section class="room class" aria-labelledby="h-class">
    <div class="lab-head"><h1 id="h-class">${t('class.title')}</h1><p>${t('class.deck')}</p></div>
    ${lesson?.open && !me && html`<${ComeIn} onCome=${comeIn} />`}
    ${me && html`<${Role} film=${worlds.open.film} society=${society} labels=${labels} people=${people} who=${seat} handed=${handed} onGive=${give} shown=${lesson?.shown} worlds=${worlds} />`}
    <div class="lesson"><figure class="cell-of-30"><figcaption>${rich('class.city')}<span class="on-paper"> · ${t('month', { n: month })}</span></figcaption><${People} id="class-cell" society=${society} top=${cell} cats=${cats} opts=${opts.current} picked=${picked >= 0 ? picked : seat} labels=${labels} onPick=${setPicked} label=${t('class.title')} told=${i => roll(society, here, people, i, hidden, view === 'think' || revealed)} />
        ${may && html`<${Say} name="view-class" view=${view} legend=${t('view.legend')} words=${['story.say', 'story.think']} onView=${v => { opts.current = { sweep: 300 }; setView(v) }} />`}
        <${Scrub} id="month-class" month=${month} last=${revealed ? last : CHANGE - 1} playing=${playing} onPlay=${() => { if (playing) play(0); else { if (month >= (revealed ? last : CHANGE - 1)) setMonth(0); play(still() ? 400 : 170) } }} onMonth=${m => { play(0); opts.current = { dur: 160 }; setMonth(m) }} /></figure>
      <div><h2>${t('class.names')}</h2><div class="scrolled roll" tabindex="0" role="region" aria-label=${t('class.names')}><table><thead><tr><th scope="col">${t('class.table.name')}</th><th scope="col">${t('class.table.says')}</th><th scope="col">${t('class.table.thinks')}</th></tr></thead>
        <tbody>${people.map((i, k) => html`<tr class=${picked === i || seat === i ? 'picked' : ''}><th scope="row"><button type="button" class="name" onClick=${() => setPicked(i)}>${society.names[i]}</button>${seat === i ? ` (${t('class.you')})` : ''}</th><td><i class=${'g g-' + ['no', 'none', 'yes'][here.states[k].says]}></i> ${t(voted(here.states[k], hidden))}</td><td>${view === 'think' || revealed ? html`<i class=${'g g-' + (here.states[k].would ? 'no' : 'yes')}></i> ${t(here.states[k].would ? 'key.think.no' : 'key.think.yes')}` : '?'}</td></tr>`)}</tbody></table></div></div></div>
    <div class="tasks">
      <article><h2>${t('class.task', { n: 1 })}</h2><p>${t('class.task.1')}</p><label class="keyguess">${t('class.guess')} <input type="range" min="0" max=${people.length} value=${handed.count?.value ?? number} disabled=${Boolean(handed.count)} onInput=${e => setNumber(+e.target.value)} /> <output>${t('class.of', { n: handed.count?.value ?? number, all: people.length })}</output></label>
        <p><button type="button" class="primary" id="hand-in" disabled=${Boolean(handed.count)} onClick=${() => give({ task: 'count', month, value: number })}>${t('class.hand.in')}</button> ${handed.count && html`<span class="note" role="status">${t('class.handed', { month: handed.count.month })}</span>`}</p>
        <${Folded} may=${may} onToggle=${freeze('count')}><p>${t('class.frozen', { month: frozen('count') })} ${t('class.answer.1', { aloud: one.aloud.length, would: one.would, quiet: one.quiet, all: people.length })}</p><//></article>
      <article class="wide"><h2>${t('class.task', { n: 2 })}</h2><p>${t('class.task.2')}</p><figure class="guess"><figcaption class="note">${t('class.share')}.</figcaption><${Plot} worlds=${small} band=${null} ballot=${ballot} month=${month} guess=${guess} setGuess=${handed.drawing ? () => {} : setGuess} revealed=${revealed} thought=${thought} label=${t('class.share')} /></figure>
        <div class="guess-end"><label class="keyguess">${t('story.ends')} <input type="range" min="0" max="100" value=${guess ? Math.round(guess.at(-1) * 100) : 88} aria-label=${t('story.ends.label')} disabled=${Boolean(handed.drawing)} onInput=${e => { const from = small.open.series.unanimity.country[CHANGE - 1], to = e.target.value / 100; setGuess(Array.from({ length: MONTHS - CHANGE }, (_, i) => from + (to - from) * (i + 1) / (MONTHS - CHANGE))) }} /></label>
          ${!may && html`<button type="button" class="primary" disabled=${!guess || Boolean(handed.drawing)} onClick=${() => give({ task: 'drawing', month: CHANGE - 1, drawing: guess.map(v => Math.round(100 * v)) })}>${t('class.hand.in')}</button>`}
          ${may && html`<button type="button" class="primary" disabled=${!guess || revealed} onClick=${reveal}>${t('story.show')}</button>`}</div>
        ${!may && handed.drawing && html`<p class="note" role="status">${t('class.wait')}</p>`}
        <${Folded} may=${may}><p>${t('class.answer.2', { from: percent(small.open.series.unanimity.country[CHANGE - 1]), to: percent(small.secret.series.unanimity.country[CHANGE]) })} ${minds(changedMinds(worlds, people, CHANGE), small)}</p><//></article>
      <article><h2>${t('class.task', { n: 3 })}</h2><p>${t('class.task.3')}</p><${Folded} may=${may} onToggle=${freeze('friends')}><p>${t('class.frozen', { month: at3 })} ${three.aloud.length ? [t('class.answer.3', { names: list(three.aloud.map(i => society.names[i])), also: written(also), near: written(near.length), aloud: written(three.aloud.length), all: written(people.length) }), ' ', near.length ? t(Math.abs(alone) < .02 ? 'class.alone.same' : alone > 0 ? 'class.alone.less' : 'class.alone.more') : ''] : t('class.answer.3.none')}</p><//></article>
    </div>
    <details class="teacher"><summary>${t('class.teacher')}</summary><p>${t('class.teacher.text', { seed: SEED, digest: now.digest.slice(0, 12) })}</p><p>${t('class.teacher.class')} <code>unanimity lab --class</code></p><p><button type="button" class="quiet" onClick=${() => print()}>${t('class.print')}</button> ${lesson?.open && lesson.teacher && html`<a class="quiet" href="#/board">${t('room.board')}</a>`}</p></details>
  </section>`
}
// whether it was opinions that moved: said only as it is counted
const minds = (n, small) => n ? t('class.answer.2.changed', { n }) : small.open.series.unanimity.country[CHANGE - 1] === small.secret.series.unanimity.country[CHANGE] ? '' : t('class.answer.2.same')
// what a keyboard hears of a dot
const voted = ({ says }, hidden) => (hidden ? 'story.writes.' : 'says.') + ['against', 'none', 'for'][says] // their committee is for the motion
const roll = (society, here, people, i, hidden, thinks) => { const k = people.indexOf(i); return k < 0 ? '' : `${society.names[i]}: ${t(voted(here.states[k], hidden))}${thinks ? `; ${t(here.states[k].would ? 'key.think.no' : 'key.think.yes')}` : ''}` }

// an answer is folded, and in a class it is not there before the teacher shows it
const Folded = ({ may, onToggle, children }) => may ? html`<details onToggle=${onToggle}><summary>${t('class.answer')}</summary>${children}</details>` : html`<p class="note later">${t('class.later')}</p>`

function ComeIn({ onCome }) {
  const [name, setName] = useState(''), [slip, setSlip] = useState(null)
  return html`<form class="come-in" onSubmit=${e => { e.preventDefault(); onCome(name).catch(setSlip) }}><p><b>${t('class.open')}</b> ${t('class.open.how')}</p>
    <label>${t('class.your.name')} <input type="text" maxlength="24" value=${name} onInput=${e => setName(e.target.value)} autocomplete="off" /></label> <button class="primary" id="come-in">${t('class.come')}</button>${slip && html`<${Slip} slip=${slip} />`}</form>`
}

// A role: the pupil sits where one of the thirty sits, sees what that person sees, and votes twice; what the person did is told later
function Role({ film, society, labels, people, who, handed, onGive, shown, worlds }) {
  const before = CHANGE - 1, mine = at(film, before, who), near = society.tiesOf(who).map(([other]) => other).filter(j => people.includes(j)), loud = near.filter(j => at(film, before, j).says === 0).length
  const vote = (task, month) => html`<fieldset class="role-vote"><legend>${t('role.' + task)}</legend>${[1, 0].map(value => html`<button type="button" class=${handed[task]?.value === value ? 'primary' : 'quiet'} aria-pressed=${handed[task]?.value === value} disabled=${Boolean(handed[task])} onClick=${() => onGive({ task, month, value })}>${t(`role.${task}.${value}`)}</button>`)}</fieldset>`
  const did = (world, month) => t(at(world.film, month, who).says === 0 ? 'role.did.1' : 'role.did.0')
  return html`<article class="role" id="role"><h2>${t('role.title', { name: society.names[who] })}</h2>
    <p>${t(mine.office ? 'role.secretary' : 'role.member')} ${t(mine.would ? 'role.objects' : 'role.agrees')} ${fearOf(mine.fear)} ${near.length ? t('role.near', { n: near.length, names: list(near.slice(0, 4).map(j => labels[j])), loud }) : t('role.nobody')}</p>
    <div class="role-votes">${vote('hand', before)}${vote('paper', CHANGE)}</div>
    ${shown && html`<p role="status">${t('role.told', { name: labels[who], hand: did(worlds.open, before), paper: did(worlds.secret, CHANGE) })}</p>`}</article>`
}
