import { EVENT_KEYS, EVENT_SCHEMAS, EVENTS } from '@holdfast/contracts'
import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../kernel/http/context.ts'

const MessageHeaders = z.object({
  'webhook-id': z.string().openapi({ description: "The event's id, the same over every attempt." }),
  'webhook-timestamp': z.string().openapi({
    description: 'When this attempt was made, in epoch seconds; refuse what is old.',
  }),
  'webhook-signature': z.string().openapi({
    description: 'v1 signatures with the secrets of the endpoint, separated by blanks.',
  }),
})

/** Puts what webhook endpoints get into the OpenAPI document, one message for each event. */
export function documentMessages(app: OpenAPIHono<HttpEnv>): void {
  for (const key of EVENT_KEYS) {
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: key,
      operationId: `told:${key}`,
      tags: ['Webhooks'],
      summary: EVENTS[key].when,
      request: {
        headers: MessageHeaders,
        body: { content: { 'application/json': { schema: EVENT_SCHEMAS[key] } }, required: true },
      },
      responses: {
        '2XX': { description: 'Taken; the body of the answer does not matter.' },
        410: { description: 'Nothing is wanted here any more: the endpoint is disabled.' },
      },
    })
  }
}
