// One person, two worlds: two strips of months, as it is now and under your rules, with sentences below.
import { html, useMemo } from './h.js'
import { t } from './text.js'
import { nameAt, standing, TIES } from './people.js'
import { life, unitWords } from './told.js'

const trait = (value, name) => t(`trait.${name}.${value > 115 ? 'high' : value < 60 ? 'low' : 'middle'}`)

export function Life({ order, base, own, who, month, same, onPick }) {
  const society = base.society
  const tell = world => { const states = Array.from({ length: world.months }, (_, m) => standing(world.film, m, who)); return { states, words: life(order, world, who, states, month), quiet: states.filter(s => s === 1).length } }
  const A = useMemo(() => tell(base), [base, who, base.came?.length && month]), B = useMemo(() => same ? null : tell(own), [own, who, same, own?.came?.length && month])
  const strip = (x, title) => html`<div class="strip"><h4>${title} <span>${t('life.quiet', { n: x.quiet, all: x.states.length })}</span></h4>
    <div class="months" role="img" aria-label=${x.words.join(' ')}>${x.states.map((s, m) => html`<i class=${`m${s}${m === month ? ' now' : ''}`}></i>`)}</div><p>${x.words.join(' ')}</p></div>`
  const ties = society.tiesOf(who)
  return html`<article class="life" id="life" aria-live="polite"><div><h3>${nameAt(base, who, month) || t('status.vacant')}</h3>
      <p class="note">${t(`${order}.member`, { unit: '' }) !== `${order}.member` ? t(`${order}.member`, { unit: unitWords(order, society, society.cellOf[who]) }) : t('life.of', { unit: unitWords(order, society, society.cellOf[who]) })} ${trait(society.traits.courage[who], 'courage')}; ${trait(society.traits.conviction[who], 'conviction')}; ${trait(society.traits.ambition[who], 'ambition')}.</p>
      <p class="stripkey"><span><i class="m0"></i>${t('life.0')}</span><span><i class="m1"></i>${t('life.1')}</span><span><i class="m2"></i>${t('life.2')}</span>${[A, B].some(x => x?.states.includes(3)) && html`<span><i class="m3"></i>${t('life.3')}</span>`}</p></div>
    <div>${strip(A, t('as.now'))}${B && strip(B, t('under.yours'))}
      <p class="tied">${t('life.ties')} ${ties.map(([other, kind], k) => html`${k ? ', ' : ''}<button type="button" class="name" onClick=${() => onPick(other)}>${nameAt(base, other, month)}</button> (${t('tie.' + TIES[kind])})`)}.</p></div></article>`
}
