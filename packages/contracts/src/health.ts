import { z } from '@hono/zod-openapi'

/** `GET /healthz`: the process is running, with its versions. */
export const Health = z
  .object({
    status: z.literal('ok').describe('Always `ok`.'),
    version: z.string().openapi({ description: 'The version of the server.', example: '2.1.0' }),
    store: z.string().openapi({ description: 'The storage engine.', example: 'sqlite' }),
    tzdbVersion: z.string().openapi({
      description: 'The tz database version in use.',
      example: '2026c',
    }),
    uptimeSeconds: z.int().describe('Seconds since the process started.'),
  })
  .openapi('Health', { description: 'The process is running, with its versions.' })

/** `GET /readyz`: the storage responds. */
export const Readiness = z
  .object({
    status: z
      .literal('ready')
      .describe('Always `ready`. If the storage does not respond, the status code is 503.'),
  })
  .openapi('Readiness', { description: 'The storage responds.' })

export type Health = z.infer<typeof Health>
