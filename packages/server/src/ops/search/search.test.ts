import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { createContact } from '../../people/contacts/save-contact.ts'
import { search } from './search.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const person = async (name: string, email: string) =>
  unwrap(await createContact(world.deps, world.caller, { name, email }))
const book = async (eventTypeId: string, email: string, start: string) =>
  (await world.created(eventTypeId, start, { booker: { name: 'Somebody', email } })).booking.id
const find = async (
  text: string,
  more: { providerIds?: readonly string[]; limit?: number; withBookings?: boolean } = {},
) => {
  const { limit = 20, withBookings = false, providerIds } = more
  const caller = { ...world.caller, ...(providerIds && { providerIds }) }
  const found = await search(world.deps, caller, text, { limit, withBookings })
  return {
    more: found.more,
    ids: found.data.map((hit) => (hit.kind === 'contact' ? hit.contact.id : hit.booking.id)),
  }
}

test('people are found by the beginnings of their names and addresses', async () => {
  const { id } = await person('Grace Hopper', 'grace@navy.example')
  for (const text of ['grace', 'hop gra', 'Grace@navy.e']) {
    expect(await find(text)).toEqual({ ids: [id], more: false })
  }
  for (const text of ['navy', 'race', 'grace lovelace']) {
    expect(await find(text)).toEqual({ ids: [], more: false })
  }
})

test('a booking is found by its id, in any case, by whoever may see it', async () => {
  const { id: eventTypeId, providerId } = await world.eventType()
  const id = await book(eventTypeId, 'ida@example.com', '2026-04-21T09:00:00Z')
  const found = { ids: [id], more: false }
  expect(await find(id)).toEqual(found)
  expect(await find(` ${id.toUpperCase()} `)).toEqual(found)
  expect(await find(id, { providerIds: [providerId] })).toEqual(found)
  const none = { ids: [], more: false }
  expect(await find(id, { providerIds: ['prv_other'] })).toEqual(none)
  expect(await find(`x${id}`)).toEqual(none)
  expect(await find(`${id}x`)).toEqual(none)
  const options = { limit: 20, withBookings: false }
  expect(await search(world.deps, world.stranger, id, options)).toEqual({ data: [], more: false })
  const unknown = `bkg_${'0'.repeat(26)}`
  expect(await find(unknown)).toEqual(none)
})

test('the next two bookings of the people who are found follow, by start, without what is over', async () => {
  const { id: eventTypeId } = await world.eventType()
  const { id } = await person('Rhodes, Ida', 'rhodes@example.com')
  const at = (hour: string) => book(eventTypeId, 'rhodes@example.com', `2026-04-22T${hour}:00:00Z`)
  const last = await at('14')
  const second = await at('11')
  const first = await at('10')
  const cancelled = await at('09')
  unwrap(await cancelBooking(world.deps, world.caller, cancelled, {}))
  expect(await find('rhodes')).toEqual({ ids: [id], more: false })
  const upcoming = async () => (await find('rhodes', { withBookings: true })).ids
  expect(await upcoming()).toEqual([id, first, second])
  expect(last).not.toBe(second)
})

test('a booking that is under way is shown until its end, exclusive', async () => {
  const one = await openBookingWorld()
  try {
    const { id: eventTypeId } = await one.eventType({ confirmation: 'instant' })
    const contact = { name: 'Lou', email: 'lou@example.com' }
    const { id } = unwrap(await createContact(one.deps, one.caller, contact))
    const { booking } = await one.created(eventTypeId, '2026-04-21T09:00:00Z', { booker: contact })
    const ids = async () => {
      const options = { limit: 20, withBookings: true }
      const { data } = await search(one.deps, one.caller, 'lou', options)
      return data.map((hit) => (hit.kind === 'contact' ? hit.contact.id : hit.booking.id))
    }
    one.clock.moveTo((secondsOf('2026-04-21T10:00:00Z') - 1) * 1000)
    expect(await ids()).toEqual([id, booking.id])
    one.moveTo('2026-04-21T10:00:00Z')
    expect(await ids()).toEqual([id])
  } finally {
    await one.close()
  }
})

test('a caller of one provider finds the bookings with it, the latest first, and no contact', async () => {
  const [own, other] = [await world.eventType(), await world.eventType()]
  await person('Mary Allen', 'mary@example.com')
  const early = await book(own.id, 'mary@example.com', '2026-04-23T09:00:00Z')
  const late = await book(own.id, 'mary@example.com', '2026-04-23T12:00:00Z')
  await book(other.id, 'mary@example.com', '2026-04-23T13:00:00Z')
  const providerIds = [own.providerId]
  expect(await find('mary', { providerIds })).toEqual({ ids: [late, early], more: false })
  expect(await find('mary', { providerIds, limit: 1 })).toEqual({ ids: [late], more: true })
  expect(await find('mary', { providerIds, limit: 2 })).toEqual({ ids: [late, early], more: false })
  expect(await find('mary', { providerIds: ['prv_other'] })).toEqual({ ids: [], more: false })
  expect(await find('nobody', { providerIds })).toEqual({ ids: [], more: false })
})

test('more people than are asked for are said to be there', async () => {
  for (const name of ['Tom One', 'Tom Two'])
    await person(name, `${name.replace(' ', '')}@e.example`)
  expect(await find('tom', { limit: 1 })).toMatchObject({ more: true })
  expect((await find('tom', { limit: 1 })).ids).toHaveLength(1)
  expect(await find('tom', { limit: 2 })).toMatchObject({ more: false })
})
