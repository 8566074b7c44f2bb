import { connectionFinding } from '../../external-calendars/findings.ts'
import { connectionKey } from '../../external-calendars/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { isHashOfNoToken, manageTokenEnd, manageTokenSubject } from '../../kernel/manage-tokens.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { PaymentConnection } from '../../payments/connection/payment-connection.ts'
import { paymentFinding } from '../../payments/findings.ts'
import { paymentConnectionKey } from '../../payments/keys.ts'
import type { Check } from './check.ts'
import type { PersonMarks } from './check-erasures.ts'
import { finding } from './finding.ts'

/** The server's secrets, as far as they are known. */
export interface SecretFacts {
  /** Whether a key of the server derives the manage token with this hash. Absent: no key is known. */
  readonly derivesManageToken?: (id: string, hash: Uint8Array) => boolean
  /** The marks of a person, to find what is left of erased ones. Absent: that is not checked. */
  readonly personMarks?: PersonMarks
  /** Whether the vault can read a credential. Absent: the vault is not checked. */
  readonly hasCredential?: (reference: string) => Promise<boolean>
  /** Whether the vault keys open the secrets of a payment connection. Absent: they are not checked. */
  readonly opensPaymentSecrets?: (connection: PaymentConnection) => Promise<boolean>
  /** Whether a vault key opens the private answers of a booking. Absent: they are not checked. */
  readonly opensPrivateAnswers?: (sealed: string, bookingId: string) => Promise<boolean>
}

interface Stored {
  readonly providerId: string
  readonly kind: ConnectionKind
  readonly reference: string
}

/**
 * Checks that the server key derives the manage tokens in the store, that the vault has the credentials of
 * connected calendars, and that its keys open private answers and the keys of payment vendors: all of it is missing after a restore without
 * them. Tokens that have ended do not count, nor does an erased booking, which has none.
 */
export function secretsCheck(inShare: InShare, facts: SecretFacts): Check {
  /** The ends of bookings and stays whose token no key derives. */
  const wrongEnds: number[] = []
  const stored: Stored[] = []
  const payments: PaymentConnection[] = []
  let unreadableCount = 0
  // One after the other, while the scan waits for the store: only their number is remembered.
  let opened = Promise.resolve()
  const open = async (sealed: string, bookingId: string): Promise<void> => {
    if (!(await facts.opensPrivateAnswers?.(sealed, bookingId))) unreadableCount += 1
  }
  const isDerived = facts.derivesManageToken ?? (() => false)
  return {
    visit(entry) {
      if (entry.value === undefined || !inShare(entry.partitionId)) return
      if (entry.kind === 'booking') {
        const { manageTokenHash, endEpochSeconds } = entry.value
        const subject = manageTokenSubject(entry.value)
        const hasToken = !isHashOfNoToken(manageTokenHash)
        if (hasToken && !isDerived(subject, manageTokenHash)) wrongEnds.push(endEpochSeconds)
        const { id, sealedPrivateAnswers: sealed } = entry.value
        if (sealed !== undefined && facts.opensPrivateAnswers !== undefined) {
          opened = opened.then(() => open(sealed, id))
        }
      } else if (entry.kind === 'calendar_event_id') {
        const { id, manageTokenHash, endEpochSeconds } = entry.value
        const isWrong = manageTokenHash !== undefined && !isDerived(id, manageTokenHash)
        if (isWrong) wrongEnds.push(endEpochSeconds)
      } else if (entry.kind === 'connection' && entry.value.credentialReference !== '') {
        const { providerId, kind, credentialReference } = entry.value
        stored.push({ providerId, kind, reference: credentialReference })
      } else if (entry.kind === 'payment_connection') {
        payments.push(entry.value)
      }
    },
    get factCount() {
      return wrongEnds.length + stored.length + payments.length
    },
    async *findings(nowEpochSeconds) {
      const wrongCount = wrongEnds.filter((end) => manageTokenEnd(end) > nowEpochSeconds).length
      if (wrongCount > 0) yield keyFinding(facts, wrongCount)
      await opened
      if (unreadableCount > 0) yield unreadableFinding(unreadableCount)
      for (const { providerId, kind, reference } of stored) {
        if (facts.hasCredential === undefined || (await facts.hasCredential(reference))) continue
        yield connectionFinding(
          'credential_missing',
          [connectionKey(providerId, kind)],
          'The vault cannot read the credential of the calendar. Restore the vault and its keys, or connect the calendar again.',
        )
      }
      yield* paymentFindings(facts, payments)
    },
  }
}

async function* paymentFindings(
  { opensPaymentSecrets }: SecretFacts,
  connections: readonly PaymentConnection[],
): AsyncIterable<Finding> {
  for (const connection of connections) {
    if (opensPaymentSecrets === undefined || (await opensPaymentSecrets(connection))) continue
    yield paymentFinding(
      'payment_key_unreadable',
      [paymentConnectionKey(connection.accountId)],
      'The vault keys do not open the key of the payment vendor, so no payment can be made, captured or refunded. Restore vault.keys from the backup of this store, or set HOLDFAST_VAULT_KEYS; or connect the vendor again.',
    )
  }
}

const unreadableFinding = (count: number): Finding =>
  finding(
    'private_answers_unreadable',
    [],
    `The vault keys do not open the private answers of ${count} ${count === 1 ? 'booking' : 'bookings'}. Restore vault.keys from the backup of this store, or set HOLDFAST_VAULT_KEYS.`,
  )

function keyFinding(facts: SecretFacts, wrongCount: number): Finding {
  const tokens = `${wrongCount} manage ${wrongCount === 1 ? 'token' : 'tokens'}`
  const sentence =
    facts.derivesManageToken === undefined
      ? `There is no server key, but the store has ${tokens}.`
      : `The server key did not make ${tokens} in the store.`
  const advice = 'Restore server.key from the backup of this store, or set HOLDFAST_SERVER_KEY.'
  return finding('server_key_wrong', [], `${sentence} ${advice}`)
}
