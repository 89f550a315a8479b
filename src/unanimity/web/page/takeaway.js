// What one takes home: link, regime file, Python lines, table, picture, one page to print.
import { html, useState } from './h.js'
import { t } from './text.js'
import { post } from './api.js'

function save(name, blob) { const a = document.createElement('a'); a.href = URL.createObjectURL(blob); a.download = name; a.click(); setTimeout(() => URL.revokeObjectURL(a.href), 4000) }
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

// The small multiples and the answer as one drawing that needs nothing else
export function drawing(title, digest) {
  const charts = [...document.querySelectorAll('#multiples .mult')], W = 250, H = 232, columns = 3, pad = 24, words = title.split(' '), lines = ['']
  for (const word of words) { if ((lines.at(-1) + ' ' + word).length > 84) lines.push(word); else lines[lines.length - 1] = (lines.at(-1) + ' ' + word).trim() }
  const head = pad + lines.length * 26, width = columns * (W + pad) + pad, height = head + Math.ceil(charts.length / columns) * (H + 8) + 40
  const escape = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)
  const body = charts.map((chart, k) => {
    const svg = chart.querySelector('svg'), [, , w, h] = svg.getAttribute('viewBox').split(' ').map(Number)
    const inner = svg.innerHTML.replace(/var\((--[\w-]+)\)/g, (_, name) => css(name)).replace(/class="([^"]*)"/g, (_, c) => /lab-yours/.test(c) ? `fill="${css('--yours')}" font-weight="600"` : /lab-base/.test(c) ? `fill="${css('--base')}"` : `fill="${css('--muted')}"`)
    return `<g transform="translate(${pad + k % columns * (W + pad)} ${head + Math.floor(k / columns) * (H + 8)})"><text font-size="14" font-weight="600" fill="${css('--ink')}" y="14">${escape(chart.querySelector('h3').textContent)}</text><g transform="translate(0 22) scale(${Math.min(W / w, (H - 24) / h)})" font-size="12">${inner}</g></g>`
  }).join('')
  const told = lines.map((line, k) => `<text x="${pad}" y="${pad + 8 + 26 * k}" font-size="19" font-family="Georgia, serif" fill="${css('--ink')}">${escape(line)}</text>`).join('')
  return { width, height, text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, Arial, sans-serif"><rect width="100%" height="100%" fill="${css('--paper')}"/>${told}${body}<text x="${pad}" y="${height - 14}" font-size="11" fill="${css('--muted')}">${escape(digest)}</text></svg>` }
}
async function picture({ width, height, text }) {
  const image = new Image(), url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  await new Promise((done, lost) => { image.onload = done; image.onerror = lost; image.src = url })
  const canvas = Object.assign(document.createElement('canvas'), { width: width * 2, height: height * 2 })
  canvas.getContext('2d').drawImage(image, 0, 0, width * 2, height * 2); URL.revokeObjectURL(url)
  return new Promise(done => canvas.toBlob(done, 'image/png'))
}

export function TakeAway({ asked, run, printed, name }) {
  const [said, setSaid] = useState('')
  const title = () => document.getElementById('answer')?.textContent.replace(/\s+/g, ' ').trim() ?? '', digest = `Unanimity · ${name} · seed ${asked.seed} · ${run?.digest ?? ''}`
  const file = kind => post('/api/regime', asked).then(made => save(kind === 'toml' ? 'mine.toml' : 'mine.py', new Blob([made[kind]], { type: 'text/plain' })))
  const steps = {
    link: async () => { await navigator.clipboard?.writeText(location.href).catch(() => {}); setSaid(t('take.copied')) },
    toml: () => file('toml'), python: () => file('python'),
    csv: () => { const a = document.createElement('a'); a.href = `/api/runs/${run.id}/table.csv`; a.download = `lab-${run.id.slice(0, 8)}.csv`; a.click() },
    png: async () => save('lab.png', await picture(drawing(title(), digest))),
    svg: () => save('lab.svg', new Blob([drawing(title(), digest).text], { type: 'image/svg+xml' })),
  }
  return html`<details class="take"><summary>${t('take')}</summary><p>${Object.entries(steps).map(([kind, act]) => html`<button type="button" class="quiet" data-take=${kind} disabled=${!run} onClick=${act}>${t('take.' + kind)}</button>`)}<a class="quiet" data-take="print" href=${printed}>${t('take.print')}</a></p><p class="note" role="status">${said}</p></details>`
}
