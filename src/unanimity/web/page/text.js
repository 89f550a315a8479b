// All words of the page, from one catalogue a language; numbers as that language writes them.
import { html } from './h.js'

export const LANGUAGES = ['en', 'es']
let words = {}, language = 'en'
const forms = {}

export async function speak(wanted) {
  language = LANGUAGES.includes(wanted) ? wanted : 'en'
  const files = language === 'en' ? ['en'] : ['en', language] // what a language lacks is said in English
  const found = await Promise.all(files.map(name => fetch(`/text/${name}.json`).then(answer => answer.json())))
  words = Object.assign({}, ...found)
  document.documentElement.lang = language
  for (const name of ['decimal', 'percent']) forms[name] = {}
}
export const spoken = () => language
export const has = key => key in words

// t('key', {name: value}): a plain string
export function t(key, values = {}) {
  const text = words[key]
  if (text === undefined) return key
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
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
export const plain = value => new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }).format(value).replace('-', '−')
export const whole = value => new Intl.NumberFormat(language).format(Math.round(value))
export const percent = (value, digits = 0) => Number.isFinite(value) ? number(100 * value, digits) + ' %' : '–'
export const in100 = value => number(100 * value, 0)
export const list = items => new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
