import type { Answers, Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type SecretBox, SecretUnreadable } from '../../kernel/ports/secret-box.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { bookingKey } from '../keys.ts'

/** The dependencies of code that reads or writes private answers. */
export interface PrivateAnswerDependencies {
  /** Encrypts private answers. Absent: this server has no vault keys, and cannot store private answers. */
  readonly secretBox?: SecretBox
}

/** Why a server without vault keys refuses private questions and answers. */
export const NO_VAULT_KEYS =
  'needs the keys of a vault, which this server does not have. Set HOLDFAST_VAULT_KEYS.'

/** Encrypts the answers to the private questions of a booking. Undefined if there are none. */
export async function sealPrivateAnswers(
  { secretBox }: PrivateAnswerDependencies,
  bookingId: string,
  answers: Answers,
): Promise<string | undefined> {
  if (Object.keys(answers).length === 0) return undefined
  if (secretBox === undefined) throw new SecretUnreadable(`A private answer ${NO_VAULT_KEYS}`)
  return await secretBox.seal(JSON.stringify(answers), bookingId)
}

/**
 * Decrypts the answers to the private questions of a booking; undefined if it has none. Rejects with
 * `SecretUnreadable` if no key opens them.
 */
export async function openPrivateAnswers(
  { secretBox }: PrivateAnswerDependencies,
  { id, sealedPrivateAnswers }: Pick<Booking, 'id' | 'sealedPrivateAnswers'>,
): Promise<Answers | undefined> {
  if (sealedPrivateAnswers === undefined) return undefined
  if (secretBox === undefined) throw new SecretUnreadable(`A private answer ${NO_VAULT_KEYS}`)
  // Only `sealPrivateAnswers` writes them.
  return JSON.parse(await secretBox.open(sealedPrivateAnswers, id)) as Answers
}

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
    const before = await bookingEntity.read(store, bookingKey(bookingId), { consistent: true })
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
