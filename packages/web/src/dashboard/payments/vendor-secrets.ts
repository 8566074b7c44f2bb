import type { components } from '@holdfast/client'
import type { KeyedVendorKind } from '@holdfast/contracts'
import { api, ifMatch, type PaymentConnection, unwrap } from '../api.ts'

type ConnectionWrite = components['schemas']['PaymentConnectionWrite']

/** The secrets of an account at a vendor, as typed. */
export interface VendorSecrets {
  readonly restrictedKey: string
  readonly webhookSecret: string
}

/** The request body for typed secrets; an empty field keeps what is stored. */
export function vendorWriteOf(
  kind: KeyedVendorKind,
  { restrictedKey, webhookSecret }: VendorSecrets,
): ConnectionWrite {
  const [key, secret] = [restrictedKey.trim(), webhookSecret.trim()]
  return {
    kind,
    ...(key && { restrictedKey: key }),
    ...(secret && { webhookSecret: secret }),
  }
}

/** Connects the account to a payment vendor, or changes its connection. */
export const connectPayments = (
  connection: PaymentConnection | null,
  body: ConnectionWrite,
): Promise<PaymentConnection> =>
  unwrap(
    api.PUT('/v1/payment-connection', {
      ...(connection && { params: { header: ifMatch(connection) } }),
      body,
    }),
  )
