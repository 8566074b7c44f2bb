import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'

/** The absence of which a block or time off is a part. */
export const absenceIdAnswer = () =>
  resourceId('absence').nullable().openapi({
    description: 'The absence of which it is one date of one provider. Null if it stands alone.',
    example: null,
  })

/** What is in the way of a block of an absence. */
export const AbsenceConflict = z
  .object({
    date: z.string().openapi({
      description: 'The date of the absence.',
      example: '2026-09-14',
    }),
    providerId: resourceId('provider'),
    bookingIds: z.array(z.string()).openapi({
      description: 'The bookings and holds in the way, at most 100, by start.',
      example: ['bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'],
    }),
    blockIds: z.array(z.string()).openapi({
      description: 'The blocks in the way, at most 100.',
      example: [],
    }),
  })
  .openapi('AbsenceConflict', { description: 'What is in the way of a block of an absence.' })
