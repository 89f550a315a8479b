// The page: masthead, rooms, language, light and dark. Rooms are loaded when they are first entered. Until the next one is
// there none is drawn: a room that stayed would write its own state into the address. An address typed anew opens its room anew.
import { html, render, useEffect, useState } from './h.js'
import { ids, speak, spoken, t, LANGUAGES } from './text.js'
import { read } from './address.js'
import { readColours } from './crowd.js'
import { fresh, get, whenAway } from './api.js'
import { Waiting, isDark } from './parts.js'

// A room is a script of its name that exports `Room`, and the texts `room.NAME`: they tell which rooms there are and in which order
const FILES = { lab: 'bench', print: 'printed' }, UNNAMED = ['board', 'print'] // the masthead leaves these out
const rooms = () => ids('room.').map(id => id.slice('room.'.length))
const enter = room => import(`./${FILES[room] ?? room}.js`).then(m => m.Room)
const MONTHLY = ['story', 'lab', 'class'] // rooms with a slider of months, which the second press of Tab offers
const root = document.documentElement

function kept(name, value) { try { if (value === undefined) return localStorage.getItem(name); localStorage.setItem(name, value) } catch { return null } }

const inked = () => { readColours(); dispatchEvent(new Event('recolour')) } // what is drawn by scripts follows the colours
function Page() {
  const [place, setPlace] = useState(() => ({ ...read(), visit: 0 })), [entered, setEntered] = useState(null), [tongue, setTongue] = useState(spoken()), [away, setAway] = useState(false), [about, setAbout] = useState(null)
  useEffect(() => { const moved = () => setPlace(was => { const now = read(); return history.state?.step && now.room === was.room ? was : { ...now, visit: was.visit + 1 } }); addEventListener('hashchange', moved); return () => removeEventListener('hashchange', moved) }, [])
  useEffect(() => { whenAway(setAway); get('/api/about').then(setAbout, () => {}) }, [])
  const room = rooms().includes(place.room) ? place.room : 'story'
  useEffect(() => { let here = true; enter(room).then(Room => { if (here) setEntered({ room, Room }) }, () => { setAway(true); fresh('/api/about').then(() => here && location.reload()) }); document.title = `Unanimity: ${t('room.' + room)}`; return () => { here = false } }, [room, tongue])
  useEffect(() => { document.querySelector('.mast nav a[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }) }, [room, tongue])
  async function change(language) { kept('lab-language', language); try { await speak(language); setTongue(language) } catch { setAway(true); fresh('/api/about').then(() => change(language)) } }
  function dim() {
    const dark = isDark()
    root.classList.remove('dark', 'light'); root.classList.add(dark ? 'light' : 'dark'); kept('lab-theme', dark ? 'light' : 'dark'); inked()
  }
  return html`<a class="skip" href="#main" onClick=${e => { e.preventDefault(); document.getElementById('main').focus() }}>${t('skip')}</a>
    ${MONTHLY.includes(room) && html`<a class="skip" id="skip-months" href="#main" onClick=${e => { e.preventDefault(); document.querySelector('.scrub input[type=range]')?.focus() }}>${t('skip.months')}</a>`}
    <header class="mast"><a class="wordmark" href="#/story">Unanimity</a>
      <nav aria-label=${t('rooms')}>${rooms().filter(name => !UNNAMED.includes(name)).map(name => html`<a href=${'#/' + name} aria-current=${room === name ? 'page' : null}>${t('room.' + name)}</a>`)}</nav>
      <div class="mast-end"><span class="lang">${LANGUAGES.map(name => html`<button type="button" class=${tongue === name ? 'tongue on' : 'tongue'} lang=${name} aria-pressed=${tongue === name} aria-label=${{ en: 'EN, English', es: 'ES, español' }[name]} onClick=${() => change(name)}>${name.toUpperCase()}</button>`)}</span>
        <button type="button" id="theme" class="quiet" aria-label=${t('theme')} onClick=${dim}><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.5" /><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" /></svg></button></div></header>
    <main id="main" tabindex="-1">${entered?.room === room ? html`<${entered.Room} key=${tongue + room + place.visit} place=${place} about=${about} />` : html`<section class="room"><${Waiting} when=${true}>${t('reading')}<//></section>`}</main>
    <footer class="foot"><p>${t('foot')} ${about && html`<span class="mono">${t('version', { version: about.version })}</span>`}</p></footer>
    ${away && html`<p class="problem" role="alert">${t('away')}</p>`}`
}

const wanted = new URLSearchParams(location.search)
const theme = wanted.get('theme') || kept('lab-theme')
if (['dark', 'light'].includes(theme)) root.classList.add(theme)
if (wanted.has('still')) root.classList.add('still')
if (wanted.has('token')) history.replaceState(null, '', location.pathname + location.hash) // the cookie has it now
await speak(wanted.get('lang') || kept('lab-language') || (navigator.language || 'en').slice(0, 2))
readColours()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => inked())
// paper is light: what is drawn by scripts takes the light colours while it is printed
let before = ''
addEventListener('beforeprint', () => { before = root.className; root.classList.remove('dark'); root.classList.add('light'); inked() })
addEventListener('afterprint', () => { root.className = before; inked() })
// who came through the door of a class goes to its lesson
if (wanted.has('token') && !location.hash) fresh('/api/class?pupil=').then(told => { if (told.open && !told.teacher && read().room === 'story') location.hash = '#/class' }, () => {})
render(html`<${Page} />`, document.getElementById('lab'))
