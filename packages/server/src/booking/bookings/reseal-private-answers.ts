import type { Dependencies } from '../../kernel/dependencies.ts'
import type { SecretBox } from '../../kernel/ports/secret-box.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { bookingKey } from '../keys.ts'
import { bookingEntity } from './booking-item.ts'

/**
 * Encrypts the private answers of a booking with the newest key, unless they are. Publishes no event. Resolves
 * with whether it changed anything.
 */
export const resealPrivateAnswers = (
  deps: Pick<Dependencies, 'store' | 'clock' | 'ids'> & { readonly secretBox: SecretBox },
  bookingId: string,
): Promise<boolean> =>
  retryOnConflict(`booking ${bookingId}`, async () => {
    const { store, secretBox } = deps
    const before = await bookingEntity.read(store, bookingKey(bookingId))
    const sealed = before?.sealedPrivateAnswers
    if (before === undefined || sealed === undefined) return false
    if (await secretBox.isCurrent(sealed)) return false
    const sealedPrivateAnswers = await secretBox.seal(
      await secretBox.open(sealed, bookingId),
      bookingId,
    )
    const after = { ...before, sealedPrivateAnswers, version: before.version + 1 }
    const outcome = await transact(deps, { booking: bookingEntity.replace(before, after) })
    return outcome.kind === 'done' ? true : CONFLICT
  })
