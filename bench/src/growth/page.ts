import { safe } from '../http/svg.ts'
import type { Growth } from './growth.ts'
import { PLOT_SIZE, plotGrowth } from './plot.ts'
import { exponentText, providersText, sizeText } from './table.ts'

/** What a run found, and where. */
export interface GrowthReport {
  readonly at: string
  readonly machine: string
  readonly settings: string
  readonly growths: readonly Growth[]
}

const LIGHT = '--ink:#1c2330;--soft:#5b6575;--line:#e3e7ee;--page:#fff;--s0:#2563eb;--s1:#c2410c'
const DARK = '--ink:#e6e9ef;--soft:#a3adbb;--line:#2b3240;--page:#14181f;--s0:#7aa7f7;--s1:#f0a33c'

const COLOURS = `:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }`

const MARKS = `.grid { stroke: var(--line) } .tick { fill: var(--soft); font-size: 11px } .title { fill: var(--ink); font-size: 13px; font-weight: 600 }
.log { fill: none; stroke: var(--soft); stroke-dasharray: 3 4 }
${[0, 1].map((n) => `.l${n} { fill: none; stroke: var(--s${n}); stroke-width: 2 } .s${n} { fill: var(--s${n}) } .t${n} { fill: var(--s${n}); font-size: 12px }`).join('\n')}`

const PAGE_STYLE = `${COLOURS}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin-bottom: .25rem } h2 { font-size: 1.1rem; margin-top: 2.5rem } p, .legend { color: var(--soft) }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: 1.5rem }
svg { width: 100%; height: auto } .legend i { display: inline-block; width: 1rem; height: 3px; margin-right: .4rem; vertical-align: middle } .legend span { margin-right: 1.2rem; white-space: nowrap }
.legend .i0 { background: var(--s0) } .legend .i1 { background: var(--s1) } .legend .il { background: repeating-linear-gradient(90deg, var(--soft) 0 3px, transparent 3px 7px) }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap } th:first-child, td:first-child { text-align: left }
${MARKS}`

const byOperation = (growths: readonly Growth[]): readonly (readonly Growth[])[] => [
  ...Map.groupBy(growths, ({ operation }) => operation).values(),
]

const legendOf = (growths: readonly Growth[]): readonly string[] =>
  (byOperation(growths)[0] ?? []).map(({ providers }) => providersText(providers))

function table(growths: readonly Growth[]): string {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${safe(cell)}</${tag}>`).join('')}</tr>`
  const head = ['bookings', ...(growths[0]?.costs ?? []).map((cost) => sizeText(cost.bookings))]
  const body = growths.map((growth) =>
    row('td', [
      growth.operation,
      ...growth.costs.map(
        (cost) =>
          `${cost.cpuMilliseconds.toFixed(2)} (${cost.p50Milliseconds.toFixed(2)}; ${cost.readKilobytes.toFixed(1)})`,
      ),
      exponentText(growth),
      growth.verdict,
    ]),
  )
  return `<div class="scroll"><table>${row('th', [...head, 'exponent', ''])}${body.join('')}</table></div>`
}

/** What the figures are. */
const explanation = (growths: readonly Growth[]): string => {
  const ofLogarithm = growths[0]?.exponentOfLogarithm ?? 0
  return `Milliseconds of the server's CPU time for a request, by the number of bookings in the store. Below each plot the exponent of the growth, with its standard error: 0 is constant, 1 linear. Between these sizes, the logarithm (dashed) has ${ofLogarithm.toFixed(3)}.`
}

/** The report as one self-contained HTML page. */
export function pageOf({ at, machine, settings, growths }: GrowthReport): string {
  const plots = byOperation(growths).map(
    (each) =>
      `<svg viewBox="0 0 ${PLOT_SIZE.width} ${PLOT_SIZE.height}" role="img" aria-label="${safe(each[0]?.operation ?? '')}">${plotGrowth(each)}</svg>`,
  )
  const legend = legendOf(growths).map(
    (text, series) => `<span><i class="i${series}"></i>${text}</span>`,
  )
  const tables = [...Map.groupBy(growths, ({ providers }) => providers)].map(
    ([providers, each]) => `<h2>${providersText(providers)}</h2>${table(each)}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holdfast: how cost grows</title><style>${PAGE_STYLE}</style></head><body>
<h1>How cost grows</h1>
<p>${safe(at)} · ${safe(machine)} · ${safe(settings)}</p>
<p>${safe(explanation(growths))}</p>
<p class="legend">${legend.join('')}<span><i class="il"></i>logarithm</span></p>
<div class="plots">${plots.join('\n')}</div>
${tables.join('\n')}
<p>In the tables: CPU time in ms, and in brackets the median time to the answer in ms and the kilobytes that the server read from files and sockets.</p>
</body></html>
`
}

const COLUMNS = 3
const GAP = 24
const HEAD = 64

/** The plots as one picture for the documentation. */
export function pictureOf({ growths }: GrowthReport): string {
  const operations = byOperation(growths)
  const rows = Math.ceil(operations.length / COLUMNS)
  const width = COLUMNS * (PLOT_SIZE.width + GAP) + GAP
  const height = HEAD + rows * (PLOT_SIZE.height + GAP)
  const plots = operations.map((each, place) => {
    const x = GAP + (place % COLUMNS) * (PLOT_SIZE.width + GAP)
    const y = HEAD + Math.floor(place / COLUMNS) * (PLOT_SIZE.height + GAP)
    return `<g transform="translate(${x} ${y})">${plotGrowth(each)}</g>`
  })
  const legend = legendOf(growths).map(
    (text, series) => `<text class="t${series}" x="${GAP + series * 130}" y="46">● ${text}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif">
<title id="title">Milliseconds of CPU time for a request, by the number of bookings in the store</title>
<style>${COLOURS}
${MARKS}</style>
<rect width="${width}" height="${height}" fill="var(--page)"/>
<text class="title" x="${GAP}" y="24">Milliseconds of the server's CPU time for a request, by the number of bookings in the store</text>
${legend.join('')}<text class="tick" x="${GAP + 270}" y="46">dashed: the logarithm; below each plot: exponent of the growth (0 constant, 1 linear)</text>
${plots.join('\n')}
</svg>
`
}
