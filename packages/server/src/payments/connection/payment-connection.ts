import { invariant } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { paymentConnectionKey } from '../keys.ts'

const paymentConnectionAttributes = z.object({
  version: z.int(),
  kind: z.string(),
  /** Whether payments move money. */
  isLive: z.boolean(),
  /** The restricted key of the vendor, sealed for the id of the connection. Absent if the vendor needs none. */
  sealedKey: z.exactOptional(z.string()),
  /** The secret of the vendor's webhook, sealed likewise. Absent: no webhook is accepted. */
  sealedWebhookSecret: z.exactOptional(z.string()),
  /** The vendor has denied the key since then. `message` has no secrets. */
  failure: z.exactOptional(z.object({ message: z.string(), sinceEpochSeconds: z.int() })),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** The connection of an account to its payment vendor, at most one. */
export interface PaymentConnection extends AttributesOf<typeof paymentConnectionAttributes> {
  readonly accountId: string
}

/** The item of a payment connection, in its account. */
export const paymentConnectionEntity = defineEntity<PaymentConnection, 'accountId'>({
  name: 'payment connection',
  key: ({ accountId }) => paymentConnectionKey(accountId),
  inKey: { accountId: ({ PK }) => keyTail(PK) },
  schema: paymentConnectionAttributes,
})

const ACCOUNT_PREFIX = 'acc_'
const CONNECTION_PREFIX = 'pcn_'

/**
 * The id of an account's payment connection: the account's with another prefix. So the address of its webhook stays
 * when the account connects anew, and finds the account without an index.
 */
export function paymentConnectionId(accountId: string): string {
  invariant(accountId.startsWith(ACCOUNT_PREFIX), 'the id of an account has another prefix')
  return `${CONNECTION_PREFIX}${accountId.slice(ACCOUNT_PREFIX.length)}`
}

/** The account of a payment connection. */
export const accountOfPaymentConnection = (connectionId: string): string =>
  `${ACCOUNT_PREFIX}${connectionId.slice(CONNECTION_PREFIX.length)}`

/** Reads the connection of an account; sees every acknowledged write. */
export const readPaymentConnection = (
  { store }: { readonly store: Pick<Store, 'get'> },
  accountId: string,
): Promise<PaymentConnection | undefined> =>
  paymentConnectionEntity.read(store, paymentConnectionKey(accountId))
