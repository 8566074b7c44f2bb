import { expect, test } from 'vitest'
import { checkEvents, type SeenEvent } from '../checker/events.ts'
import { LateBookings } from './late-bookings.ts'
import type { ApiCall } from './transport.ts'

const event = (
  position: number,
  type: string,
  resourceId: string,
  path: string,
  version = 1,
): SeenEvent => ({ id: `evt_${position}`, position, type, resourceId, version, path })

const seen = (mayChange: boolean) => [{ id: 'seen', version: 1, paymentId: undefined, mayChange }]

/** An API with one late booking and one late stay. */
function apiWithTwo() {
  const asked: string[] = []
  const bodies: Readonly<Record<string, object>> = {
    '/v1/bookings/late': { version: 2, payment: { id: 'pay_1' } },
    '/v1/calendars/cal_1/events/night': { version: 1 },
  }
  return {
    asked,
    async ask({ path }: ApiCall) {
      asked.push(path)
      const body = bodies[path]
      return body ? { status: 200, body: { ...body } } : { status: 404, body: {} }
    },
  }
}

const LOG = [
  event(1, 'booking.held', 'seen', '/v1/bookings/seen'),
  event(2, 'booking.held', 'late', '/v1/bookings/late'),
  event(3, 'booking.expired', 'late', '/v1/bookings/late'),
  event(4, 'stay.created', 'night', '/v1/calendars/cal_1/events/night'),
  event(5, 'booking.held', 'invented', '/v1/bookings/invented'),
  event(6, 'stay.created', 'gone', '/v1/calendars/cal_1/events/gone'),
  event(7, 'stay.deleted', 'gone', '/v1/calendars/cal_1/events/gone'),
]

test('what was committed after its cell was read is read once, and nothing else', async () => {
  const api = apiWithTwo()
  const late = new LateBookings(api, seen(true))
  const found = [
    { id: 'late', version: 2, paymentId: 'pay_1' },
    { id: 'night', version: 1, paymentId: undefined },
  ]
  expect(await late.among(LOG)).toEqual(found)
  expect(await late.among(LOG)).toEqual(found)
  expect(api.asked).toEqual([
    '/v1/bookings/late',
    '/v1/calendars/cal_1/events/night',
    '/v1/bookings/invented',
  ])
})

test('a booking that only the log knows is still a violation', async () => {
  const log = [event(1, 'booking.held', 'invented', '/v1/bookings/invented')]
  const found = await new LateBookings(apiWithTwo(), []).among(log)
  expect(checkEvents(log, found)).toEqual(['events tell of booking invented, which does not exist'])
})

const MOVED = [
  event(1, 'booking.created', 'seen', '/v1/bookings/seen'),
  event(2, 'booking.rescheduled', 'seen', '/v1/bookings/seen', 2),
]

/** An API whose booking was moved after its cell had been read. */
function apiWithMoved() {
  const asked: string[] = []
  return {
    asked,
    async ask({ path }: ApiCall) {
      asked.push(path)
      return { status: 200, body: { version: 2 } }
    },
  }
}

test('a booking that a request without an answer moved after it was read is read again, once', async () => {
  const api = apiWithMoved()
  const late = new LateBookings(api, seen(true))
  await late.among(MOVED)
  const found = await late.among(MOVED)
  expect(found).toEqual([{ id: 'seen', version: 2, paymentId: undefined }])
  expect(checkEvents(MOVED, found)).toEqual([])
  expect(api.asked).toEqual(['/v1/bookings/seen'])
})

test('a change that no request without an answer explains is still a violation', async () => {
  const api = apiWithMoved()
  const known = seen(false)
  expect(await new LateBookings(api, known).among(MOVED)).toEqual([])
  expect(checkEvents(MOVED, known)).toEqual([
    'booking seen has version 1 and events of the versions 1, 2',
  ])
})

test('a stay that has become a booking is not read as a stay', async () => {
  const api = apiWithMoved()
  const adopted = event(2, 'booking.created', 'bkg_a', '/v1/bookings/bkg_a')
  const log = [
    event(1, 'stay.created', 'cev_a', '/v1/calendars/cal_1/events/cev_a'),
    { ...adopted, adoptedStayId: 'cev_a' },
  ]
  const found = await new LateBookings(api, []).among(log)
  expect(found).toEqual([{ id: 'bkg_a', version: 2, paymentId: undefined }])
  expect(api.asked).toEqual(['/v1/bookings/bkg_a'])
})
