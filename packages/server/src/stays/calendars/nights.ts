import {
  dayOfNight,
  formatDate,
  monthsOfStay,
  occupiedQuanta,
  ok,
  type Result,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { nightsRange } from '../../ledger/keys.ts'
import { getLiveCalendar } from './calendars.ts'

/** A night by the day it begins on. `closed`: the policy allows no stay; `taken`: it belongs to a stay. */
export interface Night {
  readonly day: number
  readonly status: 'free' | 'taken' | 'closed'
}

/** The maximum number of nights in one answer: two years and a leap day. */
export const MAX_NIGHTS_LISTED = 731

/** Lists the nights `[fromDay, toDay)` of a calendar of stays. A year is one query of twelve items. */
export async function listNights(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
): Promise<Result<readonly Night[], Refusal>> {
  if (toDay <= fromDay) return invalid('to', 'must be after `from`')
  if (toDay - fromDay > MAX_NIGHTS_LISTED) {
    return invalid('to', `must be at most ${MAX_NIGHTS_LISTED} days after \`from\``)
  }
  const parts = monthsOfStay({ arrivalDay: fromDay, departureDay: toDay })
  const first = parts[0]?.month ?? ''
  const last = parts.at(-1)?.month ?? ''
  const [found, months] = await Promise.all([
    getLiveCalendar(deps, caller, calendarId),
    deps.store.query({ ...nightsRange(calendarId, first, last), consistent: true }),
  ])
  if (!found.ok) return found
  const { stayPolicy } = found.value
  if (stayPolicy === undefined) {
    return invalid('/path/id', 'must be the id of a calendar whose `exclusive` is "nights"')
  }
  const taken = new Set(
    months.items.flatMap((month) => takenNights(month, epochSeconds(deps.clock))),
  )
  const isClosed = (day: number) =>
    stayPolicy.closedNights.some((closed) => closed.fromDay <= day && day < closed.toDay)
  return ok(
    Array.from({ length: toDay - fromDay }, (_, index) => fromDay + index).map((day) => ({
      day,
      status: taken.has(day) ? 'taken' : isClosed(day) ? 'closed' : 'free',
    })),
  )
}

/** The nights of a month that nobody else can have, as days since 1970-01-01. Those of a lapsed hold are free. */
export const takenNights = (month: Item, nowEpochSeconds: number): readonly number[] =>
  [...occupiedQuanta(ledgerFromItem(month), nowEpochSeconds)].map((quantum) =>
    dayOfNight(keyTail(month.SK), quantum),
  )

/** Formats a night as the date it begins on. */
export const nightText = (day: number): string => formatDate(day)
