import { WEEKDAYS, type Weekday, weekdayIndexOf } from '../time/dates.ts'
import type { LineUnit, QuoteLine } from './rate-plan.ts'

/** The parts of the price of each night of a stay, the first night first. */
export interface NightParts {
  readonly day: number
  readonly parts: readonly LineUnit[]
}

const keyOf = ({ kind, label, itemId, quantity, unitAmount, collect }: LineUnit): string =>
  `${kind}|${itemId ?? ''}|${quantity}|${unitAmount}|${collect}|${label}`

/** Nights of one line: from `first` to `last`, those of the weekdays in the mask. */
interface Run {
  readonly unit: LineUnit
  readonly first: number
  last: number
  count: number
  mask: number
}

const bitOf = (day: number): number => 1 << weekdayIndexOf(day)

/** Whether a run with one more night still is all nights of its weekdays between its first and its last. */
function takes(run: Run, day: number): boolean {
  const mask = run.mask | bitOf(day)
  const isNew = mask !== run.mask
  // A week without a new weekday has seven days to look at; a new weekday must not have been left out before.
  for (let each = isNew ? run.first : run.last + 1; each < day; each += 1) {
    const bit = bitOf(each)
    const isTaken = each <= run.last && (run.mask & bit) !== 0
    if ((mask & bit) !== 0 && !isTaken) return false
  }
  return true
}

const weekdaysOf = (mask: number): readonly Weekday[] =>
  WEEKDAYS.filter((_, index) => (mask & (1 << index)) !== 0)

function lineOf({ unit, first, last, count, mask }: Run): QuoteLine {
  const isWhole = last - first + 1 === count
  return {
    ...unit,
    fromDay: first,
    nights: count,
    ...(!isWhole && { weekdays: weekdaysOf(mask) }),
    amount: unit.unitAmount * unit.quantity * count,
  }
}

/** The parts of nights as lines: equal parts of nights in a row are one line, also if it is for some weekdays of them. */
export function linesOfNights(nights: readonly NightParts[]): readonly QuoteLine[] {
  const runs: Run[] = []
  const open = new Map<string, Run>()
  const keys = new Map<LineUnit, string>()
  for (const { day, parts } of nights) {
    for (const unit of parts) {
      const key = keys.get(unit) ?? keyOf(unit)
      keys.set(unit, key)
      const run = open.get(key)
      if (run && takes(run, day)) {
        run.last = day
        run.count += 1
        run.mask |= bitOf(day)
        continue
      }
      const begun = { unit, first: day, last: day, count: 1, mask: bitOf(day) }
      runs.push(begun)
      open.set(key, begun)
    }
  }
  return runs.map(lineOf)
}

/** The days of the nights of a line, in order; empty for a line of the whole stay. */
export function daysOfLine({ fromDay, nights, weekdays }: QuoteLine): readonly number[] {
  if (fromDay === undefined || nights === undefined) return []
  const days: number[] = []
  for (let day = fromDay; days.length < nights; day += 1) {
    if (weekdays?.includes(WEEKDAYS[weekdayIndexOf(day)] as Weekday) ?? true) days.push(day)
  }
  return days
}

/** A line without its nights. */
export const unitOf = ({
  fromDay: _from,
  nights: _nights,
  weekdays: _weekdays,
  amount: _amount,
  ...unit
}: QuoteLine): LineUnit => unit
