// The two cities in numbers: what every sentence of the story says is counted here, from the recorded film.
import { bytes, get, unpackFilm, unpackSociety } from './api.js'
import { at } from './people.js'
import { provinceOf } from './crowd.js'

// The recorded film (tools/store_all.py two-cities): two worlds, their people, and bands over pairs of worlds
let kept = null
export const recorded = () => kept ??= get('/made/two-cities.json').then(async told => {
  const society = unpackSociety(told.society), tops = society.parent.map((p, u) => p === society.level.length - 1 ? u : -1).filter(u => u >= 0)
  const lines = Float32Array.from({ length: society.people }, (_, i) => society.line[society.cellOf[i]])
  const worlds = {}
  for (const [name, one] of Object.entries(told.worlds)) worlds[name] = { ...one, society, film: await unpackFilm(bytes(one.film), society.people), months: told.months }
  return { ...told, society, tops, lines, worlds }
})

// One city in a month. Of the motion: 0 for, 1 neither, 2 against; `cross[thinks][votes]` counts people by both
export function city({ society, tops, lines }, world, which, month) {
  const cross = [[0, 0, 0], [0, 0, 0], [0, 0, 0]], line = society.line[tops[which]]
  for (let i = 0; i < society.people; i++) {
    if (provinceOf(society, society.cellOf[i]) !== tops[which]) continue
    const p = at(world.film, month, i), thinks = p.thinks < 2 ? 0 : p.thinks > 2 ? 2 : 1
    cross[thinks][p.says === 1 ? 1 : (p.says === 2) === (lines[i] > 0) ? 0 : 2]++
  }
  const votes = [0, 1, 2].map(v => cross[0][v] + cross[1][v] + cross[2][v]), thinks = cross.map(row => row[0] + row[1] + row[2])
  const own = line > 0 ? 0 : 2, other = 2 - own // how the committee wants the motion voted
  return { cross, votes, thinks, own, all: votes[0] + votes[1] + votes[2], notAgainst: votes[own] + votes[1], wins: votes[own] > votes[other],
    agrees: cross[own][own], noView: cross[1][own], otherwise: cross[other][own], // of those who vote with the committee
    sore: cross[own][other] } // think of the motion as the committee does, and vote against the committee all the same
}
// How people look when papers are secret: paler where the paper is not what the person thinks of the motion
export function paperLooks(film, month, lines) {
  const out = new Uint8Array(film.people)
  for (let i = 0; i < film.people; i++) {
    const p = at(film, month, i), forIt = (p.says === 2) === (lines[i] > 0)
    out[i] = p.says === 1 ? 2 : forIt ? p.thinks < 2 ? 0 : 1 : p.thinks > 2 ? 4 : 3
  }
  return out
}
// how many people change what they think of the motion between two months
export const changedMinds = (film, a, b) => { let n = 0; for (let i = 0; i < film.people; i++) n += at(film, a, i).thinks !== at(film, b, i).thinks; return n }
