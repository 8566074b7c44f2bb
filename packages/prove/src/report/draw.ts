import { FAULTS } from '../run/faults.ts'
import { escaped } from './html.ts'
import type { Bar, Mark, Row, Timeline } from './timeline.ts'

/** The width of the drawing without its labels, in pixels. */
const PLOT_WIDTH = 1060
const LABEL_WIDTH = 84
const LINE_HEIGHT = 18
const ROW_GAP = 6
const HEADING_HEIGHT = 30
const AXIS_HEIGHT = 26
/** A bar with less has no text in it. */
const CHARACTER_WIDTH = 7
const MIN_BAR_WIDTH = 2
const TICKS = 10

interface Drawn {
  readonly labels: string
  readonly plot: string
  readonly height: number
}

/**
 * A timeline as two drawings side by side: the labels of its rows, which stay in view, and the bars, which scroll on
 * a narrow screen.
 */
export function drawTimeline(timeline: Timeline): string {
  const { length, faults, times, clients, title } = timeline
  const x = (at: number) => (at / length) * PLOT_WIDTH
  const parts = [
    section('Faults', faults, x),
    section(title, times, x),
    section('Requests of clients', clients, x),
  ]
  let height = 0
  const labels: string[] = []
  const plots: string[] = []
  for (const part of parts) {
    labels.push(`<g transform="translate(0 ${height})">${part.labels}</g>`)
    plots.push(`<g transform="translate(0 ${height})">${part.plot}</g>`)
    height += part.height
  }
  const stripes = faults
    .flatMap(({ lines }) => lines.flat())
    .map((bar) => `<rect class="stripe ${bar.kind}"${span(bar, x)} y="0" height="${height}"/>`)
  return (
    `<div class="timeline" role="region" aria-label="Timeline: ${escaped(title)}" tabindex="0">` +
    `<svg class="labels" width="${LABEL_WIDTH}" height="${height + AXIS_HEIGHT}" aria-hidden="true">${labels.join('')}</svg>` +
    `<svg width="${PLOT_WIDTH}" height="${height + AXIS_HEIGHT}" role="img" aria-label="${escaped(title)}: the table below has the same operations">` +
    `${stripes.join('')}${axis(length, height, x)}${plots.join('')}</svg></div>`
  )
}

function section(heading: string, rows: readonly Row[], x: (at: number) => number): Drawn {
  let top = HEADING_HEIGHT
  const labels: string[] = []
  const plots: string[] = [`<text class="heading" x="4" y="20">${escaped(heading)}</text>`]
  for (const { label, lines, marks } of rows) {
    const bottom = top + lines.length * LINE_HEIGHT
    labels.push(
      `<text x="${LABEL_WIDTH - 8}" y="${top + 13}" text-anchor="end">${escaped(label)}</text>`,
    )
    plots.push(
      `<line class="row" x1="0" x2="${PLOT_WIDTH}" y1="${bottom + ROW_GAP / 2}" y2="${bottom + ROW_GAP / 2}"/>`,
    )
    for (const [index, line] of lines.entries()) {
      const y = top + index * LINE_HEIGHT + 1
      plots.push(...line.map((bar) => drawBar(bar, y, x)))
    }
    plots.push(...marks.map((mark) => drawMark(mark, top + LINE_HEIGHT / 2, x)))
    top = bottom + ROW_GAP
  }
  return { labels: labels.join(''), plot: plots.join(''), height: top + 4 }
}

const rounded = (value: number): number => Math.round(value * 10) / 10

const widthOf = ({ from, to }: Pick<Bar, 'from' | 'to'>, x: (at: number) => number): number =>
  Math.max(MIN_BAR_WIDTH, rounded(x(to) - x(from)))

const span = (bar: Pick<Bar, 'from' | 'to'>, x: (at: number) => number): string =>
  ` x="${rounded(x(bar.from))}" width="${widthOf(bar, x)}"`

const isFault = (kind: Bar['kind']): boolean => FAULTS.some((name) => name === kind)

function drawBar(bar: Bar, y: number, x: (at: number) => number): string {
  const { kind, text, title, isConcerned } = bar
  const hasText = kind !== 'changing' && widthOf(bar, x) > text.length * CHARACTER_WIDTH + 4
  const label = hasText
    ? `<text class="${isFault(kind) ? 'on-fault' : `on-${kind}`}" x="${rounded(x(bar.from)) + 4}" y="${y + 12}">${escaped(text)}</text>`
    : ''
  return (
    `<g><title>${escaped(title)}</title>` +
    `<rect class="bar ${kind}${isConcerned ? ' concerned' : ''}"${span(bar, x)} y="${y}" height="${LINE_HEIGHT - 2}"/>${label}</g>`
  )
}

function drawMark({ at, title, isConcerned }: Mark, y: number, x: (at: number) => number): string {
  const cx = Math.min(PLOT_WIDTH - 5, Math.max(5, rounded(x(at))))
  return (
    `<g class="mark${isConcerned ? ' concerned' : ''}"><title>${escaped(title)}</title>` +
    `<path d="M${cx - 4} ${y - 4}l8 8m0 -8l-8 8"/></g>`
  )
}

/** Ticks at round seconds. */
function axis(length: number, height: number, x: (at: number) => number): string {
  const step = roundStep(length / TICKS)
  const ticks: string[] = []
  for (let at = 0; at <= length; at += step) {
    const px = rounded(x(at))
    const anchor = px > PLOT_WIDTH - 40 ? 'end' : 'start'
    ticks.push(
      `<line class="tick" x1="${px}" x2="${px}" y1="0" y2="${height + 6}"/>` +
        `<text x="${px}" y="${height + 20}" text-anchor="${anchor}">${secondsText(at)}</text>`,
    )
  }
  return ticks.join('')
}

const secondsText = (milliseconds: number): string =>
  `${Number((milliseconds / 1000).toFixed(2))} s`

/** The next of 1, 2 and 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power
}
