// All words of the page, from one catalogue a language; numbers as that language writes them.
import { html } from './h.js'

// What the model itself says in English (claims, models, levers, measures, the record) lies beside es.json, by subject.
const FILES = { en: ['en'], es: ['en', 'es', 'es-claims', 'es-models', 'es-rules', 'es-measures', 'es-record', 'es-history'] }
export const LANGUAGES = Object.keys(FILES)
let words = {}, language = 'en'
const forms = {}

export async function speak(wanted) {
  const next = LANGUAGES.includes(wanted) ? wanted : 'en'
  const found = await Promise.all(FILES[next].map(name => fetch(`/text/${name}.json`).then(answer => answer.json())))
  language = next // only once its words are there
  words = Object.assign({}, ...found)
  document.documentElement.lang = language
  for (const name of ['decimal', 'percent']) forms[name] = {}
}
export const spoken = () => language
export const has = key => key in words
export const ids = prefix => Object.keys(words).filter(key => key.startsWith(prefix))

// t('key', {name: value}): a plain string
export function t(key, values = {}) {
  const text = words[key]
  if (text === undefined) return key
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
}

// said('key', english): what the model says in English, in the page's language; what is missing is told to developers
const missed = new Set()
export function said(key, english, values = {}) {
  if (key in words) return t(key, values)
  if (language !== 'en' && english && !missed.has(key)) { missed.add(key); console.warn(`no ${language} text: ${key}`) }
  return english
}

// rich('key', {...}): nodes; *stars* mark what is bold, and a value may itself be a node
export function rich(key, values = {}) {
  const out = []
  const text = words[key] ?? key
  for (const [index, part] of text.split('*').entries()) {
    const inner = part.split(/(\{\w+\})/).map(piece => /^\{\w+\}$/.test(piece) ? values[piece.slice(1, -1)] ?? '' : piece)
    out.push(index % 2 ? html`<b>${inner}</b>` : inner)
  }
  return out
}

const form = (digits, style) => forms[style][digits] ??= new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: 'min2' })
export const number = (value, digits = 0) => Number.isFinite(value) ? form(digits, 'decimal').format(value).replace('-', '−') : '–'
// three digits, whole numbers as they are: as support/number_format.py writes them
export const plain = value => new Intl.NumberFormat(language, Number.isInteger(value) || Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }).format(value).replace('-', '−')
export const whole = value => new Intl.NumberFormat(language).format(Math.round(value))
export const percent = (value, digits = 0) => Number.isFinite(value) ? number(100 * value, digits) + ' %' : '–'
export const in100 = value => number(100 * value, 0)
export const day = iso => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
// a sentence of the model with numbers as English writes them, in the page's form, and the words of their units
export const numbers = text => language === 'en' ? text : text.replace(/-?\d+(\.\d+)?(e[-+]?\d+)?/g, one => plain(+one)).replace(/(?<=\d )(points|times|months|persons)/, unit => said('unit.' + unit, unit)).replace(/\[(.*), (.*)\]/, '[$1; $2]')
export const list = items => new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
export const either = items => new Intl.ListFormat(language, { type: 'disjunction' }).format(items)
