// The laboratory: an order or an organisation, its levers, two worlds side by side, people one can see.
import { html, useEffect, useMemo, useRef, useState, clamp, still } from './h.js'
import { t, has, said, number, whole } from './text.js'
import { get } from './api.js'
import { read, write, put, stepsBack } from './address.js'
import { Compiling, Either, People, Say, Scrub, Slip, usePlaying } from './parts.js'
import { OFFICES, VIEWS, categories, nameAt, standing } from './people.js'
import { Legend, Multiples } from './multiples.js'
import { Answer } from './answer.js'
import { useResult } from './result.js'
import { Attempts, Goals } from './attempts.js'
import { Why } from './why.js'
import { Panel, Question } from './levers.js'
import { Shocks } from './shocks.js'
import { Follow } from './follow.js'
import { Life } from './life.js'
import { TakeAway } from './takeaway.js'
import { ticker } from './told.js'

const stateOf = found => ({ order: found.order || 'union', levers: found.levers, schedule: found.schedule, seed: found.seed, months: found.months, people: found.people, tries: found.tries, goal: found.more.get('goal') ?? '' })
const rulesOf = ({ order, levers, schedule, seed, months, people }) => JSON.stringify([order, Object.entries(levers).sort(), schedule, seed, months, people])

export function Room({ about }) {
  const first = useMemo(() => read(), [])
  const [facts, setFacts] = useState(null), [state, setState] = useState(() => stateOf(first)), [info, setInfo] = useState(null), [slip, setSlip] = useState(null), agreed = useRef(rulesOf(state)) // the rules on which address and state last agreed
  useEffect(() => { Promise.all([get('/api/orders'), get('/api/levers'), get('/api/measures')]).then(([orders, levers, measures]) => setFacts({ orders, levers, measures }), setSlip) }, [])
  // back and forward step through the rules that were tried; an address typed anew opens the room anew (lab.js)
  useEffect(() => { const moved = () => { const now = read(); if (now.room === 'lab' && history.state?.step) setState(stateOf(now)) }; addEventListener('popstate', moved); return () => removeEventListener('popstate', moved) }, [])
  useEffect(() => { let here = true; get('/api/orders/' + encodeURIComponent(state.order)).then(found => { if (here) { setInfo(found); setSlip(null) } }, slip => here && setSlip(slip)); return () => { here = false } }, [state.order])
  if (slip) return html`<section class="lab"><${Slip} slip=${slip} onAgain=${() => { setSlip(null); setState({ ...state, order: 'union', levers: {}, schedule: [] }) }} /></section>`
  if (!facts || !info || info.name !== state.order) return html`<section class="lab"><${Compiling} when=${true} /></section>`
  return html`<${Laboratory} facts=${facts} info=${info} state=${state} setState=${setState} first=${first} about=${about} agreed=${agreed} />`
}

