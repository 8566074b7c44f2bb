import { orderIdOfPayment } from '../../src/kernel/booking-fields/order-ids.ts'
import { type End, HOLD_MINUTES, passAll, violationsOf } from './order-runs.ts'
import type { Run, RunReport, WebhookFate } from './payment-life.ts'
import type { PaymentWorld } from './payment-world.ts'
import { reserveStay } from './reserve-stay.ts'
import { RunningStay } from './running-stay.ts'

/** A life of a stay of three nights at 50 EUR that moves to nights with another price. A cancellation costs half. */
export const MOVED_STAY_LIVES = [
  'is extended and pays the difference',
  'is extended while its price is captured',
  'is shortened by its booker',
  'is shortened by the account while its price is captured',
  'is extended, and shortened while the difference is paid',
  'is extended twice, and cancelled by its booker',
  'is shortened and then cancelled by its booker',
  'is extended with a deposit',
  'is held, becomes dearer while it is paid, and pays again',
  'is held, becomes cheaper while it is paid',
  'is held with a deposit, and becomes dearer while its page is open',
] as const
type MovedStayLife = (typeof MOVED_STAY_LIVES)[number]

/** One run: a life of a stay, with kills and a fate of its webhooks. */
export type MovedStayRun = Run<MovedStayLife>

type Act = (run: RunningStay, fate: WebhookFate) => Promise<void>

const ACTS: { readonly [Name in MovedStayLife]: Act } = {
  'is extended and pays the difference': async (run, fate) => {
    await run.pay(fate)
    await run.stayFor(5, 'booker')
    await run.payNewest(fate)
  },
  'is extended while its price is captured': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.work()
    await run.stayFor(5)
    await run.deliver(fate)
    await run.payNewest(fate)
  },
  'is shortened by its booker': async (run, fate) => {
    await run.pay(fate)
    await run.stayFor(2, 'booker')
    await run.deliver(fate)
  },
  'is shortened by the account while its price is captured': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.work()
    await run.stayFor(1)
    await run.deliver(fate)
  },
  'is extended, and shortened while the difference is paid': async (run, fate) => {
    await run.pay(fate)
    await run.stayFor(5)
    await run.payCharge(await run.newest())
    await run.stayFor(4)
    await run.deliver(fate)
  },
  'is extended twice, and cancelled by its booker': async (run, fate) => {
    await run.pay(fate)
    await run.stayFor(4)
    await run.payNewest(fate)
    await run.stayFor(5)
    await run.cancel()
    await run.deliver(fate)
  },
  'is shortened and then cancelled by its booker': async (run, fate) => {
    await run.pay(fate)
    await run.stayFor(2, 'booker')
    await run.cancel()
    await run.deliver(fate)
  },
  'is extended with a deposit': async (run, fate) => {
    await run.pay(fate)
    await run.stayFor(4)
    await run.cash(5000)
    await run.deliver(fate)
  },
  'is held, becomes dearer while it is paid, and pays again': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.stayFor(5, 'booker')
    await run.deliver(fate)
    await run.pay(fate)
  },
  'is held, becomes cheaper while it is paid': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.stayFor(2, 'booker')
    await run.deliver(fate)
  },
  'is held with a deposit, and becomes dearer while its page is open': async (run, fate) => {
    await run.checkoutOf(run.made.chargeId)
    await run.stayFor(5)
    await run.pay(fate)
  },
}

const ENDS: { readonly [Name in MovedStayLife]: readonly End[] } = {
  'is extended and pays the difference': [['confirmed', 25_000, 0]],
  'is extended while its price is captured': [['confirmed', 25_000, 0]],
  // Half of a night is kept.
  'is shortened by its booker': [['confirmed', 12_500, 0]],
  'is shortened by the account while its price is captured': [['confirmed', 5000, 0]],
  // Whoever pays on the page that asked for more is charged what is due, or gets it back.
  'is extended, and shortened while the difference is paid': [['confirmed', 20_000, 0]],
  // Half of what was paid is kept, and nothing of the night that was not paid.
  'is extended twice, and cancelled by its booker': [['cancelled', 10_000, 0]],
  'is shortened and then cancelled by its booker': [['cancelled', 7500, 0]],
  'is extended with a deposit': [['confirmed', 20_000, 10_000]],
  // What was paid on the first page is released.
  'is held, becomes dearer while it is paid, and pays again': [['confirmed', 25_000, 0]],
  'is held, becomes cheaper while it is paid': [['confirmed', 10_000, 0]],
  'is held with a deposit, and becomes dearer while its page is open': [
    ['confirmed', 25_000, 20_000],
  ],
}

/** Runs a life of a stay that moves to another price, and checks where each cent is at its end. */
export async function runMovedStay(world: PaymentWorld, run: MovedStayRun): Promise<RunReport> {
  const hasDeposit = run.life.includes('with a deposit')
  const booking = await reserveStay(world, {
    cancellation: [{ penaltyPercent: 50 }],
    ...(hasDeposit && { deposit: { nights: 1 } }),
  })
  const chargeId = booking.payment?.id ?? ''
  const orderId = orderIdOfPayment(chargeId)
  const life = new RunningStay(world, { orderId, chargeId, bookings: [booking] }, run)
  await ACTS[run.life](life, run.webhooks)
  await passAll(life, HOLD_MINUTES)
  return { kills: life.kills, violations: await violationsOf(world, orderId, ENDS[run.life]) }
}
