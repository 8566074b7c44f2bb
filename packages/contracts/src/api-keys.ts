import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, resourceFields } from './lists.ts'
import { restrictedProviderIds } from './members.ts'
import { scopeText } from './scopes.ts'
import { nameText } from './text.ts'
import { momentText } from './time.ts'

const SCOPES_ERROR = 'must be a list of one or more scopes'

/** `POST /v1/api-keys`. */
export const ApiKeyCreate = z
  .strictObject({
    name: nameText().openapi({ description: 'What the key is for.', example: 'booking site' }),
    scopes: z
      .array(scopeText(), { error: SCOPES_ERROR })
      .min(1, { error: SCOPES_ERROR })
      .optional()
      .openapi({
        description: 'What the key may do. Default: what its creator may do, and never more.',
        example: ['read', 'bookings'],
      }),
    providerIds: restrictedProviderIds().optional().openapi({
      description: 'The only providers that the key sees. Default: those that its creator sees.',
    }),
    expiresAt: momentText().optional().openapi({
      description:
        'When the key ends. Default: when its creator ends, and never later. A sign-in does not end it.',
      example: '2027-01-01T00:00:00Z',
    }),
  })
  .openapi('ApiKeyCreate', { description: 'A new API key.' })

/** A key of the account, without its secret. */
export const ApiKey = z
  .object({
    id: resourceId('apiKey'),
    name: z.string().openapi({ description: 'What the key is for.', example: 'booking site' }),
    hint: z.string().openapi({ description: 'The last four characters of the secret.' }),
    scopes: z
      .array(scopeText())
      .openapi({ description: 'What the key may do.', example: ['read', 'bookings'] }),
    providerIds: z.array(resourceId('provider')).nullable().openapi({
      description: 'The only providers that the key sees. Null: all.',
      example: null,
    }),
    expiresAt: z.string().nullable().openapi({
      format: 'date-time',
      description: 'When the key ends. Null: never.',
      example: null,
    }),
    lastUsedAt: z.string().nullable().openapi({
      format: 'date-time',
      description: 'When the key was last used, to the hour. Null: never.',
      example: '2026-04-20T08:00:00Z',
    }),
    ...resourceFields,
  })
  .openapi('ApiKey', { description: 'A key of the account, without its secret.' })

/** The response to key creation, the only one that contains the secret. */
export const ApiKeyCreated = ApiKey.extend({
  secret: z.string().openapi({
    description: 'The API key. Shown only in this response; the server stores only its hash.',
    example: 'hf_…',
  }),
}).openapi('ApiKeyCreated', { description: 'A new API key with its secret.' })

/** `GET /v1/api-keys`. */
export const ApiKeyList = listOf(ApiKey, 'ApiKeyList')

export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>
export type ApiKey = z.infer<typeof ApiKey>
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>
