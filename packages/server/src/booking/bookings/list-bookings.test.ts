import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { InvalidCursor } from '../../kernel/ports/store.ts'
import type { EventType } from '../event-types/event-type.ts'
import { cancelBooking, confirmBooking } from './change-booking.ts'
import { createBooking } from './create-booking.ts'
import { type BookingsFilter, listBookings } from './list-bookings.ts'

let world: BookingWorld
let type: EventType
let other: EventType
const booked: Record<string, Booking> = {}

beforeAll(async () => {
  world = await openBookingWorld()
  type = await world.eventType()
  other = await world.eventType({ providerId: type.providerId, durationMinutes: 30 })
  const put = async (name: string, of: EventType, start: string, booker = {}) => {
    const made = await world.create(of.id, start, { booker: { ...BOOKER, ...booker } })
    booked[name] = unwrap(made).booking
  }
  await put('late', type, '2026-04-28T10:00:00Z')
  await put('early', type, '2026-04-27T09:00:00Z', { id: 'patient-7', email: 'grace@example.com' })
  await put('middle', other, '2026-04-27T12:00:00Z', { id: 'patient-7' })
  const { early, late } = booked
  unwrap(await confirmBooking(world.deps, world.caller, early?.id ?? ''))
  unwrap(await cancelBooking(world.deps, world.caller, late?.id ?? '', {}))
})
afterAll(() => world.close())

const nameOf = (booking: Booking): string =>
  Object.entries(booked).find(([, one]) => one.id === booking.id)?.[0] ?? booking.id

const list = async (
  filter: BookingsFilter,
  page = { limit: 100 } as { limit: number; cursor?: string },
) => {
  const { data, cursor } = unwrap(await listBookings(world.deps, world.caller, filter, page))
  return { names: data.map(nameOf), cursor }
}
const namesOf = async (filter: BookingsFilter) => (await list(filter)).names

test('the bookings of a provider come by start over all statuses and event types', async () => {
  expect(await namesOf({ providerId: type.providerId })).toEqual(['early', 'middle', 'late'])
})

test('every filter narrows the list', async () => {
  const { providerId } = type
  expect(await namesOf({ providerId, status: ['confirmed'] })).toEqual(['early'])
  expect(await namesOf({ providerId, status: ['cancelled'] })).toEqual(['late'])
  expect(await namesOf({ providerId, eventTypeId: other.id })).toEqual(['middle'])
  expect(await namesOf({ providerId, bookerId: 'patient-7' })).toEqual(['early', 'middle'])
  expect(await namesOf({ providerId, bookerEmail: 'GRACE@example.com' })).toEqual(['early'])
  expect(await namesOf({ eventTypeId: type.id })).toEqual(['early', 'late'])
  expect(await namesOf({ eventTypeId: type.id, status: ['cancelled'] })).toEqual(['late'])
  expect(await namesOf({ bookerId: 'patient-7' })).toEqual(['early', 'middle'])
  expect(await namesOf({ bookerEmail: 'Grace@Example.com' })).toEqual(['early'])
  expect(await namesOf({ bookerEmail: 'ada@example.com' })).toEqual(['middle', 'late'])
  expect(await namesOf({ bookerId: 'patient-7', eventTypeId: type.id })).toEqual(['early'])
})

test('a hold without a booker is in no list of a booker', async () => {
  const provider = await world.provider()
  const single = await world.eventType({ providerId: provider.id })
  const made = await createBooking(world.deps, world.caller, {
    target: { eventTypeId: single.id },
    startEpochSeconds: secondsOf('2026-05-04T09:00:00Z'),
  })
  const { id } = unwrap(made).booking
  const { id: providerId } = provider
  expect(await namesOf({ providerId })).toEqual([id])
  expect(await namesOf({ providerId, bookerId: 'patient-7' })).toEqual([])
  expect(await namesOf({ providerId, bookerEmail: 'ada@example.com' })).toEqual([])
})

