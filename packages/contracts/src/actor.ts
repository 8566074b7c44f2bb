import { z } from '@hono/zod-openapi'
import { oneOf } from './text.ts'

/** The kinds of actors. */
export const ACTOR_KINDS = ['key', 'member', 'booker', 'system', 'vendor'] as const

/** Who changed something. */
export const Actor = z
  .object({
    kind: oneOf(ACTOR_KINDS).openapi({
      description:
        '`key`: an API key. `member`: a member who signed in. `booker`: a booker or guest. `system`: the server itself, for example when a hold expires. `vendor`: somebody outside, such as the owner of a connected calendar.',
      example: 'member',
    }),
    id: z.string().optional().openapi({
      description: 'The id of the key or member.',
      example: 'mbr_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
  })
  .openapi('Actor', { description: 'Who changed something.' })
