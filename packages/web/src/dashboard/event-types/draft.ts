import type { components } from '@holdfast/client'
import type { EventType } from '../api.ts'

type Schemas = components['schemas']
export type TimeWindow = Schemas['TimeWindow']
export type Weekday = Schemas['AvailabilityRule']['weekday']

/** The API's names of the weekdays, from Monday. */
export const WEEKDAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/** A date override in the form. `key` identifies it while its date changes. */
export interface OverrideDraft {
  readonly key: string
  readonly date: string
  readonly windows: readonly TimeWindow[]
}

/** The values in the form; numbers are strings until they are sent. */
export interface Draft {
  readonly providerId: string
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly durationMinutes: string
  readonly slotStepMinutes: string
  readonly bufferBeforeMinutes: string
  readonly bufferAfterMinutes: string
  readonly minNoticeMinutes: string
  readonly maxAdvanceDays: string
  readonly confirmation: EventType['confirmation']
  readonly holdMinutes: string
  readonly approvalMinutes: string
  /** Whether the event type has no hours of its own: it is open as a schedule says. */
  readonly followsSchedule: boolean
  readonly hours: Readonly<Record<Weekday, readonly TimeWindow[]>>
  readonly overrides: readonly OverrideDraft[]
}

const OFFICE_HOURS: readonly TimeWindow[] = [{ start: '09:00', end: '17:00' }]

const hoursOf = (of: (weekday: Weekday) => readonly TimeWindow[]): Draft['hours'] =>
  Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, of(weekday)])) as Draft['hours']

/** The defaults of a new event type: 30 minutes, weekdays from 9:00 to 17:00. */
export const newDraft = (providerId: string): Draft => ({
  providerId,
  title: '',
  slug: '',
  description: '',
  durationMinutes: '30',
  slotStepMinutes: '30',
  bufferBeforeMinutes: '0',
  bufferAfterMinutes: '0',
  minNoticeMinutes: '0',
  maxAdvanceDays: '365',
  confirmation: 'hold',
  holdMinutes: '5',
  approvalMinutes: '1440',
  followsSchedule: false,
  hours: hoursOf((weekday) => (WEEKDAYS.indexOf(weekday) < 5 ? OFFICE_HOURS : [])),
  overrides: [],
})

/** The form's initial values for an event type. */
export const draftOf = (eventType: EventType): Draft => ({
  providerId: eventType.providerId,
  title: eventType.title,
  slug: eventType.slug,
  description: eventType.description ?? '',
  durationMinutes: String(eventType.durationMinutes),
  slotStepMinutes: String(eventType.slotStepMinutes),
  bufferBeforeMinutes: String(eventType.bufferBeforeMinutes),
  bufferAfterMinutes: String(eventType.bufferAfterMinutes),
  minNoticeMinutes: String(eventType.minNoticeMinutes),
  maxAdvanceDays: String(eventType.maxAdvanceDays),
  confirmation: eventType.confirmation,
  holdMinutes: String(eventType.holdMinutes),
  approvalMinutes: String(eventType.approvalMinutes),
  followsSchedule: eventType.availabilityRules === null,
  hours: hoursOf((weekday) =>
    (eventType.availabilityRules ?? [])
      .filter((rule) => rule.weekday === weekday)
      .flatMap(({ windows }) => windows),
  ),
  overrides: eventType.dateOverrides.map(({ date, windows }) => ({ key: date, date, windows })),
})

/** The request body for a draft. The server validates it. */
export const bodyOf = (draft: Draft) => ({
  title: draft.title.trim(),
  slug: draft.slug.trim(),
  durationMinutes: Number(draft.durationMinutes),
  slotStepMinutes: Number(draft.slotStepMinutes),
  bufferBeforeMinutes: Number(draft.bufferBeforeMinutes),
  bufferAfterMinutes: Number(draft.bufferAfterMinutes),
  minNoticeMinutes: Number(draft.minNoticeMinutes),
  maxAdvanceDays: Number(draft.maxAdvanceDays),
  confirmation: draft.confirmation,
  holdMinutes: Number(draft.holdMinutes),
  approvalMinutes: Number(draft.approvalMinutes),
  ...ownHoursOf(draft),
})

/** The hours in a draft. None for an event type that follows a schedule, as long as the form has none. */
function ownHoursOf({ followsSchedule, hours, overrides }: Draft) {
  const availabilityRules = WEEKDAYS.flatMap((weekday) => {
    const windows = hours[weekday]
    return windows.length === 0 ? [] : [{ weekday, windows: [...windows] }]
  })
  if (followsSchedule && availabilityRules.length === 0 && overrides.length === 0) return {}
  return {
    availabilityRules,
    dateOverrides: overrides.map(({ date, windows }) => ({ date, windows: [...windows] })),
  }
}

/** Windows that overlap or touch, as one. */
function merged(windows: readonly TimeWindow[]): readonly TimeWindow[] {
  const result: TimeWindow[] = []
  for (const window of windows.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = result.at(-1)
    if (last === undefined || last.end < window.start) result.push(window)
    else if (last.end < window.end) result[result.length - 1] = { ...last, end: window.end }
  }
  return result
}

/** Whether a window ends at or before its start, as one over midnight does. */
export const endsBeforeStart = ({ start, end }: TimeWindow): boolean => end <= start

/** The day after a weekday. */
export const nextWeekday = (weekday: Weekday): Weekday =>
  WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 1) % WEEKDAYS.length] ?? weekday

/** Splits a window over midnight: it ends at 24:00, and the next day opens from 00:00 to its end. */
export function endOnNextDay(
  hours: Draft['hours'],
  weekday: Weekday,
  index: number,
): Draft['hours'] {
  const end = hours[weekday][index]?.end
  if (end === undefined) return hours
  const next = nextWeekday(weekday)
  return {
    ...hours,
    [weekday]: hours[weekday].map((each, at) => (at === index ? { ...each, end: '24:00' } : each)),
    [next]: merged([{ start: '00:00', end }, ...hours[next]]),
  }
}

/** Makes a link name from a title: `First visit` becomes `first-visit`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    // NFKD has split accents off their letters; this drops them.
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
