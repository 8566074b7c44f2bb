import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf } from './lists.ts'
import { instantAnswer } from './time.ts'

const lackingFields = {
  source: z.string().openapi({
    description:
      'The channel that the stay came from: the `source` of the import, or the `PRODID` of the file. Empty if neither was given.',
    example: 'lake-rentals',
  }),
  nightsTaken: z.array(z.string().openapi({ format: 'date' })).openapi({
    description: 'The nights of the stay that it lacks, because they are taken.',
    example: ['2026-06-12'],
  }),
  since: instantAnswer().describe('When the stay began to lack nights.'),
}

/** The nights that a stay of a channel lacks, among the fields of the stay. */
export const LackedNights = z.object(lackingFields).openapi('LackedNights', {
  description: 'The nights that a stay of a channel lacks.',
})

/** A stay of a channel that lacks nights. */
export const UnplacedStay = z
  .object({
    id: resourceId('calendarEvent').describe(
      'The id of the stay among the events of its calendar.',
    ),
    calendarId: resourceId('calendar'),
    arrival: z.string().openapi({ format: 'date', description: 'The arrival date.' }),
    departure: z
      .string()
      .openapi({ format: 'date', description: 'The departure date, exclusive.' }),
    ...lackingFields,
  })
  .openapi('UnplacedStay', {
    description:
      'A stay of a channel that lacks nights, because others have them. It has claimed its other nights.',
  })

/** `GET /v1/unplaced-stays`. */
export const UnplacedStayList = listOf(UnplacedStay, 'UnplacedStayList')
