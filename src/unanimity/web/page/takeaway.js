// What one takes home: link, regime file, Python lines, table, picture, one page to print.
import { html, useState } from './h.js'
import { t } from './text.js'
import { post } from './api.js'

function save(name, blob) { const a = document.createElement('a'); a.href = URL.createObjectURL(blob); a.download = name; a.click(); setTimeout(() => URL.revokeObjectURL(a.href), 4000) }
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

// Words are laid into lines by their width, with some room for the letters of another machine
const SANS = 'system-ui, Arial, sans-serif', SERIF = 'Georgia, serif', ROOM = .92
const ruler = document.createElement('canvas').getContext('2d')
const widthOf = (text, font) => { ruler.font = font; return ruler.measureText(text).width }
export function wrap(text, font, most) {
  const lines = [], fits = line => widthOf(line, font) <= most * ROOM
  for (let word of text.split(' ')) {
    if (lines.length && fits(`${lines.at(-1)} ${word}`)) { lines[lines.length - 1] += ' ' + word; continue }
    while (!fits(word)) { let k = word.length - 1; while (k > 1 && !fits(word.slice(0, k))) k--; lines.push(word.slice(0, k)); word = word.slice(k) }
    lines.push(word)
  }
  return lines
}

// where the entries of a legend stand: beside each other, in as many rows as they need
function beside(legend, most) {
  let x = 0, row = 0
  return legend.map(([, text]) => { const wide = 30 + widthOf(text, `12.5px ${SANS}`) / ROOM; if (x && x + wide > most) { x = 0; row++ } const spot = { x, row }; x += wide + 18; return spot })
}

// The answer, the small multiples, their legend and their source as one drawing that needs nothing else
export function drawing({ title, legend, source }) {
  const charts = [...document.querySelectorAll('#multiples .mult')], W = 262, columns = 3, pad = 26, width = columns * (W + pad) + pad
  const escape = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`), ink = css('--ink'), muted = css('--muted')
  const lines = wrap(title, `19px ${SERIF}`, width - 2 * pad), key = pad + lines.length * 26 + 18, spots = beside(legend, width - 2 * pad), head = key + 24 + 20 * spots.at(-1).row, rows = charts.map(chart => wrap(chart.querySelector('h3').textContent, `600 13.5px ${SANS}`, W)), tall = 40 + 200
  const body = charts.map((chart, k) => {
    const svg = chart.querySelector('svg'), [, , w, h] = svg.getAttribute('viewBox').split(' ').map(Number)
    const inner = svg.innerHTML.replace(/var\((--[\w-]+)\)/g, (_, name) => css(name)).replace(/<text([^>]*?)class="([^"]*)"/g, (_, rest, c) => `<text${rest}font-size="${/tick/.test(c) ? 10.5 : 12.5}" ` + (/lab-yours/.test(c) ? `fill="${css('--yours')}" font-weight="600"` : /lab-base/.test(c) ? `fill="${css('--base')}"` : `fill="${muted}"`)).replace(/ class="[^"]*"/g, '')
    const titles = rows[k].map((line, j) => `<text font-size="13.5" font-weight="600" fill="${ink}" y="${12 + 16 * j}">${escape(line)}</text>`).join('')
    return `<g transform="translate(${pad + k % columns * (W + pad)} ${head + Math.floor(k / columns) * tall})">${titles}<g transform="translate(0 40) scale(${Math.min(W / w, 190 / h)})">${inner}</g></g>`
  }).join('')
  const foot = head + Math.ceil(charts.length / columns) * tall + 12, sources = source.flatMap(text => wrap(text, `11px ${SANS}`, width - 2 * pad)), height = foot + sources.length * 15 + 12
  const marks = { base: `<line x2="24" y1="-4" y2="-4" stroke="${css('--base')}" stroke-width="2" stroke-dasharray="5 3"/>`, yours: `<line x2="24" y1="-4" y2="-4" stroke="${css('--yours')}" stroke-width="3"/>`, one: `<line x2="24" y1="-4" y2="-4" stroke="${css('--base')}" stroke-width="1" opacity=".5"/>`, counted: `<line x2="24" y1="-4" y2="-4" stroke="${css('--ink')}" stroke-width="4"/>`, interval: `<rect width="24" height="11" y="-10" fill="${css('--diff')}" stroke="${css('--yours')}" stroke-width=".5"/>` }
  const legends = legend.map(([mark, text], k) => `<g transform="translate(${pad + spots[k].x} ${key + 20 * spots[k].row})">${marks[mark]}<text x="30" font-size="12.5" fill="${muted}">${escape(text)}</text></g>`).join('')
  const told = lines.map((line, k) => `<text x="${pad}" y="${pad + 10 + 26 * k}" font-size="19" font-family="${SERIF}" fill="${ink}">${escape(line)}</text>`).join('')
  const ends = sources.map((line, k) => `<text x="${pad}" y="${foot + 15 * k}" font-size="11" fill="${muted}">${escape(line)}</text>`).join('')
  return { width, height, text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${SANS}"><rect width="100%" height="100%" fill="${css('--paper')}"/>${told}${legends}${body}${ends}</svg>` }
}
async function picture({ width, height, text }) {
  const image = new Image(), url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  await new Promise((done, lost) => { image.onload = done; image.onerror = lost; image.src = url })
  const canvas = Object.assign(document.createElement('canvas'), { width: width * 2, height: height * 2 })
  canvas.getContext('2d').drawImage(image, 0, 0, width * 2, height * 2); URL.revokeObjectURL(url)
  return new Promise(done => canvas.toBlob(done, 'image/png'))
}

