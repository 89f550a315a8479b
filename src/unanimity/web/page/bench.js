// The laboratory: an order or an organisation, its levers, two worlds side by side, people one can see.
import { html, useEffect, useMemo, useRef, useState, clamp, still } from './h.js'
import { t, rich, has, said, number, whole } from './text.js'
import { get, world, pairsOf } from './api.js'
import { read, write, put } from './address.js'
import { People, Say, Scrub, Slip, Waiting, usePlaying } from './parts.js'
import { VIEWS, categories, nameAt, standing } from './people.js'
import { Multiples } from './multiples.js'
import { Answer } from './answer.js'
import { Panel, Question } from './levers.js'
import { Shocks } from './shocks.js'
import { Follow } from './follow.js'
import { Life } from './life.js'
import { TakeAway } from './takeaway.js'
import { ticker } from './told.js'

const PAIRS = 20
const request = ({ order, levers, schedule, seed, months, people }) => ({ order, seed, ...Object.keys(levers).length ? { levers } : {}, ...schedule.length ? { schedule } : {}, ...months ? { months } : {}, ...people ? { people } : {} })

export function Bench({ about }) {
  const first = useMemo(() => read(), [])
  const [facts, setFacts] = useState(null)
  useEffect(() => { Promise.all([get('/api/orders'), get('/api/levers'), get('/api/measures')]).then(([orders, levers, measures]) => setFacts({ orders, levers, measures })) }, [])
  const [state, setState] = useState({ order: first.order || 'union', levers: first.levers, schedule: first.schedule, seed: first.seed, months: first.months, people: first.people })
  useEffect(() => { const moved = () => { const now = read(); if (now.room === 'lab' && now.order) setState({ order: now.order, levers: now.levers, schedule: now.schedule, seed: now.seed, months: now.months, people: now.people }) }; addEventListener('hashchange', moved); return () => removeEventListener('hashchange', moved) }, [])
  const [info, setInfo] = useState(null), [slip, setSlip] = useState(null)
  useEffect(() => { let here = true; get('/api/orders/' + encodeURIComponent(state.order)).then(found => { if (here) { setInfo(found); setSlip(null) } }, slip => here && setSlip(slip)); return () => { here = false } }, [state.order])
  if (slip) return html`<section class="lab"><${Slip} slip=${slip} onAgain=${() => { setSlip(null); setState({ ...state, order: 'union', levers: {}, schedule: [] }) }} /></section>`
  if (!facts || !info || info.name !== state.order) return html`<section class="lab"><${Waiting} when=${true}>${t('running')}<//></section>`
  return html`<${Laboratory} facts=${facts} info=${info} state=${state} setState=${setState} first=${first} about=${about} />`
}

// Worlds that follow what is asked; the old ones stay until the new ones are there
function useWorlds(state, info) {
  const measures = info.drawn.map(one => one.measure), asked = request(state), plain = request({ ...state, levers: {}, schedule: [] })
  const [worlds, setWorlds] = useState(null), [slip, setSlip] = useState(null), [busy, setBusy] = useState(null), [pairs, setPairs] = useState(null), [share, setShare] = useState(0)
  const key = JSON.stringify(asked), same = key === JSON.stringify(plain)
  useEffect(() => {
    const ending = new AbortController(), options = { measures, signal: ending.signal, onState: setBusy }
    setBusy({ state: 'waiting' })
    Promise.all([world(plain, options), same ? null : world(asked, options)]).then(([base, own]) => { setWorlds({ base, own: own ?? base, key, same }); setSlip(null); setBusy(null) }, fault => { if (fault.name !== 'AbortError') { setSlip(fault); setBusy(null) } })
    return () => ending.abort()
  }, [key])
  useEffect(() => {
    setShare(0)
    if (same || !worlds || worlds.key !== key) return
    const ending = new AbortController()
    pairsOf({ ...asked, pairs: PAIRS, measures }, { signal: ending.signal, onProgress: told => setShare(told.of ? told.done / told.of : 0) }).then(found => setPairs({ ...found, key }), () => {})
    return () => ending.abort()
  }, [key, worlds?.key])
  return { worlds, slip, busy, asked, plain, same, pairs: pairs?.key === key ? pairs : null, share }
}

