// The shelf: published models with their sliders; a run gives the model's picture and its headline numbers.
import { html, useEffect, useMemo, useRef, useState } from './h.js'
import { t, said, plain, spoken } from './text.js'
import { get, work } from './api.js'
import { read, write, put } from './address.js'
import { Slip, Waiting, isDark } from './parts.js'

const inLanguage = m => ({ ...m, ...Object.fromEntries(['title', 'sentence', 'notice'].map(part => [part, said(`model.${m.id}.${part}`, m[part])])), parameters: m.parameters.map(p => ({ ...p, meaning: said(`model.${m.id}.p.${p.name}`, p.meaning) })) })
const word = name => name.length < 3 ? name : said('word.' + name, name) // names of one letter are the same everywhere

export function Room() {
  const first = useMemo(() => read(), [])
  const [models, setModels] = useState(null), [slip, setSlip] = useState(null), [chosen, setChosen] = useState(first.more.get('model') || '')
  useEffect(() => { get('/api/models').then(found => setModels(found.map(inLanguage)), setSlip) }, [])
  if (slip) return html`<section class="room"><${Slip} slip=${slip} /></section>`
  if (!models) return html`<section class="room"><${Waiting} when=${true}>${t('reading')}<//></section>`
  const model = models.find(m => m.id === chosen) ?? models[0]
  return html`<section class="room shelf" aria-labelledby="h-shelf"><div class="lab-head"><h1 id="h-shelf">${t('shelf.title')}</h1><p>${t('shelf.deck', { n: models.length })}</p></div>
    <div class="filters"><label>${t('shelf.choose')} <select id="model" value=${model.id} onChange=${e => setChosen(e.target.value)}>${models.map(m => html`<option value=${m.id}>${m.title}</option>`)}</select></label></div>
    <${Model} key=${model.id} model=${model} set=${model.id === first.more.get('model') ? first.levers : {}} /></section>`
}
const stepOf = p => p.whole ? 1 : 10 ** Math.floor(Math.log10((p.high - p.low) / 200))
const changedOf = (values, usual) => Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== usual[name]))
function Model({ model, set }) {
  const usual = useMemo(() => Object.fromEntries(model.parameters.map(p => [p.name, p.words.length ? p.words[p.default] : p.default])), [model])
  const [values, setValues] = useState(() => ({ ...usual, ...Object.fromEntries(Object.entries(set).filter(([name]) => name in usual)) })), [found, setFound] = useState(null), [busy, setBusy] = useState(false), [slip, setSlip] = useState(null), ending = useRef()
  function run(now = values) {
    ending.current?.abort(); ending.current = new AbortController(); setBusy(true); setSlip(null)
    work('/api/models/runs', { model: model.id, values: changedOf(now, usual), seed: 1, ...isDark() ? { dark: true } : {}, ...spoken() === 'es' ? { language: 'es' } : {} }, { signal: ending.current.signal }).then(told => { setFound(told); setBusy(false) }, fault => { if (fault.name !== 'AbortError') { setSlip(fault); setBusy(false) } })
  }
  const latest = useRef(run); latest.current = run
  useEffect(() => { run(); const again = () => latest.current(); addEventListener('recolour', again); return () => { removeEventListener('recolour', again); ending.current?.abort() } }, [model])
  useEffect(() => { put(write({ room: 'shelf', levers: changedOf(values, usual), more: { model: model.id } })) }, [values])
  const begun = useRef(false) // a number that is set runs the model, once it has rested
  useEffect(() => { if (!begun.current) { begun.current = true; return } const timer = setTimeout(() => run(values), 350); return () => clearTimeout(timer) }, [values])
  return html`<div class="bench"><form class="paper" onSubmit=${e => { e.preventDefault(); run() }}><p class="asks">${model.sentence}</p>
      ${model.parameters.map(p => html`<div class=${values[p.name] !== usual[p.name] ? 'q q-lever changed' : 'q q-lever'}><label class="qq" for=${'p-' + p.name}>${p.meaning}</label>
        ${p.words.length ? html`<select id=${'p-' + p.name} value=${values[p.name]} onChange=${e => setValues({ ...values, [p.name]: e.target.value })}>${p.words.map(w => html`<option value=${w}>${word(w)}</option>`)}</select>`
          : html`<div class="slide"><input id=${'p-' + p.name} type="range" min=${p.low} max=${p.high} step=${stepOf(p)} value=${values[p.name]} onInput=${e => setValues({ ...values, [p.name]: +e.target.value })} /><output>${plain(values[p.name])}</output></div>`}</div>`)}
      <div class="paper-end"><button type="submit" class="primary">${t('shelf.run')}</button><button type="button" class="quiet" onClick=${() => { setValues(usual); run(usual) }}>${t('shelf.usual')}</button></div></form>
    <div class="result"><p class="note">${model.citation}</p>${slip && html`<${Slip} slip=${slip} />`}<${Waiting} when=${busy}>${t('running')}<//>
      ${found && html`<div class="scrolled tall" tabindex="0" role="region" aria-label=${t('shelf.picture')}><img class="model-picture" src=${`/api/works/${found.id}/picture.svg`} alt=${model.title} /></div><p class="note" id="notice">${t('shelf.notice', { notice: model.notice })}</p><table class="numbers"><caption class="vh">${t('shelf.numbers')}</caption><tbody>${Object.entries(found.summary).map(([name, value]) => html`<tr><th scope="row">${said(`model.${model.id}.s.${name}`, name.replaceAll('_', ' '))}</th><td>${plain(value)}</td></tr>`)}</tbody></table>`}</div></div>`
}
