import {
  KEYED_VENDOR_KINDS,
  KEYED_VENDORS,
  type KeyedVendorKind,
  NoInput,
  PaymentConnection,
  PaymentConnectionWrite,
  resourceId,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { noContent, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import {
  connectVendor,
  disconnectVendor,
  getPaymentConnection,
} from '../connecting/connect-vendor.ts'
import { paymentConnectionRepresentation } from '../connection/payment-connection-representation.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { receiveNotification } from '../notifications/receive-notification.ts'

const endpoint = endpointOf('Payment connection')
const path = '/v1/payment-connection'

/** The largest webhook that is read. Events of vendors are a few kilobytes. */
const WEBHOOK_BYTES = 256 * 1024

/** Endpoints for the connection of an account to its payment vendor, and for the webhooks of vendors. */
export const paymentConnectionEndpoints = ({
  deps,
  settings: { publicUrl },
}: HttpContext<PaymentsDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'put',
    path,
    operationId: 'connectPaymentVendor',
    summary: 'Connect a payment vendor, or change its key',
    description:
      'Money goes to your own account at the vendor. The key is checked at the vendor before it is stored. While payments are open, the vendor cannot be changed, and a new key must belong to the same account.',
    access: 'account',
    body: PaymentConnectionWrite,
    honoursIfMatch: true,
    answers: { 200: { description: 'The connection.', schema: PaymentConnection } },
    problems: ['payment_kind_unavailable', 'payment_unavailable', 'payments_open'],
    perform: ({ caller, body }) => connectVendor(deps, caller, body),
    answer: (connection) => resource(paymentConnectionRepresentation(connection, publicUrl)),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getPaymentConnection',
    summary: 'Read the connection to the payment vendor',
    description: 'Without its key. 404 if no vendor is connected.',
    access: 'account',
    answers: { 200: { description: 'The connection.', schema: PaymentConnection } },
    problems: ['not_found'],
    perform: ({ caller }) => getPaymentConnection(deps, caller),
    answer: (connection) => resource(paymentConnectionRepresentation(connection, publicUrl)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'disconnectPaymentVendor',
    summary: 'Disconnect the payment vendor',
    description:
      'Deletes the key. Refused while payments are open. Payments that are settled stay listed, but can no longer be refunded here.',
    access: 'account',
    honoursIfMatch: true,
    answers: { 204: { description: 'The vendor is disconnected and its key is deleted.' } },
    problems: ['not_found', 'payments_open'],
    perform: ({ caller }) => disconnectVendor(deps, caller),
    answer: noContent,
  }),
  ...KEYED_VENDOR_KINDS.map((kind) => webhookEndpoint(deps, kind)),
]

/** The endpoint to which a vendor sends its webhooks. */
function webhookEndpoint(deps: PaymentsDependencies, kind: KeyedVendorKind): AnyEndpoint {
  const { title, signatureHeader, signature } = KEYED_VENDORS[kind]
  return endpoint({
    method: 'post',
    path: `/v1/payments/${kind}/{connectionId}`,
    operationId: `receive${title}Webhook`,
    summary: `Receive a webhook of ${title}`,
    description: `${title} calls this, signed with the webhook secret of the payment connection. The server then reads the payment from ${title}, so a webhook may be lost, late, doubled or out of order.`,
    access: 'public',
    params: z.strictObject({ connectionId: resourceId('paymentConnection') }),
    headers: z.object({ [signatureHeader]: z.string().max(4096).optional().describe(signature) }),
    file: { mediaTypes: ['application/json'], bytes: WEBHOOK_BYTES },
    answers: { 200: { description: 'The webhook was received.', schema: NoInput } },
    problems: ['signature_invalid', 'payment_unavailable'],
    perform: ({ params: { connectionId }, headers, file }) =>
      receiveNotification(deps, {
        kind,
        connectionId,
        body: file,
        signature: headers[signatureHeader] ?? '',
      }),
    answer: () => ({ status: 200, body: '{}', headers: { 'content-type': 'application/json' } }),
  })
}