function Laboratory({ facts, info, state, setState, first, about }) {
  const { worlds, slip, busy, asked, plain, same, pairs, share } = useWorlds(state, info)
  const shown = worlds, months = shown?.base.months ?? info.months
  const [month, setMonth] = useState(() => first.more.has('m') ? +first.more.get('m') : 1e6), [view, setView] = useState(VIEWS.includes(first.more.get('view')) ? first.more.get('view') : 'say')
  const [who, setWho] = useState(() => first.more.has('who') ? +first.more.get('who') : -1), [hover, setHover] = useState(-1), [followed, setFollowed] = useState(first.more.get('follow') || info.measures[0])
  const opts = useRef({}), m = clamp(month, 0, months - 1), society = shown?.base.society, pick = clamp(who, -1, (society?.people ?? 1) - 1)
  const [playing, play] = usePlaying(() => { if (m >= months - 1) return false; opts.current = { dur: 300, pulse: true }; setMonth(m + 1); return m + 1 < months - 1 })
  useEffect(() => { if (shown && (who < 0 || who >= society.people)) setWho(somebody(shown)) }, [shown])
  useEffect(() => { if (!playing) put(write({ room: 'lab', ...state, version: about?.version, digest: shown && !busy ? shown.own.digest.slice(0, 12) : '', more: { m: m < months - 1 ? m : '', view: view === 'say' ? '' : view, who: who >= 0 ? who : '', follow: followed === info.measures[0] ? '' : followed } })) }, [state, shown, busy, m, view, who, followed, playing, about])
  const set = changes => { opts.current = { dur: 620, sweep: 300 }; setState({ ...state, ...changes }) }
  const lever = (name, value) => { const levers = { ...state.levers }; if (String(value) === info.levers[name].split(';')[0]) delete levers[name]; else levers[name] = value; set({ levers }) }
  const nowOf = name => { const words = info.levers[name].split(';')[0], declared = facts.levers.find(l => l.name === name); const named = declared?.named.find(([word]) => word === words); return declared && !declared.words.length ? named ? named[1] : Number.isFinite(Number(words)) ? Number(words) : words : words }
  const cats = useMemo(() => shown && [shown.base, shown.own].map(one => categories(one.film, m, view)), [shown, m, view])
  const officers = useMemo(() => shown && [shown.base, shown.own].map(one => { const found = []; for (let i = 0; i < one.film.people; i++) if (one.film.planes[0][m * one.film.people + i] >> 5) found.push(i); return found }), [shown, m])
  const toggle = () => { if (playing) { play(0); return } if (m >= months - 1) { opts.current = {}; setMonth(0) } play(still() ? 400 : 260) }
  const paper = info.paper, byName = new Map(facts.levers.map(l => [l.name, l]))
  const drifted = first.digest && shown && !busy && first.levers === state.levers && first.order === state.order && !shown.own.digest.startsWith(first.digest)
  return html`<section id="labroom" class="lab" aria-labelledby="h-lab">
    <div class="lab-head"><h1 id="h-lab">${t(has(`${info.name}.heading`) ? `${info.name}.heading` : 'any.heading')}</h1><p>${t(has(`${info.name}.deck`) ? `${info.name}.deck` : 'any.deck', { people: whole(society?.first ?? info.people), months: number(months), cells: number(society?.cells.length ?? 0) })}</p></div>
    <div class="bench">
      <form class="paper" id="paper" aria-label=${t('rules')} onSubmit=${e => e.preventDefault()}>
        <div class="orgs" role="group" aria-label=${t('organisation')}>${facts.orders.filter(o => o.paper).map(o => html`<button type="button" aria-pressed=${info.name === o.name} onClick=${() => set({ order: o.name, levers: {}, schedule: [], months: null, people: null })}>${t(`${o.name}.name`)}</button>`)}
          <label class="other" data-on=${!paper}><span class="vh">${t('order.label')}</span><select id="order" value=${paper ? '' : info.name} onChange=${e => { const o = facts.orders.find(one => one.name === e.target.value); if (o) set({ order: o.name, levers: {}, schedule: [], months: null, people: o.fits < o.people ? Math.floor(o.fits / 1000) * 1000 : null }) }}><option value="">${t('order.choose')}</option>${facts.orders.filter(o => !o.paper).map(o => html`<option value=${o.name}>${orderName(o)}</option>`)}</select></label></div>
        ${!paper && html`<p class="asks">${said(`order.${info.name}.asks`, info.asks)}</p>`}
        ${!paper && info.milieu && html`<p class="note milieu">${t('milieu', { of: said(`order.${info.name}.milieu`, info.milieu) })}</p>`}
        <div id="levers">${paper ? [paper.question.filter(q => !q.later).map(q => html`<${Question} key=${q.lever} order=${info.name} question=${q} lever=${byName.get(q.lever)} now=${nowOf(q.lever)} value=${state.levers[q.lever] ?? nowOf(q.lever)} onValue=${v => lever(q.lever, v)} />`),
          html`<details class="group more" open=${paper.question.some(q => q.later && q.lever in state.levers)}><summary>${t('more.questions')}</summary>${paper.question.filter(q => q.later).map(q => html`<${Question} key=${q.lever} order=${info.name} question=${q} lever=${byName.get(q.lever)} now=${nowOf(q.lever)} value=${state.levers[q.lever] ?? nowOf(q.lever)} onValue=${v => lever(q.lever, v)} />`)}</details>`]
          : html`<${Panel} order=${info.name} levers=${facts.levers} now=${info.levers} acting=${info.acting} values=${state.levers} onValue=${lever} />`}</div>
        <div class="paper-end"><button type="button" class="quiet" id="reset" onClick=${() => set({ levers: {}, schedule: [] })}>${t('reset')}</button>
          <span class="seed"><label for="seed">${t('seed')}</label><input id="seed" type="number" min="0" max="9007199254740991" value=${state.seed} onChange=${e => set({ seed: clamp(Math.round(+e.target.value) || 0, 0, 2 ** 53 - 1) })} /><span id="digest" class="mono" title=${shown?.own.digest}>${shown ? shown.own.digest.slice(0, 8) : ''}</span></span></div>
        ${drifted && html`<p class="note drift" role="alert">${t('drift')}</p>`}
        <${TakeAway} asked=${asked} run=${shown?.own} name=${info.name} printed=${write({ ...state, room: 'print', version: about?.version })} />
      </form>
      <div class="result">
        ${slip ? html`<${Slip} slip=${slip} />` : null}
        ${shown ? html`<${Answer} order=${info.name} drawn=${info.drawn} base=${shown.base.series} own=${shown.own.series} pairs=${pairs} levers=${state.levers} schedule=${state.schedule} same=${shown.same} />` : html`<p class="answer"><i>${t('first.run')}</i></p>`}
        <div class="armkey"><span><i class="l l-base"></i>${t('as.now')}</span>${!same && html`<span><i class="l l-yours"></i>${t('your.rules')}</span><span><i class="b b-diff"></i>${pairs ? t('interval', { n: PAIRS }) : t('one.world')}</span>`}<span class="progress" role="status">${same ? '' : pairs ? t('last.year') : t('counting', { n: PAIRS, share: number(100 * share) })}</span></div>
        <${Waiting} when=${Boolean(busy) && !slip}>${busy?.warming || busy?.state === 'compiling' ? t('warming') : t('running')}<//>
        ${shown && html`<${Multiples} order=${info.name} drawn=${info.drawn} base=${shown.base.series} own=${shown.own.series} pairs=${pairs} month=${m} months=${months} same=${shown.same} />`}
        ${shown && html`<div class="scrub-lab"><${Scrub} id="month2" month=${m} last=${months - 1} playing=${playing} onPlay=${toggle} onMonth=${(n, one) => { play(0); opts.current = one ? { dur: 300, pulse: true } : { dur: 140 }; setMonth(n) }} /></div>
        <${Shocks} order=${info.name} info=${info} levers=${facts.levers} months=${months} schedule=${state.schedule} onSchedule=${schedule => set({ schedule })} month=${m} />
        <div class="live"><div class="pair" data-one=${shown.same}>
          <figure><figcaption>${t('as.now')}</figcaption><${People} id="p0" society=${society} cats=${cats[0]} opts=${opts.current} picked=${pick} officers=${officers[0]} onPick=${setWho} onHover=${setHover} label=${t('canvas.now')} /></figure>
          <figure><figcaption><b>${t('your.rules')}</b></figcaption><${People} id="p1" society=${shown.own.society} cats=${cats[1]} opts=${opts.current} picked=${pick} officers=${officers[1]} onPick=${setWho} onHover=${setHover} label=${t('canvas.yours')} /></figure>
          <div class="colours"><${Say} small name="view2" view=${view} legend=${t('view.legend')} onView=${v => { opts.current = { dur: 620, sweep: 300 }; setView(v) }} />
            <fieldset class="hues"><legend class="vh">${t('view.legend')}</legend>${VIEWS.slice(2).filter(v => v !== 'hunger' || info.measures.includes('mean_hunger')).map(v => html`<label><input type="radio" name="view3" value=${v} checked=${view === v} onChange=${() => { opts.current = { dur: 620, sweep: 300 }; setView(v) }} /><span>${t('view.' + v)}</span></label>`)}</fieldset>
            <p class="huekey">${keyOf(view)}</p><p class="key-who" aria-live="polite">${hover >= 0 && hover < society.people ? nameAt(shown.base, hover, m) || t('status.vacant') : t('point')}</p></div></div>
          <div class="ticker"><h3>${t('ticker')}</h3><ol id="ticker" aria-live=${playing ? 'off' : 'polite'} tabindex="0" aria-label=${t('ticker')}>${ticker(info.name, shown.own, m, setWho).map(one => html`<li key=${one.month + JSON.stringify(one.text).slice(0, 60)}><time>${t('month', { n: one.month })}</time>${one.text}</li>`)}${m === 0 && html`<li class="note">${t('ticker.empty')}</li>`}</ol></div></div>`}
      </div></div>
    ${shown && pick >= 0 && html`<${Life} order=${info.name} base=${shown.base} own=${shown.own} who=${pick} month=${m} same=${shown.same} onPick=${setWho} />`}
    ${shown && html`<${Follow} info=${info} measures=${facts.measures} asked=${asked} askedBase=${plain} month=${m} months=${months} same=${shown.same} chosen=${followed} onChoose=${setFollowed} />`}
  </section>`
}
export const orderName = order => said(`order.${order.name}`, order.title.split(':')[0])

