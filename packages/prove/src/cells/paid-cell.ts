import type { ApiAnswer } from '../run/api.ts'
import { BookingCell } from './booking-cell.ts'
import type { PlannedCall } from './cell.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** Pays on the page of a vendor. */
export interface Payer {
  /** Answers whether the page was still open. */
  pay(checkoutUrl: string): boolean
}

const PAY_SHARE = 0.3
/** Some open the page of the vendor and leave. */
const LEAVE_SHARE = 0.4

/** One day of a provider whose bookings must be paid. */
export class PaidCell extends BookingCell {
  readonly #payer: Payer

  constructor(world: World, dayEpochMinutes: number, payer: Payer) {
    super(world, dayEpochMinutes)
    this.#payer = payer
  }

  override plan(random: Random, operationId: string, now: number): PlannedCall {
    const payable = [...this.known.values()].filter(({ payment }) => payment?.status === 'required')
    if (payable.length === 0 || random.next() >= PAY_SHARE) {
      return super.plan(random, operationId, now)
    }
    const { id, payment } = random.pick(payable)
    const leaves = random.next() < LEAVE_SHARE
    return {
      // The server confirms once it learns of the payment, unless the hold has ended by then.
      action: { kind: 'confirm', ids: [id] },
      call: { method: 'POST', path: `/v1/public/payments/${payment?.id}/checkout` },
      follow: async ({ body }: ApiAnswer) =>
        !leaves && this.#payer.pay(String(body.url)) ? { kind: 'unknown' } : undefined,
    }
  }
}
