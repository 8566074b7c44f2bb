import { epochSeconds } from '../../kernel/dependencies.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { isKeyed, type PaymentsDependencies } from '../dependencies.ts'
import type { PaymentVendor } from '../ports/payment-vendor.ts'
import {
  type PaymentConnection,
  paymentConnectionEntity,
  readPaymentConnection,
} from './payment-connection.ts'
import { openSecret } from './sealed-secrets.ts'

/**
 * The vendor of a connection, called with the account's key; undefined if this server cannot call it. Rejects if the
 * key cannot be decrypted.
 */
export async function vendorOf(
  deps: Pick<PaymentsDependencies, 'paymentVendors' | 'secretBox'>,
  connection: PaymentConnection,
): Promise<PaymentVendor | undefined> {
  const vendor = deps.paymentVendors?.[connection.kind]
  if (vendor === undefined) return undefined
  if (!isKeyed(vendor)) return vendor.forAccount(connection.accountId)
  if (connection.sealedKey === undefined) return undefined
  return vendor.withKey(await openSecret(deps, connection, connection.sealedKey))
}

/** The vendor that an account has connected; undefined if none is. Rejects if its key cannot be decrypted. */
export async function vendorOfAccount(
  deps: PaymentsDependencies,
  accountId: string,
): Promise<PaymentVendor | undefined> {
  const connection = await readPaymentConnection(deps, accountId)
  return connection && (await vendorOf(deps, connection))
}

/** Records that the vendor denies the key of an account. Does nothing if that is known, or no vendor is connected. */
export function markVendorBroken(
  deps: PaymentsDependencies,
  accountId: string,
  message: string,
): Promise<void> {
  return retryOnConflict(`payment connection of ${accountId}`, async () => {
    const before = await readPaymentConnection(deps, accountId)
    if (before === undefined || before.failure !== undefined) return undefined
    const now = epochSeconds(deps.clock)
    const after = {
      ...before,
      version: before.version + 1,
      failure: { message, sinceEpochSeconds: now },
      updatedAtEpochSeconds: now,
    }
    const outcome = await transact(deps, {
      connection: paymentConnectionEntity.replace(before, after),
    })
    return outcome.kind === 'done' ? undefined : CONFLICT
  })
}
