import {
  BOOKING_STATUSES,
  type Booking,
  type BookingStatus,
  bookerAddress,
  ok,
  providersOf,
  type Result,
} from '@holdfast/engine'
import { cursorsOf } from '../../kernel/cursors.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { keyBefore, prefixEnd } from '../../kernel/keys.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import type { IndexName } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { bookingIndexKeys } from '../keys.ts'
import { isUnit } from '../providers/provider.ts'
import { timeInUnit } from '../units/split-stay.ts'
import { bookingEntity } from './booking-item.ts'
import {
  byStart,
  type Position,
  parsePosition,
  positionOf,
  positionText,
} from './booking-position.ts'
import { type Lister, readFilteredSubjects } from './filtered-subjects.ts'
import { listOfAddresses } from './list-of-addresses.ts'
import { earliestStartOfLasting } from './look-back.ts'
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
  /** The contact of the booker, by any of its addresses. */
  readonly contactId?: string | undefined
  /** Any of these. Absent: all. */
  readonly status?: readonly BookingStatus[] | undefined
  /** Bookings that start at or after this second; of a unit and of an event type of nights, those that end after it. */
  readonly fromEpochSeconds?: number | undefined
  /** Bookings that start before this second. */
  readonly toEpochSeconds?: number | undefined
  /** Bookings with all of these metadata. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** By start. Default: the earliest first. */
  readonly order?: 'asc' | 'desc' | undefined
}

type Answer = Result<Listed<Booking>, Refusal>

/** Lists bookings by start. Refuses a provider, an event type or a contact that the account never had. */
export async function listBookings(
  deps: Dependencies,
  caller: Lister,
  asked: BookingsFilter,
  page: Page,
): Promise<Answer> {
  const read = await readFilteredSubjects(deps, caller, asked)
  if (!read.ok) return read
  const { provider, eventType, addresses } = read.value
  const filter: Filter = { ...asked, ...(addresses && { addresses }) }
  const { bookerId, bookerEmail } = filter
  if (provider) {
    return ok(
      isUnit(provider)
        ? await listOfUnit(deps, provider, withStays(filter), page)
        : await listOfProvider(deps, provider, filter, page),
    )
  }
  if (eventType) {
    return listByStart(
      deps,
      'GSI2',
      bookingIndexKeys.bookingsOfEventType(eventType.id),
      eventType.stay === undefined ? filter : withStays(filter),
      page,
    )
  }
  if (bookerEmail !== undefined) {
    const email = bookerEmail.toLowerCase()
    const partition = bookingIndexKeys.bookingsOfBookerEmail(caller.accountId, email)
    return listByStart(deps, 'GSI3', partition, filter, page)
  }
  if (addresses) {
    const { accountId } = caller
    const range = { ...startRange(filter), isDescending: filter.order === 'desc', filter }
    return ok(
      await listOfAddresses(deps, { accountId, addresses, ...range }, page, matches(filter)),
    )
  }
  if (bookerId !== undefined) {
    const partition = bookingIndexKeys.bookingsOfBookerId(caller.accountId, bookerId)
    return listByStart(deps, 'GSI4', partition, filter, page)
  }
  const partition = bookingIndexKeys.bookingsOfAccount(caller.accountId)
  return listByStart(deps, 'GSI5', partition, filter, page)
}

/** A filter with the addresses of its contact. */
interface Filter extends BookingsFilter {
  /** Bookings that end after this second. */
  readonly endsAfterEpochSeconds?: number
  readonly addresses?: readonly string[]
}

/** A filter of stays: those that overlap the range, also if they began long before it. */
function withStays(filter: Filter): Filter {
  const { fromEpochSeconds: from } = filter
  return from === undefined
    ? filter
    : {
        ...filter,
        fromEpochSeconds: earliestStartOfLasting(from, true),
        endsAfterEpochSeconds: from,
      }
}

const isOf = ({ booker }: Booking, addresses: readonly string[]): boolean =>
  booker !== undefined && addresses.includes(bookerAddress(booker) ?? '')

/** Whether a booking takes a provider. A stay that has changed units is in each of them while it has nights there. */
function takes(booking: Booking, providerId: string, filter: Filter): boolean {
  const time = timeInUnit(booking, providerId)
  if (time === undefined) return providersOf(booking).includes(providerId)
  const { endsAfterEpochSeconds: from = 0, toEpochSeconds: to = Number.POSITIVE_INFINITY } = filter
  return time.startEpochSeconds < to && time.endEpochSeconds > from
}

const matches = (filter: Filter) => (booking: Booking) =>
  (filter.providerId === undefined || takes(booking, filter.providerId, filter)) &&
  (filter.eventTypeId === undefined || booking.eventTypeId === filter.eventTypeId) &&
  (filter.bookerId === undefined || booking.booker?.id === filter.bookerId) &&
  (filter.bookerEmail === undefined ||
    booking.booker?.email === filter.bookerEmail.toLowerCase()) &&
  (filter.addresses === undefined || isOf(booking, filter.addresses)) &&
  (filter.endsAfterEpochSeconds === undefined ||
    booking.endEpochSeconds > filter.endsAfterEpochSeconds) &&
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
const startRange = (filter: Filter) => ({
  from: bookingIndexKeys.start(filter.fromEpochSeconds ?? 0),
  to: prefixEnd(bookingIndexKeys.start((filter.toEpochSeconds ?? 9_999_999_999) - 1)),
})

/** How many bookings one call reads at most to find those of a rare status. */
const MOST_READ = 5_000

async function listByStart(
  deps: Dependencies,
  index: IndexName,
  partition: string,
  filter: Filter,
  page: Page,
): Promise<Answer> {
  const descending = filter.order === 'desc'
  const range = { index, partition, ...startRange(filter), descending }
  const request = { ...range, filter, mostRead: MOST_READ }
  return ok(await listFiltered(deps.store, request, page, bookingEntity.decode, matches(filter)))
}

/** The sort keys of one status to read from a position on, in either order. */
function statusRange(status: BookingStatus, filter: Filter, after: Position | undefined) {
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
  filter: Filter,
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

/** How many pages one call reads at most to pass over the stays of a unit that ended before the range. */
const UNIT_PAGES = 10

/** Lists the stays of a unit. Those that ended before the range are read over. */
async function listOfUnit(
  deps: Dependencies,
  unit: SharingProvider,
  filter: Filter,
  page: Page,
): Promise<Listed<Booking>> {
  const data: Booking[] = []
  let { cursor } = page
  for (let round = 1; ; round += 1) {
    const limit = page.limit - data.length
    const next = { limit, ...(cursor !== undefined && { cursor }) }
    const listed = await listOfProvider(deps, unit, filter, next)
    data.push(...listed.data)
    cursor = listed.cursor
    if (cursor === undefined) return { data }
    if (data.length >= page.limit || round >= UNIT_PAGES) return { data, cursor }
  }
}

/** Whether a position comes after another one, in the order of the list. */
function isAfter(position: Position, other: Position, descending: boolean): boolean {
  const [a, b] = [positionText(position), positionText(other)]
  return descending ? a < b : a > b
}

/** What of a provider's bookings is listed. */
interface Wanted {
  readonly filter: Filter
  readonly statuses: readonly BookingStatus[]
  readonly after: Position | undefined
}

/** The bookings after a position that the provider's ledger marks. */
async function readMarked(
  deps: Dependencies,
  provider: SharingProvider,
  { filter, statuses, after }: Wanted,
  count: number,
): Promise<MarkedBookings> {
  if (!provider.sharesBookings) return NO_MARKED_BOOKINGS
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
    provider,
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
