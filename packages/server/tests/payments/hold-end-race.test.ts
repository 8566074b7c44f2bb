import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import { runDuePayments } from '../../src/payments/payment/due-payments.ts'
import { wakePayment } from '../../src/payments/payment/wake-payment.ts'
import { BOOKER } from '../support/booking-world.ts'
import { IS_DEEP, repetitions } from '../support/depth.ts'
import { moneyOf, seeded } from '../support/payment-life.ts'
import { openPaymentWorld, type PaymentWorld } from '../support/payment-world.ts'

const SEED = 20_260_421

/** How a round ended: what became of the booking, of its money and of a rival for its time. */
interface Outcome {
  readonly booking: string
  readonly captured: number
  readonly isReserved: boolean
  readonly rival: string
}

/** What a round may come to: the booking stands and is captured, or the money is released and the time is free. */
const FAIR: readonly Outcome[] = [
  { booking: 'confirmed', captured: 5000, isReserved: false, rival: 'slot_taken' },
  { booking: 'expired', captured: 0, isReserved: false, rival: 'held' },
  { booking: 'expired', captured: 0, isReserved: false, rival: 'slot_taken' },
]

/**
 * The booker pays around the second in which the hold ends, while two servers look at the payment, a sweeper expires
 * the hold, and a rival wants the time. `random`: when each of them begins.
 */
async function race(world: PaymentWorld, random: () => number): Promise<Outcome> {
  const { deps, stripe, clock } = world
  const type = await world.paidType()
  const start = world.nextStart()
  const { id, holdExpiresAtEpochSeconds: end = 0 } = await world.reserve(type.id, start)
  const checkoutId = await world.checkout(id)
  const payment = await world.paymentOf(id)
  const soon = async (): Promise<void> => {
    for (let ticks = Math.floor(random() * 12); ticks > 0; ticks -= 1) await setImmediate()
  }
  world.moveTo(end * 1000 - 1)
  const work = async () => {
    await soon()
    await wakePayment(deps, payment)
    await runDuePayments(deps, 100)
  }
  const rivals = async () => {
    await soon()
    const input = { target: { eventTypeId: type.id }, ...start, booker: BOOKER }
    const rival = await createBooking(deps, world.publicCaller, input)
    return rival.ok ? 'held' : rival.refusal.code
  }
  const [rival] = await Promise.all([
    rivals(),
    work(),
    work(),
    soon().then(() => {
      // The server may have closed the checkout before.
      if (stripe.objects.session(checkoutId).status === 'open') stripe.pay(checkoutId)
    }),
    soon().then(() => world.moveTo(end * 1000)),
    soon().then(() => expireDue(deps, 100)),
  ])
  for (const minutes of [1, 5, 30, 60]) {
    world.moveTo(clock.nowEpochMilliseconds() + minutes * 60_000)
    await world.sweep()
    await world.work()
  }
  const [session] = stripe.sessionsOf(payment.id)
  const intent = session?.payment_intent
  return {
    booking: (await world.booking(id)).status,
    captured: intent ? moneyOf(intent).captured - moneyOf(intent).refunded : 0,
    isReserved: intent?.status === 'requires_capture',
    rival,
  }
}

test('a payment as the hold ends is captured with its booking, or given back with its time', {
  timeout: 600_000,
}, async () => {
  const world = await openPaymentWorld()
  const random = seeded(SEED)
  const rounds = repetitions(15, 1000)
  const counts = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await race(world, random)
    expect(FAIR, `round ${round}`).toContainEqual(outcome)
    const name = `${outcome.booking}, rival ${outcome.rival}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (IS_DEEP) console.info(`${rounds} rounds:`, Object.fromEntries(counts))
  // Both ends occur, so the race is one. A few rounds may all end alike.
  const ends = new Set([...counts.keys()].map((name) => name.split(',')[0]))
  expect(ends.size).toBeGreaterThanOrEqual(IS_DEEP ? 2 : 1)
  await world.close()
})
