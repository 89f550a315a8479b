// Small multiples: a measure under the present rules and under yours, and the difference below. A scale is as declared unless
// a curve would leave it; then it is made to fit. Only intervals are filled. One world is a thin line, a mean of pairs a thick one.
import { html, clamp } from './h.js'
import { t, has, number, percent } from './text.js'
import { Figures, useWidth } from './parts.js'
import { effects, windowOf } from './result.js'

export const FORMS = { percent: v => percent(v), tenths: v => number(v, 1), whole: v => v === 0 ? t('none') : v !== null && v > 0 && v < .5 ? t('under.one') : number(v, 0) }
const digits = { percent: 2, tenths: 1, whole: 0 }
const rounded = (form, v) => Number.isFinite(v) ? Number(v.toFixed(digits[form])) : NaN
// the difference of two numbers as they are written, so that what stands beside each other adds up
export const signed = (form, is, was) => { const v = rounded(form, is) - rounded(form, was), size = Math.abs(v); return !Number.isFinite(v) || size < 10 ** -digits[form] / 2 ? '±0' : (v > 0 ? '+' : '−') + (form === 'percent' ? number(100 * size) : number(size, digits[form])) }
export const wording = (paper, measure, what) => { const own = `${paper}.${what}.${measure}`; return has(own) ? own : `any.${what}.${measure}` }
const known = a => (a ?? []).map(v => v ?? NaN)
const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
export const roundUp = v => { if (!(v > 0)) return 0; const ten = 10 ** Math.floor(Math.log10(v)); return Number((steps.find(s => s * ten >= v * (1 - 1e-9)) * ten).toPrecision(3)) }

// the ends of a scale that holds every curve drawn on it
export function scaleFor(one, curves, apart) {
  const all = curves.flat().filter(Number.isFinite), most = Math.max(...all, one.high), least = Math.min(...all, one.low), top = one.form === 'percent' ? 1 : Infinity
  return { low: least < one.low - 1e-9 ? 0 : one.low, high: most > one.high + 1e-9 ? Math.min(top, roundUp(most)) : one.high, span: Math.max(one.span, roundUp(Math.max(0, ...apart.flat().filter(Number.isFinite).map(Math.abs)))) }
}

// What the lines, the bar and the band are
export function Legend({ result: { same, pairs }, one = true }) {
  return html`<div class="armkey"><span><i class="l l-base"></i>${t('as.now')}</span>${!same && html`<span><i class="l l-yours"></i>${t('your.rules')}</span>`}${one && html`<span><i class="l l-one"></i>${t('one.line')}</span>`}${pairs && html`<span><i class="l l-counted"></i>${t('months.bar')}</span>`}${!same && pairs && html`<span><i class="b b-diff"></i>${t('interval', { n: number(pairs.pairs) })}</span>`}<span class="so-far" id="sofar">${pairs ? '' : t('one.so.far')}</span></div>`
}

export function Multiples({ order, drawn, result, month, months }) {
  const stated = Object.fromEntries(effects(drawn, result.pairs).map(one => [one.measure, one]))
  return html`<div class="multiples" id="multiples">${drawn.map((one, k) => html`<${Multiple} key=${one.measure} first=${!k} order=${order} one=${one} result=${result} stated=${stated[one.measure]} month=${month} months=${months} />`)}</div>`
}

