// The answer as a sentence: at most three clear differences, then what did not clearly change. It is written from pairs only;
// until they are counted it says how far that is.
import { html } from './h.js'
import { t, rich, has, number, in100, list } from './text.js'
import { wording } from './multiples.js'
import { valueWords, leverName } from './levers.js'
import { effects, windowOf } from './result.js'

const show = (form, v) => form === 'percent' ? in100(v) : form === 'tenths' ? number(v, 1) : v > 0 && v < .5 ? t('under.one') : number(v, 0)

export function changesNamed(order, levers, schedule) {
  const named = Object.entries(levers).map(([name, value]) => has(`${order}.as.${name}.${value}`) ? t(`${order}.as.${name}.${value}`) : t('as.lever', { lever: leverName(name), value: valueWords(order, name, value) }))
  return named.concat(schedule.map(entry => entry.lever ? t('as.dated', { lever: leverName(entry.lever), value: valueWords(order, entry.lever, entry.value), month: entry.month }) : t('as.event', { event: t('event.' + entry.event), month: entry.month })))
}

export function phrase(order, one) {
  // 'nobody' is said of none at all, 'hardly anybody' of what rounds to 0
  const low = one.is < { percent: .005, tenths: .05, whole: .5 }[one.form] ? (one.is === 0 ? ['zero', 'few'] : ['few']).flatMap(word => [order, 'any'].map(home => `${home}.phrase.${one.measure}.${word}`)).find(has) : null
  return rich(low ?? wording(order, one.measure, 'phrase'), { b: html`<b>${show(one.form, one.is)}</b>`, a: show(one.form, one.was) })
}
const changesIn = (order, { levers, schedule }) => { const named = changesNamed(order, levers, schedule); return named.length > 2 ? t('with.many', { n: number(named.length) }) : t('with', { changes: list(named) }) }

export function Answer({ order, drawn, result, n, share }) {
  return html`<div class="answer-box" data-state=${result.pairs ? 'counted' : result.own ? 'one' : 'running'}><p class="answer" id="answer" aria-live="polite" aria-busy=${!result.pairs}>${sentence(order, drawn, result, n)}</p>
    ${result.pairs ? html`<p class="note counted" id="counted">${t('counted', { a: windowOf(result.pairs)[0], b: windowOf(result.pairs)[1], n: number(result.pairs.pairs) })}</p>` : html`<p class="note counted"><progress max="1" value=${result.own ? share : null} aria-label=${t('counting.label')}></progress> ${result.own ? share === null ? t('counting.next', { n: number(n) }) : t('counting', { n: number(n), share: number(100 * share) }) : ''}</p>`}</div>`
}
function sentence(order, drawn, result, n) {
  if (!result.pairs) return result.same ? t(result.own ? 'answer.one.same' : 'first.run') : html`${changesIn(order, result)}: <i>${t(result.own ? 'answer.one' : 'answer.running', { n: number(n) })}</i>`
  const all = effects(drawn, result.pairs)
  if (result.same) return html`${rich(has(`${order}.now`) ? `${order}.now` : 'any.now', { said: in100(all[0]?.was), kept: in100(all[1]?.was) })} <i>${t('mark')}</i>`
  const clear = all.filter(one => one.clear).sort((p, q) => q.size - p.size), dull = all.filter(one => !one.clear)
  const parts = clear.slice(0, 3).map(one => phrase(order, one))
  const joined = parts.flatMap((part, k) => k === 0 ? [part] : k === parts.length - 1 ? [t('and.last'), part] : ['; ', part])
  return html`${changesIn(order, result)}${parts.length ? [', ', joined, '.'] : [' ', t('nothing.clear'), '.']}
    ${clear.length > 3 && html` ${t('also.clear', { what: list(clear.slice(3).map(one => t(wording(order, one.measure, 'short')))) })}`}
    ${dull.length > 0 && parts.length > 0 && html` <i>${t('no.change', { what: list(dull.map(one => t(wording(order, one.measure, 'short')))) })}</i>`}`
}
