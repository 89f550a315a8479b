// Small parts that several rooms use.
import { html, useEffect, useRef, useState, clamp, still } from './h.js'
import { t, number } from './text.js'
import { get } from './api.js'
import { Crowd } from './crowd.js'

export const Icon = ({ name }) => html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${{ play: 'M4 2l10 6-10 6z', pause: 'M3 2h4v12H3zM9 2h4v12H9z', step: 'M3 2l8 6-8 6zM12 2h2v12h-2z' }[name]} /></svg>`

// Play, step and scrub share one month
export function Scrub({ month, last, onMonth, playing, onPlay, id, step = true, children }) {
  return html`<div class="scrub">
    <button type="button" class="round" aria-label=${t(playing ? 'pause' : 'play')} onClick=${onPlay}><${Icon} name=${playing ? 'pause' : 'play'} /></button>
    ${step && html`<button type="button" class="round round-small" aria-label=${t('step')} onClick=${() => onMonth(clamp(month + 1, 0, last), true)}><${Icon} name="step" /></button>`}
    <input id=${id} type="range" min="0" max=${last} step="1" value=${month} aria-label=${t('month.label')} aria-valuetext=${t('month', { n: month })} onInput=${e => onMonth(+e.target.value, false)} />
    <output for=${id}>${t('month', { n: month })}</output>${children}</div>`
}

// A clock that calls `tick` every so many milliseconds while it plays
export function usePlaying(tick) {
  const [playing, setPlaying] = useState(0), latest = useRef(tick)
  latest.current = tick
  useEffect(() => { if (!playing) return; const timer = setInterval(() => { if (latest.current() === false) setPlaying(0) }, playing); return () => clearInterval(timer) }, [playing])
  return [Boolean(playing), setPlaying]
}

export function Say({ view, onView, small, name, legend, words = ['view.say', 'view.think'] }) {
  return html`<fieldset class=${small ? 'say say-small' : 'say'} data-view=${view === 'think' ? 'think' : view === 'say' ? 'say' : 'other'}>
    <legend class="vh">${legend}</legend>
    ${['say', 'think'].map((value, k) => html`<label class=${value === 'say' ? 'say-said' : 'say-thought'}><input type="radio" name=${name} value=${value} checked=${view === value} onChange=${() => onView(value)} /><span>${t(words[k])}</span></label>`)}
    <i class="say-thumb" aria-hidden="true"></i></fieldset>`
}

// A switch that shows both its values
export function Either({ name, legend, value, options, onValue, small }) {
  return html`<fieldset class=${small ? 'either either-small' : 'either'} id=${name}><legend class="vh">${legend}</legend>${options.map(([one, label, note]) => html`<label><input type="radio" name=${'either-' + name} value=${one} checked=${String(value) === String(one)} onChange=${() => onValue(one)} /><span>${label}${note && html` <em>${note}</em>`}</span></label>`)}</fieldset>`
}

// People on a canvas: keeps one Crowd for a society and moves it to what the month shows
export function People({ society, top, cats, opts, picked = -1, officers = null, labels = null, onPick, onHover, told, label, id }) {
  const canvas = useRef(), crowd = useRef(), calls = useRef({}), [heard, setHeard] = useState('')
  calls.current = { onPick, onHover, told }
  useEffect(() => {
    crowd.current = new Crowd(canvas.current, society, { top, onPick: (i, byKey) => { calls.current.onPick?.(i); if (byKey) setHeard(calls.current.told?.(i) ?? society.names?.[i] ?? '') }, onHover: i => calls.current.onHover?.(i) })
    return () => crowd.current.close()
  }, [society, top])
  useEffect(() => { if (cats) crowd.current.set(cats, opts) }, [cats, society, top])
  useEffect(() => { crowd.current.picked = picked; crowd.current.officers = officers; crowd.current.labels = labels; crowd.current.draw() }, [picked, officers, labels, society, top])
  // a canvas is silent: the person whom the arrow keys reach is announced beside it
  return html`<canvas ref=${canvas} id=${id} tabindex="0" role="application" aria-roledescription=${t('people.canvas')} aria-label=${label} aria-describedby=${id ? id + '-heard' : null}></canvas><span class="vh" id=${id ? id + '-heard' : null} aria-live="polite">${heard || t('people.keys')}</span>`
}

// What a chart shows, as a table for those who cannot see it or want the numbers
export function Figures({ head, rows, label, open = false, summary = t('as.table') }) {
  return html`<details class="figures" open=${open}><summary>${summary}</summary><div class="scrolled" tabindex="0" role="region" aria-label=${label}><table><caption class="vh">${label}</caption><thead><tr>${head.map(h => html`<th scope="col">${h}</th>`)}</tr></thead>
    <tbody>${rows.map(row => html`<tr>${row.map((cell, k) => k ? html`<td>${cell}</td>` : html`<th scope="row">${cell}</th>`)}</tr>`)}</tbody></table></div></details>`
}

export function useWidth(first = 600) {
  const [width, setWidth] = useState(first), box = useRef()
  useEffect(() => {
    const look = () => box.current && setWidth(box.current.clientWidth || first)
    const watch = new ResizeObserver(look); watch.observe(box.current); look()
    return () => watch.disconnect()
  }, [])
  return [box, width]
}

// Says that something takes long, but only after 300 ms
export function Waiting({ when, children }) {
  const [late, setLate] = useState(false)
  useEffect(() => { setLate(false); if (!when) return; const timer = setTimeout(() => setLate(true), 300); return () => clearTimeout(timer) }, [when])
  return when && late ? html`<p class="waiting" role="status">${children}</p>` : null
}
// What the server is at, with a bar where it compiles: that takes a minute or two, once for each version
export function Compiling({ when, state }) {
  const [about, setAbout] = useState(null)
  useEffect(() => {
    if (!when) return
    let here = true
    const look = () => fetch('/api/about').then(answer => answer.json()).then(told => { if (here) setAbout(told) }, () => {})
    look()
    const timer = setInterval(look, 1000)
    return () => { here = false; clearInterval(timer) }
  }, [when])
  const warming = about && !about.ready ? about : null, compiling = warming?.warming || state?.state === 'compiling' || state?.warming
  return html`<${Waiting} when=${when}>${compiling ? html`<span class="compiling">${t('warming')} <progress max="1" value=${warming?.compiled ?? (state?.of ? state.done / state.of : null)} aria-label=${t('warming.label')}></progress></span>` : warming ? html`<span class="compiling">${t('starting')} <progress aria-label=${t('starting')}></progress></span>` : t('running')}<//>`
}
// How far work is that one has begun, by what the server last told of it: `{}` before that, `null` where none is under way
export function Busy({ told, words, values = {} }) {
  if (!told) return null
  const share = told.state === 'running' && told.of ? told.done / told.of : null, says = told.state === 'compiling' || told.warming ? t('warming') : share === null ? t('busy.waits') : t(words, { ...values, share: number(100 * share) })
  return html`<span class="busy" role="status"><progress max="1" value=${share} aria-label=${says}></progress> ${says}</span>`
}
// Beside answers that came with the program: says where they were made by another model than the one installed
export function useStale() {
  const [stale, setStale] = useState([])
  useEffect(() => { let here = true; get('/api/stored').then(told => here && setStale(told.stale), () => {}); return () => { here = false } }, [])
  return stale
}
export const Stale = ({ name }) => useStale().includes(name) ? html`<p class="note stale">${t('stored.stale')}</p>` : null
export const Slip = ({ slip, onAgain }) => html`<div class="ph ph-err" role="alert"><span>${slip.message}</span>${onAgain && html`<button type="button" class="quiet" onClick=${onAgain}>${t('again')}</button>`}</div>`
export const quick = () => still() ? {} : { dur: 140 }
export const isDark = () => { const root = document.documentElement.classList; return root.contains('dark') || (!root.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches) }
