import { ok, type Result, refuse } from '@holdfast/engine'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { vendorOf } from '../connection/account-vendors.ts'
import {
  accountOfPaymentConnection,
  type PaymentConnection,
  readPaymentConnection,
} from '../connection/payment-connection.ts'
import { openSecret } from '../connection/sealed-secrets.ts'
import { isKeyed, type PaymentsDependencies } from '../dependencies.ts'
import { readPayment } from '../payment/payment-entity.ts'
import { wakeForCheckout, wakePayment } from '../payment/wake-payment.ts'
import type { VendorNotification } from '../ports/payment-notifications.ts'
import type { PaymentVendorKind } from '../ports/payment-vendor.ts'

/** A webhook of a vendor as it came in. */
export interface ReceivedWebhook {
  /** The vendor whose address received it. */
  readonly kind: PaymentVendorKind
  readonly connectionId: string
  readonly body: Uint8Array
  /** The header with the signature. */
  readonly signature: string
}

/**
 * Receives a webhook of a vendor: checks its signature and wakes the task of the payment that it is about. The task
 * reads from the vendor what happened, so a webhook that is lost, late, doubled or out of order does no harm.
 */
export async function receiveNotification(
  deps: PaymentsDependencies,
  { kind, connectionId, body, signature }: ReceivedWebhook,
): Promise<Result<void, Refusal>> {
  const reader = deps.paymentVendors?.[kind]
  const accountId = accountOfPaymentConnection(connectionId)
  const connection = await readPaymentConnection(deps, accountId)
  const isOfVendor = reader !== undefined && isKeyed(reader) && connection?.kind === kind
  if (!isOfVendor || connection.sealedWebhookSecret === undefined) {
    return notFound('payment_connection', connectionId)
  }
  const secret = await openSecret(deps, connection, connection.sealedWebhookSecret)
  const notification = await reader.read({ body, signature, secret })
  if (notification === undefined) return refuse({ code: 'signature_invalid' })
  const { paymentId } = notification
  if (paymentId !== undefined) return ok(await wake(deps, connection, paymentId, notification))
  return await wakeUnnamed(deps, connection, notification)
}

async function wake(
  deps: PaymentsDependencies,
  { accountId }: PaymentConnection,
  paymentId: string,
  { checkoutId }: VendorNotification,
): Promise<void> {
  const payment = await readPayment(deps, paymentId)
  if (payment === undefined || payment.accountId !== accountId) return
  if (checkoutId === undefined) await wakePayment(deps, payment)
  else await wakeForCheckout(deps, payment.id, checkoutId)
}

/**
 * Asks the vendor whose money it is: a dispute does not say. Refused if the vendor does not answer, so that it sends
 * the webhook again.
 */
async function wakeUnnamed(
  deps: PaymentsDependencies,
  connection: PaymentConnection,
  notification: VendorNotification,
): Promise<Result<void, Refusal>> {
  const { authorizationId } = notification
  const vendor = authorizationId === undefined ? undefined : await vendorOf(deps, connection)
  if (authorizationId === undefined || vendor === undefined) return ok(undefined)
  const found = await vendor.findPaymentId(authorizationId)
  if (!found.ok) {
    return found.failure.kind === 'refused'
      ? ok(undefined)
      : refuse({ code: 'payment_unavailable' })
  }
  if (found.value !== undefined) await wake(deps, connection, found.value, notification)
  return ok(undefined)
}
