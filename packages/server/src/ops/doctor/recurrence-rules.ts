import { isTimeZone, parseRecurrenceRule } from '@holdfast/engine'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'

type Value = AttributeValue | undefined
type Members = Readonly<Record<string, Value>>

const isWhole = (value: Value): value is number => Number.isSafeInteger(value)
/** The members of a value that is a map; of any other, none. */
const membersOf = (value: Value): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

const isWalls = (value: Value): boolean => Array.isArray(value) && value.every(isWhole)

function isChange(value: Value): boolean {
  const { originalWallSeconds, originalStartEpochSeconds, time } = membersOf(value)
  const { startEpochSeconds: start, endEpochSeconds: end } = membersOf(time)
  return (
    isWhole(originalWallSeconds) &&
    isWhole(originalStartEpochSeconds) &&
    (time === undefined || (isWhole(start) && isWhole(end) && start < end))
  )
}

/** What is wrong with how an event recurs: nothing can be listed of it, or it is listed where it is not. */
export function recurrenceProblems({ recurrence, startEpochSeconds }: Item): readonly string[] {
  if (recurrence === undefined) return []
  const members = membersOf(recurrence)
  const { rrule, timeZone, startWallSeconds, exdates, rdates, changes } = members
  const { firstStartEpochSeconds: first, lastEndEpochSeconds: last } = members
  const isRule = typeof rrule === 'string' && parseRecurrenceRule(rrule).ok
  const isZone = typeof timeZone === 'string' && isTimeZone(timeZone)
  const isSet = isWhole(startWallSeconds) && isWalls(exdates) && isWalls(rdates)
  const areChanges = Array.isArray(changes) && changes.every(isChange)
  const isSpan =
    isWhole(first) &&
    Number(startEpochSeconds) >= first &&
    (last === undefined || (isWhole(last) && last > Number(startEpochSeconds)))
  return [
    ...(isRule ? [] : ['its recurrence rule cannot be read']),
    ...(isZone ? [] : ['the time zone that it recurs in is not known']),
    ...(isSet ? [] : ['the dates that it recurs on cannot be read']),
    ...(areChanges ? [] : ['what was changed of its occurrences cannot be read']),
    ...(isSpan ? [] : ['its start is not between its first and its last occurrence']),
  ]
}
