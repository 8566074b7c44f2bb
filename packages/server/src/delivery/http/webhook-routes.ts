import {
  NoInput,
  pageQuery,
  resourceId,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointIssued,
  WebhookEndpointList,
  WebhookEndpointPatch,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { WebhookDependencies } from '../webhooks/endpoints.ts'
import {
  createEndpoint,
  deleteEndpoint,
  enableEndpoint,
  getDelivery,
  getEndpoint,
  type IssuedEndpoint,
  listDeliveries,
  listEndpoints,
  redeliver,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from '../webhooks/endpoints.ts'
import {
  deliveryRepresentation,
  webhookEndpointRepresentation,
} from '../webhooks/webhook-representation.ts'

const endpoint = accountEndpointOf('Webhooks')
const collection = '/v1/webhook-endpoints'
const path = `${collection}/{id}`
const params = idParam('webhookEndpoint')
const deliveryParams = z.strictObject({
  id: resourceId('webhookEndpoint'),
  deliveryId: resourceId('event'),
})

const issuedRepresentation = ({ endpoint: issued, secret }: IssuedEndpoint) => ({
  ...webhookEndpointRepresentation(issued),
  secret,
})

const accepted = (delivery: Delivery) =>
  created(
    deliveryRepresentation(delivery),
    `${collection}/${delivery.endpointId}/deliveries/${delivery.event.id}`,
    202,
  )

/** Endpoints for webhook endpoints and their deliveries. */
export const webhookEndpoints = (
  context: HttpContext<WebhookDependencies>,
): readonly AnyEndpoint[] => [
  ...endpointEndpoints(context),
  ...secretEndpoints(context),
  ...deliveryEndpoints(context),
]

const endpointEndpoints = ({ deps }: HttpContext<WebhookDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: collection,
    operationId: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint',
    description:
      'Messages are signed with Standard Webhooks 1.0. Respond with 2xx within 20 seconds. Other responses are retried for three days. 410 disables the endpoint.',
    body: WebhookEndpointCreate,
    answers: {
      201: { description: 'The endpoint with its secret.', schema: WebhookEndpointIssued },
    },
    perform: ({ caller, body }) => createEndpoint(deps, caller, body),
    answer: (issued) =>
      created(issuedRepresentation(issued), `${collection}/${issued.endpoint.id}`),
  }),
  endpoint({
    method: 'get',
    path: collection,
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'Without their secrets. At most 20 per account.',
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of endpoints.', schema: WebhookEndpointList } },
    perform: async ({ caller, query }) => ok(await listEndpoints(deps, caller, pageOf(query))),
    answer: (listed) => page(listed, webhookEndpointRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    description: 'Without its secret. `failingSince` says since when deliveries fail.',
    params,
    answers: { 200: { description: 'The endpoint.', schema: WebhookEndpoint } },
    perform: ({ caller, params: { id } }) => getEndpoint(deps, caller, id),
    answer: (found) => resource(webhookEndpointRepresentation(found)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'The secret stays the same. Pending deliveries are sent to the new URL. A disabled endpoint stays disabled until you enable it.',
    params,
    body: WebhookEndpointPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The changed endpoint.', schema: WebhookEndpoint } },
    perform: ({ caller, params: { id }, body }) => updateEndpoint(deps, caller, id, body),
    answer: (changed) => resource(webhookEndpointRepresentation(changed)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    description: 'Its pending deliveries are not sent.',
    params,
    honoursIfMatch: true,
    answers: {
      204: { description: 'The endpoint is deleted and its pending deliveries are dropped.' },
    },
    perform: ({ caller, params: { id } }) => deleteEndpoint(deps, caller, id),
    answer: noContent,
  }),
]

const secretEndpoints = ({ deps }: HttpContext<WebhookDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: `${path}/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret, signing messages with both secrets for one day',
    description:
      'Each message has one signature per secret, so receivers can switch during this day.',
    params,
    body: NoInput,
    honoursIfMatch: true,
    answers: {
      200: { description: 'The endpoint with its new secret.', schema: WebhookEndpointIssued },
    },
    perform: ({ caller, params: { id } }) => rotateSecret(deps, caller, id),
    answer: (issued) => resource(issuedRepresentation(issued)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/enable`,
    operationId: 'enableWebhookEndpoint',
    summary: 'Enable a webhook endpoint',
    description:
      'Events from the time when it was disabled are not sent automatically. Redeliver them.',
    params,
    body: NoInput,
    honoursIfMatch: true,
    answers: { 200: { description: 'The enabled endpoint.', schema: WebhookEndpoint } },
    perform: ({ caller, params: { id } }) => enableEndpoint(deps, caller, id),
    answer: (found) => resource(webhookEndpointRepresentation(found)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/test`,
    operationId: 'testWebhookEndpoint',
    summary: 'Send a `webhook.test` event',
    description:
      'The message goes to this endpoint only, and is not in the event log. Its outcome is in the deliveries.',
    params,
    body: NoInput,
    answers: { 202: { description: 'The pending delivery.', schema: WebhookDelivery } },
    perform: ({ caller, params: { id } }) => testEndpoint(deps, caller, id),
    answer: accepted,
  }),
]

const deliveryEndpoints = ({ deps }: HttpContext<WebhookDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: `${path}/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of the last 30 days, newest first',
    description: 'Each with its event and its latest attempts.',
    params,
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of deliveries.', schema: WebhookDeliveryList } },
    perform: ({ caller, params: { id }, query }) => listDeliveries(deps, caller, id, pageOf(query)),
    answer: (listed) => page(listed, deliveryRepresentation),
  }),
  endpoint({
    method: 'get',
    path: `${path}/deliveries/{deliveryId}`,
    operationId: 'getWebhookDelivery',
    summary: 'Read a delivery',
    description: 'With its event and its latest attempts.',
    params: deliveryParams,
    answers: { 200: { description: 'The delivery.', schema: WebhookDelivery } },
    perform: ({ caller, params: { id, deliveryId } }) => getDelivery(deps, caller, id, deliveryId),
    answer: (delivery) => resource(deliveryRepresentation(delivery)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/deliveries/{deliveryId}/redeliver`,
    operationId: 'redeliverWebhook',
    summary: 'Redeliver an event with the same id',
    description:
      'Sends the event immediately instead of at the next retry. Removes its dead letter, if there is one.',
    params: deliveryParams,
    body: NoInput,
    answers: { 202: { description: 'The pending delivery.', schema: WebhookDelivery } },
    perform: ({ caller, params: { id, deliveryId } }) => redeliver(deps, caller, id, deliveryId),
    answer: accepted,
  }),
]
