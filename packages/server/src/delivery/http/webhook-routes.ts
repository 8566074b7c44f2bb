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
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
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
} from '../webhooks/endpoints.ts'
import {
  deliveryRepresentation,
  webhookEndpointRepresentation,
} from '../webhooks/webhook-representation.ts'

const tag = 'Webhooks'
const access = 'account'
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

/** Where the account wants its events sent, and what became of what was sent. */
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
    tag,
    summary: 'Have events sent to a URL',
    description:
      'Messages are signed per Standard Webhooks 1.0. Answer 2xx within 20 seconds; anything else is tried again for three days, and 410 disables the endpoint.',
    access,
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
    tag,
    summary: 'List the webhook endpoints',
    access,
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of endpoints.', schema: WebhookEndpointList } },
    perform: async ({ caller, query }) => ok(await listEndpoints(deps, caller, pageOf(query))),
    answer: (listed) => page(listed, webhookEndpointRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getWebhookEndpoint',
    tag,
    summary: 'Read a webhook endpoint',
    access,
    params,
    answers: { 200: { description: 'The endpoint.', schema: WebhookEndpoint } },
    perform: ({ caller, params: { id } }) => getEndpoint(deps, caller, id),
    answer: (found) => resource(webhookEndpointRepresentation(found)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteWebhookEndpoint',
    tag,
    summary: 'Have nothing sent to a URL any more',
    access,
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The endpoint is gone; what waited for it is dropped.' } },
    perform: ({ caller, params: { id } }) => deleteEndpoint(deps, caller, id),
    answer: noContent,
  }),
]

const secretEndpoints = ({ deps }: HttpContext<WebhookDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: `${path}/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Replace the secret; for a day, messages are signed with both',
    access,
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
    tag,
    summary: 'Switch an endpoint on again',
    description: 'What was not sent meanwhile is not sent by itself; redeliver it.',
    access,
    params,
    body: NoInput,
    honoursIfMatch: true,
    answers: { 200: { description: 'The endpoint, enabled.', schema: WebhookEndpoint } },
    perform: ({ caller, params: { id } }) => enableEndpoint(deps, caller, id),
    answer: (found) => resource(webhookEndpointRepresentation(found)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/test`,
    operationId: 'testWebhookEndpoint',
    tag,
    summary: 'Send a `webhook.test` event to the endpoint',
    access,
    params,
    body: NoInput,
    answers: { 202: { description: 'The delivery to come.', schema: WebhookDelivery } },
    perform: ({ caller, params: { id } }) => testEndpoint(deps, caller, id),
    answer: accepted,
  }),
]

const deliveryEndpoints = ({ deps }: HttpContext<WebhookDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: `${path}/deliveries`,
    operationId: 'listWebhookDeliveries',
    tag,
    summary: 'List what was sent to an endpoint in the last 30 days, the newest first',
    access,
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
    tag,
    summary: 'Read what became of an event at an endpoint',
    access,
    params: deliveryParams,
    answers: { 200: { description: 'The delivery.', schema: WebhookDelivery } },
    perform: ({ caller, params: { id, deliveryId } }) => getDelivery(deps, caller, id, deliveryId),
    answer: (delivery) => resource(deliveryRepresentation(delivery)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/deliveries/{deliveryId}/redeliver`,
    operationId: 'redeliverWebhook',
    tag,
    summary: 'Send an event to an endpoint once more, with the same id',
    description:
      'At once, instead of the retry that it waits for; one that was given up is no dead letter any more.',
    access,
    params: deliveryParams,
    body: NoInput,
    answers: { 202: { description: 'The delivery to come.', schema: WebhookDelivery } },
    perform: ({ caller, params: { id, deliveryId } }) => redeliver(deps, caller, id, deliveryId),
    answer: accepted,
  }),
]
