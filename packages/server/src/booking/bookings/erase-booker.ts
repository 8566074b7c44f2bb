import { type Booking, ERASED_BOOKER } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import { bookingKey } from '../keys.ts'
import { bookingEntity } from './booking-item.ts'

const HASH_BYTES = 32

/**
 * A booking without its booker: the fixed erased one takes their place, and the free texts are gone. Its manage
 * tokens end: none has this hash, and nobody was sent the token of the next generation.
 */
export function withoutBooker(booking: Booking, nowEpochSeconds: number): Booking {
  const { note: _note, cancellationReason: _reason, isUnproven: _, ...kept } = booking
  return {
    ...kept,
    version: booking.version + 1,
    booker: ERASED_BOOKER,
    // The server's own reasons name nobody.
    ...(booking.cancelledBy === 'system' &&
      booking.cancellationReason !== undefined && {
        cancellationReason: booking.cancellationReason,
      }),
    manageTokenHash: new Uint8Array(HASH_BYTES),
    manageTokenGeneration: (booking.manageTokenGeneration ?? 0) + 1,
    updatedAtEpochSeconds: nowEpochSeconds,
  }
}

/**
 * Erases the booker of a booking if the booking, as it is stored now, is to be erased. Publishes no event.
 * `alsoWrites` are committed with it. Answers whether it erased anything.
 */
export const eraseBooker = (
  deps: Dependencies,
  bookingId: string,
  isToErase: (booking: Booking) => boolean,
  alsoWrites: (erased: Booking) => Promise<NamedWrites>,
): Promise<boolean> =>
  retryOnConflict(`booking ${bookingId}`, async () => {
    const before = await bookingEntity.read(deps.store, bookingKey(bookingId), {
      consistent: true,
    })
    if (before === undefined || !isToErase(before)) return false
    const after = withoutBooker(before, epochSeconds(deps.clock))
    const outcome = await transact<string>(deps, {
      booking: bookingEntity.replace(before, after),
      ...(await alsoWrites(after)),
    })
    return outcome.kind === 'done' ? true : CONFLICT
  })
