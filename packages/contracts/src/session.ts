import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { singleLine } from './text.ts'

/** `POST /v1/session`: signs in to the dashboard. */
export const SessionCreate = z
  .strictObject({
    apiKey: singleLine(256).openapi({ description: 'An API key of the account.', example: 'hf_…' }),
  })
  .openapi('SessionCreate', { description: 'The credential to sign in with.' })

/** The signed-in account and its session. */
export const Session = z
  .object({
    account: z
      .object({
        id: resourceId('account'),
        name: z.string().openapi({ description: 'The name of the account.', example: 'Practice' }),
      })
      .openapi('SessionAccount', { description: 'The account that is signed in.' }),
    apiKeyId: resourceId('apiKey').nullable().openapi({
      description: 'The API key used to sign in. Null if the request used an API key directly.',
    }),
    expiresAt: z.string().nullable().openapi({
      format: 'date-time',
      description: 'When the session expires. Null if the request used an API key directly.',
    }),
    features: z
      .object({
        calendarVendors: z
          .array(z.enum(['google', 'outlook']))
          .describe('The vendors whose calendars can be connected on this server.'),
        mailbox: z
          .boolean()
          .describe('Whether the server stores emails at `/mailbox` instead of sending them.'),
      })
      .openapi('SessionFeatures', { description: 'What the operator of the server has set up.' }),
  })
  .openapi('Session', { description: 'The signed-in account and its session.' })

export type Session = z.infer<typeof Session>
