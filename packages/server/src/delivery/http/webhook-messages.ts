import { EVENT_KEYS, EVENT_SCHEMAS, EVENTS } from '@holdfast/contracts'
import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../kernel/http/context.ts'
import { documentLater } from '../../kernel/http/document-later.ts'

const MessageHeaders = z.object({
  'webhook-id': z
    .string()
    .openapi({ description: 'The id of the event. The same for every attempt.' }),
  'webhook-timestamp': z.string().openapi({
    description: 'Time of this attempt in epoch seconds. Reject old messages.',
  }),
  'webhook-signature': z.string().openapi({
    description: '`v1` signatures, one per secret of the endpoint, separated by spaces.',
  }),
})

// `booking.no_show` is received by `onBookingNoShow`.
const operationIdOf = (key: string): string =>
  `on${key.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`

/** Adds the webhook messages to the OpenAPI document, one per type of event. */
export function documentMessages(app: OpenAPIHono<HttpEnv>): void {
  documentLater(app, () => registerMessages(app))
}

function registerMessages(app: OpenAPIHono<HttpEnv>): void {
  for (const key of EVENT_KEYS) {
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: key,
      operationId: operationIdOf(key),
      tags: ['Webhooks'],
      summary: `Receive \`${key}\``,
      description: EVENTS[key].when,
      // The signature in the headers authenticates a message.
      security: [],
      request: {
        headers: MessageHeaders,
        body: { content: { 'application/json': { schema: EVENT_SCHEMAS[key] } }, required: true },
      },
      responses: {
        '2XX': { description: 'The message was received. The response body is ignored.' },
        410: { description: 'Disables the endpoint.' },
      },
    })
  }
}
