// The curve of hands that stops at the change, the guess that the reader draws on, and what happened.
import { html, useRef, clamp, narrow } from './h.js'
import { t, number, percent, in100 } from './text.js'
import { useWidth } from './parts.js'

export const CHANGE = 24, MONTHS = 60, last = MONTHS - 1

export function Plot({ worlds, band, ballot, month, guess, setGuess, revealed, thought, label = t('story.share'), height = 0 }) {
  const [box, W] = useWidth(640), nar = narrow(), H = height || (nar ? 250 : 272), l = nar ? 40 : 52, r = nar ? 92 : 126, top = 14, b = 24
  const drawing = useRef(null)
  const x = m => l + (W - l - r) * m / last, y = v => top + (H - top - b) * (1 - v)
  const line = (a, from, to) => a.slice(from, to + 1).map((v, k) => (k ? 'L' : 'M') + x(from + k).toFixed(1) + ' ' + y(v).toFixed(1)).join('')
  const area = (low, high, from, to) => { let s = ''; for (let m = from; m <= to; m++) s += (s ? 'L' : 'M') + x(m).toFixed(1) + ' ' + y(high[m]).toFixed(1); for (let m = to; m >= from; m--) s += 'L' + x(m).toFixed(1) + ' ' + y(low[m]).toFixed(1); return s + 'Z' }
  const open = worlds.open.series.unanimity.country, cut = worlds[ballot].series.unanimity.country, upto = revealed ? month : Math.min(month, CHANGE - 1), cx = x(CHANGE - .5)
  const roomy = x(upto) - l > 96 // for the words of the curve, left of its end
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
    ${[0, .25, .5, .75, 1].map(v => html`<line x1=${l} x2=${W - r} y1=${y(v)} y2=${y(v)} stroke=${v ? 'var(--faint)' : 'var(--line)'} /><text x=${l - 8} y=${y(v) + 4} text-anchor="end">${v === 1 ? percent(v) : number(v * 100)}</text>`)}
    ${(nar ? [0, 24, 48] : [0, 12, 24, 36, 48]).map(m => html`<text x=${x(m)} y=${H - 6} text-anchor="middle">${t('year', { n: m / 12 + 1 })}</text>`)}
    ${!revealed && html`<rect class="zone" x=${x(CHANGE - 1)} y=${top - 6} width=${Math.max(0, x(last) - x(CHANGE - 1) + 8)} height=${H - top - b + 6} fill="var(--faint)" rx="3"
      onPointerDown=${e => { e.preventDefault(); e.currentTarget.setPointerCapture(e.pointerId); put(e, true) }} onPointerMove=${e => drawing.current && put(e, false)} onPointerUp=${() => { drawing.current = null }} />`}
    <line x1=${cx} x2=${cx} y1=${top - 6} y2=${H - b} stroke="var(--ink)" stroke-dasharray="2 4" />
    ${['story.seen.1', 'story.seen.2'].map((k, j) => html`<text x=${cx - 7} y=${y(.07) - 14 + 14 * j} text-anchor="end">${t(k)}</text>`)}${['story.unseen.1', 'story.unseen.2'].map((k, j) => html`<text x=${cx + 7} y=${y(.07) - 14 + 14 * j} pointer-events="none">${t(k)}</text>`)}
    ${band && html`<path d=${area(band.base.low, band.base.high, 0, clamp(upto, 0, CHANGE - 1))} fill="var(--band)" />`}
    ${band && revealed && month >= CHANGE && html`<path d=${area(arm.low, arm.high, CHANGE, month)} fill="var(--band)" />`}
    ${revealed && html`<path d=${line(thought, 0, last)} fill="none" stroke="var(--thought)" stroke-width="2.5" stroke-dasharray="1 6" stroke-linecap="round" />`}
    ${revealed && ballot === 'secret' && month >= CHANGE && html`<path d=${line(open, CHANGE - 1, last)} fill="none" stroke="var(--said)" stroke-width="1.3" opacity=".55" />`}
    ${guess && html`<path d=${path} fill="none" stroke="var(--ink)" stroke-width="9" opacity=".17" stroke-linecap="round" stroke-linejoin="round" /><path d=${path} fill="none" stroke="var(--ink)" stroke-width="1.6" />`}
    <path d=${line(cut, 0, upto)} fill="none" stroke="var(--said)" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" />
    <circle cx=${x(upto)} cy=${end} r="6" fill="var(--said)" stroke="var(--paper)" stroke-width="2" />
    ${upto < CHANGE && html`<text class="lab-said" x=${roomy ? x(upto) - 4 : l + 4} y=${end + (nar ? 22 : 34)} text-anchor=${roomy ? 'end' : 'start'}>${t('story.said', { share: percent(cut[upto]) })}</text>`}
    ${labels.map(one => html`<text class=${one.c} x=${W - r + 10} y=${one.y + 4}>${one.s}</text>`)}
    ${!revealed && !guess && month >= CHANGE - 1 && html`<g pointer-events="none"><path d=${`M${x(CHANGE + 1)} ${y(.86)}C${x(CHANGE + 8)} ${y(.8)} ${x(CHANGE + 12)} ${y(nar ? .7 : .55)} ${x(CHANGE + 19)} ${y(nar ? .68 : .52)}`} fill="none" stroke="var(--muted)" stroke-width="1.6" stroke-dasharray="1 6" stroke-linecap="round" /><text x=${x(CHANGE + (nar ? 18 : 13))} y=${y(nar ? .46 : .36)} text-anchor="middle" class="press-here">${t('story.press')}</text></g>`}
  </svg></div>`
}
