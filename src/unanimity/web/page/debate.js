// The debate: every claim with its rival and the answers to both; run it here, with progress, curves and the numbers.
import { html, useEffect, useMemo, useRef, useState, clamp } from './h.js'
import { t, has, said, spoken, number, numbers, plain, day } from './text.js'
import { get, work } from './api.js'
import { read, write, put } from './address.js'
import { Busy, Figures, Slip, Waiting, useWidth } from './parts.js'
import { month } from './branched.js'

const COLOURS = ['var(--base)', 'var(--yours)', 'var(--said)', 'var(--thought)', 'var(--fear)', 'var(--against)', 'var(--no-edge)', 'var(--none)']
const DASHES = ['5 3', '', '8 3', '2 3', '10 2 2 2', '1 4', '6 6', '3 1']
const LEAST = 10 // with fewer pairs nothing is decided (verdicts/resampling.py)
const dated = text => /^\d{4}-\d\d-\d\d$/.test(text) ? day(text) : /^\d{4}-\d\d$/.test(text) ? month(text) : text
const verdict = word => has('verdict.' + word) ? t('verdict.' + word) : word || '–'

// a claim in the page's language; `main` is what its recorded effect counts, as the ledger words it
const inLanguage = c => ({ ...c, ...Object.fromEntries(['title', 'date', 'says', 'rival_says', 'expects', 'falsified', ...c.milieu ? ['milieu'] : []].map(part => [part, said(`claim.${c.id}.${part}`, c[part])])), by: c.author, author: said('author.' + c.author, c.author) })
const effectWords = (claim, english) => english === claim.effect ? said(`claim.${claim.id}.effect`, english) : english
function effectSaid(claim) {
  const [words, found] = claim.recorded.effect.split(/: (?=[^:]*$)/)
  return found === undefined ? words : `${effectWords(claim, words)}: ${numbers(found)}`
}
// why an effect has no number: it was found and has none, or the worlds cannot say; other reasons of the model are English
const TOO_FEW = [['events', /^too few, (?<n>[\d.]+) events in the fuller arm and (?<needed>\d+) are needed$/], ['worlds', /^too few, (?<n>\d+) of (?<of>\d+) worlds have a value and (?<needed>\d+) are needed$/]]
function whyNoNumber(effect) {
  if (effect.numberless) return t('numberless.' + effect.numberless)
  const [key, form] = TOO_FEW.find(([, form]) => form.test(effect.undecided ?? '')) ?? []
  if (key) return t('undecided.' + key, effect.undecided.match(form).groups)
  return effect.undecided && (spoken() === 'en' ? effect.undecided : t('undecided.other'))
}
// a curve is named by its arm and, where the arm varies, what varies
const armName = (claim, name) => { const [arm, ...rest] = name.split(', '); return [arm === 'control' ? t('debate.control') : has(`claim.${claim.id}.arm.${arm}`) ? t(`claim.${claim.id}.arm.${arm}`) : arm, ...rest].join(', ') }

export function Room() {
  const first = useMemo(() => read().more, [])
  const [claims, setClaims] = useState(null), [slip, setSlip] = useState(null), [author, setAuthor] = useState(first.get('author') || ''), [find, setFind] = useState(first.get('find') || ''), [open, setOpen] = useState(first.get('claim') || '')
  useEffect(() => { get('/api/claims').then(found => setClaims(found.map(inLanguage)), setSlip) }, [])
  useEffect(() => { put(write({ room: 'debate', more: { claim: open, author, find } })) }, [open, author, find])
  useEffect(() => { if (claims && open) document.getElementById('claim-' + open)?.scrollIntoView({ block: 'start' }) }, [claims])
  if (slip) return html`<section class="room"><${Slip} slip=${slip} /></section>`
  if (!claims) return html`<section class="room"><${Waiting} when=${true}>${t('reading')}<//></section>`
  const authors = new Map(claims.map(c => [c.by, c.author])), wanted = find.trim().toLowerCase()
  const shown = claims.filter(c => (!author || c.by === author) && (!wanted || `${c.title} ${c.says} ${c.rival_says} ${c.mechanisms.join(' ')}`.toLowerCase().includes(wanted)))
  return html`<section class="room debate" aria-labelledby="h-debate"><div class="lab-head"><h1 id="h-debate">${t('debate.title')}</h1><p>${t('debate.deck', { n: claims.length })}</p></div>
    <div class="filters"><label>${t('debate.find')} <input type="search" value=${find} onInput=${e => setFind(e.target.value)} /></label><label>${t('debate.author')} <select value=${author} onChange=${e => setAuthor(e.target.value)}><option value="">${t('debate.all')}</option>${[...authors].map(([by, name]) => html`<option value=${by}>${name}</option>`)}</select></label><span class="note" role="status">${t('debate.count', { n: shown.length, all: claims.length })}</span></div>
    <ol class="claims">${shown.map(c => html`<${Claim} key=${c.id} claim=${c} open=${open === c.id} onOpen=${now => setOpen(now ? c.id : open === c.id ? '' : open)} />`)}</ol></section>`
}

