// What happened, in sentences of the catalogue: rows of the case log for the ticker and for one person's life.
import { html } from './h.js'
import { t, has, number } from './text.js'
import { nameAt, OFFICES, STATUS, stayAt } from './people.js'

// codes of the log, as src/unanimity/world/codes.py declares them (a test holds this list to it)
export const EVENTS = ['arrested', 'confessed', 'freed', 'voided', 'petitioned for', 'saved', 'backlash', 'acquitted', 'sanctioned', 'released', 'extended', 'moved', 'struck', 'capitulated', 'taken hostage', 'died', 'left', 'told', 'attacked', 'expelled in a verification', 'punished as officer', 'appointed', 'removed', 'exchanged', 'condemned to death', 'quarrelled', 'carried a motion', 'lost a motion', 'objected to a motion', 'joined', 'came of age', 'arrived', 'settled elsewhere', 'stole']
export const RUNGS = ['none', 'reproof', 'dismissal', 'expulsion', 'exile', 'prison', 'camp', 'death']
const DEATHS = ['none', 'hunger', 'executed', 'custody', 'combat', 'revolt', 'murdered', 'suicide', 'border', 'natural']
const QUIET = new Set(['petitioned for', 'extended', 'moved', 'carried a motion', 'backlash', 'objected to a motion', 'lost a motion'])
const WEIGHT = { appointed: 1, left: 1, joined: 1, 'came of age': 1, arrived: 1, 'settled elsewhere': 1, stole: 1, sanctioned: 3, arrested: 3, told: 4, died: 4, attacked: 5, 'condemned to death': 4 }

export const row = raw => ({ month: raw[0], event: EVENTS[raw[1]], person: raw[2], other: raw[3], rung: RUNGS[raw[5]] ?? 'none', office: raw[6], cell: raw[7], death: DEATHS[raw[12]] ?? 'none' })

export function unitWords(order, society, unit) {
  const top = society.level.length - 1, among = test => society.parent.map((p, u) => test(p, u) ? u : -1).filter(u => u >= 0)
  if (unit === top) return t(key(order, 'unit.centre'))
  const provinces = among(p => p === top), parent = society.parent[unit], kind = society.levels[society.level[unit]]
  const section = has(`${order}.section.0`) ? provinces.indexOf(provinces.includes(unit) ? unit : parent) : -1
  if (section >= 0) return t(`${order}.unit.${kind}`, { section: t(`${order}.section.${section}`), n: among(p => p === parent).indexOf(unit) + 1 })
  return t(`unit.${kind}`, { n: among((_, u) => society.level[u] === society.level[unit]).indexOf(unit) + 1 })
}

const key = (order, base) => has(`${order}.${base}`) ? `${order}.${base}` : base

// one row as words; `who` makes a name of a person's number
export function sentence(order, society, one, who) {
  let base = 'log.' + one.event
  if (one.event === 'sanctioned') base = `log.sanctioned.${one.rung}`
  if (one.event === 'died') base = `log.died.${one.death}`
  if (one.event === 'appointed') base = one.other >= 0 && one.other !== one.person ? 'log.appointed.by' : 'log.appointed'
  const office = t(key(order, 'office.' + OFFICES[one.office]))
  return { key: key(order, base), values: { person: who(one.person), other: one.other >= 0 ? who(one.other) : t('somebody'), unit: unitWords(order, society, one.cell), office } }
}
function fill(text, values) { return text.split(/(\{\w+\})/).map(piece => /^\{\w+\}$/.test(piece) ? values[piece.slice(1, -1)] ?? '' : piece) }

// The ticker: newest first; more than two alike in a month become one sentence
export function ticker(order, world, month, onPick, most = 14) {
  const rows = [], { society, log, happenings } = world
  const name = at => i => html`<button type="button" data-who=${i} onClick=${() => onPick(i)}>${nameAt(world, i, at)}</button>`
  const months = new Map()
  for (const raw of log) {
    if (raw[0] > month || raw[0] < 0) continue
    const one = row(raw)
    if (QUIET.has(one.event)) continue
    const sort = `${one.event}|${one.event === 'sanctioned' ? one.rung : one.event === 'died' ? one.death : ''}`
    const here = months.get(one.month) ?? new Map(); months.set(one.month, here)
    here.set(sort, [...here.get(sort) ?? [], one])
  }
  for (const [at, kinds] of months) for (const [, all] of kinds) {
    const one = all.at(-1), { key: base, values } = sentence(order, society, one, name(one.month))
    const many = base.replace(/\.by$/, '') + '.many'
    if (all.length > 2 && has(many)) rows.push({ month: at, weight: 2 + (WEIGHT[one.event] ?? 2), text: fill(t(many, Object.fromEntries(['n', ...Object.keys(values)].map(k => [k, `{${k}}`]))), { ...values, n: number(all.length) }) })
    else for (const each of all.slice(-2)) { const told = sentence(order, society, each, name(each.month)); rows.push({ month: at, weight: WEIGHT[each.event] ?? 2, text: fill(t(told.key, Object.fromEntries(Object.keys(told.values).map(k => [k, `{${k}}`]))), told.values) }) }
  }
  for (const [at, kind, words] of happenings) if (at <= month && !['arrest', 'rung', 'execution', 'leader', 'told', 'script', 'taken hostage', 'confessed', 'capitulated', 'struck', 'attack', 'arrests'].includes(kind)) rows.push({ month: at, weight: 6, text: happening(order, kind, words) })
  rows.sort((p, q) => q.month - p.month || q.weight - p.weight)
  return rows.slice(0, most)
}
// A happening of the country: in English as the engine says it; elsewhere by its kind, with its numbers
function happening(order, kind, words) {
  const own = key(order, 'happening.' + kind)
  if (!has(own)) return words
  const numbers = (words.match(/\d+/g) ?? [])
  return t(own, { a: numbers[0] ?? '', b: numbers[1] ?? '', c: numbers[2] ?? '' })
}

// A life: runs of what he said and thought, then what befell him
export function life(order, world, i, standings, month = 0) {
  const { society, log } = world, months = standings.length, runs = []
  standings.forEach((state, m) => { const z = runs.at(-1); if (z && z.state === state) z.to = m; else runs.push({ state, from: m, to: m }) })
  const long = runs.filter(z => z.to - z.from > 1 || runs.length < 4).reduce((all, z) => { const p = all.at(-1); if (p && p.state === z.state) p.to = z.to; else all.push({ ...z }); return all }, [])
  const told = long.slice(0, 4).map((z, k) => t(long.length === 1 ? 'life.all' : k === 0 ? 'life.until' : z.to >= months - 1 ? 'life.from' : z.from === z.to ? 'life.in' : 'life.between', { a: z.from, b: z.to, what: t('life.' + z.state) }))
  const who = at => j => j === i ? nameAt(world, j, at).split(' ')[0] : nameAt(world, j, at), [from, to] = stayAt(world, i, month)
  const mine = log.filter(raw => raw[2] === i && raw[0] >= from && raw[0] < to).map(row).filter(one => !QUIET.has(one.event)).slice(0, 6)
  for (const one of mine) { const { key: base, values } = sentence(order, society, one, who(one.month)); const words = t(base, values); told.push(t('life.event', { n: one.month, words })) }
  return told
}
export const statusWords = code => t('status.' + STATUS[code])
