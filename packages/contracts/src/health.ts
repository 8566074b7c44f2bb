import { z } from '@hono/zod-openapi'

/** `GET /healthz`: the process is running, with its versions. */
export const Health = z
  .object({
    status: z.literal('ok'),
    version: z.string().openapi({ example: '0.1.0' }),
    store: z.string().openapi({ description: 'The storage engine.', example: 'sqlite' }),
    tzdbVersion: z.string().openapi({
      description: 'The tz database version in use.',
      example: '2026c',
    }),
    uptimeSeconds: z.int(),
  })
  .openapi('Health', { description: 'The process is running, with its versions.' })

/** `GET /readyz`: the storage responds. */
export const Readiness = z
  .object({ status: z.literal('ready') })
  .openapi('Readiness', { description: 'The storage responds.' })

export type Health = z.infer<typeof Health>
