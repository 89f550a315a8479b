// The first minute: a recorded film of two cities and one motion; the reader guesses, makes the ballot secret and sees who
// thinks what. Nothing is computed here, so it opens while the server still compiles.
import { html, useEffect, useMemo, useRef, useState, clamp, narrow, still } from './h.js'
import { t, rich, has, number, percent, in100, whole, day } from './text.js'
import { get } from './api.js'
import { People, Say, Either, Scrub, Figures, Slip, Stale, Waiting, usePlaying } from './parts.js'
import { at, categories } from './people.js'
import { changedMinds, city, paperLooks, recorded } from './cities.js'
import { CHANGE, MONTHS, Plot, last } from './guess_plot.js'
import { read, write, put } from './address.js'

export { CHANGE, MONTHS, Plot }
export const SEED = 1
export const BASE = { order: 'leningrad-moscow-1925', burn_in: 0, months: MONTHS, seed: SEED }
export const SECRET = { ...BASE, schedule: [{ month: CHANGE, lever: 'ballot', value: 'secret' }] }
const CLAIM = 'trotsky-1926-unanimity'

export function Room() {
  const first = useMemo(() => read().more, [])
  const [film, setFilm] = useState(null), [slip, setSlip] = useState(null), [answered, setAnswered] = useState(null)
  const [month, setMonth] = useState(() => first.has('m') ? clamp(+first.get('m') || 0, 0, last) : still() ? CHANGE - 1 : 0)
  const [view, setView] = useState(first.get('view') === 'think' ? 'think' : 'say')
  const [ballot, setBallot] = useState(first.get('ballot') === 'secret' ? 'secret' : 'open')
  const [revealed, setRevealed] = useState(first.get('ballot') === 'secret' || first.has('seen'))
  const [guess, setGuess] = useState(() => first.has('guess') ? straight(.98, clamp(+first.get('guess') || 0, 0, 100) / 100) : null), [who, setWho] = useState(-1), [picked, setPicked] = useState(-1)
  const opts = useRef({})
  useEffect(() => { let here = true; recorded().then(told => { if (!here) return; setFilm(told); if (!still() && !first.has('m')) setTimeout(() => play(170), 700) }, setSlip); get('/api/recorded/' + CLAIM).then(told => here && setAnswered(told), () => {}); return () => { here = false } }, [])
  const [playing, play] = usePlaying(() => {
    const end = revealed ? last : CHANGE - 1
    if (month >= end) return false
    opts.current = { dur: 380, pulse: true, sweep: month + 1 === CHANGE && ballot === 'secret' ? 700 : 0 }
    setMonth(month + 1)
    return month + 1 < end
  })
  useEffect(() => { if (!playing) put(write({ room: 'story', more: { m: month, view: view === 'think' ? 'think' : '', ballot: ballot === 'secret' ? 'secret' : '', seen: revealed ? 1 : '', guess: guess ? Math.round(100 * guess.at(-1)) : '' } })) }, [month, view, ballot, revealed, playing, guess])
  useEffect(() => {
    const key = e => { if (e.key === 't' && !e.ctrlKey && !e.metaKey && !e.altKey && !/INPUT|TEXTAREA|SELECT/.test(e.target.tagName)) { opts.current = { sweep: 420 }; setView(v => v === 'say' ? 'think' : 'say') } }
    addEventListener('keydown', key); return () => removeEventListener('keydown', key)
  }, [])

  const worlds = film?.worlds, now = worlds?.[ballot], hidden = ballot === 'secret' && month >= CHANGE
  const cats = useMemo(() => now && (view === 'say' && hidden ? paperLooks(now.film, month, film.lines) : categories(now.film, month, view, { line: film.lines })), [now, month, view, hidden])
  const cities = useMemo(() => now && [0, 1].map(k => city(film, now, k, month)), [now, month])
  function see(m) { play(0); opts.current = { dur: 160 }; setMonth(revealed ? m : Math.min(m, CHANGE - 1)) }
  function reveal() {
    setRevealed(true); setView('say'); setBallot('secret'); opts.current = {}
    if (still()) { setMonth(last); return }
    setMonth(CHANGE - 1); play(110)
  }
  function flip(to) {
    opts.current = { dur: 620, sweep: 500 }
    if (to === 'secret' && !revealed) { reveal(); return }
    setBallot(to)
  }
  function toggle() {
    if (playing) { play(0); return }
    const end = revealed ? last : CHANGE - 1
    if (still()) { setMonth(end); return }
    if (month >= end) { opts.current = {}; setMonth(0) }
    play(revealed ? 110 : 170)
  }
  const said = now ? now.series.unanimity.country : [], thought = worlds ? worlds.open.series.private_dissent.country.map(x => 1 - x) : []
  const key = view === 'think' ? 'think' : hidden ? 'secret' : 'say', person = who >= 0 ? who : picked, over = worlds && revealed && ballot === 'secret' && month > last - 3

  return html`<section id="story" class=${revealed ? 'hero revealed' : 'hero'} aria-labelledby="h1">
    <div class="lead"><h1 id="h1">${t('story.title.1')} ${t('story.title.2')}</h1><p class="deck">${t('story.deck')}</p></div>
    ${slip && html`<${Slip} slip=${slip} />`}
    <div class="theatre">
      <div class="stage" id="stage">
        <${Say} view=${view} name="view" legend=${t('view.legend')} words=${['story.say', 'story.think']} onView=${v => { opts.current = { dur: 620, sweep: 420 }; setView(v) }} />
        <div class="cities">${[0, 1].map(c => html`<figure class="city" key=${c}><figcaption><h2>${t('story.city.' + c)}</h2><p>${rich('story.committee.' + c)}</p></figcaption>
          ${now ? html`<${People} society=${film.society} top=${film.tops[c]} cats=${cats} opts=${opts.current} picked=${picked} onPick=${setPicked} onHover=${setWho} label=${t('story.canvas.' + c)} id=${'city' + c} />` : html`<div class="city-empty" aria-hidden="true"></div>`}
          ${cities ? html`<${Tally} one=${cities[c]} view=${view} hidden=${hidden} />` : html`<div class="tally"></div>`}</figure>`)}</div>
        <${Waiting} when=${!film && !slip}>${t('reading')}<//>
        <ul class="key" aria-label=${t('key')}>
          ${['yes', 'none', 'no'].map(k => html`<li><i class=${'g g-' + k}></i><span>${t(`story.key.${key}.${k}`)}</span></li>`)}
          ${key === 'secret' && html`<li class="key-pale"><i class="g g-pale"></i><span>${t('story.key.secret.pale')}</span></li>`}
          <li class=${person < 0 ? 'key-who idle' : 'key-who'} aria-live="polite">${person < 0 || !now ? t(matchMedia('(pointer: coarse)').matches || narrow() ? 'touch' : 'point') : html`<${Who} film=${film} now=${now} month=${month} i=${person} hidden=${hidden} />`}</li></ul>
      </div>
      <div class="turn">
        <h2 id="guessq" class="asked">${t(revealed ? 'story.did' : 'story.draw')}</h2>
        <${Either} name="ballot" legend=${t('story.question')} value=${ballot} options=${[['open', t('story.ballot.open')], ['secret', t('story.ballot.secret', { month: CHANGE })]]} onValue=${flip} />
        ${worlds ? html`<figure class="guess"><figcaption class="note">${t('story.share')}${revealed ? ' ' + t('story.band', { n: film.band.pairs }) : ''}</figcaption><${Plot} worlds=${worlds} band=${film.band} ballot=${ballot} month=${month} guess=${guess} setGuess=${setGuess} revealed=${revealed} thought=${thought} height=${narrow() ? 124 : 200} /></figure>` : html`<div class="plot plot-empty"></div>`}
        <${Scrub} id="month" month=${month} last=${last} playing=${playing} onPlay=${toggle} onMonth=${see} step=${false} />
        ${!revealed && html`<div class="guess-end"><label class="keyguess"><span>${t('story.ends')}</span> <input id="keyguess" type="range" min="0" max="100" value=${guess ? Math.round(guess.at(-1) * 100) : 88} aria-label=${t('story.ends.label')} onInput=${e => setGuess(straight(said[CHANGE - 1] ?? .98, e.target.value / 100))} /></label>
          <button type="button" id="reveal" class="primary" disabled=${!guess} onClick=${reveal}>${t('story.show')}</button></div>`}
        <p id="verdict" class="verdict" aria-live="polite">${over ? verdict(worlds, guess) : ''}</p>
        ${over && html`<p class="onward"><a id="onward" class="primary" href="#/lab?order=union">${t('story.next')}</a></p>`}
        <p id="ruletext" class="story" aria-live=${playing ? 'off' : 'polite'}>${cities ? told({ film, now, worlds, cities, month, view, hidden }) : ''}</p>
      </div>
    </div>
    <div class="beneath">
      ${cities && html`<${Figures} label=${t('story.cross')} head=${[t('story.cross.head'), ...[0, 1].flatMap(c => [0, 1, 2].map(v => t('story.cross.vote.' + v, { city: t('story.city.' + c) })))]} rows=${[0, 1, 2].map(k => [t('story.cross.thinks.' + k), ...cities.flatMap(one => one.cross[k].map(n => whole(n)))])} open=${revealed} summary=${t('story.cross')} />`}
      ${revealed && worlds && html`<${Figures} label=${t('story.share')} head=${[t('month.label'), t('story.open'), t('story.secret'), t('story.thought')]} rows=${Array.from({ length: MONTHS / 6 }, (_, k) => k * 6 + 5).map(m => [m, percent(worlds.open.series.unanimity.country[m]), percent(worlds.secret.series.unanimity.country[m]), percent(thought[m])])} />`}
      <details class="source" open><summary>${t('story.who')}</summary><p>${t('story.source')}</p>${film && html`<p id="hall">${rich(film.band.claim.open_less >= .95 && film.band.claim.secret_more < .75 ? 'story.hall' : 'story.hall.not', { open: percent(film.band.claim.open_less), secret: percent(film.band.claim.secret_more), n: film.band.pairs })}</p>`}
        <p id="answered">${answered ? rich('story.answered', { date: day(answered.date), answer: word(answered.verdict), rival: word(answered.rival) }) : ''} <a href=${'#/debate?claim=' + CLAIM}>${t('story.answered.link')}</a> <span class="note">${t('story.model')}</span></p></details>
      <${Stale} name="two-cities" />
      ${film && html`<p class="mono digest" id="storydigest">${t('digest', { seed: film.seed, digest: now.digest.slice(0, 8) })}</p>`}</div></section>`
}
const word = verdict => has('verdict.' + verdict) ? t('verdict.' + verdict) : verdict
const straight = (from, to) => Array.from({ length: MONTHS - CHANGE }, (_, i) => from + (to - from) * (i + 1) / (MONTHS - CHANGE))

