import { TABLE_FROM_MS, ZONE_LINES } from './zone-table.generated.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/** A clock change of every year: the first weekday on or after a date, at a minute of the UTC day. */
interface YearlyOnset {
  readonly month: number
  readonly day: number
  /** 0 for Monday. */
  readonly weekday: number
  readonly minute: number
  readonly offset: number
}

/** The clock changes of a zone from the start of the table; offset `i` applies until transition `i`. */
interface Zone {
  /** Epoch minutes. */
  readonly transitions: readonly number[]
  /** Minutes east of UTC. */
  readonly offsets: readonly number[]
  readonly yearly: readonly YearlyOnset[]
}

/** A line of the table: `names|offsets|offset of each period|minutes between|yearly onsets`. */
function readLine(line: string): Zone {
  const [offsets = [], periods = [], gaps = [], onsets = []] = line
    .split('|')
    .slice(1)
    .map((list, index) => (list === '' ? [] : list.split(index === 1 ? '' : ' ')))
  let at = 0
  return {
    transitions: gaps.map((gap) => {
      at += Number.parseInt(gap, 36)
      return at
    }),
    offsets: periods.map((digit) => Number(offsets[Number.parseInt(digit, 36)])),
    yearly: onsets.map((text) => {
      const [month = 0, day = 0, weekday = 0, minute = 0, offset = 0] = text.split(',').map(Number)
      return { month, day, weekday, minute, offset }
    }),
  }
}

const zones = new Map<string, Zone | undefined>()

function zoneOf(name: string): Zone | undefined {
  if (!zones.has(name)) {
    const line = ZONE_LINES.find((each) =>
      each.slice(0, each.indexOf('|')).split(' ').includes(name),
    )
    zones.set(name, line === undefined ? undefined : readLine(line))
  }
  return zones.get(name)
}

/** The instant of a yearly clock change in one year, in epoch minutes. */
function onsetIn(year: number, { month, day, weekday, minute }: YearlyOnset): number {
  const from = Date.UTC(year, month - 1, day) / MINUTE_MS / DAY_MINUTES
  // 1970-01-01 was a Thursday, weekday 3.
  const days = (((weekday - from - 3) % 7) + 7) % 7
  return (from + days) * DAY_MINUTES + minute
}

function offsetAt({ transitions, offsets, yearly }: Zone, epochMinutes: number): number {
  const last = transitions.at(-1)
  if (yearly.length === 0 || (last !== undefined && epochMinutes < last)) {
    const next = transitions.findIndex((at) => at > epochMinutes)
    return offsets.at(next === -1 ? -1 : next) ?? 0
  }
  const year = new Date(epochMinutes * MINUTE_MS).getUTCFullYear()
  const [latest] = [year - 1, year]
    .flatMap((each) => yearly.map((onset) => [onsetIn(each, onset), onset.offset] as const))
    .filter(([at]) => at <= epochMinutes && at >= (last ?? TABLE_FROM_MS / MINUTE_MS))
    .sort(([a], [b]) => b - a)
  return latest?.[1] ?? offsets.at(-1) ?? 0
}

/** The browser's offset, for what the table does not have: earlier instants, and unknown zones. */
function browserOffset(epochMs: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(epochMs)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d+):(\d+)/.exec(parts ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * The offset of a zone at an instant, in minutes east of UTC. From 2025 on it is that of the server's tz
 * table, whatever the browser's tz data; before, and for zones that the table does not have, it is the
 * browser's.
 */
export function offsetMinutes(epochMs: number, zone: string): number {
  const table = epochMs < TABLE_FROM_MS ? undefined : zoneOf(zone)
  return table ? offsetAt(table, Math.floor(epochMs / MINUTE_MS)) : browserOffset(epochMs, zone)
}

/** The wall clock of a zone at an instant, in milliseconds as if it were in UTC. */
export const wallMs = (epochMs: number, zone: string): number =>
  epochMs + offsetMinutes(epochMs, zone) * MINUTE_MS

/**
 * The instant of a wall clock, given in milliseconds as if it were in UTC. A wall time in a gap moves
 * forward by the length of the gap; one that occurs twice means the first.
 */
export function instantOfWall(wall: number, zone: string): number {
  // No clock change is within a day of another, so these are the offsets before and after one.
  const before = offsetMinutes(wall - DAY_MINUTES * MINUTE_MS, zone)
  const after = offsetMinutes(wall + DAY_MINUTES * MINUTE_MS, zone)
  const first = wall - before * MINUTE_MS
  const second = wall - after * MINUTE_MS
  return wallMs(first, zone) !== wall && wallMs(second, zone) === wall ? second : first
}
