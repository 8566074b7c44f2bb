import { fromUnsorted, providersOf, sessionOfOwner, toIntervals } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingKey } from '../../booking/keys.ts'
import { readCurrentSession } from '../../booking/seats/read-session.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { idOfOwnUid } from '../../kernel/own-uid.ts'
import type { FreeBusyOutcome, OwnTime } from '../../kernel/ports/free-busy.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { Connection } from './connection.ts'
import { bookingOfPart } from './shown-part.ts'

type Read = Extract<FreeBusyOutcome, { readonly kind: 'read' }>

/** The most UIDs that one read looks up. More than our own feed has, which has 5,000 bookings; the rest counts as busy. */
const UIDS_MAX = 6_000

/** The id of a booking, or the name of a session. What a file says otherwise is no key of an item. */
const SHOWN_ID = /^[a-z]+_[0-9a-z]{26}(?:@\d{1,12})?$/

/**
 * The outcome of a read without the bookings that this server sent to the calendar, in a feed or an invitation. The
 * ledger has the time of those that take the provider, and the calendar may still have the one before a move. What
 * takes somebody else, or lies in a calendar of stays, counts as busy.
 */
export async function withoutOwnBookings(
  deps: Pick<ExternalCalendarsDependencies, 'store'>,
  connection: Pick<Connection, 'accountId' | 'providerId'>,
  { own = [], ...read }: Read,
): Promise<Read> {
  if (own.length === 0) return read
  const known = await bookingsOfProvider(deps, connection, own.slice(0, UIDS_MAX))
  const others = own.filter(({ uid }) => !known.has(uid))
  const busy = [...read.busy, ...others.flatMap((time) => time.busy)]
  return { ...read, busy: toIntervals(fromUnsorted(busy)) }
}

/** The UIDs of the bookings and sessions that take the provider, also of cancelled ones. */
async function bookingsOfProvider(
  deps: Pick<ExternalCalendarsDependencies, 'store'>,
  { accountId, providerId }: Pick<Connection, 'accountId' | 'providerId'>,
  own: readonly OwnTime[],
): Promise<ReadonlySet<string>> {
  const named = own
    .map(({ uid }) => ({ uid, id: bookingOfPart(idOfOwnUid(uid) ?? '') }))
    .filter(({ id }) => SHOWN_ID.test(id))
  const alone = named.filter(({ id }) => sessionOfOwner(id) === undefined)
  const items = await readItems(
    deps.store,
    alone.map(({ id }) => bookingKey(id)),
    { consistent: false },
  )
  const takes = (subject: Parameters<typeof providersOf>[0] & { readonly accountId: string }) =>
    subject.accountId === accountId && providersOf(subject).includes(providerId)
  const uids = new Set<string>()
  for (const [index, { uid }] of alone.entries()) {
    const item = items[index]
    if (item && takes(bookingEntity.decode(item))) uids.add(uid)
  }
  for (const { uid, id } of named) {
    const at = sessionOfOwner(id)
    const found = at && (await readCurrentSession(deps, at))
    if (found && takes(found.session)) uids.add(uid)
  }
  return uids
}