function Tally({ one, view, hidden }) {
  const kind = view === 'think' ? 'think' : hidden ? 'secret' : 'say', n = view === 'think' ? one.thinks : one.votes
  const width = k => ({ width: 100 * n[k] / one.all + '%' })
  return html`<div class="tally"><p class="row"><b class="big">${whole(kind === 'think' ? n[one.own] : one.notAgainst)}</b> <span>${t(`story.tally.${kind}`, { all: whole(one.all), side: t(one.own ? 'story.side.against' : 'story.side.for') })}</span></p>
    <div class="bar" role="img" aria-label=${t(`story.bar.${kind}`, { yes: n[0], none: n[1], no: n[2] })}><i class="y" style=${width(0)}></i><i class="u" style=${width(1)}></i><i class="n" style=${width(2)}></i></div>
    <div class="barkey"><span>${t('story.for.n', { n: whole(n[0]) })}</span><span>${t('story.against.n', { n: whole(n[2]) })}</span></div>
    ${kind === 'secret' && html`<p class="followers">${t('story.followers', { n: whole(one.votes[one.own]), agrees: whole(one.agrees), none: whole(one.noView), other: whole(one.otherwise) })}</p>`}</div>`
}
function Who({ film, now, month, i, hidden }) {
  const p = at(now.film, month, i)
  let since = month
  while (since > (hidden ? CHANGE : 0) && at(now.film, since - 1, i).says === p.says) since-- // no paper before the first secret vote
  const thinks = p.thinks < 2 ? 'for' : p.thinks > 2 ? 'against' : 'none', says = p.says === 1 ? 'none' : (p.says === 2) === (film.lines[i] > 0) ? 'for' : 'against'
  return html`<b>${film.society.names[i]}</b> ${t('story.person', { thinks: t('story.thinks.' + thinks), says: t(`story.${hidden ? 'writes' : 'raises'}.${says}`), since })}`
}
// the sentence beside the cities; every word that could be wrong is chosen by the numbers
function told({ film, now, worlds, cities, month, view, hidden }) {
  const [a, b] = cities
  if (view === 'think') return rich(a.thinks.every((n, k) => Math.abs(n / a.all - b.thinks[k] / b.all) < .05) ? 'story.told.think' : 'story.told.think.apart', { for1: whole(a.thinks[0]), against1: whole(a.thinks[2]), for2: whole(b.thinks[0]), against2: whole(b.thinks[2]) })
  const open = worlds.open.series.unanimity.country, secret = worlds.secret.series.unanimity.country, all = a.all + b.all
  if (hidden) return [rich(changedMinds(now.film, CHANGE - 1, CHANGE) ? 'story.told.secret' : 'story.told.secret.minds', { from: in100(open[CHANGE - 1]), to: in100(secret[CHANGE]) }), ' ',
    rich(a.wins && b.wins ? 'story.told.follow' : 'story.told.follow.lost', { none: in100((a.noView + b.noView) / all), other: in100((a.otherwise + b.otherwise) / all), sore: in100((a.sore + b.sore) / all) })]
  return rich(month < 3 ? 'story.told.first' : 'story.told.open', { share: in100(open[month]), first: in100(open[0]), month, hangs: number(100 * film.dependence * Math.min(1, month / film.grown), 0) })
}
// 'in a single month' is said only where it is so
function verdict(worlds, guess) {
  const secret = worlds.secret.series.unanimity.country, end = secret[last], from = worlds.open.series.unanimity.country[CHANGE - 1], drawn = guess?.at(-1), how = Math.abs(secret[CHANGE] - end) < .02 ? '' : '.slow'
  if (drawn === undefined) return t('story.verdict' + how, { from: percent(from), to: percent(end) })
  return t(Math.abs(drawn - end) < .06 ? 'story.verdict.right' : 'story.verdict.wrong' + how, { drawn: percent(drawn), to: percent(end) })
}
