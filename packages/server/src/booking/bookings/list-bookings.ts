import {
  BOOKING_STATUSES,
  type Booking,
  type BookingStatus,
  ok,
  providersOf,
  type Result,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { cursorsOf } from '../../kernel/cursors.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { prefixEnd } from '../../kernel/keys.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { type IndexName, InvalidCursor } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { getEventType } from '../event-types/event-types.ts'
import { bookingIndexKeys } from '../keys.ts'
import { getProvider } from '../providers/read-providers.ts'
import { bookingEntity } from './booking-item.ts'
import {
  joinBookings,
  type MarkedBookings,
  NO_MARKED_BOOKINGS,
  readMarkedBookings,
  type SharingProvider,
} from './shared-bookings.ts'

/** The bookings to list: those of one provider, event type or booker, or all of the account; the rest filters. */
export interface BookingsFilter {
  readonly providerId?: string | undefined
  readonly eventTypeId?: string | undefined
  readonly bookerId?: string | undefined
  readonly bookerEmail?: string | undefined
  /** The contact of bookers without an email address. */
  readonly contactId?: string | undefined
  /** Any of these. Absent: all. */
  readonly status?: readonly BookingStatus[] | undefined
  /** Bookings that start at or after this second. */
  readonly fromEpochSeconds?: number | undefined
  /** Bookings that start before this second. */
  readonly toEpochSeconds?: number | undefined
  /** Bookings with all of these metadata. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** By start. Default: the earliest first. */
  readonly order?: 'asc' | 'desc' | undefined
}

type Answer = Result<Listed<Booking>, Refusal>

/** Lists bookings by start. */
export async function listBookings(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  filter: BookingsFilter,
  page: Page,
): Promise<Answer> {
  const { providerId, eventTypeId, bookerId, bookerEmail, contactId } = filter
  if (providerId !== undefined) {
    const provider = await getProvider(deps, caller, providerId)
    if (!provider.ok) return provider
    return ok(await listOfProvider(deps, provider.value, filter, page))
  }
  if (eventTypeId !== undefined) {
    const eventType = await getEventType(deps, caller, eventTypeId)
    if (!eventType.ok) return eventType
    return listByStart(
      deps,
      'GSI2',
      bookingIndexKeys.bookingsOfEventType(eventTypeId),
      filter,
      page,
    )
  }
  const address = bookerEmail?.toLowerCase() ?? contactId
  if (address !== undefined) {
    const partition = bookingIndexKeys.bookingsOfBookerEmail(caller.accountId, address)
    return listByStart(deps, 'GSI3', partition, filter, page)
  }
  if (bookerId !== undefined) {
    const partition = bookingIndexKeys.bookingsOfBookerId(caller.accountId, bookerId)
    return listByStart(deps, 'GSI4', partition, filter, page)
  }
  const partition = bookingIndexKeys.bookingsOfAccount(caller.accountId)
  return listByStart(deps, 'GSI5', partition, filter, page)
}

const matches = (filter: BookingsFilter) => (booking: Booking) =>
  (filter.providerId === undefined || providersOf(booking).includes(filter.providerId)) &&
  (filter.eventTypeId === undefined || booking.eventTypeId === filter.eventTypeId) &&
  (filter.bookerId === undefined || booking.booker?.id === filter.bookerId) &&
  (filter.bookerEmail === undefined ||
    booking.booker?.email === filter.bookerEmail.toLowerCase()) &&
  (filter.contactId === undefined || booking.booker?.contactId === filter.contactId) &&
  (filter.status === undefined || filter.status.includes(booking.status)) &&
  (filter.metadata === undefined || hasMetadata(booking, filter.metadata))

const hasMetadata = (
  { metadata = {} }: Booking,
  wanted: Readonly<Record<string, string>>,
): boolean =>
  Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value,
  )

// Sort keys contain the start in whole seconds, so the exclusive `to` is the inclusive second before it.
const startRange = (filter: BookingsFilter) => ({
  from: bookingIndexKeys.start(filter.fromEpochSeconds ?? 0),
  to: prefixEnd(bookingIndexKeys.start((filter.toEpochSeconds ?? 9_999_999_999) - 1)),
})

/** How many bookings one call reads at most to find those of a rare status. */
const MOST_READ = 5_000

async function listByStart(
  deps: Dependencies,
  index: IndexName,
  partition: string,
  filter: BookingsFilter,
  page: Page,
): Promise<Answer> {
  const descending = filter.order === 'desc'
  const range = { index, partition, ...startRange(filter), descending }
  const request = { ...range, filter, mostRead: MOST_READ }
  return ok(await listFiltered(deps.store, request, page, bookingEntity.decode, matches(filter)))
}

const byStart = (a: Booking, b: Booking): number =>
  a.startEpochSeconds - b.startEpochSeconds || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** A position in a provider's bookings: everything up to and including it was listed. */
interface Position {
  readonly startText: string
  readonly bookingId: string
}

const positionText = ({ startText, bookingId }: Position): string => `${startText}.${bookingId}`

