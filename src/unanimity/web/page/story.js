// The first minute: two cities, one motion, hands; the reader guesses, flips the ballot and sees what was thought.
import { html, useEffect, useMemo, useRef, useState, clamp, narrow, still } from './h.js'
import { t, rich, number, percent, in100, whole } from './text.js'
import { world, work } from './api.js'
import { People, Say, Scrub, Figures, Slip, Waiting, usePlaying, useWidth } from './parts.js'
import { at, categories } from './people.js'
import { provinceOf } from './crowd.js'
import { read, write, put } from './address.js'

export const CHANGE = 24, MONTHS = 60, SEED = 1
export const BASE = { order: 'leningrad-moscow-1925', burn_in: 0, months: MONTHS, seed: SEED }
export const SECRET = { ...BASE, schedule: [{ month: CHANGE, lever: 'ballot', value: 'secret' }] }
const MEASURES = ['unanimity', 'private_dissent']
const last = MONTHS - 1

export function Story() {
  const first = useMemo(() => read().more, [])
  const [worlds, setWorlds] = useState(null), [slip, setSlip] = useState(null), [state, setState] = useState(null)
  const [month, setMonth] = useState(() => first.has('m') ? clamp(+first.get('m') || 0, 0, last) : still() ? CHANGE - 1 : 0)
  const [view, setView] = useState(first.get('view') === 'think' ? 'think' : 'say')
  const [ballot, setBallot] = useState(first.get('ballot') === 'secret' ? 'secret' : 'open')
  const [revealed, setRevealed] = useState(first.get('ballot') === 'secret' || first.has('seen'))
  const [guess, setGuess] = useState(null), [band, setBand] = useState(null), [who, setWho] = useState(-1), [picked, setPicked] = useState(-1)
  const opts = useRef({})
  const edge = useRef(CHANGE - 1)

  useEffect(() => {
    const ending = new AbortController(), ask = asked => world(asked, { measures: MEASURES, places: ['country', 'province 1', 'province 2'], onState: setState, signal: ending.signal })
    Promise.all([ask(BASE), ask(SECRET)]).then(([open, secret]) => { setWorlds({ open, secret }); if (!still() && !first.has('m')) setTimeout(() => play(170), 900) }, setSlip)
    return () => ending.abort()
  }, [])
  useEffect(() => { if (!worlds) return; const ending = new AbortController(); work('/api/pairs', { ...SECRET, pairs: 20, measures: ['unanimity'] }, { signal: ending.signal }).then(found => setBand(found.measures.unanimity), () => {}); return () => ending.abort() }, [worlds])
  const [playing, play] = usePlaying(() => {
    if (month >= (revealed ? last : CHANGE - 1)) return false
    const next = month + 1
    opts.current = { dur: 380, pulse: true, sweep: next === CHANGE && ballot === 'secret' ? 700 : 0 }
    setMonth(next)
    return next < (revealed ? last : CHANGE - 1)
  })
  useEffect(() => { if (!playing) put(write({ room: 'story', more: { m: month, view: view === 'think' ? 'think' : '', ballot: ballot === 'secret' ? 'secret' : '', seen: revealed ? 1 : '' } })) }, [month, view, ballot, revealed, playing])
  useEffect(() => {
    const key = e => { if (e.key === 't' && !e.ctrlKey && !e.metaKey && !e.altKey && !/INPUT|TEXTAREA|SELECT/.test(e.target.tagName)) { opts.current = { sweep: 420 }; setView(v => v === 'say' ? 'think' : 'say') } }
    addEventListener('keydown', key); return () => removeEventListener('keydown', key)
  }, [])

  const now = worlds?.[ballot]
  const lines = useMemo(() => now && Float32Array.from({ length: now.society.people }, (_, i) => now.society.line[now.society.cellOf[i]]), [now])
  const cats = useMemo(() => now && categories(now.film, month, view, { line: lines }), [now, month, view])
  const tops = now ? now.society.parent.map((p, u) => p === now.society.level.length - 1 ? u : -1).filter(u => u >= 0) : []

  function see(m, opt = { dur: 160 }) { play(0); opts.current = opt; setMonth(revealed ? m : Math.min(m, CHANGE - 1)) }
  function reveal() {
    setRevealed(true); setView('say'); setBallot('secret'); opts.current = {}
    if (still()) { setMonth(last); return }
    setMonth(CHANGE - 1); play(110)
  }
  function flip(secret) {
    opts.current = { dur: 620, sweep: 500 }
    if (secret && !revealed) { reveal(); return }
    setBallot(secret ? 'secret' : 'open')
  }
  function toggle() {
    if (playing) { play(0); return }
    const end = revealed ? last : CHANGE - 1
    if (still()) { setMonth(end); return }
    if (month >= end) { opts.current = {}; setMonth(0) }
    play(revealed ? 110 : 170)
  }
  const said = now ? now.series.unanimity.country : [], thought = worlds ? worlds.open.series.private_dissent.country.map(x => 1 - x) : []
  const hidden = ballot === 'secret' && month >= CHANGE
  const key = view === 'think' ? 'think' : hidden ? 'secret' : 'say'
  const person = who >= 0 ? who : picked

  return html`<section id="story" class=${revealed ? 'hero revealed' : 'hero'} aria-labelledby="h1">
    <div class="lead"><h1 id="h1">${t('story.title.1')}<br />${t('story.title.2')}</h1>
      <div class="deck"><p>${t('story.deck')}</p><p class="note">${t('story.deck.note')}</p></div></div>
    ${slip && html`<${Slip} slip=${slip} />`}
    <div class="stage" id="stage">
      <${Say} view=${view} name="view" legend=${t('view.legend')} words=${['story.say', 'story.think']} onView=${v => { opts.current = { dur: 620, sweep: 420 }; setView(v) }} />
      <div class="capsule"><span class="capsule-name">${t('story.centre')}</span>
        ${[0, 1].map(c => html`<figure class="city" key=${c}><figcaption><h2>${t('story.city.' + c)}</h2><p>${rich('story.committee.' + c)}</p></figcaption>
          ${now ? html`<${People} society=${now.society} top=${tops[c]} cats=${cats} opts=${opts.current} picked=${picked} onPick=${setPicked} onHover=${setWho} label=${t('story.canvas.' + c)} id=${'city' + c} />` : html`<div class="city-empty" aria-hidden="true"></div>`}
          <${Tally} now=${now} top=${tops[c]} cats=${cats} view=${view} hidden=${hidden} /></figure>`)}
      </div>
      <${Waiting} when=${!worlds && !slip}>${state?.warming ? t('warming') : t('running')}<//>
      <ul class="key" aria-label=${t('key')}>
        ${['yes', 'none', 'no'].map(k => html`<li><i class=${'g g-' + k}></i><span>${t(`story.key.${key}.${k}`)}</span></li>`)}
        <li class=${person < 0 ? 'key-who idle' : 'key-who'} aria-live="polite">${person < 0 || !now ? t(matchMedia('(pointer: coarse)').matches || narrow() ? 'touch' : 'point') : html`<${Who} now=${now} month=${month} i=${person} line=${lines[person]} />`}</li></ul>
    </div>
    <div class="turn">
      <div class="rule"><h3 id="ruleq">${t('story.question')}</h3>
        <label class="switch"><input type="checkbox" role="switch" id="ballot" checked=${ballot === 'secret'} aria-describedby="ruletext" onChange=${e => flip(e.target.checked)} /><i aria-hidden="true"></i><span>${t('story.switch', { month: CHANGE })}</span></label>
        <p id="ruletext" class="story">${now ? html`<${Told} now=${now} worlds=${worlds} month=${month} view=${view} hidden=${hidden} lines=${lines} tops=${tops} />` : t('story.waits')}</p>
        <details class="source" open><summary>${t('story.who')}</summary><p>${t('story.source')}</p><p class="note">${rich('story.model', { claim: html`<a href="#/debate?claim=trotsky-1926-unanimity"><code>trotsky-1926-unanimity</code></a>` })}</p></details></div>
      <figure class="guess"><figcaption><h3 id="guessq">${t(revealed ? 'story.did' : 'story.draw')}</h3><p class="note">${t('story.share')}</p></figcaption>
        ${worlds ? html`<${Plot} worlds=${worlds} band=${band} ballot=${ballot} month=${month} guess=${guess} setGuess=${setGuess} revealed=${revealed} thought=${thought} />` : html`<div class="plot plot-empty"></div>`}
        <${Scrub} id="month" month=${month} last=${last} playing=${playing} onPlay=${toggle} onMonth=${m => see(m)} step=${false} />
        <div class="guess-end"><label class="keyguess">${t('story.ends')} <input id="keyguess" type="range" min="0" max="100" value=${guess ? Math.round(guess.at(-1) * 100) : 88} aria-label=${t('story.ends.label')} onInput=${e => { const from = said[CHANGE - 1] ?? .9, to = e.target.value / 100; setGuess(Array.from({ length: MONTHS - CHANGE }, (_, i) => from + (to - from) * (i + 1) / (MONTHS - CHANGE))) }} /></label>
          <button type="button" id="reveal" class="primary" disabled=${!guess} onClick=${reveal}>${t('story.show')}</button></div>
        <p id="verdict" class="verdict" aria-live="polite">${revealed && worlds && ballot === 'secret' && month > last - 3 ? verdict(worlds, guess) : ''}</p>
        ${revealed && worlds && html`<${Figures} label=${t('story.share')} head=${[t('month.label'), t('story.open'), t('story.secret'), t('story.thought')]} rows=${Array.from({ length: MONTHS / 6 }, (_, k) => k * 6 + 5).map(m => [m, percent(worlds.open.series.unanimity.country[m]), percent(worlds.secret.series.unanimity.country[m]), percent(thought[m])])} />`}
        ${worlds && html`<p class="mono digest" id="storydigest">${t('digest', { seed: SEED, digest: now.digest.slice(0, 8) })}</p>`}
      </figure>
    </div></section>`
}

