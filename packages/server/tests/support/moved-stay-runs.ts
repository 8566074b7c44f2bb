import type { StayDays } from '@holdfast/engine'
import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { orderIdOfPayment } from '../../src/kernel/booking-fields/order-ids.ts'
import { getOrder } from '../../src/payments/payment/order.ts'
import { unwrap } from './booking-world.ts'
import { type End, HOLD_MINUTES, passAll, RunningOrder, violationsOf } from './order-runs.ts'
import type { Run, RunReport, WebhookFate } from './payment-life.ts'
import type { PaymentWorld } from './payment-world.ts'
import { NIGHT, reserveStay } from './reserve-stay.ts'

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
] as const
type MovedStayLife = (typeof MOVED_STAY_LIVES)[number]

/** One run: a life of a stay, with kills and a fate of its webhooks. */
export type MovedStayRun = Run<MovedStayLife>

/** A stay in the middle of its life. */
class RunningStay extends RunningOrder {
  readonly id = this.made.bookings[0]?.id ?? ''
  readonly #nights = this.made.bookings[0]?.stay as StayDays

  async pay(fate: WebhookFate): Promise<void> {
    await this.payCharge(this.made.chargeId)
    await this.deliver(fate)
    await this.pass(1)
  }

  /** Leaves on another day, so that the stay has so many nights. */
  async stayFor(nights: number, by: 'account' | 'booker' = 'account'): Promise<void> {
    const { arrivalDay } = this.#nights
    const stay = { arrivalDay, departureDay: arrivalDay + nights }
    const input = { stay, startEpochSeconds: 0, expectedAmount: nights * NIGHT }
    const caller = by === 'account' ? this.caller() : { ...this.caller(), ...BOOKER_ROLE }
    const moved = await this.survive((deps) => rescheduleBooking(deps, caller, this.id, input))
    // A process that was killed after its transaction has moved the stay already.
    if (!moved.ok && moved.refusal.code !== 'idempotency_key_seen') unwrap(moved)
  }

  /** Pays the newest charge. */
  async payNewest(fate: WebhookFate): Promise<void> {
    const { charges } = unwrap(
      await getOrder(this.world.deps, this.world.caller, this.made.orderId),
    )
    await this.payCharge(charges.at(-1)?.id ?? '')
    await this.deliver(fate)
    await this.pass(1)
  }

  async cancel(): Promise<void> {
    const { publicCaller } = this.world
    await this.survive((deps) => cancelBooking(deps, publicCaller, this.id, {}))
  }
}

const BOOKER_ROLE = { role: 'public', actor: { kind: 'booker' } } as const

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
    const { charges } = unwrap(await getOrder(run.world.deps, run.world.caller, run.made.orderId))
    await run.payCharge(charges.at(-1)?.id ?? '')
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
}

/** Runs a life of a stay that moves to another price, and checks where each cent is at its end. */
export async function runMovedStay(world: PaymentWorld, run: MovedStayRun): Promise<RunReport> {
  const hasDeposit = run.life === 'is extended with a deposit'
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
