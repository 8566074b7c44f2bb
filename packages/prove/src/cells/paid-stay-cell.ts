import type { ApiAnswer } from '../run/api.ts'
import { type ApiStay, BookedStayCell } from './booked-stay-cell.ts'
import type { PlannedCall } from './cell.ts'
import type { Payer } from './paid-cell.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const PAY_SHARE = 0.3
/** Some open the page of the vendor and leave. */
const LEAVE_SHARE = 0.3
/** How many of those who could pay ask first what is left to pay. */
const ASK_SHARE = 0.4

/** A charge that somebody may pay. */
interface Charge {
  readonly id: string
  readonly bookingId: string
  /** Whether its booking waits for it. */
  readonly isAwaited: boolean
}

/**
 * Ten nights of a unit that must be paid. Bookings move to more or fewer nights before and after they are paid, so their price
 * changes; what they cost more is asked for by charges of its own.
 */
export class PaidStayCell extends BookedStayCell {
  readonly #guests: PayingGuests

  constructor(world: World, firstDayEpochMinutes: number, index: number, payer: Payer) {
    super(world, firstDayEpochMinutes, index)
    this.#guests = new PayingGuests(payer)
  }

  override plan(random: Random, operationId: string, now: number): PlannedCall {
    const paying = this.#guests.plan(random, [...this.known.values()])
    return paying ?? super.plan(random, operationId, now)
  }
}

/** Guests who pay for stays, and ask what is left to pay. */
export class PayingGuests {
  readonly #payer: Payer
  readonly #furtherCharges = new Map<string, Charge>()

  constructor(payer: Payer) {
    this.#payer = payer
  }

  /** What one of them does next about the stays that clients were shown. Undefined: nothing. */
  plan(random: Random, known: readonly ApiStay[]): PlannedCall | undefined {
    if (known.length === 0 || random.next() >= PAY_SHARE) return undefined
    const standing = known.filter(
      ({ status, orderId }) => status === 'confirmed' && orderId !== null,
    )
    if (standing.length > 0 && random.next() < ASK_SHARE) {
      const { id, orderId } = random.pick(standing)
      return this.#planAsking(id, orderId ?? '')
    }
    const awaited = known.flatMap(({ id: bookingId, payment }) =>
      payment?.status === 'required' ? [{ id: payment.id, bookingId, isAwaited: true }] : [],
    )
    const charges = [...awaited, ...this.#furtherCharges.values()]
    return charges.length === 0
      ? undefined
      : this.#planPayment(random.pick(charges), random.next() < LEAVE_SHARE)
  }

  /** Asks for a charge of what is left to pay, as the page of a booking does. It changes no nights. */
  #planAsking(bookingId: string, orderId: string): PlannedCall {
    return {
      action: { kind: 'read', id: bookingId },
      call: { method: 'POST', path: `/v1/public/orders/${orderId}/payments`, body: {} },
      follow: async ({ body }: ApiAnswer) => {
        // The contract's own tests check the shape of answers.
        for (const { paymentId: id } of body.charges as readonly { readonly paymentId: string }[]) {
          this.#furtherCharges.set(id, { id, bookingId, isAwaited: false })
        }
        return undefined
      },
    }
  }

  #planPayment({ id, bookingId, isAwaited }: Charge, leaves: boolean): PlannedCall {
    return {
      // The server confirms once it learns of the payment, unless the hold has ended by then.
      action: { kind: 'confirm', ids: [bookingId] },
      call: { method: 'POST', path: `/v1/public/payments/${id}/checkout` },
      follow: async ({ body }: ApiAnswer) => {
        const isPaid = !leaves && this.#payer.pay(String(body.url))
        return isPaid && isAwaited ? { kind: 'unknown' } : undefined
      },
    }
  }
}