function Laboratory({ facts, info, state, setState, first, about, agreed }) {
  const { result, slip, busy, share, asked, plain, n, shown } = useResult(state, info, about?.limits.person_months_in_all)
  const months = shown?.base.months ?? state.months ?? info.months, same = result.same, [steps, setSteps] = useState(stepsBack)
  const [month, setMonth] = useState(() => first.more.has('m') ? +first.more.get('m') : 1e6), [view, setView] = useState(VIEWS.includes(first.more.get('view')) ? first.more.get('view') : 'say'), [side, setSide] = useState(first.more.get('side') === 'now' ? 'now' : 'yours')
  const [who, setWho] = useState(() => first.more.has('who') ? +first.more.get('who') : -1), [hover, setHover] = useState(-1), [followed, setFollowed] = useState(first.more.get('follow') || info.measures[0]), [wide, setWide] = useState(false)
  const opts = useRef({}), m = clamp(month, 0, months - 1), society = shown?.base.society, pick = clamp(who, -1, (society?.people ?? 1) - 1)
  const [playing, play] = usePlaying(() => { if (m >= months - 1) return false; opts.current = { dur: 300, pulse: true }; setMonth(m + 1); return m + 1 < months - 1 })
  useEffect(() => { if (shown && (who < 0 || who >= society.people)) setWho(somebody(shown)) }, [shown])
  useEffect(() => {
    if (playing) return
    const there = read(), mine = rulesOf(state), elsewhere = rulesOf(stateOf(there)) !== mine, fresh = elsewhere && Boolean(there.order)
    // the address went back or forward and the state has yet to follow: what is written now would be lost or cut off the way forward
    if (there.room !== 'lab' || elsewhere && mine === agreed.current) return
    agreed.current = mine
    put(write({ room: 'lab', ...state, version: about?.version, digest: result.own ? result.own.digest.slice(0, 12) : '', more: { goal: state.goal, m: m < months - 1 ? m : '', view: view === 'say' ? '' : view, side: side === 'now' ? side : '', who: who >= 0 ? who : '', follow: followed === info.measures[0] ? '' : followed } }), fresh)
    setSteps(stepsBack())
  }, [state, result.own, m, view, side, who, followed, playing, about])
  const set = changes => { opts.current = { dur: 620, sweep: 300 }; setState({ ...state, ...changes }) }
  const lever = (name, value) => { const levers = { ...state.levers }; if (String(value) === info.levers[name].split(';')[0]) delete levers[name]; else levers[name] = value; set({ levers }) }
  const undo = () => { if (stepsBack()) history.back() }
  const nowOf = name => { const words = info.levers[name].split(';')[0], declared = facts.levers.find(l => l.name === name); const named = declared?.named.find(([word]) => word === words); return declared && !declared.words.length ? named ? named[1] : Number.isFinite(Number(words)) ? Number(words) : words : words }
  // people of the rules before are drawn only until those of the new rules are there, and then only under the present rules
  const pair = shown && [shown.base, result.own ?? shown.base]
  const heard = k => i => `${nameAt(pair[k], i, m) || t('status.vacant')}: ${t('life.' + standing(pair[k].film, m, i))}` // what the arrow keys announce
  const cats = useMemo(() => pair && pair.map(one => categories(one.film, m, view)), [pair?.[0], pair?.[1], m, view])
  const officers = useMemo(() => pair && pair.map(one => { const found = []; for (let i = 0; i < one.film.people; i++) if (one.film.planes[0][m * one.film.people + i] >> 5) found.push(i); return found }), [pair?.[0], pair?.[1], m])
  const toggle = () => { if (playing) { play(0); return } if (m >= months - 1) { opts.current = {}; setMonth(0) } play(still() ? 400 : 260) }
  const paper = info.paper, byName = new Map(facts.levers.map(l => [l.name, l])), cells = info.tree.reduce((product, k) => product * k, 1), goal = info.goals.find(one => one.id === state.goal)
  const drifted = first.digest && result.own && rulesOf(first) === rulesOf(state) && !result.own.digest.startsWith(first.digest)
  const question = q => html`<${Question} key=${q.lever} order=${info.name} question=${q} lever=${byName.get(q.lever)} now=${nowOf(q.lever)} value=${state.levers[q.lever] ?? nowOf(q.lever)} onValue=${v => lever(q.lever, v)} />`
  return html`<section id="labroom" class="lab" aria-labelledby="h-lab">
    <div class="lab-head"><h1 id="h-lab">${t(has(`${info.name}.heading`) ? `${info.name}.heading` : 'any.heading')}</h1><p>${t(has(`${info.name}.deck`) ? `${info.name}.deck` : 'any.deck', { people: whole(society?.first ?? state.people ?? info.people), months: number(months), cells: number(society?.cells.length ?? cells) })}</p></div>
    <div class="bench">
      <div class="sheet">
        <div class=${wide ? 'told told-open' : 'told'} id="told"><${Answer} order=${info.name} drawn=${info.drawn} result=${result} n=${n} share=${share} />
          <button type="button" class="quiet told-more" aria-expanded=${wide} onClick=${() => setWide(!wide)}>${t(wide ? 'told.less' : 'told.more')}</button>
          <div class="told-rest"><${Goals} goals=${info.goals} chosen=${state.goal} onChoose=${goal => setState({ ...state, goal })} drawn=${info.drawn} result=${result} now=${info.levers} /></div></div>
        <form class="paper" id="paper" aria-label=${t('rules')} onSubmit=${e => e.preventDefault()}>
          <div class="orgs" role="group" aria-label=${t('organisation')}>${facts.orders.filter(o => o.paper).map(o => html`<button type="button" aria-pressed=${info.name === o.name} onClick=${() => set({ order: o.name, levers: {}, schedule: [], tries: [], goal: '', months: null, people: null })}>${t(`${o.name}.name`)}</button>`)}
            <label class="other" data-on=${!paper}><span class="vh">${t('order.label')}</span><select id="order" value=${paper ? '' : info.name} onChange=${e => { const o = facts.orders.find(one => one.name === e.target.value); if (o) set({ order: o.name, levers: {}, schedule: [], tries: [], goal: '', months: null, people: o.fits < o.people ? Math.floor(o.fits / 1000) * 1000 : null }) }}><option value="">${t('order.choose')}</option>${facts.orders.filter(o => !o.paper).map(o => html`<option value=${o.name}>${orderName(o)}</option>`)}</select></label></div>
          ${!paper && html`<p class="asks">${said(`order.${info.name}.asks`, info.asks)}</p>`}
          ${!paper && info.milieu && html`<p class="note milieu">${t('milieu', { of: said(`order.${info.name}.milieu`, info.milieu) })}</p>`}
          <div id="levers">${paper ? [paper.question.filter(q => !q.later).map(question), html`<details class="group more" open=${paper.question.some(q => q.later && q.lever in state.levers)}><summary>${t('more.questions')}</summary>${paper.question.filter(q => q.later).map(question)}</details>`]
            : html`<${Panel} order=${info.name} levers=${facts.levers} now=${info.levers} acting=${info.acting} values=${state.levers} onValue=${lever} />`}</div>
          <div class="paper-end"><span><button type="button" class="quiet" id="undo" disabled=${!steps} onClick=${undo}>${t('undo')}</button><button type="button" class="quiet" id="reset" onClick=${() => set({ levers: {}, schedule: [] })}>${t('reset')}</button></span>
            <span class="seed"><label for="seed">${t('seed')}</label><input id="seed" type="number" min="0" max="9007199254740991" value=${state.seed} onChange=${e => set({ seed: clamp(Math.round(+e.target.value) || 0, 0, 2 ** 53 - 1) })} /><span id="digest" class="mono" title=${result.own?.digest}>${result.own ? result.own.digest.slice(0, 8) : ''}</span></span></div>
          ${drifted && html`<p class="note drift" role="alert">${t('drift')}</p>`}
          <${TakeAway} asked=${asked} run=${result.own} name=${info.name} about=${about} result=${result} printed=${write({ ...state, tries: [], room: 'print', version: about?.version })} />
        </form></div>
      <div class="result" aria-busy=${result.pending}>
        ${slip ? html`<${Slip} slip=${slip} />` : null}
        <${Compiling} when=${Boolean(busy) && !slip} state=${busy} />
        ${shown && html`<div class="people-box"><div class="pair" data-one=${same} data-side=${side}>
          ${!same && html`<div class="sides-tab"><${Either} small name="side" legend=${t('side.legend')} value=${side} options=${[['now', t('as.now')], ['yours', t('your.rules')]]} onValue=${setSide} /></div>`}
          <figure class="side-now"><figcaption>${t('as.now')} ${t('seed.world', { seed: state.seed })}</figcaption><${People} id="p0" society=${society} cats=${cats[0]} opts=${opts.current} picked=${pick} officers=${officers[0]} onPick=${setWho} onHover=${setHover} told=${heard(0)} label=${t('canvas.now')} /></figure>
          ${!same && html`<figure class="side-yours" data-pending=${!result.own}><figcaption><b>${t('your.rules')}</b> ${t('seed.world', { seed: state.seed })}</figcaption><${People} id="p1" society=${pair[1].society} cats=${cats[1]} opts=${opts.current} picked=${pick} officers=${officers[1]} onPick=${setWho} onHover=${setHover} told=${heard(1)} label=${t('canvas.yours')} /></figure>`}
          <div class="colours"><${Say} small name="view2" view=${view} legend=${t('view.legend')} onView=${v => { opts.current = { dur: 620, sweep: 300 }; setView(v) }} />
            <fieldset class="hues"><legend class="vh">${t('view.legend')}</legend>${VIEWS.slice(2).filter(v => v !== 'hunger' || info.measures.includes('mean_hunger')).map(v => html`<label><input type="radio" name="view3" value=${v} checked=${view === v} onChange=${() => { opts.current = { dur: 620, sweep: 300 }; setView(v) }} /><span>${t(own(info.name, 'view.' + v))}</span></label>`)}</fieldset>
            <p class="huekey">${keyOf(view, info)}</p><p class="key-who" aria-live="polite">${hover >= 0 && hover < society.people ? nameAt(shown.base, hover, m) || t('status.vacant') : t('point')}</p></div></div></div>
        <div class="scrub-lab"><${Scrub} id="month2" month=${m} last=${months - 1} playing=${playing} onPlay=${toggle} onMonth=${(n, one) => { play(0); opts.current = one ? { dur: 300, pulse: true } : { dur: 140 }; setMonth(n) }} /></div>`}
        <h2 class="vh">${t('print.what')}</h2><${Legend} result=${result} />
        ${(shown || result.baseline) && html`<${Multiples} order=${info.name} drawn=${info.drawn} result=${result} month=${m} months=${months} />`}
        <${Why} order=${info.name} levers=${result.levers} schedule=${result.schedule} drawn=${info.drawn} />
        <${Attempts} order=${info.name} state=${state} drawn=${info.drawn} n=${n} tries=${state.tries} onTries=${tries => setState({ ...state, tries })} onOpen=${one => set({ levers: one.levers, schedule: one.schedule })} goal=${goal} now=${info.levers} own=${result.pairs} />
        ${shown && html`<${Shocks} order=${info.name} info=${info} levers=${facts.levers} months=${months} schedule=${state.schedule} onSchedule=${schedule => set({ schedule })} month=${m} />
        <div class="ticker"><h2>${t(same ? 'ticker' : 'ticker.yours')}</h2><ol id="ticker" aria-live=${playing ? 'off' : 'polite'} tabindex="0" aria-label=${t('ticker')}>${result.own && ticker(info.name, result.own, m, setWho).map(one => html`<li key=${one.month + JSON.stringify(one.text).slice(0, 60)}><time>${t('month', { n: one.month })}</time>${one.text}</li>`)}${m === 0 && html`<li class="note">${t('ticker.empty')}</li>`}</ol></div>`}
        ${result.own && pick >= 0 && html`<${Life} order=${info.name} base=${shown.base} own=${result.own} who=${pick} month=${m} same=${same} onPick=${setWho} />`}
        ${result.own && html`<${Follow} info=${info} measures=${facts.measures} asked=${asked} askedBase=${plain} month=${m} months=${months} same=${same} chosen=${followed} onChoose=${setFollowed} />`}
      </div></div></section>`
}
export const orderName = order => said(`order.${order.name}`, order.title.split(':')[0])

// an organisation may have words of its own
const own = (order, key) => has(`${order}.${key}`) ? `${order}.${key}` : key
function keyOf(view, { name, measures }) {
  if (view === 'say' || view === 'think') return ['yes', 'none', 'no'].filter(k => view === 'say' || k !== 'none').map(k => html`<span><i class=${'g g-' + k}></i>${t(`key.${view}.${k}`)}</span>`)
  if (view === 'custody') return ['free', 'lost', 'held', 'abroad', 'dead'].filter(k => k !== 'held' || measures.includes('held_in_prison')).map(k => html`<span><i class=${'g c-' + k}></i>${t(own(name, 'key.custody.' + k))}</span>`)
  // where the offices of an organisation are named, those that it does not have are left out
  if (view === 'office') return [0, 1, 2, 3, 4].filter(k => !k || !has(`${name}.office.none`) || has(`${name}.office.${OFFICES[k]}`)).map(k => html`<span><i class=${'g o-' + k}></i>${k && has(`${name}.office.${OFFICES[k]}`) ? t(`${name}.office.${OFFICES[k]}`) : t('key.office.' + k)}</span>`)
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
