// Everybody as a dot: units packed as circles from the centre to the cell, people as shapes on a canvas.
import { packEnclose, packSiblings } from 'd3-hierarchy'
import { clamp, still } from './h.js'
import { GONE } from './people.js'

let C = {}, PAL = []
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const rgb = text => { let h = text.replace('#', ''); if (h.length === 3) h = [...h].map(x => x + x).join(''); return [0, 2, 4].map(i => parseInt(h.slice(i, i + 2), 16)) }
const mix = (a, b, share) => a.map((x, i) => x + (b[i] - x) * share)
const str = (c, a = 1) => `rgba(${c[0] | 0},${c[1] | 0},${c[2] | 0},${a})`
const crowds = new Set(), TAU = 2 * Math.PI

// A look is colour, hole and size: the shape says it without the colour
export function readColours() {
  for (const name of ['paper', 'ink', 'muted', 'line', 'yes', 'no', 'none', 'no-edge', 'cell', 'cell-line', 'against', 'fear', 'said']) C[name] = rgb(css('--' + name))
  const ramp = colour => [[...C.none, .74, .8], [...mix(colour, C.cell, .6), 0, .7], [...mix(colour, C.cell, .38), 0, .85], [...mix(colour, C.cell, .16), 0, 1], [...colour, 0, 1.12]]
  PAL = [[...C.yes, 0, 1], [...mix(C.yes, C.cell, .42), 0, 1], [...C.none, .74, 1], [...mix(C.no, C.cell, .38), .4, 1], [...C.no, .4, 1],
    ...ramp(C.fear), ...ramp(C.against),
    [...C.none, .74, .8], [...mix(C.said, C.cell, .3), 0, 1], [...C.said, 0, 1.1], [...C.said, 0, 1.25], [...C.ink, 0, 1.45],
    [...C.none, .74, .8], [...C.no, .4, 1], [...C.against, 0, 1.1], [...C.said, .55, .9], [...C.ink, .0, .45],
    [...mix(C.none, C.cell, .35), 0, .38]]
  for (const crowd of crowds) crowd.repaint()
}

// n equal circles: [outer radius in radii of a child, [how many in a ring, radius of that ring] ...]; the best packings known,
// since a general packer heaps equal circles into triangles
const RINGS = { 1: [1, [1, 0]], 2: [2, [2, 1]], 3: [2.1547, [3, 1.1547]], 4: [2.4142, [4, 1.4142]], 5: [2.7013, [5, 1.7013]], 6: [3, [1, 0], [5, 2]], 7: [3, [1, 0], [6, 2]], 8: [3.3048, [1, 0], [7, 2.3048]], 9: [3.6131, [1, 0], [8, 2.6131]], 10: [3.813, [2, 1], [8, 2.813]], 15: [4.66, [5, 1.74], [10, 3.66]], 16: [4.66, [5, 1.74], [11, 3.66]] }
function ringsOf(n) {
  if (RINGS[n]) return RINGS[n]
  let best = null
  for (let inner = 1; inner <= 6; inner++) { // rings around 1 to 6 in the middle, each about two radii outside the last; the tightest wins
    const rooms = []
    for (let at = inner === 1 ? 0 : 1 / Math.sin(Math.PI / inner), all = 0; all < n; at += 1.93) { const room = at ? Math.max(inner, Math.floor(Math.PI / Math.asin(Math.min(1, 1 / at)) + 1e-6)) : 1; rooms.push([room, at]); all += room }
    const over = rooms.reduce((sum, [room]) => sum + room, 0) - n
    if (rooms.at(-1)[0] <= over) continue
    for (let k = 0, left = over; left > 0; k = (k + 1) % rooms.length) { const ring = rooms[rooms.length - 1 - k]; if (ring[0] > 2 || rooms.length === 1) { ring[0]--; left-- } } // thin all rings alike
    const ratio = rooms.at(-1)[1] + 1
    if (!best || ratio < best[0]) best = [ratio, ...rooms]
  }
  return RINGS[n] = best
}
const PAD = [.985, .975, .95, .86] // what a circle leaves its children, by depth; the last: air between people