function Multiple({ order, one, result, stated, month, months, first }) {
  const [box, W] = useWidth(240), h = 112, d = 42, gap = 16, r = 50, l = 2, N = Math.max(1, months - 1), form = FORMS[one.form], title = t(wording(order, one.measure, 'title')), same = result.same
  const pairs = result.pairs?.measures?.[one.measure], single = [result.base, same ? null : result.own].map(world => known(world?.series[one.measure]?.country))
  const A = known(result.baseline?.[one.measure]), B = same ? [] : known(pairs?.yours.mean), low = known(same ? null : pairs?.difference.low), high = known(same ? null : pairs?.difference.high), apart = known(same ? null : pairs?.difference.mean)
  const scale = scaleFor(one, [A, B, ...single], [low, high, apart])
  const x = m => l + (W - l - r) * m / N, y = v => 16 + (h - 20) * (1 - (v - scale.low) / (scale.high - scale.low)), z = v => h + gap + d / 2 - d / 2 * v / scale.span
  const path = (a, f) => { let s = '', up = true; a.forEach((v, m) => { if (!Number.isFinite(v)) { up = true; return } s += (up ? 'M' : 'L') + x(m).toFixed(1) + ' ' + f(v).toFixed(1); up = false }); return s }
  const between = (a, b, f) => { const both = a.map((v, m) => [v, b[m], m]).filter(([p, q]) => Number.isFinite(p) && Number.isFinite(q)); return both.length ? 'M' + both.map(([p, , m]) => x(m).toFixed(1) + ' ' + f(p).toFixed(1)).join('L') + 'L' + both.reverse().map(([, q, m]) => x(m).toFixed(1) + ' ' + f(q).toFixed(1)).join('L') + 'Z' : '' }
  const m = clamp(month, 0, N), cx = x(m), window = result.pairs ? windowOf(result.pairs) : null, at = [A[m], B[m]]
  const end = window && x(window[1]) + 6 // a mean stands where its months end, with a rim where the curves go on
  const rim = window && window[1] < N && { stroke: 'var(--paper)', 'stroke-width': 6, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }
  let ya = y(stated?.was), yb = y(stated?.is)
  if (!same && Math.abs(ya - yb) < 14) { const s = ya <= yb ? -1 : 1, c = (ya + yb) / 2; ya = c + s * 7; yb = c - s * 7 }
  return html`<figure class="mult" data-measure=${one.measure}><h3>${title}</h3><div ref=${box}><svg viewBox=${`0 0 ${W} ${h + gap + d + 4}`} role="img" aria-label=${!stated ? title : t(same ? 'mult.label.same' : 'mult.label', { title, now: form(stated.was), yours: form(stated.is) })}>
    <line x1=${l} x2=${W - r} y1=${y(scale.low)} y2=${y(scale.low)} stroke="var(--line)" /><line x1=${l} x2=${W - r} y1=${y(scale.high)} y2=${y(scale.high)} stroke="var(--faint)" />
    <text class="tick" x=${l} y=${y(scale.high) - 3}>${form(scale.high)}</text><text class="tick" x=${l} y=${y(scale.low) + 12}>${scale.low ? form(scale.low) : '0'}</text>
    ${window && html`<line class="window" x1=${x(window[0])} x2=${x(window[1])} y1=${y(scale.low)} y2=${y(scale.low)} stroke="var(--ink)" stroke-width="3" />`}
    ${single.map((a, k) => a.length > 0 && html`<path class="single" d=${path(a, y)} fill="none" stroke=${k ? 'var(--yours)' : 'var(--base)'} stroke-width="1" opacity=${(k ? B : A).length ? .3 : .8} />`)}
    ${A.length > 0 && html`<path class="mean-base" d=${path(A, y)} fill="none" stroke="var(--base)" stroke-width="1.7" stroke-dasharray="5 3" />`}
    ${B.length > 0 && html`<path class="mean-yours" d=${path(B, y)} fill="none" stroke="var(--yours)" stroke-width="2.6" stroke-linejoin="round" />`}
    <line x1=${cx} x2=${cx} y1="4" y2=${h + gap + d} stroke="var(--ink)" stroke-width="1" opacity=".35" />
    ${Number.isFinite(at[0]) && html`<circle cx=${cx} cy=${y(at[0])} r="3" fill="var(--base)" />`}${Number.isFinite(at[1]) && html`<circle cx=${cx} cy=${y(at[1])} r="4" fill="var(--yours)" />`}
    ${stated && html`<text class="lab-base light" ...${rim} x=${end} y=${(ya || 60) + 4}>${form(stated.was)}</text>`}${stated && !same && html`<text class="lab-yours" ...${rim} x=${end} y=${(yb || 60) + 4}>${form(stated.is)}</text>`}
    ${stated && !same && html`${first && html`<text class="tick" x=${W - r} y=${h + gap - 2} text-anchor="end">${t('difference')}</text>`}<line x1=${l} x2=${W - r} y1=${z(0)} y2=${z(0)} stroke="var(--base)" stroke-width="1" stroke-dasharray="5 3" />
      <path class="interval" d=${between(high, low, z)} fill="var(--diff)" /><path d=${path(apart, z)} fill="none" stroke="var(--yours)" stroke-width="1.6" /><text class="tick apart" ...${rim} x=${end} y=${z(0) + 4}>${signed(one.form, stated.is, stated.was)}</text>`}
  </svg></div>
  ${m < N && A.length > 0 && html`<p class="note at">${t('month', { n: m })}: ${form(at[0])}${Number.isFinite(at[1]) && html` → <b>${form(at[1])}</b>`}</p>`}
  <${Figures} label=${title} head=${[t('month.label'), t('as.now'), ...same ? [] : [t('your.rules'), t('difference')]]} rows=${[...Array.from({ length: A.length ? Math.ceil(months / 6) : 0 }, (_, k) => Math.min(months - 1, k * 6 + 5)).map(k => [k, form(A[k]), ...same ? [] : [form(B[k]), signed(one.form, B[k], A[k])]]), ...stated ? [[t('months.counted', { a: window[0], b: window[1] }), form(stated.was), ...same ? [] : [form(stated.is), signed(one.form, stated.is, stated.was)]]] : []]} /></figure>`
}
