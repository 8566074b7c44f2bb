import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, resourceFields } from './lists.ts'
import { nameText } from './text.ts'

/** `POST /v1/api-keys`. */
export const ApiKeyCreate = z
  .strictObject({
    name: nameText().openapi({ description: 'What the key is for.', example: 'booking site' }),
  })
  .openapi('ApiKeyCreate', { description: 'A new API key.' })

/** A key of the account, without its secret. */
export const ApiKey = z
  .object({
    id: resourceId('apiKey'),
    name: z.string().openapi({ description: 'What the key is for.', example: 'booking site' }),
    hint: z.string().openapi({ description: 'The last four characters of the secret.' }),
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
