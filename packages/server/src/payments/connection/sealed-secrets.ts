import type { SecretBox } from '../../kernel/ports/secret-box.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { type TransactionDependencies, transact } from '../../kernel/transaction.ts'
import {
  type PaymentConnection,
  paymentConnectionEntity,
  paymentConnectionId,
  readPaymentConnection,
} from './payment-connection.ts'

type Boxed = { readonly secretBox?: SecretBox }

/** Decrypts a secret of a connection. Rejects if no key opens it, or the server has no keys. */
export async function openSecret(
  { secretBox }: Boxed,
  { accountId }: Pick<PaymentConnection, 'accountId'>,
  sealed: string,
): Promise<string> {
  if (secretBox === undefined) {
    throw new Error('the key of the payment vendor is encrypted, but this server has no vault keys')
  }
  return await secretBox.open(sealed, paymentConnectionId(accountId))
}

/** The sealed secrets of a connection. */
const sealedSecrets = ({ sealedKey, sealedWebhookSecret }: PaymentConnection): readonly string[] =>
  [sealedKey, sealedWebhookSecret].filter((sealed) => sealed !== undefined)

/** Whether the vault keys open every secret of a connection. */
export async function opensSecrets(deps: Boxed, connection: PaymentConnection): Promise<boolean> {
  try {
    for (const sealed of sealedSecrets(connection)) await openSecret(deps, connection, sealed)
    return true
  } catch {
    return false
  }
}

/** Encrypts the secrets of an account's connection with the newest key. Resolves with the number of secrets. */
export function resealPaymentConnection(
  deps: TransactionDependencies & { readonly secretBox: SecretBox },
  accountId: string,
): Promise<number> {
  const { secretBox } = deps
  const id = paymentConnectionId(accountId)
  const reseal = async (sealed: string): Promise<string> =>
    await secretBox.seal(await secretBox.open(sealed, id), id)
  return retryOnConflict(`payment connection of ${accountId}`, async () => {
    const before = await readPaymentConnection(deps, accountId)
    if (before === undefined) return 0
    const { sealedKey, sealedWebhookSecret } = before
    const sealed = sealedSecrets(before)
    const areCurrent = await Promise.all(sealed.map((each) => secretBox.isCurrent(each)))
    if (areCurrent.every(Boolean)) return 0
    const after = {
      ...before,
      version: before.version + 1,
      ...(sealedKey !== undefined && { sealedKey: await reseal(sealedKey) }),
      ...(sealedWebhookSecret !== undefined && {
        sealedWebhookSecret: await reseal(sealedWebhookSecret),
      }),
    }
    const outcome = await transact(deps, {
      connection: paymentConnectionEntity.replace(before, after),
    })
    return outcome.kind === 'done' ? sealed.length : CONFLICT
  })
}
