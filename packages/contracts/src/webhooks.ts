import { z } from '@hono/zod-openapi'
import { EVENT_FAMILIES, EVENT_KEYS, EVENT_SCHEMAS, LOGGED_EVENT_KEYS } from './events.ts'
import { resourceId } from './ids.ts'
import { listOf, resourceFields } from './lists.ts'
import { oneOf, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

const URL_LENGTH = 2048
const URL_EXAMPLE = 'https://example.com/hooks/holdfast'
const EVENT_FILTERS = [...LOGGED_EVENT_KEYS, ...EVENT_FAMILIES] as const
const EVENTS_ERROR = `must be a list of at most ${EVENT_FILTERS.length} event types`

const url = () =>
  singleLine(URL_LENGTH).openapi({
    description: 'An https URL with a public address and without credentials.',
    example: URL_EXAMPLE,
  })

const events = (description: string) =>
  z
    .array(oneOf(EVENT_FILTERS), { error: EVENTS_ERROR })
    .max(EVENT_FILTERS.length, { error: EVENTS_ERROR })
    .optional()
    .openapi({ description, example: ['booking.*', 'calendar.sync_failed'] })

const FAMILIES =
  '`booking.*` means every type that begins with `booking.`, including types of later versions.'

/** `POST /v1/webhook-endpoints`. */
export const WebhookEndpointCreate = z
  .strictObject({
    url: url(),
    events: events(`Event types to deliver. ${FAMILIES} Omit to receive all.`),
  })
  .openapi('WebhookEndpointCreate', { description: 'A new webhook endpoint.' })

/** `PATCH /v1/webhook-endpoints/{id}`. */
export const WebhookEndpointPatch = z
  .strictObject({
    url: url().optional(),
    events: events(
      `Event types to deliver from now on, instead of the previous list. ${FAMILIES} An empty list means all.`,
    ),
  })
  .openapi('WebhookEndpointPatch', {
    description: 'Changes to a webhook endpoint. Omitted fields keep their values.',
  })

/** A URL that receives the account's events, without the secret. */
export const WebhookEndpoint = z
  .object({
    id: resourceId('webhookEndpoint'),
    url: z
      .string()
      .openapi({ description: 'The URL that receives the messages.', example: URL_EXAMPLE }),
    events: z
      .array(z.enum(EVENT_FILTERS))
      .openapi({ description: 'Event types to deliver. Empty if all are delivered.' }),
    status: z
      .enum(['enabled', 'disabled'])
      .describe('A disabled endpoint receives nothing until you enable it.'),
    disabledReason: z
      .string()
      .nullable()
      .describe('Why the endpoint was disabled. Null if it is enabled.'),
    failingSince: instantAnswer().nullable().openapi({
      description: 'Start of the current run of failures. Null if the last delivery succeeded.',
    }),
    previousSecretExpiresAt: instantAnswer().nullable().openapi({
      description:
        'After a rotation, messages are also signed with the previous secret until this time.',
    }),
    ...resourceFields,
  })
  .openapi('WebhookEndpoint', { description: 'A URL that receives the events of the account.' })

/** The response to creation and rotation, the only ones that contain the secret. */
export const WebhookEndpointIssued = WebhookEndpoint.extend({
  secret: z.string().openapi({
    description:
      'The secret that signs the messages (Standard Webhooks). Shown only in this response.',
    example: 'whsec_…',
  }),
}).openapi('WebhookEndpointIssued', { description: 'A webhook endpoint with its new secret.' })

/** `GET /v1/webhook-endpoints`. */
export const WebhookEndpointList = listOf(WebhookEndpoint, 'WebhookEndpointList')

const DeliveryAttempt = z
  .object({
    at: instantAnswer().describe('When the attempt began.'),
    durationMilliseconds: z.int().describe('Time until the response, the error or the timeout.'),
    status: z
      .int()
      .nullable()
      .openapi({ description: 'HTTP status. Null if there was no response.' }),
    text: z.string().openapi({
      description: 'The beginning of the response body, or the reason why there was no response.',
    }),
  })
  .openapi('DeliveryAttempt', { description: 'One attempt of a delivery.' })

/** The delivery of one event to one endpoint. Its id is the id of the event. */
export const WebhookDelivery = z
  .object({
    id: resourceId('event'),
    version: z.int().describe('Increases with every attempt. Also the ETag of the response.'),
    webhookEndpointId: resourceId('webhookEndpoint'),
    status: z
      .enum(['pending', 'delivered', 'failed'])
      .describe(
        '`pending`: another attempt follows. `failed`: all attempts failed; redeliver it yourself.',
      ),
    nextAttemptAt: instantAnswer()
      .nullable()
      .describe('When the next attempt is due. Null unless pending.'),
    attempts: z
      .array(DeliveryAttempt)
      .openapi({ description: 'The latest 20 attempts, the newest last.' }),
    event: z
      .union(
        EVENT_KEYS.map((key) => EVENT_SCHEMAS[key]) as [
          (typeof EVENT_SCHEMAS)['webhook.test'],
          ...(typeof EVENT_SCHEMAS)['webhook.test'][],
        ],
      )
      .describe('The event, as the messages contain it.'),
  })
  .openapi('WebhookDelivery', { description: 'The delivery of one event to one endpoint.' })

/** `GET /v1/webhook-endpoints/{id}/deliveries`. */
export const WebhookDeliveryList = listOf(WebhookDelivery, 'WebhookDeliveryList')

export type WebhookEndpointPatch = z.infer<typeof WebhookEndpointPatch>
export type WebhookEndpointCreate = z.infer<typeof WebhookEndpointCreate>
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>
export type WebhookEndpointIssued = z.infer<typeof WebhookEndpointIssued>
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
