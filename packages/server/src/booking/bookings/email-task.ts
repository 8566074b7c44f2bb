import type { Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { newTask, type Task } from '../../kernel/queue/task.ts'
import { bookingRepresentation } from './booking-representation.ts'

/** What an email about a booking reports that is in no log: a state, a time that has come. */
export type EmailReason =
  | 'booking.created'
  | 'payment.requested'
  /** The link to pay is sent once more; the event of that name in the log has an email of its own. */
  | 'payment.failed'
  | 'security_deposit.requested'
  | 'booking.reminder'
  | 'booking.follow_up'

/** What makes the task of an email the same, however often its cause is handled. */
export interface EmailCause {
  readonly eventId: string
  readonly dueEpochMilliseconds: number
}

/** The task of an email about a booking as it is now. Without a cause, each call makes another task. */
export function emailTask(
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  booking: Booking,
  type: EmailReason,
  cause?: EmailCause,
): Task {
  const now = deps.clock.nowEpochMilliseconds()
  const event: DomainEvent = {
    id: cause?.eventId ?? deps.ids.next('event', now),
    type,
    schemaVersion: 1,
    accountId: booking.accountId,
    resourceId: booking.id,
    resourceVersion: booking.version,
    occurredAtEpochMilliseconds: now,
    data: { booking: bookingRepresentation(booking) },
  }
  return newTask('mails', event, cause?.dueEpochMilliseconds ?? now)
}
