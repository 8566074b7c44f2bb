import type { Interval } from '@holdfast/engine'
import type { VendorAnswer } from '../../src/external-calendars/ports/calendar-vendor.ts'

/** The range between two instants. */
export const between = (start: string, end: string): Interval => ({
  startEpochMinutes: Date.parse(start) / 60_000,
  endEpochMinutes: Date.parse(end) / 60_000,
})

const minute = (epochMinutes: number) =>
  new Date(epochMinutes * 60_000).toISOString().replace(/:00\.000Z$/, 'Z')

/** Busy times as `start/end`, in UTC; throws the response if the call failed. */
export function shown(answer: VendorAnswer<readonly Interval[]>): readonly string[] {
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
  return answer.value.map(
    ({ startEpochMinutes, endEpochMinutes }) =>
      `${minute(startEpochMinutes)}/${minute(endEpochMinutes)}`,
  )
}
