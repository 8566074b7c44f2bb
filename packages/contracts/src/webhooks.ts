import { z } from '@hono/zod-openapi'
import { EVENT_KEYS, EVENT_SCHEMAS, LOGGED_EVENT_KEYS } from './events.ts'
import { resourceId } from './ids.ts'
import { listOf, resourceFields } from './lists.ts'
import { oneOf, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

const URL_LENGTH = 2048
const URL_EXAMPLE = 'https://example.com/hooks/holdfast'
const EVENTS_ERROR = `must be a list of at most ${LOGGED_EVENT_KEYS.length} event types`

/** `POST /v1/webhook-endpoints`. */
export const WebhookEndpointCreate = z
  .strictObject({
    url: singleLine(URL_LENGTH).openapi({
      description: 'An https URL with a public address and without credentials.',
      example: URL_EXAMPLE,
    }),
    events: z
      .array(oneOf(LOGGED_EVENT_KEYS), { error: EVENTS_ERROR })
      .max(LOGGED_EVENT_KEYS.length, { error: EVENTS_ERROR })
      .optional()
      .openapi({ description: 'Event types to deliver. Omit to receive all.' }),
  })
  .openapi('WebhookEndpointCreate')

/** A URL that receives the account's events, without the secret. */
export const WebhookEndpoint = z
  .object({
    id: resourceId('webhookEndpoint'),
    url: z.string().openapi({ example: URL_EXAMPLE }),
    events: z
      .array(z.enum(LOGGED_EVENT_KEYS))
      .openapi({ description: 'Event types to deliver. Empty if all are delivered.' }),
    status: z.enum(['enabled', 'disabled']),
    disabledReason: z.string().nullable(),
    failingSince: instantAnswer().nullable().openapi({
      description: 'Start of the current run of failures. Null if the last delivery succeeded.',
    }),
    previousSecretExpiresAt: instantAnswer().nullable().openapi({
      description:
        'After a rotation, messages are also signed with the previous secret until this time.',
    }),
    ...resourceFields,
  })
  .openapi('WebhookEndpoint')

/** The response to creation and rotation, the only ones that contain the secret. */
export const WebhookEndpointIssued = WebhookEndpoint.extend({
  secret: z.string().openapi({
    description:
      'The secret that signs the messages (Standard Webhooks). Shown only in this response.',
    example: 'whsec_…',
  }),
}).openapi('WebhookEndpointIssued')

/** `GET /v1/webhook-endpoints`. */
export const WebhookEndpointList = listOf(WebhookEndpoint, 'WebhookEndpointList')

const DeliveryAttempt = z
  .object({
    at: instantAnswer(),
    durationMilliseconds: z.int(),
    status: z
      .int()
      .nullable()
      .openapi({ description: 'HTTP status. Null if there was no response.' }),
    text: z.string().openapi({
      description: 'The beginning of the response body, or the reason why there was no response.',
    }),
  })
  .openapi('DeliveryAttempt')

/** The delivery of one event to one endpoint. Its id is the id of the event. */
export const WebhookDelivery = z
  .object({
    id: resourceId('event'),
    version: z.int(),
    webhookEndpointId: resourceId('webhookEndpoint'),
    status: z.enum(['pending', 'delivered', 'failed']),
    nextAttemptAt: instantAnswer().nullable(),
    attempts: z
      .array(DeliveryAttempt)
      .openapi({ description: 'The latest 20 attempts, the newest last.' }),
    event: z.union(
      EVENT_KEYS.map((key) => EVENT_SCHEMAS[key]) as [
        (typeof EVENT_SCHEMAS)['webhook.test'],
        ...(typeof EVENT_SCHEMAS)['webhook.test'][],
      ],
    ),
  })
  .openapi('WebhookDelivery')

/** `GET /v1/webhook-endpoints/{id}/deliveries`. */
export const WebhookDeliveryList = listOf(WebhookDelivery, 'WebhookDeliveryList')

export type WebhookEndpointCreate = z.infer<typeof WebhookEndpointCreate>
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>
export type WebhookEndpointIssued = z.infer<typeof WebhookEndpointIssued>
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
