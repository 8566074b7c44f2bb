import type { DomainEvent } from '../../kernel/events/event.ts'

/** The members of a booking that tell whether its creation has emails. */
interface CreatedBooking {
  readonly status: string
  readonly confirmation?: string
  readonly emailUnconfirmed?: boolean
}

/**
 * Whether an event is the creation of a booking of which nobody hears before its confirmation: no request for approval,
 * and no address to confirm.
 */
export function isUntold({ type, data }: DomainEvent): boolean {
  if (type !== 'booking.created') return false
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const { status, confirmation, emailUnconfirmed } = data.booking as unknown as CreatedBooking
  const needsNoDecision = status === 'confirmed' || confirmation === 'hold'
  return needsNoDecision && emailUnconfirmed === false
}
