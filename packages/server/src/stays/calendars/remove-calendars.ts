import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item, Write } from '../../kernel/ports/store.ts'
import {
  calendarContents,
  calendarEventIdKey,
  calendarKey,
  calendarRemovalKey,
  calendarRemovalsDue,
} from '../keys.ts'
import { type Calendar, calendarFromItem, calendarItem } from './calendar.ts'

/** Items removed in one transaction: an event is two of them, and the calendar counts along. */
const REMOVED_AT_ONCE = 45

/**
 * So long after a calendar was emptied it is looked at once more. A request that saw it before it was
 * deleted may commit an event after its contents went; no request takes nearly as long. A condition
 * on the calendar in every creation would need no second look, but DynamoDB cancels transactions
 * that check one item at once: events of one calendar would collide.
 */
export const SECOND_PASS_SECONDS = 3600

/** What one run of the removal did. */
export interface RemovalReport {
  readonly removedItems: number
  readonly removedCalendars: number
  /** Whether work that is due is left. */
  readonly more: boolean
}

/**
 * Removes a piece of each calendar that is to go, and what came into one that is gone. How far it is
 * stands in the calendar itself, in the transaction that removes, so a run that was interrupted goes
 * on where it stopped.
 */
export async function removeCalendars(deps: Dependencies, limit: number): Promise<RemovalReport> {
  const due = calendarRemovalsDue(epochSeconds(deps.clock))
  const waiting = await deps.store.query({ ...due, limit, consistent: true })
  let removedItems = 0
  let removedCalendars = 0
  let settled = 0
  for (const item of waiting.items) {
    const removed = await removePiece(deps, item)
    removedItems += removed.items
    if (removed.isSettled) settled += 1
    if (removed.isGone) removedCalendars += 1
  }
  const more = waiting.items.length > settled || waiting.cursor !== undefined
  return { removedItems, removedCalendars, more }
}

interface Piece {
  readonly items: number
  /** The calendar itself was removed. */
  readonly isGone: boolean
  /** Nothing more is due now. */
  readonly isSettled: boolean
}

async function removePiece(deps: Dependencies, entry: Item): Promise<Piece> {
  const calendarId = keyTail(entry.SK)
  const stored = await deps.store.get(calendarKey(calendarId), { consistent: true })
  const calendar = stored && calendarFromItem(stored)
  const done: Write = { kind: 'delete', key: { PK: entry.PK, SK: entry.SK } }
  if (calendar && calendar.removal === undefined) {
    // Nobody deleted it: its contents are not touched, whatever put it into the queue.
    return commitPiece(deps, [done], { items: 0, isGone: false, isSettled: true })
  }
  const { items } = await deps.store.query({
    ...calendarContents(calendarId),
    limit: REMOVED_AT_ONCE,
    consistent: true,
  })
  if (items.length > 0) {
    const gone = items.flatMap(removalsOf)
    const writes = calendar ? [...gone, counted(calendar, items.filter(isShown).length)] : gone
    return commitPiece(deps, writes, { items: items.length, isGone: false, isSettled: false })
  }
  if (calendar === undefined) {
    return commitPiece(deps, [done], { items: 0, isGone: false, isSettled: true })
  }
  const lookAgainAt = epochSeconds(deps.clock) + SECOND_PASS_SECONDS
  const last: readonly Write[] = [
    { kind: 'delete-if-version', key: calendarKey(calendarId), version: calendar.version },
    done,
    { kind: 'put-if-absent', item: { ...calendarRemovalKey(calendarId, lookAgainAt), version: 1 } },
  ]
  return commitPiece(deps, last, { items: 0, isGone: true, isSettled: true })
}

async function commitPiece(
  deps: Dependencies,
  writes: readonly Write[],
  piece: Piece,
): Promise<Piece> {
  const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  const { committed } = await deps.store.transact(writes, token)
  return committed ? piece : { items: 0, isGone: false, isSettled: false }
}

// Nights, and the UIDs of what was imported, are no copies of events; all else is.
const isEvent = ({ SK }: Item): boolean => !/^(?:NIGHTS|UID)#/.test(SK)

// What a caller knows of: events, and months with nights.
const isShown = ({ SK }: Item): boolean => !/^UID#/.test(SK)

/** The writes that remove an item of a calendar; of an event, both copies. */
const removalsOf = (item: Item): readonly Write[] => [
  { kind: 'delete', key: { PK: item.PK, SK: item.SK } },
  ...(isEvent(item)
    ? [{ kind: 'delete', key: calendarEventIdKey(keyTail(item.SK)) } as const]
    : []),
]

const counted = (calendar: Calendar, more: number): Write => ({
  kind: 'put-if-version',
  item: calendarItem({
    ...calendar,
    version: calendar.version + 1,
    removal: {
      requestedAtEpochSeconds: calendar.removal?.requestedAtEpochSeconds ?? 0,
      removedItems: (calendar.removal?.removedItems ?? 0) + more,
    },
  }),
  version: calendar.version,
})