function Claim({ claim, open, onOpen }) {
  const [found, setFound] = useState(null), [busy, setBusy] = useState(null), [slip, setSlip] = useState(null), [pairs, setPairs] = useState(LEAST), ending = useRef()
  useEffect(() => () => ending.current?.abort(), [])
  function run() {
    ending.current = new AbortController(); setBusy({}); setSlip(null)
    work('/api/claims/runs', { claim: claim.id, pairs }, { signal: ending.current.signal, onProgress: setBusy }).then(told => { setFound(told.record); setBusy(null) }, fault => { setBusy(null); if (fault.name !== 'AbortError') setSlip(fault) })
  }
  const recorded = claim.recorded, word = found ? found.answer?.word : recorded?.verdict
  return html`<li id=${'claim-' + claim.id}><details open=${open} onToggle=${e => onOpen(e.currentTarget.open)}><summary><span class="who">${claim.author}, ${dated(claim.date)}</span> <b>${claim.title}</b> ${word && html`<span class=${'verdict-word v-' + word.replace(/\W/g, '-')}>${verdict(word)}</span>`}</summary>
    <div class="claim"><div class="sides"><div><h2>${t('debate.says')}</h2><p>${claim.says}</p></div><div><h2>${t('debate.rival.says')}</h2><p>${claim.rival_says}</p></div></div>
      <dl><dt>${t('debate.expects')}</dt><dd>${claim.expects}</dd><dt>${t('debate.falsified')}</dt><dd>${claim.falsified}</dd><dt>${t('debate.where')}</dt><dd>${claim.work ? `${said('work.' + claim.work.code, claim.work.title)}, ` : ''}${claim.citation} <span class="note">${t('debate.own')}</span></dd>${claim.milieu && html`<dt>${t('debate.milieu')}</dt><dd>${claim.milieu}</dd>`}<dt>${t('debate.record')}</dt><dd><${Recorded} claim=${claim} /></dd></dl>
      <${Places} claim=${claim} recorded=${recorded} found=${found} pairs=${pairs} />
      <p class="run-here"><button type="button" class="primary" disabled=${busy || claim.most < LEAST} onClick=${run}>${t('debate.run')}</button> <label>${t('debate.pairs', { n: '' })} <input type="number" min=${LEAST} max=${Math.max(LEAST, claim.most)} value=${pairs} onChange=${e => setPairs(clamp(Math.round(+e.target.value) || LEAST, LEAST, Math.max(LEAST, claim.most)))} /></label>
        ${claim.most < LEAST && html`<span class="note">${t('debate.large', { id: claim.id })}</span>`}<${Busy} told=${busy} words="debate.running" /></p>
      ${slip && html`<${Slip} slip=${slip} onAgain=${run} />`}
      ${found && html`<${Outcome} claim=${claim} found=${found} pairs=${pairs} />`}</div></details></li>`
}
const UNIT = { percent: '%', absolute: '', correlation: '' }
const unitOf = name => { const own = UNIT[name] ?? name; return own && said('unit.' + own, own) }
const estimate = (value, low, high, unit) => low === null || low === undefined || high === null || high === undefined ? `${plain(value)} ${unitOf(unit)}` : t('debate.interval', { value: plain(value), unit: unitOf(unit), low: plain(low), high: plain(high) })
// a record holds the claim's answer; where that is one of these it is the effect's own, else the effect has no word there
const OF_THE_EFFECT = ['found', 'found in sign', 'not shown']
// The places in which a claim was asked, side by side: does what it presumes hold, what it does and how large that is, in worlds of its
// own, on branches of history, over the plausible settings, and in the record. What was run here stands before what was recorded.
function Places({ claim, recorded, found, pairs }) {
  const here = found?.answer, size = here?.effect ?? recorded?.size, old = recorded && !recorded.history, past = recorded?.past, shares = recorded?.shares, about = size && Number.isFinite(size.estimate) ? effectWords(claim, size.about) : ''
  const cell = (key, word, more) => html`<div class="place" data-place=${key}><dt>${t('place.' + key)}</dt><dd><b class=${'verdict-word v-' + (word || 'none').replace(/\W/g, '-')}>${verdict(word || 'not run')}</b>${more && html` <span class="note">${more}</span>`}</dd></div>`
  return html`<dl class="places">
    ${cell('premise', here?.premise?.word ?? recorded?.premise)}
    ${here || !recorded || old || OF_THE_EFFECT.includes(recorded.verdict) ? cell('effect', here?.effect?.word ?? (old ? '' : recorded?.verdict), about) : html`<div class="place" data-place="effect"><dt>${t('place.effect')}</dt><dd><span class="note">${about && `${about}: `}${t('place.effect.unnamed')}</span></dd></div>`}
    <div class="place" data-place="size"><dt>${t('place.size')}</dt><dd>${size && Number.isFinite(size.estimate) ? html`<${Size} size=${size} />` : size && whyNoNumber(size) ? html`<span class="note">${effectWords(claim, size.about)}: ${whyNoNumber(size)}</span>` : recorded?.effect ? html`<span class="note">${effectSaid(claim)}</span>` : verdict('not run')}</dd></div>
    ${cell('laboratory', here?.word ?? recorded?.verdict, here ? t('place.here', { n: pairs }) : recorded ? t('place.recorded', { date: day(recorded.date), rival: verdict(recorded.rival) }) : '')}
    ${cell('history', past?.answer ?? recorded?.history, past?.at ? t('place.past', { at: month(past.at), pairs: past.pairs, people: number(past.people) }) : '')}
    <div class="place" data-place="ensemble"><dt>${t('place.ensemble')}</dt><dd>${shares && Object.keys(shares).length ? html`<${Shares} shares=${shares} />` : html`<b class="verdict-word v-not-run">${verdict('not run')}</b>`}</dd></div>
    ${cell('record', claim.record.answer)}</dl>`
}
// the line in the middle is no effect: a factor of one, or a difference of none
function Size({ size }) {
  const W = 150, none = size.unit === 'times' ? 1 : 0, span = 1.1 * Math.max(...[size.low, size.high, size.estimate].filter(Number.isFinite).map(v => Math.abs(v - none)), 1e-9), x = v => W / 2 + (W / 2 - 4) * (v - none) / span
  return html`<span>${estimate(size.estimate, size.low, size.high, size.unit)}</span><svg class="gauge" viewBox=${`0 0 ${W} 18`} width=${W} height="18" aria-hidden="true"><line x1=${W / 2} x2=${W / 2} y1="1" y2="17" stroke="var(--line)" />${Number.isFinite(size.low) && html`<line x1=${x(size.low)} x2=${x(size.high)} y1="9" y2="9" stroke="var(--yours)" stroke-width="3" opacity=".5" />`}<circle cx=${x(size.estimate)} cy="9" r="4" fill="var(--yours)" /></svg>`
}
const HUES = { found: 'var(--thought)', 'found in sign': 'color-mix(in srgb, var(--thought) 45%, var(--paper))', 'not shown': 'var(--line)', opposite: 'var(--against)', 'too rare to see': 'var(--faint)' }
function Shares({ shares }) {
  let from = 0
  const parts = Object.entries(shares).filter(([, share]) => share > 0), said = parts.map(([word, share]) => `${verdict(word)} ${number(100 * share)} %`).join(', ')
  return html`<svg class="shares" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=${said}>${parts.map(([word, share]) => { const x = from; from += 100 * share; return html`<rect x=${x} width=${100 * share} height="8" fill=${HUES[word] ?? 'var(--none)'} />` })}</svg><span class="note">${said}</span>`
}
// what the tables of the evidence answer to the claim's question
function Recorded({ claim }) {
  const told = claim.record, of = part => said(`claim.${claim.id}.record.${part}`, told[part])
  if (told.answer === 'silent') return html`<b>${verdict('silent')}</b>: ${of('why')}.`
  return html`<b>${verdict(told.answer)}</b>: ${of('asks')} ${Number.isFinite(told.value) && html`${estimate(told.value, told.low, told.high, told.unit)}; `}${t('debate.n', { n: told.n })}. <span class="note">${t('debate.bias')}: ${of('bias')}</span>`
}
// premise, effect, details of the claim; what the model says of them in sentences is English
function Outcome({ claim, found, pairs }) {
  const answer = found.answer, effect = answer?.effect, english = spoken() === 'en'
  return html`<div class="outcome" data-verdict=${answer?.word}><p class="answer small">${t('debate.here', { n: pairs, verdict: verdict(answer?.word), rival: verdict(found.rival_answer?.word || 'none') })}</p>
    ${effect && html`<p><b>${t('debate.effect')}: ${verdict(effect.word)}.</b> ${effectWords(claim, effect.about)}${Number.isFinite(effect.estimate) ? `: ${estimate(effect.estimate, effect.low, effect.high, effect.unit)}` : whyNoNumber(effect) ? `: ${whyNoNumber(effect)}` : ''}</p>
    <p><b>${t('debate.premise')}: ${verdict(answer.premise.word)}.</b> ${english && answer.premise.sentence}</p>
    <p><b>${t('debate.details')}:</b> ${t('debate.details.found', { k: answer.details.found, n: answer.details.of })}</p>`}
    <div class="courses">${Object.entries(found.curves ?? {}).map(([name, course]) => html`<${Course} key=${name} claim=${claim} title=${curveName(claim, name, found.measures?.[name]?.says || name)} course=${course} arms=${found.arms} />`)}</div></div>`
}
const curveName = (claim, name, english) => has('curve.' + name) ? t('curve.' + name) : said(`claim.${claim.id}.curve.${name}`, english)
function Course({ claim, title, course, arms }) {
  const [box, W] = useWidth(420), H = 200, l = 40, r = 8, top = 10, b = 22, names = Object.keys(course.arms), values = names.flatMap(n => course.arms[n].middle).filter(v => v !== null)
  let low = Math.min(...values), high = Math.max(...values)
  if (low >= 0 && high <= 1) { low = 0; high = 1 }
  if (high === low) high = low + 1
  const months = course.months, x = k => l + (W - l - r) * k / Math.max(1, months.length - 1), y = v => top + (H - top - b) * (1 - (v - low) / (high - low))
  return html`<figure class="course"><figcaption><b>${title}</b></figcaption><div ref=${box}><svg viewBox=${`0 0 ${W} ${H}`} role="img" aria-label=${t('debate.curve', { measure: title })}>
    ${[low, (low + high) / 2, high].map(v => html`<line x1=${l} x2=${W - r} y1=${y(v)} y2=${y(v)} stroke="var(--faint)" /><text x=${l - 6} y=${y(v) + 4} text-anchor="end">${number(v, high - low < 5 ? 2 : 0)}</text>`)}
    ${[0, months.length - 1].map(k => html`<text x=${x(k)} y=${H - 5} text-anchor=${k ? 'end' : 'start'}>${t('month', { n: number(months[k]) })}</text>`)}
    ${names.map((name, k) => html`<path d=${course.arms[name].middle.map((v, j) => v === null ? '' : (j && course.arms[name].middle[j - 1] !== null ? 'L' : 'M') + x(j).toFixed(1) + ' ' + y(v).toFixed(1)).join('')} fill="none" stroke=${COLOURS[k % 8]} stroke-width="2" stroke-dasharray=${DASHES[k % 8]} />`)}</svg></div>
    <ul class="armlist">${names.map((name, k) => html`<li><svg width="26" height="8" aria-hidden="true"><line x1="0" x2="26" y1="4" y2="4" stroke=${COLOURS[k % 8]} stroke-width="2.5" stroke-dasharray=${DASHES[k % 8]} /></svg>${armName(claim, name)}${spoken() === 'en' && arms?.[name] ? `: ${arms[name]}` : ''}</li>`)}</ul>
    <${Figures} label=${title} head=${[t('month.label'), ...names.map(name => armName(claim, name))]} rows=${months.filter((_, k) => k % Math.ceil(months.length / 8) === 0).map(m => [m, ...names.map(n => number(course.arms[n].middle[months.indexOf(m)], 3))])} /></figure>`
}
