import { timestamps } from '../../kernel/representations.ts'
import { type PaymentConnection, paymentConnectionId } from './payment-connection.ts'

/** A payment connection as the API shows it, without secrets. */
export const paymentConnectionRepresentation = (
  connection: PaymentConnection,
  publicUrl: string | undefined,
) => {
  const { accountId, kind, isLive, failure, sealedKey, sealedWebhookSecret, version } = connection
  const id = paymentConnectionId(accountId)
  const hasUrl = sealedKey !== undefined && publicUrl !== undefined
  return {
    id,
    kind,
    isLive,
    status: failure ? 'broken' : 'active',
    failure: failure?.message ?? null,
    hasWebhookSecret: sealedWebhookSecret !== undefined,
    webhookUrl: hasUrl ? `${publicUrl}/v1/payments/${kind}/${id}` : null,
    version,
    ...timestamps(connection),
  }
}