function counts(society, top, cats) {
  const n = [0, 0, 0]
  for (let i = 0; i < society.people; i++) if (provinceOf(society, society.cellOf[i]) === top) n[cats[i] < 2 ? 0 : cats[i] === 2 ? 1 : 2]++
  return n
}
function Tally({ now, top, cats, view, hidden }) {
  if (!now) return html`<div class="tally"></div>`
  const n = counts(now.society, top, cats), all = n[0] + n[1] + n[2], line = now.society.line[top]
  const width = k => ({ width: 100 * n[k] / all + '%' })
  return html`<div class="tally"><div class="row"><span class="big">${whole(all - (line > 0 ? n[2] : n[0]))}</span><span>${t(`story.tally.${view === 'think' ? 'think' : hidden ? 'secret' : 'say'}`, { all: whole(all) })}</span></div>
    <div class="bar" role="img" aria-label=${t('story.bar', { yes: n[0], none: n[1], no: n[2] })}><i class="y" style=${width(0)}></i><i class="u" style=${width(1)}></i><i class="n" style=${width(2)}></i></div>
    <div class="barkey"><span>${t('for.n', { n: n[0] })}</span><span>${t('against.n', { n: n[2] })}</span></div></div>`
}
function Who({ now, month, i, line }) {
  const p = at(now.film, month, i)
  let since = month
  while (since > 0 && at(now.film, since - 1, i).says === p.says) since--
  const thinks = p.thinks < 2 ? 'for' : p.thinks > 2 ? 'against' : 'none'
  const says = p.says === 1 ? 'none' : (p.says === 2) === (line > 0) ? 'for' : 'against'
  return html`<b>${now.society.names[i]}</b> ${t('story.person', { thinks: t('thinks.' + thinks), says: t('says.' + says), since })}`
}
function Told({ now, worlds, month, view, hidden, lines, tops }) {
  if (view === 'think') {
    const both = tops.map(top => counts(now.society, top, categories(now.film, month, 'think', { line: lines })))
    const tens = k => number(both.reduce((sum, n) => sum + n[k], 0) / both.reduce((sum, n) => sum + n[0] + n[1] + n[2], 0) * 10, 0)
    return rich('story.told.think', { yes: tens(0), no: tens(2) })
  }
  const open = worlds.open.series.unanimity.country, secret = worlds.secret.series.unanimity.country
  if (hidden) return rich(sudden(worlds) ? 'story.told.secret' : 'story.told.secret.slow', { from: in100(open[CHANGE - 1]), to: in100(secret[CHANGE]), tens: number(10 * (1 - secret[CHANGE]), 0) })
  if (month < 7) return rich('story.told.first', { against: in100(1 - open[0]) })
  return rich('story.told.open', { month, share: in100(now.series.unanimity.country[month]) })
}
// the words 'in a single month, and stays' are said only where it is so
function sudden(worlds) { const secret = worlds.secret.series.unanimity.country; return Math.abs(secret[CHANGE] - secret[last]) < .05 }
function verdict(worlds, guess) {
  const end = worlds.secret.series.unanimity.country[last], from = worlds.open.series.unanimity.country[CHANGE - 1], drawn = guess?.at(-1)
  if (drawn === undefined) return t(sudden(worlds) ? 'story.verdict' : 'story.verdict.slow', { from: in100(from), to: percent(end) })
  return t(Math.abs(drawn - end) < .06 ? 'story.verdict.right' : sudden(worlds) ? 'story.verdict.wrong' : 'story.verdict.wrong.slow', { drawn: percent(drawn), to: percent(end) })
}

