import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'
import { createBookingGroup } from './create-group.ts'
import {
  accountOfManagedGroup,
  bookingsBeside,
  type GroupBookingsFilter,
  getBookingGroup,
  getBookingOfManagedGroup,
  listBookingGroups,
  listBookingsOfGroup,
} from './read-group.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

let world: BookingWorld
let typeId: string
beforeAll(async () => {
  world = await openBookingWorld()
  const windows = [{ start: '09:00', end: '17:00' }]
  const availabilityRules = DAYS.map((weekday) => ({ weekday, windows }))
  typeId = (await world.eventType({ availabilityRules })).id
})
afterAll(() => world.close())

let days = 0
/** A group of bookings at ten, eleven and twelve of a new day, in another order. */
async function group() {
  days += 1
  const date = new Date(Date.parse('2026-04-26') + days * 86_400_000).toISOString().slice(0, 10)
  const at = (hour: number) => secondsOf(`${date}T${hour}:00:00Z`)
  const made = unwrap(
    await createBookingGroup(world.deps, world.caller, {
      items: [12, 10, 11].map((hour) => ({ eventTypeId: typeId, startEpochSeconds: at(hour) })),
      onConflict: 'refuse',
      booker: BOOKER,
      fields: {},
      isOverride: false,
    }),
  )
  const ids = made.bookings.map(({ id }) => id)
  return { ...made, id: made.group.id, ids, at }
}
const publicCaller = () => ({ ...world.caller, role: 'public' }) as const
/** Gives a booking to another address, which ends the link that its group shares. */
const giveAway = async (bookingId: string) => {
  const booker = { name: 'Grace', email: 'grace@example.com' }
  unwrap(await updateBooking(world.deps, world.caller, bookingId, { booker }))
}

test('a group has its bookings in the order in which they were wanted', async () => {
  const { id, ids } = await group()
  const found = unwrap(await getBookingGroup(world.deps, world.caller, id))
  expect(found.group.id).toBe(id)
  expect(found.bookings.map((each) => each.id)).toEqual(ids)
  expect((await bookingsBeside(world.deps, id)).map((each) => each.id)).toEqual(ids)
  expect(await bookingsBeside(world.deps, 'grp_0')).toEqual([])
})

test('nobody reads the group of another account', async () => {
  const { id } = await group()
  const notFound = { ok: false, refusal: { code: 'not_found', resource: 'booking_group' } }
  expect(await getBookingGroup(world.deps, world.stranger, id)).toMatchObject(notFound)
  expect(await getBookingGroup(world.deps, world.caller, 'grp_0')).toMatchObject(notFound)
  const page = { limit: 10 }
  const listed = listBookingsOfGroup(world.deps, world.stranger, { groupId: id }, page)
  expect(await listed).toMatchObject(notFound)
  expect(unwrap(await listBookingGroups(world.deps, world.stranger, page)).data).toEqual([])
})

test('a booking that was given to another address leaves the view of the booker, not that of the account', async () => {
  const { id, ids } = await group()
  await giveAway(ids[1] ?? '')
  const seen = async (caller: Parameters<typeof getBookingGroup>[1]) =>
    unwrap(await getBookingGroup(world.deps, caller, id)).bookings.map((each) => each.id)
  expect(await seen(publicCaller())).toEqual([ids[0], ids[2]])
  expect(await seen(world.caller)).toEqual(ids)
})

test('groups are listed newest first, each with its own bookings', async () => {
  const [older, newer] = [await group(), await group()]
  const listed = unwrap(await listBookingGroups(world.deps, world.caller, { limit: 2 }))
  expect(
    listed.data.map((each) => [each.group.id, each.bookings.map((booking) => booking.id)]),
  ).toEqual([
    [newer.id, newer.ids],
    [older.id, older.ids],
  ])
})

