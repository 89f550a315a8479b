// One page to print: what a rule does, with intervals over pairs of worlds, in plain words.
import { html, useEffect, useMemo, useState } from './h.js'
import { t, has, said, number, percent, list, whole } from './text.js'
import { get, world } from './api.js'
import { read, write } from './address.js'
import { Busy, Slip } from './parts.js'
import { Legend, Multiples, FORMS, wording } from './multiples.js'
import { changesNamed, phrase } from './answer.js'
import { countPairs, effects, pairsOfSize, request, windowOf } from './result.js'

const PAIRS = 40
const capital = text => text.charAt(0).toUpperCase() + text.slice(1)

export function Room({ about }) {
  const state = useMemo(() => read(), []), order = state.order || 'union'
  const [info, setInfo] = useState(null), [found, setFound] = useState(null), [one, setOne] = useState(null), [slip, setSlip] = useState(null), [told, setTold] = useState({})
  const changed = Object.keys(state.levers).length + state.schedule.length
  useEffect(() => {
    const ending = new AbortController()
    get('/api/orders/' + encodeURIComponent(order)).then(async known => {
      setInfo(known)
      if (!changed) return
      const asked = request({ ...state, order }), measures = known.drawn.map(d => d.measure)
      setOne(await world(asked, { measures, signal: ending.signal, onState: setTold }))
      setTold({})
      setFound(await countPairs(asked, pairsOfSize(known, state, 4e7, PAIRS), measures, { signal: ending.signal, onProgress: setTold }))
    }).catch(fault => fault.name !== 'AbortError' && setSlip(fault))
    return () => ending.abort()
  }, [])
  const back = write({ ...state, room: 'lab', order, version: about?.version, digest: '', more: {} })
  if (slip) return html`<section class="room"><${Slip} slip=${slip} /></section>`
  if (!changed) return html`<section class="room printed"><h1>${t('print.title')}</h1><div class="ph ph-empty">${t('print.nothing')}</div><p><a href="#/lab">${t('print.back')}</a></p></section>`
  if (!info || !found || !one) return html`<section class="room printed"><h1>${t(changed > 1 ? 'print.title.many' : 'print.title')}</h1><p class="note"><${Busy} told=${told} words="print.waits" values=${{ n: info ? pairsOfSize(info, state, 4e7, PAIRS) : PAIRS }} /></p></section>`
  const all = effects(info.drawn, found), clear = all.filter(e => e.clear).sort((p, q) => q.size - p.size), dull = all.filter(e => !e.clear)
  const result = { same: false, pairs: found, baseline: Object.fromEntries(Object.entries(found.measures).map(([name, one]) => [name, one.base.mean])), base: null, own: null }
  const span = e => { const f = v => (v > 0 ? '+' : v < 0 ? '−' : '') + (e.form === 'percent' ? number(100 * Math.abs(v), 1) : number(Math.abs(v), 1)); return [f(e.apart), `${f(e.low)} … ${f(e.high)}`] }
  return html`<section class="room printed" id="printed"><h1>${t(changed > 1 ? 'print.title.many' : 'print.title')}</h1>
    <p class="change"><b>${t('print.rules')}:</b> ${list(changesNamed(order, state.levers, state.schedule))}. ${has(`${order}.name`) ? t(`${order}.name`) : said(`order.${order}`, info.title)}.</p>
    <h2>${t('print.finding')}</h2>
    <ul class="found">${clear.map(e => html`<li class="one">${phrase(order, e)}.</li>`)}${!clear.length && html`<li>${capital(t('nothing.clear'))}.</li>`}${dull.length > 0 && clear.length > 0 && html`<li class="note">${t('print.same', { what: list(dull.map(e => t(wording(order, e.measure, 'short')))) })}</li>`}</ul>
    <${Multiples} order=${order} drawn=${info.drawn} result=${result} month=${found.months - 1} months=${found.months} />
    <${Legend} result=${result} one=${false} />
    <h2>${t('print.table')}</h2>
    <div class="scrolled tall" tabindex="0" role="region" aria-label=${t('print.table')}><table class="numbers"><thead><tr>${['what', 'now', 'yours', 'apart', 'interval', 'sure'].map(k => html`<th scope="col">${t('print.' + k)}</th>`)}</tr></thead><tbody>${all.map(e => html`<tr><th scope="row">${t(wording(order, e.measure, 'title'))}</th><td>${FORMS[e.form](e.was)}</td><td>${FORMS[e.form](e.is)}</td>${span(e).map(text => html`<td>${text}</td>`)}<td>${t(e.clear ? 'print.yes' : 'print.no')}</td></tr>`)}</tbody></table></div>
    <h2>${t('print.how')}</h2><p>${t('print.how.text', { pairs: found.pairs, people: whole(one.society.first), months: found.months, a: windowOf(found)[0], b: windowOf(found)[1] })}</p>
    <p class="mono">${t('print.identity', { order, a: found.seeds[0], b: found.seeds[1], version: about?.version ?? '', digest: found.digest.slice(0, 16) })}</p>
    <p class="mono again">${t('print.again')}: ${location.origin}/${back}</p>
    <p class="not-printed"><button type="button" class="primary" onClick=${() => print()}>${t('print.button')}</button> <a href=${back}>${t('print.back')}</a></p></section>`
}
