import { type Booking, providersOf } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { earliestStartOfLasting } from '../../booking/bookings/look-back.ts'
import { bookingIndexKeys, bookingKey } from '../../booking/keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { prefixEnd } from '../../kernel/keys.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { type Contact, personAddresses } from '../../people/contacts/contact.ts'
import { findPeople } from '../../people/search/find-people.ts'

/** A booking that a search found. */
export interface BookingHit {
  readonly kind: 'booking'
  readonly booking: Booking
  /** Its providers, by which the policy decides who sees it. */
  readonly assignments: readonly { readonly providerId: string }[]
}

/** One result of a search. */
export type Hit = { readonly kind: 'contact'; readonly contact: Contact } | BookingHit

/** What a search found. */
export interface Found {
  readonly data: readonly Hit[]
  readonly more: boolean
}

type SearchCaller = Pick<Caller, 'accountId' | 'providerIds'>

/** What a restricted caller's search looks at: people, and of each the latest bookings. */
const PEOPLE_LOOKED_AT = 25
const BOOKINGS_LOOKED_AT = 10
const READS_AT_ONCE = 5

/** Of how many people the next bookings are found, how many of each, and how many are read for them. */
const PEOPLE_WITH_BOOKINGS = 5
const UPCOMING_EACH = 2
const UPCOMING_LOOKED_AT = 5
const UPCOMING = { index: 'GSI3', limit: UPCOMING_LOOKED_AT } as const

const BOOKING_ID = /^bkg_[0-9a-z]{26}$/

/** How much a search answers. */
export interface SearchOptions {
  /** At most this many results, the bookings of `withBookings` aside. */
  readonly limit: number
  /** Whether the next bookings of the people are found with them. */
  readonly withBookings: boolean
}

/**
 * Finds people of the caller's account, or the booking with an id. A caller who is restricted to providers finds its bookings with the
 * people, since it may not read contacts.
 */
export async function search(
  deps: Dependencies,
  caller: SearchCaller,
  text: string,
  { limit, withBookings }: SearchOptions,
): Promise<Found> {
  const id = text.trim().toLowerCase()
  if (BOOKING_ID.test(id)) return await searchById(deps, caller, id)
  const { accountId, providerIds } = caller
  if (providerIds !== undefined)
    return await searchOwn(deps, { accountId, providerIds }, text, limit)
  const { contacts, more } = await findPeople(deps, accountId, text, limit)
  const people: readonly Hit[] = contacts.map((contact) => ({ kind: 'contact', contact }))
  const upcoming = withBookings ? await upcomingOf(deps, contacts) : []
  return { data: [...people, ...upcoming.map(hitOf)], more }
}

/** What the first people have booked and is not over, by start. */
async function upcomingOf(
  { store, clock }: Dependencies,
  contacts: readonly Contact[],
): Promise<readonly Booking[]> {
  const nowEpochSeconds = Math.floor(clock.nowEpochMilliseconds() / 1000)
  const recent = bookingIndexKeys.start(earliestStartOfLasting(nowEpochSeconds))
  // Stays that last for longer: the latest are looked at.
  const long = bookingIndexKeys.start(earliestStartOfLasting(nowEpochSeconds, true))
  const found = await mapAtMost(
    contacts.slice(0, PEOPLE_WITH_BOOKINGS),
    READS_AT_ONCE,
    async (contact) => {
      const pages = await Promise.all(
        personAddresses(contact).flatMap((address) => {
          const partition = bookingIndexKeys.bookingsOfBookerEmail(contact.accountId, address)
          return [
            store.query({ ...UPCOMING, partition, from: recent, to: prefixEnd('9') }),
            store.query({ ...UPCOMING, partition, from: long, to: recent, descending: true }),
          ]
        }),
      )
      return pages
        .flatMap(({ items }) => items.map(bookingEntity.decode))
        .filter(
          ({ status, endEpochSeconds }) =>
            (status === 'pending' || status === 'confirmed') && endEpochSeconds > nowEpochSeconds,
        )
        .toSorted((a, b) => a.startEpochSeconds - b.startEpochSeconds)
        .slice(0, UPCOMING_EACH)
    },
  )
  return found.flat().toSorted((a, b) => a.startEpochSeconds - b.startEpochSeconds)
}

const hitOf = (booking: Booking): BookingHit => ({
  kind: 'booking',
  booking,
  assignments: providersOf(booking).map((providerId) => ({ providerId })),
})

async function searchById(
  { store }: Dependencies,
  caller: SearchCaller,
  id: string,
): Promise<Found> {
  const booking = await bookingEntity.read(store, bookingKey(id))
  const isOwn = booking !== undefined && booking.accountId === caller.accountId
  return { data: isOwn && isVisible(booking, caller) ? [hitOf(booking)] : [], more: false }
}

const isVisible = (booking: Booking, { providerIds }: SearchCaller): boolean =>
  providerIds === undefined || providersOf(booking).some((id) => providerIds.includes(id))

async function searchOwn(
  deps: Dependencies,
  caller: Required<SearchCaller>,
  text: string,
  limit: number,
): Promise<Found> {
  const { contacts, more } = await findPeople(deps, caller.accountId, text, PEOPLE_LOOKED_AT)
  const addresses = contacts.flatMap(personAddresses)
  const pages = await mapAtMost(addresses, READS_AT_ONCE, (address) =>
    deps.store.query({
      index: 'GSI3',
      partition: bookingIndexKeys.bookingsOfBookerEmail(caller.accountId, address),
      descending: true,
      consistent: true,
      limit: BOOKINGS_LOOKED_AT,
    }),
  )
  const own = pages
    .flatMap(({ items }) => items.map(bookingEntity.decode))
    .filter((booking) => isVisible(booking, caller))
  const isCut = pages.some(({ cursor }) => cursor !== undefined)
  return { data: own.slice(0, limit).map(hitOf), more: more || isCut || own.length > limit }
}
