import type { DomainEvent } from '../../kernel/events/event.ts'

/** The members of a booking that tell whether its creation has emails. */
interface CreatedBooking {
  readonly status: string
  readonly confirmation?: string
  readonly emailUnconfirmed?: boolean
}

/**
 * Whether nobody hears of an event about a booking: it takes the place of a stay that its people know of, or it is created and has
 * neither a request for approval nor an address to confirm.
 */
export function isSilent({ type, data }: DomainEvent): boolean {
  if (data.adoptedStayId !== undefined) return true
  if (type !== 'booking.created') return false
  // The server itself writes the data of `booking.*` events, so it needs no check here.
  const { status, confirmation, emailUnconfirmed } = data.booking as unknown as CreatedBooking
  const needsNoDecision = status === 'confirmed' || confirmation === 'hold'
  return needsNoDecision && emailUnconfirmed === false
}
