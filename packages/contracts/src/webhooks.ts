import { z } from '@hono/zod-openapi'
import { EVENT_KEYS, EVENT_SCHEMAS, LOGGED_EVENT_KEYS } from './events.ts'
import { resourceId } from './ids.ts'
import { listOf, resourceFields } from './lists.ts'
import { oneOf, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

const URL_LENGTH = 2048
const URL_EXAMPLE = 'https://example.com/hooks/holdfast'
const EVENTS_ERROR = `must be a list of at most ${LOGGED_EVENT_KEYS.length} event keys`

/** `POST /v1/webhook-endpoints`. */
export const WebhookEndpointCreate = z
  .strictObject({
    url: singleLine(URL_LENGTH).openapi({
      description: 'An https URL at a public address, without a user name.',
      example: URL_EXAMPLE,
    }),
    events: z
      .array(oneOf(LOGGED_EVENT_KEYS), { error: EVENTS_ERROR })
      .max(LOGGED_EVENT_KEYS.length, { error: EVENTS_ERROR })
      .optional()
      .openapi({ description: 'The events that are wanted; none named: all.' }),
  })
  .openapi('WebhookEndpointCreate')

/** Where an account wants its events sent, without the secret. */
export const WebhookEndpoint = z
  .object({
    id: resourceId('webhookEndpoint'),
    url: z.string().openapi({ example: URL_EXAMPLE }),
    events: z.array(z.enum(LOGGED_EVENT_KEYS)).openapi({ description: 'Empty: all.' }),
    status: z.enum(['enabled', 'disabled']),
    disabledReason: z.string().nullable(),
    failingSince: instantAnswer()
      .nullable()
      .openapi({ description: 'Since when every message has failed; null: the last one arrived.' }),
    previousSecretExpiresAt: instantAnswer().nullable().openapi({
      description: 'After a rotation: until when messages are signed with the old secret too.',
    }),
    ...resourceFields,
  })
  .openapi('WebhookEndpoint')

/** The answers that show a secret: on creation and rotation. */
export const WebhookEndpointIssued = WebhookEndpoint.extend({
  secret: z.string().openapi({
    description: 'Signs the messages (Standard Webhooks); shown this once.',
    example: 'whsec_…',
  }),
}).openapi('WebhookEndpointIssued')

/** `GET /v1/webhook-endpoints`. */
export const WebhookEndpointList = listOf(WebhookEndpoint, 'WebhookEndpointList')

const DeliveryAttempt = z
  .object({
    at: instantAnswer(),
    durationMilliseconds: z.int(),
    status: z.int().nullable().openapi({ description: 'Null: there was no answer.' }),
    text: z.string().openapi({
      description: 'The beginning of the answer, or why there was none.',
    }),
  })
  .openapi('DeliveryAttempt')

/** What became of one event at one endpoint; its id is the event's. */
export const WebhookDelivery = z
  .object({
    id: resourceId('event'),
    version: z.int(),
    webhookEndpointId: resourceId('webhookEndpoint'),
    status: z.enum(['pending', 'delivered', 'failed']),
    nextAttemptAt: instantAnswer().nullable(),
    attempts: z
      .array(DeliveryAttempt)
      .openapi({ description: 'The latest last; 20 are remembered.' }),
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
