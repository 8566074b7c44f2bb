import { safe } from '../http/svg.ts'
import type { Frame } from './frames.ts'

/** What is written above a graph. */
export interface FlameGraphOptions {
  readonly title: string
  readonly subtitle: string
}

const WIDTH = 1280
const MARGIN = 12
const ROW = 17
const TOP = 96
const FONT = 11
const CHARACTER = 6.7
/** Narrower frames are not drawn. */
const LEAST_WIDTH = 1.6
const LEAST_CHARACTERS = 4

/** Layers by color, each the same in every graph. The rest is gray. */
const HUES: readonly (readonly [layer: string, hue: number])[] = [
  ['SQLite itself', 205],
  ['SQLite adapter', 175],
  ['use cases and item codecs', 95],
  ['engine: slots, claims, decisions', 135],
  ['HTTP adapter', 40],
  ["Node's HTTP, sockets, timers", 20],
  ['Hono and its Node server', 355],
  ['validation (zod)', 325],
  ['ids, secrets, clock', 292],
  ['layers around the store', 230],
  ['logs and metrics', 262],
]

const classOf = (layer: string): string => {
  const place = HUES.findIndex(([name]) => name === layer)
  return place < 0 ? 'other' : `l${place}`
}

const styles = (): string => {
  const colors = (lightness: number, saturation: number) =>
    [
      ...HUES.map(([, hue], place) => `.l${place}{fill:hsl(${hue} ${saturation}% ${lightness}%)}`),
      `.other{fill:hsl(220 6% ${lightness}%)}`,
    ].join('')
  const look = (background: string, text: string) =>
    `.page{fill:${background}}text{fill:${text}}rect{stroke:${background}}`
  return `text{font:${FONT}px ui-monospace,Menlo,Consolas,monospace}.title{font:600 16px system-ui,sans-serif}.sub{font:12px system-ui,sans-serif}rect{stroke-width:.6}${look('#fff', '#16181d')}${colors(78, 62)}@media(prefers-color-scheme:dark){${look('#14161a', '#eceef2')}${colors(30, 42)}}`
}

const px = (value: number): string => String(Math.round(value * 10) / 10)
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** The name without its file where there is little room. */
function labelOf({ name }: Frame, width: number): string {
  const room = Math.floor((width - 4) / CHARACTER)
  if (room < LEAST_CHARACTERS) return ''
  if (name.length <= room) return name
  const [short = name] = name.split(' ')
  return short.length <= room ? short : `${short.slice(0, room - 1)}…`
}

function drawn(frame: Frame, x: number, depth: number, scale: number, all: number): string[] {
  const width = frame.total * scale
  if (width < LEAST_WIDTH) return []
  const y = TOP + depth * ROW
  const label = labelOf(frame, width)
  const text = label === '' ? '' : `<text x="${px(x + 2)}" y="${y + 12}">${safe(label)}</text>`
  const shapes = [
    `<g><title>${safe(frame.name)}: ${percent(frame.total / all)}</title><rect class="${classOf(frame.layer)}" x="${px(x)}" y="${y}" width="${px(width)}" height="${ROW - 1}"/>${text}</g>`,
  ]
  let at = x
  for (const call of frame.calls) {
    shapes.push(...drawn(call, at, depth + 1, scale, all))
    at += call.total * scale
  }
  return shapes
}

const depthOf = (frame: Frame, least: number): number =>
  frame.total < least ? 0 : 1 + Math.max(0, ...frame.calls.map((call) => depthOf(call, least)))

function legend(): string {
  const perRow = 6
  const step = (WIDTH - 2 * MARGIN) / perRow
  return [...HUES.map(([layer]) => layer), 'other']
    .map((layer, place) => {
      const x = MARGIN + (place % perRow) * step
      const y = 54 + Math.floor(place / perRow) * 18
      return `<rect class="${classOf(layer)}" x="${px(x)}" y="${y}" width="12" height="12"/><text class="sub" x="${px(x + 17)}" y="${y + 10}">${safe(layer)}</text>`
    })
    .join('')
}

/** Draws frames as an SVG image: callers above what they call, each as wide as its share of the time. */
export function flameGraph(frame: Frame, { title, subtitle }: FlameGraphOptions): string {
  const scale = (WIDTH - 2 * MARGIN) / Math.max(frame.total, 1)
  const height = TOP + depthOf(frame, LEAST_WIDTH / scale) * ROW + MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${safe(title)}">`,
    `<style>${styles()}</style>`,
    `<rect class="page" width="${WIDTH}" height="${height}"/>`,
    `<text class="title" x="${MARGIN}" y="24">${safe(title)}</text>`,
    `<text class="sub" x="${MARGIN}" y="42">${safe(subtitle)}</text>`,
    legend(),
    ...drawn(frame, MARGIN, 0, scale, frame.total),
    '</svg>\n',
  ].join('\n')
}
