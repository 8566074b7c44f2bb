import { z } from '@hono/zod-openapi'
import { Actor } from './actor.ts'
import { orNull } from './or-null.ts'
import { singleLine } from './text.ts'

const LIMIT_ERROR = 'must be a whole number from 1 to 100'

/** `limit` and `cursor`, for the query of every list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, { error: LIMIT_ERROR })
    .transform(Number)
    .default(50)
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 50,
      description: 'At most this many items. Default: 50.',
    }),
  cursor: singleLine(2048).optional().openapi({
    description: 'The `nextCursor` of the previous page. Keep all other parameters the same.',
  }),
}

/** One page of a list. `nextCursor` is null on the last page. */
export function listOf<Resource extends z.ZodType>(resource: Resource, name: string) {
  return z
    .object({
      data: z.array(resource).describe('The items of this page.'),
      nextCursor: z.string().nullable().openapi({
        description:
          'Send it as `cursor` to read the next page. Null on the last page only: a filtered page can have fewer items than `limit`, or none, and still continue.',
        example: null,
      }),
    })
    .openapi(name, { description: 'One page of a list.' })
}

/** The fields of every resource. */
export const resourceFields = {
  version: z.int().openapi({
    description: 'Starts at 1 and increases with every change. Also the ETag of the response.',
    example: 1,
  }),
  createdAt: z.string().openapi({
    format: 'date-time',
    description: 'When the resource was created.',
    example: '2026-04-20T08:00:00Z',
  }),
  updatedAt: z.string().openapi({
    format: 'date-time',
    description: 'When the resource was last changed.',
    example: '2026-04-20T08:00:00Z',
  }),
}

/** The fields of every resource that names who changed it last. */
export const changedFields = {
  ...resourceFields,
  actor: orNull(Actor, 'Who changed the resource last. Null if that was not recorded.'),
}

/** A query parameter that may come several times. Its value is always a list. */
export const listOrOne = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((sent) => (typeof sent === 'string' ? [sent] : sent), z.array(value))
