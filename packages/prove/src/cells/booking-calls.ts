import type { ShownBooking } from '../checker/operation.ts'
import type { PlannedCall } from './cell.ts'

/** Whether a booking is a hold that has ended by the run's clock. */
export const isLapsed = (
  { status, holdExpiresAt }: { readonly status: string; readonly holdExpiresAt: string | null },
  now: number,
): boolean => status === 'pending' && holdExpiresAt !== null && Date.parse(holdExpiresAt) < now

/** A request about one booking. */
export function callOf(verb: 'confirm' | 'cancel' | 'read', id: string): PlannedCall {
  const path = `/v1/bookings/${id}`
  if (verb === 'read') return { action: { kind: 'read', id }, call: { method: 'GET', path } }
  const kind = verb === 'confirm' ? verb : 'release'
  return {
    action: { kind, ids: [id] },
    call: { method: 'POST', path: `${path}/${verb}`, body: {} },
  }
}

/** The operation is named in the booking, so that the list at the end shows whether it happened. */
export const bookedBy = (operationId: string) => ({
  booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  metadata: { operation: operationId },
})

/** What a booking of a status has of its claims. */
export function stateOf(status: string): ShownBooking['state'] {
  if (status === 'pending') return 'held'
  return status === 'confirmed' ? 'confirmed' : 'ended'
}
