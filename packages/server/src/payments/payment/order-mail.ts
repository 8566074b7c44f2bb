import type { Payment } from '@holdfast/engine'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { newTask, taskEntity } from '../../kernel/queue/task.ts'
import { payPageUrl, type RecordDependencies } from './payment-dependencies.ts'
import { paymentRepresentation } from './payment-representation.ts'

/** What an email about a charge of an order of several bookings or charges says. */
type ChargeMessage = 'payment.requested' | 'payment.failed' | 'payment.refunded'

/** The write of the task that emails the booker of an order about one of its charges. */
export function orderMail(
  deps: Pick<RecordDependencies, 'clock' | 'ids' | 'publicUrl'>,
  charge: Payment,
  type: ChargeMessage,
): Write {
  const now = deps.clock.nowEpochMilliseconds()
  const event: DomainEvent = {
    id: deps.ids.next('event', now),
    type,
    schemaVersion: 1,
    accountId: charge.accountId,
    resourceId: charge.bookingId,
    resourceVersion: charge.version,
    occurredAtEpochMilliseconds: now,
    data: {
      payment: { ...paymentRepresentation(charge), bookingId: charge.bookingId },
      checkoutUrl: payPageUrl(deps.publicUrl, charge.id),
    },
  }
  return taskEntity.create(newTask('mails', event, now))
}
