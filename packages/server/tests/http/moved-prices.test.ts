import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeStayType } from './support/fixtures.ts'
import { type PaidBooking, paySimulated, settlePayment } from './support/paid-booking.ts'

const MAY = { arrival: '2026-05-10', departure: '2026-05-13' }
const LONGER = { arrival: '2026-05-10', departure: '2026-05-15' }
const SHORTER = { arrival: '2026-05-10', departure: '2026-05-12' }

interface ShownOrder {
  readonly total: number
  readonly paid: number
  readonly due: number
  readonly charges: readonly {
    readonly paymentId: string
    readonly status: string
    readonly amount: number
    readonly amountRefunded: number
    readonly checkoutUrl: string | null
  }[]
}

const quoteOf = ({ quote }: Body) =>
  quote as { readonly ratePlanId: string; readonly total: number }

describe.each(OTHER_ENGINES)(
  'a stay that is paid online moves to another price, on %s',
  (engine) => {
    let server: TestApp
    beforeAll(async () => {
      server = await openTestApp({ engine })
      await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
    })
    afterAll(() => server.close())

    const post = (path: string, body: object, key?: string) =>
      server.call('POST', path, { body, ...(key !== undefined && { key }) })
    const move = ({ id }: Body, body: object, key?: string) =>
      post(`/v1/bookings/${id}/reschedule`, body, key)

    /** A stay of three nights at 100.00 EUR by a rate plan, whose first payment is made. */
    async function paidStay(rules: object = {}) {
      const plan = { name: 'Flexible', currency: 'EUR', amount: 10_000, ...rules }
      const made = await post('/v1/rate-plans', plan)
      expect(made.status, made.text).toBe(201)
      return await paidStayOf({
        ratePlanIds: [made.body.id],
        payment: { amount: 100, currency: 'EUR', kind: 'full' },
      })
    }
    /** A stay of three nights of an event type, whose first payment is made. */
    async function paidStayOf(type: object) {
      const stayType = await makeStayType(server.call, { confirmation: 'instant', ...type })
      const booked = await post('/v1/bookings', {
        eventTypeId: stayType.id,
        ...MAY,
        booker: BOOKER,
      })
      expect(booked.status, booked.text).toBe(202)
      const { payment } = booked.body as unknown as PaidBooking
      await paySimulated(server, payment.id)
      return { ...booked.body, paymentId: payment.id } as Body & { readonly paymentId: string }
    }
    const readOrder = async ({ orderId }: Body): Promise<ShownOrder> => {
      const { body } = await server.call('GET', `/v1/orders/${orderId}`)
      return body as unknown as ShownOrder
    }
    const order = async (stay: Body) => {
      const { total, paid, due, charges } = await readOrder(stay)
      const shown = charges.map((each) => `${each.status} ${each.amount} ${each.amountRefunded}`)
      return { balance: [total, paid, due], charges: shown }
    }
    /** Lets the task settle all payments of a booking. */
    async function settle(stay: Body): Promise<void> {
      for (const { paymentId } of (await readOrder(stay)).charges)
        await settlePayment(server, paymentId)
    }

    test('a longer stay owes the rest, which its guest is asked for and pays once', async () => {
      const stay = await paidStay()
      const moved = await move(stay, LONGER)
      expect([moved.status, moved.body]).toMatchObject([
        200,
        { quote: { total: 50_000 }, payment: { status: 'paid', amount: 30_000 } },
      ])
      expect(moved.body.orderId).toBe(stay.orderId)
      expect(await order(stay)).toEqual({
        balance: [50_000, 30_000, 20_000],
        charges: ['paid 30000 0', 'required 20000 0'],
      })
      const { paymentId = '', checkoutUrl } = (await readOrder(stay)).charges[1] ?? {}
      expect(checkoutUrl).toContain(paymentId)
      await paySimulated(server, paymentId)
      expect(await order(stay)).toEqual({
        balance: [50_000, 50_000, 0],
        charges: ['paid 30000 0', 'paid 20000 0'],
      })
      // Once more: the second change belongs to the same order.
      expect((await move(stay, { ...LONGER, departure: '2026-05-16' })).status).toBe(200)
      expect((await order(stay)).balance).toEqual([60_000, 50_000, 10_000])
      expect((await move(stay, LONGER)).status).toBe(200)
      expect(await order(stay)).toEqual({
        balance: [50_000, 50_000, 0],
        charges: ['paid 30000 0', 'paid 20000 0', 'released 10000 0'],
      })
    })

    test('what a shorter stay costs less is given back: by the policy to a guest, and all of it if the house moves it', async () => {
      const cancellation = [{ days: 365, penaltyPercent: 50 }]
      const stay = await paidStay({ cancellation })
      const manageToken = String(stay.manageToken)
      const unasked = await move(stay, SHORTER, manageToken)
      expect([unasked.status, unasked.body.code, unasked.body.price]).toEqual([
        409,
        'price_changed',
        { amount: 20_000, currency: 'EUR' },
      ])
      const wrong = await move(stay, { ...SHORTER, expectedAmount: 30_000 }, manageToken)
      expect([wrong.status, wrong.body.code]).toEqual([409, 'price_changed'])
      const moved = await move(stay, { ...SHORTER, expectedAmount: 20_000 }, manageToken)
      expect(moved.status, moved.text).toBe(200)
      await settle(stay)
      // Half of the night is kept.
      expect(await order(stay)).toEqual({
        balance: [25_000, 25_000, 0],
        charges: ['partly_refunded 30000 5000'],
      })
      const byHouse = await paidStay({ cancellation })
      expect((await move(byHouse, SHORTER)).status).toBe(200)
      await settle(byHouse)
      expect(await order(byHouse)).toEqual({
        balance: [20_000, 20_000, 0],
        charges: ['partly_refunded 30000 10000'],
      })
      const shown = await server.call('GET', `/v1/bookings/${byHouse.id}`)
      expect(shown.body.payment).toMatchObject({ status: 'partly_refunded', amount: 30_000 })
    })

    test('with a deposit, another price changes the balance and asks for nothing at once', async () => {
      const stay = await paidStay({ deposit: { percent: 30 } })
      expect((await order(stay)).balance).toEqual([30_000, 9000, 21_000])
      expect((await move(stay, LONGER)).status).toBe(200)
      expect(await order(stay)).toEqual({
        balance: [50_000, 9000, 41_000],
        charges: ['paid 9000 0'],
      })
      expect((await move(stay, SHORTER)).status).toBe(200)
      expect(await order(stay)).toEqual({
        balance: [20_000, 9000, 11_000],
        charges: ['paid 9000 0'],
      })
      const cheap = await move(stay, { ...SHORTER, departure: '2026-05-11', requote: true })
      expect(cheap.status).toBe(200)
      expect((await order(stay)).balance).toEqual([10_000, 9000, 1000])
    })

    test('nights that cost another price now keep theirs, and `requote` prices all anew', async () => {
      const stay = await paidStay()
      const { ratePlanId } = quoteOf(stay)
      await server.call('PATCH', `/v1/rate-plans/${ratePlanId}`, { body: { amount: 15_000 } })
      const moved = await move(stay, { ...MAY, departure: '2026-05-14' })
      expect(quoteOf(moved.body).total).toBe(45_000)
      expect((await order(stay)).balance).toEqual([45_000, 30_000, 15_000])
      const anew = await move(stay, { ...MAY, departure: '2026-05-14', requote: true })
      expect(quoteOf(anew.body).total).toBe(60_000)
      expect((await order(stay)).balance).toEqual([60_000, 30_000, 30_000])
    })

    test('without a rate plan, nights that stay keep their price, and new ones cost what a night costs now', async () => {
      const rules = { currency: 'EUR', kind: 'full', refunds: [] }
      const stay = await paidStayOf({ payment: { ...rules, amount: 10_000 } })
      const path = `/v1/event-types/${stay.eventTypeId}`
      await server.call('PATCH', path, { body: { payment: { ...rules, amount: 12_000 } } })
      const manageToken = String(stay.manageToken)
      const unasked = await move(stay, LONGER, manageToken)
      expect([unasked.status, unasked.body.code, unasked.body.price]).toEqual([
        409,
        'price_changed',
        { amount: 54_000, currency: 'EUR' },
      ])
      const longer = await move(stay, { ...LONGER, expectedAmount: 54_000 }, manageToken)
      expect([longer.status, longer.body.nights]).toEqual([200, 5])
      expect(await order(stay)).toEqual({
        balance: [54_000, 30_000, 24_000],
        charges: ['paid 30000 0', 'required 24000 0'],
      })
      // Two of five nights.
      const wrong = await move(stay, { ...SHORTER, expectedAmount: 20_000 })
      expect([wrong.status, wrong.body.price]).toEqual([409, { amount: 21_600, currency: 'EUR' }])
      expect((await move(stay, SHORTER)).status).toBe(200)
      await settle(stay)
      expect(await order(stay)).toEqual({
        balance: [21_600, 21_600, 0],
        charges: ['partly_refunded 30000 8400', 'released 24000 0'],
      })
      expect((await move(stay, { ...SHORTER, requote: true })).status).toBe(200)
      expect((await order(stay)).balance).toEqual([24_000, 21_600, 2400])
    })

    test('without a rate plan, a deposit stays, and a price that is gone keeps the number of nights', async () => {
      const payment = { amount: 10_000, currency: 'EUR', kind: 'deposit', depositAmount: 5000 }
      const stay = await paidStayOf({ payment })
      expect((await move(stay, LONGER)).status).toBe(200)
      expect(await order(stay)).toEqual({
        balance: [50_000, 5000, 45_000],
        charges: ['paid 5000 0'],
      })
      const path = `/v1/event-types/${stay.eventTypeId}`
      await server.call('PATCH', path, { body: { payment: null } })
      const refused = await move(stay, SHORTER)
      expect([refused.status, refused.body.code, refused.body.reasons]).toEqual([
        422,
        'stay_not_bookable',
        [{ code: 'nights_are_priced', nights: 5 }],
      ])
      const later = { arrival: '2026-05-11', departure: '2026-05-16' }
      expect((await move(stay, later)).status).toBe(200)
      expect((await order(stay)).balance).toEqual([50_000, 5000, 45_000])
    })

    test('a guest changes the number of nights within the deadline, and nights of others stay theirs', async () => {
      const payment = { amount: 10_000, currency: 'EUR', kind: 'full' }
      const policy = { rescheduleUntilMinutes: 60 * 24 * 365 }
      const stay = await paidStayOf({ payment, policy })
      const asked = { ...LONGER, expectedAmount: 50_000 }
      const late = await move(stay, asked, String(stay.manageToken))
      expect([late.status, late.body.code]).toEqual([409, 'too_late_to_change'])
      const other = await post('/v1/bookings', {
        eventTypeId: stay.eventTypeId,
        arrival: '2026-05-14',
        departure: '2026-05-16',
        booker: BOOKER,
      })
      expect(other.status).toBe(202)
      const taken = await move(stay, asked)
      expect([taken.status, taken.body.code, taken.body.nights]).toEqual([
        409,
        'night_taken',
        ['2026-05-14'],
      ])
      expect((await order(stay)).balance).toEqual([30_000, 30_000, 0])
      expect((await move(stay, { ...MAY, departure: '2026-05-14' })).status).toBe(200)
      expect((await order(stay)).balance).toEqual([40_000, 30_000, 10_000])
    })

    test('what staff entered and gave back before the move still counts', async () => {
      const stay = await paidStay()
      const path = `/v1/orders/${stay.orderId}`
      await post(`${path}/lines`, { reason: 'Late checkout', amount: 2000 })
      await post(`${path}/payments`, { method: 'cash', amount: 2000 })
      expect((await post(`/v1/bookings/${stay.id}/refund`, { amount: 5000 })).status).toBe(202)
      await settle(stay)
      expect((await order(stay)).balance).toEqual([27_000, 27_000, 0])
      expect((await move(stay, LONGER)).status).toBe(200)
      expect(await order(stay)).toEqual({
        balance: [47_000, 27_000, 20_000],
        charges: ['partly_refunded 30000 5000', 'required 20000 0'],
      })
    })

    test('a stay that was confirmed without its payment owes the new price', async () => {
      const plan = await post('/v1/rate-plans', { name: 'Desk', currency: 'EUR', amount: 10_000 })
      const type = await makeStayType(server.call, {
        ratePlanIds: [plan.body.id],
        confirmation: 'instant',
        payment: { amount: 100, currency: 'EUR', kind: 'full' },
      })
      const { body } = await post('/v1/bookings', { eventTypeId: type.id, ...MAY, booker: BOOKER })
      expect((await post(`/v1/bookings/${body.id}/confirm`, { withoutPayment: true })).status).toBe(
        200,
      )
      expect((await move(body, SHORTER)).status).toBe(200)
      expect(await order(body)).toEqual({
        balance: [20_000, 0, 20_000],
        charges: ['released 30000 0'],
      })
    })

    test('the doctor finds nothing wrong', async () => {
      expect((await inspect(server.deps)).findings).toEqual([])
    })
  },
)
