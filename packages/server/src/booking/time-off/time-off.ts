import { type Interval, invariant, parseDate, startOfLocalDay } from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA, actorRepresentation } from '../../kernel/actor.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { isOnMinute } from '../../kernel/items/value-problems.ts'
import { keyTail } from '../../kernel/keys.ts'
import { instantText, timestamps } from '../../kernel/representations.ts'
import { timeOffEndingAfter, timeOffKey } from '../keys.ts'

/** The time of some time off: dates of the provider's zone, or epoch seconds; the end is exclusive. */
export type TimeOffTime =
  | { readonly startDate: string; readonly endDate: string }
  | { readonly startEpochSeconds: number; readonly endEpochSeconds: number }

const timeOffAttributes = z.object({
  accountId: z.string(),
  providerId: z.string(),
  version: z.int(),
  /** Who changed it last. Absent if that was not recorded. */
  actor: z.exactOptional(ACTOR_SCHEMA),
  time: z.union([
    z.object({ startDate: z.string(), endDate: z.string() }),
    z.object({ startEpochSeconds: z.int(), endEpochSeconds: z.int() }),
  ]),
  reason: z.exactOptional(z.string()),
  /** The absence of which it is a part. Absent: it stands alone. */
  absenceId: z.exactOptional(z.string()),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** Time in which a provider offers nothing. It claims nothing, so bookings can stand in it. */
export interface TimeOff extends AttributesOf<typeof timeOffAttributes> {
  readonly id: string
}

const SECONDS_PER_DAY = 86_400

const dayOf = (date: string): number => {
  const day = parseDate(date)
  invariant(day !== undefined, `there is no date ${date}`)
  return day
}

/**
 * A second at or after the end, whatever the provider's zone is by then: a date begins at most 12 hours
 * after it begins in UTC.
 */
export const endsByEpochSeconds = (time: TimeOffTime): number =>
  'endDate' in time ? (dayOf(time.endDate) + 1) * SECONDS_PER_DAY : time.endEpochSeconds

/** The item of time off, in its provider's partition, by the end. */
export const timeOffEntity = defineEntity<TimeOff, 'id'>({
  name: 'time off',
  key: ({ providerId, time, id }) => timeOffKey(providerId, endsByEpochSeconds(time), id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: timeOffAttributes,
})

/** The interval of time off. Dates are those of the provider's zone, from midnight to midnight. */
export const intervalOfTimeOff = (time: TimeOffTime, timeZone: string): Interval =>
  'startDate' in time
    ? {
        startEpochMinutes: startOfLocalDay(timeZone, dayOf(time.startDate)),
        endEpochMinutes: startOfLocalDay(timeZone, dayOf(time.endDate)),
      }
    : {
        startEpochMinutes: time.startEpochSeconds / 60,
        endEpochMinutes: time.endEpochSeconds / 60,
      }

/** Reads the time off of a provider that can end after an epoch minute, by the end. */
export async function readTimeOff(
  deps: Pick<Dependencies, 'store'>,
  providerId: string,
  afterEpochMinutes: number,
  { consistent }: { readonly consistent: boolean },
): Promise<readonly TimeOff[]> {
  const range = timeOffEndingAfter(providerId, afterEpochMinutes * 60)
  const { items } = await deps.store.query({ ...range, consistent })
  return items.map(timeOffEntity.decode)
}

/** The times of time off or of a closure as text: dates or instants. */
export const timeTexts = (time: TimeOffTime): { readonly start: string; readonly end: string } =>
  'startDate' in time
    ? { start: time.startDate, end: time.endDate }
    : { start: instantText(time.startEpochSeconds), end: instantText(time.endEpochSeconds) }

/** Time off in the API: the times as they were given. */
export const timeOffRepresentation = (timeOff: TimeOff) => ({
  id: timeOff.id,
  version: timeOff.version,
  providerId: timeOff.providerId,
  ...timeTexts(timeOff.time),
  reason: timeOff.reason ?? null,
  absenceId: timeOff.absenceId ?? null,
  actor: actorRepresentation(timeOff.actor),
  ...timestamps(timeOff),
})

/** The problems of time off. The provider's zone, which may change, decides when dates begin. */
export function timeOffProblems(
  { time, providerId }: TimeOff,
  providerIdInKey: string,
): readonly string[] {
  if (providerId !== providerIdInKey) return ['The provider differs from the one in the key.']
  if ('startDate' in time) {
    const dates = [time.startDate, time.endDate]
    if (dates.some((date) => parseDate(date) === undefined)) return ['A date does not exist.']
    return time.startDate < time.endDate ? [] : ['The end is not after the start.']
  }
  const { startEpochSeconds: start, endEpochSeconds: end } = time
  if (!isOnMinute(start) || !isOnMinute(end)) {
    return ['The start or the end is not a whole minute.']
  }
  return end > start ? [] : ['The end is not after the start.']
}
