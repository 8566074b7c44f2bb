import type { Interval } from '@holdfast/engine'
import type { VendorAnswer } from '../../src/external-calendars/ports/calendar-vendor.ts'
import type { BusyTimes } from '../../src/kernel/ports/free-busy.ts'

/** The range between two instants. */
export const between = (start: string, end: string): Interval => ({
  startEpochMinutes: Date.parse(start) / 60_000,
  endEpochMinutes: Date.parse(end) / 60_000,
})

const minute = (epochMinutes: number) =>
  new Date(epochMinutes * 60_000).toISOString().replace(/:00\.000Z$/, 'Z')

const span = ({ startEpochMinutes, endEpochMinutes }: Interval) =>
  `${minute(startEpochMinutes)}/${minute(endEpochMinutes)}`

/**
 * Busy times as `start/end`, in UTC, and after them `start/end UID` for those with a UID of ours; throws the response
 * if the call failed.
 */
export function shown(answer: VendorAnswer<BusyTimes>): readonly string[] {
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
  const { busy, own = [] } = answer.value
  const named = own.flatMap(({ uid, busy: times }) => times.map((time) => `${span(time)} ${uid}`))
  return [...busy.map(span), ...named]
}