test('a range of starts includes its first second and excludes its last', async () => {
  const from = secondsOf('2026-04-27T09:00:00Z')
  const to = secondsOf('2026-04-27T12:00:00Z')
  const range = { fromEpochSeconds: from, toEpochSeconds: to }
  expect(await namesOf({ providerId: type.providerId, ...range })).toEqual(['early'])
  expect(await namesOf({ eventTypeId: type.id, ...range })).toEqual(['early'])
  expect(
    await namesOf({
      providerId: type.providerId,
      fromEpochSeconds: from + 1,
      toEpochSeconds: to + 1,
    }),
  ).toEqual(['middle'])
})

describe('pages', () => {
  test('of a provider follow each other without a gap or a repetition', async () => {
    const filter = { providerId: type.providerId }
    const first = await list(filter, { limit: 2 })
    expect(first.names).toEqual(['early', 'middle'])
    const second = await list(filter, { limit: 2, cursor: first.cursor ?? '' })
    expect(second).toEqual({ names: ['late'], cursor: undefined })
  })

  test('of one status follow each other too', async () => {
    const filter = { eventTypeId: type.id }
    const first = await list(filter, { limit: 1 })
    expect(first.names).toEqual(['early'])
    const second = await list(filter, { limit: 1, cursor: first.cursor ?? '' })
    expect(second.names).toEqual(['late'])
  })

  test('refuse a cursor of another list', async () => {
    const { cursor = '' } = await list({ providerId: type.providerId }, { limit: 1 })
    const wrong = { limit: 1, cursor }
    const filter: BookingsFilter = { providerId: type.providerId, status: ['confirmed'] }
    await expect(list(filter, wrong)).rejects.toThrow(InvalidCursor)
    await expect(
      list({ providerId: type.providerId }, { limit: 1, cursor: 'nonsense' }),
    ).rejects.toThrow(InvalidCursor)
  })
})

test('starts at the same second come in the order of their ids, page by page', async () => {
  const provider = await world.provider()
  const single = await world.eventType({ providerId: provider.id })
  const first = await world.book(single.id, '2026-05-04T09:00:00Z')
  unwrap(await cancelBooking(world.deps, world.caller, first.id, {}))
  const second = await world.book(single.id, '2026-05-04T09:00:00Z')
  unwrap(await cancelBooking(world.deps, world.caller, second.id, {}))
  const third = await world.book(single.id, '2026-05-04T09:00:00Z')
  const filter = { providerId: provider.id }
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(filter, { limit: 1, ...(cursor === undefined ? {} : { cursor }) })
    ids.push(...page.names)
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(ids).toEqual([first.id, second.id, third.id].sort())
})

test('the bookings of the account come by start over all providers, in either order', async () => {
  const own = await openBookingWorld()
  const [first, second] = [await own.eventType(), await own.eventType()]
  const late = await own.book(first.id, '2026-04-28T10:00:00Z')
  const early = await own.book(second.id, '2026-04-27T09:00:00Z')
  const same = await own.book(first.id, '2026-04-27T09:00:00Z')
  unwrap(await cancelBooking(own.deps, own.caller, same.id, {}))
  const ids = async (filter: BookingsFilter) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = { limit: 1, ...(cursor === undefined ? {} : { cursor }) }
      const listed = unwrap(await listBookings(own.deps, own.caller, filter, page))
      found.push(...listed.data.map(({ id }) => id))
      cursor = listed.cursor
    } while (cursor !== undefined)
    return found
  }
  const ascending = [...[early.id, same.id].sort(), late.id]
  expect(await ids({})).toEqual(ascending)
  expect(await ids({ order: 'desc' })).toEqual(ascending.toReversed())
  expect(await ids({ status: ['cancelled', 'confirmed'] })).toEqual([same.id])
  expect(await ids({ status: ['cancelled', 'pending'], order: 'desc' })).toEqual(
    ascending.toReversed(),
  )
  const to = { toEpochSeconds: secondsOf('2026-04-28T10:00:00Z') }
  expect(await ids(to)).toEqual(ascending.slice(0, 2))
  expect(await ids({ ...to, toEpochSeconds: to.toEpochSeconds + 1 })).toEqual(ascending)
  expect(await ids({ fromEpochSeconds: to.toEpochSeconds })).toEqual([late.id])
  await own.close()
})

