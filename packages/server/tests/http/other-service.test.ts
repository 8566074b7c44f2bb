import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  makeProvider,
  makeRooms,
  NEXT_START,
  START,
} from './support/fixtures.ts'
import { type PaidBooking, PRICE, paySimulated, settlePayment } from './support/paid-booking.ts'
import { publish } from './support/work.ts'

const LATER = '2026-04-27T08:00:00Z'

type Fields = Readonly<Record<string, unknown>>

interface ShownOrder {
  readonly total: number
  readonly paid: number
  readonly due: number
  readonly charges: readonly {
    readonly paymentId: string
    readonly status: string
    readonly amount: number
    readonly amountRefunded: number
  }[]
}

describe.each(OTHER_ENGINES)('a booking gets another service in place, on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  })
  afterAll(async () => {
    const { findings } = await inspect(server.deps)
    expect(findings).toEqual([])
    await server.close()
  })

  const post = (path: string, body: unknown, key?: string) =>
    server.call('POST', path, { body, ...(key !== undefined && { key }) })
  const change = ({ id }: Pick<Body, 'id'>, body: Fields, key?: string) =>
    post(`/v1/bookings/${id}/reschedule`, body, key)

  async function makeType(providerId: unknown, more: Fields = {}): Promise<Body> {
    const body = eventTypeBody(String(providerId), { confirmation: 'instant', ...more })
    const made = await post('/v1/event-types', body)
    expect(made.status, made.text).toBe(201)
    return made.body
  }

  /** A provider with a service of half an hour, and one of an hour. */
  async function makeServices(of: Fields = {}, other: Fields = {}) {
    const provider = await makeProvider(server.call)
    const cut = await makeType(provider.id, { title: 'Haircut', ...of })
    const color = await makeType(provider.id, { title: 'Color', durationMinutes: 60, ...other })
    return { provider, cut, color }
  }

  async function book(eventType: Body, start = START): Promise<Body> {
    const made = await post('/v1/bookings', { eventTypeId: eventType.id, start, booker: BOOKER })
    expect(made.status, made.text).toBeLessThan(300)
    return made.body
  }

  async function bookPaid(eventType: Body) {
    const booking = await book(eventType)
    const { payment } = booking as unknown as PaidBooking
    await paySimulated(server, payment.id)
    return booking
  }

  const readOrder = async ({ orderId }: Body): Promise<ShownOrder> =>
    (await server.call('GET', `/v1/orders/${orderId}`)).body as unknown as ShownOrder

  async function order(booking: Body) {
    for (const { paymentId } of (await readOrder(booking)).charges) {
      await settlePayment(server, paymentId)
    }
    const { total, paid, due, charges } = await readOrder(booking)
    const shown = charges.map((each) => `${each.status} ${each.amount} ${each.amountRefunded}`)
    return { balance: [total, paid, due], charges: shown }
  }

  test('at its start, with the duration of that, and says so in its event', async () => {
    const { cut, color } = await makeServices({}, { policy: { maxReschedules: 2 } })
    const booking = await book(cut)
    const changed = await change(booking, { eventTypeId: color.id })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        id: booking.id,
        eventTypeId: color.id,
        status: 'confirmed',
        start: START,
        end: LATER,
        reschedulesLeft: 2,
      },
    ])
    expect((await server.call('GET', `/v1/bookings?eventTypeId=${cut.id}`)).body.data).toEqual([])
    await publish(server.deps)
    const { data } = (await server.call('GET', '/v1/events?limit=100')).body
    const events = data as unknown as readonly { type: string; data: Fields }[]
    const [told] = events.filter(({ type, data: { booking: about } }) => {
      return type === 'booking.rescheduled' && (about as Body).id === booking.id
    })
    expect(told?.data.previousEventTypeId).toBe(cut.id)
    // Once more: nothing changes.
    const again = await change(booking, { eventTypeId: color.id })
    expect([again.status, again.body.version]).toEqual([200, changed.body.version])
  })

  test('at another start', async () => {
    const { cut, color } = await makeServices()
    const booking = await book(cut)
    const changed = await change(booking, { eventTypeId: color.id, start: LATER })
    expect([changed.status, changed.body.start, changed.body.end]).toEqual([
      200,
      LATER,
      '2026-04-27T09:00:00Z',
    ])
    await book(cut)
  })

  test('only if its time is free, and otherwise stays as it is', async () => {
    const { cut, color } = await makeServices()
    const booking = await book(cut)
    await book(cut, NEXT_START)
    const refused = await change(booking, { eventTypeId: color.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_taken'])
    const { body } = await server.call('GET', `/v1/bookings/${booking.id}`)
    expect(body).toMatchObject({ eventTypeId: cut.id, version: booking.version })
  })

  test('of other people, whose time it takes while that of the first is free', async () => {
    const { cut, provider } = await makeServices()
    const [ann, bea] = [await makeProvider(server.call), await makeProvider(server.call)]
    const color = await makeType(provider.id, {
      requirements: [
        { name: 'Stylist', count: 1, choice: 'priority', providerIds: [ann.id, bea.id] },
      ],
    })
    const booking = await book(cut)
    const changed = await change(booking, { eventTypeId: color.id, providerId: bea.id })
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body).toMatchObject({
      providerId: bea.id,
      assignments: [{ requirement: 'Stylist', providerId: bea.id }],
    })
    await book(cut)
    // And back, once the first provider is free again: the time of the stylist is free then.
    const back = await change(booking, { eventTypeId: cut.id, start: NEXT_START })
    expect([back.status, back.body]).toMatchObject([
      200,
      { providerId: provider.id, assignments: [] },
    ])
    await post('/v1/bookings', {
      eventTypeId: color.id,
      start: START,
      providerId: bea.id,
      booker: BOOKER,
    }).then(({ status }) => expect(status).toBe(201))
  })

  test('and asks for what it costs more, or gives back what it costs less', async () => {
    const price = (amount: number) => ({ payment: { ...PRICE, amount } })
    const { cut, color, provider } = await makeServices(price(5000), price(8000))
    const free = await makeType(provider.id, { title: 'Consultation' })
    const booking = await bookPaid(cut)
    const wrong = await change(booking, { eventTypeId: color.id, expectedAmount: 7000 })
    expect([wrong.status, wrong.body.price]).toEqual([409, { amount: 8000, currency: 'EUR' }])
    const dearer = await change(booking, { eventTypeId: color.id, expectedAmount: 8000 })
    expect(dearer.status, dearer.text).toBe(200)
    expect(await order(booking)).toEqual({
      balance: [8000, 5000, 3000],
      charges: ['paid 5000 0', 'required 3000 0'],
    })
    const cheaper = await change(booking, { eventTypeId: cut.id })
    expect(cheaper.status, cheaper.text).toBe(200)
    expect((await order(booking)).balance).toEqual([5000, 5000, 0])
    const nothing = await change(booking, { eventTypeId: free.id })
    expect(nothing.status, nothing.text).toBe(200)
    expect((await order(booking)).balance).toEqual([0, 0, 0])
  })

  test('once, of two that are asked for at the same time', async () => {
    const { cut, color, provider } = await makeServices()
    const wash = await makeType(provider.id, { durationMinutes: 90 })
    const booking = await book(cut)
    const both = await Promise.all(
      [color, wash].map((each) => change(booking, { eventTypeId: each.id })),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await server.call('GET', `/v1/bookings/${booking.id}`)
    expect([color.id, wash.id]).toContain(body.eventTypeId)
    const minutes = (Date.parse(String(body.end)) - Date.parse(START)) / 60_000
    expect(minutes).toBe(body.eventTypeId === color.id ? 60 : 90)
  })

  test.each<readonly [why: string, other: Fields, message: RegExp]>([
    ['has seats', { seats: { capacity: 4 } }, /it has seats/],
    [
      'asks what decides',
      {
        questions: [
          {
            id: 'hair',
            label: 'Hair',
            kind: 'select',
            required: true,
            options: ['Long', 'Short'],
            optionRules: { Long: { addMinutes: 15 } },
          },
        ],
      },
      /answers decide/,
    ],
    ['costs something, while nothing was to pay', { payment: PRICE }, /book it anew/],
  ])('not if that %s: 422', async (_why, other, message) => {
    const { cut, color } = await makeServices({}, other)
    const refused = await change(await book(cut), { eventTypeId: color.id })
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ pointer: '/eventTypeId', message: expect.stringMatching(message) }],
    ])
  })

  test('not by its booker, while it is held, as a part of a visit, or once it is cancelled', async () => {
    const { cut, color } = await makeServices()
    const booking = await book(cut)
    const byBooker = await change(booking, { eventTypeId: color.id }, String(booking.manageToken))
    expect([byBooker.status, byBooker.body.errors]).toMatchObject([
      422,
      [{ pointer: '/eventTypeId' }],
    ])
    const unknown = await change(booking, { eventTypeId: 'ety_01k5w3q8v0m9c2r4t6x8z0b1d3' })
    expect(unknown.status).toBe(404)
    await post(`/v1/bookings/${booking.id}/cancel`, {})
    const cancelled = await change(booking, { eventTypeId: color.id })
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'invalid_transition'])
    const held = await makeServices({ confirmation: 'hold' })
    const pending = await change(await book(held.cut), { eventTypeId: held.color.id })
    expect([pending.status, pending.body.errors]).toMatchObject([
      422,
      [{ pointer: '/eventTypeId', message: 'is only possible once the booking is confirmed' }],
    ])
    const visit = await makeServices()
    const items = [
      { eventTypeId: visit.cut.id, start: START },
      { eventTypeId: visit.color.id, start: LATER },
    ]
    const made = await post('/v1/booking-groups', { items, together: true, booker: BOOKER })
    const [part] = made.body.bookings as unknown as readonly Body[]
    const ofVisit = await change(part as Body, { eventTypeId: color.id })
    expect([ofVisit.status, ofVisit.body.code]).toEqual([409, 'part_of_visit'])
  })

  test('not of nights, and a change of nothing names what can change', async () => {
    const { cut } = await makeServices()
    const booking = await book(cut)
    const room = await makeRooms(server.call, 1)
    const ofNights = await change(booking, { eventTypeId: room.id })
    expect([ofNights.status, ofNights.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/eventTypeId',
          message: 'is booked by the night, and the booking has a time: book it anew',
        },
      ],
    ])
    const nothing = await change(booking, {})
    expect([nothing.status, nothing.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/start',
          message:
            'send `start`, `durationMinutes` or `eventTypeId`, or `arrival` and `departure` for an event type of nights',
        },
      ],
    ])
  })
})
