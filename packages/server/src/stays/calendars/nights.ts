import { dayOfNight, formatDate, monthsOfStay, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { nightsRange } from '../keys.ts'
import { getLiveCalendar } from './calendars.ts'

/** Whether a night can be had: `closed` is by rule, `taken` by a stay. */
export interface Night {
  readonly day: number
  readonly status: 'free' | 'taken' | 'closed'
}

/** The most nights of one answer: two years and a leap day. */
export const MAX_NIGHTS_LISTED = 731

/** Lists the nights `[fromDay, toDay)` of a calendar of nights: a year is one query of twelve items. */
export async function listNights(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
): Promise<Result<readonly Night[], Refusal>> {
  if (toDay <= fromDay) return invalid('to', '`to` must be after `from`')
  if (toDay - fromDay > MAX_NIGHTS_LISTED) {
    return invalid('to', `a call lists at most ${MAX_NIGHTS_LISTED} nights`)
  }
  const parts = monthsOfStay({ arrivalDay: fromDay, departureDay: toDay })
  const first = parts[0]?.month ?? ''
  const last = parts.at(-1)?.month ?? ''
  const [found, months] = await Promise.all([
    getLiveCalendar(deps, caller, calendarId),
    deps.store.query(nightsRange(calendarId, first, last)),
  ])
  if (!found.ok) return found
  const { stayPolicy } = found.value
  if (stayPolicy === undefined) {
    return invalid('/path/id', `calendar ${calendarId} is not one of nights`)
  }
  const taken = new Set(
    months.items.flatMap((item) =>
      [...ledgerFromItem(item).taken].map((quantum) => dayOfNight(keyTail(item.SK), quantum)),
    ),
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

/** The text of a day number, as answers and refusals name nights. */
export const nightText = (day: number): string => formatDate(day)
