import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { singleLine } from './text.ts'

/** `POST /v1/session`: signs in to the dashboard. */
export const SessionCreate = z
  .strictObject({ apiKey: singleLine(256).openapi({ example: 'hf_…' }) })
  .openapi('SessionCreate')

/** Who is signed in. */
export const Session = z
  .object({
    account: z
      .object({ id: resourceId('account'), name: z.string().openapi({ example: 'Practice' }) })
      .openapi('SessionAccount'),
    apiKeyId: resourceId('apiKey')
      .nullable()
      .openapi({ description: 'The key that it was opened with; null without a session.' }),
    expiresAt: z.string().nullable().openapi({
      format: 'date-time',
      description: 'When it ends; null where the call came with an API key itself.',
    }),
  })
  .openapi('Session')

export type Session = z.infer<typeof Session>
