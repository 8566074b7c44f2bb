import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { getContact, listContacts } from '../../people/contacts/contacts.ts'
import { type BookedPerson, vouchedBooker } from './book-person.ts'
import { cancelBooking } from './change-booking.ts'
import { createBooking } from './create-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld('sqlite')
})
afterAll(() => world.close())

async function book(
  eventTypeId: string,
  start: string,
  person: BookedPerson,
  deps: BookingWorld['deps'] = world.deps,
) {
  const vouched = unwrap(await vouchedBooker(world.deps, world.caller, person))
  return await createBooking(deps, world.caller, {
    ...vouched,
    target: { eventTypeId },
    startEpochSeconds: Date.parse(start) / 1000,
  })
}
const people = async () =>
  (await listContacts(world.deps, world.caller, {}, { limit: 100 })).data.map(({ name }) => name)

test('a refused booking adds no contact', async () => {
  const { id } = await world.eventType()
  unwrap(await book(id, '2026-04-21T09:00:00Z', { booker: { name: 'First' } }))
  const before = await people()
  const second = await book(id, '2026-04-21T09:00:00Z', { booker: { name: 'Second' } })
  expect(second).toMatchObject({ ok: false, refusal: { code: 'slot_taken' } })
  expect(await people()).toEqual(before)
  expect(before).toContain('First')
})

test('bookings that raise the format of the store at once are all made', async () => {
  const own = await openBookingWorld('sqlite')
  const { id } = await own.eventType()
  const all = await Promise.all(
    ['09', '10', '11', '12'].map(async (hour) => {
      const vouched = unwrap(
        await vouchedBooker(own.deps, own.caller, { booker: { name: `At ${hour}` } }),
      )
      return await own.create(id, `2026-04-21T${hour}:00:00Z`, vouched)
    }),
  )
  expect(all.map(({ ok }) => ok)).toEqual([true, true, true, true])
  const { data } = await listContacts(own.deps, own.caller, {}, { limit: 100 })
  expect(data.map(({ name }) => name).toSorted()).toEqual(['At 09', 'At 10', 'At 11', 'At 12'])
  await own.close()
})

test('a server that dies before or after the transaction leaves no person without a booking', async () => {
  const { id } = await world.eventType()
  const dying = (when: 'before' | 'after'): BookingWorld['deps'] => ({
    ...world.deps,
    store: storeWith(world.store, {
      async transact(writes, token) {
        if (when === 'after') await world.store.transact(writes, token)
        throw new Error('died')
      },
    }),
  })
  const start = '2026-04-22T09:00:00Z'
  const person = { booker: { name: 'Killed' } }
  await expect(book(id, start, person, dying('before'))).rejects.toThrow('died')
  expect((await people()).filter((name) => name === 'Killed')).toEqual([])
  await expect(book(id, start, person, dying('after'))).rejects.toThrow('died')
  expect((await people()).filter((name) => name === 'Killed')).toEqual(['Killed'])
  const again = await book(id, start, person)
  expect(again).toMatchObject({ ok: false, refusal: { code: 'slot_taken' } })
  expect((await people()).filter((name) => name === 'Killed')).toEqual(['Killed'])
})

test('a contact without an address has the limit per booker, and somebody who is not named has none', async () => {
  const { id } = await world.eventType({ limits: { perBooker: 1 }, confirmation: 'instant' })
  const first = unwrap(await book(id, '2026-04-23T09:00:00Z', { booker: { name: 'Limited' } }))
  const contactId = first.booking.booker?.contactId ?? ''
  expect(await book(id, '2026-04-23T10:00:00Z', { contactId })).toMatchObject({
    ok: false,
    refusal: { code: 'limit_reached', limit: 'perBooker' },
  })
  unwrap(await cancelBooking(world.deps, world.caller, first.booking.id, {}))
  unwrap(await book(id, '2026-04-23T10:00:00Z', { contactId }))
  unwrap(await book(id, '2026-04-23T11:00:00Z', { anonymous: true }))
  unwrap(await book(id, '2026-04-23T12:00:00Z', { anonymous: true }))
  unwrap(await book(id, '2026-04-23T13:00:00Z', { booker: { name: 'Limited' } }))
  expect(unwrap(await getContact(world.deps, world.caller, contactId)).name).toBe('Limited')
})
