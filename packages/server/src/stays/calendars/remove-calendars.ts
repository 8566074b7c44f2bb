import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, Write } from '../../kernel/ports/store.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import {
  calendarContents,
  calendarEventIdKey,
  calendarKey,
  calendarRemovalsDue,
  isMonthOfNights,
} from '../keys.ts'
import { hasBookingMark } from './booked-nights.ts'
import {
  type Calendar,
  type CalendarRemoval,
  calendarEntity,
  calendarRemovalEntity,
  removalOf,
} from './calendar.ts'

/** The items removed in one transaction. An event needs two writes, and the progress of the calendar one. */
const ITEMS_PER_TRANSACTION = 45

/**
 * How long after the last item a removed calendar is checked again. A request that read the calendar
 * before its deletion may commit an event after its contents were removed; no request takes nearly this
 * long. A condition on the calendar in every creation would make the second pass unnecessary, but
 * DynamoDB cancels concurrent transactions that check one item, so events of one calendar would conflict.
 */
export const SECOND_PASS_SECONDS = 3600

/** The result of one run of the removal. */
export interface RemovalReport {
  readonly removedItems: number
  readonly removedCalendars: number
  /** Whether due work is left. */
  readonly more: boolean
}

/**
 * Removes one batch of contents of each deleted calendar, and contents that were added after a calendar
 * was removed. The transaction that removes a batch also stores the progress in the calendar, so the
 * next run continues after an interruption.
 */
export async function removeCalendars(deps: Dependencies, limit: number): Promise<RemovalReport> {
  const due = calendarRemovalsDue(epochSeconds(deps.clock))
  const waiting = await deps.store.query({ ...due, limit, consistent: true })
  let removedItems = 0
  let removedCalendars = 0
  let complete = 0
  for (const item of waiting.items) {
    const batch = await removeBatch(deps, calendarRemovalEntity.decode(item))
    removedItems += batch.items
    if (batch.isComplete) complete += 1
    if (batch.removedCalendar) removedCalendars += 1
  }
  const more = waiting.items.length > complete || waiting.cursor !== undefined
  return { removedItems, removedCalendars, more }
}

interface Batch {
  readonly items: number
  /** True if the calendar itself was removed. */
  readonly removedCalendar: boolean
  /** True if nothing more is due now. */
  readonly isComplete: boolean
}

async function removeBatch(deps: Dependencies, removal: CalendarRemoval): Promise<Batch> {
  const { calendarId } = removal
  const calendar = await calendarEntity.read(deps.store, calendarKey(calendarId))
  const discarded = { removal: calendarRemovalEntity.discard(removal) }
  const complete: Batch = { items: 0, removedCalendar: false, isComplete: true }
  // Without a deletion the contents stay, whatever put the calendar into the queue.
  if (calendar && calendar.removal === undefined) return commitBatch(deps, discarded, complete)
  const { items, isBooked } = await removableContents(deps, calendarId)
  if (items.length > 0) {
    const shown = items.filter(isCounted).length
    const writes = { ...contentWrites(items), calendar: calendar && withProgress(calendar, shown) }
    return commitBatch(deps, writes, { ...complete, items: items.length, isComplete: false })
  }
  if (isBooked) return commitBatch(deps, { ...discarded, ...laterPass(deps, calendarId) }, complete)
  if (calendar === undefined) return commitBatch(deps, discarded, complete)
  const writes = {
    calendar: calendarEntity.remove(calendar),
    ...discarded,
    ...laterPass(deps, calendarId),
  }
  return commitBatch(deps, writes, { ...complete, removedCalendar: true })
}

const laterPass = (deps: Dependencies, calendarId: string): NamedWrites => ({
  laterPass: calendarRemovalEntity.create(
    removalOf(calendarId, epochSeconds(deps.clock) + SECOND_PASS_SECONDS),
  ),
})

/**
 * The next contents to remove. Nights of bookings stay: a later version books them, and frees them when the bookings end. A
 * calendar that has some is looked at again later.
 */
async function removableContents(
  { store }: Dependencies,
  calendarId: string,
): Promise<{ readonly items: readonly Item[]; readonly isBooked: boolean }> {
  let isBooked = false
  for (let cursor: string | undefined; ; ) {
    const page = await store.query({
      ...calendarContents(calendarId),
      limit: ITEMS_PER_TRANSACTION,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    const items = page.items.filter((item) => !(isMonthOfNights(item) && hasBookingMark(item)))
    isBooked ||= items.length < page.items.length
    cursor = page.cursor
    if (items.length > 0 || cursor === undefined) return { items, isBooked }
  }
}

async function commitBatch(deps: Dependencies, writes: NamedWrites, batch: Batch): Promise<Batch> {
  const { kind } = await transact(deps, writes)
  return kind === 'done' ? batch : { items: 0, removedCalendar: false, isComplete: false }
}

// All contents but nights and imported UIDs are events by time.
const isEvent = ({ SK }: Item): boolean => !/^(?:NIGHTS|UID)#/.test(SK)

// The progress counts events and months of nights, which callers know.
const isCounted = ({ SK }: Item): boolean => !/^UID#/.test(SK)

/** The writes that remove items of a calendar; for an event, both copies. Conditions are not needed. */
function contentWrites(items: readonly Item[]): NamedWrites {
  const writes: Record<string, Write> = {}
  for (const item of items) {
    const { PK, SK } = item
    writes[SK] = { kind: 'delete', key: { PK, SK } }
    if (isEvent(item)) {
      writes[`id of ${SK}`] = { kind: 'delete', key: calendarEventIdKey(keyTail(SK)) }
    }
  }
  return writes
}

const withProgress = (calendar: Calendar, removedNow: number): Write =>
  calendarEntity.replace(calendar, {
    ...calendar,
    version: calendar.version + 1,
    removal: {
      requestedAtEpochSeconds: calendar.removal?.requestedAtEpochSeconds ?? 0,
      removedItems: (calendar.removal?.removedItems ?? 0) + removedNow,
    },
  })