export function Plot({ worlds, band, ballot, month, guess, setGuess, revealed, thought, label = t('story.share') }) {
  const [box, W] = useWidth(640), nar = narrow(), H = nar ? 250 : 272, l = 66, r = nar ? 74 : 112, top = 14, b = 24
  const drawing = useRef(null)
  const x = m => l + (W - l - r) * m / last, y = v => top + (H - top - b) * (1 - v)
  const line = (a, from, to) => a.slice(from, to + 1).map((v, k) => (k ? 'L' : 'M') + x(from + k).toFixed(1) + ' ' + y(v).toFixed(1)).join('')
  const area = (low, high, from, to) => { let s = ''; for (let m = from; m <= to; m++) s += (s ? 'L' : 'M') + x(m).toFixed(1) + ' ' + y(high[m]).toFixed(1); for (let m = to; m >= from; m--) s += 'L' + x(m).toFixed(1) + ' ' + y(low[m]).toFixed(1); return s + 'Z' }
  const open = worlds.open.series.unanimity.country, cut = worlds[ballot].series.unanimity.country, upto = revealed ? month : Math.min(month, CHANGE - 1), cx = x(CHANGE - .5)
  const arm = band && (ballot === 'secret' ? band.yours : band.base)
  function put(e, begin) {
    const rect = box.current.getBoundingClientRect(), m = clamp(Math.round((e.clientX - rect.left - l) / (W - l - r) * last), CHANGE, last), v = clamp(1 - (e.clientY - rect.top - top) / (H - top - b), 0, 1)
    const was = begin ? { line: Array(MONTHS - CHANGE).fill(v), at: [m, v], far: m } : drawing.current
    if (!was) return
    const made = was.line.slice(), [m0, v0] = was.at
    for (let k = Math.min(m0, m); k <= Math.max(m0, m); k++) made[k - CHANGE] = m === m0 ? v : v0 + (v - v0) * (k - m0) / (m - m0)
    for (let k = Math.max(was.far, m) + 1; k < MONTHS; k++) made[k - CHANGE] = v
    drawing.current = { line: made, at: [m, v], far: Math.max(was.far, m) }
    setGuess(made)
  }
  const end = y(cut[upto]), thoughtEnd = y(thought[last]), guessEnd = guess ? y(guess.at(-1)) : 0, openEnd = y(open[last])
  const spread = wanted => { const all = wanted.slice().sort((p, q) => p.y - q.y); for (let k = 1; k < all.length; k++) all[k].y = Math.max(all[k].y, all[k - 1].y + 15); return all }
  const labels = spread([...revealed && upto > last - 3 ? [{ y: end, c: 'lab-said', s: t('story.said', { share: percent(cut[upto]) }) }] : [],
    ...revealed ? [{ y: thoughtEnd + .5, c: 'lab-thought', s: t(nar ? 'story.thought' : 'story.thought.share', { share: percent(thought[last]) }) }] : [],
    ...revealed && ballot === 'secret' && month >= CHANGE ? [{ y: openEnd, c: '', s: t(nar ? 'story.open.short' : 'story.still') }] : [],
    ...guess ? [{ y: guessEnd, c: 'lab-you', s: t(nar ? 'story.you.short' : 'story.you', { share: in100(guess.at(-1)) }) }] : []])
  const path = guess && guess.map((v, i) => (i ? 'L' : 'M') + x(i + CHANGE).toFixed(1) + ' ' + y(v).toFixed(1)).join('')
  return html`<div class="plot" ref=${box}><svg viewBox=${`0 0 ${W} ${H}`} height=${H} role="img" aria-label=${label}>
    ${[0, .25, .5, .75, 1].map(v => html`<line x1=${l} x2=${W - r} y1=${y(v)} y2=${y(v)} stroke=${v ? 'var(--faint)' : 'var(--line)'} /><text x=${l - 10} y=${y(v) + 4} text-anchor="end">${v === 1 ? percent(v) : number(v * 100)}</text>`)}
    ${[0, 12, 24, 36, 48].map(m => html`<text x=${x(m)} y=${H - 6} text-anchor="middle">${t('year', { n: m / 12 + 1 })}</text>`)}
    ${!revealed && html`<rect class="zone" x=${x(CHANGE - 1)} y=${top - 6} width=${Math.max(0, x(last) - x(CHANGE - 1) + 8)} height=${H - top - b + 6} fill="var(--faint)" rx="3"
      onPointerDown=${e => { e.preventDefault(); e.currentTarget.setPointerCapture(e.pointerId); put(e, true) }} onPointerMove=${e => drawing.current && put(e, false)} onPointerUp=${() => { drawing.current = null }} />`}
    <line x1=${cx} x2=${cx} y1=${top - 6} y2=${H - b} stroke="var(--ink)" stroke-dasharray="2 4" />
    ${['story.seen.1', 'story.seen.2'].map((k, j) => html`<text x=${cx - 7} y=${y(.07) + 14 * j} text-anchor="end">${t(k)}</text>`)}${['story.unseen.1', 'story.unseen.2'].map((k, j) => html`<text x=${cx + 7} y=${y(.07) + 14 * j}>${t(k)}</text>`)}
    ${band && html`<path d=${area(band.base.low, band.base.high, 0, clamp(upto, 0, CHANGE - 1))} fill="var(--band)" />`}
    ${band && revealed && month >= CHANGE && html`<path d=${area(arm.low, arm.high, CHANGE, month)} fill="var(--band)" />`}
    ${revealed && html`<path d=${line(thought, 0, last)} fill="none" stroke="var(--thought)" stroke-width="2.5" stroke-dasharray="1 6" stroke-linecap="round" />`}
    ${revealed && ballot === 'secret' && month >= CHANGE && html`<path d=${line(open, CHANGE - 1, last)} fill="none" stroke="var(--said)" stroke-width="1.3" opacity=".55" />`}
    ${guess && html`<path d=${path} fill="none" stroke="var(--ink)" stroke-width="9" opacity=".17" stroke-linecap="round" stroke-linejoin="round" /><path d=${path} fill="none" stroke="var(--ink)" stroke-width="1.6" />`}
    <path d=${line(cut, 0, upto)} fill="none" stroke="var(--said)" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" />
    <circle cx=${x(upto)} cy=${end} r="6" fill="var(--said)" stroke="var(--paper)" stroke-width="2" />
    ${upto < CHANGE && html`<text class="lab-said" x=${x(upto) - 4} y=${end - 13} text-anchor=${upto > 8 ? 'end' : 'start'}>${t('story.said', { share: percent(cut[upto]) })}</text>`}
    ${labels.map(one => html`<text class=${one.c} x=${W - r + 10} y=${one.y + 4}>${one.s}</text>`)}
    ${!revealed && !guess && month >= CHANGE - 1 && html`<g pointer-events="none"><path d=${`M${x(CHANGE + 1)} ${y(.86)}C${x(CHANGE + 8)} ${y(.8)} ${x(CHANGE + 12)} ${y(.55)} ${x(CHANGE + 19)} ${y(.52)}`} fill="none" stroke="var(--muted)" stroke-width="1.6" stroke-dasharray="1 6" stroke-linecap="round" /><text x=${x(CHANGE + (nar ? 18 : 13))} y=${y(.36)} text-anchor="middle" class="press-here">${t('story.press')}</text></g>`}
  </svg></div>`
}
