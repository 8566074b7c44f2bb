import { expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { eachInPaymentWorld } from '../../../tests/support/each-payment-world.ts'
import { NIGHT, reserveStay } from '../../../tests/support/reserve-stay.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { cancelUnpaid } from '../../payments/orders/due-balance.ts'
import { balanceOf, getOrder } from '../../payments/payment/order.ts'
import { scheduleBalance } from './balance.ts'
import { runSchedule } from './run-schedule.ts'

const given = eachInPaymentWorld()

/** One night at once, the rest 10 days before, cancelled 5 days later at half of what was paid. */
const TERMS = {
  deposit: { nights: 1 },
  balanceDueDays: 10,
  balanceCancelDays: 5,
  cancellation: [{ penaltyPercent: 50 }],
}

/** A stay whose deposit is paid, and which is scheduled as its confirmation does. */
async function depositPaid(terms: object = TERMS) {
  const { id, payment } = await reserveStay(given.world, terms)
  await pay(payment?.id ?? '')
  await scheduleBalance(given.world.deps, id, given.world.caller)
  return { id, orderId: payment?.orderId ?? '' }
}

async function pay(chargeId: string) {
  given.stripe.pay(await given.world.checkoutOf(chargeId))
  await given.world.work()
}

/** Runs the schedule as long as something is due, so many days before the arrival. */
async function runAt(id: string, daysBefore: number) {
  const { startEpochSeconds } = await given.world.booking(id)
  given.world.moveTo((startEpochSeconds - daysBefore * 86_400) * 1000)
  const { errors } = await runSchedule(given.world.deps, 100)
  expect(errors).toEqual([])
}

const mails = async (): Promise<number> =>
  (await given.world.items('QUEUE#mails')).filter((item) =>
    JSON.stringify(item).includes('payment.requested'),
  ).length

async function outcome({ id, orderId }: { readonly id: string; readonly orderId: string }) {
  const view = unwrap(await getOrder(given.world.deps, given.world.caller, orderId))
  const { total, paid, due } = balanceOf(view)
  return {
    status: (await given.world.booking(id)).status,
    balance: [total, paid, due],
    charges: view.charges.map(({ status, amount }) => `${status} ${amount}`),
  }
}

test('a balance is asked for when it is due, once more three days later, and never if it is paid', async () => {
  const stay = await depositPaid()
  const before = await mails()
  await runAt(stay.id, 10.01)
  expect(await mails()).toBe(before)
  await runAt(stay.id, 10)
  // The deposit is a night; the other two are asked for.
  expect(await outcome(stay)).toEqual({
    status: 'confirmed',
    balance: [3 * NIGHT, NIGHT, 2 * NIGHT],
    charges: ['paid 5000', 'required 10000'],
  })
  expect(await mails()).toBe(before + 1)
  await runAt(stay.id, 7)
  expect(await mails()).toBe(before + 2)
  const { charges } = unwrap(await getOrder(given.world.deps, given.world.caller, stay.orderId))
  await pay(charges[1]?.id ?? '')
  await runAt(stay.id, 5)
  expect(await outcome(stay)).toMatchObject({ status: 'confirmed', balance: [15_000, 15_000, 0] })
  expect((await inspect(given.world.deps)).findings).toEqual([])
})

test('a stay whose balance is not paid is cancelled, and its guest gets back what the policy says', async () => {
  const stay = await depositPaid()
  for (const days of [10, 7, 5.01]) await runAt(stay.id, days)
  expect(await outcome(stay)).toMatchObject({ status: 'confirmed' })
  await runAt(stay.id, 5)
  await given.world.work()
  // Half of the night that was paid.
  expect(await outcome(stay)).toEqual({
    status: 'cancelled',
    balance: [2500, 2500, 0],
    charges: ['partly_refunded 5000', 'released 10000'],
  })
  expect(await given.world.booking(stay.id)).toMatchObject({ cancelledBy: 'system' })
  expect((await inspect(given.world.deps)).findings).toEqual([])
})

test('a stay that is booked after the due date is asked at once, and has as long to pay', async () => {
  const stay = await depositPaid({ ...TERMS, balanceDueDays: 30, balanceCancelDays: 2 })
  const { startEpochSeconds } = await given.world.booking(stay.id)
  const booked = (startEpochSeconds * 1000 - given.world.clock.nowEpochMilliseconds()) / 86_400_000
  await runAt(stay.id, booked)
  expect((await outcome(stay)).charges).toEqual(['paid 5000', 'required 10000'])
  await runAt(stay.id, booked - 1.9)
  expect(await outcome(stay)).toMatchObject({ status: 'confirmed' })
  await runAt(stay.id, booked - 2)
  expect(await outcome(stay)).toMatchObject({ status: 'cancelled' })
})

test('a stay that moves is asked for its new balance at its new due date', async () => {
  const stay = await depositPaid({ ...TERMS, balanceCancelDays: undefined })
  const { stay: nights } = await given.world.booking(stay.id)
  const arrivalDay = (nights?.arrivalDay ?? 0) + 30
  const to = { arrivalDay, departureDay: arrivalDay + 4 }
  const input = { stay: to, startEpochSeconds: 0 }
  const { startEpochSeconds } = await given.world.booking(stay.id)
  unwrap(await rescheduleBooking(given.world.deps, given.world.caller, stay.id, input))
  await scheduleBalance(given.world.deps, stay.id, given.world.caller)
  given.world.moveTo((startEpochSeconds - 10 * 86_400) * 1000)
  await runSchedule(given.world.deps, 100)
  expect((await outcome(stay)).charges).toEqual(['paid 5000'])
  await runAt(stay.id, 10)
  expect((await outcome(stay)).charges).toEqual(['paid 5000', 'required 15000'])
})

test('a stay that was cancelled, or that owes nothing, is not asked', async () => {
  const stay = await depositPaid()
  unwrap(await cancelBooking(given.world.deps, given.world.caller, stay.id, {}))
  const before = await mails()
  for (const days of [10, 7, 5]) await runAt(stay.id, days)
  expect(await mails()).toBe(before)
  expect(await outcome(stay)).toMatchObject({ status: 'cancelled', balance: [0, 5000, -5000] })
})

test('a stay that is paid as it would be cancelled stays', async () => {
  const stay = await depositPaid()
  await runAt(stay.id, 10)
  const { charges } = unwrap(await getOrder(given.world.deps, given.world.caller, stay.orderId))
  given.stripe.pay(await given.world.checkoutOf(charges[1]?.id ?? ''))
  const together = await Promise.all([
    given.world.work(),
    cancelUnpaid(given.world.deps, given.world.caller, stay.id),
  ])
  expect(together[1].ok).toBe(true)
  await given.world.work()
  const { status, balance } = await outcome(stay)
  // Whichever came first: the stay stands and is paid, or it is over and half of what was paid then is kept.
  expect([status, ...balance].join(' ')).toMatch(
    /^(confirmed 15000 15000 0|cancelled 2500 2500 0)$/,
  )
  expect((await inspect(given.world.deps)).findings).toEqual([])
})
