import type { StayDays } from '@holdfast/engine'
import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { getOrder } from '../../src/payments/payment/order.ts'
import { unwrap } from './booking-world.ts'
import { RunningOrder } from './order-runs.ts'
import type { WebhookFate } from './payment-life.ts'
import { NIGHT } from './reserve-stay.ts'

/** A stay in the middle of its life. */
export class RunningStay extends RunningOrder {
  readonly id = this.made.bookings[0]?.id ?? ''
  /** As it was booked. */
  readonly nights = this.made.bookings[0]?.stay as StayDays

  async pay(fate: WebhookFate): Promise<void> {
    await this.payCharge(this.made.chargeId)
    await this.deliver(fate)
    await this.pass(1)
  }

  /** Leaves on another day, so that the stay has so many nights. */
  async stayFor(nights: number, by: 'account' | 'booker' = 'account'): Promise<void> {
    const { arrivalDay } = this.nights
    const stay = { arrivalDay, departureDay: arrivalDay + nights }
    const input = { stay, startEpochSeconds: 0, expectedAmount: nights * NIGHT }
    const caller = by === 'account' ? this.caller() : { ...this.caller(), ...BOOKER_ROLE }
    const moved = await this.survive((deps) => rescheduleBooking(deps, caller, this.id, input))
    // A process that was killed after its transaction has moved the stay already.
    if (!moved.ok && moved.refusal.code !== 'idempotency_key_seen') unwrap(moved)
  }

  /** The id of the newest charge. */
  async newest(): Promise<string> {
    const { deps, caller } = this.world
    const { charges } = unwrap(await getOrder(deps, caller, this.made.orderId))
    return charges.at(-1)?.id ?? ''
  }

  /** Pays the newest charge. */
  async payNewest(fate: WebhookFate): Promise<void> {
    await this.payCharge(await this.newest())
    await this.deliver(fate)
    await this.pass(1)
  }

  async cancel(): Promise<void> {
    const { publicCaller } = this.world
    await this.survive((deps) => cancelBooking(deps, publicCaller, this.id, {}))
  }
}

const BOOKER_ROLE = { role: 'public', actor: { kind: 'booker' } } as const
