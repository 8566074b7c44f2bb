import type { Booking } from '@holdfast/engine'
import type { Item } from '../../kernel/ports/store.ts'
import { expirationTriggerKey } from '../keys.ts'

// A trigger that the sweeper never saw is garbage a day after its time.
const TRIGGER_GRACE_SECONDS = 24 * 60 * 60

/** The expiration trigger of a pending booking, whose hold lapses at that second. */
export const expirationTriggerItem = (
  booking: Pick<Booking, 'id' | 'accountId'>,
  expiresAtEpochSeconds: number,
): Item => ({
  ...expirationTriggerKey(booking.id, expiresAtEpochSeconds),
  bookingId: booking.id,
  accountId: booking.accountId,
  ttl: expiresAtEpochSeconds + TRIGGER_GRACE_SECONDS,
})