function keyOf(view) {
  if (view === 'say' || view === 'think') return ['yes', 'none', 'no'].filter(k => view === 'say' || k !== 'none').map(k => html`<span><i class=${'g g-' + k}></i>${t(`key.${view}.${k}`)}</span>`)
  if (view === 'custody') return ['free', 'lost', 'held', 'abroad', 'dead'].map(k => html`<span><i class=${'g c-' + k}></i>${t('key.custody.' + k)}</span>`)
  if (view === 'office') return [0, 1, 2, 3, 4].map(k => html`<span><i class=${'g o-' + k}></i>${t('key.office.' + k)}</span>`)
  return html`<span class="ramp">${t('key.little')}${[0, 1, 2, 3, 4].map(k => html`<i class=${`g ${view === 'fear' ? 'f' : 'hu'}-${k}`}></i>`)}${t('key.much')}</span>`
}
// begin with somebody whom the rules concern: who would object and mostly keeps it quiet, but not always
function somebody({ base }) {
  let best = 0, most = -1
  for (let i = 0; i < base.film.people; i++) {
    let quiet = 0, loud = 0, gone = 0
    for (let m = 0; m < base.months; m += 2) { const s = standing(base.film, m, i); quiet += s === 1; loud += s === 2; gone += s === 3 }
    const worth = Math.min(quiet, 12) + Math.min(loud, 4) * 2 - gone
    if (worth > most) { most = worth; best = i }
  }
  return best
}