function parsePosition(cursor: string): Position {
  const [, startText, bookingId] = /^(\d{10})\.(bkg_[0-9a-z]{26})$/.exec(cursor) ?? []
  if (startText === undefined || bookingId === undefined) {
    throw new InvalidCursor(`"${cursor}" is not a cursor of this list`)
  }
  return { startText, bookingId }
}

/** The largest sort key of an index before a key; all sort keys of bookings have the same length. */
function keyBefore(key: string): string {
  const last = key.length - 1
  return prefixEnd(key.slice(0, last) + String.fromCharCode(key.charCodeAt(last) - 1))
}

/** The sort keys of one status to read from a position on, in either order. */
function statusRange(status: BookingStatus, filter: BookingsFilter, after: Position | undefined) {
  const range = startRange(filter)
  const whole = {
    from: bookingIndexKeys.statusAndStart(status, range.from),
    to: bookingIndexKeys.statusAndStart(status, range.to),
  }
  if (after === undefined) return whole
  const key = bookingIndexKeys.statusStartAndId(status, after.startText, after.bookingId)
  return filter.order === 'desc'
    ? { ...whole, to: keyBefore(key) }
    : { ...whole, from: prefixEnd(key) }
}

/**
 * The index of a provider's bookings is ordered by status, then start. One status is one range; all
 * statuses are six ranges, merged by start and id with the bookings that the provider's ledger marks. The id
 * makes that order total, so that a position resumes each range exactly.
 */
async function listOfProvider(
  deps: Dependencies,
  provider: SharingProvider,
  filter: BookingsFilter,
  page: Page,
): Promise<Listed<Booking>> {
  const cursors = cursorsOf(['bookings', filter])
  const after = page.cursor === undefined ? undefined : parsePosition(cursors.open(page.cursor))
  const statuses = [...new Set(filter.status ?? BOOKING_STATUSES)]
  const descending = filter.order === 'desc'
  const [marked, ...pages] = await Promise.all([
    readMarked(deps, provider, { filter, statuses, after }, page.limit + 1),
    ...statuses.map((status) =>
      deps.store.query({
        index: 'GSI1',
        partition: bookingIndexKeys.bookingsOfProvider(provider.id),
        ...statusRange(status, filter, after),
        consistent: true,
        descending,
        limit: page.limit + 1,
      }),
    ),
  ])
  const indexed = pages.flatMap((answer) => answer.items.map(bookingEntity.decode))
  const end = endOfRead(marked, descending)
  const bookings = joinBookings(indexed, marked.bookings)
    .filter((booking) => end === undefined || !isAfter(positionOf(booking), end, descending))
    .sort((a, b) => (descending ? byStart(b, a) : byStart(a, b)))
  const listed = bookings.slice(0, page.limit)
  const last = listed.at(-1)
  const data = listed.filter(matches(filter))
  const next = last !== undefined && bookings.length > page.limit ? positionOf(last) : end
  return next === undefined ? { data } : { data, cursor: cursors.seal(positionText(next)) }
}

const positionOf = ({ startEpochSeconds, id }: Booking): Position => ({
  startText: bookingIndexKeys.start(startEpochSeconds),
  bookingId: id,
})

/** Whether a position comes after another one, in the order of the list. */
function isAfter(position: Position, other: Position, descending: boolean): boolean {
  const [a, b] = [positionText(position), positionText(other)]
  return descending ? a < b : a > b
}

/** What of a provider's bookings is listed. */
interface Wanted {
  readonly filter: BookingsFilter
  readonly statuses: readonly BookingStatus[]
  readonly after: Position | undefined
}

/** The bookings after a position that the provider's ledger marks. */
async function readMarked(
  deps: Dependencies,
  { id, sharesBookings }: SharingProvider,
  { filter, statuses, after }: Wanted,
  count: number,
): Promise<MarkedBookings> {
  if (!sharesBookings) return NO_MARKED_BOOKINGS
  const descending = filter.order === 'desc'
  const { fromEpochSeconds = 0, toEpochSeconds = 9_999_999_999 } = filter
  const startsAt = Number(after?.startText)
  const range = {
    fromEpochSeconds: after && !descending ? startsAt : fromEpochSeconds,
    toEpochSeconds: after && descending ? startsAt + 1 : toEpochSeconds,
    descending,
  }
  return await readMarkedBookings(
    deps,
    id,
    range,
    count,
    (booking) =>
      statuses.includes(booking.status) &&
      (after === undefined || isAfter(positionOf(booking), after, descending)),
  )
}

const DAY_SECONDS = 86_400

/** The position where the read of the ledger ended: later bookings may be missing. */
function endOfRead({ readUntilDay }: MarkedBookings, descending: boolean): Position | undefined {
  if (readUntilDay === undefined) return undefined
  return descending
    ? {
        startText: bookingIndexKeys.start(readUntilDay * DAY_SECONDS),
        bookingId: `bkg_${'0'.repeat(26)}`,
      }
    : {
        startText: bookingIndexKeys.start((readUntilDay + 1) * DAY_SECONDS - 1),
        bookingId: `bkg_${'z'.repeat(26)}`,
      }
}
