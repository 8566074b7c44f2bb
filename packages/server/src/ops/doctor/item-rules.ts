import {
  BOOKING_STATUSES,
  isTimeZone,
  LIMITS,
  parseDate,
  validateSlotPolicy,
} from '@holdfast/engine'
import { openedDateEntity } from '../../booking/availability/opening.ts'
import { BLOCK_DAYS } from '../../booking/blocks/blocks.ts'
import { eventTypeFromItem, slotPolicy } from '../../booking/event-types/event-type.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'

/** What each item must be by itself. Every function answers what is wrong, in words; nothing: all is well. */

type Value = AttributeValue | undefined

const MINUTE = 60
const DAY = 86_400
const HASH_BYTES = 32

const isWhole = (value: Value): value is number => Number.isSafeInteger(value)
const isWholeFrom = (value: Value, least: number): value is number =>
  isWhole(value) && value >= least
const isText = (value: Value): value is string => typeof value === 'string' && value !== ''
const isTextOrAbsent = (value: Value): boolean => value === undefined || isText(value)
const isOnMinute = (value: Value): value is number => isWholeFrom(value, 0) && value % MINUTE === 0

/** Says what is wrong with a version: it starts at 1, and every change adds 1. */
export const versionProblem = ({ version }: Item): string | undefined =>
  isWholeFrom(version, 1) ? undefined : 'its version is not a whole number from 1 up'

/** Which time stamps a booking of each status has: always, and never. */
const STAMPS: Readonly<
  Record<string, { readonly has: readonly string[]; readonly lacks: readonly string[] }>
> = {
  pending: {
    has: ['holdExpiresAt'],
    lacks: ['confirmedAt', 'completedAt', 'noShowAt', 'cancelledAt', 'expiredAt'],
  },
  confirmed: {
    has: ['confirmedAt'],
    lacks: ['holdExpiresAt', 'completedAt', 'noShowAt', 'cancelledAt', 'expiredAt'],
  },
  completed: {
    has: ['confirmedAt', 'completedAt'],
    lacks: ['holdExpiresAt', 'noShowAt', 'cancelledAt', 'expiredAt'],
  },
  no_show: {
    has: ['confirmedAt', 'noShowAt'],
    lacks: ['holdExpiresAt', 'completedAt', 'cancelledAt', 'expiredAt'],
  },
  // A cancelled booking may have been confirmed before.
  cancelled: {
    has: ['cancelledAt'],
    lacks: ['holdExpiresAt', 'completedAt', 'noShowAt', 'expiredAt'],
  },
  expired: {
    has: ['expiredAt'],
    lacks: ['holdExpiresAt', 'confirmedAt', 'completedAt', 'noShowAt', 'cancelledAt'],
  },
}

/** A hold may wait for the details of who takes it, and end without them; it is never confirmed so. */
const mayLackBooker = (item: Item): boolean =>
  item.confirmation === 'hold' && item.confirmedAtEpochSeconds === undefined

/** What is wrong with a booking: its status and time stamps, its times and policy, its names. */
export function bookingProblems(item: Item): readonly string[] {
  return [
    ...statusProblems(item),
    ...timeProblems(item),
    ...(isText(item.accountId) && isText(item.providerId)
      ? []
      : ['it does not say which account and provider it belongs to']),
    ...(isWholeFrom(item.sequence, 0) ? [] : ['its sequence is not a whole number']),
    ...(item.manageTokenHash instanceof Uint8Array && item.manageTokenHash.length === HASH_BYTES
      ? []
      : ['the hash of its manage token is not one']),
    ...((item.booker === undefined && mayLackBooker(item)) ||
    (isText(memberOf(item.booker, 'email')) && isTextOrAbsent(memberOf(item.booker, 'id')))
      ? []
      : ['it does not say who booked']),
    ...(isTextOrAbsent(item.eventTypeId) ? [] : ['its event type is not an id']),
  ]
}

function statusProblems(item: Item): readonly string[] {
  const status = BOOKING_STATUSES.find((known) => known === item.status)
  const stamps = status && STAMPS[status]
  if (stamps === undefined) return [`its status is ${JSON.stringify(item.status)}`]
  const stampOf = (name: string): Value => item[`${name}EpochSeconds`]
  return [
    ...stamps.has
      .filter((name) => !isWholeFrom(stampOf(name), 0))
      .map((name) => `it is ${status} and has no ${name}`),
    ...stamps.lacks
      .filter((name) => stampOf(name) !== undefined)
      .map((name) => `it is ${status} and has ${name}`),
  ]
}