function place(tree) {
  const circles = [], dots = []
  const weigh = node => node.weight = node.children ? node.children.reduce((sum, child) => sum + weigh(child), 0) : 1
  weigh(tree)
  const lay = (node, x, y, r, depth, turn) => {
    if (!node.children) { dots[node.i] = { x, y, r: r * PAD[3] }; return }
    const kids = node.children, leaf = !kids[0]?.children, equal = leaf || Math.max(...kids.map(k => k.weight)) <= 1.12 * Math.min(...kids.map(k => k.weight)) && kids.length <= 16
    circles.push({ x, y, r, leaf, depth, unit: node.unit })
    const room = r * PAD[leaf ? 2 : Math.min(depth, 1)]
    if (equal) {
      const [ratio, ...rows] = ringsOf(kids.length), unit = room / ratio
      let k = 0
      rows.forEach(([n, ring], row) => { for (let j = 0; j < n; j++, k++) { const a = turn + row * .31 + j / n * 2 * Math.PI; lay(kids[k], x + Math.cos(a) * ring * unit, y + Math.sin(a) * ring * unit, unit * (leaf ? 1 : .97), depth + 1, leaf ? 0 : a * 1.7 + k) } })
      return
    }
    const packed = packSiblings(kids.map(kid => ({ kid, r: Math.sqrt(kid.weight) }))), around = packEnclose(packed), scale = room / around.r
    for (const one of packed) lay(one.kid, x + (one.x - around.x) * scale, y + (one.y - around.y) * scale, one.r * scale * .96, depth + 1, turn + one.x)
  }
  lay(tree, 500, 500, 498, 0, -Math.PI / 2)
  return { circles, dots }
}

// The tree of a society below one unit (the centre, unless another is named); people keep their numbers
export function treeOf(society, top = society.level.length - 1) {
  const below = new Map()
  society.parent.forEach((parent, unit) => { if (parent >= 0) below.set(parent, [...below.get(parent) ?? [], unit]) })
  const node = unit => society.level[unit] === 0
    ? { unit, children: Array.from({ length: society.cells[unit] }, (_, k) => ({ i: society.starts[unit] + k })) }
    : { unit, children: (below.get(unit) ?? []).map(node) }
  return node(top)
}
export const provinceOf = (society, unit) => { let at = unit; const top = society.level.length - 1; while (society.parent[at] >= 0 && society.parent[at] !== top) at = society.parent[at]; return at }

const layouts = new WeakMap()
const layout = (society, top) => { const mine = layouts.get(society) ?? new Map(); layouts.set(society, mine); if (!mine.has(top)) mine.set(top, place(treeOf(society, top))); return mine.get(top) }

