import type { Goal } from './goals.ts'
import type { Share } from './layers.ts'
import type { Measurement } from './measure.ts'
import { type Finding, type Report, rowOf } from './report.ts'
import { bars, type Mark, safe, spans } from './svg.ts'

/** The report as one self-contained HTML page. */

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #667085; --line: #e3e7ee; --page: #fff;
  --s0: #2563eb; --s1: #7aa7f7; --s2: #6b7280; --s3: #d97706; --good: #15803d; --bad: #b91c1c }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #2b3240; --page: #14181f;
  --s0: #6c9bff; --s1: #35528f; --s2: #8b93a1; --s3: #f0a33c; --good: #4ade80; --bad: #f87171 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin-bottom: .25rem } h2 { font-size: 1.1rem; margin-top: 2.5rem }
p, figcaption, .legend { color: var(--soft); font-size: .9rem }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 1.5rem } figure { margin: 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left } th { font-weight: 600 }
.goals th, .goals td { text-align: left; white-space: normal } .met { color: var(--good) } .missed { color: var(--bad); font-weight: 600 }
.legend span { margin-right: 1.2rem } .legend i { display: inline-block; width: .7rem; height: .7rem; border-radius: 2px; margin-right: .4rem }
svg { width: 100%; height: auto } .grid { stroke: var(--line) } .tick { fill: var(--soft); font-size: 11px }
.spread { stroke: var(--ink); stroke-width: 1.2 } .span line { stroke-width: 2 } .open { fill: var(--page); stroke-width: 2 }
.share { display: grid; grid-template-columns: 16rem 1fr 4rem; gap: .6rem; font-size: .85rem; align-items: center }
.share b { display: block; height: .7rem; background: var(--s0); border-radius: 2px } .share span:last-child { text-align: right }
${[0, 1, 2, 3].map((n) => `.s${n} { fill: var(--s${n}); stroke: var(--s${n}) } rect.s${n} { stroke: none } i.s${n} { background: var(--s${n}) }`).join('\n')}
`

const table = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const names = Object.keys(rows[0] ?? {})
  const cells = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${safe(text)}</${tag}>`).join('')}</tr>`
  const body = rows.map((row) =>
    cells(
      'td',
      names.map((name) => row[name] ?? ''),
    ),
  )
  return `<div class="scroll"><table>${cells('th', names)}${body.join('')}</table></div>`
}

function plots({ measurements, counted }: Finding): string {
  const names = [...new Set(measurements.map(({ contender }) => contender))]
  const groups = [...new Set(measurements.map(({ connections }) => String(connections)))]
  const mark = (each: Measurement): Omit<Mark, 'value' | 'from' | 'to'> => ({
    group: String(each.connections),
    series: names.indexOf(each.contender),
    label: `${each.contender}, ${each.connections} connections: ${Math.round(each.perSecond.median)}/s, p50 ${each.p50.toFixed(2)} ms, p99 ${each.p99.toFixed(2)} ms`,
  })
  const rates = measurements.map((each) => {
    const { median, least, most } = each.perSecond
    return { ...mark(each), value: median, from: least, to: most }
  })
  const times = measurements
    .filter(({ done }) => done > 0)
    .map((each) => ({ ...mark(each), value: each.p50, from: each.p50, to: each.p99 }))
  const legend = names.map((name, n) => `<span><i class="s${n}"></i>${safe(name)}</span>`)
  return `<p class="legend">${legend.join('')}</p><div class="plots">
<figure>${bars(rates, groups, 'connections')}<figcaption>${safe(counted)} per second: median of the rounds, with a thin line from minimum to maximum</figcaption></figure>
<figure>${spans(times, groups, 'connections')}<figcaption>milliseconds on a logarithmic scale, from p50 (filled) to p99 (open)</figcaption></figure></div>`
}

const LEAST_SHARE = 0.005

const shares = (layers: readonly Share[]): string =>
  layers.length === 0
    ? ''
    : `<p>CPU time of the server by layer, 16 connections:</p>${layers
        .filter(({ share }) => share >= LEAST_SHARE)
        .map(({ name, share }) => {
          const percent = `${(share * 100).toFixed(1)} %`
          return `<div class="share"><span>${safe(name)}</span><span><b style="width:${percent.replace(' ', '')}"></b></span><span>${percent}</span></div>`
        })
        .join('')}`

const goals = (list: readonly Goal[]): string =>
  `<h2>Goals</h2><table class="goals"><tr><th>goal</th><th>target</th><th>result</th><th></th></tr>${list
    .map(
      ({ what, wanted, reached, isMet }) =>
        `<tr><td>${safe(what)}</td><td>${safe(wanted)}</td><td>${safe(reached)}</td><td class="${isMet ? 'met' : 'missed'}">${isMet ? 'reached' : 'missed'}</td></tr>`,
    )
    .join('')}</table>`

/** The page of a report. */
export const pageOf = (report: Report): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Holdfast: HTTP benchmarks</title><style>${STYLE}</style></head><body>
<h1>HTTP benchmarks</h1>
<p>${safe(report.at)} · ${safe(report.machine)} · ${safe(report.settings)}</p>
${report.notes.map((note) => `<p>${safe(note)}</p>`).join('')}
${goals(report.goals)}
${report.findings
  .map(
    (finding) =>
      `<h2>${safe(finding.title)}</h2>${plots(finding)}${table(finding.measurements.map(rowOf))}${shares(finding.layers)}`,
  )
  .join('\n')}
</body></html>
`
