import { z } from '@hono/zod-openapi'

/**
 * A named object or null. Use it instead of `nullable()`, which would make the shared component of the
 * OpenAPI document nullable at all its uses.
 */
export const orNull = <Named extends z.ZodObject>(named: Named, description: string) =>
  z.union([named, z.null()]).openapi({ description })
