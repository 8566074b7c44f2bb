import type { Answers, Booking } from '@holdfast/engine'
import { type SecretBox, SecretUnreadable } from '../../kernel/ports/secret-box.ts'
import { NO_VAULT_KEYS } from '../questions/check-questions.ts'

/** The dependencies of code that reads or writes private answers. */
export interface PrivateAnswerDependencies {
  /** Encrypts private answers. Absent: this server has no vault keys, and cannot store private answers. */
  readonly secretBox?: SecretBox
}

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
