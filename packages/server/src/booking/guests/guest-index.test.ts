import { afterEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { ENGINES } from '../../../tests/support/stores.ts'
import { formatWrite } from '../../kernel/format.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import { exportPerson } from '../../ops/privacy/export-person.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { eraseGuest } from '../bookings/erase-booker.ts'
import { guestEntryEntity } from '../bookings/guest-entry.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'
import { bookingKey } from '../keys.ts'
import { areGuestsIndexed, indexGuests } from './guest-index.ts'

let world: BookingWorld
afterEach(() => world.close())

const GUEST = 'max@guest.example.com'
const guests = (...names: readonly string[]) =>
  names.map((name) => ({ email: `${name}@guest.example.com` }))

/** A booking with guests, as a version without the index wrote it. */
async function earlierBooking(start: string, ...names: readonly string[]) {
  const { deps } = world
  const eventType = await world.eventType({ confirmation: 'instant' })
  const { booking } = await world.created(eventType.id, start)
  const after = { ...booking, guests: guests(...names), version: booking.version + 1 }
  await transact(deps, { booking: bookingEntity.replace(booking, after) })
  return after
}

const raiseFormat = async () =>
  await transact(world.deps, { format: await formatWrite(world.store) })

/** Lets the background work of a server run until nothing is due, and again after some minutes. */
async function build() {
  for (const minutes of [0, 1, 3]) {
    world.clock.moveTo(world.clock.nowEpochMilliseconds() + minutes * 60_000)
    while ((await indexGuests(world.deps)).more);
  }
}

/** The bookings with entries, each with the number of guests that an entry has. */
async function entries() {
  const items = await world.items('BOOKING#')
  return items
    .filter(({ SK }) => SK.startsWith('GUESTS#'))
    .map((item) => guestEntryEntity.decode(item))
    .map(({ bookingId, part, marks }) => [bookingId, part, marks.length])
}

interface Exported {
  readonly invitations: readonly { readonly bookingId: string }[]
}

async function exportOf(email: string, store: Store = world.store): Promise<Exported> {
  const pieces = unwrap(await exportPerson({ ...world.deps, store }, world.caller, email))
  let text = ''
  for await (const piece of pieces()) text += piece
  return JSON.parse(text)
}

const invitationsOf = async (email: string) =>
  (await exportOf(email)).invitations.map(({ bookingId }) => bookingId)

describe.each(ENGINES)('the index of guests on %s', (engine) => {
  test('follows the guests of a booking: added, moved, replaced and erased', async () => {
    world = await openBookingWorld(engine)
    await raiseFormat()
    await build()
    expect(await areGuestsIndexed(world.store)).toBe(true)
    const { deps, caller } = world
    const eventType = await world.eventType({ confirmation: 'instant' })
    const fields = { guests: guests('max', 'a', 'b', 'c', 'd', 'e') }
    const { booking } = await world.created(eventType.id, '2026-04-21T09:00:00Z', { fields })
    await world.book(eventType.id, '2026-04-21T11:00:00Z')
    expect(await entries()).toEqual([
      [booking.id, 0, 5],
      [booking.id, 1, 1],
    ])
    expect(await invitationsOf(GUEST)).toEqual([booking.id])
    expect(await invitationsOf('e@guest.example.com')).toEqual([booking.id])
    const at = { startEpochSeconds: secondsOf('2026-04-22T10:00:00Z') }
    unwrap(await rescheduleBooking(deps, caller, booking.id, at))
    expect((await exportOf(GUEST)).invitations).toEqual([
      {
        bookingId: booking.id,
        start: '2026-04-22T10:00:00Z',
        end: '2026-04-22T11:00:00Z',
        name: null,
      },
    ])
    unwrap(await updateBooking(deps, caller, booking.id, { guests: guests('e', 'max') }))
    expect(await entries()).toEqual([[booking.id, 0, 2]])
    expect(await invitationsOf('a@guest.example.com')).toEqual([])
    await eraseGuest(
      deps,
      booking.id,
      (email) => email === GUEST,
      async () => ({}),
    )
    expect(await entries()).toEqual([[booking.id, 0, 1]])
    expect(await invitationsOf(GUEST)).toEqual([])
    unwrap(await updateBooking(deps, caller, booking.id, { guests: [] }))
    expect(await entries()).toEqual([])
  })

  test('is built of the bookings of earlier versions, which are found before, too', async () => {
    world = await openBookingWorld(engine)
    const early = await earlierBooking('2026-04-21T09:00:00Z', 'max')
    const other = await earlierBooking('2026-04-21T10:00:00Z', 'zoe')
    await build()
    // An earlier server may still write.
    expect(await entries()).toEqual([])
    expect(await invitationsOf(GUEST)).toEqual([early.id])
    await raiseFormat()
    for (const _ of ['begun', 'too early']) {
      expect(await indexGuests(world.deps)).toEqual({ more: false })
    }
    const late = await earlierBooking('2026-04-21T11:00:00Z', 'max')
    expect(await areGuestsIndexed(world.store)).toBe(false)
    expect(await invitationsOf(GUEST)).toEqual([early.id, late.id])
    await build()
    expect(await areGuestsIndexed(world.store)).toBe(true)
    expect(await entries()).toHaveLength(3)
    expect(await invitationsOf(GUEST)).toEqual([early.id, late.id])
    expect(await invitationsOf('zoe@guest.example.com')).toEqual([other.id])
  })
})

test('a guest whom an earlier server removed is removed from the index when it is built', async () => {
  world = await openBookingWorld()
  const eventType = await world.eventType({ confirmation: 'instant' })
  const fields = { guests: guests('max') }
  const { booking } = await world.created(eventType.id, '2026-04-21T09:00:00Z', { fields })
  const { guests: _, ...rest } = booking
  const after = { ...rest, version: booking.version + 1 }
  await transact(world.deps, { booking: bookingEntity.replace(booking, after) })
  expect(await entries()).toEqual([[booking.id, 0, 1]])
  await raiseFormat()
  await build()
  expect(await entries()).toEqual([])
  // An entry that is left over is in no way of a new one.
  unwrap(await updateBooking(world.deps, world.caller, booking.id, fields))
  expect(await invitationsOf(GUEST)).toEqual([booking.id])
})

test('the building goes on where a server died', async () => {
  world = await openBookingWorld()
  for (const hour of ['09', '10', '11', '12']) {
    await earlierBooking(`2026-04-21T${hour}:00:00Z`, 'max')
  }
  await raiseFormat()
  await indexGuests(world.deps)
  world.clock.moveTo(world.clock.nowEpochMilliseconds() + 180_000)
  // A page has one item, and each server dies at its third page.
  const items = await world.items('')
  const pages = (store: Store, dies: boolean) => {
    let read = 0
    return storeWith(store, {
      async scanPage(cursor) {
        read += 1
        if (dies && read === 3) throw new Error('killed')
        const at = Number(cursor ?? 0)
        const next = at + 1 < items.length ? String(at + 1) : undefined
        return { items: items.slice(at, at + 1), ...(next && { cursor: next }) }
      },
    })
  }
  const dying = indexGuests({ ...world.deps, store: pages(world.store, true) })
  await expect(dying).rejects.toThrow('killed')
  let read = 0
  const counted = storeWith(pages(world.store, false), {})
  const store = storeWith(counted, {
    async scanPage(cursor) {
      read += 1
      return await counted.scanPage(cursor)
    },
  })
  while ((await indexGuests({ ...world.deps, store })).more);
  expect(read).toBe(items.length - 2)
  expect(await entries()).toHaveLength(4)
  expect(await areGuestsIndexed(world.store)).toBe(true)
})

/** Adds bookings of somebody else to the store, as they are stored. */
async function addOthers(template: Parameters<typeof bookingEntity.create>[0], count: number) {
  for (let at = 0; at < count; at += 100) {
    const writes = Array.from({ length: 100 }, (_, place) => {
      const id = `bkg_other${at + place}`
      const booking = { ...template, id, guests: guests(`other${at + place}`) }
      return [id, bookingEntity.create(booking)] as const
    })
    await transact(world.deps, Object.fromEntries(writes))
  }
}

/** A store that counts the items that it answers. */
function counting(store: Store) {
  const read = { items: 0 }
  const counted = storeWith(store, {
    async query(request) {
      const answer = await store.query(request)
      read.items += answer.items.length
      return answer
    },
    async getMany(keys, options) {
      const items = await store.getMany(keys, options)
      read.items += items.filter(Boolean).length
      return items
    },
  })
  return { read, counted }
}

test('an export reads as much of an account with 10,000 bookings of others as of a small one', async () => {
  world = await openBookingWorld()
  const eventType = await world.eventType({ confirmation: 'instant' })
  const fields = { guests: guests('max') }
  const { booking } = await world.created(eventType.id, '2026-04-21T09:00:00Z', { fields })
  const readBy = async () => {
    const { read, counted } = counting(world.store)
    expect((await exportOf(GUEST, counted)).invitations).toHaveLength(1)
    return read.items
  }
  await raiseFormat()
  await build()
  const ofSmall = await readBy()
  expect(ofSmall).toBeLessThan(10)
  const template = unwrapDefined(await bookingEntity.read(world.store, bookingKey(booking.id)))
  await addOthers(template, 10_000)
  expect(await readBy()).toBe(ofSmall)
})

function unwrapDefined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('it is not stored')
  return value
}
