import { z } from '@hono/zod-openapi'
import { resourceFields } from './lists.ts'
import { singleLine } from './text.ts'

/** The query of a subscription feed. */
export const FeedQuery = z.strictObject({
  token: singleLine(100).openapi({
    description: 'The token from the subscription link.',
    example: 'hc_…',
  }),
})

/** The link to the feed of a resource, as the server returns it once. `example`: a link. */
export const feedLink = (resource: 'calendar' | 'provider', example: string) =>
  z.object({
    url: z.string().openapi({
      description: 'The link with its token. Shown only in this response.',
      example,
    }),
    version: resourceFields.version.openapi({ description: `The version of the ${resource}.` }),
  })
