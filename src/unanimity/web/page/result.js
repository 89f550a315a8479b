// One result for everything that the laboratory shows. Sentence, curves, bars and baseline are read from it and from nothing
// else; what belongs to other rules than those on the paper is not in it. Nothing is called clear before there are pairs.
import { useEffect, useState } from './h.js'
import { pairsOf, work, world } from './api.js'

export const PAIRS = 20, YEAR = 12
const found = new Map() // pairs by what was asked: kept as long as the page is open
const clean = object => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined))
export const request = ({ order, levers, schedule, seed, months, people }) => ({ order, seed, ...Object.keys(levers).length ? { levers } : {}, ...schedule.length ? { schedule } : {}, ...clean({ months: months || null, people: people || null }) })
// as many pairs as the lab allows for worlds of this size
export const pairsOfSize = (info, state, limit = 4e7, most = PAIRS) => Math.max(3, Math.min(most, Math.floor(limit / 2 / (state.people ?? info.people) / ((state.months ?? info.months) + info.burn_in))))

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)
export function countPairs(asked, n, measures, options) {
  const key = JSON.stringify([asked, n, measures])
  if (found.has(key)) return Promise.resolve(found.get(key))
  const counted = { ...asked, pairs: n, measures } // the present rules are counted at once: every other answer is laid beside them
  return (asked.levers || asked.schedule ? pairsOf(counted, options) : work('/api/pairs', counted, options)).then(told => { found.set(key, told); return told })
}
export const knownPairs = (asked, n, measures) => found.get(JSON.stringify([asked, n, measures])) ?? null

export function useResult(state, info, limit) {
  const measures = info.drawn.map(one => one.measure), asked = request(state), plain = request({ ...state, levers: {}, schedule: [] }), n = pairsOfSize(info, state, limit)
  const [worlds, setWorlds] = useState(null), [slip, setSlip] = useState(null), [busy, setBusy] = useState(null), [share, setShare] = useState(null), [, setCounted] = useState(0)
  const key = JSON.stringify(asked), unchanged = same(asked, plain), here = worlds?.key === key
  useEffect(() => {
    const ending = new AbortController(), options = { measures, signal: ending.signal, onState: setBusy }
    setBusy({ state: 'waiting' }); setSlip(null)
    Promise.all([world(plain, options), unchanged ? null : world(asked, options)]).then(([base, own]) => { setWorlds({ base, own: own ?? base, key, plain: JSON.stringify(plain) }); setBusy(null) }, fault => { if (fault.name !== 'AbortError') { setSlip(fault); setBusy(null) } })
    return () => ending.abort()
  }, [key])
  useEffect(() => {
    setShare(null) // none has begun
    if (!here) return
    const ending = new AbortController(), options = { signal: ending.signal, onProgress: told => setShare(told.done ? told.done / told.of : null) }
    countPairs(asked, n, measures, options).then(() => setCounted(k => k + 1), () => {})
    return () => ending.abort()
  }, [key, here])
  const pairs = here ? knownPairs(asked, n, measures) : null, baseline = pairs ?? knownPairs(plain, n, measures)
  return { slip, busy, share, asked, plain, n, shown: worlds, // `shown` may be of rules before: only people who still move into their new places are drawn from it
    result: { key, same: unchanged, levers: state.levers, schedule: state.schedule, base: worlds?.plain === JSON.stringify(plain) ? worlds.base : null, own: here ? worlds.own : null, pairs,
      baseline: baseline && Object.fromEntries(Object.entries(baseline.measures).map(([name, one]) => [name, one.base.mean])), pending: !here } }
}
// the months that a statement counts: the last year, or the year from the first dated change on (web/jobs.py)
export const windowOf = pairs => pairs.window ?? [Math.max(0, pairs.months - YEAR), pairs.months - 1]

// what each measure did, over the pairs: means of the counted year, the difference, and whether it is clear
export function effects(drawn, pairs) {
  if (!pairs) return []
  return drawn.filter(one => pairs.measures[one.measure]).map(one => {
    const { control: was, treated: is, low, high } = pairs.measures[one.measure].last
    return { ...one, was, is, apart: is - was, low, high, size: Math.abs(is - was) / (one.high - one.low), clear: Math.abs(is - was) / (one.high - one.low) > .02 && (low > 0 || high < 0) }
  })
}
