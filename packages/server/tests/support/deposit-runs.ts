import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { payRest } from '../../src/payments/orders/public-order.ts'
import { refundBooking } from '../../src/payments/orders/refund.ts'
import { getOrder } from '../../src/payments/payment/order.ts'
import { unwrap } from './booking-world.ts'
import { type End, HOLD_MINUTES, passAll, RunningOrder, violationsOf } from './order-runs.ts'
import type { Run, RunReport, WebhookFate } from './payment-life.ts'
import { type PaymentWorld, PRICE } from './payment-world.ts'

/** A life of a booking for 50 EUR, with a deposit of 10 EUR and a balance of 40 EUR. */
export const DEPOSIT_LIVES = [
  'pays the balance on the page',
  'pays the balance partly at the desk',
  'pays the balance online and at the desk at once',
  'pays the deposit online and at the desk at once',
  'pays the deposit as the hold ends',
  'is cancelled by its booker before the balance',
  'is cancelled by its booker while the balance is paid',
  'is cancelled by its booker after both',
  'is cancelled by the account after both',
  'is moved between both',
  'is refunded by hand over both',
] as const
type DepositLife = (typeof DEPOSIT_LIVES)[number]

/** One run: a life of a booking with a deposit, with kills and a fate of its webhooks. */
export type DepositRun = Run<DepositLife>

/** A booking with a deposit in the middle of its life. */
class RunningDeposit extends RunningOrder {
  readonly id = this.made.bookings[0]?.id ?? ''

  async payDeposit(fate: WebhookFate): Promise<void> {
    await this.payCharge(this.made.chargeId)
    await this.deliver(fate)
    await this.pass(1)
  }

  /** Asks for the balance on the page, twice as an impatient booker does. Answers the charge; empty if nothing is to pay. */
  async askOnPage(): Promise<string> {
    const { orderId } = this.made
    const { publicCaller } = this.world
    for (let tries = 0; tries < 2; tries += 1) {
      await this.survive((deps) => payRest(deps, publicCaller, orderId, PUBLIC_CAPS))
    }
    const { charges } = unwrap(await getOrder(this.world.deps, this.world.caller, orderId))
    return charges[1]?.id ?? ''
  }

  async payBalance(fate: WebhookFate): Promise<void> {
    await this.payCharge(await this.askOnPage())
    await this.deliver(fate)
    await this.pass(1)
  }

  async cancel(by: 'booker' | 'account'): Promise<void> {
    const { caller, publicCaller } = this.world
    const canceller = by === 'booker' ? publicCaller : caller
    await this.survive((deps) => cancelBooking(deps, canceller, this.id, {}))
  }
}

type Act = (run: RunningDeposit, fate: WebhookFate) => Promise<void>

async function payBoth(run: RunningDeposit, fate: WebhookFate): Promise<void> {
  await run.payDeposit(fate)
  await run.payBalance(fate)
}

const ACTS: { readonly [Name in DepositLife]: Act } = {
  'pays the balance on the page': payBoth,
  'pays the balance partly at the desk': async (run, fate) => {
    await run.payDeposit(fate)
    await run.cash(1500)
    await run.payBalance(fate)
  },
  'pays the balance online and at the desk at once': async (run, fate) => {
    await run.payDeposit(fate)
    await run.payCharge(await run.askOnPage())
    await run.cash(4000)
    await run.deliver(fate)
  },
  'pays the deposit online and at the desk at once': async (run, fate) => {
    await run.payCharge(run.made.chargeId)
    await run.cash(1000)
    await run.deliver(fate)
  },
  'pays the deposit as the hold ends': async (run, fate) => {
    const checkoutId = await run.checkoutOf(run.made.chargeId)
    const end = run.made.bookings[0]?.holdExpiresAtEpochSeconds ?? 0
    run.world.moveTo(end * 1000 - 1)
    if (checkoutId !== undefined) run.world.stripe.pay(checkoutId)
    await run.work()
    run.world.moveTo(end * 1000)
    await run.deliver(fate)
  },
  'is cancelled by its booker before the balance': async (run, fate) => {
    await run.payDeposit(fate)
    await run.checkoutOf(await run.askOnPage())
    await run.cancel('booker')
    await run.deliver(fate)
  },
  'is cancelled by its booker while the balance is paid': async (run, fate) => {
    await run.payDeposit(fate)
    await run.payCharge(await run.askOnPage())
    await run.cancel('booker')
    await run.deliver(fate)
  },
  'is cancelled by its booker after both': async (run, fate) => {
    await payBoth(run, fate)
    await run.cancel('booker')
    await run.deliver(fate)
  },
  'is cancelled by the account after both': async (run, fate) => {
    await payBoth(run, fate)
    await run.cancel('account')
    await run.deliver(fate)
  },
  'is moved between both': async (run, fate) => {
    await run.payDeposit(fate)
    const { startEpochSeconds } = run.world.nextStart()
    const { caller } = run.world
    await run.survive((deps) => rescheduleBooking(deps, caller, run.id, { startEpochSeconds }))
    await run.payBalance(fate)
  },
  'is refunded by hand over both': async (run, fate) => {
    await payBoth(run, fate)
    const caller = run.caller()
    await run.survive((deps) => refundBooking(deps, caller, run.id, 4500))
    await run.deliver(fate)
  },
}

const PAID: End = ['confirmed', 5000, 0]
const ENDS: { readonly [Name in DepositLife]: readonly End[] } = {
  'pays the balance on the page': [PAID],
  'pays the balance partly at the desk': [PAID],
  // The desk, or online first and then the desk, which then has to give back.
  'pays the balance online and at the desk at once': [PAID, ['confirmed', 5000, -4000]],
  'pays the deposit online and at the desk at once': [
    ['confirmed', 5000, 4000],
    ['confirmed', 5000, 3000],
  ],
  'pays the deposit as the hold ends': [
    ['confirmed', 5000, 4000],
    ['expired', 0, 0],
  ],
  // Half of the deposit is kept.
  'is cancelled by its booker before the balance': [['cancelled', 500, 0]],
  // Half of the deposit, or of both.
  'is cancelled by its booker while the balance is paid': [
    ['cancelled', 500, 0],
    ['cancelled', 2500, 0],
  ],
  'is cancelled by its booker after both': [['cancelled', 2500, 0]],
  'is cancelled by the account after both': [['cancelled', 0, 0]],
  'is moved between both': [PAID],
  'is refunded by hand over both': [['confirmed', 500, 0]],
}

/** Runs a life of a booking with a deposit, and checks where each cent is at its end. */
export async function runDeposit(world: PaymentWorld, run: DepositRun): Promise<RunReport> {
  const payment = { ...PRICE, kind: 'deposit', depositAmount: 1000 } as const
  const { id } = await world.paidType({ payment })
  const booking = await world.reserve(id, world.nextStart())
  const { id: chargeId = '', orderId = '' } = booking.payment ?? {}
  const life = new RunningDeposit(world, { orderId, chargeId, bookings: [booking] }, run)
  await ACTS[run.life](life, run.webhooks)
  await passAll(life, HOLD_MINUTES)
  return { kills: life.kills, violations: await violationsOf(world, orderId, ENDS[run.life]) }
}
