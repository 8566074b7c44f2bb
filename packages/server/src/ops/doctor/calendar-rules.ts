import { isTimeZone, LONGEST_EVENT_SECONDS } from '@holdfast/engine'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { recurrenceProblems } from './recurrence-rules.ts'

/** What each item of a calendar must be by itself: what is wrong, in words; nothing: all is well. */

type Value = AttributeValue | undefined

const HASH_BYTES = 32

const isText = (value: Value): value is string => typeof value === 'string' && value !== ''
const isWhole = (value: Value): value is number => Number.isSafeInteger(value)
const memberOf = (value: Value, name: string): Value =>
  typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, Value>>)[name]
    : undefined

/** What is wrong with a calendar: whose it is, its zone, its rules, the link to its feed. */
export function calendarProblems(item: Item): readonly string[] {
  const { exclusive, stayPolicy, feedTokenHash, removal } = item
  const isNights = exclusive === 'nights'
  return [
    ...(isText(item.accountId) ? [] : ['it does not say which account it belongs to']),
    ...(isText(item.timeZone) && isTimeZone(item.timeZone) ? [] : ['its time zone is not known']),
    ...(isNights || exclusive === 'none' ? [] : [`exclusive is ${JSON.stringify(exclusive)}`]),
    ...(isNights === (stayPolicy !== undefined)
      ? []
      : ['rules for stays belong to a calendar of nights, and to no other']),
    ...(feedTokenHash === undefined ||
    (feedTokenHash instanceof Uint8Array && feedTokenHash.length === HASH_BYTES)
      ? []
      : ['the hash of its feed token is not one']),
    ...(removal === undefined || isWhole(memberOf(removal, 'removedItems'))
      ? []
      : ['its removal does not say how far it is']),
  ]
}

/** What is wrong with either copy of an event; its key says its id, and that by time its calendar. */
export function calendarEventProblems(
  item: Item,
  idOfKey: string,
  calendarIdOfKey = item.calendarId,
): readonly string[] {
  const { startEpochSeconds: start, endEpochSeconds: end, days } = item
  const problems = [
    ...(isText(item.accountId) && isText(item.calendarId)
      ? []
      : ['it does not say which account and calendar it belongs to']),
    ...(item.id === idOfKey && item.calendarId === calendarIdOfKey
      ? []
      : ['its id or calendar is not that of its key']),
  ]
  if (!isWhole(start) || !isWhole(end) || start < 0 || end <= start) {
    problems.push('its times are no stretch of time')
  } else if (end - start > LONGEST_EVENT_SECONDS) {
    problems.push('it lasts longer than any event does')
  }
  const [startDay, endDay] = [memberOf(days, 'startDay'), memberOf(days, 'endDay')]
  const hasDays = isWhole(startDay) && isWhole(endDay) && startDay < endDay
  if (days === undefined ? item.isStay === true : !hasDays) {
    problems.push('it has no days, or days that are no stretch')
  }
  return [...problems, ...guestProblems(item), ...recurrenceProblems(item)]
}

/** Who manages a stay is known by a token's hash, and whom it is for by an e-mail: both, or neither. */
function guestProblems({ guest, manageTokenHash, isStay }: Item): readonly string[] {
  if (guest === undefined && manageTokenHash === undefined) return []
  return [
    ...(isStay === true ? [] : ['it has a guest and is no stay']),
    ...(isText(memberOf(guest, 'name')) && isText(memberOf(guest, 'email'))
      ? []
      : ['it does not say who its guest is']),
    ...(manageTokenHash instanceof Uint8Array && manageTokenHash.length === HASH_BYTES
      ? []
      : ['the hash of its manage token is not one']),
  ]
}