test('the bookings of a group are listed by start, both ways, page by page', async () => {
  const { id, ids } = await group()
  const [twelve, ten, eleven] = ids
  const walk = async (filter: Omit<GroupBookingsFilter, 'groupId'>) => {
    const pages: (readonly string[])[] = []
    let cursor: string | undefined
    do {
      const page = { limit: 2, ...(cursor !== undefined && { cursor }) }
      const asked = { groupId: id, ...filter }
      const found = unwrap(await listBookingsOfGroup(world.deps, world.caller, asked, page))
      pages.push(found.data.map((each) => each.id))
      cursor = found.cursor
    } while (cursor !== undefined)
    return pages
  }
  expect(await walk({})).toEqual([[ten, eleven], [twelve]])
  expect(await walk({ order: 'desc' })).toEqual([[twelve, eleven], [ten]])
  unwrap(await cancelBooking(world.deps, world.caller, eleven ?? '', {}))
  expect(await walk({ status: ['cancelled'] })).toEqual([[eleven]])
  // A full page that is the last has no cursor.
  expect(await walk({ status: ['pending'] })).toEqual([[ten, twelve]])
})

test('a range of starts has its first and not its last', async () => {
  const { id, ids, at } = await group()
  const [, ten, eleven] = ids
  const filter = { groupId: id, fromEpochSeconds: at(10), toEpochSeconds: at(12) }
  const found = await listBookingsOfGroup(world.deps, world.caller, filter, { limit: 10 })
  expect(unwrap(found).data.map((each) => each.id)).toEqual([ten, eleven])
  const later = { groupId: id, fromEpochSeconds: at(10) + 1, toEpochSeconds: at(11) + 1 }
  const one = await listBookingsOfGroup(world.deps, world.caller, later, { limit: 10 })
  expect(unwrap(one).data.map((each) => each.id)).toEqual([eleven])
})

test('the link of a group opens it and its bookings until 90 days after the last of them', async () => {
  const { id, ids, manageToken, at } = await group()
  const account = () => accountOfManagedGroup(world.deps, id, manageToken)
  const booking = (index: number) =>
    getBookingOfManagedGroup(world.deps, ids[index] ?? '', manageToken)
  const { accountId } = world
  const now = world.clock.nowEpochMilliseconds()
  expect(await account()).toEqual({ accountId })
  expect(await booking(0)).toMatchObject({ id: ids[0] })
  const quarter = 90 * 86_400
  // The last ends at one, the first of the day at eleven.
  world.clock.moveTo((at(11) + quarter) * 1000)
  expect(await booking(1)).toBe('expired')
  expect(await booking(0)).toMatchObject({ id: ids[0] })
  world.clock.moveTo((at(13) + quarter - 1) * 1000)
  expect(await account()).toEqual({ accountId })
  world.clock.moveTo((at(13) + quarter) * 1000)
  expect(await account()).toBe('expired')
  world.clock.moveTo(now)
})

test('no other token opens a group, nor that of a group a booking outside of it or given away', async () => {
  const { id, ids, manageToken } = await group()
  const other = await group()
  const { deps } = world
  expect(await accountOfManagedGroup(deps, id, other.manageToken)).toBeUndefined()
  expect(await accountOfManagedGroup(deps, 'grp_0', manageToken)).toBeUndefined()
  expect(await getBookingOfManagedGroup(deps, ids[0] ?? '', other.manageToken)).toBeUndefined()
  const single = await world.book((await world.eventType()).id, '2026-05-29T10:00:00Z')
  expect(await getBookingOfManagedGroup(deps, single.id, manageToken)).toBeUndefined()
  await giveAway(ids[0] ?? '')
  expect(await getBookingOfManagedGroup(deps, ids[0] ?? '', manageToken)).toBeUndefined()
  expect(await getBookingOfManagedGroup(deps, ids[1] ?? '', manageToken)).toMatchObject({
    id: ids[1],
  })
  await giveAway(ids[1] ?? '')
  expect(await accountOfManagedGroup(deps, id, manageToken)).toMatchObject({})
  await giveAway(ids[2] ?? '')
  expect(await accountOfManagedGroup(deps, id, manageToken)).toBeUndefined()
})
