// The state of the page is its address: room, order, levers, schedule, seed, version; nothing is kept elsewhere.
const SET = 'set.', AT = 'at', TRY = 'try'

export function read(hash = location.hash) {
  const [room, query = ''] = hash.replace(/^#\/?/, '').split('?')
  const all = new URLSearchParams(query)
  const levers = {}
  for (const [key, value] of all) if (key.startsWith(SET)) levers[key.slice(SET.length)] = plain(value)
  const schedule = all.getAll(AT).map(entryOf).filter(Boolean)
  return { room: room || 'story', levers, schedule, order: all.get('order') || '', seed: whole(all.get('seed'), 1), months: whole(all.get('months'), null),
    people: whole(all.get('people'), null), tries: all.getAll(TRY).map(attemptOf).filter(Boolean), version: all.get('v') || '', digest: all.get('digest') || '', more: all }
}

export function write({ room, order, levers = {}, schedule = [], seed = 1, months = null, people = null, tries = [], version = '', digest = '', more = {} }) {
  const all = new URLSearchParams()
  if (order) all.set('order', order)
  for (const key of Object.keys(levers).sort()) all.set(SET + key, String(levers[key]))
  for (const entry of schedule) all.append(AT, entryText(entry))
  if (order) all.set('seed', String(seed))
  if (months) all.set('months', String(months))
  if (people) all.set('people', String(people))
  for (const one of tries) all.append(TRY, attemptText(one))
  for (const [key, value] of Object.entries(more)) if (value !== null && value !== undefined && value !== '') all.set(key, String(value))
  if (version && order) all.set('v', version)
  if (digest && order) all.set('digest', digest)
  const query = all.toString()
  return `#/${room}${query ? '?' + query : ''}`
}

// what a room writes itself is a step that the room can go back to, counted in the browser's history, so that back and forward
// keep the count; an address typed by hand is none
export const stepsBack = () => (history.state?.step ?? 1) - 1
export function put(hash, push = false) {
  if (hash === location.hash && history.state?.step) return
  history[push ? 'pushState' : 'replaceState']({ step: (history.state?.step ?? 1) + Number(push) }, '', hash)
}

// a dated change as text: 24:lever:ballot:secret, or 24:event:war:months=12,threat=0.5
function entryText(entry) {
  if (entry.lever) return [entry.month, 'lever', entry.lever, entry.value].join(':')
  const rest = Object.entries(entry).filter(([key]) => key !== 'month' && key !== 'event').map(([key, value]) => `${key}=${value}`).join(',')
  return [entry.month, 'event', entry.event, rest].join(':')
}
function entryOf(text) {
  const [month, kind, name, ...rest] = text.split(':')
  const value = rest.join(':')
  if (!/^-?\d+$/.test(month) || !name) return null
  if (kind === 'lever') return { month: +month, lever: name, value: plain(value) }
  if (kind !== 'event') return null
  const entry = { month: +month, event: name }
  for (const part of value.split(',').filter(Boolean)) { const at = part.indexOf('='); if (at > 0) entry[part.slice(0, at)] = plain(part.slice(at + 1)) }
  return entry
}
// an attempt as text: name~lever=value,lever=value~entry;entry
const attemptText = ({ name, levers, schedule }) => [name, Object.entries(levers).map(([key, value]) => `${key}=${value}`).join(','), schedule.map(entryText).join(';')].join('~')
function attemptOf(text) {
  const [name, levers = '', schedule = ''] = text.split('~')
  return name && { name: name.slice(0, 24), levers: Object.fromEntries(levers.split(',').filter(part => part.includes('=')).map(part => [part.slice(0, part.indexOf('=')), plain(part.slice(part.indexOf('=') + 1))])), schedule: schedule.split(';').map(entryOf).filter(Boolean) }
}
const whole = (text, other) => text !== null && /^\d+$/.test(text) ? Number(text) : other
export const plain = text => text === 'true' ? true : text === 'false' ? false : text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
