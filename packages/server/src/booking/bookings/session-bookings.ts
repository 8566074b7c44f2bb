import { type Booking, sessionOfOwner } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { bookingIndexKeys, bookingKey } from '../keys.ts'
import { bookingEntity } from './booking-item.ts'

type StoreOnly = Pick<Dependencies, 'store'>

/**
 * The bookings of an event type at one start, of any status, in no order. The index may lack one that was committed a
 * moment ago.
 */
export async function bookingsAtStart(
  { store }: StoreOnly,
  eventTypeId: string,
  startEpochSeconds: number,
): Promise<readonly Booking[]> {
  const start = bookingIndexKeys.start(startEpochSeconds)
  const bookings: Booking[] = []
  let cursor: string | undefined
  do {
    const page = await store.query({
      index: 'GSI2',
      partition: bookingIndexKeys.bookingsOfEventType(eventTypeId),
      from: start,
      to: start,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    bookings.push(...page.items.map(bookingEntity.decode))
    cursor = page.cursor
  } while (cursor !== undefined)
  return bookings
}

/**
 * The bookings that marks of a ledger name, in no order: a mark of a booking names that one, a mark of a session
 * all bookings of it.
 */
export async function bookingsOfMarks(
  deps: StoreOnly,
  ownerIds: ReadonlySet<string>,
): Promise<readonly Booking[]> {
  if (ownerIds.size === 0) return []
  const sessions = [...ownerIds].flatMap((id) => sessionOfOwner(id) ?? [])
  const bookingIds = [...ownerIds].filter((id) => sessionOfOwner(id) === undefined)
  const [items, ...ofSessions] = await Promise.all([
    bookingIds.length === 0 ? [] : readItems(deps.store, bookingIds.map(bookingKey)),
    ...sessions.map(({ eventTypeId, startEpochSeconds }) =>
      bookingsAtStart(deps, eventTypeId, startEpochSeconds),
    ),
  ])
  const alone = items.flatMap((item) => (item ? [bookingEntity.decode(item)] : []))
  return [...alone, ...ofSessions.flat()]
}