test('the latest bookings of a provider come first on request, page by page', async () => {
  const provider = await world.provider()
  const single = await world.eventType({ providerId: provider.id })
  const made: Booking[] = []
  for (const hour of ['09', '10', '11', '12']) {
    made.push(await world.book(single.id, `2026-05-04T${hour}:00:00Z`))
  }
  const { id } = made[1] as Booking
  unwrap(await cancelBooking(world.deps, world.caller, id, {}))
  const filter: BookingsFilter = { providerId: provider.id, order: 'desc' }
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(filter, { limit: 1, ...(cursor === undefined ? {} : { cursor }) })
    ids.push(...page.names)
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(ids).toEqual(made.map((booking) => booking.id).toReversed())
  expect(await namesOf({ ...filter, status: ['cancelled', 'expired'] })).toEqual([id])
})

test('a provider or an event type of another account is not found, and its bookings are not listed', async () => {
  const page = { limit: 10 }
  const asStranger = (filter: BookingsFilter) =>
    listBookings(world.deps, world.stranger, filter, page)
  expect(await asStranger({ providerId: type.providerId })).toMatchObject({
    refusal: { code: 'not_found', resource: 'provider' },
  })
  expect(await asStranger({ eventTypeId: type.id })).toMatchObject({
    refusal: { code: 'not_found', resource: 'event_type' },
  })
  const nothing = { ok: true, value: { data: [] } }
  expect(await asStranger({ bookerEmail: 'ada@example.com' })).toEqual(nothing)
  expect(await asStranger({})).toEqual(nothing)
})

describe('by metadata', () => {
  const day = { fromEpochSeconds: secondsOf('2026-06-01T00:00:00Z') }
  const range = { ...day, toEpochSeconds: secondsOf('2026-06-30T00:00:00Z') }
  const ids: string[] = []
  let eventTypeId = ''
  beforeAll(async () => {
    const { id } = await world.eventType({ durationMinutes: 30, confirmation: 'instant' })
    eventTypeId = id
    for (let number = 0; number < 26; number += 1) {
      const start = new Date(Date.UTC(2026, 5, 1 + Math.floor(number / 13), 9, (number % 13) * 30))
      const metadata = { order: String(number), even: number % 2 === 0 ? 'yes' : 'no' }
      const { booking } = await world.created(eventTypeId, start.toISOString(), {
        fields: { metadata },
      })
      ids.push(booking.id)
    }
  })

  test('all values must match, in every kind of list', async () => {
    const lists = [{}, { eventTypeId }, { bookerEmail: BOOKER.email }] as const
    for (const list of lists) {
      const filter = { ...range, ...list, metadata: { order: '4', even: 'yes' } }
      expect(await namesOf(filter)).toEqual([ids[4]])
      expect(await namesOf({ ...filter, metadata: { order: '4', even: 'no' } })).toEqual([])
    }
  })

  test('one call goes on to a rare booking by itself, and a cursor is of one filter', async () => {
    const filter = { ...range, metadata: { order: '25' } }
    expect(await list(filter, { limit: 2 })).toEqual({ names: [ids[25]], cursor: undefined })
    const even = { ...range, metadata: { even: 'yes' } }
    const first = await list(even, { limit: 2 })
    expect(first.names).toEqual([ids[0], ids[2]])
    const { cursor = '' } = first
    expect((await list(even, { limit: 2, cursor })).names).toEqual([ids[4], ids[6]])
    await expect(list(filter, { limit: 2, cursor })).rejects.toThrow(InvalidCursor)
  })
})
