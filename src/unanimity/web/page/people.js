// What the bytes of a frame mean (src/unanimity/web/frames.py), and how people look in each colouring.
export const SAYS = { against: 0, none: 1, yes: 2 }
export const STATUS = ['free', 'dismissed', 'expelled', 'exiled', 'inquiry', 'imprisoned', 'camp', 'abroad', 'dead', 'vacant']
const VACANT = STATUS.indexOf('vacant')
export const OFFICES = ['none', 'cell', 'district', 'province', 'centre', 'leader']
export const TIES = ['kin', 'friend', 'work', 'patron', 'cell-mate']
// where people come and go: the months from which somebody new is at a place, who is there in a month, and from when to when
const cameTo = (world, i) => (world.came ?? []).filter(([, place]) => place === i)
export const nameAt = (world, i, month) => cameTo(world, i).filter(([from]) => from <= month).at(-1)?.[2] ?? world.society.names[i]
export const stayAt = (world, i, month) => { const came = cameTo(world, i).map(([from]) => from); return [came.filter(from => from <= month).at(-1) ?? 0, came.find(from => from > month) ?? Infinity] }
export const VIEWS = ['say', 'think', 'fear', 'hunger', 'office', 'custody']

export const at = (film, month, i) => {
  const k = month * film.people + i, a = film.planes[0][k], b = film.planes[1][k]
  return { says: a & 3, thinks: a >> 2 & 7, office: a >> 5, status: b & 15, would: b >> 4 & 1, talks: b >> 5 & 1, faction: b >> 6 & 1, revolt: b >> 7 & 1, fear: film.planes[2][k] / 255, hunger: film.planes[3][k] / 255 }
}
// 0 agrees, 1 objects and keeps it quiet, 2 objects aloud, 3 not here
export const standing = (film, month, i) => { const p = at(film, month, i); return p.status > 2 ? 3 : p.says === 0 ? 2 : p.would ? 1 : 0 }

// Places in the palette (crowd.js): 0-4 for .. against, 5-9 fear, 10-14 hunger, 15-19 office, 20-24 custody, 25 gone
export const GONE = 25
export function categories(film, month, view, { line = null } = {}) {
  const n = film.people, out = new Uint8Array(n), start = month * n, [p0, p1, p2, p3] = film.planes
  for (let i = 0; i < n; i++) {
    const a = p0[start + i], b = p1[start + i], status = b & 15
    if (status > 6 && (view !== 'custody' || status === VACANT)) { out[i] = GONE; continue }
    if (view === 'say') {
      if (status > 2) { out[i] = GONE; continue }
      const says = a & 3, own = line ? line[i] : 1
      out[i] = says === 1 ? 2 : (says === 2) === (own > 0) ? 0 : 4
    } else if (view === 'think') out[i] = line ? a >> 2 & 7 : b >> 4 & 1 ? 4 : 0
    else if (view === 'fear') out[i] = 5 + Math.min(4, p2[start + i] / 51 | 0)
    else if (view === 'hunger') out[i] = 10 + Math.min(4, p3[start + i] / 51 | 0)
    else if (view === 'office') out[i] = 15 + [0, 1, 2, 3, 4, 4][a >> 5]
    else out[i] = status === 0 ? 20 : status < 3 ? 21 : status < 7 ? 22 : status === 7 ? 23 : 24
  }
  return out
}
