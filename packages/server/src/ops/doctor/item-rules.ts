import {
  type Booking,
  type BookingStatus,
  isTimeZone,
  LIMITS,
  parseDate,
  validateOpenRules,
  validateSlotPolicy,
} from '@holdfast/engine'
import type { OpenedDate } from '../../booking/availability/opening.ts'
import type { Block } from '../../booking/blocks/block.ts'
import { BLOCK_DAYS } from '../../booking/blocks/blocks.ts'
import { type EventType, ownRules, slotPolicy } from '../../booking/event-types/event-type.ts'
import type { Provider } from '../../booking/providers/provider.ts'
import type { Schedule } from '../../booking/schedules/schedule.ts'
import type { TimeOff } from '../../booking/time-off/time-off.ts'
import type { ApiKey } from '../../identity/api-keys/api-key.ts'
import type { Item } from '../../kernel/ports/store.ts'
import type { ItemKind, KeyParts } from './item-kind.ts'
import { assignmentProblems, requirementProblems } from './requirement-rules.ts'

/** The rules for single values of the store. Every function returns the problems as sentences. */

const MINUTE = 60
const DAY = 86_400
const HASH_BYTES = 32

const isOnMinute = (epochSeconds: number): boolean =>
  epochSeconds >= 0 && epochSeconds % MINUTE === 0

/** Says which of some text members are empty. */
export const emptyMembers = (members: Readonly<Record<string, string | undefined>>) =>
  Object.entries(members)
    .filter(([, text]) => text === '')
    .map(([name]) => `${name} is empty.`)

/** Says that a hash has a wrong length, if so. */
export const hashProblems = (name: string, hash: Uint8Array | undefined): readonly string[] =>
  hash === undefined || hash.length === HASH_BYTES
    ? []
    : [`${name} has ${hash.length} bytes instead of ${HASH_BYTES}.`]

/** Says that a time zone is unknown, if so. */
export const zoneProblems = (timeZone: string): readonly string[] =>
  isTimeZone(timeZone) ? [] : [`The time zone "${timeZone}" is unknown.`]

const UNVERSIONED: ReadonlySet<ItemKind> = new Set([
  'trigger',
  'ledger_day',
  'calendar_nights',
  'class_session',
  'limit_count',
  'booker_count',
  'booker_ever_count',
  'waitlist_place',
  'waitlist_person',
  'booking_group',
  'credential',
])

/** Whether items of a kind have a `version`. Ledger items and counts count their writes with `rev`. */
export const isVersioned = (kind: ItemKind): boolean => !UNVERSIONED.has(kind)

/** The problem of an item's version, if any. A version starts at 1, and every change adds 1. */
export const versionProblem = ({ version }: Item): string | undefined =>
  typeof version === 'number' && Number.isSafeInteger(version) && version >= 1
    ? undefined
    : `The version is ${JSON.stringify(version)}, not a whole number from 1 up.`

type Stamp = Extract<keyof Booking, `${string}AtEpochSeconds`>

/** The time stamps that a booking of each status must have, and must not have. */
const STAMPS: Readonly<
  Record<BookingStatus, { readonly has: readonly Stamp[]; readonly lacks: readonly Stamp[] }>
> = {
  // A pending or expired booking with `confirmedAt` was moved and then waited for approval again.
  pending: {
    has: ['holdExpiresAtEpochSeconds'],
    lacks: [
      'completedAtEpochSeconds',
      'noShowAtEpochSeconds',
      'cancelledAtEpochSeconds',
      'expiredAtEpochSeconds',
    ],
  },
  confirmed: {
    has: ['confirmedAtEpochSeconds'],
    lacks: [
      'holdExpiresAtEpochSeconds',
      'completedAtEpochSeconds',
      'noShowAtEpochSeconds',
      'cancelledAtEpochSeconds',
      'expiredAtEpochSeconds',
    ],
  },
  completed: {
    has: ['confirmedAtEpochSeconds', 'completedAtEpochSeconds'],
    lacks: [
      'holdExpiresAtEpochSeconds',
      'noShowAtEpochSeconds',
      'cancelledAtEpochSeconds',
      'expiredAtEpochSeconds',
    ],
  },
  no_show: {
    has: ['confirmedAtEpochSeconds', 'noShowAtEpochSeconds'],
    lacks: [
      'holdExpiresAtEpochSeconds',
      'completedAtEpochSeconds',
      'cancelledAtEpochSeconds',
      'expiredAtEpochSeconds',
    ],
  },
  // A cancelled booking may have been confirmed before.
  cancelled: {
    has: ['cancelledAtEpochSeconds'],
    lacks: [
      'holdExpiresAtEpochSeconds',
      'completedAtEpochSeconds',
      'noShowAtEpochSeconds',
      'expiredAtEpochSeconds',
    ],
  },
  expired: {
    has: ['expiredAtEpochSeconds'],
    lacks: [
      'holdExpiresAtEpochSeconds',
      'completedAtEpochSeconds',
      'noShowAtEpochSeconds',
      'cancelledAtEpochSeconds',
    ],
  },
}

