// Goals and attempts: what one tries to reach, the rules one has kept, side by side, all counted in the same pairs.
import { html, useEffect, useState } from './h.js'
import { t, number, in100 } from './text.js'
import { countPairs, effects, knownPairs, request, windowOf } from './result.js'
import { FORMS, wording } from './multiples.js'

export const letter = k => String.fromCharCode(65 + k % 26)
const value = (form, v) => form === 'percent' ? in100(v) + ' %' : FORMS[form](v)

// each condition of a goal, and whether it is met; `null` while that is not known
export function conditions(goal, drawn, pairs, levers, now) {
  const all = Object.fromEntries(effects(drawn, pairs).map(one => [one.measure, one]))
  return goal.must.map((must, k) => {
    if (must.lever) { const is = levers[must.lever] ?? now[must.lever].split(';')[0]; return { k, ok: must.is ? must.is.some(word => String(is) === String(word)) : must.not.every(word => String(is) !== String(word)), is: '', x: '' } }
    const one = all[must.measure]
    if (!one) return { k, ok: null, is: '…', x: must.below !== undefined ? value(drawn.find(each => each.measure === must.measure)?.form ?? 'tenths', must.below) : '…' }
    return must.below !== undefined ? { k, ok: one.is < must.below, is: value(one.form, one.is), x: value(one.form, must.below) } : { k, ok: !(one.apart > 0 && one.low > 0), is: value(one.form, one.is), x: value(one.form, one.was) }
  })
}
const Mark = ({ ok }) => html`<i class=${ok === null ? 'tick-open' : ok ? 'tick-yes' : 'tick-no'} aria-label=${t(ok === null ? 'goal.open' : ok ? 'goal.yes' : 'goal.no')} role="img">${ok === null ? '…' : ok ? '✓' : '×'}</i>`

export function Goals({ goals, chosen, onChoose, drawn, result, now }) {
  if (!goals?.length) return null
  const goal = goals.find(one => one.id === chosen), found = goal && conditions(goal, drawn, result.pairs, result.levers, now), won = found?.every(one => one.ok)
  return html`<div class="goals" id="goals"><label>${t('goal.label')} <select id="goal" value=${goal ? goal.id : ''} onChange=${e => onChoose(e.target.value)}><option value="">${t('goal.none')}</option>${goals.map(one => html`<option value=${one.id}>${t('goal.' + one.id)}</option>`)}</select></label>
    ${found && html`<ul aria-live="polite">${found.map(one => html`<li><${Mark} ok=${one.ok} /> ${t(`goal.${goal.id}.${one.k}`, { is: one.is, x: one.x })}</li>`)}</ul>${won && html`<p class="won" role="status">${t('goal.won')}</p>`}`}</div>`
}

export function Attempts({ state, drawn, order, n, tries, onTries, onOpen, goal, now, own }) {
  const measures = drawn.map(one => one.measure), asked = one => request({ ...state, levers: one.levers, schedule: one.schedule }), [, setCounted] = useState(0)
  useEffect(() => {
    const ending = new AbortController()
    for (const one of tries) if (!knownPairs(asked(one), n, measures)) countPairs(asked(one), n, measures, { signal: ending.signal }).then(() => setCounted(k => k + 1), () => {})
    return () => ending.abort()
  }, [JSON.stringify(tries), state.order, state.seed])
  const kept = tries.some(one => JSON.stringify([one.levers, one.schedule]) === JSON.stringify([state.levers, state.schedule]))
  const add = () => onTries([...tries, { name: letter(tries.length), levers: state.levers, schedule: state.schedule }])
  const found = tries.map(one => knownPairs(asked(one), n, measures)), base = [...found, own].find(Boolean)
  // a dated change moves the months that are counted, and the present rules are not the same in all of them
  const window = base && windowOf(base), mixed = found.some(pairs => pairs && String(windowOf(pairs)) !== String(window)), months = pairs => t('months.counted', { a: windowOf(pairs)[0], b: windowOf(pairs)[1] })
  return html`<section class="attempts" id="attempts" aria-labelledby="h-tries"><h2 id="h-tries">${t('tries')}</h2>
    <p><button type="button" class="quiet kept" id="keep" disabled=${kept || tries.length >= 6} onClick=${add}>${t('tries.keep', { name: letter(tries.length) })}</button> <span class="note">${t(tries.length ? 'tries.note' : 'tries.none')}</span></p>
    ${tries.length > 0 && html`<div class="scrolled" tabindex="0" role="region" aria-label=${t('tries.table')}><table class="tries"><thead><tr><th scope="col">${t('tries.what', { n: number(n) })}${base && !mixed && html`<br /><span class="note">${months(base)}</span>`}</th>${!mixed && html`<th scope="col">${t('as.now')}</th>`}${tries.map((one, k) => html`<th scope="col"><input value=${one.name} maxlength="24" aria-label=${t('tries.name', { name: one.name })} onChange=${e => onTries(tries.map((each, j) => j === k ? { ...each, name: e.target.value.replace(/[~,;=]/g, ' ').trim() || letter(k) } : each))} />
        <span class="tries-do"><button type="button" class="quiet" onClick=${() => onOpen(one)}>${t('tries.open')}</button><button type="button" class="quiet" aria-label=${t('tries.drop', { name: one.name })} onClick=${() => onTries(tries.filter((_, j) => j !== k))}>×</button></span>${mixed && found[k] && html`<span class="note">${months(found[k])}</span>`}</th>`)}</tr></thead>
      <tbody>${drawn.map(one => html`<tr><th scope="row">${t(wording(order, one.measure, 'title'))}</th>${!mixed && html`<td>${base ? FORMS[one.form](base.measures[one.measure]?.last.control) : '…'}</td>`}${found.map(pairs => { const stated = effects([one], pairs)[0]; return html`<td class=${stated?.clear ? 'clear' : ''}>${stated ? html`${mixed ? html`<span class="note">${FORMS[one.form](stated.was)} →</span> ` : ''}${FORMS[one.form](stated.is)}${stated.clear ? stated.apart > 0 ? ' ▲' : ' ▼' : ''}` : '…'}</td>` })}</tr>`)}
      ${goal && html`<tr><th scope="row">${t('goal.' + goal.id)}</th>${!mixed && html`<td></td>`}${tries.map((one, k) => { const all = conditions(goal, drawn, found[k], one.levers, now); return html`<td><${Mark} ok=${all.some(c => c.ok === null) ? null : all.every(c => c.ok)} /></td>` })}</tr>`}</tbody></table></div><p class="note">${t('tries.legend')}</p>`}</section>`
}
