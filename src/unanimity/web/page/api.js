// The server: worlds month by month, pairs with progress. A server that went away is asked again until it is back.
const kept = new Map(), societies = new Map(), facts = new Map()
const MOST_KEPT = 24
const wait = ms => new Promise(done => setTimeout(done, ms))
const about = ms => wait(ms * (.6 + .8 * Math.random())) // thirty pages that were refused together do not come back together
const ME = Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(36).padStart(2, '0')).join('').slice(0, 24) // so that the server serves pages in turn
const REST = 2000 // milliseconds without a change before intervals are asked for

export class Refused extends Error { constructor(text, status) { super(text); this.status = status } }

let away = () => {}
export const whenAway = listener => { away = listener } // told true when the server does not answer, false when it does again

async function ask(path, options) {
  for (let tries = 0; ; tries++) {
    let answer
    try { answer = await fetch(path, options) } catch (slip) {
      if (options?.signal?.aborted) throw slip
      away(true)
      await about(Math.min(4000, 500 * (tries + 1)))
      continue
    }
    away(false)
    if (answer.status === 429 && tries < 60) { await about(1000 * Number(answer.headers.get('retry-after') || 2)); if (options?.signal?.aborted) throw new DOMException('no longer wanted', 'AbortError'); continue }
    if (!answer.ok) throw new Refused((await answer.json().catch(() => ({}))).error || answer.statusText, answer.status)
    return answer
  }
}
export const get = path => { if (!facts.has(path)) { const found = ask(path).then(answer => answer.json()); facts.set(path, found); found.catch(() => facts.delete(path)) } return facts.get(path) }
export const fresh = path => ask(path).then(answer => answer.json()) // not kept: it changes
export const post = (path, body, signal) => ask(path, { method: 'POST', headers: { 'content-type': 'application/json', 'lab-client': ME }, body: JSON.stringify(body), signal }).then(answer => answer.json())

// events(url, {name: handler}): until one of the handlers returns true; rejects when the stream is gone for good
function events(url, handlers, signal) {
  return new Promise((done, lost) => {
    const source = new EventSource(url)
    const stop = (end, value) => { source.close(); signal?.removeEventListener('abort', ended); end(value) }
    const ended = () => stop(lost, new DOMException('no longer wanted', 'AbortError'))
    signal?.addEventListener('abort', ended)
    for (const [name, handler] of Object.entries(handlers)) source.addEventListener(name, event => {
      away(false)
      try { if (handler(JSON.parse(event.data), event.lastEventId)) stop(done) } catch (slip) { stop(lost, slip) }
    })
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) stop(lost, new Refused('gone', 404)); else away(true) }
  })
}

async function insist(work, signal) { // a run that the server no longer knows is asked for again: equal requests, equal bits
  for (let tries = 0; ; tries++) {
    try { return await work() } catch (slip) {
      if (signal?.aborted || !(slip instanceof Refused) || ![404, 503].includes(slip.status) || tries > 60) throw slip
      await about(Math.min(3000, 300 * (tries + 1)))
    }
  }
}

export const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0))
export async function unpackFilm(packed, people) { // web/frames.py: each month as its difference from the one before, plane by plane
  const raw = new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())
  const months = raw.length / people / 4, plane = months * people, planes = []
  for (let k = 0; k < 4; k++) {
    const mine = raw.subarray(k * plane, (k + 1) * plane)
    for (let at = people; at < plane; at++) mine[at] ^= mine[at - people]
    planes.push(mine)
  }
  return { people, months, planes }
}
async function societyOf(id, key) {
  if (!societies.has(key)) societies.set(key, ask(`/api/runs/${id}/society`).then(answer => answer.json()).then(unpackSociety))
  return societies.get(key)
}
export function unpackSociety(raw) {
  const ties = new Uint16Array(bytes(raw.ties).buffer), each = raw.ties_each
  const traits = Object.fromEntries(Object.entries(raw.traits).map(([name, text]) => [name, bytes(text)]))
  const starts = raw.cells.reduce((all, n) => (all.push(all.at(-1) + n), all), [0]), cellOf = new Uint16Array(raw.people)
  raw.cells.forEach((n, cell) => cellOf.fill(cell, starts[cell], starts[cell + 1]))
  return { ...raw, ties, each, traits, starts, cellOf, member: bytes(raw.member), women: bytes(raw.women),
    tiesOf: i => Array.from({ length: each }, (_, k) => [ties[i * 2 * each + k], ties[i * 2 * each + each + k]]).filter(([other]) => other < raw.people) }
}

// One world: {id, digest, months, series: {measure: {place: []}}, film, society, log, happenings}
export function world(asked, { measures, places = ['country'], onMonth, onState, signal } = {}) {
  const key = JSON.stringify([asked, measures, places])
  if (kept.has(key)) { const found = kept.get(key); kept.delete(key); kept.set(key, found); return found }
  const found = insist(() => once(asked, measures, places, onMonth, onState, signal), signal)
  kept.set(key, found)
  while (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value)
  found.catch(() => kept.delete(key))
  return found
}
async function once(asked, measures, places, onMonth, onState, signal) {
  const begun = await post('/api/runs', asked, signal)
  const series = {}, got = { first: 0, months: 0 }
  let end = null
  const query = new URLSearchParams({ measures: measures.join(','), places: places.join(',') })
  await events(`${begun.events}?${query}`, {
    begun: head => { Object.assign(got, head); for (const m of head.measures) series[m] ??= Object.fromEntries(head.places.map(p => [p, []])) },
    state: state => onState?.(state),
    month: (rows, id) => { const m = Number(id); if (m >= 0) rows.forEach((row, p) => row.forEach((value, k) => { series[got.measures[k]][got.places[p]][m] = value })); onMonth?.(m, series, got) },
    done: told => { end = told; return true },
    stopped: () => { throw new Refused('stopped', 503) },
    failed: told => { throw new Refused(told.error, told.status) },
  }, signal)
  const society = await societyOf(begun.id, JSON.stringify([asked.order, asked.seed, asked.people ?? null]))
  const [film, log] = await Promise.all([ask(`/api/runs/${begun.id}/film`).then(answer => answer.arrayBuffer()).then(packed => unpackFilm(packed, society.people)), ask(`/api/runs/${begun.id}/log`).then(answer => answer.json())])
  return { id: begun.id, asked, series, society, film, months: film.months, digest: end.digest, seconds: end.seconds, log: log.rows, happenings: log.happenings, came: log.came }
}

// Other work with progress: pairs, a claim, a model
export async function work(path, asked, { onProgress, signal } = {}) {
  return insist(async () => {
    const begun = await post(path, asked, signal)
    let end = null
    await events(begun.events, {
      state: told => onProgress?.(told),
      done: told => { end = told; return true },
      stopped: () => { throw new Refused('stopped', 503) },
      failed: told => { throw new Refused(told.error, told.status) },
    }, signal)
    return { id: begun.id, ...end }
  }, signal)
}

// Pairs of worlds with intervals: at once if they came with the program, else after a rest, so that a class which still moves its
// levers does not fill the queue
export async function pairsOf(asked, { onProgress, signal } = {}) {
  const known = await post('/api/pairs/stored', asked, signal)
  if (known.found) return known.found
  await wait(REST)
  if (signal?.aborted) throw new DOMException('no longer wanted', 'AbortError')
  return work('/api/pairs', asked, { onProgress, signal })
}
