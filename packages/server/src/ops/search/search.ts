import { type Booking, providersOf } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingIndexKeys, bookingKey } from '../../booking/keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { type Contact, personAddress } from '../../people/contacts/contact.ts'
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

const BOOKING_ID = /^bkg_[0-9a-z]{26}$/

/**
 * Finds people of the caller's account, or the booking with an id. A caller who is restricted to providers finds its bookings with the
 * people, since it may not read contacts.
 */
export async function search(
  deps: Dependencies,
  caller: SearchCaller,
  text: string,
  limit: number,
): Promise<Found> {
  const id = text.trim().toLowerCase()
  if (BOOKING_ID.test(id)) return await searchById(deps, caller, id)
  const { accountId, providerIds } = caller
  if (providerIds !== undefined)
    return await searchOwn(deps, { accountId, providerIds }, text, limit)
  const { contacts, more } = await findPeople(deps, accountId, text, limit)
  return { data: contacts.map((contact) => ({ kind: 'contact', contact })), more }
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
  const booking = await bookingEntity.read(store, bookingKey(id), { consistent: true })
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
  const addresses = contacts.flatMap((contact) => [
    personAddress(contact),
    ...(contact.earlierAddresses ?? []),
  ])
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
