import { type Load, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS } from './loads.ts'

const WIDTH = 960
const LEFT = 250
const RIGHT = 60
const ROW = 26
const TOP = 64
const LEAST = 0.001
const MOST = 20

/** The limit of a partition, in the unit of a load, per second. */
export const limitOf = ({ unit }: Load): number =>
  unit === 'WCU' ? PARTITION_WRITE_UNITS : PARTITION_READ_UNITS

/** The x position of a share of the limit, on a logarithmic scale. */
const placeOf = (share: number): number => {
  const within = Math.min(Math.max(share, LEAST), MOST)
  const part = Math.log10(within / LEAST) / Math.log10(MOST / LEAST)
  return LEFT + part * (WIDTH - LEFT - RIGHT)
}

const colourOf = (share: number): string => {
  if (share > 1) return '#c0392b'
  return share > 0.5 ? '#d68910' : '#1e8449'
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Draws the hottest key of each kind relative to the limit of a partition: a bar for its worst second of
 * the day, and dots for the median and the 99th percentile of its minutes.
 */
export function plotLoads(loads: readonly Load[], title: string): string {
  const height = TOP + loads.length * ROW + 48
  const ticks = [0.001, 0.01, 0.1, 1, 10].map((share) => {
    const x = placeOf(share).toFixed(1)
    const bottom = TOP + loads.length * ROW
    const stroke = share === 1 ? '#c0392b' : '#ccc'
    return (
      `<line x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${bottom}" stroke="${stroke}"/>` +
      `<text x="${x}" y="${bottom + 18}" text-anchor="middle">${share * 100} %</text>`
    )
  })
  const rows = loads.map((load, index) => {
    const y = TOP + index * ROW
    const share = load.peak / limitOf(load)
    const minutes = [...load.peakOfMinute].sort((a, b) => a - b)
    const dots = [0.5, 0.99].map((quantile) => {
      const units = minutes[Math.floor(quantile * (minutes.length - 1))] ?? 0
      const x = placeOf(units / limitOf(load)).toFixed(1)
      return `<circle cx="${x}" cy="${y + 8}" r="3.5" fill="#fff" stroke="#222"/>`
    })
    const width = (placeOf(share) - LEFT).toFixed(1)
    return (
      `<text x="${LEFT - 10}" y="${y + 12}" text-anchor="end">${escapeXml(load.name)}</text>` +
      `<rect x="${LEFT}" y="${y}" width="${width}" height="16" fill="${colourOf(share)}"/>` +
      dots.join('')
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="13" fill="#222">`,
    `<title id="title">How close each kind of key comes to the limit of a partition</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="26" font-size="16">${escapeXml(title)}</text>`,
    '<text x="16" y="44" fill="#555">Hottest key of each kind, relative to the limit of one partition. Bar: worst second. Dots: median and 99th percentile minute.</text>',
    ...ticks,
    ...rows,
    '</svg>',
    '',
  ].join('\n')
}