export class Crowd {
  constructor(canvas, society, { top, onPick, onHover } = {}) {
    Object.assign(this, { canvas, society, onPick, onHover }, layout(society, top ?? society.level.length - 1))
    const n = this.n = society.people
    this.mine = Object.keys(this.dots).map(Number)
    this.cat = new Uint8Array(n).fill(2); this.now = new Float32Array(n * 5); this.from = new Float32Array(n * 5); this.to = new Float32Array(n * 5)
    this.t0 = new Float64Array(n); this.dur = new Float32Array(n); this.pulse = new Float64Array(n).fill(-1e9)
    this.hover = -1; this.picked = -1; this.officers = null; this.labels = null; this.busy = false; this.ready = false
    const listen = (name, f) => canvas.addEventListener(name, f)
    listen('pointermove', e => this.point(e)); listen('pointerleave', () => { this.hover = -1; this.draw(); onHover?.(-1) })
    listen('click', e => { this.point(e); if (this.hover >= 0) this.pick(this.hover) })
    listen('keydown', e => {
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16 }[e.key]
      if (step) { e.preventDefault(); const place = this.mine.indexOf(this.picked), size = this.mine.length; this.pick(this.mine[((place < 0 ? 0 : place + step) % size + size) % size], true) }
    })
    this.watch = new ResizeObserver(() => this.size()); this.watch.observe(canvas)
    crowds.add(this); this.size()
  }
  close() { this.watch.disconnect(); crowds.delete(this) }
  size() { const w = this.canvas.clientWidth || 300, q = Math.min(3, devicePixelRatio || 1); this.canvas.width = this.canvas.height = Math.round(w * q); this.k = w * q / 1000; this.draw() }
  point(e) {
    const b = this.canvas.getBoundingClientRect(), x = (e.clientX - b.left) / b.width * 1000, y = (e.clientY - b.top) / b.height * 1000
    let best = -1, d2 = 900
    for (const i of this.mine) { const d = this.dots[i], q = (d.x - x) ** 2 + (d.y - y) ** 2; if (q < d2) { d2 = q; best = i } }
    if (best !== this.hover) { this.hover = best; this.onHover?.(best); this.draw() }
  }
  pick(i, byKey = false) { this.picked = i; this.draw(); this.onPick?.(i, byKey) }
  set(cat, { dur = 620, sweep = 0, pulse = false } = {}) {
    const t = performance.now()
    if (still() || !this.ready) dur = sweep = 0
    for (const i of this.mine) {
      if (this.ready && cat[i] === this.cat[i]) continue
      if (pulse && this.ready && !still()) this.pulse[i] = t
      this.cat[i] = cat[i]
      for (let j = 0; j < 5; j++) { this.from[i * 5 + j] = this.now[i * 5 + j]; this.to[i * 5 + j] = PAL[cat[i]][j] }
      this.t0[i] = t + sweep * Math.hypot(this.dots[i].x - 500, this.dots[i].y) / 1100; this.dur[i] = dur
    }
    this.ready = true; this.go()
  }
  repaint() { for (const i of this.mine) for (let j = 0; j < 5; j++) this.now[i * 5 + j] = this.to[i * 5 + j] = PAL[this.cat[i]][j]; this.draw() }
  go() { if (this.busy) return; this.busy = true; const f = () => { const more = this.draw(); if (more) requestAnimationFrame(f); else this.busy = false }; f() }
  draw() {
    const g = this.canvas.getContext('2d'), k = this.k, t = performance.now(); let more = false
    g.setTransform(1, 0, 0, 1, 0, 0); g.clearRect(0, 0, this.canvas.width, this.canvas.height); g.setTransform(k, 0, 0, k, 0, 0)
    const px = 1 / k * Math.min(3, devicePixelRatio || 1)
    for (const c of this.circles) {
      g.beginPath(); g.arc(c.x, c.y, c.depth ? c.r : c.r - px, 0, TAU)
      if (c.leaf) { g.fillStyle = str(C.cell); g.fill() }
      else { g.lineWidth = (c.depth ? 1 : 1.5) * px; g.strokeStyle = c.depth ? str(C['cell-line']) : str(C.line); g.stroke() }
    }
    for (const i of this.mine) {
      const d = this.dots[i], u = this.dur[i] ? clamp((t - this.t0[i]) / this.dur[i], 0, 1) : (t >= this.t0[i] ? 1 : 0), e = u < .5 ? 4 * u ** 3 : 1 - (-2 * u + 2) ** 3 / 2
      if (u < 1) more = true
      const o = i * 5, n = this.now
      for (let j = 0; j < 5; j++) n[o + j] = this.from[o + j] + (this.to[o + j] - this.from[o + j]) * e
      let r = d.r * n[o + 4]
      const p = (t - this.pulse[i]) / 520
      if (p < 1) { more = true; r *= 1 + .55 * Math.sin(Math.PI * p) }
      g.beginPath(); g.arc(d.x, d.y, r, 0, TAU)
      if (n[o + 3] > .02) { g.moveTo(d.x + r * n[o + 3], d.y); g.arc(d.x, d.y, r * n[o + 3], 0, TAU, true) }
      g.fillStyle = `rgb(${n[o] | 0},${n[o + 1] | 0},${n[o + 2] | 0})`; g.fill('evenodd')
      const edge = this.cat[i] === 4 || this.cat[i] === 3 || this.cat[i] === 21 ? 1 - Math.abs(n[o + 3] - .4) / .3 : 0 // the bead has a darker rim: 3:1 against the paper
      if (edge > .05) { g.lineWidth = .9 * px; g.strokeStyle = str(C['no-edge'], edge * .85); g.beginPath(); g.arc(d.x, d.y, r - .4 * px, 0, TAU); g.stroke() }
    }
    if (this.officers) for (const i of this.officers) { const d = this.dots[i]; if (d && this.cat[i] !== GONE) { g.beginPath(); g.arc(d.x, d.y, d.r + 1.3 * px, 0, TAU); g.lineWidth = 1.3 * px; g.strokeStyle = str(C.ink); g.stroke() } }
    const at = this.picked >= 0 ? this.picked : this.hover, d = this.dots[at]
    if (at >= 0 && d) {
      g.lineWidth = 1.3 * px; g.strokeStyle = str(C.against, .8)
      for (const [other, kind] of this.society.tiesOf(at)) { const o = this.dots[other]; if (!o) continue
        g.setLineDash(kind === 0 ? [] : kind === 1 ? [5 * px, 2.5 * px] : [1.5 * px, 3 * px])
        g.beginPath(); g.moveTo(d.x, d.y); g.quadraticCurveTo((d.x + o.x) / 2 + (o.y - d.y) * .12, (d.y + o.y) / 2 - (o.x - d.x) * .12, o.x, o.y); g.stroke() }
      g.setLineDash([])
      g.beginPath(); g.arc(d.x, d.y, d.r + 3 * px, 0, TAU); g.lineWidth = 2.4 * px; g.strokeStyle = str(C.against); g.stroke()
    }
    if (this.labels) { // names on dots, with a rim of paper so that they are read on any colour
      g.textAlign = 'center'; g.textBaseline = 'middle'; g.lineJoin = 'round'
      for (const [i, name] of Object.entries(this.labels)) {
        const d = this.dots[i]
        if (!d) continue
        const size = Math.min(34, Math.max(11 * px, d.r * .42))
        g.font = `600 ${size}px system-ui, sans-serif`
        g.lineWidth = size * .3; g.strokeStyle = str(C.paper); g.strokeText(name, d.x, d.y + d.r * .62, d.r * 2.1); g.fillStyle = str(C.ink); g.fillText(name, d.x, d.y + d.r * .62, d.r * 2.1)
      }
    }
    return more
  }
}
