// Any measure of the model as a moving curve: yours and the present rules, drawn as far as the month that is shown.
/* global uPlot */
import { html, useEffect, useRef, useState } from './h.js'
import { t, has, said, number } from './text.js'
import { world } from './api.js'

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const name = measure => has('any.title.' + measure) ? t('any.title.' + measure) : said('measure.' + measure, measure.replaceAll('_', ' '))

export function Follow({ info, measures, asked, askedBase, month, months, same, chosen, onChoose }) {
  const box = useRef(), plot = useRef(), [data, setData] = useState(null)
  useEffect(() => {
    const ending = new AbortController()
    Promise.all([askedBase, asked].map(one => world(one, { measures: [chosen], signal: ending.signal }))).then(([a, b]) => setData({ chosen, a: a.series[chosen]?.country ?? [], b: b.series[chosen]?.country ?? [] }), () => {})
    return () => ending.abort()
  }, [JSON.stringify([asked, askedBase]), chosen])
  useEffect(() => {
    if (!data || typeof uPlot === 'undefined') return
    const make = () => {
      plot.current?.destroy()
      const axis = { stroke: css('--muted'), grid: { stroke: css('--faint'), width: 1 }, ticks: { show: false }, font: '12.5px sans-serif' }
      plot.current = new uPlot({ width: box.current.clientWidth, height: 220, cursor: { y: false }, legend: { show: false }, scales: { x: { time: false, range: [0, months - 1] } },
        axes: [{ ...axis, incrs: [1, 2, 3, 6, 12, 24, 48, 120], values: (_, all) => all.map(v => number(v)) }, { ...axis, size: 60, values: (_, all) => all.map(v => number(v, Math.abs(all.at(-1)) < 5 ? 2 : 0)) }],
        series: [{}, { stroke: css('--base'), width: 1.7, dash: [5, 3], points: { show: false } }, { stroke: css('--yours'), width: 2.6, show: !same, points: { show: false } }] }, cut(data, month, months), box.current)
    }
    make()
    const watch = new ResizeObserver(() => box.current && plot.current?.setSize({ width: box.current.clientWidth, height: 220 })); watch.observe(box.current)
    addEventListener('recolour', make)
    return () => { watch.disconnect(); removeEventListener('recolour', make); plot.current?.destroy(); plot.current = null }
  }, [data, same, months])
  useEffect(() => { if (data) plot.current?.setData(cut(data, month, months), true) }, [month, data])
  const told = measures.find(m => m.name === chosen)
  return html`<section class="follow"><h3>${t('follow')}</h3><label class="vh" for="followed">${t('follow.label')}</label>
    <select id="followed" value=${chosen} onChange=${e => onChoose(e.target.value)}>${info.measures.map(m => html`<option value=${m}>${name(m)}</option>`)}</select>
    <p class="note">${told ? `${said(`measure.${chosen}.meaning`, told.meaning)} (${said('unit.' + told.unit, told.unit)})` : ''} ${t('follow.one', { seed: asked.seed })}</p><div ref=${box} class="moving" role="img" aria-label=${t('mult.label', { title: name(chosen), now: number(data?.a[month], 2), yours: number(data?.b[month], 2) })}></div></section>`
}
const cut = ({ a, b }, month, months) => [Array.from({ length: months }, (_, m) => m), ...[a, b].map(side => Array.from({ length: months }, (_, m) => m <= month ? side[m] ?? null : null))]