/** The problems of a booking: of its time stamps, its times and policy, and its references. */
export function bookingProblems(booking: Booking): readonly string[] {
  const { accountId, providerId, eventTypeId, booker, sequence } = booking
  // Before its confirmation, a hold may have no booker yet.
  const needsBooker =
    booking.confirmation !== 'hold' || booking.confirmedAtEpochSeconds !== undefined
  return [
    ...stampProblems(booking),
    ...timeProblems(booking),
    ...assignmentProblems(booking),
    ...emptyMembers({ accountId, providerId, eventTypeId }),
    ...emptyMembers({ 'booker.email': booker?.email, 'booker.id': booker?.id }),
    ...(sequence >= 0 ? [] : [`The sequence is ${sequence}, which is negative.`]),
    ...hashProblems('manageTokenHash', booking.manageTokenHash),
    ...(booker === undefined && needsBooker ? ['The booking has no booker.'] : []),
  ]
}

function stampProblems(booking: Booking): readonly string[] {
  const { status, confirmation } = booking
  const { has, lacks: never } = STAMPS[status]
  const isUnapproved = confirmation !== 'approval' && (status === 'pending' || status === 'expired')
  const lacks: readonly Stamp[] = isUnapproved ? [...never, 'confirmedAtEpochSeconds'] : never
  return [
    ...has
      .filter((stamp) => !((booking[stamp] ?? -1) >= 0))
      .map((stamp) => `The status is ${status}, but ${stamp} is missing or negative.`),
    ...lacks
      .filter((stamp) => booking[stamp] !== undefined)
      .map((stamp) => `The status is ${status}, but ${stamp} is set.`),
  ]
}

/** The most minutes of a booking: of nights, its nights and the hours between check-out and check-in. */
const longest = ({ stay }: Booking): number =>
  stay ? (stay.departureDay - stay.arrivalDay + 1) * 1440 : LIMITS.durationMinutes

function timeProblems(booking: Booking): readonly string[] {
  const { startEpochSeconds, endEpochSeconds, policy } = booking
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = policy
  if (!isOnMinute(startEpochSeconds) || !isOnMinute(endEpochSeconds)) {
    return ['The start or the end is not a whole minute.']
  }
  const buffers = [bufferBeforeMinutes, bufferAfterMinutes]
  if (
    durationMinutes < 1 ||
    durationMinutes > longest(booking) ||
    buffers.some((minutes) => minutes < 0 || minutes > LIMITS.bufferMinutes)
  ) {
    return ['The duration or a buffer of the policy is out of range.']
  }
  const minutes = (endEpochSeconds - startEpochSeconds) / MINUTE
  return minutes === durationMinutes
    ? []
    : [`The booking lasts ${minutes} minutes, but its policy says ${durationMinutes}.`]
}

/** The problems of a block. */
export function blockProblems({ startEpochSeconds: start, endEpochSeconds: end }: Block) {
  if (!isOnMinute(start) || !isOnMinute(end)) {
    return ['The start or the end is not a whole minute.']
  }
  if (end <= start) return ['The end is not after the start.']
  return end - start <= BLOCK_DAYS * DAY ? [] : [`The block is longer than ${BLOCK_DAYS} days.`]
}

/** The problems of a provider. */
export const providerProblems = ({ accountId, slug, specialty, timeZone }: Provider) => [
  ...emptyMembers({ accountId, slug, specialty }),
  ...zoneProblems(timeZone),
]

/** The problems of a listed API key. */
export const apiKeyProblems = ({ accountId, secretHash }: ApiKey, { partitionId }: KeyParts) => [
  ...(accountId === partitionId ? [] : ['The account differs from the one in the key.']),
  ...emptyMembers({ secretHash }),
]

/** The problems of an event type. Its rules are checked in UTC: only its provider has the zone. */
export function eventTypeProblems(eventType: EventType): readonly string[] {
  const { accountId, providerId, slug } = eventType
  const valid = validateSlotPolicy(slotPolicy(eventType, ownRules(eventType, 'UTC')))
  return [
    ...emptyMembers({ accountId, providerId, slug }),
    ...requirementProblems(eventType),
    ...(valid.ok
      ? []
      : valid.refusal.problems.map(({ pointer, message }) => `${pointer} ${message}`)),
  ]
}

/** The problems of a schedule. */
export function scheduleProblems(schedule: Schedule): readonly string[] {
  const { accountId, name } = schedule
  const valid = validateOpenRules(schedule)
  return [
    ...emptyMembers({ accountId, name }),
    ...(valid.ok
      ? []
      : valid.refusal.problems.map(({ pointer, message }) => `${pointer} ${message}`)),
  ]
}

/** The problems of time off. The provider's zone, which may change, decides when dates begin. */
export function timeOffProblems(
  { time, providerId }: TimeOff,
  { partitionId }: KeyParts,
): readonly string[] {
  if (providerId !== partitionId) return ['The provider differs from the one in the key.']
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

/** The problems of an opened date: a malformed window, or two that overlap. */
export function availabilityProblems(
  { date, openings }: OpenedDate,
  { sortId }: KeyParts,
): readonly string[] {
  if (date !== sortId || parseDate(date) === undefined) {
    return ['The date is not valid, or differs from the one in the key.']
  }
  const problems: string[] = []
  const sorted = openings.toSorted((a, b) => a.startMinute - b.startMinute)
  let openUntil = 0
  for (const { startMinute, endMinute, slotDurationMinutes } of sorted) {
    const isInDay = startMinute >= 0 && startMinute < endMinute && endMinute <= 1440
    if (!isInDay || slotDurationMinutes < 1) {
      problems.push(`The window from minute ${startMinute} to ${endMinute} is not valid.`)
    } else if (startMinute < openUntil) {
      problems.push(
        `The window from minute ${startMinute} overlaps the one that ends at ${openUntil}.`,
      )
    }
    openUntil = Math.max(openUntil, endMinute)
  }
  return problems
}
