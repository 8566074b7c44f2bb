import type { Payment } from '@holdfast/engine'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import { payPageUrl, type RecordDependencies } from './payment-dependencies.ts'
import { paymentRepresentation } from './payment-representation.ts'

/** What an email about a charge of an order of several bookings or charges says. */
type ChargeMessage = 'payment.requested' | 'payment.failed' | 'payment.refunded'

/** The write of the task that emails the booker of an order about one of its charges. */
export const orderMail = (
  deps: Pick<RecordDependencies, 'clock' | 'ids' | 'publicUrl'>,
  charge: Payment,
  type: ChargeMessage,
): Write => ownTaskWrite(deps, 'mails', chargeMessage(deps, charge, type))

/** What the task of such an email says. */
export function chargeMessage(
  deps: Pick<RecordDependencies, 'publicUrl'>,
  charge: Payment,
  type: ChargeMessage,
) {
  return {
    type,
    accountId: charge.accountId,
    resourceId: charge.bookingId,
    resourceVersion: charge.version,
    data: {
      payment: { ...paymentRepresentation(charge), bookingId: charge.bookingId },
      checkoutUrl: payPageUrl(deps.publicUrl, charge.id),
    },
  }
}
