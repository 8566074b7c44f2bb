import type { Booking, Guest } from '@holdfast/engine'
import { readItems } from '../../kernel/items/read-items.ts'
import { INDEX_NAMES, type Item, type QueryRequest, type Store } from '../../kernel/ports/store.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { guestEntryEntity, guestMark } from '../bookings/guest-entry.ts'
import { bookingIndexKeys, bookingKey } from '../keys.ts'
import { areGuestsIndexed } from './guest-index.ts'

/** A person as a guest: an account, and their addresses in lower case. */
export interface GuestPerson {
  readonly accountId: string
  readonly addresses: readonly string[]
}

/** Some bookings that a person is a guest of, each with who they are there. */
export interface SomeGuestBookings {
  readonly bookings: readonly { readonly booking: Booking; readonly guest: Guest }[]
  /** Where the reading goes on. Absent: it is complete. */
  readonly cursor?: string
}

type Range = Pick<QueryRequest, 'index' | 'partition'>

/** The index partitions to read: those of the entries of guests, or that of all bookings of the account. */
const rangesOf = (isIndexed: boolean, { accountId, addresses }: GuestPerson): readonly Range[] =>
  isIndexed
    ? addresses.flatMap((address) => {
        const partition = bookingIndexKeys.bookingsOfGuest(accountId, guestMark(accountId, address))
        return INDEX_NAMES.map((index) => ({ index, partition }))
      })
    : [{ index: 'GSI5', partition: bookingIndexKeys.bookingsOfAccount(accountId) }]

const INDEXED = /^guests (\d+) (.*)$/su

/** Where a reading is. The cursor of a reading of all bookings is that of the store, as earlier versions have it. */
async function placeOf(store: Pick<Store, 'get'>, after: string | undefined) {
  const [, range, cursor = ''] = INDEXED.exec(after ?? '') ?? []
  const isIndexed = range !== undefined || (after === undefined && (await areGuestsIndexed(store)))
  return { isIndexed, range: Number(range ?? 0), cursor: range === undefined ? after : cursor }
}

/**
 * Reads the bookings that a person is a guest of, at most `limit` items each time, after a cursor. Until the index of guests is
 * complete, it reads all bookings of the account. On DynamoDB, one made within the last second may be missing.
 */
export async function someGuestBookings(
  store: Pick<Store, 'get' | 'getMany' | 'query'>,
  { accountId, addresses }: GuestPerson,
  after: string | undefined,
  limit: number,
): Promise<SomeGuestBookings> {
  const { isIndexed, range, cursor } = await placeOf(store, after)
  const emails = addresses.filter((address) => address.includes('@'))
  const ranges = rangesOf(isIndexed, { accountId, addresses: emails })
  const asked = ranges[range]
  if (asked === undefined) return { bookings: [] }
  const page = await store.query({
    ...asked,
    consistent: true,
    limit,
    ...(cursor && { cursor }),
  })
  const items = isIndexed ? await bookingItems(store, page.items) : page.items
  const email = isIndexed ? emails[Math.floor(range / INDEX_NAMES.length)] : undefined
  const bookings = items.flatMap((item) => {
    // Few bookings have guests: the others need not be decoded.
    if (item?.guests === undefined) return []
    const booking = bookingEntity.decode(item)
    const theirs = booking.guests?.filter((guest) =>
      email === undefined ? emails.includes(guest.email) : guest.email === email,
    )
    return (theirs ?? []).map((guest) => ({ booking, guest }))
  })
  if (!isIndexed) return { bookings, ...(page.cursor !== undefined && { cursor: page.cursor }) }
  const isLast = page.cursor === undefined && range + 1 === ranges.length
  const next = page.cursor === undefined ? `${range + 1} ` : `${range} ${page.cursor}`
  return { bookings, ...(!isLast && { cursor: `guests ${next}` }) }
}

/** The bookings of entries of guests. */
const bookingItems = (store: Pick<Store, 'getMany'>, entries: readonly Item[]) =>
  readItems(
    store,
    entries.map((item) => bookingKey(guestEntryEntity.decode(item).bookingId)),
  )

const ITEMS_AT_ONCE = 100

/** Reads all bookings that a person is a guest of; see `someGuestBookings`. */
export async function* guestBookingsOf(
  store: Pick<Store, 'get' | 'getMany' | 'query'>,
  person: GuestPerson,
): AsyncGenerator<{ readonly booking: Booking; readonly guest: Guest }> {
  let after: string | undefined
  do {
    const { bookings, cursor } = await someGuestBookings(store, person, after, ITEMS_AT_ONCE)
    yield* bookings
    after = cursor
  } while (after !== undefined)
}
