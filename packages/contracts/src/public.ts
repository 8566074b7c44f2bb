import { z } from '@hono/zod-openapi'
import { CONFIRMATIONS } from './event-types.ts'

/** What anybody may know of an event type: enough to show a booking page. */
export const PublicEventType = z
  .object({
    id: z.string().openapi({ example: 'ety_01k5w3q8v0m9c2r4t6x8z0b1d3' }),
    slug: z.string().openapi({ example: 'first-visit' }),
    title: z.string().openapi({ example: 'First visit' }),
    description: z.string().nullable(),
    durationMinutes: z.int().openapi({ example: 30 }),
    confirmation: z.enum(CONFIRMATIONS),
    provider: z
      .object({
        slug: z.string().openapi({ example: 'ada-weber' }),
        name: z.string().openapi({ example: 'Dr. Ada Weber' }),
        specialty: z.string().nullable(),
        timeZone: z.string().openapi({ example: 'Europe/Berlin' }),
      })
      .openapi('PublicProvider'),
  })
  .openapi('PublicEventType')

export type PublicEventType = z.infer<typeof PublicEventType>
