import { describe, expect, test } from 'vitest'
import { type ApiBooking, BookingCell } from './booking-cell.ts'
import { createRandom } from './random.ts'
import type { BookableType } from './world.ts'

const DAY = 20_000 * 24 * 60
const NINE = DAY + 9 * 60

const type = (more: Partial<BookableType> = {}): BookableType => ({
  id: 'ety_a',
  durationMinutes: 30,
  bufferAfterMinutes: 0,
  pools: [['ann']],
  ...more,
})
const cellOf = (...types: readonly BookableType[]) =>
  new BookingCell({ shape: 'single', types }, DAY)

/** A booking at nine, as the API shows it. */
const booking = (more: Partial<ApiBooking> = {}): ApiBooking => ({
  id: 'bkg_a',
  eventTypeId: 'ety_a',
  providerId: 'ann',
  status: 'pending',
  start: new Date(NINE * 60_000).toISOString(),
  seats: 1,
  holdExpiresAt: '2030-01-01T00:00:00Z',
  version: 1,
  ...more,
})

describe('a booking claims', () => {
  test('the time of its provider, with the buffer after it', () => {
    const { claims } = cellOf(type({ bufferAfterMinutes: 15 })).shown(booking())
    expect(claims).toEqual([{ resource: 'ann', from: NINE, to: NINE + 45, amount: 1 }])
  })
  test('the time of each of its assigned providers', () => {
    const assignments = [{ providerId: 'bob' }, { providerId: 'room' }]
    const { claims } = cellOf(type({ pools: [['ann', 'bob'], ['room']] })).shown(
      booking({ assignments }),
    )
    expect(claims.map(({ resource }) => resource)).toEqual(['bob', 'room'])
  })
  test('its seats of a session that owns the time of the teacher', () => {
    const { claims } = cellOf(type({ capacity: 5 })).shown(booking({ seats: 3 }))
    const session = `session ety_a ${NINE}`
    expect(claims).toEqual([
      { resource: 'ann', from: NINE, to: NINE + 30, amount: 1, owner: session },
      { resource: session, from: NINE, to: NINE + 30, amount: 3 },
    ])
  })
  test('one part of the limit of its day', () => {
    const cell = cellOf(type({ perDay: 3 }))
    const limit = `limit ety_a ${DAY}`
    expect(cell.shown(booking()).claims[1]).toEqual({ resource: limit, from: 0, to: 1, amount: 1 })
    expect(cell.capacities.get(limit)).toBe(3)
  })
})

test.each([
  ['pending', 'held'],
  ['confirmed', 'confirmed'],
  ['cancelled', 'ended'],
  ['expired', 'ended'],
])('a booking that is %s counts as %s', (status, state) => {
  expect(cellOf(type()).shown(booking({ status })).state).toBe(state)
})

test('the same seed plans the same requests', () => {
  const planned = () => {
    const random = createRandom(5)
    const cell = cellOf(type())
    cell.known.set('bkg_a', booking())
    return Array.from({ length: 40 }, (_, n) => cell.plan(random, `op-${n}`, 0))
  }
  expect(planned()).toEqual(planned())
  expect(new Set(planned().map(({ action }) => action.kind))).toEqual(
    new Set(['take', 'move', 'confirm', 'release', 'read']),
  )
})