export function TakeAway({ asked, run, printed, name, about, result }) {
  const [said, setSaid] = useState('')
  const words = () => ({ title: document.getElementById('answer')?.textContent.replace(/\s+/g, ' ').trim() ?? '',
    legend: [['base', t('as.now')], ...result.same ? [] : [['yours', t('your.rules')]], ['one', t('one.line')], ...result.pairs ? [['counted', t('months.bar')]] : [], ...result.same || !result.pairs ? [] : [['interval', t('interval', { n: result.pairs.pairs })]]],
    source: [t('legend.source', { version: about?.version ?? '', order: name, a: result.pairs?.seeds?.[0] ?? asked.seed, b: result.pairs?.seeds?.[1] ?? asked.seed, digest: (result.pairs?.digest ?? run?.digest ?? '').slice(0, 16) }) + ' ' + (document.getElementById('counted')?.textContent ?? t('one.so.far')), t('legend.address', { address: `unanimity lab, ${location.hash}` })] })
  const file = kind => post('/api/regime', asked).then(made => save(kind === 'toml' ? 'mine.toml' : 'mine.py', new Blob([made[kind]], { type: 'text/plain' })))
  const steps = {
    link: async () => { await navigator.clipboard?.writeText(location.href).catch(() => {}); setSaid(t('take.copied')) },
    toml: () => file('toml'), python: () => file('python'),
    csv: () => { const a = document.createElement('a'); a.href = `/api/runs/${run.id}/table.csv`; a.download = `lab-${run.id.slice(0, 8)}.csv`; a.click() },
    png: async () => save('lab.png', await picture(drawing(words()))),
    svg: () => save('lab.svg', new Blob([drawing(words()).text], { type: 'image/svg+xml' })),
  }
  return html`<details class="take"><summary>${t('take')}</summary><p>${Object.entries(steps).map(([kind, act]) => html`<button type="button" class="quiet" data-take=${kind} disabled=${!run} onClick=${act}>${t('take.' + kind)}</button>`)}<a class="quiet" data-take="print" href=${printed}>${t('take.print')}</a></p><p class="note" role="status">${said}</p></details>`
}
