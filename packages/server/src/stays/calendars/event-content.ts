import {
  explainStay,
  LONGEST_EVENT_SECONDS,
  localDayOf,
  ok,
  type Result,
  refuse,
  type StayDays,
} from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, instantsOfDays } from './calendar-event.ts'
import { isSupportedTime, occurrenceAt, SUPPORTED_TIMES_TEXT } from './event-recurrence.ts'
import type { ExtendedProps } from './extended-props.ts'
import { nightsOutside } from './night-claims.ts'
import { type RecurrenceInput, readRecurrence, withBounds } from './read-recurrence.ts'

/** The half-open time of an event: between two instants, or, all day, between two dates. */
export type EventTime =
  | { readonly startEpochSeconds: number; readonly endEpochSeconds: number }
  | { readonly startDay: number; readonly endDay: number }

/** The event that a caller asks for. */
export interface CalendarEventInput {
  readonly title: string
  readonly time: EventTime
  readonly description?: string | undefined
  readonly extendedProps?: ExtendedProps | undefined
  readonly recurrence?: RecurrenceInput | undefined
  /** Whether the account sets the dates of a stay outside the stay policy. Default: false. */
  readonly isOverride?: boolean | undefined
}

/** An event without its identity: all that follows from an input and its calendar. */
export type EventContent = Omit<
  CalendarEvent,
  'id' | 'version' | 'createdAtEpochSeconds' | 'updatedAtEpochSeconds'
>

/** Validates an input and converts it to the content of an event in a calendar. */
export function contentOf(
  calendar: Calendar,
  input: CalendarEventInput,
): Result<EventContent, Refusal> {
  const { time } = input
  const isStay = calendar.exclusive === 'nights'
  if (isStay && !('startDay' in time)) {
    return invalid('/start', 'must be a date, YYYY-MM-DD, for a stay; its end is exclusive')
  }
  const instants =
    'startDay' in time ? instantsOfDays(time.startDay, time.endDay, calendar.timeZone) : time
  const checked = checkTimes(instants)
  if (!checked.ok) return checked
  if (instants.endEpochSeconds - instants.startEpochSeconds > LONGEST_EVENT_SECONDS) {
    return invalid('/end', 'must be at most 16 years later than `start`')
  }
  if (!isStay && input.isOverride) return invalid('/override', 'is allowed only for a stay')
  if (isStay && input.recurrence) {
    return invalid('/recurrence', 'is not allowed for a stay; create several stays instead')
  }
  const days = 'startDay' in time ? { days: { startDay: time.startDay, endDay: time.endDay } } : {}
  const recurrence = input.recurrence
    ? readRecurrence(input.recurrence, { ...days, ...instants }, calendar.timeZone)
    : ok(undefined)
  if (!recurrence.ok) return recurrence
  return ok({
    accountId: calendar.accountId,
    calendarId: calendar.id,
    title: input.title,
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.extendedProps === undefined ? {} : { extendedProps: input.extendedProps }),
    isStay,
    ...(input.isOverride && { isOverride: true }),
    ...days,
    startEpochSeconds: instants.startEpochSeconds,
    endEpochSeconds: instants.endEpochSeconds,
    ...(recurrence.value && { recurrence: recurrence.value }),
  })
}

/**
 * Refuses an event that does not end after its start, or that lies outside the supported times. Keys
 * hold ten digits of epoch seconds without a sign, and no query reaches further.
 */
export function checkTimes({
  startEpochSeconds: start,
  endEpochSeconds: end,
}: {
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
}): Result<undefined, Refusal> {
  if (!isSupportedTime(start)) return invalid('/start', `must be ${SUPPORTED_TIMES_TEXT}`)
  if (end <= start) return invalid('/end', 'must be after `start`')
  return isSupportedTime(end - 1)
    ? ok(undefined)
    : invalid('/end', `must be ${SUPPORTED_TIMES_TEXT}`)
}

/** The dates of a stay as the engine's rules take them; undefined for any other event. */
export const stayDaysOf = (event: EventContent): StayDays | undefined =>
  event.isStay && event.days
    ? { arrivalDay: event.days.startDay, departureDay: event.days.endDay }
    : undefined

/** The nights that an event claims, as runs of nights: those of a stay without the ones that it lacks. */
export function claimedNights(event: CalendarEvent): readonly StayDays[] {
  const stay = stayDaysOf(event)
  if (stay === undefined) return []
  const lacking = (event.unplaced?.nights ?? []).map(
    (day): StayDays => ({ arrivalDay: day, departureDay: day + 1 }),
  )
  return nightsOutside([stay], lacking)
}

/** The most nights of any stay, so that its months fit into one transaction. */
const LONGEST_STAY_NIGHTS = 1096

/** Refuses a stay that breaks a rule of its calendar. With `before`, only the changed dates must comply. */
export function checkStay(
  calendar: Calendar,
  stay: StayDays | undefined,
  nowEpochSeconds: number,
  before?: StayDays,
): Result<undefined, Refusal> {
  if (stay === undefined || calendar.stayPolicy === undefined) return ok(undefined)
  const today = localDayOf(calendar.timeZone, Math.floor(nowEpochSeconds / 60))
  const reasons = explainStay(calendar.stayPolicy, stay, today, before)
  return reasons.length === 0 ? ok(undefined) : refuse({ code: 'stay_not_bookable', reasons })
}

/** Refuses a stay outside the stay policy that is longer than any policy allows. */
export function checkOverriddenStay(stay: StayDays | undefined): Result<undefined, Refusal> {
  const nights = stay ? stay.departureDay - stay.arrivalDay : 0
  return nights <= LONGEST_STAY_NIGHTS
    ? ok(undefined)
    : refuse({
        code: 'stay_not_bookable',
        reasons: [{ code: 'too_many_nights', maxNights: LONGEST_STAY_NIGHTS }],
      })
}

/**
 * Adds the changed occurrences of the event before, if an occurrence with the same original start still
 * exists.
 */
export function withOccurrenceChanges(
  before: CalendarEvent,
  content: EventContent,
): Result<EventContent, Refusal> {
  const { recurrence } = content
  if (recurrence === undefined || before.recurrence === undefined) return ok(content)
  const wasAllDay = before.days !== undefined
  if (wasAllDay !== (content.days !== undefined)) return ok(content)
  const changes = before.recurrence.changes.flatMap((change) => {
    const original = occurrenceAt(recurrence, wasAllDay, change.originalStartEpochSeconds)
    // The event may be in another zone now, so its wall time is computed again.
    return original ? [{ ...change, originalWallSeconds: original.wallSeconds }] : []
  })
  const bounded = withBounds({ ...recurrence, changes }, content)
  return bounded.ok ? ok({ ...content, recurrence: bounded.value }) : bounded
}
