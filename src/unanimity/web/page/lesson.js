// A class and its lesson: the same thirty people for everybody, who has come in, and what was handed in.
import { useEffect, useMemo, useState } from './h.js'
import { post, fresh, world } from './api.js'
import { at } from './people.js'
import { BASE, SECRET } from './story.js'

const CELL = 30, PEOPLE = 2 * 8 * 8 * CELL
export const GUESSED = 12 // the month in which the first question is asked
const EVERY = 2500 // milliseconds between two looks at the lesson
const keep = value => { try { if (value === undefined) return JSON.parse(sessionStorage.getItem('lab-pupil')); sessionStorage.setItem('lab-pupil', JSON.stringify(value)) } catch { return null } }

// the two worlds of the lesson, its cell and the people in it
export function useThirty() {
  const [worlds, setWorlds] = useState(null), [slip, setSlip] = useState(null), [state, setState] = useState(null)
  useEffect(() => {
    const ending = new AbortController(), ask = asked => world({ ...asked, people: PEOPLE }, { measures: ['unanimity'], signal: ending.signal, onState: setState })
    Promise.all([ask(BASE), ask(SECRET)]).then(([open, secret]) => setWorlds({ open, secret }), fault => fault.name !== 'AbortError' && setSlip(fault))
    return () => ending.abort()
  }, [])
  const society = worlds?.open.society, cell = useMemo(() => worlds ? quietest(worlds.open) : 0, [worlds])
  const people = useMemo(() => society ? Array.from({ length: society.cells[cell] }, (_, k) => society.starts[cell] + k).filter(i => society.names[i]) : [], [society, cell])
  const lines = useMemo(() => society && Float32Array.from({ length: society.people }, (_, i) => society.line[society.cellOf[i]]), [society])
  return { worlds, slip, state, society, cell, people, lines }
}
// what the thirty are called: by their first names, with an initial where two share one
export function calledBy(society, people) {
  const parts = people.map(i => society.names[i].split(' ')), firsts = parts.map(([first]) => first)
  return Object.fromEntries(people.map((i, k) => [i, firsts.indexOf(firsts[k]) === firsts.lastIndexOf(firsts[k]) ? firsts[k] : `${firsts[k]} ${parts[k].at(-1)[0]}.`]))
}
// how many of the thirty change what they think of the motion in the month in which papers become secret
export const changedMinds = (worlds, people, month) => people.filter(i => at(worlds.secret.film, month - 1, i).thinks !== at(worlds.secret.film, month, i).thinks).length
export const share = (one, people, test) => Array.from({ length: one.months }, (_, m) => people.filter(i => test(at(one.film, m, i))).length / people.length)
// who objects aloud in a month, how many would, and how many of them keep it to themselves
export function counted(one, people, month) {
  const states = people.map(i => at(one.film, month, i)), aloud = people.filter((_, k) => states[k].says === 0)
  return { states, aloud, would: states.filter(p => p.would).length, quiet: states.filter(p => p.would && p.says !== 0).length }
}

// the lesson as the server has it: null until it is known; {open: false} where no class is held
export function useLesson() {
  const [lesson, setLesson] = useState(null), [me, setMe] = useState(keep)
  useEffect(() => {
    let here = true, timer
    const look = () => fresh(`/api/class?pupil=${me?.pupil ?? ''}`).then(told => {
      if (!here) return
      if (me && told.open && (told.lesson !== me.lesson || !told.you)) { keep(null); setMe(null) } // the teacher has begun anew
      setLesson(told)
      if (told.open) timer = setTimeout(look, EVERY * (.8 + .4 * Math.random()))
    }, () => { if (here) timer = setTimeout(look, 2 * EVERY) })
    look()
    return () => { here = false; clearTimeout(timer) }
  }, [me?.pupil])
  const comeIn = async name => { const told = await post('/api/class/pupils', { name }); keep(told); setMe(told) }
  const handIn = async asked => { const told = await post('/api/class/answers', { pupil: me.pupil, ...asked }); setLesson(was => was?.you ? { ...was, you: { ...was.you, handed: { ...was.you.handed, [asked.task]: told } } } : was); return told }
  return { lesson, me, comeIn, handIn, step: asked => post('/api/class/steps', asked).then(told => setLesson(was => ({ ...was, ...told }))) }
}

// a cell of the first city in which, in the twelfth month, somebody objects aloud and several keep it quiet
function quietest(one) {
  const { society, film } = one
  let best = 0, most = -1
  for (let c = 0; c < society.cells.length / 2; c++) {
    let loud = 0, quiet = 0
    for (let i = society.starts[c]; i < society.starts[c + 1]; i++) { const p = at(film, GUESSED, i); loud += p.says === 0; quiet += p.would && p.says !== 0 }
    const worth = Math.min(loud, 3) * 4 + Math.min(quiet, 9)
    if (worth > most) { most = worth; best = c }
  }
  return best
}
