import { DateTime } from 'luxon'

/** A half-open range of luxon times. */
export interface LuxonInterval {
  readonly start: DateTime
  readonly end: DateTime
}

/** A slot query with luxon values. Windows are `[start, end]` pairs of `HH:MM`, by ISO weekday. */
export interface LuxonQuery {
  readonly zone: string
  readonly windowsByWeekday: ReadonlyMap<number, readonly (readonly [string, string])[]>
  readonly durationMinutes: number
  readonly stepMinutes: number
  readonly from: DateTime
  readonly to: DateTime
  readonly earliest: DateTime
  readonly busy: readonly LuxonInterval[]
}

/** The wall time `HH:MM` on a day. */
function timeOn(day: DateTime, time: string): DateTime {
  const [hour, minute] = time.split(':').map(Number)
  return day.set({ hour: hour as number, minute: minute as number })
}

/**
 * Free slots in straightforward luxon code: iterate over days and windows, and keep the slots that no busy
 * interval overlaps.
 */
export function luxonSlots(query: LuxonQuery): LuxonInterval[] {
  const { zone, durationMinutes, stepMinutes, from, to, earliest, busy } = query
  const slots: LuxonInterval[] = []
  for (let day = from.setZone(zone).startOf('day'); day < to; day = day.plus({ days: 1 })) {
    for (const [startTime, endTime] of query.windowsByWeekday.get(day.weekday) ?? []) {
      const windowEnd = timeOn(day, endTime)
      let start = timeOn(day, startTime)
      let end = start.plus({ minutes: durationMinutes })
      while (end <= windowEnd) {
        const slot = { start, end }
        if (
          start >= from &&
          start < to &&
          start >= earliest &&
          !busy.some((taken) => taken.start < slot.end && taken.end > slot.start)
        ) {
          slots.push(slot)
        }
        start = start.plus({ minutes: stepMinutes })
        end = start.plus({ minutes: durationMinutes })
      }
    }
  }
  return slots
}

/** The slots as the JSON of the HTTP API. */
export const luxonJson = (slots: readonly LuxonInterval[]): string =>
  JSON.stringify(
    slots.map(({ start, end }) => ({
      start: start.toISO({ suppressMilliseconds: true }),
      end: end.toISO({ suppressMilliseconds: true }),
      available: true,
    })),
  )

/** Converts epoch milliseconds to a luxon value in a zone. */
export const luxonInstant = (epochMilliseconds: number, zone: string): DateTime =>
  DateTime.fromMillis(epochMilliseconds, { zone })
