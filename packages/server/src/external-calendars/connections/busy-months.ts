import { clip, fromUnsorted, type Interval, type IntervalSet, toIntervals } from '@holdfast/engine'
import { keyTail } from '../../kernel/keys.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { busyMonthKey, busyMonthOf, busyMonthsRange } from '../keys.ts'

/**
 * What a calendar said is busy in one UTC month. Four bytes an interval: first and last minute of the
 * month, big-endian. A month of eight meetings a day is one kilobyte.
 */
export interface BusyMonth {
  readonly kind: ConnectionKind
  /** `YYYY-MM`. */
  readonly month: string
  readonly version: number
  readonly busy: Uint8Array
}

const BYTES_PER_INTERVAL = 4

/** The UTC month, `YYYY-MM`, that a minute lies in. */
export const monthOf = (epochMinutes: number): string =>
  new Date(epochMinutes * 60_000).toISOString().slice(0, 'YYYY-MM'.length)

const firstMinuteOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`) / 60_000

/** The first minute after a month. */
function endOf(month: string): number {
  const date = new Date(`${month}-01T00:00:00Z`)
  return date.setUTCMonth(date.getUTCMonth() + 1) / 60_000
}

/** The UTC months that a stretch of time touches, ascending. */
export function monthsOf({ startEpochMinutes, endEpochMinutes }: Interval): readonly string[] {
  const months: string[] = []
  for (let at = startEpochMinutes; at < endEpochMinutes; ) {
    const month = monthOf(at)
    months.push(month)
    at = endOf(month)
  }
  return months
}

/** The bytes of the busy times of each month that has any. */
export function packMonths(busy: readonly Interval[]): ReadonlyMap<string, Uint8Array> {
  const set = fromUnsorted(busy)
  const [first] = set
  const last = set.at(-1)
  const packed = new Map<string, Uint8Array>()
  if (first === undefined || last === undefined) return packed
  for (const month of monthsOf({ startEpochMinutes: first, endEpochMinutes: last })) {
    const from = firstMinuteOf(month)
    const intervals = toIntervals(clip(set, from, endOf(month)))
    if (intervals.length === 0) continue
    const bytes = new Uint8Array(intervals.length * BYTES_PER_INTERVAL)
    const view = new DataView(bytes.buffer)
    intervals.forEach(({ startEpochMinutes, endEpochMinutes }, index) => {
      view.setUint16(index * BYTES_PER_INTERVAL, startEpochMinutes - from)
      view.setUint16(index * BYTES_PER_INTERVAL + 2, endEpochMinutes - from)
    })
    packed.set(month, bytes)
  }
  return packed
}

/** The busy times of a month, ascending. */
export function unpackMonth({
  month,
  busy,
}: Pick<BusyMonth, 'month' | 'busy'>): readonly Interval[] {
  const from = firstMinuteOf(month)
  const view = new DataView(busy.buffer, busy.byteOffset, busy.byteLength)
  return Array.from({ length: busy.byteLength / BYTES_PER_INTERVAL }, (_, index) => ({
    startEpochMinutes: from + view.getUint16(index * BYTES_PER_INTERVAL),
    endEpochMinutes: from + view.getUint16(index * BYTES_PER_INTERVAL + 2),
  }))
}

/** The busy times of several months of one connection as one set. */
export const busyOf = (months: readonly BusyMonth[]): IntervalSet =>
  fromUnsorted(months.flatMap(unpackMonth))

/** The item of a month, with its provider. */
export const busyMonthItem = (
  providerId: string,
  { kind, month, version, busy }: BusyMonth,
): Item => ({
  ...busyMonthKey(providerId, month, kind),
  kind,
  version,
  busy,
})

/** Reads the item of a month. */
export const busyMonthFromItem = (item: Item): BusyMonth => ({
  kind: keyTail(item.SK) as ConnectionKind,
  month: busyMonthOf(item.SK),
  version: item.version as number,
  busy: item.busy as Uint8Array,
})

/** Which items hold the busy times of a stretch of time, of all connections of a provider. */
export const busyRangeOf = (providerId: string, reach: Interval) =>
  busyMonthsRange(
    providerId,
    monthOf(reach.startEpochMinutes),
    monthOf(Math.max(reach.startEpochMinutes, reach.endEpochMinutes - 1)),
  )
