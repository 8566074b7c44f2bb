import {
  type AvailabilityRule,
  type DateOverride,
  parseInstant,
  parseWindowTime,
  type SlotPolicy,
  type TimeWindow,
  WEEKDAYS,
  type Weekday,
} from '../../src/index.ts'

/** Parses windows such as `09:00-12:00 13:00-17:00`; an empty text gives none. */
export const windows = (text: string): readonly TimeWindow[] =>
  text
    .split(' ')
    .filter((window) => window !== '')
    .map((window) => {
      const [start, end] = window.split('-') as [string, string]
      return {
        startMinute: parseWindowTime(start, false) as number,
        endMinute: parseWindowTime(end, true) as number,
      }
    })

/** The same windows on each of some weekdays. */
export const rules = (weekdays: readonly Weekday[], text: string): readonly AvailabilityRule[] =>
  weekdays.map((weekday) => ({ weekday, windows: windows(text) }))

export const EVERY_DAY = WEEKDAYS
export const MONDAY_TO_FRIDAY = WEEKDAYS.slice(0, 5)

/** Overrides the windows of one date. */
export const override = (date: string, text: string): DateOverride => ({
  date,
  windows: windows(text),
})

/** A policy without availability: hourly slots in UTC, no buffers, no notice, a year ahead. */
export const policyWith = (changes: Partial<SlotPolicy>): SlotPolicy => ({
  timeZone: 'UTC',
  durationMinutes: 60,
  slotStepMinutes: changes.durationMinutes ?? 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minNoticeMinutes: 0,
  maxAdvanceDays: 365,
  availabilityRules: [],
  dateOverrides: [],
  ...changes,
})

/** Epoch seconds of an RFC 3339 text. */
export function seconds(text: string): number {
  const epochSeconds = parseInstant(text)
  if (epochSeconds === undefined) throw new Error(`${text} is not an instant`)
  return epochSeconds
}

/** Epoch minutes of an RFC 3339 text. */
export const minutes = (text: string): number => seconds(text) / 60
