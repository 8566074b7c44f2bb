import { safe } from '../http/svg.ts'
import type { Growth } from './growth.ts'
import { exponentText, sizeText } from './table.ts'

const WIDTH = 320
const HEIGHT = 210
const LEFT = 40
const RIGHT = 12
const TOP = 34
const BOTTOM = 46

/** The size of a plot, in the units of its view box. */
export const PLOT_SIZE = { width: WIDTH, height: HEIGHT } as const

const px = (value: number): string => value.toFixed(1)

/** The smallest 1, 2 or 5 times a power of ten at or above a value. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

/** A name of a size that fits below an axis: `1,000`, `1 M`. */
const shortSize = (size: number): string =>
  size >= 1e6
    ? `${sizeText(size / 1e6)} M`
    : size >= 1e4
      ? `${sizeText(size / 1e3)} k`
      : sizeText(size)

/**
 * Draws the CPU time of one operation by the number of bookings, a line for each number of providers, on a logarithmic
 * axis. A dashed line shows how the lowest first point would grow with the logarithm. Answers the content of an `svg`
 * element; colors come from classes.
 */
export function plotGrowth(growths: readonly Growth[]): string {
  const costs = growths.flatMap(({ costs: each }) => each)
  const sizes = costs.map(({ bookings }) => bookings)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const start = Math.min(...growths.map(({ costs: [first] }) => first?.cpuMilliseconds ?? 0))
  const logarithm = (size: number) => (start * Math.log(size)) / Math.log(least)
  const highest = Math.max(...costs.map(({ cpuMilliseconds }) => cpuMilliseconds), logarithm(most))
  const tick = niceAbove(highest / 3)
  const top = Math.ceil(highest / tick) * tick
  const x = (size: number) =>
    LEFT + (WIDTH - LEFT - RIGHT) * (Math.log(size / least) / Math.log(most / least))
  const y = (milliseconds: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - milliseconds / top)
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([size, cost]) => `${px(x(size))},${px(y(cost))}`).join(' ')

  const ticks = Array.from({ length: Math.round(top / tick) + 1 }, (_, place) => {
    const value = place * tick
    const at = px(y(value))
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text class="tick" x="${LEFT - 6}" y="${at}" dy="0.32em" text-anchor="end">${Number(value.toPrecision(3))}</text>`
  })
  const names = (growths[0]?.costs ?? []).map(
    ({ bookings }, place, all) =>
      `<text class="tick" x="${px(x(bookings))}" y="${HEIGHT - BOTTOM + 16}" text-anchor="${place === 0 ? 'start' : place === all.length - 1 ? 'end' : 'middle'}">${shortSize(bookings)}</text>`,
  )
  const reference = `<polyline class="log" points="${path([least, Math.sqrt(least * most), most].map((size) => [size, logarithm(size)]))}"/>`
  const lines = growths.map((growth, series) => {
    const points = growth.costs.map(
      ({ bookings, cpuMilliseconds }) => [bookings, cpuMilliseconds] as const,
    )
    const dots = points.map(
      ([size, cost]) =>
        `<circle class="s${series}" cx="${px(x(size))}" cy="${px(y(cost))}" r="3.5"><title>${sizeText(size)} bookings, ${sizeText(growth.providers)} providers: ${cost.toFixed(3)} ms</title></circle>`,
    )
    const fit = `<text class="t${series}" x="${LEFT + series * 150}" y="${HEIGHT - 8}">${exponentText(growth)}</text>`
    return `<polyline class="l${series}" points="${path(points)}"/>${dots.join('')}${fit}`
  })
  const title = `<text class="title" x="0" y="16">${safe(growths[0]?.operation ?? '')}</text>`
  return [title, ...ticks, ...names, reference, ...lines].join('')
}
