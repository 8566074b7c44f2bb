import type { StayDays } from '@holdfast/engine'
import { cancelBooking } from '../../src/booking/bookings/change-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { runSchedule } from '../../src/delivery/schedule/run-schedule.ts'
import { getOrder } from '../../src/payments/payment/order.ts'
import { unwrap } from './booking-world.ts'
import { RunningOrder } from './order-runs.ts'
import type { WebhookFate } from './payment-life.ts'
import { NIGHT } from './reserve-stay.ts'

/** The length of a day. */
export const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

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

  /** Moves the clock to so many days before the arrival, and does what is due then. */
  async reach(daysBefore: number): Promise<void> {
    const { startEpochSeconds } = await this.world.booking(this.id)
    this.world.moveTo(startEpochSeconds * 1000 - daysBefore * DAY_MILLISECONDS)
    await this.runSchedule()
    await this.work()
  }

  runSchedule(): Promise<void> {
    return this.survive(async (deps) => {
      const { errors } = await runSchedule(deps, 100)
      if (errors.length > 0) throw new AggregateError(errors, 'the schedule failed')
    })
  }

  /** Arrives so many days later, for as many nights. */
  async moveBy(days: number): Promise<void> {
    const caller = this.caller()
    const { arrivalDay, departureDay } = this.nights
    const stay = { arrivalDay: arrivalDay + days, departureDay: departureDay + days }
    const input = { stay, startEpochSeconds: 0 }
    const moved = await this.survive((deps) => rescheduleBooking(deps, caller, this.id, input))
    if (!moved.ok && moved.refusal.code !== 'idempotency_key_seen') unwrap(moved)
  }

  async cancel(): Promise<void> {
    const { publicCaller } = this.world
    await this.survive((deps) => cancelBooking(deps, publicCaller, this.id, {}))
  }
}

const BOOKER_ROLE = { role: 'public', actor: { kind: 'booker' } } as const
