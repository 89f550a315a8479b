// Small multiples: a measure under the present rules and under yours, and the difference below. Scales never move with a lever.
import { html, clamp } from './h.js'
import { t, has, number, percent } from './text.js'
import { Figures, useWidth } from './parts.js'

export const FORMS = { percent: v => percent(v), tenths: v => number(v, 1), whole: v => v !== null && v < .5 ? t('none') : number(v, 0) }
const signed = (form, v) => { const size = Math.abs(v), small = form === 'percent' ? .005 : form === 'tenths' ? .05 : .5; return !Number.isFinite(v) || size < small ? '±0' : (v > 0 ? '+' : '−') + (form === 'percent' ? number(100 * size) : number(size, form === 'tenths' ? 1 : 0)) }
export const wording = (paper, measure, what) => { const own = `${paper}.${what}.${measure}`; return has(own) ? own : `any.${what}.${measure}` }

export function Multiples({ order, drawn, base, own, pairs, month, months, same }) {
  return html`<div class="multiples" id="multiples">${drawn.map((one, k) => html`<${Multiple} key=${one.measure} first=${!k} order=${order} one=${one} base=${base[one.measure]?.country} own=${own[one.measure]?.country} pairs=${pairs?.measures?.[one.measure]} month=${month} months=${months} same=${same} />`)}</div>`
}

function Multiple({ order, one, base, own, pairs, month, months, same, first }) {
  const [box, W] = useWidth(240), h = 112, d = 42, gap = 16, r = 50, l = 2, N = Math.max(1, months - 1), form = FORMS[one.form], title = t(wording(order, one.measure, 'title'))
  const known = a => (a ?? []).map(v => v ?? NaN)
  const A = known(pairs ? pairs.base.mean : base), B = known(pairs ? pairs.yours.mean : own), low = pairs?.difference.low, high = pairs?.difference.high
  const x = m => l + (W - l - r) * m / N, y = v => 16 + (h - 20) * (1 - (clamp(v, one.low, one.high) - one.low) / (one.high - one.low)), z = v => h + gap + d / 2 - d / 2 * clamp(v / one.span, -1, 1)
  const path = (a, f) => { let s = '', up = true; a.forEach((v, m) => { if (!Number.isFinite(v)) { up = true; return } s += (up ? 'M' : 'L') + x(m).toFixed(1) + ' ' + f(v).toFixed(1); up = false }); return s }
  const between = (a, b, f) => { const both = a.map((v, m) => [v, b[m], m]).filter(([p, q]) => Number.isFinite(p) && Number.isFinite(q)); return both.length ? 'M' + both.map(([p, , m]) => x(m).toFixed(1) + ' ' + f(p).toFixed(1)).join('L') + 'L' + both.reverse().map(([, q, m]) => x(m).toFixed(1) + ' ' + f(q).toFixed(1)).join('L') + 'Z' : '' }
  const m = clamp(month, 0, N), a = A[m], b = same ? a : B[m], cx = x(m)
  let ya = y(a), yb = y(b)
  if (!same && Math.abs(ya - yb) < 14) { const s = ya <= yb ? -1 : 1, c = (ya + yb) / 2; ya = c + s * 7; yb = c - s * 7 }
  const apart = B.map((v, k) => v - A[k])
  return html`<figure class="mult"><h3>${title}</h3><div ref=${box}><svg viewBox=${`0 0 ${W} ${h + gap + d + 4}`} role="img" aria-label=${t(same ? 'mult.label.same' : 'mult.label', { title, now: form(a), yours: form(b) })}>
    <line x1=${l} x2=${W - r} y1=${y(one.low)} y2=${y(one.low)} stroke="var(--line)" /><line x1=${l} x2=${W - r} y1=${y(one.high)} y2=${y(one.high)} stroke="var(--faint)" />
    <text class="tick" x=${l} y=${y(one.high) - 3}>${form(one.high)}</text><text class="tick" x=${l} y=${y(one.low) + 12}>${one.low ? form(one.low) : '0'}</text>
    ${!same && first && html`<text class="tick" x=${W - r} y=${z(0) - 5} text-anchor="end">${t('difference')}</text>`}
    ${!same && html`<path d=${between(B, A, y)} fill="var(--diff)" />`}
    <path d=${path(A, y)} fill="none" stroke="var(--base)" stroke-width="1.7" stroke-dasharray="5 3" />
    ${!same && html`<path d=${path(B, y)} fill="none" stroke="var(--yours)" stroke-width="2.6" stroke-linejoin="round" />`}
    <line x1=${cx} x2=${cx} y1="4" y2=${h + gap + d} stroke="var(--ink)" stroke-width="1" opacity=".35" />
    ${Number.isFinite(a) && html`<circle cx=${cx} cy=${y(a)} r="3" fill="var(--base)" />`}${!same && Number.isFinite(b) && html`<circle cx=${cx} cy=${y(b)} r="4" fill="var(--yours)" />`}
    <text class="lab-base light" x=${W - r + 8} y=${(ya || 60) + 4}>${form(a)}</text>${!same && html`<text class="lab-yours" x=${W - r + 8} y=${(yb || 60) + 4}>${form(b)}</text>`}
    <line x1=${l} x2=${W - r} y1=${z(0)} y2=${z(0)} stroke="var(--base)" stroke-width="1" stroke-dasharray="5 3" />
    ${!same && low && html`<path d=${between(known(high), known(low), z)} fill="var(--diff)" />`}
    ${!same && html`<path d=${path(apart, z)} fill="none" stroke="var(--yours)" stroke-width="1.6" /><text class="tick" x=${W - r + 8} y=${z(0) + 4}>${signed(one.form, b - a)}</text>`}
  </svg></div>
  <${Figures} label=${title} head=${[t('month.label'), t('as.now'), ...same ? [] : [t('your.rules'), t('difference')]]} rows=${Array.from({ length: Math.ceil(months / 6) }, (_, k) => Math.min(months - 1, k * 6 + 5)).map(k => [k, form(A[k]), ...same ? [] : [form(B[k]), signed(one.form, B[k] - A[k])]])} /></figure>`
}
