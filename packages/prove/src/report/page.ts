import { FAULTS, type FaultName } from '../run/faults.ts'
import type { RecordedRun } from '../run/history.ts'
import type { RecordedCell } from '../run/run-report.ts'
import { axisOf } from './axis.ts'
import { drawTimeline } from './draw.ts'
import { explanationOf } from './explain.ts'
import { escaped, listOf } from './html.ts'
import { namesOf } from './names.ts'
import { STYLE } from './style.ts'
import { timelineOf } from './timeline.ts'

/** The name of the page in the folder of its run. */
export const PAGE_FILE = 'report.html'

/** A page has at most so many timelines. */
const MAX_CELLS = 3

/** A run as an HTML page that needs no other file and no script. */
export function pageOf(run: RecordedRun): string {
  const { counts, violations, cells, command } = run
  const isClean = counts.violations === 0
  const heading = `${plural(counts.violations, 'violation')} in ${number(counts.operations)} operations`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Proof run ${run.seed}: ${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 class="${isClean ? 'good' : 'alarm'}">${heading}</h1>
<p class="quiet">${escaped(subtitleOf(run))}</p>
${factsOf(run)}
<h2>Repeat this run</h2>
<code class="command">${escaped(command)}</code>
<p class="quiet">The seed repeats the requests and the faults. Processes still race, so their timing differs.</p>
${violations.length === 0 ? '' : `<h2>Violations</h2>${listOf('ol', violations.map(violationText))}`}
<h2>Faults</h2>
${faultsOf(run)}
${cells
  .slice(0, MAX_CELLS)
  .map((cell) => cellOf(run, cell))
  .join('')}
</main>
</body>
</html>
`
}

const number = (value: number): string => value.toLocaleString('en-US')

const plural = (count: number, noun: string): string =>
  count === 0 ? `No ${noun}s` : `${number(count)} ${noun}${count === 1 ? '' : 's'}`

function subtitleOf(run: RecordedRun): string {
  const { store, serverCount, seed, startedAt, bug, wasInterrupted } = run
  const day = new Date(startedAt).toISOString().slice(0, 10)
  const planted = bug === undefined ? '' : ` The servers had the planted bug ${bug}.`
  const early = wasInterrupted ? ' It was ended early; what it did until then was checked.' : ''
  const servers = serverCount === 1 ? '1 server' : `${serverCount} servers`
  return `Proof run of ${day}: ${servers} on one store (${store}), seed ${seed}.${planted}${early}`
}

function factsOf({ counts, seconds, eventCount, slowest }: RecordedRun): string {
  const minutes = Math.floor(seconds / 60)
  const facts = [
    ['Operations', number(counts.operations)],
    ['Without an outcome', number(counts.unknown)],
    ['Faults', number(counts.faults)],
    ['Histories checked', number(counts.cells)],
    ['Undecided', number(counts.undecided)],
    ['Violations', number(counts.violations)],
    ['Events in the log', number(eventCount)],
    ['Slowest operation', `${(slowest.operationMilliseconds / 1000).toFixed(1)} s`],
    [
      'Duration',
      minutes > 0 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.round(seconds)} s`,
    ],
  ]
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

const violationText = ({ kind, shape, text, cell }: RecordedRun['violations'][number]): string =>
  `${kind}${shape ? ` (${shape})` : ''}: ${text}${cell === undefined ? '' : `, in history ${cell}`}`

const WHAT_FAULTS_DO: Readonly<Record<FaultName, string>> = {
  kill: 'A server is killed (kill -9) and starts again.',
  pause: 'A server stands still (SIGSTOP).',
  clock: 'The clock of a server is wrong, then steps back.',
  lapse: 'All clocks move forward, so that holds end.',
  store: 'The process of the store is killed and starts again.',
  network: 'Requests to the store are lost, late or repeated, or their answers are lost.',
  stale: 'Reads of the store that may be old are up to a second old.',
  disk: 'The disk is full for a server.',
  connection: 'Connections between clients and servers break.',
  receiver: 'The receiver of webhooks answers with errors, or not at all.',
}

function faultsOf({ faults }: RecordedRun): string {
  if (faults.length === 0) return '<p>None.</p>'
  const rows = FAULTS.flatMap((name) => {
    const times = faults.filter((fault) => fault.name === name).length
    return times === 0
      ? []
      : `<tr><th scope="row">${name}</th><td>${number(times)}</td><td>${WHAT_FAULTS_DO[name]}</td></tr>`
  })
  return (
    '<table><thead><tr><th scope="col">Fault</th><th scope="col">Times</th><th scope="col">Effect</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table>`
  )
}

const LEGEND = [
  ['changing', 'request without an answer yet'],
  ['held', 'held'],
  ['confirmed', 'confirmed'],
  ['done', 'request done'],
  ['refused', 'request refused'],
  ['unknown', 'request without an outcome'],
] as const

function legend(): string {
  const items = LEGEND.map(
    ([kind, text]) =>
      `<li><svg width="14" height="14" aria-hidden="true"><rect class="bar ${kind}" width="14" height="14"/></svg>${text}</li>`,
  )
  const cross =
    '<li><svg width="14" height="14" class="mark" aria-hidden="true"><path d="M3 3l8 8m0 -8l-8 8"/></svg>time refused</li>'
  return `<ul class="legend">${items.join('')}${cross}</ul>`
}

const ABOUT_VERDICT = {
  linearizable: 'One order of all its operations explains every answer.',
  undecided:
    'The search for an order of its operations took too many steps, so this history is undecided.',
  violation: 'No order of its operations explains every answer.',
} as const

function cellOf(run: RecordedRun, cell: RecordedCell): string {
  const { operations, number: cellNumber, shape, verdict } = cell
  const times = operations.map(({ invokedAt }) => invokedAt)
  const names = namesOf(cell, axisOf(Math.min(...times), Math.max(...times), run.faults))
  const explanation = explanationOf(cell, names)
  const rows = operations
    .toSorted((a, b) => a.invokedAt - b.invokedAt)
    .map((operation) => {
      const isConcerned = cell.stuckIds?.includes(operation.id)
      const sentence = escaped(names.sentence(operation))
      return `<li>${isConcerned ? `<strong class="alarm">${sentence}</strong>` : sentence}</li>`
    })
  return `<h2>History ${cellNumber} of ${number(run.counts.cells)}: ${shape}</h2>
<p>${ABOUT_VERDICT[verdict]} The bars show when each booking had the time of a row, along the time of the run.</p>
${explanation ? explanationText(explanation) : ''}
${legend()}
${drawTimeline(timelineOf(cell, run.faults, run.serverCount))}
<details><summary>All ${operations.length} operations</summary><ol>${rows.join('')}</ol></details>
`
}

const explanationText = ({
  explained,
  bookings,
  stuck,
}: NonNullable<ReturnType<typeof explanationOf>>): string => `<h3>What is right so far</h3>
${listOf('ol', explained)}
<h3>The bookings then</h3>
${bookings.length === 0 ? '<p>None.</p>' : listOf('ul', bookings)}
<h3>What cannot come next</h3>
${listOf('ul', stuck)}`
