import { clip, fromUnsorted, type Interval, type IntervalSet, toIntervals } from '@holdfast/engine'
import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { CONNECTION_KINDS, type ConnectionKind } from '../../kernel/ports/free-busy.ts'
import { busyMonthKey, busyMonthOf, busyMonthsRange } from '../keys.ts'

/**
 * The busy times of a connected calendar in one UTC month. An interval takes four bytes: its start and
 * end as minutes of the month, big-endian. A month with eight meetings a day takes one kilobyte.
 */
export interface BusyMonth {
  readonly providerId: string
  readonly kind: ConnectionKind
  /** `YYYY-MM`. */
  readonly month: string
  readonly version: number
  readonly busy: Uint8Array
}

const BYTES_PER_INTERVAL = 4

/** The UTC month, `YYYY-MM`, of a minute. */
export const monthOf = (epochMinutes: number): string =>
  new Date(epochMinutes * 60_000).toISOString().slice(0, 'YYYY-MM'.length)

const firstMinuteOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`) / 60_000

/** The first minute after a month. */
function endOf(month: string): number {
  const date = new Date(`${month}-01T00:00:00Z`)
  return date.setUTCMonth(date.getUTCMonth() + 1) / 60_000
}

/** The UTC months that an interval overlaps, ascending. */
export function monthsOf({ startEpochMinutes, endEpochMinutes }: Interval): readonly string[] {
  const months: string[] = []
  for (let at = startEpochMinutes; at < endEpochMinutes; ) {
    const month = monthOf(at)
    months.push(month)
    at = endOf(month)
  }
  return months
}

/** Packs busy times by month. Months without busy times are absent. */
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

/** Unpacks the busy times of a month, ascending. */
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
export const busyOf = (months: readonly Pick<BusyMonth, 'month' | 'busy'>[]): IntervalSet =>
  fromUnsorted(months.flatMap(unpackMonth))

/** The item of a busy month. */
export const busyMonthEntity = defineEntity<BusyMonth, 'providerId' | 'month'>({
  name: 'busy month',
  key: ({ providerId, month, kind }) => busyMonthKey(providerId, month, kind),
  inKey: { providerId: ({ PK }) => keyTail(PK), month: ({ SK }) => busyMonthOf(SK) },
  schema: z.object({
    kind: z.enum(CONNECTION_KINDS),
    version: z.int(),
    busy: z.instanceof(Uint8Array),
  }),
})

/** The range of the items with the busy times of an interval, of all connections of a provider. */
export const busyRangeOf = (providerId: string, interval: Interval) =>
  busyMonthsRange(
    providerId,
    monthOf(interval.startEpochMinutes),
    monthOf(Math.max(interval.startEpochMinutes, interval.endEpochMinutes - 1)),
  )