function timeProblems(item: Item): readonly string[] {
  const { startEpochSeconds: start, endEpochSeconds: end } = item
  const durationMinutes = memberOf(item.policy, 'durationMinutes')
  const buffers = [
    memberOf(item.policy, 'bufferBeforeMinutes'),
    memberOf(item.policy, 'bufferAfterMinutes'),
  ]
  if (!isOnMinute(start) || !isOnMinute(end)) return ['its times are not whole minutes']
  if (
    !isWholeFrom(durationMinutes, 1) ||
    durationMinutes > LIMITS.durationMinutes ||
    !buffers.every((buffer) => isWholeFrom(buffer, 0) && buffer <= LIMITS.bufferMinutes)
  ) {
    return ['its policy is not one that can be agreed']
  }
  const minutes = (end - start) / MINUTE
  return minutes === durationMinutes
    ? []
    : [`it lasts ${minutes} minutes, and its policy says ${Number(durationMinutes)}`]
}

function memberOf(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Readonly<Record<string, AttributeValue | undefined>>)[name]
}

/** What is wrong with a block. */
export function blockProblems(item: Item): readonly string[] {
  const { startEpochSeconds: start, endEpochSeconds: end } = item
  if (!isOnMinute(start) || !isOnMinute(end)) return ['its times are not whole minutes']
  return end > start && end - start <= BLOCK_DAYS * DAY
    ? []
    : [`it lasts ${(end - start) / MINUTE} minutes, which no block does`]
}

/** What is wrong with a provider. */
export const providerProblems = (item: Item): readonly string[] => [
  ...(isText(item.accountId) ? [] : ['it does not say which account it belongs to']),
  ...(isText(item.slug) ? [] : ['it has no slug']),
  ...(isText(item.timeZone) && isTimeZone(item.timeZone) ? [] : ['its time zone is not known']),
  ...(isTextOrAbsent(item.specialty) ? [] : ['its specialty is not a text']),
]

/** What is wrong with a listed API key. */
export const apiKeyProblems = (item: Item, accountIdOfKey: string): readonly string[] => [
  ...(item.accountId === accountIdOfKey ? [] : ['it is listed in another account than it opens']),
  ...(isText(item.secretHash) ? [] : ['it does not say which secret it is']),
]

/** What is wrong with an event type; its windows are judged without a zone, which its provider has. */
export function eventTypeProblems(item: Item): readonly string[] {
  const problems = [
    ...(isText(item.accountId) && isText(item.providerId)
      ? []
      : ['it does not say which account and provider it belongs to']),
    ...(isText(item.slug) ? [] : ['it has no slug']),
    ...(item.status === 'active' || item.status === 'inactive'
      ? []
      : [`its status is ${JSON.stringify(item.status)}`]),
  ]
  if (!hasWindows(item.availabilityRules) || !hasWindows(item.dateOverrides)) {
    return [...problems, 'its rules are no lists of windows']
  }
  const valid = validateSlotPolicy(slotPolicy(eventTypeFromItem(item), 'UTC'))
  if (valid.ok) return problems
  return [...problems, ...valid.refusal.problems.map((each) => `${each.pointer} ${each.message}`)]
}

const hasWindows = (rules: Value): boolean =>
  Array.isArray(rules) && rules.every((rule) => Array.isArray(memberOf(rule, 'windows')))

/** What is wrong with the opened slots of a date: a stretch that is none, or two that overlap. */
export function availabilityProblems(item: Item, dateOfKey: string): readonly string[] {
  const { date, openings } = openedDateEntity.decode(item)
  if (date !== dateOfKey || parseDate(date) === undefined)
    return ['its date is not that of its key']
  if (!Array.isArray(openings)) return ['it has no list of openings']
  const problems: string[] = []
  const sorted = openings.toSorted((a, b) => a.startMinute - b.startMinute)
  let openUntil = 0
  for (const { startMinute, endMinute, slotDurationMinutes } of sorted) {
    const isStretch = isWholeFrom(startMinute, 0) && isWhole(endMinute) && endMinute > startMinute
    if (!isStretch || endMinute > 1440 || !isWholeFrom(slotDurationMinutes, 1)) {
      problems.push(`minutes ${startMinute} to ${endMinute} are no stretch of a day`)
    } else if (startMinute < openUntil) {
      problems.push(`what opens at minute ${startMinute} overlaps what is open until ${openUntil}`)
    }
    openUntil = Math.max(openUntil, endMinute)
  }
  return problems
}
