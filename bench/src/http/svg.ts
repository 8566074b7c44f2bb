/** Plots as SVG text. Colors and fonts come from the page. */

/** Escapes text for elements and attributes. */
export const safe = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** One mark of a plot, with its group and its series number. */
export interface Mark {
  readonly group: string
  readonly series: number
  readonly value: number
  /** The ends of its line: the range of a bar, or the p50 and p99 of a span. */
  readonly from: number
  readonly to: number
  readonly label: string
}

const WIDTH = 460
const HEIGHT = 220
const LEFT = 52
const TOP = 12
const BOTTOM = 34
const PLOT_WIDTH = WIDTH - LEFT - 8
const PLOT_HEIGHT = HEIGHT - TOP - BOTTOM

/** The smallest 1, 2 or 5 times a power of ten at or above a value. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

interface Axis {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

function linearAxis(most: number): Axis {
  const step = niceAbove(most / 4)
  const top = Math.ceil(most / step) * step
  const count = Math.round(top / step)
  return {
    at: (value) => TOP + PLOT_HEIGHT * (1 - value / top),
    ticks: Array.from({ length: count + 1 }, (_, place) => place * step),
  }
}

function logAxis(least: number, most: number): Axis {
  const low = Math.floor(Math.log10(least))
  const high = Math.max(Math.ceil(Math.log10(most)), low + 1)
  return {
    at: (value) => TOP + PLOT_HEIGHT * (1 - (Math.log10(value) - low) / (high - low)),
    ticks: Array.from({ length: high - low + 1 }, (_, place) => 10 ** (low + place)),
  }
}

const px = (value: number): string => value.toFixed(1)

function frame(axis: Axis, groups: readonly string[], unit: string, body: string): string {
  const lines = axis.ticks.map((tick) => {
    const y = px(axis.at(tick))
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - 8}" y1="${y}" y2="${y}"/><text class="tick" x="${LEFT - 6}" y="${y}" dy="0.32em" text-anchor="end">${tick.toLocaleString('en')}</text>`
  })
  const slot = PLOT_WIDTH / groups.length
  const names = groups.map(
    (group, place) =>
      `<text class="tick" x="${px(LEFT + slot * (place + 0.5))}" y="${HEIGHT - 16}" text-anchor="middle">${safe(group)}</text>`,
  )
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${safe(unit)}">${lines.join('')}${body}${names.join('')}<text class="tick" x="${LEFT}" y="${HEIGHT - 2}">${safe(unit)}</text></svg>`
}

/** The center of each mark, and the width of a mark. */
function places(marks: readonly Mark[], groups: readonly string[]) {
  const series = Math.max(...marks.map((mark) => mark.series)) + 1
  const slot = PLOT_WIDTH / groups.length
  const width = (slot * 0.8) / series
  const xOf = ({ group, series: number }: Mark): number =>
    LEFT + slot * (groups.indexOf(group) + 0.1) + width * (number + 0.5)
  return { width, xOf }
}

/** Bars from zero, each with a thin line from its minimum to its maximum. */
export function bars(marks: readonly Mark[], groups: readonly string[], unit: string): string {
  const axis = linearAxis(Math.max(...marks.map((mark) => mark.to)))
  const { width, xOf } = places(marks, groups)
  const body = marks.map((mark) => {
    const x = xOf(mark)
    const top = axis.at(mark.value)
    const bar = `<rect class="s${mark.series}" x="${px(x - width * 0.42)}" width="${px(width * 0.84)}" y="${px(top)}" height="${px(axis.at(0) - top)}"/>`
    const spread = `<line class="spread" x1="${px(x)}" x2="${px(x)}" y1="${px(axis.at(mark.from))}" y2="${px(axis.at(mark.to))}"/>`
    return `<g><title>${safe(mark.label)}</title>${bar}${spread}</g>`
  })
  return frame(axis, groups, unit, body.join(''))
}

/** Lines on a logarithmic axis, from a filled dot (p50) to an open dot (p99). */
export function spans(marks: readonly Mark[], groups: readonly string[], unit: string): string {
  const axis = logAxis(
    Math.min(...marks.map((mark) => mark.from)),
    Math.max(...marks.map((mark) => mark.to)),
  )
  const { xOf } = places(marks, groups)
  const body = marks.map((mark) => {
    const x = px(xOf(mark))
    const [low, high] = [px(axis.at(mark.from)), px(axis.at(mark.to))]
    return `<g class="span s${mark.series}"><title>${safe(mark.label)}</title><line x1="${x}" x2="${x}" y1="${low}" y2="${high}"/><circle cx="${x}" cy="${low}" r="4"/><circle class="open" cx="${x}" cy="${high}" r="4"/></g>`
  })
  return frame(axis, groups, unit, body.join(''))
}
