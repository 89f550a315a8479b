// The answer as a sentence: at most three clear differences, then what did not clearly change.
import { html } from './h.js'
import { t, rich, has, number, in100, list } from './text.js'
import { wording } from './multiples.js'
import { valueWords, leverName } from './levers.js'

const LAST = 12
const mean = a => { const known = (a ?? []).slice(-LAST).filter(v => v !== null && Number.isFinite(v)); return known.length ? known.reduce((p, q) => p + q, 0) / known.length : NaN }
const show = (form, v) => form === 'percent' ? in100(v) : form === 'tenths' ? number(v, 1) : number(v, 0)

// what each measure did: means of the last year, the difference, and whether it is clear
export function effects(drawn, base, own, pairs) {
  return drawn.map(one => {
    const found = pairs?.measures?.[one.measure]?.last
    const was = found ? found.control : mean(base?.[one.measure]?.country), is = found ? found.treated : mean(own?.[one.measure]?.country)
    const low = found?.low ?? NaN, high = found?.high ?? NaN, apart = is - was, size = Math.abs(apart) / (one.high - one.low)
    return { ...one, was, is, apart, low, high, size, clear: size > .02 && (found ? low > 0 || high < 0 : size > .06) }
  })
}

export function changesNamed(order, levers, schedule) {
  const named = Object.entries(levers).map(([name, value]) => has(`${order}.as.${name}.${value}`) ? t(`${order}.as.${name}.${value}`) : t('as.lever', { lever: leverName(name), value: valueWords(order, name, value) }))
  return named.concat(schedule.map(entry => entry.lever ? t('as.dated', { lever: leverName(entry.lever), value: valueWords(order, entry.lever, entry.value), month: entry.month }) : t('as.event', { event: t('event.' + entry.event), month: entry.month })))
}

export function phrase(order, one) {
  const zero = [`${order}.phrase.${one.measure}.zero`, `any.phrase.${one.measure}.zero`].find(has)
  const none = zero && Number(show(one.form, one.is).replace(',', '.')) === 0
  return rich(none ? zero : wording(order, one.measure, 'phrase'), { b: html`<b>${show(one.form, one.is)}</b>`, a: show(one.form, one.was) })
}

export function Answer({ order, drawn, base, own, pairs, levers, schedule, same }) {
  const all = effects(drawn, base, own, pairs)
  if (same) return html`<p class="answer" id="answer" aria-live="polite">${rich(has(`${order}.now`) ? `${order}.now` : 'any.now', { said: in100(all[0]?.was), kept: in100(all[1]?.was) })} <i>${t('mark')}</i></p>`
  const clear = all.filter(one => one.clear).sort((p, q) => q.size - p.size), dull = all.filter(one => !one.clear)
  const named = changesNamed(order, levers, schedule)
  const parts = clear.slice(0, 3).map(one => phrase(order, one))
  const joined = parts.flatMap((part, k) => k === 0 ? [part] : k === parts.length - 1 ? [t('and.last'), part] : ['; ', part])
  return html`<p class="answer" id="answer" aria-live="polite">${named.length > 2 ? t('with.many', { n: number(named.length) }) : t('with', { changes: list(named) })}${parts.length ? [', ', joined, '.'] : [' ', t('nothing.clear'), '.']}
    ${dull.length > 0 && parts.length > 0 && html` <i>${t('no.change', { what: list(dull.slice(0, 3).map(one => t(wording(order, one.measure, 'short')))) })}</i>`}</p>`
}
