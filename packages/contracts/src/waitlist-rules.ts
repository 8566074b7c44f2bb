import { z } from '@hono/zod-openapi'
import { wholeNumber } from './text.ts'

const LINES_FIRST =
  'Whether the time of a hold that lapses goes to the wait list first. Everybody else can book it 60 seconds after `holdExpiresAt`. Not with `seats` or `requirements`.'

const offerMinutes = () => wholeNumber(5, 1440, 'minutes')

/** The wait list of an event type, in a body. */
export const WaitlistRulesInput = z
  .strictObject({
    offerMinutes: offerMinutes().optional().openapi({
      description:
        'How many minutes an offer holds its time for the person who gets it. Default: 30.',
      example: 30,
    }),
    linesFirst: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe(`${LINES_FIRST} Default: false.`),
  })
  .openapi('WaitlistRulesInput', {
    description:
      'Lets people wait for time that becomes free. The first person on the wait list who fits gets a hold and an email.',
  })

/** The wait list of an event type. */
export const WaitlistRules = z
  .object({
    offerMinutes: offerMinutes().openapi({
      description: 'How many minutes an offer holds its time for the person who gets it.',
      example: 30,
    }),
    linesFirst: z.boolean().openapi({ description: LINES_FIRST, example: false }),
  })
  .openapi('WaitlistRules', { description: 'The wait list of an event type.' })
